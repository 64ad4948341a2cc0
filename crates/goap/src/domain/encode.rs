//! Encodes values, conditions and effects as numbers and sets of numbers, checked against the fact that they are about.
//!
//! Independent of: where a mistake is in the specification, search.

use std::collections::HashSet;

use super::compile::MAX_DECLARED;
use crate::compiled::{Change, CompiledFact, TargetTest};
use crate::condition::{Condition, Effect};
use crate::error::DomainErrorKind;
use crate::fact::{FactKind, MAX_CANDIDATES, NO_TARGET, PlanningFact, Value};
use crate::number::{MAX_MAGNITUDE, NumberError, SCALE, from_steps, to_steps};
use crate::values::ValueSet;

/// The range, scale and default of a fact type.
pub(super) fn shape(kind: &FactKind) -> Result<CompiledFact, DomainErrorKind> {
    let (range, scale, is_target) = match kind {
        FactKind::Bool => ((0, 1), 0, false),
        FactKind::Integer { min, max } => {
            for bound in [*min, *max] {
                if bound.unsigned_abs() > MAX_MAGNITUDE as u64 {
                    return Err(DomainErrorKind::Number(bound as f64, NumberError::TooLarge));
                }
            }
            ((*min, *max), 1, false)
        }
        FactKind::Number { min, max } => {
            let steps = |bound: f64| to_steps(bound).map_err(|why| DomainErrorKind::Number(bound, why));
            ((steps(*min)?, steps(*max)?), SCALE, false)
        }
        FactKind::Symbol { values } => {
            if values.is_empty() {
                return Err(DomainErrorKind::NoSymbols);
            }
            if values.len() > MAX_DECLARED {
                return Err(DomainErrorKind::Limit { what: "values of a symbol fact", most: MAX_DECLARED });
            }
            let mut seen = HashSet::new();
            if let Some(twice) = values.iter().find(|value| !seen.insert(value.as_str())) {
                return Err(DomainErrorKind::DuplicateName(twice.clone()));
            }
            ((0, values.len() as i64 - 1), 0, false)
        }
        FactKind::Target => ((NO_TARGET, MAX_CANDIDATES as i64 - 1), 0, true),
    };
    if range.0 > range.1 {
        return Err(DomainErrorKind::EmptyRange);
    }
    let default = if is_target { NO_TARGET } else { 0_i64.clamp(range.0, range.1) };
    Ok(CompiledFact { range, scale, default, is_target })
}

fn wrong_type(fact: &PlanningFact, found: impl ToString) -> DomainErrorKind {
    DomainErrorKind::WrongType { expected: fact.kind.name(), found: found.to_string() }
}

/// A value in fixed-point steps, checked against the fact's type and range.
pub(super) fn value(fact: &PlanningFact, info: &CompiledFact, value: &Value) -> Result<i64, DomainErrorKind> {
    match (&fact.kind, value) {
        (FactKind::Bool, Value::Bool(value)) => Ok(i64::from(*value)),
        (FactKind::Integer { .. } | FactKind::Number { .. }, Value::Number(number)) => {
            let steps = amount(info, *number)?;
            in_range(info, steps, *number).map(|()| steps)
        }
        (FactKind::Symbol { values }, Value::Symbol(name)) => match values.iter().position(|known| known == name) {
            Some(index) => Ok(index as i64),
            None => Err(DomainErrorKind::UnknownSymbol { fact: fact.name.clone(), value: name.clone() }),
        },
        (FactKind::Target, Value::NoTarget) => Ok(NO_TARGET),
        (FactKind::Target, Value::Candidate(index)) if (*index as usize) < MAX_CANDIDATES => Ok(i64::from(*index)),
        (FactKind::Target, Value::OwnTarget) => Err(DomainErrorKind::NoTarget),
        (_, value) => Err(wrong_type(fact, value)),
    }
}

fn in_range(info: &CompiledFact, steps: i64, value: f64) -> Result<(), DomainErrorKind> {
    let (min, max) = info.range;
    if min <= steps && steps <= max {
        return Ok(());
    }
    let units = |steps: i64| if info.scale == SCALE { from_steps(steps) } else { steps as f64 };
    Err(DomainErrorKind::OutOfRange { value, min: units(min), max: units(max) })
}

