//! The soldiers without a mind: they fight whatever the side knows of within reach, and otherwise follow their group.

use bevy::{ecs::prelude::*, math::Vec3};
use quarry_minds::{
    Mind,
    protocol::{AgentId, Blackboard, Gait, GoRequest, GunRequest, LookRequest, SimulationClock},
};

use super::{
    army::{ArmyTask, main_square},
    catalogue::ProductId,
    groups::gathers,
    schema::{CommanderRules, rules_of},
    state::{Commander, SideState, Sighting},
    units::{Census, CensusEntry, Combatant},
};
use crate::world::{Body, BodyKind, Gun, InPlay, MatchRules, SiteService, Things};

/// An enemy unit that was not seen for this long is not shot at, in seconds.
const FRESH: f32 = 0.6;
/// A gun is fired when the eyes are within this angle of the target's middle, as a cosine.
const AIMED: f32 = 0.998;
/// Soldiers choose their targets on every so many ticks.
const CHOOSE_EVERY: u32 = 4;
/// How far a target is followed, in reaches.
const LEASH: f32 = 1.4;
/// How near a soldier goes to an enemy in range that something hides, in metres: there is room for several.
const ROUND_CORNER: f32 = 1.8;
/// The share of its range to which a soldier closes in.
const CLOSE_IN: f32 = 0.85;
/// The distance from the middle of a plot to where one walks beside it, at most, in metres.
const PLOT_EDGE: f32 = 3.0;

/// A soldier that withdraws or gathers fights again within this distance of its goal, in metres.
const WITHDRAWN: f32 = 20.0;

