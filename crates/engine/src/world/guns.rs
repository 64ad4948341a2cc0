//! Guns: shots that hit at once along the line of the eyes, with spread, recoil, magazines and reloads.

use std::f32::consts::TAU;

use bevy::{
    ecs::prelude::*,
    math::{Quat, Vec3, ops},
};
use quarry_minds::protocol::{
    AgentId, AgentRng, Blackboard, FailReason, GunRequest, Label, MatchEvent, Roster, Side, Status, label,
};
use rand::Rng;

use super::{
    Body, BodyKind, Harm, Hidden, InPlay, MatchRules, PendingHarm, SiteService, Things, geometry::flat,
    noise::EventEmitter,
};
use crate::data::{
    body::{BodySpec, HitZones},
    gun::GunSpec,
};

/// A shot that is due within these seconds is due now: times are sums of ticks, which are rounded.
const SOON: f32 = 1e-4;

/// The gun of an agent whose body has one.
#[derive(Component, Clone, Debug, PartialEq)]
pub struct Gun {
    /// The rounds in the gun.
    pub loaded: u16,
    /// The rounds besides.
    pub reserve: u16,
    /// The seconds until the next shot may follow.
    pub until_shot: f32,
    /// The seconds of reloading that are left; `None` if it is not being reloaded.
    pub reloading: Option<f32>,
    /// The angle that recent shots add to the spread, in degrees.
    pub recoil: f32,
    /// The shots fired so far.
    pub shots: u32,
}

impl Gun {
    /// A loaded gun.
    pub fn new(spec: &GunSpec) -> Self {
        Self { loaded: spec.magazine, reserve: spec.reserve, until_shot: 0.0, reloading: None, recoil: 0.0, shots: 0 }
    }

    /// Whether it could be fired now or a moment later.
    pub fn is_ready(&self) -> bool {
        self.reloading.is_none() && self.loaded > 0
    }

    /// How far a change of the magazine is, 0 to 1; `None` if it is not being changed.
    pub fn reload_progress(&self, spec: &GunSpec) -> Option<f32> {
        self.reloading.map(|left| (1.0 - left / spec.reload_seconds.max(1e-3)).clamp(0.0, 1.0))
    }

    /// The largest angle between the next shot and the line of the eyes, in degrees.
    pub fn spread(&self, spec: &GunSpec, body: &Body, kind: &BodySpec) -> f32 {
        let pace = (body.speed() / kind.speeds.run.max(0.1)).min(1.0);
        let stance = 1.0 + (spec.crouched_factor - 1.0) * body.crouch;
        (spec.spread + spec.moving_spread * pace) * stance + self.recoil
    }

    /// Lets time pass: recoil goes away, and a magazine that has been changed is full.
    fn pass(&mut self, spec: &GunSpec, dt: f32) {
        // A part of a tick counts for the next shot, so that a rate that does not divide the ticks is kept on average.
        self.until_shot -= dt;
        if self.until_shot <= -dt {
            self.until_shot = 0.0;
        }
        self.recoil = (self.recoil - spec.recoil_recovery * dt).max(0.0);
        self.reloading = self.reloading.map(|left| left - dt);
        if self.reloading.is_some_and(|left| left <= 0.0) {
            let taken = spec.magazine.saturating_sub(self.loaded).min(self.reserve);
            self.loaded += taken;
            self.reserve -= taken;
            self.reloading = None;
        }
    }
}

/// The means of the harm that shots do: in the head, the torso, the legs.
pub const SHOT_MEANS: [&str; 3] = ["shot_head", "shot", "shot_legs"];

/// The part of a body that a shot hits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BodyPart {
    Head,
    Torso,
    Legs,
}

impl BodyPart {
    /// The means of the harm that a shot does.
    fn means(self) -> Label {
        let [head, torso, legs] = SHOT_MEANS;
        label(match self {
            Self::Head => head,
            Self::Torso => torso,
            Self::Legs => legs,
        })
    }
}

/// A body that a shot may hit.
#[derive(Clone, Debug)]
pub(super) struct ShotTarget {
    agent: AgentId,
    side: Label,
    place: Vec3,
    height: f32,
    radius: f32,
    zones: HitZones,
}

type Shooter = (
    &'static AgentId,
    &'static Side,
    &'static BodyKind,
    &'static Body,
    &'static Hidden,
    &'static mut Gun,
    &'static mut AgentRng,
    &'static mut Blackboard,
);

/// Whether any agent has a gun.
pub(super) fn anyone_has_a_gun(guns: Query<(), With<Gun>>) -> bool {
    !guns.is_empty()
}