/// A number in the steps of a fact's scale; its range is not checked.
fn amount(info: &CompiledFact, number: f64) -> Result<i64, DomainErrorKind> {
    let steps = to_steps(number).map_err(|why| DomainErrorKind::Number(number, why))?;
    if info.scale == SCALE {
        Ok(steps)
    } else if steps % SCALE == 0 {
        Ok(steps / SCALE)
    } else {
        Err(DomainErrorKind::NotWhole(number))
    }
}

/// A bound of a condition in steps. For an integer fact it is rounded inwards to a whole number.
fn bound(fact: &PlanningFact, info: &CompiledFact, number: f64, up: bool) -> Result<i64, DomainErrorKind> {
    if info.scale == 0 {
        return Err(wrong_type(fact, format!("the number {number}")));
    }
    let steps = to_steps(number).map_err(|why| DomainErrorKind::Number(number, why))?;
    Ok(match (info.scale == SCALE, up) {
        (true, _) => steps,
        (false, true) => -(-steps).div_euclid(SCALE),
        (false, false) => steps.div_euclid(SCALE),
    })
}

/// The values that a condition allows, and how it relates to the action's own candidate.
pub(super) fn test(
    fact: &PlanningFact,
    info: &CompiledFact,
    condition: &Condition,
    targeted: bool,
) -> Result<(ValueSet, TargetTest), DomainErrorKind> {
    let (min, max) = info.range;
    let everything = || ValueSet::interval(min, max);
    if let Condition::Is(Value::OwnTarget) | Condition::IsNot(Value::OwnTarget) = condition {
        return match (info.is_target, targeted) {
            (false, _) => Err(wrong_type(fact, "$target")),
            (true, false) => Err(DomainErrorKind::NoTarget),
            (true, true) if matches!(condition, Condition::Is(_)) => Ok((everything(), TargetTest::Is)),
            (true, true) => Ok((everything(), TargetTest::IsNot)),
        };
    }
    let set = match condition {
        Condition::Is(wanted) => ValueSet::point(value(fact, info, wanted)?),
        Condition::IsNot(unwanted) => ValueSet::point(value(fact, info, unwanted)?).complement(min, max),
        Condition::AtLeast(low) => ValueSet::interval(bound(fact, info, *low, true)?.max(min), max),
        Condition::AtMost(high) => ValueSet::interval(min, bound(fact, info, *high, false)?.min(max)),
        Condition::MoreThan(low) => ValueSet::interval((bound(fact, info, *low, false)? + 1).max(min), max),
        Condition::LessThan(high) => ValueSet::interval(min, (bound(fact, info, *high, true)? - 1).min(max)),
        Condition::Between(low, high) => {
            let (low, high) = (bound(fact, info, *low, true)?, bound(fact, info, *high, false)?);
            ValueSet::interval(low.max(min), high.min(max))
        }
        Condition::OneOf(wanted) => {
            let points: Result<Vec<_>, _> =
                wanted.iter().map(|wanted| value(fact, info, wanted).map(|steps| (steps, steps))).collect();
            ValueSet::union(points?)
        }
        Condition::All(parts) => {
            let mut all = (everything(), TargetTest::Any);
            for part in parts {
                let (set, own) = test(fact, info, part, targeted)?;
                all.0 = all.0.intersection(&set);
                all.1 = match (all.1, own) {
                    (own, TargetTest::Any) | (TargetTest::Any, own) => own,
                    (a, b) if a == b => a,
                    _ => return Ok((ValueSet::default(), TargetTest::Any)),
                };
            }
            return Ok(all);
        }
    };
    Ok((set, TargetTest::Any))
}

pub(super) fn change(
    fact: &PlanningFact,
    info: &CompiledFact,
    effect: &Effect,
    targeted: bool,
) -> Result<Change, DomainErrorKind> {
    match effect {
        Effect::Set(Value::OwnTarget) => match (info.is_target, targeted) {
            (false, _) => Err(wrong_type(fact, "$target")),
            (true, false) => Err(DomainErrorKind::NoTarget),
            (true, true) => Ok(Change::SetTarget),
        },
        Effect::Set(new) => value(fact, info, new).map(Change::Set),
        Effect::Add(_) if info.scale == 0 => Err(wrong_type(fact, "an addition, which needs a number")),
        Effect::Add(number) => amount(info, *number).map(Change::Add),
    }
}
