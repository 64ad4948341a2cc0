//! From a declaration to indices and sets of values, collecting every mistake on the way.
//!
//! Must not know: search.

use std::collections::{HashMap, HashSet};

use super::{Declaration, Domain};
use crate::goap::action::{ActionCost, TargetRule};
use crate::goap::compiled::{ActionInfo, Change, CostSource, FactInfo, GoalInfo, Own, TargetInfo, Test};
use crate::goap::condition::{Condition, Effect};
use crate::goap::fact::{Fact, FactKind, MAX_CANDIDATES, NOTHING, Value};
use crate::goap::finding::{Finding, Place, Problem};
use crate::goap::number::{Cost, Inexact, LARGEST, SCALE, from_steps, to_steps};
use crate::goap::task::Task;
use crate::goap::values::ValueSet;

/// More of anything than this is refused rather than searched.
const MOST: usize = 10_000;

pub(super) fn compile(declaration: Declaration) -> Result<Domain, Vec<Finding>> {
    let mut compiler = Compiler::default();
    compiler.facts(&declaration.facts);
    compiler.actions(&declaration);
    compiler.goals(&declaration);
    if !compiler.findings.is_empty() {
        return Err(compiler.findings);
    }
    let Compiler { names: fact_names, facts, actions, goals, kinds, checks, costs, .. } = compiler;
    let tasks = goals.iter().map(|goal| Task::new(&facts, &actions, &goal.wants, declaration.detours)).collect();
    Ok(Domain { declaration, facts, actions, goals, tasks, kinds, checks, costs, fact_names })
}

#[derive(Default)]
struct Compiler {
    findings: Vec<Finding>,
    names: HashMap<String, u32>,
    facts: Vec<FactInfo>,
    actions: Vec<ActionInfo>,
    goals: Vec<GoalInfo>,
    kinds: Vec<String>,
    checks: Vec<String>,
    costs: Vec<String>,
}

impl Compiler {
    fn find(&mut self, place: Place, problem: Problem) {
        self.findings.push(Finding { place, problem });
    }

