//! The groups of an army. The main group carries out the mission. Soldiers made meanwhile are the reserve: they gather at home, defend it,
//! and join the main group together.

use bevy::math::Vec3;
use quarry_minds::protocol::{AgentId, SimulationClock};

use super::{
    army::{ArmyTask, Mission, home},
    beliefs::{counted, odds, strength_against},
    schema::CommanderRules,
    state::Commander,
    units::Census,
};

/// A place within this distance of the main base's square is at home, in metres.
const AT_HOME: f32 = 30.0;
/// A side defends where it was hit within so many seconds.
pub(super) const HIT_LATELY: f32 = 10.0;
/// Soldiers and enemies within this distance of the centre of the main group fight there, in metres.
const TOGETHER: f32 = 22.0;
/// The soldiers at home go to where a base is hit if the enemies known there are worth no more than this share of them.
const DARES: f32 = 1.5;
/// The reserve stays while enemies that are worth more than this are known at home.
const INTRUDERS: f32 = 2.0;
/// Enemies that were seen within so many seconds count.
const SEEN_LATELY: f32 = 8.0;

/// Begins a mission: whatever the reserve did, all take part in what is new.
pub(super) fn begin_mission(state: &mut Commander, census: &Census, side: usize, mission: Mission) {
    let all: Vec<AgentId> = census.soldiers(state, side).map(|entry| entry.agent).collect();
    state.sides[side].mission = mission;
    state.sides[side].main.extend(all);
}

/// Assigns each soldier of a side to a group. Without a mission all are the reserve. Before an army sets out, and whenever its mission is at
/// home, all belong to the main group; otherwise the reserve joins once it is worth its share of the main group and nothing keeps it at home.
pub(super) fn muster(
    state: &mut Commander,
    census: &Census,
    side: usize,
    of_game: &CommanderRules,
    clock: &SimulationClock,
) {
    let mission = state.sides[side].mission;
    if mission.task == ArmyTask::Rest {
        state.sides[side].main.clear();
        return;
    }
    let all: Vec<(AgentId, f32)> =
        census.soldiers(state, side).map(|entry| (entry.agent, state.worth(entry.product))).collect();
    let is_away = mission.set_out && !is_at_home(state, census, side, mission.goal);
    let since = clock.tick.saturating_sub(clock.ticks(SEEN_LATELY));
    let is_needed = state.soldiers_known_near(side, home(state, side), AT_HOME, since) > INTRUDERS;
    let main = &mut state.sides[side].main;
    main.retain(|agent| census.get(*agent).is_some());
    let worth = |in_main: bool| -> f32 {
        all.iter().filter(|(agent, _)| main.contains(agent) == in_main).map(|(_, worth)| worth).sum()
    };
    let joins = worth(false) >= of_game.join_least.max(of_game.join_share * worth(true));
    if !is_away || joins && !is_needed {
        main.extend(all.iter().map(|(agent, _)| *agent));
    }
}

/// The places of the soldiers of the main group.
pub(super) fn main_group(state: &Commander, census: &Census, side: usize) -> Vec<Vec3> {
    let main = &state.sides[side].main;
    census.soldiers(state, side).filter(|entry| main.contains(&entry.agent)).map(|entry| entry.place).collect()
}

/// Where most soldiers are: the place of the one with the most others around it. Their mean would lie where nobody is while some catch up.
pub(super) fn centre_of(soldiers: &[Vec3]) -> Vec3 {
    let near = |at: &Vec3| soldiers.iter().filter(|other| other.distance_squared(*at) <= TOGETHER * TOGETHER).count();
    soldiers.iter().rev().max_by_key(|at| near(at)).copied().unwrap_or_default()
}

/// Where the reserve stands: where its side was hit lately, if that is at home and the soldiers there are strong enough; or else
/// at the square of the main base.
pub(super) fn reserve_place(state: &Commander, census: &Census, side: usize, clock: &SimulationClock) -> Vec3 {
    let lately = |tick: u32| clock.seconds_at(clock.tick.saturating_sub(tick)) <= HIT_LATELY;
    let hit = state.sides[side].hit.filter(|(tick, _)| lately(*tick)).map(|(_, place)| place);
    let hit = hit.filter(|hit| is_at_home(state, census, side, *hit));
    let since = clock.tick.saturating_sub(clock.ticks(SEEN_LATELY));
    let dares = |hit: &Vec3| {
        let soldiers = census.soldiers(state, side).filter(|entry| is_at_home(state, census, side, entry.place));
        let own: f32 = soldiers.map(|entry| state.worth(entry.product)).sum();
        state.soldiers_known_near(side, *hit, TOGETHER, since) <= own * DARES
    };
    hit.filter(dares).unwrap_or_else(|| home(state, side))
}

/// Whether a place is at the main base of a side or another one of its bases.
pub(super) fn is_at_home(state: &Commander, census: &Census, side: usize, place: Vec3) -> bool {
    let posts = (0..state.map.bases.len()).filter(|base| census.has_post(&state.map, side, *base));
    let squares = posts.map(|base| state.map.bases[base].square).chain([home(state, side)]);
    squares.into_iter().any(|square| square.distance(place) <= AT_HOME)
}

/// The odds of the main group where most of it is: what it is worth there against the enemies seen there lately. 1 without a main group.
pub(super) fn odds_of_main(state: &Commander, census: &Census, side: usize, clock: &SimulationClock) -> f32 {
    let soldiers = main_group(state, census, side);
    if soldiers.is_empty() {
        return 1.0;
    }
    let Some(catalogue) = &state.catalogue else { return 1.0 };
    let centre = centre_of(&soldiers);
    let near = |place: Vec3| place.distance(centre) <= TOGETHER;
    let main = &state.sides[side].main;
    let own = census.soldiers(state, side).filter(|entry| main.contains(&entry.agent) && near(entry.place));
    let own = own.map(|entry| entry.product);
    let since = clock.tick.saturating_sub(clock.ticks(SEEN_LATELY));
    let enemies = state.sides[side].known.values().filter(|known| known.seen >= since && near(known.place));
    let enemies = enemies.map(|known| known.product).filter(|product| state.is_soldier(*product));
    let (own, enemy) = (counted(catalogue, own), counted(catalogue, enemies));
    odds(strength_against(state, &own, &enemy), strength_against(state, &enemy, &own))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_centre_of_a_stretched_group_is_where_most_of_it_is() {
        let front = (0..6).map(|step| Vec3::new(step as f32, 0.0, 0.0));
        let behind = (0..5).map(|step| Vec3::new(60.0 + 30.0 * step as f32, 0.0, 0.0));
        let soldiers: Vec<Vec3> = front.chain(behind).collect();
        assert!(centre_of(&soldiers).x <= 5.0, "{}", centre_of(&soldiers));
        assert_eq!(centre_of(&[]), Vec3::ZERO);
    }
}
