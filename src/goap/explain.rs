//! Explanations: why this plan, step by step, and why none. Values for a caller to show or store; `explain/text.rs` writes
//! them out as text.
//!
//! Must not know: files, windows. It allocates, unlike planning.

use super::compiled::{ActionId, CheckId, FactId};
use super::domain::Domain;
use super::fact::Value;
use super::number::{Cost, INF};
use super::planner::Planner;
use super::query::{Answer, Outcome, Plan, Query, Step, Surroundings};
use super::search::Scratch;
use super::task::Task;
use super::task::wanted::{Wanted, for_each_condition, for_each_need};
use super::walk;

mod text;

/// Why an answer is what it is.
#[derive(Debug, Clone, PartialEq)]
pub struct Explanation {
    /// The answer's outcome.
    pub outcome: Outcome,
    /// What the plan costs; infinite if there is none.
    pub cost: Cost,
    /// States expanded.
    pub nodes: u32,
    /// The plan's steps, first to last.
    pub steps: Vec<StepExplanation>,
    /// The cheapest plan that does without at least one of these steps, if any plan does.
    pub runner_up: Option<Plan>,
    /// For an impossible goal: what is missing, as trees that end in facts which nothing brings about.
    pub missing: Vec<Missing>,
}

/// What one step needs, does and costs.
#[derive(Debug, Clone, PartialEq)]
pub struct StepExplanation {
    /// The step, with its cost.
    pub step: Step,
    /// Its needs: the fact, the condition in words, and the fact's value when its turn comes.
    pub needs: Vec<(FactId, String, Value)>,
    /// Its effects: the fact, its value before and after.
    pub brings: Vec<(FactId, Value, Value)>,
}

/// A condition that cannot be met.
#[derive(Debug, Clone, PartialEq)]
pub struct Missing {
    /// The fact that it is about.
    pub fact: FactId,
    /// The condition in words.
    pub wanted: String,
    /// The fact's value at the start.
    pub have: Value,
    /// Why it cannot be met.
    pub why: Why,
}

/// Why a condition cannot be met.
#[derive(Debug, Clone, PartialEq)]
pub enum Why {
    /// No action brings it about.
    NoAction,
    /// Actions would, but none of them can be used.
    Blocked(Vec<Blocked>),
    /// It was being explained already further up: it depends on itself.
    Circular,
    /// It could be met by itself, but not together with the rest of the goal.
    NotTogether,
}

/// An action that would help but cannot be used.
#[derive(Debug, Clone, PartialEq)]
pub struct Blocked {
    /// The action.
    pub action: ActionId,
    /// What stands against it.
    pub by: Obstacle,
}

/// What stands against an action.
#[derive(Debug, Clone, PartialEq)]
pub enum Obstacle {
    /// It is switched off.
    Disabled,
    /// It is about something, and nothing that it may be about is known, or all of that is forbidden.
    NoCandidate,
    /// This context precondition does not hold, or the cost is infinite if none is named.
    Forbidden(Option<CheckId>),
    /// These needs cannot be met.
    Needs(Vec<Missing>),
}

/// How deep a tree of what is missing goes before it is cut off as circular.
const DEEPEST: usize = 64;

/// How many conditions a tree of what is missing explains in all.
const MOST_EXPLAINED: usize = 2_000;

impl Planner {
    /// Answers a query and says why. It plans once more for each step to find the runner-up.
    pub fn explain(&mut self, domain: &Domain, query: &Query) -> Explanation {
        let answer = self.plan(domain, query);
        let Answer { outcome, cost, nodes, .. } = answer;
        let steps = answer.steps.to_vec();
        let missing = match outcome {
            Outcome::Impossible => Tree::new(domain, query, &self.scratch).goal(),
            _ => Vec::new(),
        };
        let runner_up = self.runner_up(domain, query, &steps);
        Explanation { outcome, cost, nodes, steps: explain_steps(domain, query, &steps), runner_up, missing }
    }

    fn runner_up(&mut self, domain: &Domain, query: &Query, steps: &[Step]) -> Option<Plan> {
        let mut best: Option<Plan> = None;
        for (at, step) in steps.iter().enumerate() {
            if steps[..at].iter().any(|other| (other.action, other.candidate) == (step.action, step.candidate)) {
                continue;
            }
            let mut enabled: Vec<bool> = match query.enabled {
                Some(enabled) => enabled.to_vec(),
                None => vec![true; domain.actions.len()],
            };
            let without = Without { inner: query.surroundings, action: step.action, candidate: step.candidate };
            if step.candidate.is_none() {
                enabled[step.action.index()] = false;
            }
            let other = Query { enabled: Some(&enabled), surroundings: &without, ..*query };
            if let Some(plan) = self.plan(domain, &other).to_plan()
                && best.as_ref().is_none_or(|best| plan.cost < best.cost)
            {
                best = Some(plan);
            }
        }
        best
    }
}

/// The same surroundings, but for one action that is forbidden for one candidate.
struct Without<'a> {
    inner: &'a dyn Surroundings,
    action: ActionId,
    candidate: Option<u32>,
}

