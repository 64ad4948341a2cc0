//! What a soldier buys: a planning problem over this round and the next.
//!
//! The plan fills one slot after another, for this round and then for the next, and fights in both. A fight costs the odds of losing it, times
//! what the round is worth; the odds follow from the strength of the items, compared with what the enemy probably has. Buying takes money, and
//! after the first fight the soldier is paid. So money that would win more in the next round is saved, and if the next round is worth nothing
//! all is spent.
//!
//! Independent of: the match. [`problem`] is a planning file, which `quarry plan` explains.

use std::collections::BTreeSet;

use bevy::math::ops;
use quarry_goap::{Domain, PlanOutcome, PlanRequest, Planner, Strategy, Value};
use quarry_minds::{
    protocol::{Label, label},
    schema::domain::{
        ActionData, ConditionData, EffectData, Entries, FactData, Scalar,
        file::{DomainFile, GoalData, StrategyData},
    },
};

use super::schema::{EconomyRules, EquipmentSlot, ItemSpec};

/// The situation of a soldier at the beginning of a round.
#[derive(Clone, Debug, PartialEq)]
pub struct Shopper<'a> {
    /// The rules.
    pub economy: &'a EconomyRules,
    /// Its side.
    pub side: Label,
    /// What it has.
    pub money: u16,
    /// The items that it has kept from the round before.
    pub owned: &'a [Label],
    /// What it counts on to be paid for this round.
    pub income: u16,
    /// The strength that the soldiers of the enemy probably have, in both rounds.
    pub enemy: f32,
    /// What the next round is worth, in rounds: 0 if there is none, or if money is taken away before it.
    pub next_round: f32,
}

/// What a soldier has decided to do with its money.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum BuyChoice {
    /// It buys nothing, or grenades at most, for the sake of the next round.
    #[default]
    Save,
    /// It buys a part of the best equipment, and keeps money for the next round.
    HalfBuy,
    /// It spends what it has, since there is no next round to keep money for.
    ForceBuy,
    /// It has the best gun and the best armour.
    FullBuy,
}

impl BuyChoice {
    /// All choices.
    pub const ALL: [Self; 4] = [Self::Save, Self::HalfBuy, Self::ForceBuy, Self::FullBuy];

    /// Its name in events and numbers.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Save => "save",
            Self::HalfBuy => "half_buy",
            Self::ForceBuy => "force_buy",
            Self::FullBuy => "full_buy",
        }
    }
}

/// What a soldier buys for this round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ShoppingPlan {
    /// The kind of purchase.
    pub choice: BuyChoice,
    /// The items, in the order in which they are bought.
    pub items: Vec<Label>,
}

/// The strength of the best equipment that this money buys a soldier of a side that owns nothing.
pub fn strength_for(economy: &EconomyRules, side: Label, money: u16, planner: &mut Planner) -> f32 {
    let shopper = Shopper { economy, side, money, owned: &[], income: 0, enemy: 0.0, next_round: 0.0 };
    let bought = plan(&shopper, planner).items;
    bought.iter().filter_map(|name| economy.items.get(name)).map(|item| item.strength).sum()
}

/// Strengths are planned in these parts of 1.
const PARTS: f32 = 100.0;

/// The names of the two rounds of a plan, as the ends of the names of actions.
const ROUNDS: [&str; 2] = ["", "_next_round"];

/// Finds out what a soldier buys. It buys nothing if the planner finds no plan.
pub fn plan(shopper: &Shopper<'_>, planner: &mut Planner) -> ShoppingPlan {
    let file = problem(shopper);
    let steps = solve(&file, planner).unwrap_or_default();
    let bought = |step: &String| step.strip_prefix("buy_").filter(|_| !step.ends_with(ROUNDS[1])).map(label);
    let items: Vec<Label> = steps.iter().filter_map(bought).collect();
    let known = shopper.economy.items_of(shopper.side);
    let has_best = |slot: EquipmentSlot| {
        let best =
            known.iter().filter(|(_, item)| item.slot == slot).max_by(|a, b| a.1.strength.total_cmp(&b.1.strength));
        best.is_none_or(|(name, item)| item.price == 0 || items.contains(name) || shopper.owned.contains(name))
    };
    let buys_more_than_grenades =
        known.iter().any(|(name, item)| item.slot != EquipmentSlot::Grenade && items.contains(name));
    let choice = match () {
        () if has_best(EquipmentSlot::Gun) && has_best(EquipmentSlot::Armour) => BuyChoice::FullBuy,
        () if shopper.next_round <= 0.0 => BuyChoice::ForceBuy,
        () if !buys_more_than_grenades => BuyChoice::Save,
        () => BuyChoice::HalfBuy,
    };
    ShoppingPlan { choice, items }
}

