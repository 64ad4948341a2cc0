//! Production: what is paid for is built, trained and attached.

use bevy::{ecs::prelude::*, math::Vec3};
use quarry_minds::protocol::{AgentId, Roster};

use super::{
    catalogue::{Catalogue, ProductId, ProductKind, RecipeId},
    economy::Obstacle,
    events::CommanderEvent,
    map::{PlotState, PlotUse},
    state::{Commander, OrderedBuilding},
    units::{Building, Census, CensusEntry, Job, Production, Unit, Worker},
    workers::facing,
};
use crate::{
    simulation::{Arrival, Arrivals},
    world::{EventEmitter, InPlay},
};

/// Everything that starting production reads and writes.
#[derive(bevy::ecs::system::SystemParam)]
pub(super) struct Works<'w, 's> {
    pub census: Res<'w, Census>,
    pub buildings: Query<'w, 's, &'static mut Building, With<InPlay>>,
    pub workers: Query<'w, 's, &'static mut Worker, With<InPlay>>,
}

impl Works<'_, '_> {
    /// The supply that a side uses, with units in training, and the supply that it has.
    pub fn supply(&self, side: usize, catalogue: &Catalogue) -> (u16, u16) {
        self.census.supply(side, catalogue, |entity| self.buildings.get(entity).ok().copied())
    }

    /// Whether something of a product stands.
    fn stands(&self, side: usize, product: ProductId) -> bool {
        self.census.standing(side, product) > 0
    }

    /// Whether a side has a command post at a base.
    pub fn has_post(&self, state: &Commander, side: usize, base: usize) -> bool {
        self.census.has_post(&state.map, side, base)
    }

    /// The nearest worker of a side that fits.
    pub fn nearest_worker(
        &self,
        side: usize,
        catalogue: &Catalogue,
        place: Vec3,
        fits: impl Fn(&Worker) -> bool,
    ) -> Option<CensusEntry> {
        let workers = self.census.of_side(side).filter(|entry| entry.product == catalogue.numbers.worker);
        let fit = workers.filter(|entry| self.workers.get(entry.entity).is_ok_and(&fits));
        fit.min_by(|a, b| a.place.distance(place).total_cmp(&b.place.distance(place))).copied()
    }

    /// A building that can make a recipe now, the first in roster order.
    fn free_producer(&self, side: usize, catalogue: &Catalogue, recipe: RecipeId) -> Option<Entity> {
        let wanted = catalogue.recipe(recipe);
        let attaches = catalogue.get(wanted.product).kind == ProductKind::AddOn;
        let entries = self.census.of_side(side).filter(|entry| entry.product == wanted.producer && !entry.unfinished);
        let fits = |building: &Building| {
            building.production.is_none()
                && wanted.add_on.is_none_or(|add_on| building.add_on == Some(add_on))
                && !(attaches && building.add_on.is_some())
        };
        // What needs no add-on is made at a building without one, as long as there is one.
        let mut free: Vec<(bool, Entity)> = entries
            .filter_map(|entry| {
                let building = self.buildings.get(entry.entity).ok().filter(|building| fits(building))?;
                Some((wanted.add_on.is_none() && building.add_on.is_some(), entry.entity))
            })
            .collect();
        free.sort_by_key(|(spare, _)| *spare);
        free.first().map(|(_, entity)| *entity)
    }

    /// Starts a recipe: pays, and reserves a plot or a producer.
    ///
    /// # Errors
    /// What stands in the way; then nothing has changed. A missing plot counts as a missing producer.
    pub fn start(
        &mut self,
        state: &mut Commander,
        catalogue: &Catalogue,
        side: usize,
        recipe: RecipeId,
    ) -> Result<(), Obstacle> {
        let wanted = catalogue.recipe(recipe);
        let product = catalogue.get(wanted.product);
        if let Some(missing) = product.requires.iter().find(|id| !self.stands(side, **id)) {
            return Err(Obstacle::Requires(*missing));
        }
        if !self.is_wanted(state, side, wanted.product) {
            return Err(Obstacle::Made);
        }
        let by_worker = wanted.producer == catalogue.numbers.worker;
        let producer = if by_worker {
            let plot = self.plot_for(state, side, recipe, catalogue).ok_or(Obstacle::Producer(wanted.producer))?;
            if !self.stands(side, catalogue.numbers.worker) {
                return Err(Obstacle::Producer(wanted.producer));
            }
            Err(plot)
        } else {
            Ok(self.free_producer(side, catalogue, recipe).ok_or(Obstacle::Producer(wanted.producer))?)
        };
        let (used, given) = self.supply(side, catalogue);
        if product.supply > 0 && used + product.supply > given {
            return Err(Obstacle::Supply);
        }
        let store = &mut state.sides[side];
        if store.minerals < wanted.minerals {
            return Err(Obstacle::Minerals);
        }
        if store.gas < wanted.gas {
            return Err(Obstacle::Gas);
        }
        store.minerals -= wanted.minerals;
        store.gas -= wanted.gas;
        match producer {
            Err(plot) => {
                state.map.plots[plot].state = PlotState::Ordered(side);
                store.ordered.push(OrderedBuilding { recipe, plot, builder: None });
            }
            Ok(entity) => {
                if let Ok(mut building) = self.buildings.get_mut(entity) {
                    building.production = Some(Production { recipe, left: wanted.build_seconds() });
                }
            }
        }
        Ok(())
    }

