//! What a soldier buys: a planning problem over this round and the next.
//!
//! The plan decides on one slot after another, first for this round and then for the next. An action costs what its item falls short of the
//! best one, in rounds: the odds of winning that it gives away, times what the round is worth. Buying takes money; between the rounds comes
//! what a round pays. So money that would buy more in the next round is saved, and if the next round is worth nothing all is spent.
//!
//! Independent of: the match. [`problem`] is a planning file, which `quarry plan` explains.

use quarry_goap::{Domain, PlanOutcome, PlanRequest, Planner, Strategy, Value};
use quarry_minds::{
    protocol::{Label, label},
    schema::domain::{
        ActionData, ConditionData, EffectData, Entries, FactData, Scalar,
        file::{DomainFile, GoalData, StrategyData},
    },
};

use super::schema::{EconomyRules, EquipmentSlot};

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
    /// What the next round is worth, in rounds: 0 if there is none, or if money is taken away before it.
    pub next_round: f32,
}

/// What a soldier has decided to do with its money.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum BuyChoice {
    /// It buys nothing, for the sake of the next round.
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
        let best = known.iter().filter(|(_, item)| item.slot == slot).max_by(|a, b| a.1.odds.total_cmp(&b.1.odds));
        best.is_none_or(|(name, _)| items.contains(name) || shopper.owned.contains(name))
    };
    let choice = match () {
        () if has_best(EquipmentSlot::Gun) && has_best(EquipmentSlot::Armour) => BuyChoice::FullBuy,
        () if items.is_empty() => BuyChoice::Save,
        () if shopper.next_round <= 0.0 => BuyChoice::ForceBuy,
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

/// The planning problem of a soldier.
pub fn problem(shopper: &Shopper<'_>) -> DomainFile {
    let slots = EquipmentSlot::ALL;
    let mut actions = Vec::new();
    for (round, (end, worth)) in ROUNDS.iter().zip([1.0, shopper.next_round]).enumerate() {
        let first = round * (slots.len() + 1);
        for (index, slot) in slots.into_iter().enumerate() {
            actions.extend(of_slot(shopper, slot, first + index, worth).into_iter().map(|action| {
                let name = format!("{}{end}", action.name);
                ActionData { name, ..action }
            }));
        }
    }
    let mut paid = step("be_paid", slots.len(), 0.0);
    paid.effects.0.push(("money".into(), EffectData::Add(shopper.income.into())));
    actions.push(paid);
    let last = slots.len() * 2 + 1;
    let whole = |max: usize| FactData::Integer { min: 0, max: max as i64, default: None };
    DomainFile {
        facts: Entries(vec![
            ("money".into(), whole(shopper.economy.most_money.into())),
            ("decided".into(), whole(last)),
        ]),
        start: Entries(vec![("money".into(), Scalar::Number(shopper.money.min(shopper.economy.most_money).into()))]),
        goals: vec![GoalData {
            name: "win_rounds".into(),
            conditions: Entries(vec![("decided".into(), ConditionData::Is(Scalar::Number(last as f64)))]),
            relevance: 1.0,
            worth: None,
        }],
        actions,
        strategy: StrategyData::Forward,
        odds_weight: 1.0,
        ..DomainFile::default()
    }
}

/// The ways to fill a slot in a round of this worth: with what the soldier has, with what it can buy, or with nothing.
fn of_slot(shopper: &Shopper<'_>, slot: EquipmentSlot, decided: usize, worth: f32) -> Vec<ActionData> {
    let known = shopper.economy.items_of(shopper.side);
    let items: Vec<_> = known.into_iter().filter(|(_, item)| item.slot == slot).collect();
    let best = items.iter().map(|(_, item)| item.odds).fold(0.0, f32::max);
    let is_now = decided < EquipmentSlot::ALL.len();
    let mut actions = Vec::new();
    for (name, item) in &items {
        let cost = (best - item.odds) * worth;
        if item.price == 0 || is_now && shopper.owned.contains(name) {
            actions.push(step(&format!("keep_{name}"), decided, cost));
        } else {
            let mut buy = step(&format!("buy_{name}"), decided, cost);
            buy.preconditions.0.push(("money".into(), ConditionData::AtLeast(item.price.into())));
            buy.effects.0.push(("money".into(), EffectData::Add(-f64::from(item.price))));
            actions.push(buy);
        }
    }
    actions.push(step(&format!("go_without_{}", slot.name()), decided, best * worth));
    actions
}

/// An action that comes after so many others, at a cost in rounds.
fn step(name: &str, decided: usize, cost: f32) -> ActionData {
    let is = |number: usize| Scalar::Number(number as f64);
    ActionData {
        name: name.to_owned(),
        // In thousandths of a round: costs have at most six decimal places.
        cost: (f64::from(cost.max(0.0)) * 1e3).round() / 1e3,
        odds: 1.0,
        seconds: None,
        danger: 0.0,
        named_cost: String::new(),
        preconditions: Entries(vec![("decided".into(), ConditionData::Is(is(decided)))]),
        effects: Entries(vec![("decided".into(), EffectData::Set(is(decided + 1)))]),
        context_preconditions: Vec::new(),
        target: None,
    }
}
