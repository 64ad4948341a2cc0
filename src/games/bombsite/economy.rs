//! The money of a match as data: what soldiers earn, what they can buy, and what each item is good for.
//!
//! Independent of: who buys what, see `buying`.

use std::collections::BTreeMap;

use quarry_minds::protocol::Label;
use quarry_ron::{Cursor, Diagnostics};
use serde::Deserialize;

use super::schema::SIDES;
use crate::data::{
    declare::with_defaults,
    gun::GunSpec,
    provided::{NameKind, NamePlace},
    ranges::{NumberRange, number},
    rules::Rules,
};

/// The most money that a soldier can have, whatever the rules say.
const MOST_MONEY: u16 = 60_000;

with_defaults! {
/// What soldiers earn in a match of several rounds, and what they can buy at the beginning of a round. Each soldier has its own money.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct EconomyRules {
    /// What each soldier has in the first round and after the squads have swapped sides. Default 800.
    pub start_money: u16 = 800,
    /// The most that a soldier can have. Default 16,000.
    pub most_money: u16 = 16_000,
    /// What each soldier of the squad that wins a round gets. Default 3,250.
    pub win: u16 = 3250,
    /// What each soldier of the squad that loses a round gets: after one loss, after two in a row and so on; the last number holds for all
    /// further ones. A win ends the row. Default 1,400 to 3,400 in steps of 500.
    pub loss: Vec<u16> = vec![1400, 1900, 2400, 2900, 3400],
    /// What a soldier gets for each enemy that it kills. Default 300.
    pub kill: u16 = 300,
    /// What each attacker gets besides if the squad planted the bomb and lost the round. Default 600.
    pub plant: u16 = 600,
    /// The seconds from the start of a round in which a person may buy. Default 15.
    pub buy_seconds: f32 = 15.0,
    /// What the next round is worth to a squad that buys for this one, in rounds. With 0 it spends all that it has. Default 0.9.
    pub next_round: f32 = 0.9,
    /// What can be bought, by name. What costs nothing belongs to each soldier.
    pub items: BTreeMap<Label, ItemSpec>,
}
}

with_defaults! {
/// A thing that soldiers buy. It is lost when its owner dies; what the slot `grenade` holds lasts for one round.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ItemSpec {
    /// What it takes the place of: a soldier has one item in each slot. Default `gun`.
    pub slot: EquipmentSlot = EquipmentSlot::Gun,
    /// Its price. Default 0.
    pub price: u16,
    /// What it adds to the odds of winning a round, beside a soldier with nothing in its slot: 0.1 is one round in ten. Default 0.
    pub odds: f32,
    /// The sides that can buy it. Default: both.
    pub sides: Vec<Label>,
    /// The gun that it is, if its slot is `gun`. How well it is aimed (`aim_error`, `aim_reaction`) depends on its owner. Default: none.
    pub gun: Option<GunSpec>,
    /// The factors on the harm that its owner takes, by the means of the harm. Default: none.
    pub harm: BTreeMap<Label, f32>,
    /// The factor on the seconds that its owner takes to defuse the bomb. Default 1.
    pub defuse: f32 = 1.0,
    /// How many of each projectile it is; those of the agent's file are not given in a match with money. Default: none.
    pub throws: BTreeMap<Label, u8>,
}
}

/// What an item takes the place of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EquipmentSlot {
    /// The gun.
    #[default]
    Gun,
    /// What protects from harm.
    Armour,
    /// What helps to defuse.
    Kit,
    /// What is thrown.
    Grenade,
}

impl EquipmentSlot {
    /// All slots, in the order in which soldiers decide on them.
    pub const ALL: [Self; 4] = [Self::Gun, Self::Armour, Self::Kit, Self::Grenade];

    /// Its name in data files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Gun => "gun",
            Self::Armour => "armour",
            Self::Kit => "kit",
            Self::Grenade => "grenade",
        }
    }
}

impl EconomyRules {
    /// What each soldier of a squad gets that has lost this many rounds in a row.
    pub fn loss_after(&self, losses: u16) -> u16 {
        let place = usize::from(losses.max(1)) - 1;
        self.loss.get(place).or(self.loss.last()).copied().unwrap_or(0)
    }

    /// The items that a side can have, in the order of slots, cheap ones first.
    pub fn items_of(&self, side: Label) -> Vec<(Label, &ItemSpec)> {
        let fits = |item: &ItemSpec| item.sides.is_empty() || item.sides.contains(&side);
        let mut items: Vec<_> =
            self.items.iter().filter(|(_, item)| fits(item)).map(|(name, item)| (*name, item)).collect();
        items.sort_by_key(|(name, item)| (item.slot, item.price, *name));
        items
    }
}

