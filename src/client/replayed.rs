//! Recordings as something to show: played again beside the window, known roughly until then.

use std::sync::Arc;

use bevy::prelude::*;

use super::{
    live::cast,
    programme::{Matches, Programme},
    show::{Picture, Replay, Source},
    stage::Player,
};
use crate::{
    lab::recording::{Background, Ground, History, Ledger, Preview, Recording},
    mind::{Account, RecordQuestions},
    protocol::EventLog,
    simulation::{self, SetupError},
};

/// How many ticks are taken over in one frame: more would make it stutter.
const TAKEN: usize = 600;

/// A recorded match, to be shown as often as one likes.
pub struct ReplayedMatch {
    recording: Arc<Recording>,
    ground: Arc<Ground>,
}

impl Programme {
    /// A programme of one recorded match.
    pub fn replay(recording: Arc<Recording>, ground: Ground) -> Self {
        let seed = recording.head.origin.seed;
        Self { matches: Box::new(ReplayedMatch { recording, ground: Arc::new(ground) }), seed }
    }
}

impl Matches for ReplayedMatch {
    fn begin(&self, _seed: u64) -> Result<(Vec<Player>, Box<dyn Source>), SetupError> {
        let Ground { kinds, rules, level, .. } = &*self.ground;
        let mut world = std::mem::take(simulation::headless_app().world_mut());
        simulation::begin(&mut world, kinds, rules, level, &self.recording.head.origin.setup())?;
        let mut ledger = Ledger::default();
        let look = move |world: &mut World| {
            world.get_resource_or_init::<RecordQuestions>().0 = true;
            ledger.changed(world)
        };
        let background = Background::start(self.recording.clone(), self.ground.clone(), look);
        let preview = Preview::new(self.recording.frames.clone(), self.recording.head.rate);
        let replayed = Replayed {
            recording: self.recording.clone(),
            ground: self.ground.clone(),
            background: background.map_err(|error| error.to_string()),
            preview,
            log: EventLog::default(),
        };
        Ok((cast(&world, kinds, rules), Box::new(replayed)))
    }

    fn goes_on(&self) -> bool {
        false
    }
}

/// A recorded match that is being shown.
struct Replayed {
    recording: Arc<Recording>,
    ground: Arc<Ground>,
    background: Result<Background<Account>, String>,
    preview: Preview,
    /// Stands in: what has happened is in what was taken over.
    log: EventLog,
}

impl Source for Replayed {
    fn tick(&mut self) {}

    fn picture(&self, _into: &mut Picture) {}

    fn log(&self) -> &EventLog {
        &self.log
    }

    fn rate(&self) -> f32 {
        self.recording.head.rate as f32
    }

    fn past(&self) -> Option<(Arc<Recording>, Arc<Ground>)> {
        Some((self.recording.clone(), self.ground.clone()))
    }

    fn replay(&mut self) -> Option<&mut dyn Replay> {
        Some(self)
    }
}

impl Replay for Replayed {
    fn take(&mut self, into: &mut History<Account>) {
        if let Ok(background) = &mut self.background {
            background.take(TAKEN, into);
        }
    }

    fn preview(&mut self, tick: u32, into: &mut Picture) -> bool {
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
