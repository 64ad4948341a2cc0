//! Renders explanations as text for a terminal.

use std::fmt::Write;

use super::{BlockReason, Explanation, UnmetCause, UnmetCondition};
use crate::compiled::ActionId;
use crate::domain::Domain;
use crate::fact::Value;
use crate::request::{BudgetLimit, PlanOutcome, PlanStep, excess};

impl Explanation {
    /// The explanation as lines of text. `name` gives a candidate's name by its index.
    #[must_use]
    pub fn render(&self, domain: &Domain, name: &dyn Fn(u32) -> String) -> String {
        self.render_with(domain, name, &|_| "is disabled".to_owned())
    }

    /// The same. `disabled` gives the reason why an action is disabled, as a verb phrase such as "is disabled".
    #[must_use]
    pub fn render_with(
        &self,
        domain: &Domain,
        name: &dyn Fn(u32) -> String,
        disabled: &dyn Fn(ActionId) -> String,
    ) -> String {
        let mut out = String::new();
        let writer = ExplanationWriter { domain, name, disabled };
        // Writing to a string cannot fail.
        let _ = writer.explanation(&mut out, self);
        out
    }
}

struct ExplanationWriter<'a> {
    domain: &'a Domain,
    name: &'a dyn Fn(u32) -> String,
    disabled: &'a dyn Fn(ActionId) -> String,
}

impl ExplanationWriter<'_> {
    fn value(&self, value: &Value) -> String {
        value_text(value, self.name)
    }

    fn step(&self, step: &PlanStep) -> String {
        step_text(self.domain, step.action, step.candidate, self.name)
    }

    fn explanation(&self, out: &mut String, explanation: &Explanation) -> std::fmt::Result {
        let expanded = counted(explanation.nodes as usize, "state expanded", "states expanded");
        match explanation.outcome {
            PlanOutcome::Satisfied => writeln!(out, "the start satisfies the goal")?,
            PlanOutcome::OutOfBudget(limit) => {
                let limit = match limit {
                    BudgetLimit::Nodes => "node",
                    BudgetLimit::Micros => "time",
                    BudgetLimit::Memory => "memory",
                };
                writeln!(out, "no result: the {limit} budget ran out ({expanded})")?;
            }
            PlanOutcome::Impossible => {
                writeln!(out, "no plan exists ({expanded})")?;
                for missing in &explanation.missing {
                    self.missing(out, missing, 1)?;
                }
            }
            PlanOutcome::Plan => {
                let steps = counted(explanation.steps.len(), "step", "steps");
                writeln!(out, "plan: {steps}, cost {} ({expanded})", explanation.cost)?;
                if let Some(excess) = excess(explanation.cost, explanation.bound) {
                    writeln!(out, "not proven optimal: every plan costs at least {} ({excess})", explanation.bound)?;
                }
                self.steps(out, explanation)?;
            }
        }
        Ok(())
    }

    fn steps(&self, out: &mut String, explanation: &Explanation) -> std::fmt::Result {
        for (number, explained) in explanation.steps.iter().enumerate() {
            let step = explained.step;
            write!(out, "{:>3}. {}  cost {}", number + 1, self.step(&step), step.cost)?;
            if step.travel.steps() > 0 {
                write!(out, " (travel {})", step.travel)?;
            }
            out.push('\n');
            for (fact, condition, value) in &explained.preconditions {
                let (fact, value) = (self.domain.fact_name(*fact), self.value(value));
                writeln!(out, "       precondition  {fact} {condition}: it is {value}")?;
            }
            for (fact, before, after) in &explained.effects {
                let (before, after) = (self.value(before), self.value(after));
                writeln!(out, "       effect        {}: {before} -> {after}", self.domain.fact_name(*fact))?;
            }
        }
        match &explanation.runner_up {
            None if explanation.runner_up_is_proven => writeln!(out, "every plan needs all of these steps"),
            None => writeln!(out, "no alternative found within the budget"),
            Some(plan) => {
                let steps: Vec<String> = plan.steps.iter().map(|step| self.step(step)).collect();
                writeln!(out, "runner-up: cost {}: {}", plan.cost, steps.join(", "))
            }
        }
    }

    fn missing(&self, out: &mut String, missing: &UnmetCondition, depth: usize) -> std::fmt::Result {
        let indent = "  ".repeat(depth);
        let (fact, value) = (self.domain.fact_name(missing.fact), self.value(&missing.value));
        write!(out, "{indent}required: {fact} {}; it is {value}", missing.condition)?;
        match &missing.cause {
            UnmetCause::NoAction => writeln!(out, ": no action achieves it"),
            UnmetCause::Circular => writeln!(out, ": explained above"),
            UnmetCause::NotTogether => writeln!(out, ": possible alone, but not together with the rest of the goal"),
            UnmetCause::Blocked(actions) => {
                writeln!(out, ":")?;
                for blocked in actions {
                    let action = self.domain.action_name(blocked.action);
                    write!(out, "{indent}  {action} would achieve it, but ")?;
                    match &blocked.reason {
                        BlockReason::Disabled => writeln!(out, "{}", (self.disabled)(blocked.action))?,
                        BlockReason::NoCandidate => writeln!(out, "no known target fits")?,
                        BlockReason::Forbidden(None) => writeln!(out, "its cost is infinite")?,
                        BlockReason::Forbidden(Some(id)) => {
                            let name = self.domain.context_precondition_name(*id);
                            writeln!(out, "its context precondition {name} does not hold")?;
                        }
                        BlockReason::Unmet(unmet) if unmet.is_empty() => writeln!(out, "not far enough")?,
                        BlockReason::Unmet(unmet) => {
                            writeln!(out, "its preconditions cannot be met:")?;
                            for condition in unmet {
                                self.missing(out, condition, depth + 2)?;
                            }
                        }
                    }
                }
                Ok(())
            }
        }
    }
}

/// A value; `name` gives a candidate's name.
pub(crate) fn value_text(value: &Value, name: &dyn Fn(u32) -> String) -> String {
    match value {
        Value::Candidate(index) => name(*index),
        Value::Symbol(name) => name.clone(),
        other => other.to_string(),
    }
}

/// An action with its candidate; `name` gives a candidate's name.
pub(crate) fn step_text(
    domain: &Domain,
    action: ActionId,
    candidate: Option<u32>,
    name: &dyn Fn(u32) -> String,
) -> String {
    let action = domain.action_name(action);
    candidate.map_or_else(|| action.to_owned(), |candidate| format!("{action} ({})", name(candidate)))
}

/// "1 step", "2 steps".
pub(crate) fn counted(count: usize, one: &str, several: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { several })
}
