//! The world of a past tick: a thread simulates the match again up to it, so that overlays (sight rays, paths, noises, awareness)
//! can show the past too. Frames and mind snapshots of past ticks come from the history and are available at once.
//!
//! Independent of overlays.

use std::{
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU32, Ordering},
        mpsc::{Receiver, TryRecvError, channel},
    },
    thread,
};

use bevy::prelude::*;
use quarry_minds::{RecordPlanning, RecordPositions, protocol::SimulationClock};

use crate::{
    lab::recording::{MatchAssets, Recording, Rerun},
    senses::RecordLooks,
};

/// How many ticks are simulated within a frame rather than on a thread.
const IN_FRAME: u32 = 6;
/// The largest age of the world shown, in ticks, while a newer one is being simulated.
const MAX_AGE: u32 = 12;

type RerunResult = Result<Rerun, String>;

/// Simulates a match again up to the ticks that are requested.
pub(super) struct RewindWorker {
    recording: Arc<Recording>,
    assets: Arc<MatchAssets>,
    /// The match whose world is shown now or was shown last.
    rerun: Option<Rerun>,
    pending: Option<PendingRerun>,
    /// Why the match cannot be simulated again.
    failed: Option<String>,
}

/// A match that a thread is simulating.
struct PendingRerun {
    result: Mutex<Receiver<RerunResult>>,
    /// The tick to stop at. Lowering it below the tick reached stops the thread.
    target: Arc<AtomicU32>,
    /// The tick reached so far.
    reached: Arc<AtomicU32>,
}

impl Drop for PendingRerun {
    fn drop(&mut self) {
        self.target.store(0, Ordering::Relaxed);
    }
}

impl PendingRerun {
    /// Starts a thread that simulates up to a tick: it continues `from`, or else plays the recording from its beginning.
    fn start(
        from: Option<Rerun>,
        tick: u32,
        recording: &Arc<Recording>,
        assets: &Arc<MatchAssets>,
    ) -> Result<Self, String> {
        let (sender, receiver) = channel();
        let (recording, assets) = (recording.clone(), assets.clone());
        let target = Arc::new(AtomicU32::new(tick));
        let reached = Arc::new(AtomicU32::new(from.as_ref().map_or(0, tick_of)));
        let (until, at) = (target.clone(), reached.clone());
        let started = thread::Builder::new().name("rewind".to_owned()).spawn(move || {
            let result = from.map_or_else(|| begin(recording, &assets), Ok).and_then(|mut rerun| {
                simulate(&mut rerun, &until, &at)?;
                Ok(rerun)
            });
            drop(sender.send(result));
        });
        started.map(|_| Self { result: Mutex::new(receiver), target, reached }).map_err(|error| error.to_string())
    }

    /// The result; `None` while the thread is running.
    fn result(&self) -> Option<RerunResult> {
        match self.result.lock().unwrap_or_else(PoisonError::into_inner).try_recv() {
            Ok(result) => Some(result),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(Err("the simulation failed".to_owned())),
        }
    }
}

impl RewindWorker {
    pub(super) fn new((recording, assets): (Arc<Recording>, Arc<MatchAssets>)) -> Self {
        Self { recording, assets, rerun: None, pending: None, failed: None }
    }

    /// The last tick that can be reached.
    pub(super) fn last(&self) -> u32 {
        self.recording.header.ticks
    }

    /// Takes over a later recording of the same match; the world reached so far stays valid.
    pub(super) fn continue_with(&mut self, (recording, assets): (Arc<Recording>, Arc<MatchAssets>)) {
        if let Some(rerun) = &mut self.rerun {
            rerun.continue_with(recording.clone());
        }
        // A running thread knows only the older recording.
        self.pending = None;
        (self.recording, self.assets) = (recording, assets);
    }

    /// Makes sure that the world of a tick is available soon.
    pub(super) fn request(&mut self, tick: u32) {
        match self.pending.as_ref().and_then(PendingRerun::result) {
            Some(Ok(rerun)) => (self.rerun, self.pending) = (Some(rerun), None),
            Some(Err(why)) => (self.failed, self.pending) = (Some(why), None),
            None => {}
        }
        if self.failed.is_some() {
            return;
        }
        if let Some(pending) = &self.pending {
            if pending.reached.load(Ordering::Relaxed) <= tick {
                pending.target.store(tick, Ordering::Relaxed);
                return;
            }
            self.pending = None;
        }
        let behind = self.rerun.take_if(|rerun| tick_of(rerun) <= tick);
        let outcome = match behind {
            Some(mut rerun) if tick - tick_of(&rerun) <= IN_FRAME => {
                let result = simulate(&mut rerun, &AtomicU32::new(tick), &AtomicU32::new(0));
                self.rerun = Some(rerun);
                result
            }
            from => PendingRerun::start(from, tick, &self.recording, &self.assets).map(|pending| {
                (self.rerun, self.pending) = (None, Some(pending));
            }),
        };
        self.failed = outcome.err();
    }

    /// The world of a tick, or of one shortly before it; `None` while it is being simulated.
    pub(super) fn world(&self, tick: u32) -> Option<&World> {
        let rerun = self.rerun.as_ref()?;
        let age = tick.checked_sub(tick_of(rerun))?;
        (age <= MAX_AGE).then(|| rerun.world())
    }