    /// Names are neither empty nor repeated, and there are not too many of them.
    fn names<'a>(&mut self, what: &'static str, names: impl Iterator<Item = &'a str>, place: fn(usize) -> Place) {
        let mut seen = HashSet::new();
        for (index, name) in names.enumerate() {
            if index == MOST {
                return self.find(place(index), Problem::Limit { what, most: MOST });
            }
            if name.is_empty() {
                self.find(place(index), Problem::EmptyName);
            } else if !seen.insert(name) {
                self.find(place(index), Problem::DuplicateName(name.to_owned()));
            }
        }
    }

    fn facts(&mut self, facts: &[Fact]) {
        self.names("facts", facts.iter().map(|fact| fact.name.as_str()), Place::Fact);
        for (index, fact) in facts.iter().enumerate().take(MOST) {
            self.names.entry(fact.name.clone()).or_insert(index as u32);
            let mut info = match shape(&fact.kind) {
                Ok(info) => info,
                Err(problem) => {
                    self.find(Place::Fact(index), problem);
                    FactInfo { range: (0, 0), scale: 0, default: 0, is_target: false }
                }
            };
            if let Some(default) = &fact.default {
                match value(fact, &info, default) {
                    Ok(steps) => info.default = steps,
                    Err(problem) => self.find(Place::FactDefault(index), problem),
                }
            }
            self.facts.push(info);
        }
    }

    fn actions(&mut self, declaration: &Declaration) {
        let actions = &declaration.actions.actions;
        self.names("actions", actions.iter().map(|action| action.name.as_str()), Place::Action);
        for (index, action) in actions.iter().enumerate().take(MOST) {
            let cost = self.cost(index, &action.cost);
            let targeted = action.target.is_some();
            let place = |fact: String| Place::ActionNeeds(index, fact);
            let needs = self.tests(declaration, &action.needs, targeted, &place);
            let brings = self.brings(declaration, index, &action.brings, targeted);
            let checks = action.checks.iter().map(|name| intern(&mut self.checks, name)).collect();
            let target = action.target.as_ref().map(|rule| self.target(index, rule));
            self.actions.push(ActionInfo { cost, needs, brings, checks, target });
        }
    }

    fn goals(&mut self, declaration: &Declaration) {
        self.names("goals", declaration.goals.iter().map(|goal| goal.name.as_str()), Place::Goal);
        for (index, goal) in declaration.goals.iter().enumerate().take(MOST) {
            if goal.wants.is_empty() {
                self.find(Place::Goal(index), Problem::EmptyGoal);
            }
            let place = |fact: String| Place::GoalWants(index, fact);
            let wants = self.tests(declaration, &goal.wants, false, &place);
            self.goals.push(GoalInfo { wants });
        }
    }

    fn cost(&mut self, index: usize, cost: &ActionCost) -> CostSource {
        match cost {
            ActionCost::Named { name, .. } => {
                if name.is_empty() {
                    self.find(Place::ActionCost(index), Problem::EmptyName);
                }
                CostSource::Named(intern(&mut self.costs, name))
            }
            ActionCost::Fixed(value) => CostSource::Fixed(match Cost::declared(*value) {
                Ok(cost) => cost.steps(),
                Err(why) => {
                    let problem = why.map_or(Problem::NegativeCost(*value), |why| Problem::Number(*value, why));
                    self.find(Place::ActionCost(index), problem);
                    0
                }
            }),
        }
    }

    fn target(&mut self, index: usize, rule: &TargetRule) -> TargetInfo {
        let mut kinds = if rule.kinds.is_empty() { u64::MAX } else { 0 };
        for name in &rule.kinds {
            let bit = intern(&mut self.kinds, name);
            if bit < 64 {
                kinds |= 1 << bit;
            } else {
                self.find(Place::ActionTarget(index), Problem::Limit { what: "kinds of candidate", most: 64 });
            }
        }
        TargetInfo { kinds, once: rule.once, travels: rule.travels }
    }

    /// The fact's index, or a finding.
    fn fact(&mut self, name: &str, seen: &mut HashSet<u32>, place: &dyn Fn(String) -> Place) -> Option<u32> {
        let Some(&index) = self.names.get(name) else {
            self.find(place(name.to_owned()), Problem::UnknownFact(name.to_owned()));
            return None;
        };
        if !seen.insert(index) {
            self.find(place(name.to_owned()), Problem::DuplicateFact(name.to_owned()));
            return None;
        }
        Some(index)
    }

    fn tests(
        &mut self,
        declaration: &Declaration,
        conditions: &[(String, Condition)],
        targeted: bool,
        place: &dyn Fn(String) -> Place,
    ) -> Vec<Test> {
        let mut seen = HashSet::new();
        let mut tests = Vec::with_capacity(conditions.len());
        for (name, condition) in conditions {
            let Some(fact) = self.fact(name, &mut seen, place) else { continue };
            let (fact_info, declared) = (&self.facts[fact as usize], &declaration.facts[fact as usize]);
            match test(declared, fact_info, condition, targeted) {
                Ok((set, own)) if set.is_empty() || !possible(&set, own) => {
                    self.find(place(name.clone()), Problem::NeverHolds(condition.to_string()));
                }
                Ok((set, own)) => tests.push(Test { fact, set, own }),
                Err(problem) => self.find(place(name.clone()), problem),
            }
        }
        tests.sort_by_key(|test| test.fact);
        tests
    }

    fn brings(
        &mut self,
        declaration: &Declaration,
        index: usize,
        effects: &[(String, Effect)],
        targeted: bool,
    ) -> Vec<(u32, Change)> {
        let place = |fact: String| Place::ActionBrings(index, fact);
        let mut seen = HashSet::new();
        let mut brings = Vec::with_capacity(effects.len());
        for (name, effect) in effects {
            let Some(fact) = self.fact(name, &mut seen, &place) else { continue };
            match change(&declaration.facts[fact as usize], &self.facts[fact as usize], effect, targeted) {
                Ok(change) => brings.push((fact, change)),
                Err(problem) => self.find(place(name.clone()), problem),
            }
        }
        brings.sort_by_key(|&(fact, _)| fact);
        brings
    }
}

fn intern(names: &mut Vec<String>, name: &str) -> u32 {
    let index = names.iter().position(|known| known == name).unwrap_or_else(|| {
        names.push(name.to_owned());
        names.len() - 1
    });
    index as u32
}

/// The range, scale and natural default of a type.
fn shape(kind: &FactKind) -> Result<FactInfo, Problem> {
    let (range, scale, is_target) = match kind {
        FactKind::Bool => ((0, 1), 0, false),
        FactKind::Integer { min, max } => {
            for bound in [*min, *max] {
                if bound.unsigned_abs() > LARGEST as u64 {
                    return Err(Problem::Number(bound as f64, Inexact::TooLarge));
                }
            }
            ((*min, *max), 1, false)
        }
        FactKind::Number { min, max } => {
            let steps = |bound: f64| to_steps(bound).map_err(|why| Problem::Number(bound, why));
            ((steps(*min)?, steps(*max)?), SCALE, false)
        }
        FactKind::Symbol { values } => {
            if values.is_empty() {
                return Err(Problem::NoSymbols);
            }
            if values.len() > MOST {
                return Err(Problem::Limit { what: "values of a symbol fact", most: MOST });
            }
            let mut seen = HashSet::new();
            if let Some(twice) = values.iter().find(|value| !seen.insert(value.as_str())) {
                return Err(Problem::DuplicateName(twice.clone()));
            }
            ((0, values.len() as i64 - 1), 0, false)
        }
        FactKind::Target => ((NOTHING, MAX_CANDIDATES as i64 - 1), 0, true),
    };
    if range.0 > range.1 {
        return Err(Problem::EmptyRange);
    }
    let default = if is_target { NOTHING } else { 0_i64.clamp(range.0, range.1) };
    Ok(FactInfo { range, scale, default, is_target })
}

