//! The bomb site: attackers carry a bomb to a site and plant it; defenders prevent that, or defuse it.
//!
//! After a published simulation of two drones at a bomb site, and after Counter-Strike's rounds; `docs/bombsite.md` lists what is
//! whose.
//!
//! | file | content |
//! |---|---|
//! | `schema` | what the game adds to rules, with ranges and checks |
//! | `state` | the rounds, the bomb, the orders of the attackers, the numbers of the match |
//! | `beliefs` | what the squads remember of the sites from earlier rounds |
//! | `economy` | money as data: rewards, items and their prices |
//! | `buying`, `purses` | what soldiers buy, found by the planner; money and items in a match |
//! | `leaders` | which soldier leads, and who takes over |
//! | `rounds` | how rounds begin and end, and which squad plays which side |
//! | `uses` | the verbs `plant` and `defuse` |
//! | `judge` | harm and deaths, the planted bomb, what the soldiers are told |
//! | `events` | the events of these rules |
//! | `reports` | near misses, the dead and a bomb that falls, as soldiers feel them and hear of them |
//! | `faults` | faults that only the minds of soldiers have |
//! | `view` | what the game adds to the window |

mod beliefs;
mod buying;
mod economy;
mod events;
mod faults;
mod judge;
mod leaders;
mod purses;
mod reports;
mod rounds;
mod schema;
mod state;
mod uses;
#[cfg(feature = "client")]
pub mod view;

use std::fmt::Debug;

use bevy::{app::prelude::*, ecs::prelude::*};
use quarry_minds::protocol::{AgentId, Label, MatchEvent, QuantisedPoint, Roster, Side, label};

use crate::{
    data::GameSchema,
    simulation::{
        Arrival, ContestSide, Game, MatchStart, Numbers, OutcomeSpec, ResultSpec, ScoreSpec, faults::Detector,
    },
    world::{Announcements, BodyCondition, Gun, MatchRules, MatchState, Things, WorldSystems, add_uses},
};

pub use beliefs::SiteRecord;
pub use buying::{BuyChoice, Shopper, ShoppingPlan, plan as plan_purchases, problem as buying_problem};
pub use events::BombEvent;
pub use purses::Purse;
pub use schema::{BombLevel, BombRules, DefenderPost, EconomyRules, EquipmentSlot, ItemSpec, SCHEMA};
pub use state::{Bombsite, Planted, SideCount};

const fn contestant(side: &'static str, rounds_won: &'static str) -> ContestSide {
    ContestSide { side, plural: side, rounds_won: Some(rounds_won) }
}

/// How results show the bomb site.
static RESULTS: ResultSpec = ResultSpec {
    outcomes: &[
        OutcomeSpec::other("elimination_attackers", "attackers won by elimination", "eliminations_by_attackers"),
        OutcomeSpec::other("exploded", "the bomb exploded", "explosions"),
        OutcomeSpec::other("elimination_defenders", "defenders won by elimination", "eliminations_by_defenders"),
        OutcomeSpec::other("defused", "the bomb was defused", "defusals"),
        OutcomeSpec::other("time", "the time was up", "time_ups"),
        OutcomeSpec::other("orange", "the first attackers won the match", "matches_of_first_attackers"),
        OutcomeSpec::other("blue", "the first defenders won the match", "matches_of_first_defenders"),
        OutcomeSpec::other("draw", "neither squad won the match", "draws"),
    ],
    scores: &[
        ScoreSpec::number("wins.attackers", "attackers won"),
        ScoreSpec::number("planted", "bombs planted"),
        ScoreSpec::number("kills.attackers", "kills by attackers"),
        ScoreSpec::number("kills.defenders", "kills by defenders"),
        ScoreSpec::number("shots.attackers", "shots by attackers"),
        ScoreSpec::number("shots.defenders", "shots by defenders"),
    ],
    counted: &["taken"],
    contest: Some([contestant("attackers", "wins.attackers"), contestant("defenders", "wins.defenders")]),
};

/// The bomb site.
#[derive(Clone, Copy, Debug, Default)]
pub struct BombsiteGame;

