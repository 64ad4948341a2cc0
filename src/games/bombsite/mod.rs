//! The bomb site: attackers carry a bomb to a site and plant it; defenders prevent that, or defuse it.
//!
//! After a published simulation of two drones at a bomb site, and after Counter-Strike's rounds; `docs/bombsite.md` lists what is
//! whose.
//!
//! | file | content |
//! |---|---|
//! | `schema` | what the game adds to rules, with ranges and checks |
//! | `state` | the bomb, the plan of the attackers, the numbers of the round |
//! | `uses` | the verbs `plant` and `defuse` |
//! | `judge` | wounds and deaths, the planted bomb, the end of a round |
//! | `events` | the events of these rules |
//! | `view` | what the game adds to the window |

mod events;
mod judge;
mod schema;
mod state;
mod uses;
#[cfg(feature = "client")]
pub mod view;

use std::fmt::Debug;

use bevy::{app::prelude::*, ecs::prelude::*};
use rand::Rng;

use crate::{
    data::GameSchema,
    protocol::{Event, Label, QuantisedPoint, RngStream, Roster, Side, label, rng_for},
    simulation::{Game, MatchStart, Numbers, OutcomeSpec, ResultSpec, ScoreSpec},
    world::{Gun, Things, WorldSystems, add_uses, level::ThingKind},
};

pub use events::BombEvent;
pub use schema::{BombRules, SCHEMA};
pub use state::{Bombsite, Planted};

const fn outcome(name: &'static str, title: &'static str, count_field: &'static str) -> OutcomeSpec {
    OutcomeSpec { name, title, count_field, share_field: None }
}

const fn score(name: &'static str, title: &'static str) -> ScoreSpec {
    ScoreSpec { name, title, part_of: None, measure: None }
}

/// How results show the bomb site.
static RESULTS: ResultSpec = ResultSpec {
    outcomes: &[
        outcome("elimination_attackers", "attackers won by elimination", "eliminations_by_attackers"),
        outcome("exploded", "the bomb exploded", "explosions"),
        outcome("elimination_defenders", "defenders won by elimination", "eliminations_by_defenders"),
        outcome("defused", "the bomb was defused", "defusals"),
        outcome("time", "the time was up", "time_ups"),
    ],
    scores: &[
        score("wins.attackers", "attackers won"),
        score("planted", "bombs planted"),
        score("kills.attackers", "kills by attackers"),
        score("kills.defenders", "kills by defenders"),
        score("shots.attackers", "shots by attackers"),
        score("shots.defenders", "shots by defenders"),
    ],
    counted: &["taken"],
    contest: None,
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
            (judge::run_bomb, judge::settle_harm, judge::note_carrier, judge::announce, judge::check_end)
                .chain()
                .in_set(WorldSystems::Judge),
        );
    }

    fn begin(&self, world: &mut World, start: &MatchStart<'_>) {
        let mut chance = rng_for(start.setup.seed, RngStream::Setup);
        let built = &start.site.built;
        if let Some(mut things) = world.get_resource_mut::<Things>() {
            things.place_items(built, label("bomb"), 1, &mut chance);
        }
        let rules = schema::rules_of(start.rules).cloned().unwrap_or_default();
        let sites = rules.sites;
        let drawn: Vec<u8> = (0_u8..)
            .zip(&sites)
            .filter(|(_, site)| built.things_of(ThingKind::Stock).any(|thing| thing.name == **site))
            .map(|(index, _)| index)
            .collect();
        let mut state = Bombsite::default();
        if !drawn.is_empty() {
            state.plan = drawn[chance.gen_range(0..drawn.len())];
            state.sites = drawn.len() as u8;
        }
        let (earliest, latest) = rules.go_after;
        state.go_at = earliest + (latest - earliest).max(0.0) * chance.gen_range(0.0..1.0_f32);
        for name in ["planted", "defused", "exploded"] {
            state.count(name, 0.0);
        }
        for side in start.counts.keys() {
            for number in ["wins", "kills", "deaths"] {
                state.count(&format!("{number}.{side}"), 0.0);
            }
        }
        world.insert_resource(state);
    }

    fn numbers(&self, world: &World) -> Numbers {
        let mut numbers = world.get_resource::<Bombsite>().map(|state| state.numbers.clone()).unwrap_or_default();
        let agents = world.get_resource::<Roster>().map(|roster| roster.agents.as_slice()).unwrap_or_default();
        for agent in agents {
            if let (Some(side), Some(gun)) = (world.get::<Side>(*agent), world.get::<Gun>(*agent)) {
                *numbers.entry(label(&format!("shots.{}", side.0))).or_insert(0.0) += f64::from(gun.shots);
            }
        }
        numbers
    }

    fn results(&self) -> &'static ResultSpec {
        &RESULTS
    }

    fn count(&self, event: &Event) -> Option<&'static str> {
        matches!(event, Event::Taken { .. }).then_some("taken")
    }

    fn marker(&self, event: &Event) -> Option<(Label, QuantisedPoint)> {
        match BombEvent::read(event)? {
            BombEvent::Planted { at, .. } => Some((label("planted"), at)),
            BombEvent::Defused { at, .. } => Some((label("defused"), at)),
            BombEvent::Exploded { at } => Some((label("exploded"), at)),
            BombEvent::Killed { at, .. } => Some((label("killed"), at)),
        }
    }

    fn visit_state(&self, world: &World, agent: Option<Entity>, visit: &mut dyn FnMut(&'static str, &dyn Debug)) {
        if agent.is_none() {
            visit("Bombsite", &world.get_resource::<Bombsite>());
        }
    }
}
