//! Recordings as something to show: played again beside the window, known roughly until then.

use std::sync::Arc;

use bevy::prelude::*;

use super::{
    live::cast,
    playback::{MatchFrame, ReplaySource, TickSource},
    scene_setup::AgentInfo,
    session::{MatchProvider, MatchSession},
};
use crate::{
    lab::recording::{BackgroundReplay, History, KeyFramePreview, MatchAssets, MindSnapshotTracker, Recording},
    mind::{MindSnapshot, RecordPlanning},
    protocol::EventLog,
    simulation::{self, SetupError},
};

/// How many ticks are taken over in one frame: more would make it stutter.
const TAKEN: usize = 600;

/// A recorded match, to be shown as often as one likes.
pub struct ReplayedMatch {
    recording: Arc<Recording>,
    ground: Arc<MatchAssets>,
}

impl MatchSession {
    /// A session of one recorded match.
    pub fn replay(recording: Arc<Recording>, ground: MatchAssets) -> Self {
        let seed = recording.header.origin.seed;
        Self { provider: Box::new(ReplayedMatch { recording, ground: Arc::new(ground) }), seed }
    }
}

impl MatchProvider for ReplayedMatch {
    fn begin(&self, _seed: u64) -> Result<(Vec<AgentInfo>, Box<dyn TickSource>), SetupError> {
        let MatchAssets { kinds, rules, level, .. } = &*self.ground;
        let mut world = std::mem::take(simulation::headless_app().world_mut());
        simulation::begin(&mut world, kinds, rules, level, &self.recording.header.origin.setup())?;
        let mut mind_snapshots = MindSnapshotTracker::default();
        let look = move |world: &mut World| {
            world.get_resource_or_init::<RecordPlanning>().0 = true;
            mind_snapshots.changed(world)
        };
        let background = BackgroundReplay::start(self.recording.clone(), self.ground.clone(), look);
        let preview = KeyFramePreview::new(self.recording.frames.clone(), self.recording.header.rate);
        let replayed = Replayed {
            recording: self.recording.clone(),
            ground: self.ground.clone(),
            background: background.map_err(|error| error.to_string()),
            preview,
            log: EventLog::default(),
        };
        Ok((cast(&world, kinds, rules), Box::new(replayed)))
    }

    fn has_next(&self) -> bool {
        false
    }
}

/// A recorded match that is being shown.
struct Replayed {
    recording: Arc<Recording>,
    ground: Arc<MatchAssets>,
    background: Result<BackgroundReplay<MindSnapshot>, String>,
    preview: KeyFramePreview,
    /// Stands in: what has happened is in what was taken over.
    log: EventLog,
}

impl TickSource for Replayed {
    fn tick(&mut self) {}

    fn read_frame(&self, _into: &mut MatchFrame) {}

    fn log(&self) -> &EventLog {
        &self.log
    }

    fn rate(&self) -> f32 {
        self.recording.header.rate as f32
    }

    fn rerun_inputs(&self) -> Option<(Arc<Recording>, Arc<MatchAssets>)> {
        Some((self.recording.clone(), self.ground.clone()))
    }

    fn replay(&mut self) -> Option<&mut dyn ReplaySource> {
        Some(self)
    }
}

impl ReplaySource for Replayed {
    fn take(&mut self, into: &mut History<MindSnapshot>) {
        if let Ok(background) = &mut self.background {
            background.take(TAKEN, into);
        }
    }

    fn preview(&mut self, tick: u32, into: &mut MatchFrame) -> bool {
        self.preview.at(tick, into)
    }

    fn known(&self) -> Arc<Recording> {
        self.recording.clone()
    }

    fn end(&self) -> Option<Result<bool, String>> {
        match &self.background {
            Ok(background) => {
                background.end().map(|end| end.as_ref().map(|verdict| verdict.same).map_err(Clone::clone))
            }
            Err(why) => Some(Err(why.clone())),
        }
    }
}
