//! Why a goal cannot be reached: the planner is asked the recorded question anew, and says what is missing and what that
//! in turn would need.

use super::{MindSnapshot, text::SubjectNames};
use crate::{
    goap::{ActionId, Explanation, Planner},
    mind::Blocker,
    protocol::{Label, RejectReason},
};

impl MindSnapshot {
    /// What is missing for a goal that cannot be reached, as a tree; `None` for other goals, and where no question is kept.
    pub fn missing_facts(&self, goal: Label, planner: &mut Planner) -> Option<Explanation> {
        let lost = self.goal_named(goal)?.passed_over;
        let asked = self.planning.as_ref().filter(|_| matches!(lost, Some(RejectReason::Impossible(_))))?;
        let id = asked.brain.domain.goal(goal.as_str())?;
        Some(asked.explain(planner, id)).filter(|explained| !explained.missing.is_empty())
    }

    /// The same in words, a line for each thing that is missing, indented by what needs it.
    pub fn explain_unreachable(&self, goal: Label, planner: &mut Planner, names: SubjectNames) -> Option<String> {
        let explained = self.missing_facts(goal, planner)?;
        let asked = self.planning.as_ref()?;
        let name = |candidate: u32| match asked.candidates.get(candidate as usize) {
            Some(candidate) => names(candidate.subject),
            None => "none".to_owned(),
        };
        let off = |action: ActionId| match asked.blocker(action.index()) {
            Some(Blocker::Unavailable(when)) => format!("is done only when {when}, which does not hold"),
            _ => "is switched off".to_owned(),
        };
        Some(explained.render_with(&asked.brain.domain, &name, &off))
    }
}