    /// Whether a side can use one more of a product: not of an upgrade that it has or researches.
    pub fn is_wanted(&self, state: &Commander, side: usize, product: ProductId) -> bool {
        let Some(catalogue) = &state.catalogue else { return false };
        let researches = |entry: &CensusEntry| {
            let production = self.buildings.get(entry.entity).ok().and_then(|building| building.production);
            production.is_some_and(|production| catalogue.recipe(production.recipe).product == product)
        };
        catalogue.get(product).kind != ProductKind::Upgrade
            || !state.sides[side].upgrades.contains(&product) && !self.census.of_side(side).any(researches)
    }

    /// Where a recipe of a worker would be built now; `None` if there is no plot for it.
    pub fn plot_for(&self, state: &Commander, side: usize, recipe: RecipeId, catalogue: &Catalogue) -> Option<usize> {
        let product = catalogue.get(catalogue.recipe(recipe).product);
        let what = if product.is_base {
            PlotUse::Base
        } else if product.gives_gas {
            PlotUse::Geyser
        } else {
            PlotUse::Building
        };
        let known = &state.sides[side].known;
        let is_safe = |place: Vec3| known.values().all(|known| known.place.distance(place) > 18.0);
        let has_post = |base| self.has_post(state, side, base);
        state.map.free_plot(side, what, catalogue.recipe(recipe).site, &has_post, &is_safe)
    }

    /// Sends a worker to each ordered building and to each construction that has none: the nearest one that gathers. Nobody goes where it is
    /// dangerous.
    pub fn send_builders(
        &mut self,
        state: &mut Commander,
        side: usize,
        catalogue: &Catalogue,
        is_dangerous: &dyn Fn(&Commander, Vec3) -> bool,
    ) {
        let mut plots: Vec<usize> = state.sides[side].ordered.iter().map(|ordered| ordered.plot).collect();
        for entry in self.census.of_side(side).filter(|entry| entry.unfinished) {
            plots.extend(self.buildings.get(entry.entity).map(|building| building.plot));
        }
        for plot in plots {
            let builds = |worker: &Worker| worker.job == Job::Build { plot };
            let entries = self.census.of_side(side).filter(|entry| entry.product == catalogue.numbers.worker);
            let workers = entries.filter_map(|entry| Some((entry, *self.workers.get(entry.entity).ok()?)));
            let workers: Vec<_> = workers.collect();
            let mut builder = workers.iter().find(|(_, worker)| builds(worker)).map(|(entry, _)| entry.agent);
            let place = state.map.plots[plot].door;
            if builder.is_none() && !is_dangerous(state, place) {
                let free = workers
                    .iter()
                    .filter(|(_, worker)| matches!(worker.job, Job::Mine { .. } | Job::Idle | Job::Gas { .. }));
                let near = free.min_by(|(a, one), (b, other)| {
                    let effort = |entry: &CensusEntry, worker: &Worker| {
                        let gas = matches!(worker.job, Job::Gas { .. });
                        let loaded = if worker.load.is_some() { 4.0 } else { 0.0 };
                        entry.place.distance(place) + loaded + if gas { 8.0 } else { 0.0 }
                    };
                    effort(a, one).total_cmp(&effort(b, other))
                });
                if let Some((entry, _)) = near
                    && let Ok(mut worker) = self.workers.get_mut(entry.entity)
                {
                    worker.job = Job::Build { plot };
                    worker.worked = 0.0;
                    builder = Some(entry.agent);
                }
            }
            if let Some(ordered) = state.sides[side].ordered.iter_mut().find(|ordered| ordered.plot == plot) {
                ordered.builder = builder;
            }
        }
    }
}

/// Lets buildings make what they make. Constructions are advanced by their builders.
pub(super) fn advance_production(
    roster: Res<Roster>,
    mut state: ResMut<Commander>,
    mut arrivals: ResMut<Arrivals>,
    mut emitter: EventEmitter,
    mut buildings: Query<(&AgentId, &Unit, &mut Building), With<InPlay>>,
) {
    let Some(catalogue) = state.catalogue.clone() else { return };
    let dt = emitter.clock.dt();
    let mut made: Vec<(usize, ProductId)> = Vec::new();
    for entity in &roster.agents {
        let Ok((agent, unit, mut building)) = buildings.get_mut(*entity) else { continue };
        let plot = state.map.plots[building.plot];
        if building.construction.is_some_and(|construction| construction.left <= 0.0) {
            building.construction = None;
            made.push((unit.side, unit.product));
            let product = catalogue.get(unit.product).name;
            emitter.log(CommanderEvent::Stands { agent: *agent, product, at: plot.place.into() }.into());
        }
        let Some(production) = &mut building.production else { continue };
        production.left -= dt;
        if production.left > 0.0 {
            continue;
        }
        let product = catalogue.recipe(production.recipe).product;
        building.production = None;
        made.push((unit.side, product));
        let kind = catalogue.get(product).name;
        match catalogue.get(product).kind {
            ProductKind::AddOn => {
                building.add_on = Some(product);
                emitter.log(CommanderEvent::Stands { agent: *agent, product: kind, at: plot.place.into() }.into());
            }
            ProductKind::Upgrade => {
                state.sides[unit.side].upgrades.insert(product);
                let at = plot.place.into();
                emitter.log(CommanderEvent::Researched { agent: *agent, product: kind, at }.into());
            }
            ProductKind::Unit | ProductKind::Building => arrivals.0.push(Arrival {
                side: state.names.sides[unit.side],
                kind: state.agent_of(unit.side, kind),
                place: plot.door,
                heading: facing(plot.place, plot.door),
                parent: Some(*agent),
                ..Arrival::default()
            }),
        }
    }
    for (side, product) in made {
        if let Some(built) = state.sides[side].counts.built.get_mut(product.index()) {
            *built += 1;
        }
    }
}
