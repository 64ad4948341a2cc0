//! Explanations: what each step of a plan requires and changes, what the best alternative costs, and why there is no plan.
//! They are data; `explain/text.rs` renders them as text.
//!
//! Independent of: files, windows. Unlike planning, explaining allocates memory.

use super::compiled::{ActionId, Change, ContextPreconditionId, FactId};
use super::condition::Condition;
use super::domain::Domain;
use super::fact::Value;
use super::number::{INF, PlanCost};
use super::planner::Planner;
use super::request::{Plan, PlanOutcome, PlanRequest, PlanResult, PlanStep, PlanningContext};
use super::search::prepared::PreparedRequest;
use super::task::Task;
use super::task::field_condition::{FieldCondition, for_each_condition, for_each_precondition};
use super::validate;

pub(crate) mod text;

/// Why a planning request has the result it has.
#[derive(Debug, Clone, PartialEq)]
pub struct Explanation {
    /// The result's outcome.
    pub outcome: PlanOutcome,
    /// Cost of the plan; infinite if there is none.
    pub cost: PlanCost,
    /// Proven lower bound of the cost of every plan, see [`PlanResult::bound`].
    pub bound: PlanCost,
    /// States expanded.
    pub nodes: u32,
    /// The plan's steps in order.
    pub steps: Vec<StepExplanation>,
    /// The cheapest plan found that avoids at least one of these steps; `None` if every plan uses all of them, or the budget ran
    /// out before one was found.
    pub runner_up: Option<Plan>,
    /// Whether all searches for the runner-up ended before their budgets did. Then no plan that avoids a step costs less, and
    /// without a runner-up every plan uses all of these steps.
    pub runner_up_is_proven: bool,
    /// For an impossible goal: the unmet conditions, as trees down to the facts that no action changes as required.
    pub missing: Vec<UnmetCondition>,
}

/// What one step requires, changes and costs.
#[derive(Debug, Clone, PartialEq)]
pub struct StepExplanation {
    /// The step, with its cost.
    pub step: PlanStep,
    /// Its preconditions: the fact, the condition as text, and the fact's value when the step is due.
    pub preconditions: Vec<(FactId, String, Value)>,
    /// Its effects: the fact, its value before and after.
    pub effects: Vec<(FactId, Value, Value)>,
}

/// A condition that cannot be achieved.
#[derive(Debug, Clone, PartialEq)]
pub struct UnmetCondition {
    /// The condition's fact.
    pub fact: FactId,
    /// The condition as text.
    pub condition: String,
    /// The fact's start value.
    pub value: Value,
    /// Why it cannot be achieved.
    pub cause: UnmetCause,
}

/// Why a condition cannot be achieved.
#[derive(Debug, Clone, PartialEq)]
pub enum UnmetCause {
    /// No action changes the fact as required.
    NoAction,
    /// Some actions would achieve it, but none of them can be used.
    Blocked(Vec<BlockedAction>),
    /// The condition depends on itself, or the tree has become too large. It is explained further up.
    Circular,
    /// It can be achieved alone, but not together with the goal's other conditions.
    NotTogether,
}

/// An action that would achieve a condition but cannot be used.
#[derive(Debug, Clone, PartialEq)]
pub struct BlockedAction {
    /// The action.
    pub action: ActionId,
    /// Why it cannot be used.
    pub reason: BlockReason,
}

/// Why an action cannot be used.
#[derive(Debug, Clone, PartialEq)]
pub enum BlockReason {
    /// It is disabled.
    Disabled,
    /// It has no possible target: no candidate fits, or all that fit are forbidden.
    NoCandidate,
    /// This context precondition does not hold. `None`: its cost is infinite.
    Forbidden(Option<ContextPreconditionId>),
    /// These preconditions cannot be achieved. Empty if the action helps, but not far enough.
    Unmet(Vec<UnmetCondition>),
}

/// The depth at which a tree of unmet conditions is cut off.
const MAX_DEPTH: usize = 64;

/// The maximum number of conditions explained in a tree of unmet conditions.
const MAX_EXPLAINED: usize = 2_000;

impl Planner {
    /// Plans and explains the result. To find the runner-up it plans once more for each step of the plan.
    pub fn explain(&mut self, domain: &Domain, request: &PlanRequest) -> Explanation {
        let PlanResult { outcome, steps, cost, bound, nodes, .. } = self.plan(domain, request);
        let steps = steps.to_vec();
        let missing = match outcome {
            PlanOutcome::Impossible => {
                UnmetTree::new(domain, request, &self.scratch.prepared).map_or_else(Vec::new, |mut tree| tree.goal())
            }
            _ => Vec::new(),
        };
        let (runner_up, runner_up_is_proven) = self.runner_up(domain, request, &steps);
        let steps = explain_steps(domain, request, &steps);
        Explanation { outcome, cost, bound, nodes, steps, runner_up, runner_up_is_proven, missing }
    }

