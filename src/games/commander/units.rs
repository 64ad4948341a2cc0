//! Units and buildings: their components, and the census of a tick.

use bevy::{ecs::prelude::*, math::Vec3};
use quarry_minds::protocol::{AgentId, Roster, Side, ThingId};

use super::{
    catalogue::{Catalogue, ProductId, RecipeId},
    map::{CommanderMap, PlotState},
    state::Commander,
};
use crate::{
    simulation::Arrival,
    world::{Body, BodyCondition, InPlay},
};

/// What an agent with a body is.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit {
    /// Its side: 0 for red, 1 for blue.
    pub side: usize,
    /// What it is.
    pub product: ProductId,
}

/// What a worker carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Load {
    /// Minerals.
    Minerals(u32),
    /// Gas.
    Gas(u32),
}

/// What a worker does.
#[allow(missing_docs, reason = "the line above each of them says what it is about")]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Job {
    /// Nothing yet.
    #[default]
    Idle,
    /// Gathers minerals at a field.
    Mine { base: usize, field: usize },
    /// Gathers gas at a refinery.
    Gas { refinery: AgentId },
    /// Builds on a plot.
    Build { plot: usize },
    /// Scouts.
    Scout,
    /// Repairs a building.
    Repair { building: AgentId },
}

/// A worker.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
pub struct Worker {
    /// What it does.
    pub job: Job,
    /// What it carries.
    pub load: Option<Load>,
    /// The seconds that it has dug, or been in the refinery.
    pub worked: f32,
}

/// A soldier: a unit other than a worker.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
pub struct Combatant {
    /// The enemy that it attacks, or the mate that it heals.
    pub target: Option<AgentId>,
}

/// What a building makes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Production {
    /// How.
    pub recipe: RecipeId,
    /// The seconds left.
    pub left: f32,
}

/// A building.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct Building {
    /// The plot on which it stands.
    pub plot: usize,
    /// How it is being built, and the seconds of work left; `None` when it stands.
    pub construction: Option<Production>,
    /// What it makes.
    pub production: Option<Production>,
    /// Its add-on.
    pub add_on: Option<ProductId>,
}

/// A unit or building in play.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CensusEntry {
    /// Its number.
    pub agent: AgentId,
    /// Its entity.
    pub entity: Entity,
    /// Its side.
    pub side: usize,
    /// What it is.
    pub product: ProductId,
    /// Where it is, in metres.
    pub place: Vec3,
    /// Whether it is a building that is still under construction.
    pub unfinished: bool,
}

/// All units and buildings in play in this tick, in roster order.
#[derive(Resource, Clone, Debug, Default)]
pub struct Census {
    /// The entries.
    pub all: Vec<CensusEntry>,
    /// The number of each product that stands, by side and product.
    standing: [Vec<u16>; 2],
}

impl Census {
    /// How many of a product stand.
    pub fn standing(&self, side: usize, product: ProductId) -> u16 {
        self.standing[side].get(product.index()).copied().unwrap_or_default()
    }

    /// Whether a side has a command post that stands at a base.
    pub fn has_post(&self, map: &CommanderMap, side: usize, base: usize) -> bool {
        match map.bases.get(base).map(|base| map.plots[base.plot].state) {
            Some(PlotState::Taken(agent)) => {
                self.get(agent).is_some_and(|entry| entry.side == side && !entry.unfinished)
            }
            _ => false,
        }
    }

    /// The supply that a side uses, with units in training, and the supply that it has. `building` looks up a building.
    pub fn supply(
        &self,
        side: usize,
        catalogue: &Catalogue,
        building: impl Fn(Entity) -> Option<Building>,
    ) -> (u16, u16) {
        let (mut used, mut given) = (0_u16, 0_u16);
        for entry in self.of_side(side) {
            let product = catalogue.get(entry.product);
            used = used.saturating_add(product.supply);
            if !entry.unfinished {
                given = given.saturating_add(product.gives_supply);
            }
            let training = building(entry.entity).and_then(|building| building.production);
            used += training.map_or(0, |training| catalogue.get(catalogue.recipe(training.recipe).product).supply);
        }
        (used, given.min(catalogue.numbers.supply_limit))
    }

