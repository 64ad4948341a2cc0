//! Records a running match. The recorder reads the world before and after every tick, and changes nothing.

use bevy::ecs::prelude::*;
use quarry_minds::protocol::{AgentId, Blackboard, EventLog, RequestChanges, Roster, SimulationClock};

use super::file::{Bookmark, Recording, RecordingHeader};
use super::inputs::{InputKind, RecordedInput};
use super::origin::MatchOrigin;
use quarry_engine::{simulation::retune::RetuneCommand, world::MatchState};

/// Records a match while it runs.
#[derive(Clone, Debug)]
pub struct Recorder {
    origin: MatchOrigin,
    /// The blackboards of human players, as the last tick left them.
    boards: Vec<(AgentId, Blackboard)>,
    inputs: Vec<RecordedInput>,
    second_hashes: Vec<u64>,
}

impl Recorder {
    /// Records the match that has just begun in this world.
    pub fn new(origin: MatchOrigin, world: &World) -> Self {
        let boards = origin.setup.people.iter().map(|agent| (*agent, board_of(world, *agent))).collect();
        Self { origin, boards, inputs: Vec::new(), second_hashes: Vec::new() }
    }

    /// Before a tick: records the requests of human players.
    pub fn before(&mut self, world: &World) {
        let tick = tick_of(world);
        for (agent, board) in &self.boards {
            let changes = RequestChanges::between(board, &board_of(world, *agent));
            if !changes.is_empty() {
                self.inputs.push(RecordedInput { tick, input: InputKind::Requests(*agent, changes) });
            }
        }
    }

    /// Records a command that was executed between two ticks.
    pub fn command(&mut self, world: &World, command: &RetuneCommand) {
        self.inputs.push(RecordedInput { tick: tick_of(world), input: InputKind::Command(command.clone()) });
    }

    /// After a tick: records the hash of the log at the end of each second.
    pub fn after(&mut self, world: &World) {
        for (agent, board) in &mut self.boards {
            *board = board_of(world, *agent);
        }
        let (Some(clock), Some(log)) = (world.get_resource::<SimulationClock>(), world.get_resource::<EventLog>())
        else {
            return;
        };
        if clock.tick.is_multiple_of(clock.rate) && self.second_hashes.len() < (clock.tick / clock.rate) as usize {
            self.second_hashes.push(log.sum());
        }
    }

    /// The recording of all ticks so far.
    pub fn recording(&self, world: &World, bookmarks: &[Bookmark]) -> Recording {
        let log = world.get_resource::<EventLog>();
        let header = RecordingHeader {
            origin: self.origin.clone(),
            rate: world.get_resource::<SimulationClock>().map_or(1, |clock| clock.rate),
            ticks: tick_of(world),
            outcome: world.get_resource::<MatchState>().and_then(|state| state.outcome),
            events: log.map_or(0, |log| log.entries().len() as u64),
            digest: log.map(EventLog::digest).unwrap_or_default(),
            bookmarks: bookmarks.to_vec(),
        };
        Recording { header, inputs: self.inputs.clone(), second_hashes: self.second_hashes.clone() }
    }
}

pub(super) fn tick_of(world: &World) -> u32 {
    world.get_resource::<SimulationClock>().map_or(0, |clock| clock.tick)
}

fn board_of(world: &World, agent: AgentId) -> Blackboard {
    let entity = world.get_resource::<Roster>().and_then(|roster| roster.entity(agent));
    entity.and_then(|entity| world.get::<Blackboard>(entity)).cloned().unwrap_or_default()
}
