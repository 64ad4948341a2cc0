//! Compiles a specification into indices and sets of values, and collects every mistake.
//!
//! Independent of: search.

use std::collections::{HashMap, HashSet};

use super::{Domain, DomainSpec};
use crate::action::{ActionCost, TargetRule};
use crate::compiled::{
    Change, CompiledAction, CompiledFact, CompiledGoal, CompiledTarget, CostSource, FactTest, TargetTest,
};
use crate::condition::{Condition, Effect};
use crate::error::{DomainError, DomainErrorKind, SpecLocation};
use crate::fact::{FactKind, MAX_CANDIDATES, NO_TARGET, PlanningFact, Value};
use crate::number::{MAX_MAGNITUDE, NumberError, PlanCost, SCALE, from_steps, to_steps};
use crate::task::Task;
use crate::values::ValueSet;

/// The maximum number of facts, actions, goals, or values of one symbol fact.
const MAX_DECLARED: usize = 10_000;

pub(super) fn compile(spec: DomainSpec) -> Result<Domain, Vec<DomainError>> {
    let mut compiler = DomainCompiler::default();
    compiler.facts(&spec.facts);
    compiler.actions(&spec);
    compiler.goals(&spec);
    if !compiler.errors.is_empty() {
        return Err(compiler.errors);
    }
    let DomainCompiler { names: fact_names, facts, actions, goals, kinds, context_preconditions, costs, .. } = compiler;
    let tasks = goals
        .iter()
        .map(|goal| Task::new(&facts, &actions, &goal.conditions, spec.breaks_triangle_inequality))
        .collect();
    Ok(Domain { spec, facts, actions, goals, tasks, kinds, context_preconditions, costs, fact_names })
}

#[derive(Default)]
struct DomainCompiler {
    errors: Vec<DomainError>,
    names: HashMap<String, u32>,
    facts: Vec<CompiledFact>,
    actions: Vec<CompiledAction>,
    goals: Vec<CompiledGoal>,
    kinds: Vec<String>,
    context_preconditions: Vec<String>,
    costs: Vec<String>,
}

impl DomainCompiler {
    fn error(&mut self, location: SpecLocation, kind: DomainErrorKind) {
        self.errors.push(DomainError { location, kind });
    }

