//! The RON syntax of facts, conditions, effects, actions and goals.
//!
//! Planning files ([`file`]) and the minds of agents share it; `docs/planning.md` describes it. The types here hold
//! what is written. [`Vocabulary`] turns them into the specification that [`quarry_goap::Domain::new`] checks.

use quarry_goap::{
    Action, ActionCost, Condition, Effect, FactKind, Goal, MAX_MAGNITUDE, PlanningFact, TargetRule, Value,
};
use serde::{Deserialize, Serialize};

mod entries;
pub mod figures;
pub mod file;
pub mod locate;
mod scalar;
pub mod standalone;

pub use entries::Entries;
pub use scalar::Scalar;

/// A fact's type: `bool()`, `integer(min: 0, max: 10)`, `number()`, `symbol(values: ["a", "b"])` or `target()`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum FactData {
    /// True or false.
    Bool {
        /// Start value where none is given. Default: `false`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        default: Option<Scalar>,
    },
    /// A whole number in a range.
    Integer {
        /// Minimum value. Default: -1000000000, which is also the limit.
        #[serde(default = "least_integer")]
        min: i64,
        /// Maximum value. Default: 1000000000, which is also the limit.
        #[serde(default = "greatest_integer")]
        max: i64,
        /// Start value where none is given. Default: the value in range that is nearest to 0.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        default: Option<Scalar>,
    },
    /// A number with at most six decimal places in a range.
    Number {
        /// Minimum value. Default: -1000000000, which is also the limit.
        #[serde(default = "least_number")]
        min: f64,
        /// Maximum value. Default: 1000000000, which is also the limit.
        #[serde(default = "greatest_number")]
        max: f64,
        /// Start value where none is given. Default: the value in range that is nearest to 0.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        default: Option<Scalar>,
    },
    /// One of a list of names.
    Symbol {
        /// At least one name, without duplicates.
        values: Vec<String>,
        /// Start value where none is given. Default: the first.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        default: Option<Scalar>,
    },
    /// A candidate, or `"none"`.
    Target {
        /// Start value where none is given. Default: `"none"`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        default: Option<Scalar>,
    },
}

/// A condition on a fact: `is(true)`, `at_least(3)`, `one_of(["a", "b"])` and so on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ConditionData {
    /// Exactly this value.
    Is(Scalar),
    /// Any value but this one.
    IsNot(Scalar),
    /// This number or more.
    AtLeast(f64),
    /// This number or less.
    AtMost(f64),
    /// More than this number.
    MoreThan(f64),
    /// Less than this number.
    LessThan(f64),
    /// From the first number to the second, both included.
    Between(f64, f64),
    /// Any of these values.
    OneOf(Vec<Scalar>),
    /// All of these conditions at once.
    All(Vec<ConditionData>),
}

/// An effect on a fact: `set(true)` or `add(-2)`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EffectData {
    /// Assigns the value.
    Set(Scalar),
    /// Adds the amount to a number, which is clamped to the fact's range.
    Add(f64),
}

/// An action of a planning file, as written. Actions of minds have more fields (`data::mind::MindActionData`) but share
/// the syntax of preconditions and effects.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ActionData {
    /// Unique among the actions.
    pub name: String,
    /// Cost of one step before travel, 0 or more. Ignored if there is a named cost. Default: 1.
    #[serde(default = "one")]
    pub cost: f64,
    /// The odds that it brings what it is done for, 0 to 1. They add to its cost, see [`file::DomainFile::odds_weight`]. Default: 1.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub odds: f64,
    /// How long it takes without travel, in seconds, 0 or more. Default: its cost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// What it is expected to lose, in the currency of the goals' worth, 0 or more. Default: 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub danger: f64,
    /// Name of a cost that is computed when planning starts. Default: none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub named_cost: String,
    /// Conditions that must hold before the action. Default: none.
    #[serde(default, skip_serializing_if = "Entries::is_empty")]
    pub preconditions: Entries<ConditionData>,
    /// How it changes facts. Default: no changes.
    #[serde(default, skip_serializing_if = "Entries::is_empty")]
    pub effects: Entries<EffectData>,
    /// Names of conditions that no action can change. They must hold when planning starts. Default: none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub context_preconditions: Vec<String>,
    /// Which candidates it may target. Default: the action has no target.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<TargetData>,
}

/// Which candidates an action may target.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TargetData {
    /// The kinds that fit, any one of them. Default: every candidate fits.
    #[serde(default)]
    pub kinds: Vec<String>,
    /// Whether a plan may use the action at most once per target. Default: false.
    #[serde(default)]
    pub once_per_target: bool,
    /// Whether the travel to the target is part of the cost. Default: false.
    #[serde(default)]
    pub includes_travel: bool,
}

fn one() -> f64 {
    1.0
}

fn is_one(number: &f64) -> bool {
    *number == 1.0
}

fn is_zero(number: &f64) -> bool {
    *number == 0.0
}

fn least_integer() -> i64 {
    -(MAX_MAGNITUDE as i64)
}

fn greatest_integer() -> i64 {
    MAX_MAGNITUDE as i64
}

