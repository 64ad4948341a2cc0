//! The question a mind would put to its planner at this moment.

use super::Parts;
use crate::{
    goap::{Contender, Standing},
    mind::{
        picture::{Outlook, Picture},
        question::{LeftOut, Question},
    },
};

impl Parts<'_> {
    /// What a mind would ask now, of all its goals that matter: for whoever wonders what it would do.
    pub fn question(&self) -> Question {
        let (mind, view) = (self.mind, &self.view());
        let brain = mind.brain.clone();
        let mut picture = Picture::default();
        picture.paint(&brain, view, &mind.shunned, &mind.off.actions);
        let goals = brain.goals.iter().map(|goal| Contender {
            goal: goal.id,
            relevance: f64::from(goal.relevance(view, |_, _| ())),
            standing: Standing::Ready,
        });
        let contenders: Vec<Contender> = goals.collect();
        let outlook = Outlook { brain: &brain, view: *view, candidates: &picture.candidates };
        let left_out = LeftOut { off: &mind.off.actions, shunned: &mind.shunned };
        Question::of(brain.clone(), view.memory.now(), &outlook, &picture, &contenders, &left_out)
    }
}
