//! A recorded match played again, tick by tick, with all that came into it from outside; and whether it was the same.

use std::sync::Arc;

use bevy::ecs::prelude::*;

use super::{
    codec::DecodeError,
    file::Recording,
    inputs::{InputCursor, RecordedInput},
    origin::MatchAssets,
    recorder::tick_of,
};
use crate::{
    protocol::{AgentId, Blackboard, EventLog, Roster},
    simulation::{
        SetupError, begin, headless_app,
        retune::{RetuneCommand, apply},
        step,
    },
    world::MatchState,
};

/// Why a recorded match cannot be played again.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RerunError {
    /// It cannot begin.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// What came into it cannot be read.
    #[error("the inputs of this recording cannot be read: {0}")]
    Inputs(#[from] DecodeError),
    /// A command given to it is not understood, or refused.
    #[error("what was changed after tick {tick} cannot be changed again: {why}")]
    Command {
        /// The tick.
        tick: u32,
        /// Why not.
        why: String,
    },
    /// It has other ticks.
    #[error("this recording has {recorded} ticks a second, and the rules {here}")]
    Rate {
        /// Those of the recording.
        recorded: u32,
        /// Those of the rules here.
        here: u32,
    },
}

/// A recorded match that is played again.
pub struct Rerun {
    recording: Arc<Recording>,
    world: World,
    cursor: InputCursor,
    /// The first second at whose end the log was not what was recorded.
    diverged_second: Option<u32>,
}

/// What came of playing a recorded match again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RerunReport {
    /// The digest of its log now.
    pub digest: String,
    /// How many events its log holds now.
    pub events: u64,
    /// Whether it was the same match.
    pub same: bool,
    /// The first second, from 1, at whose end it was not the same.
    pub diverged_second: Option<u32>,
}

impl Rerun {
    /// Begins the match.
    ///
    /// # Errors
    /// Where it cannot begin, or ticks are not as long as they were.
    pub fn new(recording: Arc<Recording>, ground: &MatchAssets) -> Result<Self, RerunError> {
        let (recorded, here) = (recording.header.rate, ground.rules.tick_rate);
        if recorded != here {
            return Err(RerunError::Rate { recorded, here });
        }
        let mut world = std::mem::take(headless_app().world_mut());
        begin(&mut world, &ground.kinds, &ground.rules, &ground.level, &recording.header.origin.setup())?;
        world.insert_resource(ground.tuning.clone());
        Ok(Self { recording, world, cursor: InputCursor::default(), diverged_second: None })
    }

    /// Plays a tick; false where there is no more.
    ///
    /// # Errors
    /// Where what came in from outside cannot be read.
    pub fn step(&mut self) -> Result<bool, RerunError> {
        let tick = tick_of(&self.world);
        if tick >= self.recording.header.ticks {
            return Ok(false);
        }
        self.take_in(tick)?;
        let over = |world: &World| world.get_resource::<MatchState>().is_none_or(|state| state.result.is_some());
        if over(&self.world) {
            return Ok(false);
        }
        step(&mut self.world);
        self.compare();
        if tick + 1 == self.recording.header.ticks {
            // What came in after the last tick is in its log too.
            self.take_in(tick + 1)?;
        }
        Ok(tick + 1 < self.recording.header.ticks && !over(&self.world))
    }

    /// Takes in what came from outside after this tick.
    fn take_in(&mut self, tick: u32) -> Result<(), RerunError> {
        while let Some(input) = self.cursor.due(&self.recording.inputs, tick)? {
            match input {
                RecordedInput::RequestChanges(agent, posted) => {
                    if let Some(mut board) = self.board(agent) {
                        posted.post(&mut board);
                    }
                }
                RecordedInput::Command(command) => {
                    let refused = |why: String| RerunError::Command { tick, why };
                    let command: RetuneCommand =
                        serde_json::from_str(&command).map_err(|error| refused(error.to_string()))?;
                    apply(&mut self.world, &command).map_err(|error| refused(error.to_string()))?;
                }
            }
        }
        Ok(())
    }

    fn board(&mut self, agent: AgentId) -> Option<Mut<'_, Blackboard>> {
        let entity = self.world.get_resource::<Roster>()?.entity(agent)?;
        self.world.get_mut::<Blackboard>(entity)
    }

    fn compare(&mut self) {
        let (tick, rate) = (tick_of(&self.world), self.recording.header.rate);
        if self.diverged_second.is_some() || !tick.is_multiple_of(rate) {
            return;
        }
        let second = tick / rate;
        let recorded = self.recording.sums.get(second.saturating_sub(1) as usize);
        if recorded.is_some_and(|sum| self.world.get_resource::<EventLog>().is_none_or(|log| log.sum() != *sum)) {
            self.diverged_second = Some(second);
        }
    }

    /// Goes on by a later recording of the same match, which holds all that this one does.
    #[cfg(feature = "client")]
    pub(crate) fn go_on_by(&mut self, recording: Arc<Recording>) {
        self.recording = recording;
    }

    /// The match.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// The match, to keep beside it what a watcher wants; nothing that decides anything may be written.
    pub(crate) fn world_mut(&mut self) -> &mut World {
        &mut self.world
    }

    /// What came of it.
    pub fn report(&self) -> RerunReport {
        let log = self.world.get_resource::<EventLog>();
        let digest = log.map(EventLog::digest).unwrap_or_default();
        let events = log.map_or(0, |log| log.entries().len() as u64);
        let header = &self.recording.header;
        let same = digest == header.digest && events == header.events && tick_of(&self.world) == header.ticks;
        RerunReport { digest, events, same, diverged_second: self.diverged_second }
    }
}

/// Plays a recorded match again to its end and says whether it was the same.
///
/// # Errors
/// Where it cannot be played.
pub fn rerun(recording: &Arc<Recording>, ground: &MatchAssets) -> Result<RerunReport, RerunError> {
    let mut rerun = Rerun::new(recording.clone(), ground)?;
    while rerun.step()? {}
    Ok(rerun.report())
}
