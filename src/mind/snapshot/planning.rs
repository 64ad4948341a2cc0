//! The question a mind would put to its planner at this moment.

use super::MindComponents;
use crate::{
    goap::{GoalAvailability, GoalCandidate},
    mind::{
        planner_input::{MindPlanningContext, PlannerInput},
        planning_snapshot::{LeftOut, PlanningSnapshot},
    },
};

impl MindComponents<'_> {
    /// What a mind would ask now, of all its goals that matter: for whoever wonders what it would do.
    pub fn question(&self) -> PlanningSnapshot {
        let (mind, view) = (self.mind, &self.view());
        let brain = mind.brain.clone();
        let mut picture = PlannerInput::default();
        picture.paint(&brain, view, &mind.target_cooldowns, &mind.disabled.actions);
        let goals = brain.goals.iter().map(|goal| GoalCandidate {
            goal: goal.id,
            relevance: f64::from(goal.relevance(view, |_, _| ())),
            availability: GoalAvailability::Available,
        });
        let contenders: Vec<GoalCandidate> = goals.collect();
        let outlook = MindPlanningContext { brain: &brain, view: *view, candidates: &picture.candidates };
        let left_out = LeftOut { off: &mind.disabled.actions, target_cooldowns: &mind.target_cooldowns };
        PlanningSnapshot::of(brain.clone(), view.memory.now(), &outlook, &picture, &contenders, &left_out)
    }
}