/// The ranges of these numbers in a rules file.
pub(super) const RANGES: &[NumberRange] = &[
    number("game.economy.start_money", 0.0, MOST_MONEY as f64, ""),
    number("game.economy.most_money", 0.0, MOST_MONEY as f64, ""),
    number("game.economy.win", 0.0, MOST_MONEY as f64, ""),
    number("game.economy.loss[]", 0.0, MOST_MONEY as f64, ""),
    number("game.economy.kill", 0.0, MOST_MONEY as f64, ""),
    number("game.economy.plant", 0.0, MOST_MONEY as f64, ""),
    number("game.economy.buy_seconds", 0.0, 600.0, "s"),
    number("game.economy.next_round", 0.0, 10.0, "rounds"),
    number("game.economy.items[].price", 0.0, MOST_MONEY as f64, ""),
    number("game.economy.items[].odds", 0.0, 1.0, ""),
    number("game.economy.items[].harm[]", 0.0, 10.0, ""),
    number("game.economy.items[].defuse", 0.05, 10.0, ""),
    number("game.economy.items[].throws[]", 0.0, 100.0, ""),
    // As those of the guns of agents.
    number("game.economy.items[].gun.magazine", 1.0, 1000.0, "shots"),
    number("game.economy.items[].gun.reserve", 0.0, 10_000.0, "shots"),
    number("game.economy.items[].gun.rate", 0.1, 30.0, "/s"),
    number("game.economy.items[].gun.reload_seconds", 0.0, 20.0, "s"),
    number("game.economy.items[].gun.damage", 0.0, 10_000.0, ""),
    number("game.economy.items[].gun.head_factor", 0.0, 20.0, ""),
    number("game.economy.items[].gun.leg_factor", 0.0, 20.0, ""),
    number("game.economy.items[].gun.fall_off[][0]", 0.0, 1000.0, "m"),
    number("game.economy.items[].gun.fall_off[][1]", 0.0, 10.0, ""),
    number("game.economy.items[].gun.range", 1.0, 1000.0, "m"),
    number("game.economy.items[].gun.spread", 0.0, 45.0, "°"),
    number("game.economy.items[].gun.moving_spread", 0.0, 45.0, "°"),
    number("game.economy.items[].gun.crouched_factor", 0.0, 4.0, ""),
    number("game.economy.items[].gun.recoil", 0.0, 20.0, "°"),
    number("game.economy.items[].gun.max_recoil", 0.0, 45.0, "°"),
    number("game.economy.items[].gun.recoil_recovery", 0.0, 200.0, "°/s"),
    number("game.economy.items[].gun.aim_error", 0.0, 10.0, ""),
    number("game.economy.items[].gun.aim_reaction", 0.0, 10.0, ""),
];

/// Where these rules use names that others provide.
pub(super) const NAMES: &[NamePlace] = &[
    NamePlace::keys("game.economy.items[].harm[]", NameKind::Harm),
    NamePlace::keys("game.economy.items[].throws[]", NameKind::Projectile),
];

/// Checks the section `economy`, at its place in the rules.
pub(super) fn check(economy: &EconomyRules, rules: &Rules, at: &Cursor<'_>, out: &mut Diagnostics) {
    if economy.start_money > economy.most_money {
        let message = format!("soldiers begin with {}, which is more than they can have", economy.start_money);
        out.push(at.field("start_money").error(message).help("write a smaller number, or raise `most_money`"));
    }
    if economy.items.values().filter(|item| item.price > 0).count() == 0 {
        let help = "add an entry to `items`, such as \"vest\": (slot: armour, price: 650, odds: 0.1)";
        out.push(at.error("soldiers earn money, but can buy nothing").help(help));
    }
    for (name, item) in &economy.items {
        let at = at.field("items").entry(name.as_str());
        for side in item.sides.iter().filter(|side| !SIDES.iter().any(|known| **side == *known)) {
            out.push(at.field("sides").unknown("side", side, SIDES));
        }
        if item.slot == EquipmentSlot::Gun && item.gun.is_none() {
            out.push(at.error("a gun without numbers").help("write `gun: ()` for a rifle, or another `slot`"));
        }
        if let Some(gun) = item.gun.as_ref().filter(|_| item.slot != EquipmentSlot::Gun) {
            let message = format!("a gun of {} shots is no {}", gun.magazine, item.slot.name());
            out.push(at.field("slot").error(message).help("write `slot: gun`, or leave `gun` out"));
        }
        if let Some(gun) = item.gun.as_ref().filter(|gun| !rules.noises.contains_key(&gun.noise)) {
            out.push(at.field("gun").unknown("noise", &gun.noise, rules.noises.keys()));
        }
    }
}