/// Fires and reloads guns.
pub(super) fn use_guns(
    roster: Res<Roster>,
    site: Res<SiteService>,
    things: Res<Things>,
    rules: Res<MatchRules>,
    mut harm: ResMut<PendingHarm>,
    mut targets: Local<Vec<ShotTarget>>,
    mut emitter: EventEmitter,
    mut bodies: ParamSet<(
        Query<(&AgentId, &Side, &BodyKind, &Body, &Hidden), With<InPlay>>,
        Query<Shooter, With<InPlay>>,
    )>,
) {
    targets.clear();
    let all = bodies.p0();
    for entity in &roster.agents {
        if let Ok((agent, side, kind, body, hidden)) = all.get(*entity)
            && hidden.0.is_none()
        {
            let (height, radius) = (body.height(&kind.0), kind.0.radius);
            let zones = kind.0.hit_zones;
            targets.push(ShotTarget { agent: *agent, side: side.0, place: body.place, height, radius, zones });
        }
    }
    let dt = emitter.clock.dt();
    let mut shooters = bodies.p1();
    for entity in &roster.agents {
        let Ok((agent, side, kind, body, hidden, mut gun, mut rng, mut board)) = shooters.get_mut(*entity) else {
            continue;
        };
        let Some(spec) = &kind.0.gun else { continue };
        gun.pass(spec, dt);
        let Some(request) = board.gun.active().copied() else { continue };
        let status = match request {
            _ if hidden.0.is_some() => Status::Failed(FailReason::Refused),
            GunRequest::Reload => reload(&mut gun, spec),
            GunRequest::Fire if !gun.is_ready() => Status::Failed(FailReason::NotReady),
            GunRequest::Fire => {
                // At most one shot a tick.
                if gun.until_shot <= SOON {
                    let direction = scatter(body.gaze_direction(), gun.spread(spec, body, &kind.0), &mut rng);
                    let eyes = body.eye_position(&kind.0);
                    let wall = site.0.sight.cast(eyes, eyes + direction * spec.range, things.open);
                    let free = wall.map_or(spec.range, |wall| wall.distance);
                    let in_the_way =
                        |target: &&ShotTarget| target.agent != *agent && !(spec.over_mates && target.side == side.0);
                    let hit = first_hit(eyes, direction, free, targets.iter().filter(in_the_way));
                    let end = eyes + direction * hit.map_or(free, |(distance, ..)| distance);
                    let struck = hit.filter(|(_, target, _)| rules.0.attacks(side.0, target.side));
                    if let Some((distance, target, part)) = struck {
                        let factor = match part {
                            BodyPart::Head => spec.head_factor,
                            BodyPart::Torso => 1.0,
                            BodyPart::Legs => spec.leg_factor,
                        };
                        let amount = spec.damage * factor * spec.factor_at(distance);
                        harm.0.push(Harm { agent: target.agent, by: Some(*agent), means: part.means(), amount });
                    }
                    let hit = hit.map(|(_, target, _)| target.agent);
                    emitter.log(MatchEvent::Shot { by: *agent, from: eyes.into(), to: end.into(), hit });
                    emitter.make_noise(spec.noise, body.place, Some(*agent));
                    gun.loaded -= 1;
                    gun.shots += 1;
                    gun.until_shot += 1.0 / spec.rate.max(0.1);
                    gun.recoil = (gun.recoil + spec.recoil).min(spec.max_recoil);
                }
                Status::Running(0.0)
            }
        };
        board.gun.report(status);
    }
}

/// Begins or continues a reload.
fn reload(gun: &mut Gun, spec: &GunSpec) -> Status {
    match gun.reload_progress(spec) {
        Some(part) => Status::Running(part),
        None if gun.loaded >= spec.magazine => Status::Done,
        None if gun.reserve == 0 => Status::Failed(FailReason::Gone),
        None => {
            gun.reloading = Some(spec.reload_seconds);
            Status::Running(0.0)
        }
    }
}

/// A direction at a random angle of at most `degrees` from another, evenly spread over that cone.
fn scatter(direction: Vec3, degrees: f32, rng: &mut AgentRng) -> Vec3 {
    let angle = degrees.to_radians() * rng.0.gen_range(0.0..1.0_f32).sqrt();
    let around = rng.0.gen_range(0.0..TAU);
    let aside = direction.any_orthonormal_vector();
    let axis = Quat::from_axis_angle(direction, around) * aside;
    let (sin, cos) = ops::sin_cos(angle);
    (direction * cos + axis.cross(direction) * sin).normalize_or(direction)
}

/// The first body on a line, up to a distance: the distance in metres, the body and the part that is hit.
fn first_hit<'t>(
    from: Vec3,
    direction: Vec3,
    free: f32,
    targets: impl Iterator<Item = &'t ShotTarget>,
) -> Option<(f32, &'t ShotTarget, BodyPart)> {
    let mut first: Option<(f32, &ShotTarget, BodyPart)> = None;
    for target in targets {
        if let Some((distance, part)) = meet(from, direction, target)
            && distance <= free
            && first.is_none_or(|(known, ..)| distance < known)
        {
            first = Some((distance, target, part));
        }
    }
    first
}

