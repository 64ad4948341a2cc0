//! What the commander adds to the data: the section `game` of rules and levels, with ranges.

use std::{collections::BTreeMap, sync::Arc};

use quarry_minds::protocol::Label;
use quarry_ron::{Document, Finding};
use serde::Deserialize;

use super::{catalogue::Catalogue, checks, names};
use crate::data::{
    FileKind, GameSchema, GameSection,
    declare::{whole, with_defaults},
    ranges::{NumberRange, number},
    rules::Rules,
};

/// The sides.
pub const SIDES: [&str; 2] = ["red", "blue"];
/// The stock that workers mine.
pub const MINERALS: &str = "minerals";
/// The stock that marks the square of a base: where its units gather.
pub const BASE_SITE: &str = "base_site";

/// The character models: those of units, then those of buildings.
pub const MODELS: &[&str] = &[
    "worker",
    "rifleman",
    "flamer",
    "walker",
    "tank",
    "medic",
    "ranger",
    "mortar",
    "command_post",
    "supply_depot",
    "refinery",
    "barracks",
    "academy",
    "factory",
    "armoury",
    "engineering_bay",
    "headquarters",
];

/// The data of the commander.
pub static SCHEMA: GameSchema = GameSchema {
    name: "commander",
    summary: "two commanders build up an economy and an army, and fight for the map",
    add_behaviours: |_| {},
    verbs: &[],
    models: MODELS,
    default_level: "duel",
    rules: GameSection::read::<CommanderRules>,
    level: GameSection::read::<CommanderLevel>,
    catalogue: Some(read_catalogue),
    detectors: super::faults::NAMES,
    ranges: &[(FileKind::Rules, RULES), (FileKind::Level, LEVEL)],
    names: &[],
    provides: names::provides,
    check: checks::check,
};

const RULES: &[NumberRange] = &[
    number("game.mine_seconds", 0.1, 60.0, "s"),
    number("game.gas_seconds", 0.1, 60.0, "s"),
    number("game.repair_share", 0.0, 1.0, "1/s"),
    number("game.salvage", 0.0, 1.0, ""),
    number("game.forget_seconds", 1.0, 3600.0, "s"),
    number("game.chase_radius", 0.0, 100.0, "m"),
    number("game.gather_radius", 1.0, 50.0, "m"),
    number("game.believe_seconds", 1.0, 3600.0, "s"),
    number("game.assumed_share", 0.0, 10.0, ""),
    number("game.counter_from", 0.0, 1000.0, ""),
    number("game.home_radius", 1.0, 200.0, "m"),
    number("game.dares", 0.0, 100.0, ""),
    number("game.persists", 0.0, 100.0, ""),
    number("game.intruders", 0.0, 1000.0, ""),
    number("game.hold_seconds", 0.0, 600.0, "s"),
    number("game.join_least", 0.0, 1000.0, ""),
    number("game.join_share", 0.0, 100.0, ""),
    number("game.work_danger.radius", 0.0, 100.0, "m"),
    number("game.work_danger.seconds", 0.0, 600.0, "s"),
    number("game.work_danger.strength", 0.0, 1000.0, ""),
    number("game.damage[][]", 0.0, 100.0, ""),
    number("game.script_attacks_at", 0.0, 1.0, ""),
    number("game.script_withdraws_at", 0.0, 1.0, ""),
    number("game.scripts[][].steps[].count", 1.0, 100.0, ""),
    number("game.spending.every_seconds", 0.0, 60.0, "s"),
    number("game.spending.kept_seconds", 0.0, 120.0, "s"),
    number("game.spending.supply_margin", 0.0, 200.0, ""),
    number("game.spending.supply_per_producer", 0.0, 50.0, ""),
    number("game.spending.workers_per_field", 0.0, 20.0, ""),
    number("game.spending.workers_per_producer", 1.0, 100.0, ""),
    number("game.spending.plots_kept", 0.0, 100.0, ""),
    number("game.spending.spare_for_producers", 0.0, 100000.0, ""),
    number("game.spending.spare_for_soldiers", 0.0, 100000.0, ""),
    number("game.spending.research_from", 0.0, 200.0, ""),
    number("game.spending.threatened_below", 0.0, 1.0, ""),
    number("game.heals[].per_second", 0.0, 1000.0, "1/s"),
    number("game.heals[].reach", 0.1, 20.0, "m"),
    number("game.heals[].one_for", 1.0, 200.0, ""),
];

