//! The rounds of a match: how each begins, how it is counted, and when the next one follows.

use bevy::ecs::prelude::*;
use quarry_minds::protocol::{AgentId, Host, RngStream, Roster, Side, SimulationClock, label, rng_for};
use rand::Rng;

use super::{
    events::BombEvent,
    schema::{BombLevel, BombRules, DefenderPost, SIDES, SQUADS, rules_of},
    state::{Bombsite, RoundEnd},
};
use crate::{
    data::rules::Rules,
    simulation::{Arrival, Arrivals},
    world::{
        Announcements, EventEmitter, Gun, InPlay, MatchRules, MatchState, Noises, PendingHarm, Projectiles,
        SiteService, Things, draw_start_points,
        level::{BuiltLevel, ThingKind},
    },
};

/// The odd number by which the seeds of two rounds differ.
const NEXT_SEED: u64 = 0x9E37_79B9_7F4A_7C15;

/// Sets the state of the round with this number: the bomb lies at its place, and the attackers have seconds to set out.
pub(super) fn begin_round(
    state: &mut Bombsite,
    things: &mut Things,
    built: &BuiltLevel,
    all: &Rules,
    round: u16,
    tick: u32,
) {
    let Some(rules) = rules_of(all) else { return };
    let mut chance = rng_for(state.seed.wrapping_add(NEXT_SEED.wrapping_mul(round.into())), RngStream::Setup);
    *things = Things::started(built, &all.things);
    things.place_items(built, state.names.bomb, 1, &mut chance);
    let drawn = |site| built.things_of(ThingKind::Stock).any(|thing| thing.name == site);
    let sites: Vec<u8> =
        (0..).zip(state.names.sites).filter(|(_, site)| drawn(*site)).map(|(index, _)| index).collect();
    let level = built.game.get::<BombLevel>().cloned().unwrap_or_default();
    let hunch = chance.gen_range(0.0..1.0_f32);
    let go_after = level.go_after.unwrap_or(rules.go_after);
    let mut posts = level.posts;
    if posts.is_empty() {
        let post = |site: &u8| if *site == 0 { DefenderPost::SiteA } else { DefenderPost::SiteB };
        posts = sites.iter().map(post).collect();
    }
    let go_share = chance.gen_range(0.0..1.0_f32);
    *state = Bombsite {
        names: state.names,
        seed: state.seed,
        counts: state.counts,
        sides: state.sides,
        rounds_won: state.rounds_won,
        purses: std::mem::take(&mut state.purses),
        losses: state.losses,
        records: state.records,
        hits_felt: state.hits_felt,
        second_squad: state.second_squad,
        round,
        swapped: squad_of(rules, round, 0) == 1,
        began: tick,
        posts,
        hunch,
        go_after,
        go_share,
        ..Bombsite::default()
    };
}

/// Holds everybody in its place at the start of a round, for as long as the rules say.
pub(super) fn freeze(
    state: Res<Bombsite>,
    emitter: EventEmitter,
    mut things: ResMut<Things>,
    soldiers: Query<&AgentId, (With<InPlay>, Without<Host>)>,
) {
    let all = emitter.rules.0.clone();
    let Some(economy) = rules_of(&all).and_then(|rules| rules.economy.as_ref()) else { return };
    if state.seconds(&emitter.clock) < economy.freeze_seconds {
        let until = emitter.clock.tick + 2;
        soldiers.iter().for_each(|agent| things.held.extend_to(*agent, until));
    }
}

/// Ends the round, and the match once a squad has enough wins or the last round is over.
pub(super) fn check_end(mut state: ResMut<Bombsite>, mut of_match: ResMut<MatchState>, mut emitter: EventEmitter) {
    if state.ended.is_some() {
        return;
    }
    let Some((outcome, winner)) = outcome(&state, of_match.time_left <= 0.0) else { return };
    let all = emitter.rules.0.clone();
    let Some(rules) = rules_of(&all) else { return };
    let outcome = label(outcome);
    state.ended = Some(RoundEnd { outcome, winner, tick: emitter.clock.tick });
    state.counts.wins[winner] += 1;
    let squad = if state.swapped { 1 - winner } else { winner };
    state.rounds_won[squad] += 1;
    state.pay(winner, rules, &mut emitter);
    if rules.rounds <= 1 {
        of_match.outcome = Some(outcome);
        return;
    }
    emitter.log(BombEvent::RoundEnded { round: state.round + 1, outcome }.into());
    let most = *state.rounds_won.iter().max().unwrap_or(&0);
    if most >= rules.rounds_to_win || state.round + 1 >= rules.rounds {
        of_match.outcome = Some(label(match state.rounds_won {
            [first, second] if first > second => SQUADS[0],
            [first, second] if first < second => SQUADS[1],
            _ => "draw",
        }));
    }
}