/// Where a line meets a body.
fn meet(from: Vec3, direction: Vec3, target: &ShotTarget) -> Option<(f32, BodyPart)> {
    let neck = target.height * target.zones.head_from;
    let head = cylinder(from, direction, target, target.radius * target.zones.head_width, (neck, target.height));
    let rest = cylinder(from, direction, target, target.radius, (0.0, neck));
    let part = |distance: f32| {
        let height = from.y + direction.y * distance - target.place.y;
        if height <= target.height * target.zones.legs_to { BodyPart::Legs } else { BodyPart::Torso }
    };
    let head = head.map(|distance| (distance, BodyPart::Head));
    let rest = rest.map(|distance| (distance, part(distance)));
    head.into_iter().chain(rest).min_by(|a, b| a.0.total_cmp(&b.0))
}

/// The distance at which a line enters an upright cylinder around a body between two heights above its feet. `direction` has length 1.
fn cylinder(from: Vec3, direction: Vec3, target: &ShotTarget, radius: f32, (low, high): (f32, f32)) -> Option<f32> {
    let (across, off) = (flat(direction), flat(from - target.place));
    let (a, b, c) = (across.length_squared(), off.dot(across), off.length_squared() - radius * radius);
    let height = |distance: f32| from.y + direction.y * distance - target.place.y;
    // Where the line is within the circle that the cylinder stands on.
    let (enter, leave) = if a < 1e-6 {
        (0.0, if c <= 0.0 { f32::INFINITY } else { -1.0 })
    } else {
        let under = b * b - a * c;
        if under < 0.0 {
            return None;
        }
        (((-b - under.sqrt()) / a).max(0.0), (-b + under.sqrt()) / a)
    };
    if leave <= enter {
        return None;
    }
    if (low..=high).contains(&height(enter)) {
        // From inside, nothing is hit.
        return (c > 0.0).then_some(enter);
    }
    // Through the top or the bottom.
    let rim = if height(enter) > high { high } else { low };
    if direction.y.abs() < 1e-6 {
        return None;
    }
    let through = (target.place.y + rim - from.y) / direction.y;
    (through > enter && through <= leave).then_some(through)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn target() -> ShotTarget {
        let place = Vec3::new(10.0, 0.0, 0.0);
        ShotTarget {
            agent: AgentId(1),
            side: label("blue"),
            place,
            height: 1.8,
            radius: 0.3,
            zones: HitZones::default(),
        }
    }

    #[test]
    fn a_shot_hits_head_torso_or_legs_by_its_height() {
        let level = |height: f32| meet(Vec3::new(0.0, height, 0.0), Vec3::X, &target());
        assert_eq!(level(1.7).map(|(_, part)| part), Some(BodyPart::Head));
        assert_eq!(level(1.2).map(|(_, part)| part), Some(BodyPart::Torso));
        assert_eq!(level(0.4).map(|(_, part)| part), Some(BodyPart::Legs));
        assert_eq!(level(1.9), None);
        assert!((level(1.2).unwrap().0 - 9.7).abs() < 1e-4);
        assert!((level(1.7).unwrap().0 - 9.85).abs() < 1e-4, "the head is narrower");
    }

    #[test]
    fn a_shot_misses_beside_behind_and_above() {
        let along = |from: Vec3, direction: Vec3| meet(from, direction.normalize(), &target());
        assert_eq!(along(Vec3::new(0.0, 1.0, 0.5), Vec3::X), None);
        assert_eq!(along(Vec3::new(12.0, 1.0, 0.0), Vec3::X), None);
        // Over the shoulder, beside the head.
        assert_eq!(along(Vec3::new(0.0, 1.7, 0.2), Vec3::X), None);
        // From above it comes down on the shoulders.
        let (_, part) = along(Vec3::new(9.8, 4.0, 0.0), Vec3::new(0.0, -1.0, 0.001)).unwrap();
        assert_eq!(part, BodyPart::Torso);
    }

    #[test]
    fn a_magazine_is_changed_in_its_time_and_from_the_reserve() {
        let spec = GunSpec { magazine: 10, reserve: 4, reload_seconds: 1.0, ..GunSpec::default() };
        let mut gun = Gun { loaded: 3, ..Gun::new(&spec) };
        assert!(matches!(reload(&mut gun, &spec), Status::Running(_)));
        gun.pass(&spec, 0.6);
        assert!(!gun.is_ready() && matches!(reload(&mut gun, &spec), Status::Running(part) if part > 0.5));
        gun.pass(&spec, 0.6);
        assert_eq!((gun.loaded, gun.reserve, gun.is_ready()), (7, 0, true));
        assert_eq!(reload(&mut gun, &spec), Status::Failed(FailReason::Gone));
    }
}