const LEVEL: &[NumberRange] = &[
    number("game.bases[].at[]", 0.0, 2000.0, "m"),
    number("game.bases[].plots[][]", 0.0, 2000.0, "m"),
    number("game.bases[].geysers[][]", 0.0, 2000.0, "m"),
    number("game.forward[][][]", 0.0, 2000.0, "m"),
];

/// The section `game` of a level of the commander.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct CommanderLevel {
    /// The places for bases.
    pub bases: Vec<BaseSite>,
    /// The centres of plots near the enemy, by side: metres east and south.
    pub forward: BTreeMap<Label, Vec<(f32, f32)>>,
}

/// A place for a base.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BaseSite {
    /// Its name, unique in the level.
    pub name: Label,
    /// The side that begins here; none for a place to expand to.
    #[serde(default)]
    pub main_of: Option<Label>,
    /// The centre of the plot of its command post: metres east and south.
    pub at: (f32, f32),
    /// The centres of the plots for other buildings.
    #[serde(default)]
    pub plots: Vec<(f32, f32)>,
    /// The centres of the plots for refineries.
    #[serde(default)]
    pub geysers: Vec<(f32, f32)>,
}

with_defaults! {
/// The enemies that keep workers from a place.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct WorkDanger {
    /// How near to the place soldiers of the enemy were seen, in metres. Default 14.
    pub radius: f32 = 14.0,
    /// How long ago at most, in seconds. Default 5.
    pub seconds: f32 = 5.0,
    /// They must be worth more than this; a rifleman is worth 1. Default 1, so that one alone, a scout, keeps nobody away.
    pub strength: f32 = 1.0,
}
}

with_defaults! {
/// How the managers of a side spend what its build order leaves.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SpendingRules {
    /// The time between two purchases, in seconds. Default 1.
    pub every_seconds: f32 = 1.0,
    /// What the commands of the build order cost that are due within these seconds is kept for them. Default 8.
    pub kept_seconds: f32 = 8.0,
    /// Supply is made ahead when less than this is left. Default 4.
    pub supply_margin: u16 = 4,
    /// The supply that this margin grows by with each building that makes units. Default 2.
    pub supply_per_producer: u16 = 2,
    /// The workers wanted at each field of minerals. Default 2.
    pub workers_per_field: u16 = 2,
    /// No producer is added while there is one of its kind for each so many workers. Default 3.
    pub workers_per_producer: u16 = 3,
    /// The plots that are left for supply and for what build orders ask for. Default 4.
    pub plots_kept: u16 = 4,
    /// The minerals that are left over before a producer is added; the first one of its kind needs none. Default 250.
    pub spare_for_producers: u32 = 250,
    /// The minerals that are left over before soldiers are trained that no order asks for. Default 150.
    pub spare_for_soldiers: u32 = 150,
    /// An upgrade is researched once so many units of a kind that it improves are there. Default 6.
    pub research_from: u16 = 6,
    /// Below these odds soldiers go before the build order. Default 0.4.
    pub threatened_below: f32 = 0.4,
}
}

with_defaults! {
/// How a unit heals mates. It has no gun.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Healing {
    /// The health that it gives back per second. Default 4.
    pub per_second: f32 = 4.0,
    /// How near it goes, in metres. Default 1.5.
    pub reach: f32 = 1.5,
    /// The classes of units that it heals. Default: none.
    pub classes: Vec<Label> = Vec::new(),
    /// Managers train one for each so many units that it heals. Default 8.
    pub one_for: u16 = 8,
}
}

