//! The rules of a round: wounds and deaths, the planted bomb, and the end.

use bevy::{ecs::prelude::*, math::Vec3};

use super::{
    events::BombEvent,
    schema::rules_of,
    state::{Bombsite, Planted},
};
use crate::{
    protocol::{AgentId, Blackboard, Label, Percept, Percepts, Roster, Side, Subject, ThingId, label},
    world::{
        Announcements, Body, BodyCondition, BodyKind, Departure, EventEmitter, Gauges, Hands, Harm, Hidden, InPlay,
        ItemLocation, Leaver, MatchState, PendingHarm, SiteService, StockState, ThingState, Things,
    },
};

/// Separates the numbers of felt hits from those of noises and scratch marks.
const DANGER: u32 = 0x2000_0000;

/// The components of an agent that can be hurt.
type MortalSoldier = (
    &'static Side,
    &'static BodyKind,
    &'static mut Body,
    &'static mut Hidden,
    &'static mut Hands,
    &'static mut Gauges,
    &'static mut Blackboard,
    &'static mut Percepts,
);

/// Takes harm from the health of agents, and takes those without health out of play. An agent that is hit feels where the shot came from.
pub(super) fn settle_harm(
    roster: Res<Roster>,
    site: Res<SiteService>,
    mut commands: Commands,
    mut harm: ResMut<PendingHarm>,
    mut things: ResMut<Things>,
    mut state: ResMut<Bombsite>,
    mut emitter: EventEmitter,
    mut agents: Query<MortalSoldier, With<InPlay>>,
) {
    if harm.0.is_empty() {
        return;
    }
    let all = emitter.rules.0.clone();
    let Some(rules) = rules_of(&all) else { return };
    let names = state.names;
    let mut dead: Vec<AgentId> = Vec::new();
    for Harm { agent, by, means, amount } in harm.0.drain(..) {
        let attacker = by.and_then(|by| roster.entity(by));
        let from = attacker.and_then(|entity| agents.get(entity).ok()).map(|(side, _, body, ..)| (side.0, body.place));
        let Some(entity) = roster.entity(agent).filter(|_| !dead.contains(&agent)) else { continue };
        let Ok((side, kind, mut body, mut hidden, mut hands, mut gauges, mut board, mut percepts)) =
            agents.get_mut(entity)
        else {
            continue;
        };
        gauges.add(names.health, -amount, &kind.0);
        if let Some((_, from)) = from {
            state.hits_felt = state.hits_felt.wrapping_add(1);
            let subject = Subject::Unknown(DANGER | state.hits_felt & (DANGER - 1));
            let guess = guess_of_origin(body.place, from, state.hits_felt, rules.hit_error);
            percepts.0.push(Percept::felt(names.danger, subject, guess, rules.hit_error));
        }
        if gauges.get(names.health).is_some_and(|left| left > 0.0) {
            continue;
        }
        dead.push(agent);
        let means = rules.means.get(&means).copied().unwrap_or(means);
        let mut leaver =
            Leaver { entity, agent, body: &mut body, hidden: &mut hidden, hands: &mut hands, board: &mut board };
        leaver.come_out(&site, &mut things, &mut emitter);
        leaver.drop_items(&site, &mut things, &mut emitter);
        emitter.log(BombEvent::Killed { agent, by, means, at: leaver.body.place.into() }.into());
        leaver.leave(Departure { how: label("killed"), by }, &mut commands, &mut emitter);
        if let Some(squad) = state.squad_of(side.0) {
            state.squads[squad].deaths += 1;
        }
        let killer = from.filter(|(killer, _)| *killer != side.0);
        if let Some(squad) = killer.and_then(|(killer, _)| state.squad_of(killer)) {
            state.squads[squad].kills += 1;
        }
    }
}

/// Where an agent that is hit believes the shot came from: in the right direction, but up to `error` metres too near or too far. The
/// number of the hit decides by how much, so that it is the same in every run.
fn guess_of_origin(here: Vec3, from: Vec3, number: u32, error: f32) -> Vec3 {
    let to = from - here;
    // The golden ratio spreads the shares evenly over a row of hits.
    let share = (number as f32 * 0.618_034).fract() * 2.0 - 1.0;
    here + to.normalize_or_zero() * (to.length() + share * error).max(1.0)
}

