//! What a side can have: units, buildings and add-ons with their costs, and the numbers of the economy.
//!
//! A [`Catalogue`] is read from RON and checked; everything in it refers to everything else by number. It knows nothing of a match.

mod check;
mod file;
mod graph;

use std::collections::{BTreeMap, BTreeSet};

use quarry_minds::protocol::Label;
use quarry_ron::{Document, Finding};

pub use file::{BuildSite, ProductKind, UpgradeEffect};

/// Time in milliseconds since the match began. Every duration of the economy is a whole number of them, so that schedules replay exactly.
pub type Millis = u32;

/// A product, as its index in [`Catalogue::products`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ProductId(pub(super) u8);

/// A recipe, as its index in [`Catalogue::recipes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RecipeId(pub(super) u8);

impl ProductId {
    /// The index in [`Catalogue::products`].
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl RecipeId {
    /// The index in [`Catalogue::recipes`].
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A checked catalogue.
#[derive(Clone, Debug, PartialEq)]
pub struct Catalogue {
    /// The numbers of the economy.
    pub numbers: EconomyNumbers,
    /// In the order of the file.
    pub products: Vec<Product>,
    /// In the order of the file. Several recipes may make the same product.
    pub recipes: Vec<Recipe>,
    /// What a strategist can order by name.
    pub goals: Vec<BuildGoal>,
    /// What stands against an enemy unit, in the order of the file.
    pub counters: BTreeMap<ProductId, Vec<Counter>>,
    /// The factions that a side may belong to.
    pub factions: Vec<Faction>,
    names: BTreeMap<Label, ProductId>,
}

/// The numbers of the economy.
#[derive(Clone, Debug, PartialEq)]
pub struct EconomyNumbers {
    /// Minerals at the start.
    pub minerals: u32,
    /// Gas at the start.
    pub gas: u32,
    /// What stands at the start.
    pub products: Vec<(ProductId, u16)>,
    /// The unit that gathers and builds.
    pub worker: ProductId,
    /// A way to the minerals and back.
    pub mineral_trip: Trip,
    /// A way to the refinery and back.
    pub gas_trip: Trip,
    /// The most workers that one refinery occupies, 1 to 3.
    pub workers_per_refinery: u16,
    /// More mineral workers at one base bring no more.
    pub mineral_workers_per_base: u16,
    /// Supply never exceeds this, whatever stands.
    pub supply_limit: u16,
}

/// What a worker brings, and how often.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trip {
    /// Minerals or gas.
    pub carries: u32,
    /// The time of one trip, at least 1 ms.
    pub millis: Millis,
}

/// A kind of side. It makes some products instead of others, and nobody else makes those.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Faction {
    /// Unique among the factions.
    pub name: Label,
    /// By what the other sides make, what it makes.
    pub instead: BTreeMap<ProductId, ProductId>,
}

/// A unit, a building, an add-on or an upgrade.
#[derive(Clone, Debug, PartialEq)]
pub struct Product {
    /// Unique among the products.
    pub name: Label,
    /// What it is.
    pub kind: ProductKind,
    /// The supply that it uses.
    pub supply: u16,
    /// The supply that it gives when it stands.
    pub gives_supply: u16,
    /// Whether workers can gather gas at it.
    pub gives_gas: bool,
    /// Whether workers can bring minerals to it.
    pub is_base: bool,
    /// What must stand before production starts.
    pub requires: Vec<ProductId>,
    /// The units that an upgrade improves.
    pub improves: BTreeMap<ProductId, UpgradeEffect>,
    /// The recipes that make it, the usual one first.
    pub recipes: Vec<RecipeId>,
    /// Whether a recipe has it as its producer. Workers do not count.
    pub produces: bool,
}

/// One way of making a product.
#[derive(Clone, Debug, PartialEq)]
pub struct Recipe {
    /// The name of the action, unique among the recipes.
    pub action: Label,
    /// What it makes.
    pub product: ProductId,
    /// How many are started, one after the other, by one use of the action; 1 or more. Costs are for each.
    pub makes: u16,
    /// Where a building is placed.
    pub site: BuildSite,
    /// What makes it: the worker or a building.
    pub producer: ProductId,
    /// The producer must have this add-on.
    pub add_on: Option<ProductId>,
    /// Minerals for each product.
    pub minerals: u32,
    /// Gas for each product.
    pub gas: u32,
    /// The time from the start until the product stands: the builder's walk and the construction.
    pub millis: Millis,
    /// The time from the start until the producer is free again.
    pub occupies: Millis,
    /// The part of `millis` that a builder is expected to walk.
    pub walk: Millis,
}

impl Recipe {
    /// The seconds of construction or training, without the walk of a builder.
    pub fn build_seconds(&self) -> f32 {
        self.millis.saturating_sub(self.walk) as f32 / 1000.0
    }
}

/// What a build order must reach: at least so many of each product.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildGoal {
    /// Its name in reports. Unique among the goals of a catalogue.
    pub name: Label,
    /// In the order of the products, each at most once.
    pub at_least: Vec<(ProductId, u16)>,
}

/// A unit that stands against an enemy unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Counter {
    /// The unit.
    pub unit: ProductId,
    /// How many of the enemy's units one of them holds; more than 0.
    pub holds: f32,
}

impl Catalogue {
    /// Reads and checks a catalogue.
    ///
    /// # Errors
    /// Every mistake found, with its place and a remedy. A text that is not of this form has one error.
    pub fn read(document: &Document) -> Result<Self, Vec<Finding>> {
        check::compile(document)
    }

