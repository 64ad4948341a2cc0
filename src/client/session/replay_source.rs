//! A recorded match as a source of ticks: it is simulated again, and compared with the recording as it goes.

use std::sync::Arc;

use bevy::prelude::*;
use quarry_minds::{MindSnapshot, protocol::AgentId};

use super::{AgentInfo, Instrumentation, MatchProvider, MatchSession, TickSource, cast::newcomers, live::record};
use crate::lab::faults::FaultFinder;
use crate::lab::recording::{MatchAssets, MindSnapshotTracker, Recording, Rerun};
use crate::senses::RecordLooks;
use crate::simulation::{SetupError, faults::Fault};

/// Provides one recorded match, any number of times.
pub struct ReplayedMatch {
    recording: Arc<Recording>,
    assets: Arc<MatchAssets>,
}

impl MatchSession {
    /// A session of one recorded match.
    pub fn replay(recording: Arc<Recording>, assets: MatchAssets) -> Self {
        let seed = recording.header.origin.setup.seed;
        Self { provider: Box::new(ReplayedMatch { recording, assets: Arc::new(assets) }), seed }
    }
}

impl MatchProvider for ReplayedMatch {
    fn begin(&self, _seed: u64) -> Result<(Vec<AgentInfo>, Box<dyn TickSource>), SetupError> {
        let mut rerun = Rerun::new(self.recording.clone(), &self.assets)?;
        record(rerun.world_mut(), false, true);
        let finder = FaultFinder::of_library(rerun.world_mut(), &*self.assets.game, &self.assets.tuning.library);
        let cast = newcomers(rerun.world(), &[]);
        let source = ReplaySource {
            recording: self.recording.clone(),
            assets: self.assets.clone(),
            rerun,
            finder,
            mind_snapshots: MindSnapshotTracker::default(),
            outcome: None,
        };
        Ok((cast, Box::new(source)))
    }

    fn has_next(&self) -> bool {
        false
    }
}

struct ReplaySource {
    recording: Arc<Recording>,
    assets: Arc<MatchAssets>,
    rerun: Rerun,
    finder: FaultFinder,
    mind_snapshots: MindSnapshotTracker,
    outcome: Option<Result<bool, String>>,
}

impl TickSource for ReplaySource {
    fn tick(&mut self) {
        if self.outcome.is_none() {
            self.outcome = match self.rerun.step() {
                Ok(true) => None,
                Ok(false) => Some(Ok(self.rerun.report().same)),
                Err(error) => Some(Err(error.to_string())),
            };
            self.finder.observe(self.rerun.world());
        }
    }

    fn world(&self) -> Option<&World> {
        Some(self.rerun.world())
    }

    fn changed_snapshots(&mut self) -> Vec<(AgentId, MindSnapshot)> {
        self.mind_snapshots.changed(self.rerun.world())
    }

    fn faults(&self) -> &[Fault] {
        self.finder.faults()
    }

    fn set_instrumentation(&mut self, wanted: Instrumentation) {
        self.rerun.world_mut().insert_resource(RecordLooks(wanted.sight_rays));
    }

    fn rerun_inputs(&self) -> Option<(Arc<Recording>, Arc<MatchAssets>)> {
        Some((self.recording.clone(), self.assets.clone()))
    }

    fn recorded(&self) -> Option<&Arc<Recording>> {
        Some(&self.recording)
    }

    fn outcome(&self) -> Option<&Result<bool, String>> {
        self.outcome.as_ref()
    }
}
