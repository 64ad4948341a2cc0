//! Where the ticks come from that are shown: a running match, or a recording that is simulated again.

use std::sync::{Arc, LazyLock};

use bevy::prelude::*;
use quarry_minds::MindSnapshot;
use quarry_minds::protocol::{AgentId, Blackboard, EventLog, SimulationClock};

use crate::lab::recording::{Bookmark, MatchAssets, MatchFrame, Recording};
use crate::simulation;
use crate::simulation::faults::Fault;
use crate::simulation::retune::{RetuneCommand, RetuneError, RetuneReport};

/// A match that can be shown tick by tick.
pub trait TickSource: Send + Sync + 'static {
    /// Simulates one tick, if there is a next one.
    fn tick(&mut self);
    /// The world of the newest tick.
    fn world(&self) -> Option<&World> {
        None
    }
    /// Reads the newest tick.
    fn read_frame(&self, into: &mut MatchFrame) {
        if let Some(world) = self.world() {
            into.read(world);
        }
    }
    /// The event log so far.
    fn log(&self) -> &EventLog {
        static EMPTY: LazyLock<EventLog> = LazyLock::new(EventLog::default);
        self.world().and_then(|world| world.get_resource::<EventLog>()).unwrap_or(&EMPTY)
    }
    /// Ticks per second of game time.
    fn rate(&self) -> f32 {
        let clock = self.world().and_then(|world| world.get_resource::<SimulationClock>());
        clock.map_or(30.0, |clock| clock.rate as f32)
    }
    /// The blackboard on which a human player posts requests; `None` if the agent cannot be played.
    fn blackboard(&mut self, _agent: AgentId) -> Option<Mut<'_, Blackboard>> {
        None
    }
    /// Changes the match between two ticks. A recording refuses.
    fn command(&mut self, _command: &RetuneCommand) -> Result<RetuneReport, RetuneError> {
        Err(RetuneError::Recorded)
    }
    /// The mind of an agent at the newest tick.
    fn mind_snapshot(&self, agent: AgentId) -> Option<MindSnapshot> {
        self.world().and_then(|world| simulation::mind_snapshot(world, agent))
    }
    /// The minds that have changed since the last call.
    fn changed_snapshots(&mut self) -> Vec<(AgentId, MindSnapshot)> {
        Vec::new()
    }
    /// The faults of the minds so far, in the order of time.
    fn faults(&self) -> &[Fault] {
        &[]
    }
    /// Switches what is recorded for panels and overlays. It never changes the match.
    fn set_instrumentation(&mut self, _wanted: Instrumentation) {}
    /// The recording of all ticks so far; `None` if the match is not recorded.
    fn recording(&self, _bookmarks: &[Bookmark]) -> Option<Recording> {
        None
    }
    /// What is needed to simulate all ticks so far again; `None` if that is not possible.
    fn rerun_inputs(&self) -> Option<(Arc<Recording>, Arc<MatchAssets>)> {
        None
    }
    /// The recording that this source simulates again; `None` for a running match.
    fn recorded(&self) -> Option<&Arc<Recording>> {
        None
    }
    /// Whether the simulated recording was the same match, or why it cannot be simulated; `None` before its end and for a
    /// running match.
    fn outcome(&self) -> Option<&Result<bool, String>> {
        None
    }
}

/// What is recorded for panels and overlays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Instrumentation {
    /// Every sight ray.
    pub sight_rays: bool,
    /// The last planning request and the last evaluation of positions of each mind.
    pub planning: bool,
    /// The duration of each stage of a tick.
    pub stage_times: bool,
    /// The world of the tick shown, if that is not the newest.
    pub past_worlds: bool,
}