/// Begins the next round once the break is over: everybody stands at the start again, with a full magazine and no memory of the round.
pub(super) fn next_round(
    roster: Res<Roster>,
    site: Res<SiteService>,
    clock: Res<SimulationClock>,
    rules: Res<MatchRules>,
    mut of_match: ResMut<MatchState>,
    mut announcements: ResMut<Announcements>,
    mut state: ResMut<Bombsite>,
    mut things: ResMut<Things>,
    mut noises: ResMut<Noises>,
    mut harm: ResMut<PendingHarm>,
    mut projectiles: ResMut<Projectiles>,
    mut arrivals: ResMut<Arrivals>,
    agents: Query<(&AgentId, &Side, Option<&Gun>), Without<Host>>,
    mut leaders: Query<&mut Host>,
) {
    let (Some(ended), None) = (state.ended, of_match.outcome) else { return };
    let all = &rules.0;
    let Some(rules) = rules_of(all) else { return };
    if clock.tick < ended.tick + clock.ticks(rules.break_seconds) {
        return;
    }
    for (_, side, gun) in &agents {
        if let (Some(side), Some(gun)) = (state.side_index(side.0), gun) {
            state.counts.shots[side] += gun.shots;
        }
    }
    let (was_swapped, round) = (state.swapped, state.round + 1);
    begin_round(&mut state, &mut things, &site.0.built, all, round, clock.tick);
    noises.0.clear();
    harm.0.clear();
    projectiles.all.clear();
    of_match.time_left = rules.round_seconds;
    announcements.set(state.names.planted, 0.0);
    // The new leaders enter with the soldiers; the old ones perceive nothing more.
    for mut host in &mut leaders {
        host.0 = None;
    }
    let swap = was_swapped != state.swapped;
    state.clear_purses(rules, swap);
    if swap {
        state.records = Default::default();
    }
    let mut chance = rng_for(state.seed.wrapping_add(NEXT_SEED.wrapping_mul(round.into())), RngStream::Starts);
    for (index, name) in state.names.sides.into_iter().enumerate() {
        let from = state.names.sides[if swap { 1 - index } else { index }];
        let Some(side) = all.sides.get(&name) else { continue };
        let soldiers = roster.agents.iter().filter_map(|entity| agents.get(*entity).ok());
        let soldiers: Vec<AgentId> = soldiers.filter(|(_, side, _)| side.0 == from).map(|(agent, ..)| *agent).collect();
        let starts = draw_start_points(&site.0, name, soldiers.len() as u16, &mut chance);
        announcements.set(state.names.left[index], soldiers.len() as f32);
        arrivals.0.extend(soldiers.into_iter().zip(starts).map(|(agent, start)| Arrival {
            side: name,
            kind: side.agent,
            place: start.place,
            heading: start.heading,
            again: Some(agent),
            ..Arrival::default()
        }));
    }
}

/// Which of the [`SQUADS`] plays a side, an index into [`SIDES`], in a round.
pub fn squad_of(rules: &BombRules, round: u16, side: usize) -> usize {
    let swapped = round.checked_div(rules.swap_after).is_some_and(|halves| halves % 2 == 1);
    if swapped { 1 - side } else { side }
}

/// The outcome of a round and the side that wins, an index into [`SIDES`]; `None` while it goes on.
fn outcome(state: &Bombsite, time_up: bool) -> Option<(&'static str, usize)> {
    let (attackers, defenders) = (0, 1);
    debug_assert_eq!(SIDES[attackers], "attackers");
    let gone = |side: usize| state.sides[side].alive == 0;
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
    use bevy::math::Vec3;

    use super::*;
    use crate::games::bombsite::state::{Planted, SideCount};
    use quarry_minds::protocol::ThingId;

    #[test]
    fn a_round_ends_in_one_of_five_ways() {
        let planted = Planted { thing: ThingId(1), place: Vec3::ZERO, tick: 0 };
        let with = |planted: Option<Planted>, alive: (u16, u16)| {
            let side = |alive| SideCount { alive, ..SideCount::default() };
            Bombsite { planted, sides: [side(alive.0), side(alive.1)], ..Bombsite::default() }
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

    #[test]
    fn squads_swap_sides_after_half_of_the_rounds() {
        let rules = BombRules { rounds: 12, swap_after: 6, ..BombRules::default() };
        let attackers: Vec<usize> = (0..12).map(|round| squad_of(&rules, round, 0)).collect();
        assert_eq!(attackers, [0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1]);
        assert_eq!(squad_of(&rules, 6, 1), 0);
        assert_eq!(squad_of(&BombRules::default(), 9, 0), 0, "0 means never");
    }
}
