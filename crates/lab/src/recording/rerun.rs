//! A recorded match simulated again with all its inputs, and whether it is the same match.

use std::sync::Arc;

use bevy::ecs::prelude::*;
use quarry_minds::protocol::{AgentId, Blackboard, EventLog, Roster, SimulationClock};

use super::file::Recording;
use super::inputs::{InputKind, RecordedInput};
use super::origin::MatchAssets;
use super::recorder::tick_of;
use quarry_engine::simulation::retune::apply;
use quarry_engine::simulation::{SetupError, begin, headless_app, step};
use quarry_engine::world::MatchState;

/// Why a recorded match cannot be simulated again.
#[allow(missing_docs, reason = "the message of each error says what it is about")]
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RerunError {
    /// The match cannot begin.
    #[error(transparent)]
    Setup(#[from] SetupError),
    #[error("the change after tick {tick} cannot be repeated: {why}")]
    Command { tick: u32, why: String },
    #[error("this recording has {recorded} ticks per second, the rules have {here}")]
    Rate { recorded: u32, here: u32 },
}

/// A recorded match that is being simulated again.
pub struct Rerun {
    recording: Arc<Recording>,
    world: World,
    next_input: usize,
    /// The first second at whose end the log differs from the recorded one.
    diverged_second: Option<u32>,
}

/// The result of simulating a recorded match again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RerunReport {
    /// The digest of the new log.
    pub digest: String,
    /// The number of events in the new log.
    pub events: u64,
    /// Whether it is the same match.
    pub same: bool,
    /// The first second, from 1, at whose end the matches differ.
    pub diverged_second: Option<u32>,
}

impl Rerun {
    /// Begins the match.
    ///
    /// # Errors
    /// If it cannot begin.
    pub fn new(recording: Arc<Recording>, assets: &MatchAssets) -> Result<Self, SetupError> {
        let mut world = std::mem::take(headless_app(&assets.game).world_mut());
        begin(&mut world, &assets.kinds, &assets.rules, &assets.level, &recording.header.origin.setup)?;
        world.insert_resource(assets.tuning.clone());
        Ok(Self { recording, world, next_input: 0, diverged_second: None })
    }

    /// Simulates a tick; false if there is no next one.
    ///
    /// # Errors
    /// If the tick rates differ, or a recorded command is refused.
    pub fn step(&mut self) -> Result<bool, RerunError> {
        let recorded = self.recording.header.rate;
        let here = self.world.get_resource::<SimulationClock>().map_or(recorded, |clock| clock.rate);
        if recorded != here {
            return Err(RerunError::Rate { recorded, here });
        }
        let tick = tick_of(&self.world);
        if tick >= self.recording.header.ticks {
            return Ok(false);
        }
        self.apply_inputs(tick)?;
        let over = |world: &World| world.get_resource::<MatchState>().is_none_or(|state| state.outcome.is_some());
        if over(&self.world) {
            return Ok(false);
        }
        step(&mut self.world);
        self.compare();
        if tick + 1 == self.recording.header.ticks {
            // Inputs after the last tick are in the recorded log too.
            self.apply_inputs(tick + 1)?;
        }
        Ok(tick + 1 < self.recording.header.ticks && !over(&self.world))
    }

    /// Applies the inputs that came after this tick.
    fn apply_inputs(&mut self, tick: u32) -> Result<(), RerunError> {
        let recording = self.recording.clone();
        while let Some(RecordedInput { input, .. }) =
            recording.inputs.get(self.next_input).filter(|input| input.tick <= tick)
        {
            self.next_input += 1;
            match input {
                InputKind::Requests(agent, changes) => {
                    if let Some(mut board) = self.board(*agent) {
                        changes.apply(&mut board);
                    }
                }
                InputKind::Command(command) => {
                    let refused = |why: String| RerunError::Command { tick, why };
                    apply(&mut self.world, command).map_err(|error| refused(error.to_string()))?;
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
        let recorded = self.recording.second_hashes.get(second.saturating_sub(1) as usize);
        if recorded.is_some_and(|hash| self.world.get_resource::<EventLog>().is_none_or(|log| log.sum() != *hash)) {
            self.diverged_second = Some(second);
        }
    }

    /// Continues with a later recording of the same match, which begins with all of this one.
    pub fn continue_with(&mut self, recording: Arc<Recording>) {
        self.recording = recording;
    }

    /// The world of the match.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// The world of the match, to insert resources of an observer. Changing anything else makes it another match.
    pub fn world_mut(&mut self) -> &mut World {
        &mut self.world
    }

    /// The result so far.
    pub fn report(&self) -> RerunReport {
        let log = self.world.get_resource::<EventLog>();
        let digest = log.map(EventLog::digest).unwrap_or_default();
        let events = log.map_or(0, |log| log.entries().len() as u64);
        let header = &self.recording.header;
        let same = digest == header.digest && events == header.events && tick_of(&self.world) == header.ticks;
        RerunReport { digest, events, same, diverged_second: self.diverged_second }
    }
}

/// Simulates a recorded match to its end and compares it with the recording.
///
/// # Errors
/// If it cannot be simulated.
pub fn rerun(recording: &Arc<Recording>, assets: &MatchAssets) -> Result<RerunReport, RerunError> {
    let mut rerun = Rerun::new(recording.clone(), assets)?;
    while rerun.step()? {}
    Ok(rerun.report())
}
