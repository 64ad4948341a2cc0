//! Explanations: why this plan, step by step, and why none. Values for a caller to show or store; `explain/text.rs` writes
//! them out as text.
//!
//! Must not know: files, windows. It allocates, unlike planning.

use super::compiled::{ActionId, ContextPreconditionId, FactId};
use super::domain::Domain;
use super::fact::Value;
use super::number::{INF, PlanCost};
use super::planner::Planner;
use super::request::{Plan, PlanOutcome, PlanRequest, PlanResult, PlanStep, PlanningContext};
use super::search::Scratch;
use super::task::Task;
use super::task::wanted::{Wanted, for_each_condition, for_each_need};
use super::walk;

mod text;

/// Why an answer is what it is.
#[derive(Debug, Clone, PartialEq)]
pub struct Explanation {
    /// The answer's outcome.
    pub outcome: PlanOutcome,
    /// What the plan costs; infinite if there is none.
    pub cost: PlanCost,
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
    pub step: PlanStep,
    /// Its needs: the fact, the condition in words, and the fact's value when its turn comes.
    pub preconditions: Vec<(FactId, String, Value)>,
    /// Its effects: the fact, its value before and after.
    pub effects: Vec<(FactId, Value, Value)>,
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
    Forbidden(Option<ContextPreconditionId>),
    /// These needs cannot be met.
    Needs(Vec<Missing>),
}

/// How deep a tree of what is missing goes before it is cut off as circular.
const DEEPEST: usize = 64;

/// How many wanted_fields a tree of what is missing explains in all.
const MOST_EXPLAINED: usize = 2_000;

impl Planner {
    /// Answers a request and says why. It plans once more for each step to find the runner-up.
    pub fn explain(&mut self, domain: &Domain, request: &PlanRequest) -> Explanation {
        let answer = self.plan(domain, request);
        let PlanResult { outcome, cost, nodes, .. } = answer;
        let steps = answer.steps.to_vec();
        let missing = match outcome {
            PlanOutcome::Impossible => Tree::new(domain, request, &self.scratch).goal(),
            _ => Vec::new(),
        };
        let runner_up = self.runner_up(domain, request, &steps);
        Explanation { outcome, cost, nodes, steps: explain_steps(domain, request, &steps), runner_up, missing }
    }

    fn runner_up(&mut self, domain: &Domain, request: &PlanRequest, steps: &[PlanStep]) -> Option<Plan> {
        let mut best: Option<Plan> = None;
        for (at, step) in steps.iter().enumerate() {
            if steps[..at].iter().any(|other| (other.action, other.candidate) == (step.action, step.candidate)) {
                continue;
            }
            let mut enabled: Vec<bool> = match request.enabled {
                Some(enabled) => enabled.to_vec(),
                None => vec![true; domain.actions.len()],
            };
            let without = Without { inner: request.context, action: step.action, candidate: step.candidate };
            if step.candidate.is_none() {
                enabled[step.action.index()] = false;
            }
            let other = PlanRequest { enabled: Some(&enabled), context: &without, ..*request };
            if let Some(plan) = self.plan(domain, &other).to_plan()
                && best.as_ref().is_none_or(|best| plan.cost < best.cost)
            {
                best = Some(plan);
            }
        }
        best
    }
}

/// The same context, but for one action that is forbidden for one candidate.
struct Without<'a> {
    inner: &'a dyn PlanningContext,
    action: ActionId,
    candidate: Option<u32>,
}

impl PlanningContext for Without<'_> {
    fn cost(&self, cost: super::CostId, action: ActionId, candidate: Option<u32>) -> PlanCost {
        self.inner.cost(cost, action, candidate)
    }

    fn precondition_holds(&self, check: ContextPreconditionId, action: ActionId, candidate: Option<u32>) -> bool {
        self.inner.precondition_holds(check, action, candidate)
    }

    fn surcharge(&self, action: ActionId, candidate: u32) -> PlanCost {
        if action == self.action && Some(candidate) == self.candidate {
            return PlanCost::INFINITE;
        }
        self.inner.surcharge(action, candidate)
    }

    fn travel(&self, from: Option<u32>, to: u32) -> PlanCost {
        self.inner.travel(from, to)
    }
}

fn explain_steps(domain: &Domain, request: &PlanRequest, steps: &[PlanStep]) -> Vec<StepExplanation> {
    let mut state = Vec::new();
    walk::start(domain, request, &mut state);
    let mut out = Vec::with_capacity(steps.len());
    for step in steps {
        let before = state.clone();
        walk::apply(domain, step, &mut state);
        let declared = &domain.actions()[step.action.index()];
        let value = |fact: FactId, state: &[i64]| domain.decode(fact, state[fact.index()]);
        let preconditions = declared.preconditions.iter().filter_map(|(name, condition)| {
            let fact = domain.fact(name)?;
            Some((fact, condition.to_string(), value(fact, &before)))
        });
        let effects = declared.effects.iter().filter_map(|(name, _)| {
            let fact = domain.fact(name)?;
            Some((fact, value(fact, &before), value(fact, &state)))
        });
        out.push(StepExplanation { step: *step, preconditions: preconditions.collect(), effects: effects.collect() });
    }
    out
}

/// Grows the tree of what is missing, from what the search left behind.
struct Tree<'a> {
    domain: &'a Domain,
    request: &'a PlanRequest<'a>,
    scratch: &'a Scratch,
    task: &'a Task,
    /// Fields being explained further up.
    open: Vec<u32>,
    explained: usize,
}

impl<'a> Tree<'a> {
    fn new(domain: &'a Domain, request: &'a PlanRequest<'a>, scratch: &'a Scratch) -> Self {
        let task = &domain.tasks[request.goal.index()];
        Self { domain, request, scratch, task, open: Vec::new(), explained: 0 }
    }

    fn goal(&mut self) -> Vec<Missing> {
        let conditions = &self.domain.goals()[self.request.goal.index()].conditions;
        let mut wanted_fields = Vec::new();
        for_each_condition(self.task, &self.task.goal, |field, wanted| wanted_fields.push((field, wanted)));
        let missing = self.all(&wanted_fields, conditions);
        if !missing.is_empty() {
            return missing;
        }
        wanted_fields.retain(|&(field, wanted)| self.scratch.unmet(self.task, field, wanted, false));
        wanted_fields.iter().map(|&(field, _)| self.missing(field, conditions, Why::NotTogether)).collect()
    }

    /// Explains those of the wanted_fields that can never hold. `texts` has their wording by fact.
    fn all(&mut self, wanted_fields: &[(u32, Wanted)], texts: &[(String, super::Condition)]) -> Vec<Missing> {
        let mut out = Vec::new();
        for &(field, wanted) in wanted_fields {
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
            let helps = self.scratch.achieves(self.task, action, index, field, wanted)
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
            if self.request.enabled.is_some_and(|enabled| !enabled.get(id.index()).is_some_and(|&on| on)) {
                return Obstacle::Disabled;
            }
            if action.target.is_some() {
                return Obstacle::NoCandidate;
            }
            let failed = action
                .context_preconditions
                .iter()
                .find(|&&check| !self.request.context.precondition_holds(ContextPreconditionId(check), id, None));
            return Obstacle::Forbidden(failed.map(|&check| ContextPreconditionId(check)));
        }
        let mut wanted_fields = Vec::new();
        for_each_need(self.task, action, index, |field, wanted| wanted_fields.push((field, wanted)));
        let texts = &self.domain.actions()[id.index()].preconditions;
        Obstacle::Needs(self.all(&wanted_fields, texts))
    }
}