type CombatantQuery =
    (&'static AgentId, &'static Body, &'static BodyKind, &'static mut Combatant, &'static mut Blackboard);

/// Lets the soldiers without a mind fight and move.
pub(super) fn command_soldiers(
    clock: Res<SimulationClock>,
    rules: Res<MatchRules>,
    site: Res<SiteService>,
    things: Res<Things>,
    census: Res<Census>,
    state: Res<Commander>,
    targets: Query<(&Body, &BodyKind), With<InPlay>>,
    mut soldiers: Query<CombatantQuery, (With<InPlay>, With<Gun>, Without<Mind>)>,
) {
    let Some(of_game) = rules_of(&rules.0) else { return };
    let fresh = clock.ticks(FRESH);
    let is_seen = |known: &Sighting| clock.tick.saturating_sub(known.seen) <= fresh;
    // What stands where it stood need not be in sight to be turned to.
    let is_fresh = |known: &Sighting| is_seen(known) || state.is_building(known.product);
    for entry in &census.all {
        let Ok((agent, body, kind, mut soldier, mut board)) = soldiers.get_mut(entry.entity) else { continue };
        let side = &state.sides[entry.side];
        let Some(gun) = &kind.0.gun else { continue };
        let lost = soldier.target.is_some_and(|target| !side.known.get(&target).is_some_and(is_fresh));
        if lost || (clock.tick + u32::from(agent.0)).is_multiple_of(CHOOSE_EVERY) {
            let reach = gun.range.max(of_game.chase_radius);
            // A target that steps back over the edge of the reach is followed: else the soldier would turn to and fro.
            let follows = |target: &AgentId| {
                let known = side.known.get(target).filter(|known| is_fresh(known));
                known.is_some_and(|known| known.place.distance(body.place) <= reach * LEASH)
            };
            let near = choose_target(&state, side, body.place, gun.range, reach, is_fresh);
            soldier.target = near.or(soldier.target.filter(follows));
        }
        let scouts = side.scout.is_some_and(|(scout, _)| scout == *agent);
        let target = soldier
            .target
            .filter(|_| !scouts && !passes_by(&state, entry, body.place))
            .and_then(|target| Some((target, *side.known.get(&target)?)));
        let Some((target, known)) = target else {
            board.gun.clear();
            board.look.clear();
            go(&mut board, &state, side, entry, body, of_game);
            continue;
        };
        let at = census.get(target).and_then(|entry| targets.get(entry.entity).ok());
        let size = at.map_or((1.0, 0.3), |(body, kind)| (body.height(&kind.0), kind.0.radius));
        let is_clear = |from: Vec3, to: Vec3| is_seen(&known) && site.0.sight.is_clear(from, to, things.open);
        fight(&mut board, &state, body.eye_position(&kind.0), body.gaze_direction(), gun.range, &known, size, is_clear);
    }
}

/// Fires at an enemy of this height and radius, or walks up to it: also to a building that is out of sight, which may be gone.
fn fight(
    board: &mut Blackboard,
    state: &Commander,
    eyes: Vec3,
    gaze: Vec3,
    range: f32,
    known: &Sighting,
    (height, radius): (f32, f32),
    is_clear: impl Fn(Vec3, Vec3) -> bool,
) {
    // Where its middle is believed to be: what is seen now is where it is.
    let middle = known.place + Vec3::Y * height * 0.5;
    let distance = eyes.distance(middle) - radius;
    let edge = eyes + (middle - eyes) * (1.0 - radius / eyes.distance(middle).max(radius));
    board.look.post(LookRequest::At(middle));
    if distance <= range && is_clear(eyes, edge) {
        board.go.post(GoRequest::Stay { gait: Gait::Run });
        if gaze.dot((middle - eyes).normalize_or_zero()) >= AIMED {
            board.gun.post(GunRequest::Fire);
        } else {
            board.gun.clear();
        }
        return;
    }
    board.gun.clear();
    // The middle of a building cannot be walked to, only the edge of its plot.
    let edge = if state.is_building(known.product) { radius - PLOT_EDGE } else { radius };
    let within = if distance <= range { ROUND_CORNER } else { (range * CLOSE_IN + edge).max(0.5) };
    board.go.post(GoRequest::To { place: approach(state, known.place), within, gait: Gait::Run });
}

/// The enemy to attack: soldiers before workers before buildings, of each the nearest; `None` if none is within reach.
fn choose_target(
    state: &Commander,
    side: &SideState,
    place: Vec3,
    range: f32,
    reach: f32,
    is_fresh: impl Fn(&Sighting) -> bool,
) -> Option<AgentId> {
    let rank = |product: ProductId| match state.is_soldier(product) {
        true => 0.0,
        false => range,
    };
    let near = side.known.iter().filter(|(_, known)| is_fresh(known)).filter_map(|(agent, known)| {
        let distance = known.place.distance(place);
        (distance <= reach).then_some((distance + rank(known.product), *agent))
    });
    near.min_by(|(a, one), (b, other)| a.total_cmp(b).then(one.cmp(other))).map(|(_, agent)| agent)
}

/// Where to walk in order to get to a place: beside the building, if there is one.
pub(super) fn approach(state: &Commander, place: Vec3) -> Vec3 {
    state.map.plot_at(place).and_then(|plot| state.map.plots.get(plot)).map_or(place, |plot| plot.door)
}

/// Where a soldier belongs: where the mission of the main group is, or with the reserve.
pub(super) fn station(state: &Commander, side: usize, soldier: AgentId) -> Vec3 {
    let of_side = &state.sides[side];
    let mission = of_side.mission;
    if !of_side.main.contains(&soldier) {
        of_side.defends.unwrap_or(main_square(state, side))
    } else if mission.task == ArmyTask::Attack && !mission.set_out {
        main_square(state, side)
    } else {
        mission.place
    }
}

/// Whether a soldier does not stop for enemies on its way: it withdraws, or joins the others at home until they are strong enough.
pub(super) fn passes_by(state: &Commander, soldier: &CensusEntry, place: Vec3) -> bool {
    let side = &state.sides[soldier.side];
    let goal = station(state, soldier.side, soldier.agent);
    let withdraws = side.mission.task == ArmyTask::Go && side.main.contains(&soldier.agent);
    let gathers = gathers(state, soldier.side) && side.defends == Some(goal);
    (withdraws || gathers) && goal.distance(place) > WITHDRAWN
}

/// Follows the mission of its group, or scouts.
pub(super) fn go(
    board: &mut Blackboard,
    state: &Commander,
    side: &SideState,
    entry: &CensusEntry,
    body: &Body,
    of_game: &CommanderRules,
) {
    let scout = side.scout.filter(|(agent, _)| *agent == entry.agent);
    let (place, within) = match scout {
        Some((_, place)) => (place, 2.0),
        None => (station(state, entry.side, entry.agent), of_game.gather_radius * 0.6),
    };
    let place = approach(state, place);
    if body.place.distance(place) <= within + 0.5 {
        board.go.clear();
    } else {
        board.go.post(GoRequest::To { place, within, gait: Gait::Run });
    }
}
