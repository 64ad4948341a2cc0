//! Declares the facts that actions and goals mention without a declaration. Their types follow from the values that they
//! are compared with and set to.
//!
//! Independent of: ranges and other checks; a value that does not match the type is left for the compiler to report.

use std::collections::HashMap;

use super::DomainSpec;
use crate::condition::{Condition, Effect};
use crate::fact::{FactKind, PlanningFact, Value};

/// Adds a declaration for each fact that is mentioned but not declared. A fact that is mentioned without a value, in
/// `OneOf([])` for example, stays undeclared.
pub(super) fn declare_implicit_facts(spec: &mut DomainSpec) {
    let mut mentions = Mentions::default();
    for action in &spec.actions.actions {
        action.preconditions.iter().for_each(|(fact, condition)| mentions.condition(fact, condition));
        action.effects.iter().for_each(|(fact, effect)| mentions.effect(fact, effect));
    }
    for goal in &spec.goals {
        goal.conditions.iter().for_each(|(fact, condition)| mentions.condition(fact, condition));
    }
    let kinds = mentions.kinds;
    let mut implicit: Vec<(usize, PlanningFact)> = kinds
        .into_iter()
        .filter(|(name, _)| spec.facts.iter().all(|fact| fact.name != *name))
        .map(|(name, (order, kind))| (order, PlanningFact { name: name.to_owned(), kind, default: None }))
        .collect();
    implicit.sort_unstable_by_key(|(order, _)| *order);
    spec.facts.extend(implicit.into_iter().map(|(_, fact)| fact));
}

/// The facts mentioned so far: the order of their first mention, and the type that their values have.
#[derive(Default)]
struct Mentions<'a> {
    kinds: HashMap<&'a str, (usize, FactKind)>,
}

impl<'a> Mentions<'a> {
    fn condition(&mut self, fact: &'a str, condition: &Condition) {
        match condition {
            Condition::Is(value) | Condition::IsNot(value) => self.value(fact, value),
            Condition::AtLeast(number)
            | Condition::AtMost(number)
            | Condition::MoreThan(number)
            | Condition::LessThan(number) => self.number(fact, *number),
            Condition::Between(low, high) => [low, high].into_iter().for_each(|number| self.number(fact, *number)),
            Condition::OneOf(values) => values.iter().for_each(|value| self.value(fact, value)),
            Condition::All(parts) => parts.iter().for_each(|part| self.condition(fact, part)),
        }
    }

    fn effect(&mut self, fact: &'a str, effect: &Effect) {
        match effect {
            Effect::Set(value) => self.value(fact, value),
            Effect::Add(number) => self.number(fact, *number),
        }
    }

    fn number(&mut self, fact: &'a str, number: f64) {
        self.value(fact, &Value::Number(number));
    }

    fn value(&mut self, fact: &'a str, value: &Value) {
        let order = self.kinds.len();
        let (_, kind) = self.kinds.entry(fact).or_insert_with(|| (order, kind_of(value)));
        match (kind, value) {
            // One number with decimal places makes the fact a number.
            (kind @ FactKind::Integer { .. }, Value::Number(number)) if number.fract() != 0.0 => {
                *kind = FactKind::any_number();
            }
            (FactKind::Symbol { values }, Value::Symbol(name)) if !values.contains(name) => values.push(name.clone()),
            _ => {}
        }
    }
}

/// The type of a fact of which only this value is known.
fn kind_of(value: &Value) -> FactKind {
    match value {
        Value::Bool(_) => FactKind::Bool,
        Value::Number(_) => FactKind::any_integer(),
        Value::Symbol(name) => FactKind::Symbol { values: vec![name.clone()] },
        Value::NoTarget | Value::OwnTarget | Value::Candidate(_) => FactKind::Target,
    }
}
