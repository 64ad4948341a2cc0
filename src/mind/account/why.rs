//! Why a goal cannot be reached: the planner is asked the recorded question anew, and says what is missing and what that
//! in turn would need.

use super::{Account, text::Names};
use crate::{
    goap::{ActionId, Explanation, Planner},
    mind::Bar,
    protocol::{Label, PassedOver},
};

impl Account {
    /// What is missing for a goal that cannot be reached, as a tree; `None` for other goals, and where no question is kept.
    pub fn lacks(&self, goal: Label, planner: &mut Planner) -> Option<Explanation> {
        let lost = self.goal_named(goal)?.passed_over;
        let asked = self.asked.as_ref().filter(|_| matches!(lost, Some(PassedOver::Impossible(_))))?;
        let id = asked.brain.domain.goal(goal.as_str())?;
        Some(asked.explain(planner, id)).filter(|explained| !explained.missing.is_empty())
    }

    /// The same in words, a line for each thing that is missing, indented by what needs it.
    pub fn why_not(&self, goal: Label, planner: &mut Planner, names: Names) -> Option<String> {
        let explained = self.lacks(goal, planner)?;
        let asked = self.asked.as_ref()?;
        let name = |candidate: u32| match asked.candidates.get(candidate as usize) {
            Some(candidate) => names(candidate.subject),
            None => "none".to_owned(),
        };
        let off = |action: ActionId| match asked.bar(action.index()) {
            Some(Bar::NotNow(when)) => format!("is done only when {when}, which does not hold"),
            _ => "is switched off".to_owned(),
        };
        Some(explained.render_with(&asked.brain.domain, &name, &off))
    }
}
