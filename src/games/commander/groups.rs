//! The groups of an army. The main group carries out the mission. Soldiers made meanwhile are the reserve: they gather at home, defend it,
//! and join the main group together.

use bevy::math::Vec3;
use quarry_minds::protocol::{AgentId, SimulationClock};

use super::{
    army::{ArmyTask, Mission, main_square},
    beliefs::{counted, odds, strength_against},
    schema::CommanderRules,
    state::Commander,
    units::Census,
};

/// A side defends where it was hit within so many seconds.
pub(super) const HIT_LATELY: f32 = 10.0;
/// Soldiers and enemies within this distance of the centre of the main group fight there, in metres.
const TOGETHER: f32 = 22.0;
/// Enemies that were seen within so many seconds count.
const SEEN_LATELY: f32 = 8.0;

/// Where a side is at home: around the squares of its bases.
pub(super) struct Home {
    /// The index of the side.
    pub side: usize,
    squares: Vec<Vec3>,
    radius: f32,
}

impl Home {
    pub fn of(state: &Commander, census: &Census, side: usize, of_game: &CommanderRules) -> Self {
        let posts = (0..state.map.bases.len()).filter(|base| census.has_post(&state.map, side, *base));
        let squares = posts.map(|base| state.map.bases[base].square).chain([main_square(state, side)]).collect();
        Self { side, squares, radius: of_game.home_radius }
    }

    pub fn contains(&self, place: Vec3) -> bool {
        self.squares.iter().any(|square| square.distance(place) <= self.radius)
    }

    /// What the enemies that fight are worth that it has seen here since a tick.
    pub fn enemies(&self, state: &Commander, since: u32) -> f32 {
        state.soldiers_known(self.side, since, |place| self.contains(place))
    }

    /// What its soldiers are worth that are here.
    pub fn soldiers(&self, state: &Commander, census: &Census) -> f32 {
        let here = census.soldiers(state, self.side).filter(|entry| self.contains(entry.place));
        here.map(|entry| state.worth(entry.product)).sum()
    }
}

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
    at_home: &Home,
    of_game: &CommanderRules,
    clock: &SimulationClock,
) {
    let side = at_home.side;
    let mission = state.sides[side].mission;
    if mission.task == ArmyTask::Rest {
        state.sides[side].main.clear();
        return;
    }
    let all: Vec<(AgentId, f32)> =
        census.soldiers(state, side).map(|entry| (entry.agent, state.worth(entry.product))).collect();
    let is_away = mission.set_out && !at_home.contains(mission.goal);
    let main = &mut state.sides[side].main;
    main.retain(|agent| census.get(*agent).is_some());
    let worth = |in_main: bool| -> f32 {
        all.iter().filter(|(agent, _)| main.contains(agent) == in_main).map(|(_, worth)| worth).sum()
    };
    let joins = worth(false) >= of_game.join_least.max(of_game.join_share * worth(true));
    let since = clock.tick.saturating_sub(clock.ticks(SEEN_LATELY));
    if !is_away || joins && at_home.enemies(state, since) <= of_game.intruders {
        state.sides[side].main.extend(all.iter().map(|(agent, _)| *agent));
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

/// Where the soldiers at home stand while a side is hit there: where it was hit, if they are strong enough, or else at the square of the main
/// base until more are made. `None` while nothing at home is hit.
pub(super) fn defended_place(
    state: &Commander,
    census: &Census,
    at_home: &Home,
    of_game: &CommanderRules,
    clock: &SimulationClock,
) -> Option<Vec3> {
    let of_side = &state.sides[at_home.side];
    let lately = |tick: u32| clock.seconds_at(clock.tick.saturating_sub(tick)) <= HIT_LATELY;
    let (_, hit) = of_side.hit.filter(|(tick, place)| lately(*tick) && at_home.contains(*place))?;
    let defends_already = of_side.defends.is_some() && !gathers(state, at_home.side);
    let most = if defends_already { of_game.persists } else { of_game.dares };
    let since = clock.tick.saturating_sub(clock.ticks(SEEN_LATELY));
    let enemies = state.soldiers_known_near(at_home.side, hit, TOGETHER, since);
    Some(if enemies <= at_home.soldiers(state, census) * most { hit } else { main_square(state, at_home.side) })
}

/// Whether the soldiers at home gather at the square of the main base, because they are too weak for where the side is hit.
pub(super) fn gathers(state: &Commander, side: usize) -> bool {
    state.sides[side].defends == Some(main_square(state, side))
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
    let of_side = &state.sides[side];
    let own = counted(catalogue, own, &of_side.upgrades);
    let enemy = counted(catalogue, enemies, &of_side.known_upgrades);
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
