//! The sensors of a side. The enemy sensor remembers which enemies its units have seen, and where; the unit sensor counts its own. Both
//! tell the strategist, whose mind knows nothing else.

use bevy::{ecs::prelude::*, math::Vec3};
use quarry_minds::{
    Mind,
    protocol::{AgentId, Host, Label, Percept, Percepts, Roster, SignOrigin, SimulationClock, Subject, label},
};

use super::{
    army::{ArmyTask, main_square},
    beliefs::{balance, odds, unseen_seconds},
    catalogue::{ProductId, ProductKind},
    groups::{HIT_LATELY, Home, centre_of, odds_of_main},
    map::{Base, MineralField},
    ordered_goals::most_dangerous,
    production::Works,
    schema::{CommanderRules, rules_of},
    soldiers::{approach, station},
    state::{Commander, Sighting},
    units::{Building, Census, Combatant, Unit},
};
use crate::{
    data::declare::labels,
    world::{BodyCondition, Gauges, InPlay, MatchRules},
};

/// The strategist is told of bases, staff and the balance of forces on every so many ticks.
const TELL_EVERY: u32 = 15;
/// A unit that stands within this distance of the square of a base sees whether an enemy is there, in metres.
const BASE_SIGHT: f32 = 14.0;
/// A building that was not seen for this long although a unit stands beside it is gone, in seconds.
const GONE_AFTER: f32 = 2.0;
/// The same for the distance, in metres.
const GONE_NEAR: f32 = 8.0;
/// The most single buildings of the enemy of which a strategist is told at a time.
const MOST_TOLD: usize = 8;
/// The odds of an even fight.
const EVEN: f32 = 0.5;
/// An enemy within this distance of a base is at the base, in metres.
const AT_BASE: f32 = 24.0;

/// Takes in what the units of each side have seen in this tick, and forgets what is out of date.
pub(super) fn sense_enemies(
    clock: Res<SimulationClock>,
    rules: Res<MatchRules>,
    census: Res<Census>,
    mut state: ResMut<Commander>,
    agents: Query<&Percepts, (With<InPlay>, With<Unit>)>,
) {
    let Some(of_game) = rules_of(&rules.0) else { return };
    let Some(catalogue) = state.catalogue.clone() else { return };
    let state = &mut *state;
    let tick = clock.tick;
    for entry in &census.all {
        let Ok(percepts) = agents.get(entry.entity) else { continue };
        let [red, blue] = &mut state.sides;
        let (side, enemy) = if entry.side == 0 { (red, &*blue) } else { (blue, &*red) };
        for percept in &percepts.0 {
            if percept.kind == state.names.enemy
                && let Subject::Agent(agent) = percept.subject
                && let Some(product) = catalogue.product(percept.state)
            {
                side.known.insert(agent, Sighting { product, place: percept.place, seen: tick });
                // Upgrades show on a unit.
                let shows = |upgrade: &&ProductId| catalogue.get(**upgrade).improves.contains_key(&product);
                side.known_upgrades.extend(enemy.upgrades.iter().filter(shows));
                if catalogue.get(product).kind == ProductKind::Unit && product != catalogue.numbers.worker {
                    side.believe(agent, product, tick);
                }
            }
        }
    }
    let soon = tick.is_multiple_of(clock.rate.max(2) / 2);
    for side in 0..2 {
        let own: Vec<Vec3> = if soon { census.of_side(side).map(|entry| entry.place).collect() } else { Vec::new() };
        let (forget, gone) = (clock.ticks(of_game.forget_seconds), clock.ticks(GONE_AFTER));
        let moves = |product: ProductId| catalogue.get(product).kind == ProductKind::Unit;
        let of_side = &mut state.sides[side];
        let believe = clock.ticks(of_game.believe_seconds);
        of_side.believed.retain(|_, (_, seen)| tick.saturating_sub(*seen) <= believe);
        of_side.known.retain(|_, known| {
            let age = tick.saturating_sub(known.seen);
            let near = || own.iter().any(|at| at.distance(known.place) <= GONE_NEAR);
            !(moves(known.product) && age > forget || age > gone && soon && near())
        });
        of_side.seen.resize(state.map.lookouts.len(), None);
        if soon {
            for (place, seen) in state.map.lookouts.iter().zip(&mut of_side.seen) {
                if own.iter().any(|at| at.distance(*place) <= BASE_SIGHT) {
                    *seen = Some(tick);
                }
            }
        }
    }
}

