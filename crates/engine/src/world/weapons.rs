//! Weapons: blows with wind-up, reach and recovery; throws with wind-up, cooldown and ammunition.

use bevy::{
    ecs::prelude::*,
    math::{Vec2, Vec3},
};
use quarry_minds::protocol::{
    AgentId, Aim, Blackboard, FailReason, Label, MatchEvent, Roster, Side, Status, StrikeRequest, ThingId, ThrowRequest,
};

use super::{
    Body, BodyKind, Hands, Harm, Hidden, InPlay, PendingHarm, Projectile, Projectiles, SiteService, Things,
    WeaponPhase, WeaponState,
    geometry::{flat, flat_distance, heading_of, wrap_angle},
    level::{BuiltLevel, DoorSet},
    noise::EventEmitter,
    sight::SightWorld,
};
use crate::data::{
    body::{BodySpec, StrikeSpec},
    rules::{ProjectileSpec, Rules},
};

/// How far beyond its reach a blow may begin, in metres, since the attacker keeps running.
const MAX_LUNGE: f32 = 1.5;
/// The largest height difference of a blow, in metres.
const BLOW_HEIGHT: f32 = 1.2;

type Fighter = (
    &'static AgentId,
    &'static Side,
    &'static BodyKind,
    &'static Body,
    &'static Hidden,
    &'static mut Hands,
    &'static mut WeaponState,
    &'static mut Blackboard,
);

/// A possible target of a blow.
#[derive(Clone, Copy, Debug)]
pub(super) struct MeleeTarget {
    agent: AgentId,
    side: Label,
    chest: Vec3,
    place: Vec3,
}

/// Continues attacks, and begins the requested ones.
pub(super) fn fight(
    roster: Res<Roster>,
    site: Res<SiteService>,
    mut things: ResMut<Things>,
    mut targets: Local<Vec<MeleeTarget>>,
    mut projectiles: ResMut<Projectiles>,
    mut harm: ResMut<PendingHarm>,
    mut emitter: EventEmitter,
    mut fighters: Query<Fighter, With<InPlay>>,
) {
    targets.clear();
    for entity in &roster.agents {
        if let Ok((agent, side, kind, body, hidden, ..)) = fighters.get(*entity)
            && hidden.0.is_none()
        {
            let chest = body.place + Vec3::Y * (body.height(&kind.0) * 0.65);
            targets.push(MeleeTarget { agent: *agent, side: side.0, chest, place: body.place });
        }
    }
    let dt = emitter.clock.dt();
    for entity in &roster.agents {
        let Ok((agent, side, kind, body, hidden, mut hands, mut arms, mut board)) = fighters.get_mut(*entity) else {
            continue;
        };
        for (_, seconds) in &mut arms.cooldowns {
            *seconds = (*seconds - dt).max(0.0);
        }
        let spec = &*kind.0;
        // Who is held fast strikes nobody.
        let held = things.hold(*agent, emitter.clock.tick);
        arms.phase = match arms.phase {
            WeaponPhase::Striking(_, serial) if held => {
                report(&mut board, serial, Status::Failed(FailReason::Missed), true);
                WeaponPhase::Ready
            }
            WeaponPhase::Ready => WeaponPhase::Ready,
            WeaponPhase::Recovering(left) if left > dt => WeaponPhase::Recovering(left - dt),
            WeaponPhase::Recovering(_) => WeaponPhase::Ready,
            WeaponPhase::Striking(left, serial) if left > dt => {
                let whole = spec.strike(arms.blow).map_or(1.0, |(_, strike)| strike.wind_up).max(dt);
                report(&mut board, serial, Status::Running(1.0 - left / whole), true);
                WeaponPhase::Striking(left - dt, serial)
            }
            WeaponPhase::Striking(_, serial) => {
                let (means, strike) = spec.strike(arms.blow).unwrap_or_default();
                let intended = board.strike.request().and_then(|request| request.target);
                let blow = Blow { by: *agent, side: side.0, body, spec, strike: &strike, intended };
                let hit = blow.find(&targets, &emitter.rules.0, &site.0.sight, things.open);
                let kind = emitter.names.strike;
                emitter.make_noise(kind, body.place, Some(*agent));
                emitter.log(MatchEvent::Struck { by: *agent, hit });
                if let Some(hit) = hit {
                    harm.0.push(Harm { agent: hit, by: Some(*agent), means, amount: strike.damage });
                }
                let status = if hit.is_some() { Status::Done } else { Status::Failed(FailReason::Missed) };
                report(&mut board, serial, status, true);
                WeaponPhase::Recovering(if hit.is_some() { strike.recovery } else { strike.miss_recovery })
            }
            WeaponPhase::Throwing(left, serial) if left > dt => WeaponPhase::Throwing(left - dt, serial),
            WeaponPhase::Throwing(_, serial) => {
                let request = board.throw.request().copied().filter(|_| board.throw.serial() == serial);
                let spec_of = |what: Label| emitter.rules.0.projectiles.get(&what).copied();
                let level = &site.0.built;
                let thrown = request.filter(|request| take_item(request.what, spec, &mut hands, &mut things, level));
                if let Some((request, projectile)) = thrown.and_then(|r| Some((r, spec_of(r.what)?))) {
                    let flies = Flight { by: *agent, request, serial };
                    release(flies, body, spec, &projectile, &mut arms, &mut projectiles, &mut emitter);
                    // A throw that is to hit is done when it has hit, and one that leaves something when that is there.
                    if !projectile.counts_as_hit && projectile.leaves.is_none() {
                        report(&mut board, serial, Status::Done, false);
                    }
                } else {
                    report(&mut board, serial, Status::Failed(FailReason::Refused), false);
                }
                WeaponPhase::Ready
            }
        };
        if !held {
            begin_strike(body, spec, hidden, &mut arms, &mut board, &targets);
        } else if board.strike.active().is_some() {
            board.strike.report(Status::Failed(FailReason::NotReady));
        }
        let has_item = |what: Label| item_for(what, spec, &hands, &things, &site.0.built).is_some();
        begin_throw(spec, hidden, has_item, &mut arms, &mut board);
    }
}

