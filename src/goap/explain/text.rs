//! Explanations as text for a terminal.

use std::fmt::Write;

use super::{Explanation, Missing, Obstacle, Why};
use crate::goap::compiled::ActionId;
use crate::goap::domain::Domain;
use crate::goap::fact::Value;
use crate::goap::request::{BudgetLimit, PlanOutcome};

impl Explanation {
    /// Several lines of text. `name` gives a candidate's name by its index.
    #[must_use]
    pub fn render(&self, domain: &Domain, name: &dyn Fn(u32) -> String) -> String {
        self.render_with(domain, name, &|_| "is switched off".to_owned())
    }

    /// The same, with words of the caller's own for why an action may not be used.
    #[must_use]
    pub fn render_with(
        &self,
        domain: &Domain,
        name: &dyn Fn(u32) -> String,
        off: &dyn Fn(ActionId) -> String,
    ) -> String {
        let mut out = String::new();
        let writer = Writer { domain, name, off };
        // Writing to a string cannot fail.
        let _ = writer.explanation(&mut out, self);
        out
    }
}

struct Writer<'a> {
    domain: &'a Domain,
    name: &'a dyn Fn(u32) -> String,
    /// Why an action may not be used.
    off: &'a dyn Fn(ActionId) -> String,
}

impl Writer<'_> {
    fn value(&self, value: &Value) -> String {
        match value {
            Value::Candidate(index) => (self.name)(*index),
            Value::Symbol(name) => name.clone(),
            other => other.to_string(),
        }
    }

    fn step(&self, action: ActionId, candidate: Option<u32>) -> String {
        let action = self.domain.action_name(action);
        candidate.map_or_else(|| action.to_owned(), |candidate| format!("{action} ({})", (self.name)(candidate)))
    }

    fn explanation(&self, out: &mut String, explanation: &Explanation) -> std::fmt::Result {
        let nodes = explanation.nodes;
        match explanation.outcome {
            PlanOutcome::Satisfied => writeln!(out, "the goal is satisfied already")?,
            PlanOutcome::OutOfBudget(limit) => {
                let limit = match limit {
                    BudgetLimit::Nodes => "nodes",
                    BudgetLimit::Micros => "time",
                    BudgetLimit::Memory => "memory",
                };
                writeln!(out, "no answer: the budget of {limit} ran out after {nodes} nodes")?;
            }
            PlanOutcome::Impossible => {
                writeln!(out, "no plan exists ({nodes} nodes)")?;
                for missing in &explanation.missing {
                    self.missing(out, missing, 1)?;
                }
            }
            PlanOutcome::Plan => {
                writeln!(
                    out,
                    "a plan of cost {} in {} steps ({nodes} nodes)",
                    explanation.cost,
                    explanation.steps.len()
                )?;
                self.steps(out, explanation)?;
            }
        }
        Ok(())
    }

    fn steps(&self, out: &mut String, explanation: &Explanation) -> std::fmt::Result {
        for (number, explained) in explanation.steps.iter().enumerate() {
            let step = explained.step;
            write!(out, "{:>3}. {}  cost {}", number + 1, self.step(step.action, step.candidate), step.cost)?;
            if step.travel.steps() > 0 {
                write!(out, " ({} of it travel)", step.travel)?;
            }
            out.push('\n');
            for (fact, condition, value) in &explained.preconditions {
                writeln!(
                    out,
                    "       needs  {} {condition}; it is {}",
                    self.domain.fact_name(*fact),
                    self.value(value)
                )?;
            }
            for (fact, before, after) in &explained.effects {
                let (before, after) = (self.value(before), self.value(after));
                writeln!(out, "       brings {}: {before} -> {after}", self.domain.fact_name(*fact))?;
            }
        }
        match &explanation.runner_up {
            None => writeln!(out, "no plan does without any of these steps"),
            Some(plan) => {
                let steps: Vec<String> = plan.steps.iter().map(|step| self.step(step.action, step.candidate)).collect();
                writeln!(out, "the runner-up would cost {}: {}", plan.cost, steps.join(", "))
            }
        }
    }

    fn missing(&self, out: &mut String, missing: &Missing, depth: usize) -> std::fmt::Result {
        let indent = "  ".repeat(depth);
        let fact = self.domain.fact_name(missing.fact);
        write!(out, "{indent}wanted: {fact} {}; it is {}", missing.wanted, self.value(&missing.have))?;
        match &missing.why {
            Why::NoAction => writeln!(out, ": nothing brings it about"),
            Why::Circular => writeln!(out, ": explained above"),
            Why::NotTogether => writeln!(out, ": possible by itself, but not together with the rest of the goal"),
            Why::Blocked(actions) => {
                writeln!(out, ":")?;
                for blocked in actions {
                    let action = self.domain.action_name(blocked.action);
                    write!(out, "{indent}  {action} would bring it about")?;
                    match &blocked.by {
                        Obstacle::Disabled => writeln!(out, ", but {}", (self.off)(blocked.action))?,
                        Obstacle::NoCandidate => writeln!(out, ", but nothing is known that it could be done to")?,
                        Obstacle::Forbidden(None) => writeln!(out, ", but its cost is infinite")?,
                        Obstacle::Forbidden(Some(check)) => {
                            let check = &self.domain.context_preconditions()[check.index()];
                            writeln!(out, ", but the check {check} does not hold")?;
                        }
                        Obstacle::Needs(preconditions) if preconditions.is_empty() => {
                            writeln!(out, ", but not as far as is wanted")?
                        }
                        Obstacle::Needs(preconditions) => {
                            writeln!(out, ", but needs")?;
                            for need in preconditions {
                                self.missing(out, need, depth + 2)?;
                            }
                        }
                    }
                }
                Ok(())
            }
        }
    }
}