/// What a side believes of a base.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BaseBelief {
    /// The side has a command post there.
    Ours,
    /// An enemy building is known there.
    Theirs,
    /// It was seen, and nobody is known there.
    Free,
    /// It was never seen.
    Unscouted,
}

/// What a side believes of a base, and the strength of the enemies that it knows there.
pub fn belief_of(state: &Commander, side: usize, base: usize, ours: bool) -> (BaseBelief, f32) {
    let at = state.map.bases[base].square;
    let near = || state.sides[side].known.values().filter(|known| known.place.distance(at) <= AT_BASE);
    let strength = near().filter(|known| state.is_soldier(known.product)).map(|known| state.worth(known.product)).sum();
    let building = |known: &Sighting| state.is_building(known.product);
    let belief = if ours {
        BaseBelief::Ours
    } else if near().any(building) {
        BaseBelief::Theirs
    } else if state.sides[side].seen.get(base).is_some_and(Option::is_some) {
        BaseBelief::Free
    } else {
        BaseBelief::Unscouted
    };
    (belief, strength)
}

/// The last tick in which a side saw anything of a base: its square, or an enemy there.
pub(super) fn last_seen(state: &Commander, side: usize, base: usize) -> Option<u32> {
    let at = state.map.bases[base].square;
    let of_side = &state.sides[side];
    let enemies = of_side.known.values().filter(|known| known.place.distance(at) <= AT_BASE).map(|known| known.seen);
    enemies.chain(of_side.seen.get(base).copied().flatten()).max()
}

/// Tells the strategists of a base when something of it was seen, or what they believe of it has changed: what nobody has looked at for
/// long grows old in their memory.
pub(super) fn tell_bases(
    clock: Res<SimulationClock>,
    roster: Res<Roster>,
    mut state: ResMut<Commander>,
    works: Works,
    mut minds: Query<&mut Percepts, (With<InPlay>, With<Host>)>,
) {
    for side in 0..2 {
        let strategist = state.sides[side].staff.strategist.and_then(|agent| roster.entity(agent));
        let Some(mut percepts) = strategist.and_then(|strategist| minds.get_mut(strategist).ok()) else { continue };
        for index in 0..state.map.bases.len() {
            let ours = works.has_post(&state, side, index);
            let (belief, strength) = belief_of(&state, side, index, ours);
            let told = state.sides[side].told.get(index).copied().flatten();
            let seen = last_seen(&state, side, index);
            let news = told.is_none_or(|(known, tick)| {
                known != belief || clock.tick >= tick + TELL_EVERY && (ours || seen.is_some_and(|seen| seen > tick))
            });
            if !news {
                continue;
            }
            let word = match belief {
                BaseBelief::Ours => state.names.ours,
                BaseBelief::Theirs => state.names.theirs,
                BaseBelief::Free => state.names.free,
                BaseBelief::Unscouted => state.names.unscouted,
            };
            let base = &state.map.bases[index];
            let felt = Percept::felt(state.names.base_site, Subject::Thing(base.thing), base.square, 0.0);
            percepts.0.push(Percept { state: word, amount: strength, ..felt });
            let bases = state.map.bases.len();
            let told = &mut state.sides[side].told;
            told.resize(bases, None);
            told[index] = Some((belief, clock.tick));
        }
    }
}

labels! {
    /// The readings of a strategist. It has another one for each product.
    pub(super) struct ReadingLabels {
        army_odds, bases, enemy_at_home, enemy_buildings, enemy_strength, fields, gas, minerals, odds, opening, own_at_home, soldiers, strength, supply_left,
        uncountered, unseen, workers,
    }
}

