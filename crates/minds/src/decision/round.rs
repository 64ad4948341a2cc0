//! The decisions of all agents in a tick: first of those whose turn it is (see [`UpdateSlices`]), then of those whose action has ended
//! between two turns, as many as `extra_think_budget` allows.
//!
//! An agent writes only its own components, so agents decide on any thread. Their events are merged in roster order.

use bevy_ecs::{prelude::*, query::QueryData};
use quarry_goap::Planner;
use std::sync::Arc;

use super::{
    Mind, MindTrace,
    think::{ThinkTools, Thinker, UnfinishedUpdate},
};
use crate::{
    brain::Brain,
    executer::PlanExecuter,
    memory::WorkingMemory,
    orders::note_progress,
    protocol::{
        AgentId, AgentRng, Blackboard, EventLog, HeldOrder, LogEntry, MatchThreads, Orders, OwnTerrain, SelfSense,
        SimulationClock, Stopwatch, TerrainService, UpdateSlices, in_roster_order,
    },
};

/// Whether each mind keeps a [`PlanningSnapshot`](crate::PlanningSnapshot) of its last planner call, so that the inspector can repeat it.
///
/// Switched on while a match is watched. The simulation is the same either way.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RecordPlanning(pub bool);

/// Whether each mind keeps its last [`PositionEvaluation`](crate::positions::PositionEvaluation), for the inspector and the overlay.
///
/// Switched on while a match is watched. The simulation is the same either way.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RecordPositions(pub bool);

/// An agent that is out of play: it neither perceives nor decides.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct Dormant;

/// An agent controlled by a player: it still remembers what it perceives, but neither decides nor acts by itself.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct PlayerControlled;

/// The components of an agent that decides.
#[derive(QueryData)]
#[query_data(mutable)]
pub(crate) struct AgentMind {
    id: &'static AgentId,
    mind: &'static mut Mind,
    trace: Option<&'static mut MindTrace>,
    memory: &'static mut WorkingMemory,
    executer: &'static mut PlanExecuter,
    sense: &'static SelfSense,
    board: &'static mut Blackboard,
    rng: &'static mut AgentRng,
    pub own_terrain: Option<&'static OwnTerrain>,
}

impl AgentMindItem<'_, '_> {
    /// The brain of its mind.
    pub fn brain(&self) -> Arc<Brain> {
        self.mind.brain.clone()
    }

    /// A thinker that may think and act in this tick, without stopwatch and recording.
    pub fn thinker<'a>(&'a mut self, brain: &'a Brain, tools: ThinkTools<'a>, clock: &SimulationClock) -> Thinker<'a> {
        let ThinkTools { terrain, planner, log } = tools;
        Thinker {
            id: *self.id,
            brain,
            mind: &mut self.mind,
            trace: self.trace.as_deref_mut(),
            memory: &mut self.memory,
            executer: &mut self.executer,
            sense: self.sense,
            board: &mut self.board,
            rng: &mut self.rng,
            terrain,
            planner,
            log,
            stopwatch: None,
            may_think: true,
            may_act: true,
            tick: clock.tick,
            dt: clock.dt(),
            record_planning: false,
            record_positions: false,
        }
    }
}

/// What the agents of a part share: a planner with its scratch memory, and what they put out.
#[derive(Default)]
pub(crate) struct ThinkPart {
    planner: Planner,
    log: Vec<LogEntry>,
    stopwatch: Option<Stopwatch>,
}

/// One agent in this tick.
struct ThinkItem<'w, 's> {
    agent: AgentMindItem<'w, 's>,
    orders: Option<Mut<'w, Orders>>,
    unfinished: Option<UnfinishedUpdate>,
}

/// The resources that deciding needs.
#[derive(bevy_ecs::system::SystemParam)]
pub(crate) struct ThinkContext<'w> {
    clock: Res<'w, SimulationClock>,
    terrain: Res<'w, TerrainService>,
    slices: Res<'w, UpdateSlices>,
    record_planning: Res<'w, RecordPlanning>,
    record_positions: Res<'w, RecordPositions>,
}