fn report(board: &mut Blackboard, serial: u32, status: Status, strike: bool) {
    if strike && board.strike.serial() == serial {
        board.strike.report(status);
    } else if !strike && board.throw.serial() == serial {
        board.throw.report(status);
    }
}

/// Begins a requested blow if the weapon is ready.
fn begin_strike(
    body: &Body,
    spec: &BodySpec,
    hidden: &Hidden,
    arms: &mut WeaponState,
    board: &mut Blackboard,
    targets: &[MeleeTarget],
) {
    let serial = board.strike.serial();
    let busy = matches!(arms.phase, WeaponPhase::Striking(_, at) | WeaponPhase::Throwing(_, at) if at == serial);
    if let Some(request) = board.strike.active().copied()
        && !busy
    {
        match check_strike(body, spec, hidden, arms, request, targets) {
            Ok((blow, strike)) => {
                arms.phase = WeaponPhase::Striking(strike.wind_up, board.strike.serial());
                arms.blow = blow;
                board.strike.report(Status::Running(0.0));
            }
            Err(reason) => board.strike.report(Status::Failed(reason)),
        }
    }
}

/// Begins a requested throw if the weapon is ready and what it takes is at hand.
fn begin_throw(
    spec: &BodySpec,
    hidden: &Hidden,
    has_item: impl Fn(Label) -> bool,
    arms: &mut WeaponState,
    board: &mut Blackboard,
) {
    // One that runs without an arm busy with it is in flight.
    if let Some(request) = board.throw.active().copied()
        && board.throw.status() == Status::Posted
    {
        let throw = spec.throws.get(&request.what).filter(|_| hidden.0.is_none() && has_item(request.what));
        let ready = arms.ready() && arms.cooldown(request.what).is_some_and(|seconds| seconds <= 0.0);
        match throw {
            None => board.throw.report(Status::Failed(FailReason::Refused)),
            Some(_) if !ready => board.throw.report(Status::Failed(FailReason::NotReady)),
            Some(throw) => {
                arms.phase = WeaponPhase::Throwing(throw.wind_up, board.throw.serial());
                board.throw.report(Status::Running(0.0));
            }
        }
    }
}

/// What a throw of a projectile takes: nothing (`Some(None)`), or an item that the agent carries. `None` if it carries none.
fn item_for(
    what: Label,
    spec: &BodySpec,
    hands: &Hands,
    things: &Things,
    level: &BuiltLevel,
) -> Option<Option<ThingId>> {
    let kind = spec.throws.get(&what).and_then(|throw| throw.item);
    kind.map_or(Some(None), |kind| things.carried(&hands.carried, kind, level).map(Some))
}

/// Uses up the item that a throw takes. Returns whether the agent still carries one, or it takes none.
fn take_item(what: Label, spec: &BodySpec, hands: &mut Hands, things: &mut Things, level: &BuiltLevel) -> bool {
    let Some(item) = item_for(what, spec, hands, things, level) else { return false };
    if let Some(item) = item {
        things.use_up(item, hands);
    }
    true
}

