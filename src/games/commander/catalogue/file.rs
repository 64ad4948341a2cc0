//! The form of a catalogue in RON, before it is checked.

use std::collections::BTreeMap;

use quarry_minds::protocol::Label;
use serde::Deserialize;

use crate::data::declare::{whole, with_defaults};

/// What a product is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ProductKind {
    /// It is trained, uses supply, and moves.
    Unit,
    /// Workers build it on a plot of its own.
    Building,
    /// It is attached to the building that makes it. A building has at most one.
    AddOn,
    /// It is researched in a building, once by a side, and improves units from then on.
    Upgrade,
}

/// Where a building is placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BuildSite {
    /// On a plot of the main base.
    #[default]
    Base,
    /// On a plot near the enemy.
    Forward,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CatalogueFile {
    pub economy: EconomyFile,
    pub products: Vec<ProductFile>,
    #[serde(default)]
    pub goals: Vec<GoalFile>,
    #[serde(default)]
    pub counters: Vec<CounterFile>,
    #[serde(default)]
    pub factions: Vec<FactionFile>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EconomyFile {
    pub start: StartFile,
    pub worker: Label,
    pub mineral_trip: TripFile,
    pub gas_trip: TripFile,
    pub workers_per_refinery: u16,
    pub mineral_workers_per_base: u16,
    pub supply_limit: u16,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StartFile {
    pub minerals: u32,
    #[serde(default)]
    pub gas: u32,
    pub products: BTreeMap<Label, u16>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TripFile {
    pub carries: u32,
    /// Seconds.
    pub seconds: f64,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ProductFile {
    pub name: Label,
    pub kind: ProductKind,
    #[serde(default)]
    pub supply: u16,
    #[serde(default)]
    pub gives_supply: u16,
    #[serde(default)]
    pub gives_gas: bool,
    #[serde(default)]
    pub is_base: bool,
    #[serde(default)]
    pub requires: Vec<Label>,
    /// For an upgrade: the units that it improves, and how.
    #[serde(default)]
    pub improves: BTreeMap<Label, UpgradeEffect>,
    pub recipes: Vec<RecipeFile>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RecipeFile {
    pub action: Label,
    pub producer: Label,
    #[serde(default = "whole::<1, _>")]
    pub makes: u16,
    #[serde(default)]
    pub site: BuildSite,
    #[serde(default)]
    pub add_on: Option<Label>,
    #[serde(default)]
    pub minerals: u32,
    #[serde(default)]
    pub gas: u32,
    /// Seconds of construction or training.
    pub seconds: f64,
    /// Seconds that a builder walks before construction starts.
    #[serde(default)]
    pub walk: f64,
    /// Seconds from the start until the producer is free again. Without it, the producer is busy until the product stands.
    #[serde(default)]
    pub occupies: Option<f64>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GoalFile {
    pub name: Label,
    pub at_least: BTreeMap<Label, u16>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CounterFile {
    pub against: Label,
    pub units: Vec<CounterUnitFile>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CounterUnitFile {
    pub unit: Label,
    /// How many of the enemy's units one of them holds.
    pub holds: f32,
}

/// A kind of side that makes some products instead of others.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FactionFile {
    pub name: Label,
    pub instead: BTreeMap<Label, Label>,
}

with_defaults! {
/// What an upgrade does to a unit.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct UpgradeEffect {
    /// The factor on the harm that it does. Default 1.
    pub deals: f32 = 1.0,
    /// The factor on the harm that is done to it. Default 1.
    pub takes: f32 = 1.0,
}
}

impl UpgradeEffect {
    /// How many units without it one that has it is worth: the strength of a group grows with the square of its number, and with what one
    /// deals and stands (Lanchester's law of aimed fire).
    pub fn worth(self) -> f32 {
        (self.deals / self.takes).sqrt()
    }
}
