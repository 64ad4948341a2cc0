//! The hunt: hunters catch the hunted, who collect keys, open an exit and escape.
//!
//! | file | content |
//! |---|---|
//! | `schema` | what the hunt adds to rules and levels, with ranges and checks |
//! | `scaling` | how the rules change with the numbers of players |
//! | `state` | keys (`count_keys`), exit, caught and escaped; the names and numbers of the hunt; what is announced to everybody |
//! | `uses` | the verbs `unlock` and `search`, and what a taken key counts for (what the taker believes: `world/interact/` of the engine) |
//! | `captivity` | agents that are held in cells, and freed |
//! | `wounds` | wounds that heal in hiding |
//! | `judge` | catches, with what the caught lose; escapes, and the end of a match |
//! | `director` | tension, hunches and lulls, for rules that ask for them |
//! | `level_hints` | what a level lacks for the hunted to have a chance |
//! | `events` | the events of these rules; that something is taken or dropped is an event of the engine |
//! | `faults` | faults that only the minds of the hunt have |
//! | `view` | what the game adds to the window |

mod captivity;
mod director;
mod events;
mod faults;
mod judge;
mod level_hints;
mod scaling;
mod schema;
mod state;
mod uses;
#[cfg(feature = "client")]
pub mod view;
mod wounds;

use std::{collections::BTreeMap, fmt::Debug, sync::Arc};

use bevy::{app::prelude::*, ecs::prelude::*};
use quarry_minds::protocol::{Label, MatchEvent, QuantisedPoint, RngStream, label, rng_for};

use crate::{
    data::{GameSchema, rules::Rules},
    simulation::{
        Arrival, ContestSide, Game, MatchStart, Numbers, OutcomeSpec, ResultSpec, ScoreSpec, faults::Detector,
    },
    world::{Things, WorldSystems, add_uses, level::ThingKind},
};

pub use director::Director;
pub use events::HuntEvent;
pub use scaling::TeamNumbers;
pub use schema::{
    CaptivityRules, DirectorRules, HuntLevel, HuntRules, HuntSide, SCHEMA, ScalingRules, TeamFactor, TensionWeights,
    WoundRules,
};
pub use state::HuntState;
pub use wounds::Wounds;

/// How results show the hunt.
static RESULTS: ResultSpec = ResultSpec {
    outcomes: &[
        OutcomeSpec::won("hunters", "hunters won", "hunters_won", "hunters_share"),
        OutcomeSpec::won("hunted", "hunted won", "hunted_won", "hunted_share"),
        OutcomeSpec::other("draw", "draws", "draws"),
    ],
    scores: &[
        ScoreSpec { name: "caught", title: "caught", part_of: Some("hunted"), measure: None },
        ScoreSpec {
            name: "escaped",
            title: "escaped",
            part_of: Some("hunted"),
            measure: Some(("escape_rate", "escape rate")),
        },
    ],
    counted: &["melee", "projectile", "taken"],
    contest: Some([
        ContestSide { side: "hunter", plural: "hunters", rounds_won: None },
        ContestSide { side: "hunted", plural: "hunted", rounds_won: None },
    ]),
};

/// The hunt.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hunt;

impl Game for Hunt {
    fn schema(&self) -> &'static GameSchema {
        &SCHEMA
    }

    fn plugin(&self, app: &mut App) {
        add_uses::<HuntState>(app);
        app.add_systems(
            FixedUpdate,
            (
                wounds::heal,
                judge::resolve_hits,
                captivity::keep_captives,
                captivity::release_captives,
                judge::resolve_escapes,
                wounds::update_conditions,
                judge::check_match_end,
                state::announce,
                director::direct,
            )
                .chain()
                .in_set(WorldSystems::Judge),
        );
    }

    fn begin(&self, world: &mut World, start: &MatchStart<'_>) {
        let rules = schema::rules_of(start.rules);
        let numbers = TeamNumbers::count(rules, &start.counts);
        let built = &start.site.built;
        let places = built.things_of(ThingKind::Item).filter(|thing| thing.name == "key").count();
        let level = built.game.get::<HuntLevel>().copied().unwrap_or_default();
        let (keys_needed, keys) = schema::keys_for(&level, places, rules, numbers);
        let mut chance = rng_for(start.setup.seed, RngStream::Setup);
        if let Some(mut things) = world.get_resource_mut::<Things>() {
            things.place_items(&start.site.built, label("key"), keys, &mut chance);
        }
        let state = HuntState::new(keys_needed, numbers);
        state.announce_to(world);
        world.insert_resource(state);
        world.remove_resource::<Director>();
        if rules.director.is_some() {
            world.insert_resource(Director::new(start.setup.seed));
        }
    }

    fn rules_for(&self, rules: &Arc<Rules>, counts: &BTreeMap<Label, u16>) -> Arc<Rules> {
        scaling::scaled(rules, counts)
    }

    fn equip(&self, world: &mut World, agent: Entity, _arrival: &Arrival) {
        world.entity_mut(agent).insert(Wounds::default());
    }

    fn numbers(&self, world: &World) -> Numbers {
        let mut numbers = world.get_resource::<HuntState>().map(HuntState::numbers).unwrap_or_default();
        numbers.extend(world.get_resource::<Director>().into_iter().flat_map(Director::numbers));
        numbers
    }

    fn detectors(&self) -> &'static [Detector] {
        faults::DETECTORS
    }

    fn results(&self) -> &'static ResultSpec {
        &RESULTS
    }

    fn count(&self, event: &MatchEvent) -> Option<&'static str> {
        match event {
            MatchEvent::Taken { .. } => Some("taken"),
            _ => match HuntEvent::read(event)? {
                HuntEvent::Caught { means, .. } if means == "melee" => Some("melee"),
                HuntEvent::Caught { .. } => Some("projectile"),
                _ => None,
            },
        }
    }

    fn marker(&self, event: &MatchEvent) -> Option<(Label, QuantisedPoint)> {
        match event {
            MatchEvent::Dropped { at, .. } => Some((label("dropped"), *at)),
            _ => match HuntEvent::read(event)? {
                HuntEvent::Caught { at, .. } => Some((label("caught"), at)),
                _ => None,
            },
        }
    }

    fn visit_state(&self, world: &World, agent: Option<Entity>, visit: &mut dyn FnMut(&'static str, &dyn Debug)) {
        match agent {
            None => {
                visit("HuntState", &world.get_resource::<HuntState>());
                if let Some(director) = world.get_resource::<Director>() {
                    visit("Director", director);
                }
            }
            Some(agent) => visit("Wounds", &world.get::<Wounds>(agent)),
        }
    }
}
