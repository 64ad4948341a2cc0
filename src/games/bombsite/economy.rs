//! The money of a match as data: what items a side can have, what a lost round pays, and the checks of the section `economy`.
//!
//! Independent of: who buys what, see `buying`.

use quarry_minds::protocol::Label;
use quarry_ron::{Cursor, Diagnostics};

use super::schema::{EconomyRules, EquipmentSlot, ItemSpec, SIDES};
use crate::data::{
    provided::{NameKind, NamePlace},
    rules::Rules,
};

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
        let help = "add an entry to `items`, such as \"vest\": (slot: armour, price: 650, strength: 0.3)";
        out.push(at.error("soldiers earn money, but can buy nothing").help(help));
    }
    if economy.loss.is_empty() {
        let help = "write what a squad gets after one loss, after two in a row and so on";
        out.push(at.field("loss").error("a lost round pays nothing").help(help));
    }
    for (name, item) in &economy.items {
        let at = at.field("items").entry(name.as_str());
        if item.price > economy.most_money {
            let message = format!("this costs more than the {} that a soldier can have", economy.most_money);
            out.push(at.field("price").error(message).help("write a smaller number, or raise `most_money`"));
        }
        if item.price > 0 && item.strength <= 0.0 {
            let help = "write how much stronger a soldier is with it, as docs/bombsite.md says";
            out.push(at.error("this has a price and no `strength`, so that no soldier buys it").help(help));
        }
        let rivals = |(other, of_other): &(&Label, &ItemSpec)| *other < name && shares_slot(item, of_other);
        if let Some((other, _)) = economy.items.iter().find(rivals).filter(|_| item.price == 0) {
            let message = format!("this is free, and so is `{other}`, which takes the same place");
            out.push(at.error(message).help("give one of them a `price`"));
        }
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
            out.push(at.field("gun").unknown("noise", gun.noise, rules.noises.keys()));
        }
    }
}

/// Whether another item is free, too, and takes the same place of a soldier.
fn shares_slot(item: &ItemSpec, other: &ItemSpec) -> bool {
    let for_both = item.sides.is_empty() || other.sides.is_empty();
    let together = for_both || item.sides.iter().any(|side| other.sides.contains(side));
    other.price == 0 && other.slot == item.slot && together
}
