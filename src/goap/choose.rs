//! Which goal to pursue: the most relevant one that can be planned, with a reason for each that was passed over.
//!
//! Must not know: where relevance comes from.

use super::compiled::{FactId, GoalId};
use super::domain::Domain;
use super::planner::Planner;
use super::query::{Answer, Outcome, Query};
use super::verdict::{Choosing, Contender, PassedOver, Standing, Verdict};

/// A chosen goal with its plan, and what became of all contenders, in the order given.
#[derive(Debug, Clone, Copy)]
pub struct Choice<'p> {
    /// The goal to pursue; `None` where none can be planned.
    pub goal: Option<GoalId>,
    /// Its plan; meaningful if there is a goal.
    pub answer: Answer<'p>,
    /// One for each contender, in their order.
    pub verdicts: &'p [Verdict],
    missing: &'p [FactId],
}

impl Choice<'_> {
    /// The facts that keep an impossible goal from being reached; empty for other verdicts.
    #[must_use]
    pub fn missing(&self, verdict: &Verdict) -> &[FactId] {
        self.missing.get(verdict.missing.0 as usize..verdict.missing.1 as usize).unwrap_or(&[])
    }
}

impl Planner {
    /// Plans for the contenders from the most relevant down (for equally relevant ones in the order given) until one
    /// has a plan. The query's own goal is not looked at; its budget holds for each contender.
    pub fn choose(&mut self, domain: &Domain, contenders: &[Contender], query: &Query) -> Choice<'_> {
        let mut choosing = std::mem::take(&mut self.choosing);
        let goal = self.decide(domain, contenders, query, &mut choosing);
        self.choosing = choosing;
        let answer = match goal {
            Some((_, cost, nodes)) => Answer { outcome: Outcome::Plan, steps: &self.scratch.steps, cost, nodes },
            None => Answer { outcome: Outcome::Impossible, steps: &[], cost: super::Cost::INFINITE, nodes: 0 },
        };
        Choice {
            goal: goal.map(|(goal, ..)| goal),
            answer,
            verdicts: &self.choosing.verdicts,
            missing: &self.choosing.missing,
        }
    }

    fn decide(
        &mut self,
        domain: &Domain,
        contenders: &[Contender],
        query: &Query,
        choosing: &mut Choosing,
    ) -> Option<(GoalId, super::Cost, u32)> {
        let Choosing { order, verdicts, missing } = choosing;
        verdicts.clear();
        missing.clear();
        verdicts.extend(contenders.iter().map(|contender| Verdict {
            goal: contender.goal,
            passed_over: Some(match contender.standing {
                Standing::Disabled => PassedOver::Disabled,
                Standing::CoolingDown => PassedOver::CoolingDown,
                Standing::Ready if contender.relevance > 0.0 => PassedOver::Outranked,
                Standing::Ready => PassedOver::Irrelevant,
            }),
            nodes: 0,
            missing: (0, 0),
        }));
        order.clear();
        order.extend(
            (0..contenders.len() as u32)
                .filter(|&index| verdicts[index as usize].passed_over == Some(PassedOver::Outranked)),
        );
        let rank = |index: u32| contenders[index as usize].relevance;
        order.sort_unstable_by(|&a, &b| rank(b).total_cmp(&rank(a)).then(a.cmp(&b)));
        for &index in order.iter() {
            let verdict = &mut verdicts[index as usize];
            let answer = self.plan(domain, &Query { goal: verdict.goal, ..*query });
            verdict.nodes = answer.nodes;
            verdict.passed_over = match answer.outcome {
                Outcome::Plan => None,
                Outcome::Satisfied => Some(PassedOver::Satisfied),
                Outcome::Impossible => Some(PassedOver::Impossible),
                Outcome::OutOfBudget(limit) => Some(PassedOver::OutOfBudget(limit)),
            };
            if answer.outcome == Outcome::Plan {
                return Some((verdict.goal, answer.cost, answer.nodes));
            }
            let first = missing.len() as u32;
            missing.extend_from_slice(self.missing());
            verdict.missing = (first, missing.len() as u32);
        }
        None
    }
}