    /// Whether another catalogue has the same products and recipes in the same order, whatever they cost.
    pub fn has_the_same_names(&self, other: &Self) -> bool {
        let product = |product: &Product| (product.name, product.kind);
        let recipe = |recipe: &Recipe| (recipe.action, recipe.product, recipe.producer);
        self.products.iter().map(product).eq(other.products.iter().map(product))
            && self.recipes.iter().map(recipe).eq(other.recipes.iter().map(recipe))
    }

    /// The goal with this name.
    pub fn goal(&self, name: Label) -> Option<&BuildGoal> {
        self.goals.iter().find(|goal| goal.name == name)
    }

    /// The product with this name.
    pub fn product(&self, name: Label) -> Option<ProductId> {
        self.names.get(&name).copied()
    }

    /// The products' ids, in order.
    pub fn product_ids(&self) -> impl Iterator<Item = ProductId> + use<> {
        (0..self.products.len() as u8).map(ProductId)
    }

    /// The recipes' ids, in order.
    pub fn recipe_ids(&self) -> impl Iterator<Item = RecipeId> + use<> {
        (0..self.recipes.len() as u8).map(RecipeId)
    }

    /// The product of an id of this catalogue.
    pub fn get(&self, id: ProductId) -> &Product {
        &self.products[id.index()]
    }

    /// The recipe of an id of this catalogue.
    pub fn recipe(&self, id: RecipeId) -> &Recipe {
        &self.recipes[id.index()]
    }

    /// The faction with this name.
    pub fn faction(&self, name: Label) -> Option<&Faction> {
        self.factions.iter().find(|faction| faction.name == name)
    }

    /// What a side makes where the catalogue says a product: another one if its faction makes that instead.
    pub fn made_by(&self, faction: Option<&Faction>, product: ProductId) -> ProductId {
        faction.and_then(|faction| faction.instead.get(&product)).copied().unwrap_or(product)
    }

    /// Whether a side of a faction, or of none, can use a recipe.
    pub fn is_for(&self, faction: Option<&Faction>, recipe: RecipeId) -> bool {
        let product = self.recipe(recipe).product;
        let own = |faction: &Faction| faction.instead.values().any(|made| *made == product);
        let left_out = faction.is_some_and(|faction| faction.instead.contains_key(&product));
        !left_out && (faction.is_some_and(own) || !self.factions.iter().any(own))
    }

    /// What a product costs, in minerals and gas together, by its usual recipe.
    pub fn price(&self, product: ProductId) -> u32 {
        let usual = self.get(product).recipes.first().map(|id| self.recipe(*id));
        usual.map_or(0, |recipe| recipe.minerals + recipe.gas)
    }

    /// A goal as a side of a faction reaches it: what it makes instead, in numbers that cost as much.
    pub fn goal_for(&self, faction: Option<&Faction>, goal: &BuildGoal) -> BuildGoal {
        let mut at_least: BTreeMap<ProductId, u16> = BTreeMap::new();
        for &(id, number) in &goal.at_least {
            let made = self.made_by(faction, id);
            let cost = u32::from(number) * self.price(id);
            let number = if made == id { number } else { cost.div_ceil(self.price(made).max(1)).clamp(1, 200) as u16 };
            let known = at_least.entry(made).or_default();
            *known = number.max(*known);
        }
        BuildGoal { name: goal.name, at_least: at_least.into_iter().collect() }
    }

    /// What a side's upgrades do together to a unit.
    pub fn improvement(&self, unit: ProductId, upgrades: &BTreeSet<ProductId>) -> UpgradeEffect {
        let improves = upgrades.iter().filter_map(|id| self.get(*id).improves.get(&unit));
        improves.fold(UpgradeEffect::default(), |all, one| UpgradeEffect {
            deals: all.deals * one.deals,
            takes: all.takes * one.takes,
        })
    }

    /// The most of a product that a side can have: upgrades are made once.
    pub fn most(&self, product: ProductId) -> u16 {
        if self.get(product).kind == ProductKind::Upgrade { 1 } else { u16::MAX }
    }

    /// The products that a side has or can have some time, by index.
    pub fn reachable(&self, standing: &dyn Fn(ProductId) -> u16, allowed: &dyn Fn(RecipeId) -> bool) -> Vec<bool> {
        let mut known: Vec<bool> = self.product_ids().map(|id| standing(id) > 0).collect();
        let has = |known: &[bool], id: ProductId| known.get(id.index()).copied().unwrap_or(false);
        loop {
            let gas = self.product_ids().any(|id| self.get(id).gives_gas && has(&known, id));
            let new: Vec<ProductId> = self
                .product_ids()
                .filter(|id| !has(&known, *id) && self.get(*id).requires.iter().all(|needed| has(&known, *needed)))
                .filter(|id| {
                    self.get(*id).recipes.iter().any(|recipe| {
                        let of = self.recipe(*recipe);
                        let add_on = of.add_on.is_none_or(|add_on| has(&known, add_on));
                        allowed(*recipe) && has(&known, of.producer) && add_on && (of.gas == 0 || gas)
                    })
                })
                .collect();
            if new.is_empty() {
                return known;
            }
            for id in new {
                if let Some(known) = known.get_mut(id.index()) {
                    *known = true;
                }
            }
        }
    }

    /// The recipe of this action.
    pub fn recipe_named(&self, action: Label) -> Option<RecipeId> {
        self.recipe_ids().find(|&id| self.recipe(id).action == action)
    }
}

#[cfg(test)]
pub(super) mod tests;
