//! The world of a moment that was: the match is played again, beside the window, up to the moment one looks back at, so that
//! what only a world holds (the rays eyes cast, ways, noises, how aware somebody is) can be drawn of the past too.
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
    lab::recording::{Ground, Recording, Rerun},
    mind::RecordQuestions,
    protocol::SimulationClock,
    senses::RecordLooks,
};

/// How many ticks are played within a frame rather than on a thread.
const AT_ONCE: u32 = 6;
/// How many ticks older than what is shown a world may be while the next one is being played.
const OLDER: u32 = 12;

type Played = Result<Box<Rerun>, String>;

/// A match played again up to the moments that are wanted.
pub(super) struct Behind {
    recording: Arc<Recording>,
    ground: Arc<Ground>,
    /// As far as it has been played.
    reached: Option<Box<Rerun>>,
    coming: Option<Mutex<Receiver<Played>>>,
    /// The tick that is wanted; the thread that plays looks at it too.
    wanted: Arc<AtomicU32>,
    /// Why it cannot be played again.
    failed: Option<String>,
}

impl Drop for Behind {
    fn drop(&mut self) {
        // Whoever is still playing stops at its next tick.
        self.wanted.store(0, Ordering::Relaxed);
    }
}

impl Behind {
    /// Nothing has been played yet.
    pub(super) fn new((recording, ground): (Arc<Recording>, Arc<Ground>)) -> Self {
        let wanted = Arc::new(AtomicU32::new(0));
        Self { recording, ground, reached: None, coming: None, wanted, failed: None }
    }

    /// The last tick it can be played up to.
    pub(super) fn last(&self) -> u32 {
        self.recording.head.ticks
    }

    /// Sees to it that the world of a tick will be at hand.
    pub(super) fn want(&mut self, tick: u32) {
        self.wanted.store(tick, Ordering::Relaxed);
        self.receive();
        if self.coming.is_some() || self.failed.is_some() {
            return;
        }
        let mut reached = self.reached.take().filter(|rerun| tick_of(rerun) <= tick);
        if let Some(rerun) = &mut reached
            && tick - tick_of(rerun) <= AT_ONCE
        {
            if let Err(why) = play(rerun, &self.wanted) {
                self.failed = Some(why);
            }
            self.reached = reached;
            return;
        }
        let (sender, receiver) = channel();
        let (recording, ground, wanted) = (self.recording.clone(), self.ground.clone(), self.wanted.clone());
        let begun = thread::Builder::new().name("looking back".to_owned()).spawn(move || {
            let played = reached.map_or_else(|| begin(recording, &ground), Ok).and_then(|mut rerun| {
                play(&mut rerun, &wanted)?;
                Ok(rerun)
            });
            drop(sender.send(played));
        });
        match begun {
            Ok(_) => self.coming = Some(Mutex::new(receiver)),
            Err(error) => self.failed = Some(error.to_string()),
        }
    }

    fn receive(&mut self) {
        let Some(coming) = &self.coming else { return };
        match coming.lock().unwrap_or_else(PoisonError::into_inner).try_recv() {
            Ok(Ok(rerun)) => self.reached = Some(rerun),
            Ok(Err(why)) => self.failed = Some(why),
            Err(TryRecvError::Empty) => return,
            Err(TryRecvError::Disconnected) => self.failed = Some("the match could not be played again".to_owned()),
        }
        self.coming = None;
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

fn begin(recording: Arc<Recording>, ground: &Ground) -> Played {
    let mut rerun = Rerun::new(recording, ground).map_err(|error| error.to_string())?;
    // Kept beside the match, which is the same either way.
    let world = rerun.world_mut();
    world.insert_resource(RecordLooks(true));
    world.insert_resource(RecordQuestions(true));
    Ok(Box::new(rerun))
}

/// Plays on to the tick that is wanted.
fn play(rerun: &mut Rerun, wanted: &AtomicU32) -> Result<(), String> {
    while tick_of(rerun) < wanted.load(Ordering::Relaxed) {
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
            LiveMatches, Matches,
            show::{Kept, Show},
        },
        data::Library,
        protocol::{Roster, label},
        senses::LastLook,
        simulation::{bake_level, retune::Tuning},
        world::Body,
    };

    fn show() -> Show {
        let library = Arc::new(Library::load(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap());
        let tuning = Tuning { library: library.clone(), rules: label("standard"), handicap: None };
        let level = bake_level(&library, label("courtyard")).unwrap();
        let matches = LiveMatches::new(tuning, level).unwrap();
        let (_, source) = matches.begin(3).unwrap();
        Show::new(source, 1.0)
    }

    /// Lets frames pass until the world of the moment shown is at hand.
    fn wait(show: &mut Show) -> &World {
        show.paused = true;
        for _ in 0..2000 {
            show.play(0.01);
            if show.scene().is_some() {
                break;
            }
            thread::sleep(Duration::from_millis(5));
        }
        let why = show.why_no_scene();
        show.scene().unwrap_or_else(|| panic!("no world of the past: {why:?}"))
    }

    #[test]
    fn looking_back_the_world_of_that_moment_is_played_again() {
        let mut show = show();
        for _ in 0..400 {
            show.step();
        }
        show.keep(Kept { past: true, ..Kept::default() });
        for tick in [300, 120, 124, 350] {
            show.seek(tick);
            assert!(show.world().is_none(), "what is past is not what runs");
            let pictured: Vec<Vec3> = show.now.agents.iter().map(|person| person.body.place).collect();
            let world = wait(&mut show);
            assert_eq!(world.resource::<SimulationClock>().tick, tick);
            let agents = &world.resource::<Roster>().agents;
            let there: Vec<Vec3> = agents.iter().map(|agent| world.get::<Body>(*agent).unwrap().place).collect();
            assert_eq!(there, pictured, "at tick {tick}");
            let looked = agents.iter().filter_map(|agent| world.get::<LastLook>(*agent));
            assert!(looked.into_iter().any(|look| !look.agents.is_empty() || !look.things.is_empty()), "no rays");
        }
        show.seek_newest();
        show.play(0.0);
        assert!(show.behind.is_none() && show.world().is_some(), "the present needs no second world");
    }

    #[test]
    fn without_overlays_nothing_is_played_again() {
        let mut show = show();
        for _ in 0..60 {
            show.step();
        }
        show.seek(20);
        show.play(0.01);
        assert!(show.behind.is_none() && show.scene().is_none() && show.why_no_scene().is_some());
    }
}
