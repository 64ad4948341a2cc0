//! A side as the pages of the panel read it, from the world of the moment shown. Independent of egui.

use std::{collections::BTreeMap, sync::Arc};

use bevy::ecs::world::World;
use quarry_minds::PlayerControlled;
use quarry_minds::protocol::{HeldOrder, Orders, SimulationClock};

use crate::client::session::component;
use crate::client::ui::humanize;
use crate::games::commander::Commander;
use crate::games::commander::army::ArmyTask;
use crate::games::commander::build_order::BuildCommand;
use crate::games::commander::builds::PursuedGoal;
use crate::games::commander::catalogue::{Catalogue, ProductId, RecipeId};
use crate::games::commander::state::SideState;
use crate::games::commander::units::{Building, Census, Production};
use crate::games::commander::view::doings::{done, task_word};

/// How far a side is with a product.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TechState {
    /// So many stand.
    Stands(u16),
    /// The first one is being made, to this part.
    UnderWay(f32),
    /// A command of the build order will make it.
    Planned,
    /// It could be begun now.
    Open,
    /// Something else must stand first.
    Later,
    /// Nothing that is allowed leads to it.
    Unreachable,
}

/// One side in the world of the moment shown.
pub struct SideView<'w> {
    pub world: &'w World,
    pub state: &'w Commander,
    pub catalogue: &'w Arc<Catalogue>,
    pub census: &'w Census,
    pub clock: SimulationClock,
    /// The index of the side: 0 for red, 1 for blue.
    pub side: usize,
}

impl<'w> SideView<'w> {
    /// A side; `None` before the match has begun.
    pub fn new(world: &'w World, side: usize) -> Option<Self> {
        let state = world.get_resource::<Commander>()?;
        Some(Self {
            world,
            state,
            catalogue: state.catalogue.as_ref()?,
            census: world.get_resource()?,
            clock: *world.get_resource()?,
            side,
        })
    }

    pub fn own(&self) -> &'w SideState {
        &self.state.sides[self.side]
    }

    /// Whether a person sits in the seat of its strategist.
    pub fn is_seated(&self) -> bool {
        let strategist = self.own().staff.strategist;
        strategist.is_some_and(|agent| component::<PlayerControlled>(self.world, agent).is_some())
    }

    /// Its staff with the orders that they hold.
    pub fn orders(&self) -> impl Iterator<Item = (&'static str, Option<HeldOrder>)> {
        let staff = self.own().staff;
        let receivers = [("Build planner", staff.build_planner), ("Army", staff.army), ("Scouts", staff.scouts)];
        receivers.into_iter().filter_map(|(to, agent)| Some((to, component::<Orders>(self.world, agent?)?.held)))
    }

    /// What the army does.
    pub fn army(&self) -> String {
        let soldiers = self.census.soldiers(self.state, self.side).count();
        let mission = self.own().mission;
        let gathers = matches!(mission.task, ArmyTask::Attack | ArmyTask::Go) && !mission.set_out;
        let words = if gathers { "gathers before it sets out" } else { task_word(mission.task) };
        format!("{soldiers} soldiers; the army {words}")
    }

    pub fn pursued(&self) -> Option<&'w PursuedGoal> {
        self.own().builds.pursued.as_ref()
    }

    pub fn product_name(&self, product: ProductId) -> String {
        humanize(self.catalogue.get(product).name)
    }

    /// The name of what a recipe makes.
    pub fn made_by(&self, recipe: RecipeId) -> String {
        self.product_name(self.catalogue.recipe(recipe).product)
    }

    fn buildings(&self) -> impl Iterator<Item = (ProductId, &'w Building)> {
        let (world, entries) = (self.world, self.census.of_side(self.side));
        entries.filter_map(|entry| Some((entry.product, world.get::<Building>(entry.entity)?)))
    }

    /// The works of one kind on its buildings, the one that is finished next first.
    pub fn works(&self, kind: fn(&Building) -> Option<Production>) -> Vec<Production> {
        let mut works: Vec<Production> = self.buildings().filter_map(|(_, building)| kind(building)).collect();
        works.sort_by(|a, b| a.left.total_cmp(&b.left));
        works
    }

    /// Its buildings that could make something and do not, with their number.
    pub fn idle(&self) -> BTreeMap<ProductId, u16> {
        let mut idle = BTreeMap::new();
        for (product, building) in self.buildings() {
            let works = building.construction.is_some() || building.production.is_some();
            if !works && self.catalogue.get(product).produces {
                *idle.entry(product).or_default() += 1;
            }
        }
        idle
    }

    /// How far it is with each product, by its index.
    pub fn technology(&self) -> Vec<TechState> {
        let catalogue = self.catalogue;
        let standing = |id: ProductId| self.census.standing(self.side, id);
        let mut made: BTreeMap<ProductId, f32> = BTreeMap::new();
        let mut note = |recipe: RecipeId, share: f32| {
            let known = made.entry(catalogue.recipe(recipe).product).or_default();
            *known = known.max(share);
        };
        self.own().ordered.iter().for_each(|ordered| note(ordered.recipe, 0.0));
        for (_, building) in self.buildings() {
            for work in building.construction.into_iter().chain(building.production) {
                note(work.recipe, done(catalogue, work));
            }
        }
        let commands = self.pursued().into_iter().flat_map(|pursued| {
            let order = pursued.build_order.iter();
            order.flat_map(|order| order.schedule.commands.iter().skip(pursued.next))
        });
        let planned: Vec<ProductId> = commands
            .filter_map(|command| match command.command {
                BuildCommand::Start(recipe) => Some(catalogue.recipe(recipe).product),
                BuildCommand::GasWorkers(_) => None,
            })
            .collect();
        let allowed = |recipe: RecipeId| self.state.is_on(catalogue, self.side, recipe);
        let reachable = catalogue.reachable(&standing, &allowed);
        let state_of = |id: ProductId| {
            let product = catalogue.get(id);
            let ready = |recipe: &RecipeId| {
                let recipe_of = catalogue.recipe(*recipe);
                allowed(*recipe)
                    && standing(recipe_of.producer) > 0
                    && recipe_of.add_on.is_none_or(|add_on| standing(add_on) > 0)
            };
            if standing(id) > 0 {
                TechState::Stands(standing(id))
            } else if let Some(share) = made.get(&id) {
                TechState::UnderWay(*share)
            } else if planned.contains(&id) {
                TechState::Planned
            } else if product.requires.iter().all(|needed| standing(*needed) > 0) && product.recipes.iter().any(ready) {
                TechState::Open
            } else if reachable.get(id.index()).copied().unwrap_or(false) {
                TechState::Later
            } else {
                TechState::Unreachable
            }
        };
        catalogue.product_ids().map(state_of).collect()
    }
}