impl Surroundings for Without<'_> {
    fn cost(&self, cost: super::CostId, action: ActionId, candidate: Option<u32>) -> Cost {
        self.inner.cost(cost, action, candidate)
    }

    fn holds(&self, check: CheckId, action: ActionId, candidate: Option<u32>) -> bool {
        self.inner.holds(check, action, candidate)
    }

    fn surcharge(&self, action: ActionId, candidate: u32) -> Cost {
        if action == self.action && Some(candidate) == self.candidate {
            return Cost::INFINITE;
        }
        self.inner.surcharge(action, candidate)
    }

    fn travel(&self, from: Option<u32>, to: u32) -> Cost {
        self.inner.travel(from, to)
    }
}

fn explain_steps(domain: &Domain, query: &Query, steps: &[Step]) -> Vec<StepExplanation> {
    let mut state = Vec::new();
    walk::start(domain, query, &mut state);
    let mut out = Vec::with_capacity(steps.len());
    for step in steps {
        let before = state.clone();
        walk::apply(domain, step, &mut state);
        let declared = &domain.actions()[step.action.index()];
        let value = |fact: FactId, state: &[i64]| domain.decode(fact, state[fact.index()]);
        let needs = declared.needs.iter().filter_map(|(name, condition)| {
            let fact = domain.fact(name)?;
            Some((fact, condition.to_string(), value(fact, &before)))
        });
        let brings = declared.brings.iter().filter_map(|(name, _)| {
            let fact = domain.fact(name)?;
            Some((fact, value(fact, &before), value(fact, &state)))
        });
        out.push(StepExplanation { step: *step, needs: needs.collect(), brings: brings.collect() });
    }
    out
}

/// Grows the tree of what is missing, from what the search left behind.
struct Tree<'a> {
    domain: &'a Domain,
    query: &'a Query<'a>,
    scratch: &'a Scratch,
    task: &'a Task,
    /// Fields being explained further up.
    open: Vec<u32>,
    explained: usize,
}

impl<'a> Tree<'a> {
    fn new(domain: &'a Domain, query: &'a Query<'a>, scratch: &'a Scratch) -> Self {
        let task = &domain.tasks[query.goal.index()];
        Self { domain, query, scratch, task, open: Vec::new(), explained: 0 }
    }

    fn goal(&mut self) -> Vec<Missing> {
        let wants = &self.domain.goals()[self.query.goal.index()].wants;
        let mut conditions = Vec::new();
        for_each_condition(self.task, &self.task.goal, |field, wanted| conditions.push((field, wanted)));
        let missing = self.all(&conditions, wants);
        if !missing.is_empty() {
            return missing;
        }
        conditions.retain(|&(field, wanted)| self.scratch.unmet(self.task, field, wanted, false));
        conditions.iter().map(|&(field, _)| self.missing(field, wants, Why::NotTogether)).collect()
    }

    /// Explains those of the conditions that can never hold. `texts` has their wording by fact.
    fn all(&mut self, conditions: &[(u32, Wanted)], texts: &[(String, super::Condition)]) -> Vec<Missing> {
        let mut out = Vec::new();
        for &(field, wanted) in conditions {
            if self.scratch.unmet(self.task, field, wanted, true) {
                let why = self.why(field, wanted);
                out.push(self.missing(field, texts, why));
            }
        }
        out
    }

    fn missing(&self, field: u32, texts: &[(String, super::Condition)], why: Why) -> Missing {
        let fact = FactId(self.task.fields[field as usize].fact);
        let name = self.domain.fact_name(fact);
        let wanted = texts.iter().find(|(other, _)| other == name).map(|(_, condition)| condition.to_string());
        let have = self.domain.decode(fact, self.scratch.ground.values[field as usize]);
        Missing { fact, wanted: wanted.unwrap_or_default(), have, why }
    }

    fn why(&mut self, field: u32, wanted: Wanted) -> Why {
        self.explained += 1;
        if self.open.contains(&field) || self.open.len() >= DEEPEST || self.explained > MOST_EXPLAINED {
            return Why::Circular;
        }
        self.open.push(field);
        let mut blocked = Vec::new();
        for (index, action) in self.task.actions.iter().enumerate() {
            // An action without candidates brings nothing of its own, but would if it had one.
            let helps = self.scratch.brings(self.task, action, index, field, wanted)
                || (self.scratch.ground.candidates(index).is_empty()
                    && action.target.is_some()
                    && self
                        .task
                        .ops_of(action)
                        .iter()
                        .any(|op| op.field == field && op.change == Some(super::compiled::Change::SetOwn)));
            if helps {
                let id = ActionId(action.action);
                let by = self.obstacle(index);
                blocked.push(Blocked { action: id, by });
            }
        }
        self.open.pop();
        if blocked.is_empty() { Why::NoAction } else { Why::Blocked(blocked) }
    }

    fn obstacle(&mut self, index: usize) -> Obstacle {
        let action = &self.task.actions[index];
        let id = ActionId(action.action);
        if self.scratch.ground.costs[index] >= INF {
            if self.query.enabled.is_some_and(|enabled| !enabled.get(id.index()).is_some_and(|&on| on)) {
                return Obstacle::Disabled;
            }
            if action.target.is_some() {
                return Obstacle::NoCandidate;
            }
            let failed = action.checks.iter().find(|&&check| !self.query.surroundings.holds(CheckId(check), id, None));
            return Obstacle::Forbidden(failed.map(|&check| CheckId(check)));
        }
        let mut conditions = Vec::new();
        for_each_need(self.task, action, index, |field, wanted| conditions.push((field, wanted)));
        let texts = &self.domain.actions()[id.index()].needs;
        Obstacle::Needs(self.all(&conditions, texts))
    }
}
