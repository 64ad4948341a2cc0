//! The world of a moment that was: the match is played again, beside the window, up to the moment one looks back at, so that
//! what only a world holds (the rays eyes cast, ways, noises, how aware somebody is) can be drawn of the past too. Worlds are kept
//! ready along the match, so that no moment is far from one.
//!
//! Must not know: what is drawn of it.

use std::{
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU32, Ordering},
        mpsc::{Receiver, TryRecvError, channel},
    },
    thread,
};

use bevy::prelude::*;

use crate::{
    lab::recording::{MatchAssets, Recording, Rerun},
    mind::RecordPlanning,
    protocol::SimulationClock,
    senses::RecordLooks,
};

/// How many ticks are played within a frame rather than on a thread.
const AT_ONCE: u32 = 6;
/// How many ticks older than what is shown a world may be while the next one is being played.
const OLDER: u32 = 12;
/// How many ticks lie between two worlds that are kept ready at least, and how many are kept of a long match.
const APART: u32 = 600;
const READY: u32 = 10;

type RerunResult = Result<Rerun, String>;

/// A match played again up to the moments that are wanted.
pub(super) struct RewindWorker {
    recording: Arc<Recording>,
    ground: Arc<MatchAssets>,
    /// The world that is shown, or was last.
    reached: Option<Rerun>,
    coming: Option<Coming>,
    /// Worlds of other moments, at most one in each stretch of the match.
    ready: Vec<Rerun>,
    /// The next of them.
    making: Option<Coming>,
    /// Why it cannot be played again.
    failed: Option<String>,
}

/// A world that is being played on a thread.
struct Coming {
    played: Mutex<Receiver<RerunResult>>,
    /// The tick that is wanted of it; where it is not ahead of it the thread ends.
    wanted: Arc<AtomicU32>,
    /// How far it has come.
    at: Arc<AtomicU32>,
}

impl Drop for Coming {
    fn drop(&mut self) {
        self.wanted.store(0, Ordering::Relaxed);
    }
}

impl Coming {
    /// Has a world, or the match from its beginning, played to a tick.
    fn begin(
        from: Option<Rerun>,
        tick: u32,
        recording: &Arc<Recording>,
        ground: &Arc<MatchAssets>,
    ) -> Result<Self, String> {
        let (sender, receiver) = channel();
        let (recording, ground) = (recording.clone(), ground.clone());
        let wanted = Arc::new(AtomicU32::new(tick));
        let at = Arc::new(AtomicU32::new(from.as_ref().map_or(0, tick_of)));
        let (until, come) = (wanted.clone(), at.clone());
        let begun = thread::Builder::new().name("looking back".to_owned()).spawn(move || {
            let played = from.map_or_else(|| begin(recording, &ground), Ok).and_then(|mut rerun| {
                play(&mut rerun, &until, &come)?;
                Ok(rerun)
            });
            drop(sender.send(played));
        });
        begun.map(|_| Self { played: Mutex::new(receiver), wanted, at }).map_err(|error| error.to_string())
    }

    /// What has come of it; `None` while it is under way.
    fn end(&self) -> Option<RerunResult> {
        match self.played.lock().unwrap_or_else(PoisonError::into_inner).try_recv() {
            Ok(played) => Some(played),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(Err("the match could not be played again".to_owned())),
        }
    }
}

impl RewindWorker {
    /// Nothing has been played yet.
    pub(super) fn new((recording, ground): (Arc<Recording>, Arc<MatchAssets>)) -> Self {
        Self { recording, ground, reached: None, coming: None, ready: Vec::new(), making: None, failed: None }
    }

    /// The last tick it can be played up to.
    pub(super) fn last(&self) -> u32 {
        self.recording.header.ticks
    }

    /// The same match has gone on: what has been played again of it holds.
    pub(super) fn go_on(&mut self, (recording, ground): (Arc<Recording>, Arc<MatchAssets>)) {
        for rerun in self.reached.iter_mut().chain(&mut self.ready) {
            rerun.go_on_by(recording.clone());
        }
        // What is under way knows only the older one.
        (self.coming, self.making) = (None, None);
        (self.recording, self.ground) = (recording, ground);
    }