/// The names of the steps of the cheapest plan.
fn solve(file: &DomainFile, planner: &mut Planner) -> Option<Vec<String>> {
    let domain = Domain::new(file.domain_spec(false)).ok()?;
    let mut start = domain.defaults();
    for (name, value) in &file.start.0 {
        let Scalar::Number(value) = value else { continue };
        let fact = domain.fact(name)?;
        *start.get_mut(fact.index())? = domain.encode(fact, &Value::Number(*value)).ok()?;
    }
    let request = PlanRequest { strategy: Strategy::Forward, ..PlanRequest::new(&start, domain.goal_ids().next()?) };
    let result = planner.plan(&domain, &request);
    if result.outcome != PlanOutcome::Plan {
        return None;
    }
    result.steps.iter().map(|step| Some(file.actions.get(step.action.index())?.name.clone())).collect()
}

/// The planning problem of a soldier. `done` counts the decisions and fights.
pub fn problem(shopper: &Shopper<'_>) -> DomainFile {
    let slots = EquipmentSlot::ALL;
    let rounds = if shopper.next_round > 0.0 { 2 } else { 1 };
    let mut actions = Vec::new();
    for (round, (end, worth)) in ROUNDS.iter().zip([1.0, shopper.next_round]).enumerate().take(rounds) {
        let first = round * (slots.len() + 1);
        let mut strengths = BTreeSet::from([0]);
        for (index, slot) in slots.into_iter().enumerate() {
            let ways = ways(shopper, slot, round == 0);
            strengths = strengths.iter().flat_map(|sum| ways.iter().map(move |way| sum + way.strength)).collect();
            actions.extend(ways.into_iter().map(|way| fill(&way, &format!("{}{end}", way.name), first + index)));
        }
        let pay = if round == 0 { shopper.income } else { 0 };
        actions.extend(strengths.into_iter().map(|strength| {
            let lost = 1.0 / (1.0 + ops::exp(strength as f32 / PARTS - shopper.enemy));
            fight(strength, &format!("fight_at_{strength}{end}"), first + slots.len(), lost * worth, pay)
        }));
    }
    let last = rounds * (slots.len() + 1);
    let whole = |max: u32| FactData::Integer { min: 0, max: max.into(), default: None };
    let facts = [("money", shopper.economy.most_money.into()), ("done", last as u32), ("strength", 100_000)];
    DomainFile {
        facts: Entries(facts.map(|(name, max)| (name.into(), whole(max))).into()),
        start: Entries(vec![("money".into(), Scalar::Number(shopper.money.min(shopper.economy.most_money).into()))]),
        goals: vec![GoalData {
            name: "win_rounds".into(),
            conditions: Entries(vec![("done".into(), ConditionData::Is(number(last)))]),
            relevance: 1.0,
            worth: None,
        }],
        actions,
        strategy: StrategyData::Forward,
        ..DomainFile::default()
    }
}

/// A way to fill a slot.
struct Way {
    name: String,
    price: u16,
    /// In hundredths.
    strength: u32,
}

/// The ways to fill a slot: with what the soldier has, with what it can buy, or with nothing.
fn ways(shopper: &Shopper<'_>, slot: EquipmentSlot, is_now: bool) -> Vec<Way> {
    let known = shopper.economy.items_of(shopper.side).into_iter().filter(|(_, item)| item.slot == slot);
    let with = |(name, item): (Label, &ItemSpec)| {
        let has = item.price == 0 || is_now && shopper.owned.contains(&name);
        let (verb, price) = if has { ("keep", 0) } else { ("buy", item.price) };
        Way { name: format!("{verb}_{name}"), price, strength: (item.strength * PARTS).round() as u32 }
    };
    let nothing = Way { name: format!("go_without_{}", slot.name()), price: 0, strength: 0 };
    known.map(with).chain([nothing]).collect()
}

fn number(value: usize) -> Scalar {
    Scalar::Number(value as f64)
}

/// Fills a slot after so many decisions and fights.
fn fill(way: &Way, name: &str, done: usize) -> ActionData {
    let mut action = step(name, done, 0.0);
    if way.price > 0 {
        action.preconditions.0.push(("money".into(), ConditionData::AtLeast(way.price.into())));
        action.effects.0.push(("money".into(), EffectData::Add(-f64::from(way.price))));
    }
    if way.strength > 0 {
        action.effects.0.push(("strength".into(), EffectData::Add(way.strength.into())));
    }
    action
}

/// Fights with this strength, at a cost in rounds, and is paid.
fn fight(strength: u32, name: &str, done: usize, cost: f32, pay: u16) -> ActionData {
    let mut action = step(name, done, cost);
    action.preconditions.0.push(("strength".into(), ConditionData::Is(Scalar::Number(strength.into()))));
    action.effects.0.push(("strength".into(), EffectData::Set(number(0))));
    if pay > 0 {
        action.effects.0.push(("money".into(), EffectData::Add(pay.into())));
    }
    action
}

