//! The commander: two sides with an economy. A strategist, a mind without a body, orders what a build-order planner then makes, and where
//! the army fights. After StarPlanner (Peikidis 2010), a commander for StarCraft; `docs/commander.md` says what is whose.
//!
//! | folder or file | content |
//! |---|---|
//! | `catalogue` | what can be had, what it costs, what makes it: data, read and checked |
//! | `economy` | a forward model of one side's economy, in milliseconds |
//! | `build_order` | from a goal ("at least 12 riflemen") to a plan, and from a plan to a schedule |
//! | `schema`, `checks` | what the game adds to rules and levels, and what may be wrong with it |
//! | `state`, `map` | what each side has and knows; bases and plots |
//! | `units` | components of units and buildings, and the census of a tick |
//! | `sensors` | what a side knows of its enemy, and what its strategist is told |
//! | `seat`, `switches` | what a person may do: give orders by hand, switch recipes off |
//! | `trial`, `stock` | build orders outside of a match or from a moment of one; what a side has, for the model |
//! | `builds` | the build-order planner of a side: orders, plans, and how they are carried out |
//! | `ordered_goals` | what an order to the build-order planner demands |
//! | `production`, `managers`, `spending`, `workers` | how things are paid for and made, who works where, what is bought of the rest, and the work itself |
//! | `army`, `groups`, `soldiers` | orders to the army and the scouts; main group and reserve; how soldiers march and fight |
//! | `support` | units that heal |
//! | `beliefs` | the balance of forces as a side believes it |
//! | `script` | the scripted commander |
//! | `judge`, `events` | harm and the end of a match; what is logged |

pub mod army;
pub mod beliefs;
pub mod build_order;
pub mod builds;
pub mod catalogue;
mod checks;
pub mod economy;
mod events;
mod faults;
mod groups;
pub mod judge;
mod managers;
pub mod map;
mod names;
pub mod ordered_goals;
mod production;
pub mod schema;
mod script;
pub mod seat;
pub mod sensors;
mod soldiers;
mod spending;
pub mod state;
pub mod stock;
mod support;
pub mod switches;
pub mod trial;
pub mod units;
#[cfg(feature = "client")]
pub mod view;
mod workers;

use std::{fmt::Debug, sync::Arc};

use bevy::{app::prelude::*, ecs::prelude::*};
use quarry_minds::{
    MindSystems,
    protocol::{
        AgentId, Label, MatchEvent, QuantisedPoint, RngStream, SimulationSystems, TerrainService, label, rng_for,
    },
};
use rand::Rng;

use crate::{
    data::{GameSchema, GameSection, rules::Rules},
    simulation::{
        Arrival, Arrivals, BuildAnswer, BuildRequest, ContestSide, Game, InterventionSpec, MatchStart, Numbers,
        OutcomeSpec, ResultSpec, ScoreSpec, faults::Detector, retune::Intervention,
    },
    world::WorldSystems,
};

pub use events::CommanderEvent;
pub use schema::{CommanderLevel, CommanderRules, SCHEMA, SIDES};
pub use state::{Commander, Sighting};

/// How results show the commander.
static RESULTS: ResultSpec = ResultSpec {
    outcomes: &[
        OutcomeSpec::won("red", "red won", "red_won", "red_share"),
        OutcomeSpec::won("blue", "blue won", "blue_won", "blue_share"),
        OutcomeSpec::other("draw", "draw", "draws"),
    ],
    scores: &[
        ScoreSpec::number("mined.red", "minerals mined by red"),
        ScoreSpec::number("mined.blue", "minerals mined by blue"),
        ScoreSpec::number("trained.red", "soldiers of red"),
        ScoreSpec::number("trained.blue", "soldiers of blue"),
    ],
    counted: &["lost"],
    contest: Some([
        ContestSide { side: "red", plural: "red", rounds_won: None },
        ContestSide { side: "blue", plural: "blue", rounds_won: None },
    ]),
};

/// The commander.
#[derive(Clone, Copy, Debug, Default)]
pub struct CommanderGame;