    /// Sees to it that the world of a tick will be at hand.
    pub(super) fn want(&mut self, tick: u32) {
        self.receive();
        if self.failed.is_some() {
            return;
        }
        let nearest = self.ready.iter().filter_map(|rerun| tick.checked_sub(tick_of(rerun))).min();
        if let Some(coming) = &self.coming {
            // It plays on to what is wanted now, unless another one is nearer or it has gone too far.
            let way = tick.checked_sub(coming.at.load(Ordering::Relaxed));
            let better = nearest.is_some_and(|nearest| way.is_none_or(|way| nearest + APART < way));
            coming.wanted.store(if better { 0 } else { tick }, Ordering::Relaxed);
            return;
        }
        let own = self.reached.as_ref().and_then(|rerun| tick.checked_sub(tick_of(rerun)));
        if nearest.is_some_and(|nearest| own.is_none_or(|own| nearest + AT_ONCE < own)) || own.is_none() {
            let next =
                self.ready.iter().position(|rerun| tick.checked_sub(tick_of(rerun)) == nearest && nearest.is_some());
            let next = next.map(|at| self.ready.swap_remove(at));
            if let Some(old) = std::mem::replace(&mut self.reached, next) {
                self.park(old);
            }
        }
        if let Err(why) = self.play_to(tick) {
            self.failed = Some(why);
        }
        self.make_ready();
    }

    /// Plays on from where it is, within this frame where that is near.
    fn play_to(&mut self, tick: u32) -> Result<(), String> {
        if let Some(rerun) = &mut self.reached
            && tick.saturating_sub(tick_of(rerun)) <= AT_ONCE
        {
            return play(rerun, &AtomicU32::new(tick), &AtomicU32::new(0));
        }
        self.coming = Some(Coming::begin(self.reached.take(), tick, &self.recording, &self.ground)?);
        Ok(())
    }

    /// How many ticks lie between worlds that are kept ready.
    fn apart(&self) -> u32 {
        APART.max(self.last() / READY)
    }

    /// Keeps a world for later, unless there is one in that stretch of the match.
    fn park(&mut self, rerun: Rerun) {
        let stretch = |rerun: &Rerun| tick_of(rerun) / self.apart();
        if stretch(&rerun) > 0 && !self.ready.iter().any(|known| stretch(known) == stretch(&rerun)) {
            self.ready.push(rerun);
        }
    }

    /// Has worlds made ready where there is none, one after the other, while nothing else is under way.
    fn make_ready(&mut self) {
        if self.making.is_some() || self.coming.is_some() {
            return;
        }
        let apart = self.apart();
        let missing = (1..=self.last() / apart)
            .find(|stretch| !self.ready.iter().any(|rerun| tick_of(rerun) / apart == *stretch));
        let Some(stretch) = missing else { return };
        // Where it cannot be made, going there takes longer.
        self.making = Coming::begin(None, stretch * apart, &self.recording, &self.ground).ok();
    }

    fn receive(&mut self) {
        match self.coming.as_ref().and_then(Coming::end) {
            Some(Ok(rerun)) => (self.reached, self.coming) = (Some(rerun), None),
            Some(Err(why)) => (self.failed, self.coming) = (Some(why), None),
            None => {}
        }
        if let Some(made) = self.making.as_ref().and_then(Coming::end) {
            self.making = None;
            if let Ok(rerun) = made {
                self.park(rerun);
            }
        }
    }

    /// The world of a tick, or of one shortly before it; `None` while it is being played.
    pub(super) fn world(&self, tick: u32) -> Option<&World> {
        let rerun = self.reached.as_ref()?;
        let older = tick.checked_sub(tick_of(rerun))?;
        (older <= OLDER).then(|| rerun.world())
    }

    /// Why there will be no such world.
    pub(super) fn failed(&self) -> Option<&str> {
        self.failed.as_deref()
    }
}

fn begin(recording: Arc<Recording>, ground: &MatchAssets) -> RerunResult {
    let mut rerun = Rerun::new(recording, ground).map_err(|error| error.to_string())?;
    // Instrumentation beside the match, which is the same either way.
    let world = rerun.world_mut();
    world.insert_resource(RecordLooks(true));
    world.insert_resource(RecordPlanning(true));
    Ok(rerun)
}