fn least_number() -> f64 {
    -MAX_MAGNITUDE
}

fn greatest_number() -> f64 {
    MAX_MAGNITUDE
}

impl FactData {
    /// The type, without the default.
    #[must_use]
    pub fn kind(&self) -> FactKind {
        match self {
            Self::Bool { .. } => FactKind::Bool,
            Self::Integer { min, max, .. } => FactKind::Integer { min: *min, max: *max },
            Self::Number { min, max, .. } => FactKind::Number { min: *min, max: *max },
            Self::Symbol { values, .. } => FactKind::Symbol { values: values.clone() },
            Self::Target { .. } => FactKind::Target,
        }
    }

    /// The default, if one is written.
    #[must_use]
    pub const fn default_value(&self) -> Option<&Scalar> {
        match self {
            Self::Bool { default }
            | Self::Integer { default, .. }
            | Self::Number { default, .. }
            | Self::Symbol { default, .. }
            | Self::Target { default } => default.as_ref(),
        }
    }
}

/// The names that give written values their meaning: `"none"` is a symbol of one fact and the absence of a target for
/// another.
#[derive(Clone, Copy, Debug)]
pub struct Vocabulary<'a> {
    /// The declared facts.
    pub facts: &'a Entries<FactData>,
    /// The candidates that target facts can refer to by name; empty if candidates have no names.
    pub candidates: &'a [String],
}

impl Vocabulary<'_> {
    /// The specifications of the facts.
    #[must_use]
    pub fn facts(&self) -> Vec<PlanningFact> {
        let declare = |(name, data): &(String, FactData)| PlanningFact {
            name: name.clone(),
            kind: data.kind(),
            default: data.default_value().map(|value| self.value(name, value)),
        };
        self.facts.0.iter().map(declare).collect()
    }

    /// The value of a fact.
    #[must_use]
    pub fn value(&self, fact: &str, value: &Scalar) -> Value {
        let is_target = matches!(self.facts.get(fact), Some(FactData::Target { .. }));
        match value {
            Scalar::Bool(value) => Value::Bool(*value),
            Scalar::Number(value) => Value::Number(*value),
            Scalar::Text(text) if text == "$target" => Value::OwnTarget,
            Scalar::Text(text) if is_target && text == "none" => Value::NoTarget,
            Scalar::Text(text) if is_target => match self.candidates.iter().position(|name| name == text) {
                Some(index) => Value::Candidate(index as u32),
                None => Value::Symbol(text.clone()),
            },
            Scalar::Text(text) => Value::Symbol(text.clone()),
        }
    }

    /// The condition on a fact.
    #[must_use]
    pub fn condition(&self, fact: &str, data: &ConditionData) -> Condition {
        match data {
            ConditionData::Is(value) => Condition::Is(self.value(fact, value)),
            ConditionData::IsNot(value) => Condition::IsNot(self.value(fact, value)),
            ConditionData::AtLeast(low) => Condition::AtLeast(*low),
            ConditionData::AtMost(high) => Condition::AtMost(*high),
            ConditionData::MoreThan(low) => Condition::MoreThan(*low),
            ConditionData::LessThan(high) => Condition::LessThan(*high),
            ConditionData::Between(low, high) => Condition::Between(*low, *high),
            ConditionData::OneOf(values) => {
                Condition::OneOf(values.iter().map(|value| self.value(fact, value)).collect())
            }
            ConditionData::All(parts) => Condition::All(parts.iter().map(|part| self.condition(fact, part)).collect()),
        }
    }

    /// The conditions, by fact.
    #[must_use]
    pub fn conditions(&self, data: &Entries<ConditionData>) -> Vec<(String, Condition)> {
        data.0.iter().map(|(fact, data)| (fact.clone(), self.condition(fact, data))).collect()
    }

    /// The effects, by fact.
    #[must_use]
    pub fn effects(&self, data: &Entries<EffectData>) -> Vec<(String, Effect)> {
        let effect = |fact: &str, data: &EffectData| match data {
            EffectData::Set(value) => Effect::Set(self.value(fact, value)),
            EffectData::Add(amount) => Effect::Add(*amount),
        };
        data.0.iter().map(|(fact, data)| (fact.clone(), effect(fact, data))).collect()
    }

    /// The specification of an action.
    #[must_use]
    pub fn action(&self, data: &ActionData) -> Action {
        let cost = if data.named_cost.is_empty() {
            ActionCost::Fixed(data.cost)
        } else {
            ActionCost::Named(data.named_cost.clone())
        };
        Action {
            name: data.name.clone(),
            cost,
            preconditions: self.conditions(&data.preconditions),
            effects: self.effects(&data.effects),
            context_preconditions: data.context_preconditions.clone(),
            target: data.target.as_ref().map(|target| TargetRule {
                kinds: target.kinds.clone(),
                once_per_target: target.once_per_target,
                includes_travel: target.includes_travel,
            }),
        }
    }

    /// The specification of a goal.
    #[must_use]
    pub fn goal(&self, name: &str, conditions: &Entries<ConditionData>) -> Goal {
        Goal { name: name.to_owned(), conditions: self.conditions(conditions) }
    }
}