    /// Why no world can be simulated.
    pub(super) fn failed(&self) -> Option<&str> {
        self.failed.as_deref()
    }
}

fn begin(recording: Arc<Recording>, assets: &MatchAssets) -> RerunResult {
    let mut rerun = Rerun::new(recording, assets).map_err(|error| error.to_string())?;
    let world = rerun.world_mut();
    world.insert_resource(RecordLooks(true));
    world.insert_resource(RecordPlanning(true));
    world.insert_resource(RecordPositions(true));
    Ok(rerun)
}

/// Simulates up to the target, which may change in the meantime; `reached` is kept up to date.
fn simulate(rerun: &mut Rerun, target: &AtomicU32, reached: &AtomicU32) -> Result<(), String> {
    while tick_of(rerun) < target.load(Ordering::Relaxed) {
        reached.store(tick_of(rerun), Ordering::Relaxed);
        let goes_on = rerun.step().map_err(|error| error.to_string())?;
        if !goes_on && tick_of(rerun) < target.load(Ordering::Relaxed) {
            return Err("the simulated match is shorter than the recorded one".to_owned());
        }
    }
    Ok(())
}

fn tick_of(rerun: &Rerun) -> u32 {
    rerun.world().get_resource::<SimulationClock>().map_or(0, |clock| clock.tick)
}

#[cfg(test)]
mod tests {
    use std::{path::Path, time::Duration};

    use super::*;
    use crate::{
        client::session::{
            live::LiveMatches,
            match_session::MatchProvider,
            playback::{Instrumentation, Playback},
        },
        data::Library,
        games,
        senses::LastLook,
        simulation::{bake_level, retune::MatchData},
        world::Body,
    };
    use quarry_minds::protocol::{Roster, label};

    fn playback() -> Playback {
        let game = games::all().remove(0);
        let library = Arc::new(Library::load(Path::new(env!("CARGO_MANIFEST_DIR")), game.schema()).unwrap());
        let tuning = MatchData { library: library.clone(), rules: label("standard"), difficulty_modifiers: None };
        let level = bake_level(&library, label("courtyard")).unwrap();
        let matches = LiveMatches::new(game, tuning, level).unwrap();
        let (_, source) = matches.begin(3).unwrap();
        Playback::new(source, 1.0)
    }

    /// Lets frames pass until the world of the moment shown is at hand.
    fn wait(playback: &mut Playback) -> &World {
        playback.paused = true;
        for _ in 0..2000 {
            playback.play(0.01);
            if playback.shown_world().is_some() {
                break;
            }
            thread::sleep(Duration::from_millis(5));
        }
        let why = playback.why_no_world();
        playback.shown_world().unwrap_or_else(|| panic!("no world of the past: {why:?}"))
    }

    #[test]
    fn looking_back_the_world_of_that_moment_is_played_again() {
        let mut playback = playback();
        for _ in 0..400 {
            playback.step();
        }
        playback.set_instrumentation(Instrumentation { past_worlds: true, ..Instrumentation::default() });
        for tick in [300, 120, 124, 350] {
            playback.seek(tick);
            assert!(playback.world().is_none(), "what is past is not what runs");
            let shown: Vec<Vec3> = playback.now.agents.iter().map(|person| person.body.place).collect();
            let world = wait(&mut playback);
            assert_eq!(world.resource::<SimulationClock>().tick, tick);
            let agents = &world.resource::<Roster>().agents;
            let simulated: Vec<Vec3> = agents.iter().map(|agent| world.get::<Body>(*agent).unwrap().place).collect();
            assert_eq!(simulated, shown, "at tick {tick}");
            let looked = agents.iter().filter_map(|agent| world.get::<LastLook>(*agent));
            assert!(looked.into_iter().any(|look| !look.agents.is_empty() || !look.things.is_empty()), "no rays");
        }
        playback.seek_newest();
        playback.play(0.0);
        assert!(playback.world().is_some(), "the present needs no second world");
        playback.set_instrumentation(Instrumentation::default());
        playback.play(0.0);
        assert!(playback.rewind.is_none(), "without overlays nothing of it is kept");
    }

    #[test]
    fn the_world_of_the_past_continues_with_the_match() {
        let mut playback = playback();
        (0..200).for_each(|_| _ = playback.step());
        playback.set_instrumentation(Instrumentation { past_worlds: true, ..Instrumentation::default() });
        playback.seek(150);
        wait(&mut playback);
        playback.seek_newest();
        (0..200).for_each(|_| _ = playback.step());
        let last = playback.now.tick;
        assert!(last > 300, "the match was over at {last}");
        playback.seek(last - 3);
        let shown: Vec<Vec3> = playback.now.agents.iter().map(|frame| frame.body.place).collect();
        let world = wait(&mut playback);
        let agents = world.resource::<Roster>().agents.iter();
        assert_eq!(agents.map(|agent| world.get::<Body>(*agent).unwrap().place).collect::<Vec<_>>(), shown);
    }

    #[test]
    fn without_overlays_nothing_is_played_again() {
        let mut playback = playback();
        for _ in 0..60 {
            playback.step();
        }
        playback.seek(20);
        playback.play(0.01);
        assert!(playback.rewind.is_none() && playback.shown_world().is_none() && playback.why_no_world().is_some());
    }
}
