//! Compiles a specification into indices and sets of values, and collects every mistake.
//!
//! Independent of: search.

use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

use super::encode::{change, shape, test, value};
use super::{Domain, DomainSpec};
use crate::action::{ActionCost, TargetRule};
use crate::compiled::{Change, CompiledAction, CompiledFact, CompiledGoal, CompiledTarget, CostSource, FactTest};
use crate::condition::{Condition, Effect};
use crate::error::{DomainError, DomainErrorKind, DomainErrors, SpecLocation};
use crate::fact::PlanningFact;
use crate::number::PlanCost;
use crate::request::CandidateKinds;

/// The maximum number of facts, actions, goals, or values of one symbol fact.
pub(super) const MAX_DECLARED: usize = 10_000;

pub(super) fn compile(spec: DomainSpec) -> Result<Domain, DomainErrors> {
    let mut compiler = DomainCompiler::default();
    compiler.facts(&spec.facts);
    compiler.actions(&spec);
    compiler.goals(&spec);
    if !compiler.errors.is_empty() {
        let errors = compiler.errors.into_iter();
        let named = errors.map(|error| DomainError { name: declared_name(&spec, &error.location), ..error });
        return Err(DomainErrors::new(named.collect()));
    }
    let DomainCompiler { names: fact_names, facts, actions, goals, kinds, context_preconditions, costs, .. } = compiler;
    let tasks = goals.iter().map(|_| OnceLock::new()).collect();
    Ok(Domain { spec, facts, actions, goals, tasks, kinds, context_preconditions, costs, fact_names })
}

/// The name of the fact, action or goal at a location.
fn declared_name(spec: &DomainSpec, location: &SpecLocation) -> String {
    let name = match location {
        SpecLocation::Fact(index) | SpecLocation::FactDefault(index) => spec.facts.get(*index).map(|fact| &fact.name),
        SpecLocation::Action(index)
        | SpecLocation::ActionCost(index)
        | SpecLocation::ActionPrecondition(index, _)
        | SpecLocation::ActionEffect(index, _)
        | SpecLocation::ActionTarget(index) => spec.actions.actions.get(*index).map(|action| &action.name),
        SpecLocation::Goal(index) | SpecLocation::GoalCondition(index, _) => {
            spec.goals.get(*index).map(|goal| &goal.name)
        }
        SpecLocation::Start(fact) => Some(fact),
    };
    name.cloned().unwrap_or_default()
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
        self.errors.push(DomainError { location, name: String::new(), kind });
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
        let mut kinds = if rule.kinds.is_empty() { CandidateKinds::MAX } else { 0 };
        for name in &rule.kinds {
            let bit = intern(&mut self.kinds, name);
            if bit < CandidateKinds::BITS {
                kinds |= 1 << bit;
            } else {
                self.error(
                    SpecLocation::ActionTarget(index),
                    DomainErrorKind::Limit { what: "kinds of candidate", most: 128 },
                );
            }
        }
        // All bits together stand for every candidate, even one without a kind.
        if kinds == CandidateKinds::MAX && !rule.kinds.is_empty() {
            let kind = DomainErrorKind::Limit { what: "kinds of candidate in one action", most: 127 };
            self.error(SpecLocation::ActionTarget(index), kind);
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
