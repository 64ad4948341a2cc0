//! A recorder beside a running match: it looks before and after every tick, and changes nothing.

use bevy::ecs::prelude::*;

use super::{
    file::{Bookmark, Recording, RecordingHeader},
    frame::MatchFrame,
    inputs::{InputWriter, RecordedInput},
    keyframes::{EVERY, FrameWriter, KeyFrames},
    origin::MatchOrigin,
    requests::RequestChanges,
};
use crate::{
    protocol::{AgentId, Blackboard, Event, EventLog, LogEntry, Roster, SimulationClock, Subject},
    simulation::retune::RetuneCommand,
    world::MatchState,
};

/// Records a match as it runs.
#[derive(Clone, Debug)]
pub struct Recorder {
    origin: MatchOrigin,
    /// The blackboards of those whom people play, as the last tick left them.
    boards: Vec<(AgentId, Blackboard)>,
    inputs: InputWriter,
    frames: FrameWriter,
    next_frame: u32,
    sums: Vec<u64>,
    story: Vec<LogEntry>,
    /// How much of the log has been read.
    read: usize,
    picture: MatchFrame,
}

impl Recorder {
    /// Records the match that has just begun in this world.
    pub fn new(origin: MatchOrigin, world: &World) -> Self {
        let boards = origin.people.iter().map(|agent| (*agent, board_of(world, *agent))).collect();
        Self {
            origin,
            boards,
            inputs: InputWriter::default(),
            frames: FrameWriter::default(),
            next_frame: 1,
            sums: Vec::new(),
            story: Vec::new(),
            read: 0,
            picture: MatchFrame::default(),
        }
    }

    /// Before a tick: what have people asked for?
    pub fn before(&mut self, world: &World) {
        let tick = tick_of(world);
        for (agent, board) in &self.boards {
            let posted = RequestChanges::between(board, &board_of(world, *agent));
            if !posted.is_nothing() {
                self.inputs.add(tick, &RecordedInput::RequestChanges(*agent, posted));
            }
        }
    }

    /// A command has been carried out, after the last tick and before the next.
    pub fn command(&mut self, world: &World, command: &RetuneCommand) {
        // Plain data with text for keys always has a form in JSON.
        let text = serde_json::to_string(command).unwrap_or_default();
        self.inputs.add(tick_of(world), &RecordedInput::Command(text));
    }

    /// After a tick: how does it look, and what has happened?
    pub fn after(&mut self, world: &World) {
        for (agent, board) in &mut self.boards {
            *board = board_of(world, *agent);
        }
        let Some(clock) = world.get_resource::<SimulationClock>() else { return };
        if clock.tick >= self.next_frame {
            self.next_frame = clock.tick + EVERY;
            self.picture.read(world);
            self.frames.add(&self.picture);
        }
        let Some(log) = world.get_resource::<EventLog>() else { return };
        if clock.tick.is_multiple_of(clock.rate) && self.sums.len() < (clock.tick / clock.rate) as usize {
            self.sums.push(log.sum());
        }
        let fresh = log.entries().get(self.read..).unwrap_or_default();
        self.story.extend(fresh.iter().filter(|entry| tells(&entry.event)).cloned());
        self.read = log.entries().len();
    }

    /// What has been recorded so far, with these bookmarks.
    pub fn recording(&self, world: &World, bookmarks: &[Bookmark]) -> Recording {
        let log = world.get_resource::<EventLog>();
        let (mut frames, mut last) = (self.frames.clone(), MatchFrame::default());
        last.read(world);
        if last.tick > self.picture.tick {
            frames.add(&last);
        }
        let header = RecordingHeader {
            origin: self.origin.clone(),
            rate: world.get_resource::<SimulationClock>().map_or(1, |clock| clock.rate),
            ticks: tick_of(world),
            result: world.get_resource::<MatchState>().and_then(|state| state.result),
            events: log.map_or(0, |log| log.entries().len() as u64),
            digest: log.map(EventLog::digest).unwrap_or_default(),
            bookmarks: bookmarks.to_vec(),
        };
        Recording {
            header,
            inputs: self.inputs.bytes().to_vec(),
            // What a writer has written can be read.
            frames: KeyFrames::read(frames.bytes()).unwrap_or_default(),
            sums: self.sums.clone(),
            story: self.story.clone(),
        }
    }
}

/// Whether an event belongs to the story that a recording tells before its match has been played again.
fn tells(event: &Event) -> bool {
    match event {
        Event::Sighted { subject, .. } | Event::Lost { subject, .. } => matches!(subject, Subject::Agent(_)),
        Event::KeyTaken { .. }
        | Event::KeyDropped { .. }
        | Event::Hid { .. }
        | Event::ExitProgress { .. }
        | Event::ExitOpened { .. }
        | Event::Struck { .. }
        | Event::Thrown { .. }
        | Event::Wounded { .. }
        | Event::Healed { .. }
        | Event::Caught { .. }
        | Event::Escaped { .. }
        | Event::Retuned { .. }
        | Event::MatchEnded { .. } => true,
        _ => false,
    }
}

pub(super) fn tick_of(world: &World) -> u32 {
    world.get_resource::<SimulationClock>().map_or(0, |clock| clock.tick)
}

fn board_of(world: &World, agent: AgentId) -> Blackboard {
    let entity = world.get_resource::<Roster>().and_then(|roster| roster.entity(agent));
    entity.and_then(|entity| world.get::<Blackboard>(entity)).cloned().unwrap_or_default()
}