impl Game for CommanderGame {
    fn schema(&self) -> &'static GameSchema {
        &SCHEMA
    }

    fn plugin(&self, app: &mut App) {
        app.init_resource::<Commander>().init_resource::<units::Census>();
        app.add_systems(
            FixedUpdate,
            (units::take_census, sensors::sense_enemies)
                .chain()
                .in_set(SimulationSystems::Remember)
                .before(MindSystems::Remember),
        );
        app.add_systems(
            FixedUpdate,
            (
                builds::plan_builds,
                script::follow_scripts,
                managers::manage,
                army::receive_orders,
                workers::work,
                soldiers::command_soldiers,
                support::heal,
            )
                .chain()
                .in_set(SimulationSystems::Decide)
                .after(MindSystems::Decide)
                .before(MindSystems::Forget),
        );
        app.add_systems(
            FixedUpdate,
            (
                judge::settle_harm,
                production::advance_production,
                sensors::find_hosts,
                sensors::tell_bases,
                sensors::tell_strategists,
                sensors::tell_soldiers,
                judge::check_end,
            )
                .chain()
                .in_set(WorldSystems::Judge),
        );
    }

    fn begin(&self, world: &mut World, start: &MatchStart<'_>) {
        let mut state = Commander::default();
        let catalogue = schema::catalogue_of(start.rules).cloned();
        if let Some(terrain) = world.get_resource::<TerrainService>() {
            state.map = map::CommanderMap::new(&start.site.built, &*terrain.0);
        }
        if let Some(catalogue) = &catalogue {
            let products = catalogue.products.len();
            let mut chance = rng_for(start.setup.seed, RngStream::Setup);
            for side in &mut state.sides {
                side.opening = chance.gen_range(0.0..1.0);
                (side.minerals, side.gas) = (catalogue.numbers.minerals, catalogue.numbers.gas);
                // As in the model of the economy: refineries are full unless a build order says otherwise.
                side.gas_workers = u16::MAX;
                side.counts.built = vec![0; products];
                side.counts.lost = vec![0; products];
                side.counts.witnessed = vec![0; products];
                side.seen = vec![None; state.map.lookouts.len()];
            }
            for (side, name) in state.sides.iter_mut().zip(SIDES) {
                let scripts = schema::rules_of(start.rules).and_then(|rules| rules.scripts.get(&label(name)));
                side.style = chance.gen_range(0..scripts.map_or(1, Vec::len).max(1));
            }
            // Where a side begins is drawn: small differences in who moves first grow over a match.
            if chance.gen_bool(0.5) {
                state.map.exchange_sides();
            }
        }
        state.catalogue = catalogue;
        if let Some(rules) = schema::rules_of(start.rules) {
            state.agents = SIDES.map(|side| rules.agents.get(&label(side)).cloned().unwrap_or_default());
            for (side, name) in state.sides.iter_mut().zip(SIDES) {
                let wanted = rules.factions.get(&label(name));
                let factions = state.catalogue.iter().flat_map(|catalogue| &catalogue.factions);
                side.faction = factions.map(|faction| faction.name).position(|name| Some(&name) == wanted);
            }
        }
        let arrivals = first_arrivals(&state, start);
        if let Some(mut all) = world.get_resource_mut::<Arrivals>() {
            all.0.extend(arrivals);
        }
        world.insert_resource(state);
        world.insert_resource(units::Census::default());
    }

    fn equip(&self, world: &mut World, agent: Entity, arrival: &Arrival) {
        units::equip(world, agent, arrival);
    }

    fn numbers(&self, world: &World) -> Numbers {
        let Some(state) = world.get_resource::<Commander>() else { return Numbers::default() };
        let mut numbers = state.numbers();
        if let Some(census) = world.get_resource::<units::Census>() {
            for (side, name) in SIDES.into_iter().enumerate() {
                numbers.insert(label(&format!("score.{name}")), judge::score(state, census, side).round());
                let worker = state.catalogue.as_ref().map(|catalogue| catalogue.numbers.worker);
                let workers = worker.map_or(0, |worker| census.standing(side, worker));
                numbers.insert(label(&format!("workers.{name}")), workers.into());
                let soldiers = census.soldiers(state, side).count();
                numbers.insert(label(&format!("soldiers.{name}")), soldiers as f64);
                let building = |entity| world.get::<units::Building>(entity).copied();
                let supply = |catalogue: &Arc<_>| census.supply(side, catalogue, building);
                let (used, given) = state.catalogue.as_ref().map_or((0, 0), supply);
                numbers.insert(label(&format!("supply.{name}")), used.into());
                numbers.insert(label(&format!("supply_limit.{name}")), given.into());
            }
        }
        numbers
    }

    fn detectors(&self) -> &'static [Detector] {
        faults::DETECTORS
    }

    fn results(&self) -> &'static ResultSpec {
        &RESULTS
    }

    fn interventions(&self) -> &'static [InterventionSpec] {
        seat::INTERVENTIONS
    }

    fn intervene(&self, world: &mut World, wanted: &Intervention) -> Result<(), String> {
        seat::intervene(world, wanted)
    }

    fn take_over_rules(&self, world: &mut World, new: &Rules) -> Option<String> {
        let mut state = world.get_resource_mut::<Commander>()?;
        let (old, new) = (state.catalogue.as_ref()?, schema::catalogue_of(new)?);
        if old == new {
            return None;
        }
        if !old.has_the_same_names(new) {
            return Some("products and recipes are added, removed or renamed in the next match".to_owned());
        }
        state.catalogue = Some(Arc::clone(new));
        // Orders that stand are taken up anew.
        for side in &mut state.sides {
            side.end_build();
        }
        None
    }

    fn switch(&self, world: &mut World, agent: AgentId, action: Label, on: bool) -> Option<Vec<String>> {
        switches::switch(world, agent, action, on)
    }

    fn recipes(&self, rules: &Rules) -> Vec<Label> {
        let recipes = schema::catalogue_of(rules).into_iter().flat_map(|catalogue| &catalogue.recipes);
        recipes.map(|recipe| recipe.action).collect()
    }

    fn plan_build_order(&self, catalogue: &GameSection, wanted: &BuildRequest) -> Result<BuildAnswer, String> {
        let catalogue = catalogue.get::<Arc<catalogue::Catalogue>>().ok_or("this is no catalogue of the game")?;
        trial::answer(catalogue, wanted)
    }

    fn count(&self, event: &MatchEvent) -> Option<&'static str> {
        matches!(CommanderEvent::read(event)?, CommanderEvent::Lost { .. }).then_some("lost")
    }

    fn marker(&self, event: &MatchEvent) -> Option<(Label, QuantisedPoint)> {
        match CommanderEvent::read(event)? {
            CommanderEvent::Stands { product, at, .. } | CommanderEvent::Researched { product, at, .. } => {
                Some((product, at))
            }
            CommanderEvent::Lost { at, .. } => Some((label("lost"), at)),
            _ => None,
        }
    }

    fn visit_state(&self, world: &World, agent: Option<Entity>, visit: &mut dyn FnMut(&'static str, &dyn Debug)) {
        match agent {
            None => visit("Commander", &world.get_resource::<Commander>()),
            Some(agent) => {
                visit("Worker", &world.get::<units::Worker>(agent));
                visit("Combatant", &world.get::<units::Combatant>(agent));
                visit("Building", &world.get::<units::Building>(agent));
            }
        }
    }
}

