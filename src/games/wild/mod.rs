//! The wild: animals with needs, in a valley with days, nights and seasons. The species are data: no module names one.
//!
//! After Ceberio and Soler's animals that plan by GOAP over hunger, thirst, energy and health; `docs/wild.md` lists what is theirs.
//!
//! | file | content |
//! |---|---|
//! | `schema` | what the wild adds to rules, with ranges and checks |
//! | `state` | the time, births and deaths; what an animal is besides its body |
//! | `day` | day and night, and the seasons in which stocks grow |
//! | `uses` | the verbs `eat`, `drink`, `sleep` and `mate` |
//! | `life` | growing, readiness to mate, what an animal feels and shows |
//! | `wind` | the wind, which carries smells |
//! | `territory` | who has too many of its kind around it |
//! | `kin` | which others an animal knows as its family |
//! | `breeding` | mating, gestation and birth |
//! | `death` | harm, death, carcasses, and the sense of danger |
//! | `interventions` | what a person may do to the valley |
//! | `events` | the events of these rules |
//! | `faults` | faults that only the minds of animals have |
//! | `view` | what the game adds to the window |

mod breeding;
mod day;
mod death;
mod events;
mod faults;
mod interventions;
mod kin;
mod life;
mod schema;
mod state;
mod territory;
mod uses;
#[cfg(feature = "client")]
pub mod view;
mod wind;

use std::{collections::BTreeSet, fmt::Debug};

use bevy::{app::prelude::*, ecs::prelude::*};
use quarry_minds::protocol::{Label, MatchEvent, QuantisedPoint, RngStream, label, rng_for};

use crate::{
    data::GameSchema,
    simulation::{
        Arrival, Game, InterventionSpec, MatchStart, Numbers, OutcomeSpec, ResultSpec, ScoreSpec, faults::Detector,
        retune::Intervention,
    },
    world::{Daylight, MatchState, WorldSystems, add_uses},
};

pub use events::WildEvent;
pub use schema::{SCHEMA, Species, WildRules, rules_of};
pub use state::{Animal, Wild};

/// How results show the wild.
static RESULTS: ResultSpec = ResultSpec {
    outcomes: &[
        OutcomeSpec::other("balance", "all species lived on", "balanced"),
        OutcomeSpec::other("extinction", "a species died out", "extinctions"),
        OutcomeSpec::other("empty", "nobody was left", "emptied"),
    ],
    scores: &[
        ScoreSpec::number("alive.*", "* alive"),
        ScoreSpec::number("births.*", "* born"),
        ScoreSpec::number("deaths.*", "* died"),
    ],
    counted: &["attacks", "matings"],
    contest: None,
};

/// The wild.
#[derive(Clone, Copy, Debug, Default)]
pub struct WildGame;

impl Game for WildGame {
    fn schema(&self) -> &'static GameSchema {
        &SCHEMA
    }

    fn plugin(&self, app: &mut App) {
        add_uses::<Wild>(app);
        app.add_systems(
            FixedUpdate,
            (
                (day::advance_day, wind::turn_wind).chain(),
                death::settle_harm,
                death::spread_danger,
                territory::mark_crowded,
                life::live,
                kin::update_kin,
                breeding::breed,
                breeding::call_for_mates,
                check_end,
            )
                .chain()
                .in_set(WorldSystems::Judge),
        );
    }

    fn begin(&self, world: &mut World, start: &MatchStart<'_>) {
        let rules = schema::rules_of(start.rules);
        let causes: BTreeSet<Label> = rules.iter().flat_map(|rules| rules.causes.values().copied()).collect();
        let species = rules.iter().flat_map(|rules| rules.species.keys().copied());
        let mut wild = Wild::new(species, &causes, rng_for(start.setup.seed, RngStream::Setup));
        if let Some(rules) = rules {
            wild.days = rules.day.days(0.0);
            let chance = rng_for(start.setup.seed, RngStream::Weather);
            wild.wind = Some(wind::TurningWind::new(&rules.wind, chance));
            world.insert_resource(Daylight(rules.day.light(wild.days)));
        }
        world.insert_resource(wild);
    }

    fn equip(&self, world: &mut World, agent: Entity, arrival: &Arrival) {
        breeding::equip(world, agent, arrival);
    }

    fn numbers(&self, world: &World) -> Numbers {
        world.get_resource::<Wild>().map(|wild| wild.numbers.clone()).unwrap_or_default()
    }

    fn detectors(&self) -> &'static [Detector] {
        faults::DETECTORS
    }

    fn results(&self) -> &'static ResultSpec {
        &RESULTS
    }

    fn count(&self, event: &MatchEvent) -> Option<&'static str> {
        match event {
            MatchEvent::Struck { hit: Some(_), .. } => Some("attacks"),
            _ => matches!(WildEvent::read(event)?, WildEvent::Mated { .. }).then_some("matings"),
        }
    }

    fn marker(&self, event: &MatchEvent) -> Option<(Label, QuantisedPoint)> {
        match WildEvent::read(event)? {
            WildEvent::Died { at, cause, .. } => Some((cause, at)),
            WildEvent::Born { at, .. } => Some((label("born"), at)),
            _ => None,
        }
    }

    fn interventions(&self) -> &'static [InterventionSpec] {
        interventions::INTERVENTIONS
    }

    fn intervene(&self, world: &mut World, wanted: &Intervention) -> Result<(), String> {
        interventions::intervene(world, wanted)
    }

    fn visit_state(&self, world: &World, agent: Option<Entity>, visit: &mut dyn FnMut(&'static str, &dyn Debug)) {
        match agent {
            None => visit("Wild", &world.get_resource::<Wild>()),
            Some(agent) => visit("Animal", &world.get::<Animal>(agent)),
        }
    }
}

/// The number `time_of_day` changes so many times a day.
const TIME_STEPS: f64 = 240.0;

/// Ends the match when the time is up or nobody is left.
fn check_end(mut state: ResMut<MatchState>, mut wild: ResMut<Wild>) {
    let days = f64::from(wild.days.floor());
    let day = wild.names.day;
    if wild.numbers.get(&day) != Some(&days) {
        wild.numbers.insert(day, days);
    }
    let time = (f64::from(wild.days.rem_euclid(1.0)) * TIME_STEPS).floor() / TIME_STEPS;
    let of_day = wild.names.time_of_day;
    if wild.numbers.get(&of_day) != Some(&time) {
        wild.numbers.insert(of_day, time);
    }
    if state.outcome.is_some() {
        return;
    }
    let alive: Vec<f64> =
        wild.species.values().map(|names| wild.numbers.get(&names.alive).copied().unwrap_or_default()).collect();
    let empty = alive.iter().all(|alive| *alive <= 0.0);
    if empty || state.time_left <= 0.0 {
        let all = alive.iter().all(|alive| *alive > 0.0);
        state.outcome = Some(label(if empty {
            "empty"
        } else if all {
            "balance"
        } else {
            "extinction"
        }));
    }
}