    /// Checks that names are neither empty nor repeated, and that there are not too many.
    fn check_names<'a>(
        &mut self,
        what: &'static str,
        names: impl Iterator<Item = &'a str>,
        location: fn(usize) -> SpecLocation,
    ) {
        let mut seen = HashSet::new();
        for (index, name) in names.enumerate() {
            if index == MAX_DECLARED {
                return self.error(location(index), DomainErrorKind::Limit { what, most: MAX_DECLARED });
            }
            if name.is_empty() {
                self.error(location(index), DomainErrorKind::EmptyName);
            } else if !seen.insert(name) {
                self.error(location(index), DomainErrorKind::DuplicateName(name.to_owned()));
            }
        }
    }

    fn facts(&mut self, facts: &[PlanningFact]) {
        self.check_names("facts", facts.iter().map(|fact| fact.name.as_str()), SpecLocation::Fact);
        for (index, fact) in facts.iter().enumerate().take(MAX_DECLARED) {
            self.names.entry(fact.name.clone()).or_insert(index as u32);
            let mut info = match shape(&fact.kind) {
                Ok(info) => info,
                Err(kind) => {
                    self.error(SpecLocation::Fact(index), kind);
                    CompiledFact { range: (0, 0), scale: 0, default: 0, is_target: false }
                }
            };
            if let Some(default) = &fact.default {
                match value(fact, &info, default) {
                    Ok(steps) => info.default = steps,
                    Err(kind) => self.error(SpecLocation::FactDefault(index), kind),
                }
            }
            self.facts.push(info);
        }
    }

    fn actions(&mut self, spec: &DomainSpec) {
        let actions = &spec.actions.actions;
        self.check_names("actions", actions.iter().map(|action| action.name.as_str()), SpecLocation::Action);
        for (index, action) in actions.iter().enumerate().take(MAX_DECLARED) {
            let cost = self.cost(index, &action.cost);
            let targeted = action.target.is_some();
            let location = |fact: String| SpecLocation::ActionPrecondition(index, fact);
            let preconditions = self.tests(spec, &action.preconditions, targeted, &location);
            let effects = self.effects(spec, index, &action.effects, targeted);
            let context_preconditions =
                action.context_preconditions.iter().map(|name| intern(&mut self.context_preconditions, name)).collect();
            let target = action.target.as_ref().map(|rule| self.target(index, rule));
            self.actions.push(CompiledAction { cost, preconditions, effects, context_preconditions, target });
        }
    }

    fn goals(&mut self, spec: &DomainSpec) {
        self.check_names("goals", spec.goals.iter().map(|goal| goal.name.as_str()), SpecLocation::Goal);
        for (index, goal) in spec.goals.iter().enumerate().take(MAX_DECLARED) {
            if goal.conditions.is_empty() {
                self.error(SpecLocation::Goal(index), DomainErrorKind::EmptyGoal);
            }
            let location = |fact: String| SpecLocation::GoalCondition(index, fact);
            let conditions = self.tests(spec, &goal.conditions, false, &location);
            self.goals.push(CompiledGoal { conditions });
        }
    }

    fn cost(&mut self, index: usize, cost: &ActionCost) -> CostSource {
        match cost {
            ActionCost::Named(name) => {
                if name.is_empty() {
                    self.error(SpecLocation::ActionCost(index), DomainErrorKind::EmptyName);
                }
                CostSource::Named(intern(&mut self.costs, name))
            }
            ActionCost::Fixed(value) => CostSource::Fixed(match PlanCost::declared(*value) {
                Ok(cost) => cost.steps(),
                Err(why) => {
                    let kind =
                        why.map_or(DomainErrorKind::NegativeCost(*value), |why| DomainErrorKind::Number(*value, why));
                    self.error(SpecLocation::ActionCost(index), kind);
                    0
                }
            }),
        }
    }

    fn target(&mut self, index: usize, rule: &TargetRule) -> CompiledTarget {
        let mut kinds = if rule.kinds.is_empty() { u64::MAX } else { 0 };
        for name in &rule.kinds {
            let bit = intern(&mut self.kinds, name);
            if bit < 64 {
                kinds |= 1 << bit;
            } else {
                self.error(
                    SpecLocation::ActionTarget(index),
                    DomainErrorKind::Limit { what: "kinds of candidate", most: 64 },
                );
            }
        }
        CompiledTarget { kinds, once_per_target: rule.once_per_target, includes_travel: rule.includes_travel }
    }

    /// The fact's index; `None` after recording an error.
    fn fact(&mut self, name: &str, seen: &mut HashSet<u32>, location: &dyn Fn(String) -> SpecLocation) -> Option<u32> {
        let Some(&index) = self.names.get(name) else {
            self.error(location(name.to_owned()), DomainErrorKind::UnknownFact(name.to_owned()));
            return None;
        };
        if !seen.insert(index) {
            self.error(location(name.to_owned()), DomainErrorKind::DuplicateFact(name.to_owned()));
            return None;
        }
        Some(index)
    }

    fn tests(
        &mut self,
        spec: &DomainSpec,
        conditions: &[(String, Condition)],
        targeted: bool,
        location: &dyn Fn(String) -> SpecLocation,
    ) -> Vec<FactTest> {
        let mut seen = HashSet::new();
        let mut tests = Vec::with_capacity(conditions.len());
        for (name, condition) in conditions {
            let Some(fact) = self.fact(name, &mut seen, location) else { continue };
            let (fact_info, declared) = (&self.facts[fact as usize], &spec.facts[fact as usize]);
            match test(declared, fact_info, condition, targeted) {
                Ok((set, target_test)) => {
                    let test = FactTest { fact, set, target_test };
                    if test.satisfiable_in(&test.set) {
                        tests.push(test);
                    } else {
                        self.error(location(name.clone()), DomainErrorKind::NeverHolds(condition.to_string()));
                    }
                }
                Err(kind) => self.error(location(name.clone()), kind),
            }
        }
        tests.sort_by_key(|test| test.fact);
        tests
    }

    fn effects(
        &mut self,
        spec: &DomainSpec,
        index: usize,
        declared: &[(String, Effect)],
        targeted: bool,
    ) -> Vec<(u32, Change)> {
        let location = |fact: String| SpecLocation::ActionEffect(index, fact);
        let mut seen = HashSet::new();
        let mut effects = Vec::with_capacity(declared.len());
        for (name, effect) in declared {
            let Some(fact) = self.fact(name, &mut seen, &location) else { continue };
            match change(&spec.facts[fact as usize], &self.facts[fact as usize], effect, targeted) {
                Ok(change) => effects.push((fact, change)),
                Err(kind) => self.error(location(name.clone()), kind),
            }
        }
        effects.sort_by_key(|&(fact, _)| fact);
        effects
    }
}

fn intern(names: &mut Vec<String>, name: &str) -> u32 {
    let index = names.iter().position(|known| known == name).unwrap_or_else(|| {
        names.push(name.to_owned());
        names.len() - 1
    });
    index as u32
}

/// The range, scale and default of a fact type.
fn shape(kind: &FactKind) -> Result<CompiledFact, DomainErrorKind> {
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
fn test(
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

fn change(
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