    /// The soldiers of a side.
    pub fn soldiers(&self, state: &Commander, side: usize) -> impl Iterator<Item = &CensusEntry> {
        self.of_side(side).filter(|entry| state.is_soldier(entry.product))
    }

    /// The entries of a side.
    pub fn of_side(&self, side: usize) -> impl Iterator<Item = &CensusEntry> {
        self.all.iter().filter(move |entry| entry.side == side)
    }

    /// The entry of an agent; `None` if it is not in play.
    pub fn get(&self, agent: AgentId) -> Option<&CensusEntry> {
        self.all.binary_search_by_key(&agent, |entry| entry.agent).ok().and_then(|index| self.all.get(index))
    }
}

/// Counts the units and buildings in play.
pub(super) fn take_census(
    roster: Res<Roster>,
    state: Res<Commander>,
    mut census: ResMut<Census>,
    units: Query<(&AgentId, &Unit, &Body, Option<&Building>), With<InPlay>>,
) {
    let products = state.catalogue.as_ref().map_or(0, |catalogue| catalogue.products.len());
    census.all.clear();
    for standing in &mut census.standing {
        standing.clear();
        standing.resize(products, 0);
    }
    for entity in &roster.agents {
        let Ok((agent, unit, body, building)) = units.get(*entity) else { continue };
        let unfinished = building.is_some_and(|building| building.construction.is_some());
        let add_on = building.and_then(|building| building.add_on);
        for product in (!unfinished).then_some(unit.product).into_iter().chain(add_on) {
            if let Some(standing) = census.standing[unit.side].get_mut(product.index()) {
                *standing += 1;
            }
        }
        let (side, product) = (unit.side, unit.product);
        census.all.push(CensusEntry { agent: *agent, entity: *entity, side, product, place: body.place, unfinished });
    }
    for (side, standing) in state.sides.iter().zip(&mut census.standing) {
        for upgrade in &side.upgrades {
            standing[upgrade.index()] = 1;
        }
    }
}

/// Gives an agent that enters the components of its product. A building for which an order exists is under construction.
pub(super) fn equip(world: &mut World, entity: Entity, arrival: &Arrival) {
    let Some(agent) = world.get::<AgentId>(entity).copied() else { return };
    let Some(side) = world.get::<Side>(entity).copied() else { return };
    let Some(mut state) = world.get_resource_mut::<Commander>() else { return };
    let state = &mut *state;
    let (Some(side), Some(catalogue)) = (state.side_index(side.0), state.catalogue.clone()) else { return };
    let product = state.product_of(side, arrival.kind);
    let staff = &mut state.sides[side].staff;
    let names = state.names.staff;
    let posts = [&mut staff.build_planner, &mut staff.army, &mut staff.scouts];
    if let Some((_, post)) = names.into_iter().zip(posts).find(|(name, _)| *name == arrival.kind) {
        *post = Some(agent);
        return;
    }
    let Some(product) = product else {
        staff.strategist = Some(agent);
        return;
    };
    let mut building = None;
    if let Some(plot) = state.map.plot_at(arrival.place) {
        let of_side = &mut state.sides[side];
        let ordered = of_side.ordered.iter().position(|ordered| ordered.plot == plot);
        let construction = ordered.map(|index| of_side.ordered.remove(index)).map(|ordered| Production {
            recipe: ordered.recipe,
            left: catalogue.recipe(ordered.recipe).build_seconds(),
        });
        state.map.plots[plot].state = super::map::PlotState::Taken(agent);
        building = Some(Building { plot, construction, production: None, add_on: None });
    }
    let worker = product == catalogue.numbers.worker;
    let soldier = state.is_soldier(product);
    let mut entity = world.entity_mut(entity);
    entity.insert(Unit { side, product });
    if let Some(mut condition) = entity.get_mut::<BodyCondition>() {
        condition.state = catalogue.get(product).name;
    }
    if let Some(building) = building {
        entity.insert(building);
    } else if worker {
        entity.insert(Worker::default());
    } else if soldier {
        entity.insert(Combatant::default());
    }
}

/// The thing that a worker digs at, for the display.
pub fn field_of(state: &Commander, job: Job) -> Option<ThingId> {
    match job {
        Job::Mine { base, field } => Some(state.map.bases.get(base)?.fields.get(field)?.thing),
        _ => None,
    }
}
