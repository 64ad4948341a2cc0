//! Measures of how believable the minds were: stability of goals, liveliness, teamwork of attackers, usage of actions, plans,
//! and the cost of thinking. The observer only reads the world. docs/measures.md defines every number.

mod cost;
mod delivery;
mod goalless;
mod liveliness;
mod planning;
mod sequences;
mod stability;
mod sum;
mod summary;
mod teamwork;
mod usage;

use bevy::ecs::prelude::*;
use serde::{Deserialize, Serialize};

pub use cost::TickCost;
pub use delivery::Deliveries;
pub use goalless::WithoutGoal;
pub use liveliness::Liveliness;
pub use planning::{GoalPlans, PlanEnd, PlanFigures, Planning};
pub use sequences::{Sequences, SideSequences};
pub use stability::Stability;
pub use sum::Sum;
use sum::sum_of_fields;
pub use summary::{MeasuresBuilder, MeasuresSummary};
pub use teamwork::Teamwork;
pub use usage::Usage;

use quarry_minds::protocol::{AgentId, EventLog, Label, LogEntry, MatchEvent, Roster, Side, SimulationClock};
use quarry_minds::{Mind, MindTrace, PlanExecuter};

use quarry_engine::world::{Body, InPlay, MatchRules};

/// The measures of one match.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Measures {
    /// Stability of goals and plans.
    pub stability: Stability,
    /// Chases and hidings.
    pub liveliness: Liveliness,
    /// Teamwork of attackers.
    pub teamwork: Teamwork,
    /// Which actions were used.
    pub usage: Usage,
    /// Which actions followed which.
    pub sequences: Sequences,
    /// How often the effects of actions held when they ended.
    pub deliveries: Deliveries,
    /// The time without a goal.
    pub without_goal: WithoutGoal,
    /// How long plans are and how they end.
    pub planning: Planning,
}

/// An agent after a tick.
pub(super) struct ObservedAgent<'w> {
    pub id: AgentId,
    pub attacks: bool,
    pub side: Label,
    pub in_play: bool,
    /// `None` for an agent that uses the body of another one.
    pub body: Option<&'w Body>,
    pub mind: &'w Mind,
    pub trace: &'w MindTrace,
    pub executer: &'w PlanExecuter,
}

/// The state after a tick.
pub(super) struct TickView<'w> {
    pub tick: u32,
    pub rate: u32,
    /// The agents in play, and those that have left it in this tick, in roster order.
    pub agents: Vec<ObservedAgent<'w>>,
    /// The events of this tick.
    pub events: &'w [LogEntry],
}

impl TickView<'_> {
    /// The agent with this number.
    pub fn agent(&self, id: AgentId) -> Option<&ObservedAgent<'_>> {
        self.agents.binary_search_by_key(&id, |seen| seen.id).ok().and_then(|index| self.agents.get(index))
    }

    /// The agents that chose a goal, planned, or began or ended an action in this tick, by number.
    pub fn decided(&self) -> impl Iterator<Item = &ObservedAgent<'_>> {
        let mut agents: Vec<AgentId> = self.events.iter().filter_map(|entry| decides(&entry.event)).collect();
        agents.sort_unstable();
        agents.dedup();
        agents.into_iter().filter_map(|agent| self.agent(agent))
    }

    /// Seconds from one tick to another.
    pub fn seconds(&self, from: u32, to: u32) -> f32 {
        to.saturating_sub(from) as f32 / self.rate.max(1) as f32
    }
}

type ObservedComponents = (
    &'static AgentId,
    &'static Side,
    Option<&'static Body>,
    &'static Mind,
    &'static MindTrace,
    &'static PlanExecuter,
    Has<InPlay>,
);

/// Measures one match, tick by tick.
pub struct Observer {
    query: QueryState<ObservedComponents>,
    roster: Vec<Entity>,
    /// The agents that were in play after the last tick, and those that have entered since: positions in the roster.
    watched: Vec<usize>,
    attacking: Vec<Label>,
    read: usize,
    trackers: Trackers,
}

/// Declares the trackers of [`Measures`], each with the measure that it gives.
macro_rules! trackers {
    ($($measure:ident: $tracker:path),* $(,)?) => {
        #[derive(Default)]
        struct Trackers {
            $($measure: $tracker,)*
        }

        impl Trackers {
            fn observe(&mut self, view: &TickView<'_>) {
                $(self.$measure.observe(view);)*
            }

            fn finish(self) -> Measures {
                Measures { $($measure: self.$measure.finish(),)* }
            }
        }
    };
}

trackers! {
    stability: stability::StabilityTracker,
    liveliness: liveliness::LivelinessTracker,
    teamwork: teamwork::TeamworkTracker,
    usage: usage::UsageTracker,
    sequences: sequences::SequenceTracker,
    deliveries: delivery::DeliveryTracker,
    without_goal: goalless::GoallessTracker,
    planning: planning::PlanningTracker,
}

/// The agent whose decision an event is.
fn decides(event: &MatchEvent) -> Option<AgentId> {
    match event {
        MatchEvent::GoalChosen { agent, .. }
        | MatchEvent::PlanMade { agent, .. }
        | MatchEvent::ActionStarted { agent, .. }
        | MatchEvent::ActionEnded { agent, .. } => Some(*agent),
        _ => None,
    }
}

impl Observer {
    /// An observer of the match that has just been set up in this world.
    pub fn new(world: &mut World) -> Self {
        let roster = world.get_resource::<Roster>().map(|roster| roster.agents.clone()).unwrap_or_default();
        let attacking = world.get_resource::<MatchRules>().map_or_else(Vec::new, |rules| {
            rules.0.sides.iter().filter(|(_, side)| !side.attacks.is_empty()).map(|(name, _)| *name).collect()
        });
        Self {
            query: world.query(),
            watched: (0..roster.len()).collect(),
            roster,
            attacking,
            read: 0,
            trackers: Trackers::default(),
        }
    }

    /// Measures all agents after a tick.
    pub fn observe(&mut self, world: &World) {
        let (Some(clock), Some(log)) = (world.get_resource::<SimulationClock>(), world.get_resource::<EventLog>())
        else {
            return;
        };
        self.query.update_archetypes(world);
        if let Some(roster) = world.get_resource::<Roster>().filter(|roster| roster.agents != self.roster) {
            // Agents enter at the end of the roster, or begin again in their place with a new entity.
            let old = &self.roster;
            let new = roster.agents.iter().enumerate().filter(|(index, entity)| old.get(*index) != Some(entity));
            self.watched.extend(new.map(|(index, _)| index));
            self.watched.sort_unstable();
            self.watched.dedup();
            self.roster.clone_from(&roster.agents);
        }
        let mut agents = Vec::with_capacity(self.watched.len());
        let query = &self.query;
        self.watched.retain(|index| {
            let found = self.roster.get(*index).and_then(|entity| query.get_manual(world, *entity).ok());
            let Some((id, side, body, mind, trace, executer, in_play)) = found else { return false };
            let attacks = body.is_some() && self.attacking.contains(&side.0);
            agents.push(ObservedAgent { id: *id, attacks, side: side.0, in_play, body, mind, trace, executer });
            in_play
        });
        let entries = log.entries();
        let view = TickView {
            tick: clock.tick,
            rate: clock.rate,
            agents,
            events: entries.get(self.read..).unwrap_or_default(),
        };
        self.read = entries.len();
        self.trackers.observe(&view);
    }

    /// The measures.
    pub fn finish(self) -> Measures {
        self.trackers.finish()
    }
}