/// Runs the active action of each agent that has its turn, lets the agent decide again if it has a reason to, and notes the progress of
/// orders.
pub(crate) fn think(
    context: ThinkContext,
    threads: Res<MatchThreads>,
    mut parts: Local<Vec<ThinkPart>>,
    mut stopwatch: Option<ResMut<Stopwatch>>,
    mut log: ResMut<EventLog>,
    mut agents: Query<(AgentMind, Option<&'static mut Orders>), (Without<Dormant>, Without<PlayerControlled>)>,
) {
    // An order that an agent has just heard may serve the goal that it pursues already.
    let holds_order = |orders: &Option<Mut<Orders>>| {
        orders.as_ref().and_then(|orders| orders.held.as_ref()).is_some_and(HeldOrder::stands)
    };
    // The bodies of the others carry on with the requests that they have.
    let items = agents.iter_mut().filter(|(agent, orders)| context.has_turn(agent) || holds_order(orders));
    let items = items.map(|(agent, orders)| ThinkItem { agent, orders, unfinished: None });
    let mut items = in_roster_order(items, |item| *item.agent.id);
    let timed = stopwatch.as_deref();
    threads.for_each(&mut items, &mut parts, |part, item| {
        if part.stopwatch.is_none() {
            part.stopwatch = timed.map(Stopwatch::another);
        }
        item.unfinished = context.thinker(item, part, |thinker| thinker.update());
        item.note_orders();
    });
    let mut left = context.slices.extra_think_budget() as usize;
    let take_over = |parts: &mut Vec<ThinkPart>, log: &mut EventLog| {
        parts.iter_mut().for_each(|part| log.take_over(&mut part.log));
    };
    take_over(&mut parts, &mut log);
    items.retain(|item| {
        let granted = item.unfinished.is_some() && left > 0;
        left -= usize::from(granted);
        granted
    });
    if !items.is_empty() {
        threads.for_each(&mut items, &mut parts, |part, item| {
            if let Some(unfinished) = item.unfinished.take() {
                context.thinker(item, part, |thinker| thinker.finish(unfinished));
                item.note_orders();
            }
        });
        take_over(&mut parts, &mut log);
    }
    if let Some(stopwatch) = &mut stopwatch {
        parts.iter_mut().filter_map(|part| part.stopwatch.as_mut()).for_each(|part| stopwatch.take_over(part));
    }
}

impl ThinkItem<'_, '_> {
    fn note_orders(&mut self) {
        if let Some(orders) = &mut self.orders {
            note_progress(&self.agent.mind, &mut self.agent.memory, orders);
        }
    }
}

impl ThinkContext<'_> {
    fn may_think(&self, agent: &AgentMindItem) -> bool {
        let knows_more = agent.memory.revision() != agent.mind.seen_revision;
        self.slices.thinks_now(self.clock.tick, *agent.id, knows_more)
    }

    fn may_act(&self, agent: &AgentMindItem) -> bool {
        self.slices.acts_now(self.clock.tick, *agent.id)
    }

    fn has_turn(&self, agent: &AgentMindItem) -> bool {
        self.may_think(agent) || self.may_act(agent)
    }

    /// Lets the mind of one agent work.
    fn thinker<R>(&self, item: &mut ThinkItem, part: &mut ThinkPart, act: impl FnOnce(&mut Thinker) -> R) -> R {
        let brain = item.agent.brain();
        let (may_think, may_act) = (self.may_think(&item.agent), self.may_act(&item.agent));
        let terrain = self.terrain.known_to(item.agent.own_terrain);
        let tools = ThinkTools { terrain, planner: &mut part.planner, log: &mut part.log };
        act(&mut Thinker {
            stopwatch: part.stopwatch.as_mut(),
            may_think,
            may_act,
            record_planning: self.record_planning.0,
            record_positions: self.record_positions.0,
            ..item.agent.thinker(&brain, tools, &self.clock)
        })
    }
}
