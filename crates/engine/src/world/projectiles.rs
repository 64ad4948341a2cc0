//! Projectiles: swept against the level and against bodies until they hit or expire.

use bevy::{ecs::prelude::*, math::Vec3};
use quarry_minds::protocol::{
    AgentId, Blackboard, FailReason, Label, MatchEvent, Percept, PerceptSource, Percepts, Roster, Side, Status, Subject,
};

use super::{
    Body, BodyKind, Harm, Hidden, InPlay, MatchRules, PendingHarm, Projectile, Projectiles, SiteService, Things,
    geometry::flat, noise::EventEmitter,
};
use crate::data::{body::BodySpec, rules::ProjectileSpec};

type Target = (&'static AgentId, &'static Side, &'static BodyKind, &'static Body, &'static Hidden);

/// The end of a flight.
struct Landing {
    place: Vec3,
    /// The agent that it hit, and its side.
    hit: Option<(AgentId, Label)>,
    /// False if its lifetime was over in the air.
    audible: bool,
}

/// Moves every projectile by one tick.
pub(super) fn move_projectiles(
    roster: Res<Roster>,
    site: Res<SiteService>,
    mut things: ResMut<Things>,
    rules: Res<MatchRules>,
    mut projectiles: ResMut<Projectiles>,
    mut harm: ResMut<PendingHarm>,
    mut emitter: EventEmitter,
    targets: Query<Target, With<InPlay>>,
    mut throwers: Query<(&Side, &mut Blackboard, Option<&mut Percepts>)>,
) {
    if projectiles.all.is_empty() {
        return;
    }
    let dt = emitter.clock.dt();
    let open = |target: &(&AgentId, &Side, &BodyKind, &Body, &Hidden)| target.4.0.is_none();
    let bodies: Vec<_> = roster.agents.iter().filter_map(|entity| targets.get(*entity).ok()).filter(open).collect();
    projectiles.all.retain_mut(|projectile| {
        let Some(spec) = rules.0.projectiles.get(&projectile.what) else { return false };
        let from = projectile.place;
        projectile.velocity.y -= spec.gravity * dt;
        projectile.age += dt;
        let to = from + projectile.velocity * dt;
        let wall = site.0.sight.sweep(from, to, spec.radius, things.open);
        let whole = from.distance(to).max(1e-6);
        let free = wall.map_or(1.0, |contact| contact.distance / whole);
        let body = first_body(projectile, from, to, free, spec, &bodies);
        let landing = match (body, wall) {
            (Some((fraction, agent, side)), _) => {
                Landing { place: from.lerp(to, fraction), hit: Some((agent, side)), audible: true }
            }
            (None, Some(_)) => Landing { place: from.lerp(to, free), hit: None, audible: true },
            (None, None) if projectile.age >= spec.lifetime => Landing { place: to, hit: None, audible: false },
            (None, None) => {
                projectile.place = to;
                return true;
            }
        };
        let lies = spec.leaves.map(|kind| (kind, resting_place(landing.place, spec.radius, &site, &things)));
        let left = lies.and_then(|(kind, at)| leave(kind, at, projectile.by, &mut things, &emitter));
        let thrower = roster.entity(projectile.by).and_then(|entity| throwers.get_mut(entity).ok());
        if let Some((attacker, mut board, percepts)) = thrower {
            let harmed = landing.hit.filter(|(_, side)| spec.counts_as_hit && rules.0.attacks(attacker.0, *side));
            report_flight(&mut board, projectile, harmed.is_some() || left.is_some());
            if let Some((agent, _)) = harmed {
                let (by, means) = (Some(projectile.by), emitter.names.projectile);
                harm.0.push(Harm { agent, by, means, amount: spec.damage });
            }
            // The thrower knows what it has done.
            percepts.into_iter().for_each(|mut percepts| percepts.0.extend(left));
        }
        if landing.audible {
            emitter.make_noise(spec.impact_noise, landing.place, Some(projectile.by));
        }
        let (by, what, at) = (projectile.by, projectile.what, landing.place.into());
        emitter.log(MatchEvent::Landed { by, what, at, hit: landing.hit.map(|(agent, _)| agent) });
        false
    });
}

/// Where a ball comes to lie that ends its flight at a place: on what is below.
fn resting_place(place: Vec3, radius: f32, site: &SiteService, things: &Things) -> Vec3 {
    let bottom = place.with_y(site.0.built.bounds.min.y - 1.0);
    let below = site.0.sight.cast(place, bottom, things.open);
    below.map_or(place, |hit| place - Vec3::Y * (hit.distance - radius).max(0.0))
}

/// Sets up what a projectile leaves behind, and returns what there is to know of it.
fn leave(kind: Label, place: Vec3, by: AgentId, things: &mut Things, emitter: &EventEmitter) -> Option<Percept> {
    let thing = things.appear_device(kind, place, &emitter.rules.0.things, emitter.clock.tick, Some(by))?;
    let state = things.device(thing)?.state;
    let percept = Percept::felt(kind, Subject::Thing(thing), place, 0.0);
    Some(Percept { state, source: PerceptSource::Done, ..percept })
}

/// Tells the thrower that its throw is over, unless it was over at its release.
fn report_flight(board: &mut Blackboard, projectile: &Projectile, hit: bool) {
    if board.throw.serial() == projectile.serial && !board.throw.status().is_over() {
        board.throw.report(if hit { Status::Done } else { Status::Failed(FailReason::Missed) });
    }
}

/// The first body on the path, up to the fraction `free` at which the level blocks it.
fn first_body(
    projectile: &Projectile,
    from: Vec3,
    to: Vec3,
    free: f32,
    spec: &ProjectileSpec,
    bodies: &[(&AgentId, &Side, &BodyKind, &Body, &Hidden)],
) -> Option<(f32, AgentId, Label)> {
    let mut first: Option<(f32, AgentId, Label)> = None;
    let reach = flat(to - from).length() + spec.radius;
    for (agent, side, kind, body, _) in bodies.iter().copied() {
        let far = reach + kind.0.radius + 0.1;
        if *agent == projectile.by || flat(from - body.place).length_squared() > far * far {
            continue;
        }
        if let Some(fraction) = ball_meets_body(from, to, spec.radius, body.place, body.height(&kind.0), &kind.0)
            && fraction <= free
            && first.is_none_or(|(known, ..)| fraction < known)
        {
            first = Some((fraction, *agent, side.0));
        }
    }
    first
}

/// The fraction of the path from one point to another at which a ball touches a body, taken as an upright cylinder.
///
/// Own code, because the bodies move in every tick: Rapier's query pipeline has to be brought up to date before it
/// can be asked, which takes 46 times as long with four bodies (`benches/physics.rs`).
pub fn ball_meets_body(from: Vec3, to: Vec3, radius: f32, place: Vec3, tall: f32, kind: &BodySpec) -> Option<f32> {
    let (path, off) = (flat(to - from), flat(from - place));
    let reach = kind.radius + radius;
    let (a, b, c) = (path.length_squared(), off.dot(path), off.length_squared() - reach * reach);
    let fraction = if c <= 0.0 {
        0.0
    } else {
        let under = b * b - a * c;
        if a <= 0.0 || under < 0.0 {
            return None;
        }
        (-b - under.sqrt()) / a
    };
    let height = from.y + (to.y - from.y) * fraction;
    let over = height >= place.y - radius && height <= place.y + tall + radius;
    (over && (0.0..=1.0).contains(&fraction)).then_some(fraction)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ball_meets_a_body_in_its_way_and_not_one_beside_or_above() {
        let kind = BodySpec::default();
        let body = Body::at(Vec3::new(5.0, 0.0, 0.0), 0.0);
        let meets = |height: f32, aside: f32| {
            let (from, to) = (Vec3::new(0.0, height, aside), Vec3::new(10.0, height, aside));
            ball_meets_body(from, to, 0.1, body.place, body.height(&kind), &kind)
        };
        assert!(meets(1.5, 0.0).is_some_and(|fraction| (fraction - 0.46).abs() < 0.001), "{:?}", meets(1.5, 0.0));
        assert_eq!((meets(1.5, 0.5), meets(2.5, 0.0)), (None, None));
    }
}