/// Lets the bomb be planted, beep and explode.
pub(super) fn run_bomb(
    roster: Res<Roster>,
    site: Res<SiteService>,
    mut harm: ResMut<PendingHarm>,
    mut things: ResMut<Things>,
    mut state: ResMut<Bombsite>,
    mut emitter: EventEmitter,
    mut agents: Query<(&AgentId, &mut Hands, &Body), With<InPlay>>,
) {
    let all = emitter.rules.0.clone();
    let Some(rules) = rules_of(&all) else { return };
    let bomb = state.names.bomb;
    let is_bomb = |things: &Things, item| things.thing(&site.0.built, item).is_some_and(|thing| thing.name == bomb);
    if let Some((by, at_site)) = state.planting.take()
        && let Some((_, mut hands, body)) = roster.entity(by).and_then(|entity| agents.get_mut(entity).ok())
        && let Some(place) = hands.carried.iter().position(|item| is_bomb(&things, *item))
    {
        let item = hands.carried.remove(place);
        if let Some(location) = things.state_mut(item) {
            *location = ThingState::Item(ItemLocation::Nowhere);
        }
        let stock = StockState { amount: 1.0, max: 1.0, regrow: 0.0 };
        let place = things.thing(&site.0.built, at_site).map_or(body.place, |thing| thing.place);
        if let Some(thing) = things.appear_stock(state.names.planted_bomb, place, stock) {
            state.planted = Some(Planted { thing, place, tick: emitter.clock.tick });
            emitter.log(BombEvent::Planted { by, thing, at: place.into() }.into());
        }
    }
    let Some(planted) = state.planted.filter(|_| !state.exploded) else { return };
    if let Some(by) = state.defused {
        if let Some(ThingState::Stock(stock)) = things.state_mut(planted.thing)
            && stock.amount > 0.0
        {
            stock.amount = 0.0;
            emitter.log(BombEvent::Defused { by, at: planted.place.into() }.into());
        }
        return;
    }
    let every = emitter.clock.ticks(rules.beep_interval).max(1);
    if (emitter.clock.tick - planted.tick).is_multiple_of(every) {
        emitter.make_noise(state.names.beep, planted.place, None);
    }
    if state.fuse_left(emitter.clock.tick, emitter.clock.rate, rules.fuse_seconds).is_some_and(|left| left <= 0.0) {
        state.exploded = true;
        emitter.log(BombEvent::Exploded { at: planted.place.into() }.into());
        for entity in &roster.agents {
            if let Ok((agent, _, body)) = agents.get(*entity)
                && body.place.distance(planted.place) <= rules.blast_radius
            {
                harm.0.push(Harm { agent: *agent, by: None, means: label("explosion"), amount: f32::MAX });
            }
        }
    }
}

/// Notes the carrier of the bomb.
pub(super) fn note_carrier(
    roster: Res<Roster>,
    site: Res<SiteService>,
    things: Res<Things>,
    mut state: ResMut<Bombsite>,
    agents: Query<(&AgentId, &Hands), With<InPlay>>,
) {
    let bomb = state.names.bomb;
    let is_bomb = |item: &ThingId| things.thing(&site.0.built, *item).is_some_and(|thing| thing.name == bomb);
    let carrier = roster.agents.iter().find_map(|entity| {
        let (agent, hands) = agents.get(*entity).ok()?;
        hands.carried.iter().any(is_bomb).then_some(*agent)
    });
    if state.carrier != carrier {
        state.carrier = carrier;
    }
}

/// Counts the soldiers that are left, tells the attackers their plan and each defender its post, shows the carrier of the bomb, and sets
/// the clock: the time to plant, then the fuse.
pub(super) fn announce(
    mut state: ResMut<Bombsite>,
    emitter: EventEmitter,
    mut announcements: ResMut<Announcements>,
    mut of_match: ResMut<MatchState>,
    mut agents: Query<(&AgentId, &Side, &mut BodyCondition), With<InPlay>>,
) {
    let Some(rules) = rules_of(&emitter.rules.0) else { return };
    let (names, clock) = (state.names, &emitter.clock);
    let yes = |is: bool| f32::from(u8::from(is));
    let mut alive = [0; 2];
    for (agent, side, mut condition) in &mut agents {
        let Some(squad) = state.squad_of(side.0) else { continue };
        alive[squad] += 1;
        if squad == 0 {
            condition.set(names.target_site, state.plan.into());
            condition.set(names.go, yes(clock.seconds() >= state.go_at));
        } else {
            // They share the sites among them.
            let post = usize::from(agent.0) % state.sites.len().max(1);
            condition.set(names.post, state.sites.get(post).copied().unwrap_or(0).into());
        }
        let carries = state.carrier == Some(*agent);
        condition.set(names.bomb, yes(carries));
        condition.state = if carries { names.carrier } else { Label::default() };
    }
    for (squad, alive) in state.squads.iter_mut().zip(alive) {
        squad.alive = alive;
    }
    let fuse = state.fuse_left(clock.tick, clock.rate, rules.fuse_seconds);
    announcements.set(names.planted, yes(state.planted.is_some()));
    of_match.time_left = fuse.unwrap_or_else(|| (rules.round_seconds - clock.seconds()).max(0.0));
}

