//! Telling team-mates what to do, one after another.

use std::sync::Arc;

use bevy_math::Vec3;

use super::{
    Behaviour, BehaviourContext, Progress, RunningBehaviour,
    parameters::{Flag, Number, QueryName, Word},
};
use crate::behaviour_settings;
use crate::protocol::{AgentId, FailReason, OrderRequest, Status, Subject};

behaviour_settings! {
    /// Settings of `order`.
    struct OrderSettings {
        /// name of the order; the receivers have a reading of this name
        what: Word("order"),
        /// value of that reading; 0 takes back the order that a receiver holds
        amount: Number(1.0, 0.0, 1000.0),
        /// agents to tell, the nearest first (with `ranked` the nearest to `place`); without it the target of the action
        to: QueryName(),
        /// the most agents to tell; 0: all
        most: Number(0.0, 0.0, 1000.0),
        /// where to carry it out: the nearest member; without it the target of the action, unless that is the agent to tell
        place: QueryName(),
        /// whether to number the agents: `amount` for the one nearest to `place`, one more for each next that hears it
        ranked: Flag(false),
        /// whether to wait until each agent has carried the order out, before the next one is told
        wait: Flag(false),
    }
}

impl Behaviour for OrderSettings {
    const NAME: &'static str = "order";
    const SUMMARY: &'static str = "tell team-mates within earshot what to do, one after another; done when all were told (with `wait`: when all are done), failed if none was";

    fn start(self: Arc<Self>) -> Box<dyn RunningBehaviour> {
        Box::new(GivingOrders { settings: self, left: None, posted: None, told: 0, failure: FailReason::Gone })
    }
}

/// The agents that are still to be told, the next one last, and the place of the order.
type Receivers = (Vec<AgentId>, Option<Vec3>);

struct GivingOrders {
    settings: Arc<OrderSettings>,
    left: Option<Receivers>,
    posted: Option<u32>,
    /// The number of agents that were told.
    told: u16,
    /// Why the last agent could not be told.
    failure: FailReason,
}

impl OrderSettings {
    /// The agents to tell and the place of the order, as the agent believes them to be; `None` if it knows no such place.
    fn receivers(&self, context: &BehaviourContext) -> Option<Receivers> {
        let view = context.view();
        let place = match (self.place, self.to) {
            (Some(query), _) => Some(view.nearest(query)?.estimate),
            (None, Some(_)) => context.target_place(),
            (None, None) => None,
        };
        let mut found: Vec<(f32, AgentId)> = match self.to {
            Some(query) => {
                let from = place.filter(|_| self.ranked).unwrap_or(context.sense.place);
                let distance = |place: Vec3| place.distance_squared(from);
                let agents = view.members(query);
                agents.filter_map(|fact| Some((distance(fact.estimate), agent_of(fact.subject)?))).collect()
            }
            None => context.target.into_iter().filter_map(agent_of).map(|agent| (0.0, agent)).collect(),
        };
        found.retain(|(_, agent)| *agent != context.memory.owner());
        found.sort_by(|a, b| b.0.total_cmp(&a.0).then(b.1.cmp(&a.1)));
        if self.most >= 1.0 {
            found.drain(..found.len().saturating_sub(self.most as usize));
        }
        Some((found.into_iter().map(|(_, agent)| agent).collect(), place))
    }
}

fn agent_of(subject: Subject) -> Option<AgentId> {
    match subject {
        Subject::Agent(agent) => Some(agent),
        _ => None,
    }
}

impl RunningBehaviour for GivingOrders {
    fn tick(&mut self, context: &mut BehaviourContext) -> Progress {
        if self.left.is_none() {
            self.left = self.settings.receivers(context);
        }
        let Some((left, place)) = &mut self.left else { return Progress::Failed(FailReason::Gone) };
        if let Some(serial) = self.posted {
            match context.board.order.status_of(serial) {
                Status::Posted => return Progress::Running,
                Status::Running(_) if self.settings.wait => return Progress::Running,
                Status::Running(_) | Status::Done => self.told += 1,
                Status::Failed(reason) => self.failure = reason,
            }
        }
        match left.pop() {
            Some(to) => {
                let OrderSettings { what, ranked, .. } = *self.settings;
                let amount = self.settings.amount + if ranked { f32::from(self.told) } else { 0.0 };
                self.posted = Some(context.board.order.post(OrderRequest { to, what, amount, place: *place }));
                Progress::Running
            }
            None if self.told > 0 => Progress::Done,
            None => Progress::Failed(self.failure),
        }
    }
}