with_defaults! {
/// The section `game` of a rules file of the commander.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct CommanderRules {
    /// What a side without a strategist does. The agent of a side in `sides` is its strategist; a side with `count: 0` follows one
    /// of its scripts, drawn for each match.
    pub scripts: BTreeMap<Label, Vec<Script>>,
    /// The seconds that a worker digs at a field of minerals. Default 3.8.
    pub mine_seconds: f32 = 3.8,
    /// The seconds that a worker stays at a refinery. Default 2.
    pub gas_seconds: f32 = 2.0,
    /// The share of its full health that a building gains per second while a worker repairs it. Default 0.02.
    pub repair_share: f32 = 0.02,
    /// The seconds after which an enemy that moves is no longer believed to be where it was seen last. Default 60.
    pub forget_seconds: f32 = 60.0,
    /// How far soldiers leave their way for an enemy, in metres. Default 14.
    pub chase_radius: f32 = 14.0,
    /// The army counts as gathered when most of it is within this distance, in metres. Default 9.
    pub gather_radius: f32 = 9.0,
    /// The seconds after which a soldier of the enemy no longer counts as part of its army, unless it is seen again. Default 180.
    pub believe_seconds: f32 = 180.0,
    /// The enemy is believed to have made at least this share of the soldiers that the side itself has made, by their worth; what it was seen to
    /// lose is subtracted. Default 0.8.
    pub assumed_share: f32 = 0.8,
    /// A strategist is told of units that nothing holds if they are worth more than this; a rifleman is worth 1. Default 8.
    pub counter_from: f32 = 8.0,
    /// A place counts as held after so many seconds without an enemy. Default 8.
    pub hold_seconds: f32 = 8.0,
    /// Within this distance of the square of one of its bases a side is at home, in metres. Default 30.
    pub home_radius: f32 = 30.0,
    /// The soldiers at home go to where the side is hit if the enemies known there are worth at most this many times what they are worth;
    /// else they gather at the square of the main base. Default 1.
    pub dares: f32 = 1.0,
    /// Once they go there, they turn back only if the enemies are worth more than this many times what they are worth. Default 1.5.
    pub persists: f32 = 1.5,
    /// Reinforcements stay while enemies are known at home that are together worth more than this; a rifleman is worth 1. Default 2.
    pub intruders: f32 = 2.0,
    /// Reinforcements join the main group once they are worth this. Default 5.
    pub join_least: f32 = 5.0,
    /// And once they are worth this share of the main group. Default 0.3.
    pub join_share: f32 = 0.3,
    /// Where no worker is sent to build or repair.
    pub work_danger: WorkDanger,
    /// How the managers spend what the build order leaves.
    pub spending: SpendingRules,
    /// The share of the costs that is returned when a building is lost before it stands. Default 0.
    pub salvage: f32,
    /// Soldiers that a script sends to attack set out at these odds. Default 0.5.
    pub script_attacks_at: f32 = 0.5,
    /// And turn back below these, measured where they are. Default 0.25.
    pub script_withdraws_at: f32 = 0.25,
    /// What each product is to weapons: `"light"`, `"heavy"`, `"building"`. A product that is not listed is `"light"`.
    pub classes: BTreeMap<Label, Label>,
    /// The factor on the harm that a unit does to each class. Default 1.
    pub damage: BTreeMap<Label, BTreeMap<Label, f32>>,
    /// The units that heal mates, and how.
    pub heals: BTreeMap<Label, Healing>,
    /// The faction of the catalogue that a side belongs to. Default: none.
    pub factions: BTreeMap<Label, Label>,
    /// For each side, the agents that its units and buildings are, by product. Default: the agent with the product's name.
    pub agents: BTreeMap<Label, BTreeMap<Label, Label>>,
}
}

/// What a scripted commander does: one of its styles.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Script {
    /// Its name.
    pub name: Label,
    /// Its steps. After the last one it goes on with those after the last attack but one.
    pub steps: Vec<ScriptStep>,
}

/// A step of a scripted commander.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum ScriptStep {
    /// Starts a recipe of the catalogue.
    Build {
        /// The name of its action.
        action: Label,
        /// How often. Default 1.
        #[serde(default = "whole::<1, _>")]
        count: u16,
    },
    /// Waits for so many soldiers, and sends them all to the base of the enemy unless it believes that they would lose.
    Attack {
        /// The number of soldiers.
        count: u16,
    },
}

/// The section of the commander in a rules file.
pub fn rules_of(rules: &Rules) -> Option<&CommanderRules> {
    rules.game.get::<CommanderRules>()
}

fn read_catalogue(document: &Document) -> Result<GameSection, Vec<Finding>> {
    Catalogue::read(document).map(|catalogue| GameSection::new(Arc::new(catalogue)))
}

/// What can be had, as rules know it.
pub fn catalogue_of(rules: &Rules) -> Option<&Arc<Catalogue>> {
    rules.catalogue.as_ref()?.get::<Arc<Catalogue>>()
}