/// Ends the round.
pub(super) fn check_end(mut state: ResMut<Bombsite>, mut of_match: ResMut<MatchState>) {
    if of_match.outcome.is_some() {
        return;
    }
    if let Some((outcome, winner)) = outcome(&state, of_match.time_left <= 0.0) {
        of_match.outcome = Some(label(outcome));
        state.winner = Some(winner);
    }
}

/// The outcome and the squad that wins; `None` while the round goes on.
fn outcome(state: &Bombsite, time_up: bool) -> Option<(&'static str, usize)> {
    let (attackers, defenders) = (0, 1);
    let gone = |squad: usize| state.squads[squad].alive == 0;
    if state.exploded {
        Some(("exploded", attackers))
    } else if state.defused.is_some() {
        Some(("defused", defenders))
    } else if gone(defenders) {
        Some(("elimination_attackers", attackers))
    } else if state.planted.is_some() {
        // A planted bomb outlives the attackers and the time to plant.
        None
    } else if gone(attackers) {
        Some(("elimination_defenders", defenders))
    } else {
        time_up.then_some(("time", defenders))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::bombsite::{schema::SIDES, state::Squad};

    #[test]
    fn a_soldier_that_is_hit_knows_the_direction_and_guesses_the_distance() {
        let (here, from) = (Vec3::new(2.0, 0.0, 3.0), Vec3::new(2.0, 0.0, 23.0));
        let guesses: Vec<Vec3> = (1..=50).map(|number| guess_of_origin(here, from, number, 5.0)).collect();
        assert!(guesses.iter().all(|guess| guess.x == 2.0 && (18.0..=28.0).contains(&guess.z)), "{guesses:?}");
        let (near, far) = (guesses.iter().any(|guess| guess.z < 19.5), guesses.iter().any(|guess| guess.z > 26.5));
        assert!(near && far, "{guesses:?}");
        assert_eq!(guess_of_origin(here, here, 3, 5.0), here);
    }

    #[test]
    fn a_round_ends_in_one_of_five_ways() {
        let planted = Planted { thing: ThingId(1), place: Vec3::ZERO, tick: 0 };
        let with = |planted: Option<Planted>, alive: (u16, u16)| {
            let squad = |alive| Squad { alive, ..Squad::default() };
            Bombsite { planted, squads: [squad(alive.0), squad(alive.1)], ..Bombsite::default() }
        };
        let end = |state: &Bombsite, time_up: bool| outcome(state, time_up).map(|(how, winner)| (how, SIDES[winner]));
        let (none, bomb) = (|alive| with(None, alive), |alive| with(Some(planted), alive));
        assert_eq!(end(&none((3, 3)), false), None);
        assert_eq!(end(&none((3, 3)), true), Some(("time", "defenders")));
        assert_eq!(end(&bomb((3, 3)), true), None, "a planted bomb stops the clock");
        assert_eq!(end(&none((0, 3)), false), Some(("elimination_defenders", "defenders")));
        assert_eq!(end(&bomb((0, 3)), false), None, "it must still be defused");
        assert_eq!(end(&bomb((3, 0)), false), Some(("elimination_attackers", "attackers")));
        assert_eq!(end(&Bombsite { exploded: true, ..bomb((0, 3)) }, false), Some(("exploded", "attackers")));
        assert_eq!(end(&Bombsite { defused: Some(AgentId(3)), ..bomb((3, 3)) }, false), Some(("defused", "defenders")));
    }
}