impl Game for BombsiteGame {
    fn schema(&self) -> &'static GameSchema {
        &SCHEMA
    }

    fn plugin(&self, app: &mut App) {
        add_uses::<Bombsite>(app);
        app.add_systems(
            FixedUpdate,
            (
                judge::run_bomb,
                judge::settle_harm,
                reports::feel_near_misses,
                reports::tell_of_losses,
                judge::note_carrier,
                judge::announce,
                rounds::check_end,
                beliefs::remember,
                (purses::go_shopping, rounds::freeze).chain().run_if(purses::soldiers_have_money),
                leaders::appoint.run_if(leaders::squads_have_leaders),
                rounds::next_round,
            )
                .chain()
                .in_set(WorldSystems::Judge),
        );
    }

    fn begin(&self, world: &mut World, start: &MatchStart<'_>) {
        let rules = schema::rules_of(start.rules).cloned().unwrap_or_default();
        let mut state = Bombsite { seed: start.setup.seed, ..Bombsite::default() };
        state.second_squad = start.counts.get(&state.names.sides[0]).copied().unwrap_or(0);
        if let Some(mut things) = world.get_resource_mut::<Things>() {
            rounds::begin_round(&mut state, &mut things, &start.site.built, start.rules, 0, 0);
        }
        if let Some(mut of_match) = world.get_resource_mut::<MatchState>() {
            of_match.time_left = rules.round_seconds;
        }
        // Minds choose before the first count: without this they would take all enemies for dead.
        if let Some(mut announcements) = world.get_resource_mut::<Announcements>() {
            for (name, side) in state.names.left.into_iter().zip(state.names.sides) {
                announcements.set(name, start.counts.get(&side).copied().unwrap_or(0).into());
            }
        }
        world.insert_resource(state);
    }

    /// A mind decides before the first count: a defender without its post would set out for site A.
    fn equip(&self, world: &mut World, agent: Entity, arrival: &Arrival) {
        let rules = world.get_resource::<MatchRules>().map(|rules| rules.0.clone());
        let Some(rules) = rules.as_deref().and_then(schema::rules_of) else { return };
        let Some(id) = world.get::<AgentId>(agent).copied() else { return };
        world.try_resource_scope(|world, state: Mut<Bombsite>| {
            let side = state.side_index(arrival.side);
            if let (Some(side), Some(mut condition)) = (side, world.get_mut::<BodyCondition>(agent)) {
                state.brief(id, side, rules, &mut condition);
            }
        });
    }

    fn numbers(&self, world: &World) -> Numbers {
        let Some(state) = world.get_resource::<Bombsite>() else { return Numbers::default() };
        let mut shots = state.counts.shots;
        for agent in world.get_resource::<Roster>().map(|roster| roster.agents.as_slice()).unwrap_or_default() {
            let side = world.get::<Side>(*agent).and_then(|side| state.side_index(side.0));
            if let (Some(side), Some(gun)) = (side, world.get::<Gun>(*agent)) {
                shots[side] += gun.shots;
            }
        }
        let mut numbers = state.numbers();
        let rounds = world.get_resource::<MatchRules>().and_then(|rules| Some(schema::rules_of(&rules.0)?.rounds));
        numbers.insert(state.names.of_rounds, rounds.unwrap_or(1).into());
        numbers.extend(state.names.shots.into_iter().zip(shots.map(f64::from)));
        numbers
    }

    fn detectors(&self) -> &'static [Detector] {
        faults::DETECTORS
    }

    fn results(&self) -> &'static ResultSpec {
        &RESULTS
    }

    fn count(&self, event: &MatchEvent) -> Option<&'static str> {
        matches!(event, MatchEvent::Taken { .. }).then_some("taken")
    }

    fn marker(&self, event: &MatchEvent) -> Option<(Label, QuantisedPoint)> {
        match BombEvent::read(event)? {
            BombEvent::Planted { at, .. } => Some((label("planted"), at)),
            BombEvent::Defused { at, .. } => Some((label("defused"), at)),
            BombEvent::Exploded { at } => Some((label("exploded"), at)),
            BombEvent::Killed { at, .. } => Some((label("killed"), at)),
            BombEvent::RoundEnded { .. }
            | BombEvent::SquadBuys { .. }
            | BombEvent::Bought { .. }
            | BombEvent::Carries { .. }
            | BombEvent::Earned { .. } => None,
        }
    }

    fn visit_state(&self, world: &World, agent: Option<Entity>, visit: &mut dyn FnMut(&'static str, &dyn Debug)) {
        if agent.is_none() {
            visit("Bombsite", &world.get_resource::<Bombsite>());
        }
    }
}
