//! What a person may do to a running mind: exchange its brain, switch goals and actions off, hand it a plan, ask it what it would do.
//!
//! Everything happens between two ticks and is a function of the mind and of what is asked, so that a match in which it was
//! done can be played again. Must not know: files, the world, windows.

mod by_hand;
mod exchange;
mod what_if;

use bevy::ecs::prelude::*;

pub use by_hand::{ManualStep, PlanCheck, StepCheck, StepProblem, check_plan, order_plan, release_plan};
pub use exchange::exchange_brain;
pub use what_if::{WhatIf, WhatIfAnswer, WhatIfError, WhatIfGoal, what_if};

use super::{
    Dormant, MindPlanner, PlayerControlled, RecordPlanning,
    decide::{Thinker, Thinking},
    decision::{DecisionReason, Mind},
    executer::{PlanExecuter, PlannedStep, still_holds},
};
use crate::protocol::{EventLog, SimulationClock, TerrainService};

/// Lets an agent think again because a person changed something; whether it now pursues something else, or by other steps. Who
/// is out of play, led by a person, or has not sensed anything yet does not think.
pub fn think_again(world: &mut World, agent: Entity) -> bool {
    if world.get::<Dormant>(agent).is_some() || world.get::<PlayerControlled>(agent).is_some() {
        return false;
    }
    let intention = |mind: &Mind, executer: &PlanExecuter| {
        let steps: Vec<_> =
            executer.remaining().iter().map(|step: &PlannedStep| (step.display_name, step.target)).collect();
        (mind.goal(), steps)
    };
    let changed = as_thinker(world, agent, |thinker| {
        if thinker.memory.now() == 0 {
            return false;
        }
        let before = intention(thinker.mind, thinker.executer);
        thinker.reconsider();
        before != intention(thinker.mind, thinker.executer)
    });
    changed.unwrap_or(false)
}

/// Lets an agent's mind do something outside of a tick; `None` where there is no match, or the entity has no mind.
fn as_thinker<R>(world: &mut World, agent: Entity, act: impl FnOnce(&mut Thinker) -> R) -> Option<R> {
    let clock = *world.get_resource::<SimulationClock>()?;
    let terrain = world.get_resource::<TerrainService>()?.0.clone();
    let mut planner = world.remove_resource::<MindPlanner>().unwrap_or_default();
    let mut log = world.remove_resource::<EventLog>().unwrap_or_default();
    let record = world.get_resource::<RecordPlanning>().is_some_and(|record| record.0);
    let mut spare = u32::MAX;
    let mut minds = world.query::<Thinking>();
    let done = minds.get_mut(world, agent).ok().map(|(id, mind, memory, executer, sense, board, chance)| {
        let brain = mind.brain.clone();
        let own = (*id, mind.into_inner(), memory.into_inner(), executer.into_inner(), sense);
        let body = (board.into_inner(), chance.into_inner());
        let shared = (&*terrain, &mut planner.0, &mut log, &mut spare);
        act(&mut Thinker { record, ..Thinker::new(own, body, &brain, shared, &clock) })
    });
    world.insert_resource(planner);
    world.insert_resource(log);
    done
}

impl Thinker<'_> {
    /// Weighs and plans anew at once. What the agent is in the middle of and cannot break off goes on while it may.
    fn reconsider(&mut self) {
        // A person who turns a knob is no agent that thinks in circles.
        let recent_plans = std::mem::take(&mut self.mind.recent_plans);
        self.weigh();
        let held = self.executer.active().copied().is_some_and(|step| {
            self.brain.action(step.action).is_some_and(|spec| {
                !spec.data.interruptible
                    && !self.mind.disabled.actions.contains(&spec.data.name)
                    && still_holds(spec, &self.view()).is_none()
            })
        });
        if self.executer.by_hand || !held {
            self.consider(Some(DecisionReason::Retuned));
        }
        self.mind.recent_plans = recent_plans;
    }
}