    /// The cheapest plan found that avoids a step, and whether it is proven that none costs less.
    fn runner_up(&mut self, domain: &Domain, request: &PlanRequest, steps: &[PlanStep]) -> (Option<Plan>, bool) {
        let mut best: Option<Plan> = None;
        let mut proven = true;
        for (at, step) in steps.iter().enumerate() {
            if steps[..at].iter().any(|other| (other.action, other.candidate) == (step.action, step.candidate)) {
                continue;
            }
            let mut enabled: Vec<bool> = match request.enabled {
                Some(enabled) => enabled.to_vec(),
                None => vec![true; domain.actions.len()],
            };
            let without = ContextWithout { inner: request.context, action: step.action, candidate: step.candidate };
            if step.candidate.is_none() {
                enabled[step.action.index()] = false;
            }
            let other = PlanRequest { enabled: Some(&enabled), context: &without, ..*request };
            let result = self.plan(domain, &other);
            proven &= result.is_optimal() || result.outcome == PlanOutcome::Impossible;
            if let Some(plan) = result.to_plan()
                && best.as_ref().is_none_or(|best| plan.cost < best.cost)
            {
                best = Some(plan);
            }
        }
        (best, proven)
    }
}

/// A context that forbids one candidate to one action.
struct ContextWithout<'a> {
    inner: &'a dyn PlanningContext,
    action: ActionId,
    candidate: Option<u32>,
}

impl PlanningContext for ContextWithout<'_> {
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
    validate::start(domain, request, &mut state);
    let mut out = Vec::with_capacity(steps.len());
    for step in steps {
        let before = state.clone();
        domain.apply(step.action, step.candidate, &mut state);
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

/// Builds trees of unmet conditions from a prepared request.
struct UnmetTree<'a> {
    domain: &'a Domain,
    request: &'a PlanRequest<'a>,
    prepared: &'a PreparedRequest,
    task: &'a Task,
    /// Fields whose conditions are being explained further up.
    open: Vec<u32>,
    explained: usize,
}

impl<'a> UnmetTree<'a> {
    /// `None` if the domain does not have the request's goal.
    fn new(domain: &'a Domain, request: &'a PlanRequest<'a>, prepared: &'a PreparedRequest) -> Option<Self> {
        let task = domain.task(request.goal)?;
        Some(Self { domain, request, prepared, task, open: Vec::new(), explained: 0 })
    }

    fn goal(&mut self) -> Vec<UnmetCondition> {
        let conditions = &self.domain.goals()[self.request.goal.index()].conditions;
        let mut unmet = Vec::new();
        for_each_condition(self.task, &self.task.goal, |field, condition| unmet.push((field, condition)));
        let missing = self.all(&unmet, conditions);
        if !missing.is_empty() {
            return missing;
        }
        unmet.retain(|&(field, condition)| self.prepared.unmet(self.task, field, condition));
        unmet.iter().map(|&(field, _)| self.missing(field, conditions, UnmetCause::NotTogether)).collect()
    }

    /// Explains the conditions that can never hold. `texts` has the declared conditions.
    fn all(&mut self, conditions: &[(u32, FieldCondition)], texts: &[(String, Condition)]) -> Vec<UnmetCondition> {
        let mut out = Vec::new();
        for &(field, condition) in conditions {
            if self.prepared.unreachable(self.task, field, condition) {
                let cause = self.cause(field, condition);
                out.push(self.missing(field, texts, cause));
            }
        }
        out
    }

    fn missing(&self, field: u32, texts: &[(String, Condition)], cause: UnmetCause) -> UnmetCondition {
        let fact = FactId(self.task.fields[field as usize].fact);
        let name = self.domain.fact_name(fact);
        let condition = texts.iter().find(|(other, _)| other == name).map(|(_, condition)| condition.to_string());
        let value = self.domain.decode(fact, self.prepared.ground.values[field as usize]);
        UnmetCondition { fact, condition: condition.unwrap_or_default(), value, cause }
    }

    fn cause(&mut self, field: u32, condition: FieldCondition) -> UnmetCause {
        self.explained += 1;
        if self.open.contains(&field) || self.open.len() >= MAX_DEPTH || self.explained > MAX_EXPLAINED {
            return UnmetCause::Circular;
        }
        self.open.push(field);
        let mut blocked = Vec::new();
        for (index, action) in self.task.actions.iter().enumerate() {
            // An action without candidates has no effect on a target fact, but would have one if there were a candidate.
            let helps = self.prepared.achieves(self.task, index, field, condition)
                || (self.prepared.ground.candidates(index).is_empty()
                    && action.target.is_some()
                    && self.task.ops[index].iter().any(|op| op.field == field && op.change == Some(Change::SetTarget)));
            if helps {
                let id = ActionId(action.action);
                let reason = self.block_reason(index);
                blocked.push(BlockedAction { action: id, reason });
            }
        }
        self.open.pop();
        if blocked.is_empty() { UnmetCause::NoAction } else { UnmetCause::Blocked(blocked) }
    }

    fn block_reason(&mut self, index: usize) -> BlockReason {
        let action = &self.task.actions[index];
        let id = ActionId(action.action);
        if self.prepared.ground.costs[index] >= INF {
            if !self.request.is_enabled(id) {
                return BlockReason::Disabled;
            }
            if action.target.is_some() {
                return BlockReason::NoCandidate;
            }
            let failed = action
                .context_preconditions
                .iter()
                .find(|&&check| !self.request.context.precondition_holds(ContextPreconditionId(check), id, None));
            return BlockReason::Forbidden(failed.map(|&check| ContextPreconditionId(check)));
        }
        let mut unmet = Vec::new();
        for_each_precondition(self.task, index, |field, condition| unmet.push((field, condition)));
        let texts = &self.domain.actions()[id.index()].preconditions;
        BlockReason::Unmet(self.all(&unmet, texts))
    }
}