fn wrong_type(fact: &Fact, found: impl ToString) -> Problem {
    Problem::WrongType { expected: fact.kind.name(), found: found.to_string() }
}

/// A declared value in steps, within the fact's range.
pub(super) fn value(fact: &Fact, info: &FactInfo, value: &Value) -> Result<i64, Problem> {
    match (&fact.kind, value) {
        (FactKind::Bool, Value::Bool(value)) => Ok(i64::from(*value)),
        (FactKind::Integer { .. } | FactKind::Number { .. }, Value::Number(number)) => {
            let steps = amount(info, *number)?;
            in_range(info, steps, *number).map(|()| steps)
        }
        (FactKind::Symbol { values }, Value::Symbol(name)) => match values.iter().position(|known| known == name) {
            Some(index) => Ok(index as i64),
            None => Err(Problem::UnknownSymbol { fact: fact.name.clone(), value: name.clone() }),
        },
        (FactKind::Target, Value::Nothing) => Ok(NOTHING),
        (FactKind::Target, Value::Candidate(index)) if (*index as usize) < MAX_CANDIDATES => Ok(i64::from(*index)),
        (FactKind::Target, Value::OwnTarget) => Err(Problem::NoTarget),
        (_, value) => Err(wrong_type(fact, value)),
    }
}

fn in_range(info: &FactInfo, steps: i64, value: f64) -> Result<(), Problem> {
    let (min, max) = info.range;
    if min <= steps && steps <= max {
        return Ok(());
    }
    let units = |steps: i64| if info.scale == SCALE { from_steps(steps) } else { steps as f64 };
    Err(Problem::OutOfRange { value, min: units(min), max: units(max) })
}

/// A number in the steps of a fact's scale, in or out of its range.
fn amount(info: &FactInfo, number: f64) -> Result<i64, Problem> {
    let steps = to_steps(number).map_err(|why| Problem::Number(number, why))?;
    if info.scale == SCALE {
        Ok(steps)
    } else if steps % SCALE == 0 {
        Ok(steps / SCALE)
    } else {
        Err(Problem::NotWhole(number))
    }
}

/// A bound of a condition in steps: any number, rounded inwards to a whole one for an integer fact.
fn bound(fact: &Fact, info: &FactInfo, number: f64, up: bool) -> Result<i64, Problem> {
    if info.scale == 0 {
        return Err(wrong_type(fact, format!("the number {number}")));
    }
    let steps = to_steps(number).map_err(|why| Problem::Number(number, why))?;
    Ok(match (info.scale == SCALE, up) {
        (true, _) => steps,
        (false, true) => -(-steps).div_euclid(SCALE),
        (false, false) => steps.div_euclid(SCALE),
    })
}

/// The values a condition permits, and what it says of the own candidate.
fn test(fact: &Fact, info: &FactInfo, condition: &Condition, targeted: bool) -> Result<(ValueSet, Own), Problem> {
    let (min, max) = info.range;
    let everything = || ValueSet::interval(min, max);
    if let Condition::Is(Value::OwnTarget) | Condition::IsNot(Value::OwnTarget) = condition {
        return match (info.is_target, targeted) {
            (false, _) => Err(wrong_type(fact, "$target")),
            (true, false) => Err(Problem::NoTarget),
            (true, true) if matches!(condition, Condition::Is(_)) => Ok((everything(), Own::Is)),
            (true, true) => Ok((everything(), Own::IsNot)),
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
            let mut all = (everything(), Own::Unsaid);
            for part in parts {
                let (set, own) = test(fact, info, part, targeted)?;
                all.0 = all.0.intersection(&set);
                all.1 = match (all.1, own) {
                    (own, Own::Unsaid) | (Own::Unsaid, own) => own,
                    (a, b) if a == b => a,
                    _ => return Ok((ValueSet::default(), Own::Unsaid)),
                };
            }
            return Ok(all);
        }
    };
    Ok((set, Own::Unsaid))
}

/// Whether some candidate can satisfy the test.
fn possible(set: &ValueSet, own: Own) -> bool {
    own != Own::Is || !set.intersection(&ValueSet::interval(0, i64::MAX)).is_empty()
}

fn change(fact: &Fact, info: &FactInfo, effect: &Effect, targeted: bool) -> Result<Change, Problem> {
    match effect {
        Effect::Set(Value::OwnTarget) => match (info.is_target, targeted) {
            (false, _) => Err(wrong_type(fact, "$target")),
            (true, false) => Err(Problem::NoTarget),
            (true, true) => Ok(Change::SetOwn),
        },
        Effect::Set(new) => value(fact, info, new).map(Change::Set),
        Effect::Add(_) if info.scale == 0 => Err(wrong_type(fact, "an addition, which only numbers know")),
        Effect::Add(number) => amount(info, *number).map(Change::Add),
    }
}