/// Tells the strategists: numbers as readings of the building that is their host, staff and single enemy buildings as percepts.
pub(super) fn tell_strategists(
    clock: Res<SimulationClock>,
    rules: Res<MatchRules>,
    roster: Res<Roster>,
    labels: Local<ReadingLabels>,
    mut units: Local<Vec<Label>>,
    state: Res<Commander>,
    works: Works,
    mut hosts: Query<&mut BodyCondition, (With<InPlay>, With<Gauges>)>,
    mut minds: Query<(&Host, &mut Percepts), With<InPlay>>,
) {
    let (Some(catalogue), Some(of_game)) = (state.catalogue.clone(), rules_of(&rules.0)) else { return };
    if units.is_empty() {
        *units = catalogue.products.iter().map(|product| label(&format!("own_{}", product.name))).collect();
    }
    for side in 0..2 {
        let Some(strategist) = state.sides[side].staff.strategist.and_then(|agent| roster.entity(agent)) else {
            continue;
        };
        let Ok((host, mut percepts)) = minds.get_mut(strategist) else { continue };
        let Some(host) = host.0.and_then(|host| roster.entity(host)) else { continue };
        if let Ok(mut condition) = hosts.get_mut(host) {
            tell_numbers(&state, &works, side, &labels, of_game, &mut condition);
            if is_turn(&clock, side) {
                tell_balance(&state, &works.census, side, &labels, of_game, &clock, &mut condition);
            }
            let faction = state.faction(side);
            for (id, name) in catalogue.product_ids().zip(units.iter()) {
                // What its faction makes instead counts as what it costs.
                let made = catalogue.made_by(faction, id);
                let share = if made == id { 1.0 } else { state.worth(made) / state.worth(id).max(0.1) };
                condition.set(*name, f32::from(works.census.standing(side, made)) * share);
            }
        }
        if is_turn(&clock, side) {
            tell_staff_and_enemies(&state, &works.census, side, &clock, &mut percepts);
        }
    }
}

/// Whether a side finds out in this tick what takes time: the balance of forces, and what is told to a strategist. At the beginning in every tick:
/// without its staff a strategist orders nothing.
pub(super) fn is_turn(clock: &SimulationClock, side: usize) -> bool {
    clock.tick <= TELL_EVERY || (clock.tick + side as u32).is_multiple_of(TELL_EVERY)
}

/// Writes the numbers of a side into the readings of its strategist.
fn tell_numbers(
    state: &Commander,
    works: &Works,
    side: usize,
    labels: &ReadingLabels,
    of_game: &CommanderRules,
    condition: &mut BodyCondition,
) {
    let Some(catalogue) = &state.catalogue else { return };
    let of_side = &state.sides[side];
    let (used, given) = works.supply(side, catalogue);
    let held: Vec<&Base> = (0..)
        .zip(&state.map.bases)
        .filter(|(base, _)| works.has_post(state, side, *base))
        .map(|(_, base)| base)
        .collect();
    let at_home = Home::of(state, &works.census, side, of_game);
    let own: Vec<_> = works.census.soldiers(state, side).collect();
    let enemies = || of_side.known.values().filter(|known| state.is_soldier(known.product));
    let sum = |products: &mut dyn Iterator<Item = ProductId>| products.map(|product| state.worth(product)).sum::<f32>();
    let standing = |id: ProductId| works.census.standing(side, id);
    let buildings = of_side.known.values().filter(|known| catalogue.get(known.product).kind != ProductKind::Unit);
    let left = |field: &&MineralField| !state.exhausted.contains(&field.thing);
    let fields = held.iter().flat_map(|base| &base.fields).filter(left).count();
    condition.set(labels.minerals, of_side.minerals as f32);
    condition.set(labels.gas, of_side.gas as f32);
    condition.set(labels.supply_left, f32::from(given.saturating_sub(used)));
    condition.set(labels.workers, f32::from(standing(catalogue.numbers.worker)));
    condition.set(labels.bases, held.len() as f32);
    condition.set(labels.fields, fields as f32);
    condition.set(labels.strength, sum(&mut own.iter().map(|entry| entry.product)));
    condition.set(labels.soldiers, own.len() as f32);
    condition.set(labels.enemy_strength, sum(&mut enemies().map(|known| known.product)));
    condition.set(labels.enemy_buildings, buildings.count() as f32);
    condition.set(labels.enemy_at_home, at_home.enemies(state, 0));
    condition.set(labels.own_at_home, at_home.soldiers(state, &works.census));
    condition.set(labels.opening, of_side.opening);
}

/// Writes what a side believes of the balance of forces into the readings of its strategist.
fn tell_balance(
    state: &Commander,
    census: &Census,
    side: usize,
    labels: &ReadingLabels,
    of_game: &CommanderRules,
    clock: &SimulationClock,
    condition: &mut BodyCondition,
) {
    let (own, enemy) = balance(state, census, side, of_game);
    let odds = odds(own, enemy);
    // What holds the enemy well enough needs no counter.
    let standing = |id: ProductId| census.standing(side, id);
    let open = most_dangerous(state, side, of_game.counter_from, &standing).filter(|_| odds < EVEN);
    condition.set(labels.uncountered, open.map_or(0.0, |(_, number)| f32::from(number)));
    condition.set(labels.odds, odds);
    condition.set(labels.army_odds, odds_of_main(state, census, side, clock));
    condition.set(labels.unseen, unseen_seconds(state, side, clock));
}