/// Plays on to the tick that is wanted; `at` tells how far it has come.
fn play(rerun: &mut Rerun, wanted: &AtomicU32, at: &AtomicU32) -> Result<(), String> {
    while tick_of(rerun) < wanted.load(Ordering::Relaxed) {
        at.store(tick_of(rerun), Ordering::Relaxed);
        if !rerun.step().map_err(|error| error.to_string())? {
            break;
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
        client::{
            LiveMatches, MatchProvider,
            playback::{Instrumentation, Playback},
        },
        data::Library,
        protocol::{Roster, label},
        senses::LastLook,
        simulation::{bake_level, retune::MatchData},
        world::Body,
    };

    fn show() -> Playback {
        let library = Arc::new(Library::load(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap());
        let tuning = MatchData { library: library.clone(), rules: label("standard"), difficulty_modifiers: None };
        let level = bake_level(&library, label("courtyard")).unwrap();
        let matches = LiveMatches::new(tuning, level).unwrap();
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
        let mut playback = show();
        for _ in 0..400 {
            playback.step();
        }
        playback.set_instrumentation(Instrumentation { past_worlds: true, ..Instrumentation::default() });
        for tick in [300, 120, 124, 350] {
            playback.seek(tick);
            assert!(playback.world().is_none(), "what is past is not what runs");
            let pictured: Vec<Vec3> = playback.now.agents.iter().map(|person| person.body.place).collect();
            let world = wait(&mut playback);
            assert_eq!(world.resource::<SimulationClock>().tick, tick);
            let agents = &world.resource::<Roster>().agents;
            let there: Vec<Vec3> = agents.iter().map(|agent| world.get::<Body>(*agent).unwrap().place).collect();
            assert_eq!(there, pictured, "at tick {tick}");
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
    fn worlds_are_kept_ready_along_a_long_match_and_go_on_with_it() {
        let mut playback = show();
        let longer = |playback: &mut Playback, ticks: u32| {
            for _ in 0..ticks {
                playback.step();
            }
            playback.now.tick
        };
        let first = longer(&mut playback, 3 * APART + 100);
        assert!(first > 2 * APART, "the match was over at {first}");
        playback.set_instrumentation(Instrumentation { past_worlds: true, ..Instrumentation::default() });
        playback.seek(100);
        wait(&mut playback);
        let stretches = |playback: &Playback| {
            let mut all: Vec<u32> = playback.rewind.iter().flat_map(|b| &b.ready).map(|r| tick_of(r) / APART).collect();
            all.sort_unstable();
            all
        };
        let until = |playback: &mut Playback, wanted: &[u32]| {
            for _ in 0..6000 {
                playback.play(0.01);
                if stretches(playback) == wanted {
                    break;
                }
                thread::sleep(Duration::from_millis(5));
            }
            assert_eq!(stretches(playback), wanted);
        };
        let all: Vec<u32> = (1..=first / APART).collect();
        until(&mut playback, &all);
        // A jump takes the world before it, and another takes its place.
        playback.seek(2 * APART + 5);
        playback.play(0.0);
        assert_eq!(
            playback.shown_world().map(|world| world.resource::<SimulationClock>().tick),
            Some(2 * APART + 5),
            "not at once"
        );
        until(&mut playback, &all);
        // Where the match has gone on meanwhile, what is ready still holds.
        playback.seek_newest();
        playback.paused = false;
        let last = longer(&mut playback, 40);
        assert!(last > first, "the match was over at {first}");
        playback.seek(last - 3);
        let there: Vec<Vec3> = playback.now.agents.iter().map(|person| person.body.place).collect();
        assert_eq!(stretches(&playback), all);
        let world = wait(&mut playback);
        let agents = world.resource::<Roster>().agents.iter();
        assert_eq!(agents.map(|agent| world.get::<Body>(*agent).unwrap().place).collect::<Vec<_>>(), there);
    }

    #[test]
    fn without_overlays_nothing_is_played_again() {
        let mut playback = show();
        for _ in 0..60 {
            playback.step();
        }
        playback.seek(20);
        playback.play(0.01);
        assert!(playback.rewind.is_none() && playback.shown_world().is_none() && playback.why_no_world().is_some());
    }
}
