//! What a person may do to a running mind: replace its brain, switch goals and actions off, give it a plan, ask what it would do; and the
//! end of its plan when its agent leaves play.
//!
//! All of it happens between two ticks and depends only on the mind and the request, so that such a match can be replayed. Must
//! not know: files, the world, windows.

mod departure;
mod exchange;
mod manual_plan;
mod what_if;

use bevy_ecs::prelude::*;
use quarry_goap::Planner;

pub use departure::end_plan_on_departure;
pub use exchange::exchange_brain;
pub use manual_plan::{ManualStep, PlanCheck, StepCheck, StepProblem, check_plan, order_plan, release_plan};
pub use what_if::{WhatIf, WhatIfAnswer, WhatIfError, WhatIfGoal, what_if};

use super::{
    Dormant, PlayerControlled, RecordPlanning, RecordPositions,
    decision::{AgentMind, DecisionReason, Mind, PlanRate, ThinkTools, Thinker},
    executer::{PlanExecuter, PlannedStep, check_running_action},
};
use crate::protocol::{EventLog, SimulationClock, TerrainService};

/// Makes an agent decide again because a person changed something. Returns whether its goal or its steps changed. An agent that
/// is dormant, controlled by a player, or in its first tick does not decide.
pub fn think_again(world: &mut World, agent: Entity) -> bool {
    if world.get::<Dormant>(agent).is_some() || world.get::<PlayerControlled>(agent).is_some() {
        return false;
    }
    let intention = |mind: &Mind, executer: &PlanExecuter| {
        let steps: Vec<_> =
            executer.remaining().iter().map(|step: &PlannedStep| (step.display_name, step.target)).collect();
        (mind.goal(), steps)
    };
    let changed = with_thinker(world, agent, |thinker| {
        if thinker.memory.now() == 0 {
            return false;
        }
        let before = intention(thinker.mind, thinker.executer);
        thinker.reconsider();
        before != intention(thinker.mind, thinker.executer)
    });
    changed.unwrap_or(false)
}

/// Runs a function on an agent's mind outside of a tick; `None` without a match, or if the entity has no mind.
fn with_thinker<R>(world: &mut World, agent: Entity, act: impl FnOnce(&mut Thinker) -> R) -> Option<R> {
    let clock = *world.get_resource::<SimulationClock>()?;
    let terrain = world.get_resource::<TerrainService>()?.clone();
    let mut planner = Planner::new();
    let mut events = Vec::new();
    let record_planning = world.get_resource::<RecordPlanning>().is_some_and(|record| record.0);
    let record_positions = world.get_resource::<RecordPositions>().is_some_and(|record| record.0);
    let mut minds = world.query::<AgentMind>();
    let done = minds.get_mut(world, agent).ok().map(|mut agent| {
        let brain = agent.brain();
        let terrain = terrain.known_to(agent.own_terrain);
        let tools = ThinkTools { terrain, planner: &mut planner, log: &mut events };
        act(&mut Thinker { record_planning, record_positions, ..agent.thinker(&brain, tools, &clock) })
    });
    if let Some(mut log) = world.get_resource_mut::<EventLog>() {
        log.take_over(&mut events);
    }
    done
}

impl Thinker<'_> {
    /// Evaluates goals and plans again at once. An action that cannot be interrupted carries on while its conditions hold.
    fn reconsider(&mut self) {
        // Changes by a person do not count towards the limit of plans per second.
        let plan_rate = self.mind.plan_rate;
        self.mind.plan_rate = PlanRate::default();
        self.update_relevance();
        let uninterruptible = self.executer.active().copied().is_some_and(|step| {
            self.brain.action(step.action).is_some_and(|spec| {
                !spec.data.interruptible
                    && !self.mind.disabled.actions.contains(&spec.data.name)
                    && check_running_action(spec, &self.view()).is_none()
            })
        });
        if self.executer.by_hand || !uninterruptible {
            self.evaluate_goals(Some(DecisionReason::Retuned));
        }
        self.mind.plan_rate = plan_rate;
    }
}