/// Tells a strategist of its staff, of buildings of the enemy away from all bases, and of where its side is hit.
fn tell_staff_and_enemies(
    state: &Commander,
    census: &Census,
    side: usize,
    clock: &SimulationClock,
    percepts: &mut Percepts,
) {
    let of_side = &state.sides[side];
    let astray = of_side.known.iter().filter(|(_, known)| {
        state.is_building(known.product)
            && state.map.bases.iter().all(|base| base.square.distance(known.place) > AT_BASE)
    });
    for (agent, known) in astray.take(MOST_TOLD) {
        let felt = Percept::felt(label("enemy_building"), Subject::Agent(*agent), known.place, 0.0);
        percepts.0.push(Percept { state: state.names.theirs, ..felt });
    }
    let staff = [of_side.staff.build_planner, of_side.staff.army, of_side.staff.scouts];
    for (agent, name) in staff.into_iter().zip(state.names.staff) {
        let Some(agent) = agent else { continue };
        let place =
            if name == state.names.staff[1] { middle_of_army(state, census, side) } else { main_square(state, side) };
        percepts.0.push(Percept::felt(name, Subject::Agent(agent), place, 0.0));
    }
    // Where to defend.
    if let Some((tick, place)) = of_side.hit
        && clock.seconds_at(clock.tick.saturating_sub(tick)) <= HIT_LATELY
    {
        let subject = Subject::sign(SignOrigin::Game, side as u32);
        percepts.0.push(Percept::felt(label("under_attack"), subject, place, 2.0));
    }
}

/// Where most soldiers of a side are; the square of its main base without soldiers.
pub(super) fn middle_of_army(state: &Commander, census: &Census, side: usize) -> Vec3 {
    let soldiers: Vec<Vec3> = census.soldiers(state, side).map(|entry| entry.place).collect();
    if soldiers.is_empty() { main_square(state, side) } else { centre_of(&soldiers) }
}

/// Gives the staff of each side a host: its first building that stands.
pub(super) fn find_hosts(
    roster: Res<Roster>,
    state: Res<Commander>,
    census: Res<Census>,
    buildings: Query<&Building>,
    mut staff: Query<&mut Host>,
) {
    for side in 0..2 {
        let of_side = state.sides[side].staff;
        let first = census.of_side(side).find(|entry| !entry.unfinished && buildings.contains(entry.entity));
        let host = first.map(|entry| entry.agent);
        let all = [of_side.strategist, of_side.build_planner, of_side.army, of_side.scouts];
        for agent in all.into_iter().flatten() {
            let Some(mut known) = roster.entity(agent).and_then(|entity| staff.get_mut(entity).ok()) else { continue };
            let stands = |agent: AgentId| census.get(agent).is_some();
            if !known.0.is_some_and(stands) && known.0 != host {
                known.0 = host;
            }
        }
    }
}

/// Tells soldiers with a mind what the army is to do: the fact `mission`, with the state `attack`, `hold`, `go` or `rest`, and its place.
pub(super) fn tell_soldiers(
    clock: Res<SimulationClock>,
    state: Res<Commander>,
    words: Local<MissionWords>,
    mut soldiers: Query<(&AgentId, &Unit, &mut Percepts), (With<InPlay>, With<Combatant>, With<Mind>)>,
) {
    if !clock.tick.is_multiple_of(TELL_EVERY) {
        return;
    }
    for (agent, unit, mut percepts) in &mut soldiers {
        let of_side = &state.sides[unit.side];
        let place = approach(&state, station(&state, unit.side, *agent));
        let word = match of_side.mission.task {
            _ if !of_side.main.contains(agent) => words.rest,
            ArmyTask::Attack => words.attack,
            ArmyTask::Hold => words.hold,
            ArmyTask::Go => words.go,
            ArmyTask::Rest => words.rest,
        };
        let army = of_side.staff.army.unwrap_or(AgentId(0));
        let told = Percept::felt(words.mission, Subject::Agent(army), place, 0.0);
        percepts.0.push(Percept { state: word, ..told });
    }
}

labels! {
    /// The words of [`tell_soldiers`].
    pub(super) struct MissionWords {
        mission, attack, hold, go, rest,
    }
}