fn check_strike(
    body: &Body,
    spec: &BodySpec,
    hidden: &Hidden,
    arms: &WeaponState,
    request: StrikeRequest,
    targets: &[MeleeTarget],
) -> Result<(Label, StrikeSpec), FailReason> {
    let (blow, strike) = spec.strike(request.with).ok_or(FailReason::Refused)?;
    if hidden.0.is_some() {
        return Err(FailReason::Refused);
    }
    if !arms.ready() {
        return Err(FailReason::NotReady);
    }
    if let Some(wanted) = request.target {
        let target = targets.iter().find(|target| target.agent == wanted).ok_or(FailReason::Gone)?;
        if flat_distance(target.place, body.place) > strike.reach + MAX_LUNGE {
            return Err(FailReason::OutOfReach);
        }
    }
    Ok((blow, strike))
}

/// A blow at the moment it lands.
struct Blow<'a> {
    by: AgentId,
    side: Label,
    body: &'a Body,
    spec: &'a BodySpec,
    strike: &'a StrikeSpec,
    intended: Option<AgentId>,
}

impl Blow<'_> {
    /// The agent that the blow hits: the intended target if it is within reach and arc, otherwise the nearest such
    /// agent.
    fn find(&self, targets: &[MeleeTarget], rules: &Rules, sight: &SightWorld, open: DoorSet) -> Option<AgentId> {
        let chest = self.body.place + Vec3::Y * (self.body.height(self.spec) * 0.65);
        targets
            .iter()
            .filter(|target| target.agent != self.by && rules.attacks(self.side, target.side))
            .filter_map(|target| {
                let to = target.place - self.body.place;
                let distance = flat(to).length();
                let off = wrap_angle(heading_of(to) - self.body.heading).abs();
                let within = distance <= self.strike.reach
                    && to.y.abs() <= BLOW_HEIGHT
                    && (off <= self.strike.arc.to_radians() || distance < self.spec.radius)
                    && sight.is_clear(chest, target.chest, open);
                within.then_some((Some(target.agent) != self.intended, distance, target.agent))
            })
            .min_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)).then(a.2.cmp(&b.2)))
            .map(|(_, _, agent)| agent)
    }
}

/// A projectile that is released: who throws it, and by which request.
struct Flight {
    by: AgentId,
    request: ThrowRequest,
    serial: u32,
}

/// Releases a projectile.
fn release(
    Flight { by, request, serial }: Flight,
    body: &Body,
    spec: &BodySpec,
    projectile: &ProjectileSpec,
    arms: &mut WeaponState,
    projectiles: &mut Projectiles,
    emitter: &mut EventEmitter,
) {
    let eyes = body.eye_position(spec);
    let direction = match request.aim {
        Aim::Direction(direction) => direction.normalize_or(body.gaze_direction()),
        Aim::Place(place) => launch_direction(eyes, place, projectile).normalize_or(body.gaze_direction()),
    };
    if let Some(throw) = spec.throws.get(&request.what) {
        if let Some((_, seconds)) = arms.cooldowns.iter_mut().find(|(name, _)| *name == request.what) {
            *seconds = throw.cooldown;
        }
        if let Some((_, left)) = arms.ammo.iter_mut().find(|(name, _)| *name == request.what) {
            *left = left.saturating_sub(1);
        }
    }
    projectiles.all.push(Projectile {
        number: projectiles.thrown,
        what: request.what,
        by,
        serial,
        place: eyes,
        velocity: direction * projectile.speed,
        age: 0.0,
    });
    projectiles.thrown += 1;
    emitter.log(MatchEvent::Thrown { by, what: request.what, at: eyes.into() });
    if projectile.counts_as_hit {
        let kind = emitter.names.cast;
        emitter.make_noise(kind, body.place, Some(by));
    }
}

/// The direction in which a projectile lands at a place: the flatter of the two trajectories, or 45 degrees upwards if
/// the place is out of range.
fn launch_direction(from: Vec3, to: Vec3, projectile: &ProjectileSpec) -> Vec3 {
    let offset = to - from;
    let (speed, gravity) = (projectile.speed, projectile.gravity);
    let across = Vec2::new(offset.x, offset.z);
    let distance = across.length();
    if gravity <= 0.0 || distance < 1e-3 {
        return offset;
    }
    // tan = (v^2 - sqrt(v^4 - g (g d^2 + 2 h v^2))) / (g d): the projectile equation solved for the angle.
    let square = speed * speed;
    let under = square * square - gravity * (gravity * distance * distance + 2.0 * offset.y * square);
    let slope = if under >= 0.0 { (square - under.sqrt()) / (gravity * distance) } else { 1.0 };
    let along = across / distance;
    Vec3::new(along.x, slope, along.y)
}
