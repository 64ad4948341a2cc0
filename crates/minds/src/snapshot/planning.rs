//! Questions to the planner about a mind: what it would be asked now, and why a goal cannot be reached.

use quarry_goap::{ActionId, Explanation, GoalCandidate, Planner};

use super::{MindComponents, MindSnapshot, SubjectNames};
use crate::{
    Blocker, PlanningSnapshot,
    planning::{MindPlanningContext, PlanFilters, PlannerInput},
    protocol::{Label, RejectReason},
};

impl MindComponents<'_> {
    /// The planner call that the mind would make now, for all its goals.
    pub fn planning_snapshot(&self) -> PlanningSnapshot {
        let (mind, view) = (self.mind, &self.view());
        let brain = mind.brain.clone();
        let mut input = PlannerInput::default();
        input.update(&brain, view, &mind.target_cooldowns, &mind.disabled.actions);
        let goals = brain
            .goals
            .iter()
            .map(|goal| GoalCandidate { goal: goal.id, relevance: f64::from(goal.weight(view, |_, _| ()).relevance) });
        let goals: Vec<GoalCandidate> = goals.collect();
        let (experience, candidates) = (&mind.experience, input.candidates.as_slice());
        let context = MindPlanningContext { brain: &brain, view: *view, experience, candidates };
        let filters = PlanFilters { disabled: &mind.disabled.actions, target_cooldowns: &mind.target_cooldowns };
        PlanningSnapshot::new(brain.clone(), view.memory.now(), &context, &input, &goals, &filters)
    }
}

impl MindSnapshot {
    /// The missing facts of a goal that cannot be reached, as a tree; `None` for other goals, and without a recorded planner
    /// call.
    pub fn missing_facts(&self, goal: Label, planner: &mut Planner) -> Option<Explanation> {
        let rejection = self.goal_named(goal)?.passed_over;
        let planning = self.planning.as_ref().filter(|_| matches!(rejection, Some(RejectReason::Impossible(_))))?;
        let id = planning.brain.domain.goal(goal.as_str())?;
        Some(planning.explain(planner, id)).filter(|explained| !explained.missing.is_empty())
    }

    /// The same as text: a line per missing fact, indented below what needs it.
    pub fn explain_unreachable(&self, goal: Label, planner: &mut Planner, names: SubjectNames) -> Option<String> {
        let explained = self.missing_facts(goal, planner)?;
        let planning = self.planning.as_ref()?;
        let name = |candidate: u32| match planning.candidates.get(candidate as usize) {
            Some(candidate) => names(candidate.subject),
            None => "none".to_owned(),
        };
        let disabled = |action: ActionId| match planning.blocker(action.index()) {
            Some(Blocker::Unavailable(condition)) => format!("is available only when: {condition}"),
            _ => "is switched off".to_owned(),
        };
        Some(explained.render_with(&planning.brain.domain, &name, &disabled))
    }
}