/// An action after so many others.
fn step(name: &str, done: usize, cost: f32) -> ActionData {
    ActionData {
        name: name.to_owned(),
        // Costs have at most six decimal places.
        cost: (f64::from(cost.max(0.0)) * 1e6).round() / 1e6,
        odds: 1.0,
        seconds: None,
        danger: 0.0,
        named_cost: String::new(),
        preconditions: Entries(vec![("done".into(), ConditionData::Is(number(done)))]),
        effects: Entries(vec![("done".into(), EffectData::Set(number(done + 1)))]),
        context_preconditions: Vec::new(),
        target: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rifles, submachine guns and vests, loosely as shipped.
    fn economy() -> EconomyRules {
        let item = |slot, price, strength| ItemSpec { slot, price, strength, ..ItemSpec::default() };
        let items = [
            ("pistol", item(EquipmentSlot::Gun, 0, 0.0)),
            ("submachine_gun", item(EquipmentSlot::Gun, 1250, 0.7)),
            ("rifle", item(EquipmentSlot::Gun, 2700, 1.6)),
            ("vest", item(EquipmentSlot::Armour, 650, 0.35)),
        ];
        EconomyRules { items: items.map(|(name, item)| (label(name), item)).into(), ..EconomyRules::default() }
    }

    fn decides(money: u16, owned: &[Label], enemy: f32, next_round: f32) -> ShoppingPlan {
        let economy = economy();
        let side = label("attackers");
        let shopper = Shopper { economy: &economy, side, money, owned, income: 1900, enemy, next_round };
        plan(&shopper, &mut Planner::new())
    }

    fn names(plan: &ShoppingPlan) -> Vec<&'static str> {
        plan.items.iter().map(|item| item.as_str()).collect()
    }

    #[test]
    fn a_rich_soldier_buys_all_and_a_poor_one_saves_for_a_rifle() {
        let rich = decides(6000, &[], 1.95, 0.9);
        assert_eq!((rich.choice, names(&rich)), (BuyChoice::FullBuy, vec!["rifle", "vest"]));
        let poor = decides(1550, &[], 1.95, 0.9);
        assert_eq!((poor.choice, names(&poor)), (BuyChoice::Save, vec![]));
    }

    #[test]
    fn a_grenade_alone_is_a_round_that_is_saved() {
        let mut economy = economy();
        let flash = ItemSpec { slot: EquipmentSlot::Grenade, price: 10, strength: 0.1, ..ItemSpec::default() };
        economy.items.insert(label("flash"), flash);
        let side = label("attackers");
        let shopper =
            Shopper { economy: &economy, side, money: 1580, owned: &[], income: 1900, enemy: 1.95, next_round: 0.9 };
        let bought = plan(&shopper, &mut Planner::new());
        assert_eq!((bought.choice, names(&bought)), (BuyChoice::Save, vec!["flash"]));
    }

    #[test]
    fn without_a_next_round_all_is_spent() {
        let last = decides(1900, &[], 1.95, 0.0);
        assert_eq!((last.choice, names(&last)), (BuyChoice::ForceBuy, vec!["submachine_gun", "vest"]));
    }

    #[test]
    fn what_the_enemy_has_decides_whether_a_vest_pays() {
        // What it keeps would buy no better gun in the next round.
        let even = decides(700, &[], 0.35, 0.9);
        assert_eq!((even.choice, names(&even)), (BuyChoice::HalfBuy, vec!["vest"]));
        let hopeless = decides(1550, &[], 1.95, 0.9);
        assert!(hopeless.items.is_empty(), "{hopeless:?}");
    }

    #[test]
    fn what_a_soldier_has_kept_it_does_not_buy_again() {
        let kept = decides(700, &[label("rifle")], 1.95, 0.9);
        assert_eq!((kept.choice, names(&kept)), (BuyChoice::FullBuy, vec!["vest"]));
        assert_eq!(strength_for(&economy(), label("attackers"), 3350, &mut Planner::new()), 1.95);
    }

    #[test]
    fn a_plan_is_found_in_a_small_search() {
        let economy = economy();
        let side = label("defenders");
        let shopper =
            Shopper { economy: &economy, side, money: 5000, owned: &[], income: 1400, enemy: 1.0, next_round: 1.0 };
        let mut planner = Planner::new();
        assert!(solve(&problem(&shopper), &mut planner).is_some());
        assert!(planner.last_result().nodes < 400, "{} states", planner.last_result().nodes);
        assert!(planner.last_result().is_optimal());
    }
}