/// What each side begins with: its staff, its buildings and units in its main base.
fn first_arrivals(state: &Commander, start: &MatchStart<'_>) -> Vec<Arrival> {
    let mut arrivals = Vec::new();
    let Some(catalogue) = &state.catalogue else { return arrivals };
    for (index, side) in state.names.sides.into_iter().enumerate() {
        let Some(main) = state.map.main_base(index).and_then(|base| state.map.bases.get(base)) else { continue };
        let mut free: Vec<&map::Plot> = state.map.plots.iter().collect();
        for &(product, number) in &catalogue.numbers.products {
            let kind = catalogue.get(product).name;
            for _ in 0..number {
                let place = match catalogue.get(product).kind {
                    catalogue::ProductKind::Unit => main.square,
                    _ => {
                        let what =
                            if catalogue.get(product).is_base { map::PlotUse::Base } else { map::PlotUse::Building };
                        let fits =
                            |plot: &&&map::Plot| plot.what == what && state.map.bases[plot.base].main_of == Some(index);
                        let Some(plot) = free.iter().find(fits).map(|plot| plot.place) else { continue };
                        free.retain(|other| other.place != plot);
                        plot
                    }
                };
                let kind = state.agent_of(index, kind);
                arrivals.push(Arrival { side, kind, place, ..Arrival::default() });
            }
        }
        if start.counts.get(&side).is_some_and(|count| *count > 0) {
            let staff = state.names.staff.into_iter();
            arrivals.extend(staff.map(|kind| Arrival { side, kind, place: main.square, ..Arrival::default() }));
        }
    }
    arrivals
}
