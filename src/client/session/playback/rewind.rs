//! The world of a past tick: the match is simulated again up to it, so that overlays (sight rays, paths, noises, awareness)
//! can show the past too. Frames and mind snapshots of past ticks come from the history and are available at once.
//!
//! Independent of overlays. A new beginning takes as long as it takes; a panic of the simulation is one of the window.

use std::sync::Arc;
use std::time::{Duration, Instant};

use bevy::prelude::*;
use quarry_minds::protocol::SimulationClock;

use crate::client::session::live::record;
use crate::lab::recording::{MatchAssets, Recording, Rerun};

/// The largest age of the world shown, in ticks, while a newer one is being simulated.
const MAX_AGE: u32 = 12;
/// Which part of a frame is spent on simulating, and at least and at most how long.
const SPENT: (f32, Duration, Duration) = (0.5, Duration::from_millis(8), Duration::from_millis(250));

/// What a match is simulated again from.
pub(super) type RerunInputs = (Arc<Recording>, Arc<MatchAssets>);

/// Simulates a match again up to the ticks that are requested, a part of it in each frame.
pub(super) struct Rewind {
    inputs: RerunInputs,
    /// The match whose world is shown now, or which is on its way there.
    rerun: Option<Rerun>,
    /// Why the match cannot be simulated again.
    pub(super) failed: Option<String>,
}

impl Rewind {
    pub(super) fn new(inputs: RerunInputs) -> Self {
        Self { inputs, rerun: None, failed: None }
    }

    /// The last tick that can be reached.
    pub(super) fn last(&self) -> u32 {
        self.inputs.0.header.ticks
    }

    /// Takes over a later recording of the same match; the world reached so far stays valid.
    pub(super) fn continue_with(&mut self, inputs: RerunInputs) {
        if let Some(rerun) = &mut self.rerun {
            rerun.continue_with(inputs.0.clone());
        }
        self.inputs = inputs;
    }

    /// Comes nearer to the world of a tick, within a frame that has lasted this long in seconds.
    pub(super) fn approach(&mut self, tick: u32, frame: f32) {
        if self.failed.is_none() {
            let (share, least, most) = SPENT;
            let spent = Duration::from_secs_f32((frame * share).max(0.0)).clamp(least, most);
            self.failed = self.simulate(tick, Instant::now() + spent).err();
        }
    }

    /// Goes on from the world reached so far, or from the beginning if that is later than the tick.
    fn simulate(&mut self, tick: u32, until: Instant) -> Result<(), String> {
        let rerun = match self.rerun.take_if(|rerun| tick_of(rerun) <= tick) {
            Some(rerun) => rerun,
            None => begin(&self.inputs)?,
        };
        let rerun = self.rerun.insert(rerun);
        while tick_of(rerun) < tick && Instant::now() < until {
            let goes_on = rerun.step().map_err(|error| error.to_string())?;
            if !goes_on && tick_of(rerun) < tick {
                return Err("the simulated match is shorter than the recorded one".to_owned());
            }
        }
        Ok(())
    }

    /// The world of a tick, or of one shortly before it; `None` while it is being simulated.
    pub(super) fn world(&self, tick: u32) -> Option<&World> {
        let rerun = self.rerun.as_ref()?;
        let age = tick.checked_sub(tick_of(rerun))?;
        (age <= MAX_AGE).then(|| rerun.world())
    }
}

fn begin((recording, assets): &RerunInputs) -> Result<Rerun, String> {
    let mut rerun = Rerun::new(recording.clone(), assets).map_err(|error| error.to_string())?;
    record(rerun.world_mut(), true, true);
    Ok(rerun)
}

fn tick_of(rerun: &Rerun) -> u32 {
    rerun.world().get_resource::<SimulationClock>().map_or(0, |clock| clock.tick)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::client::session::{Instrumentation, Playback};
    use crate::client::session::{LiveMatches, MatchProvider};
    use crate::senses::LastLook;
    use crate::world::Body;
    use quarry_minds::protocol::Roster;

    fn playback() -> Playback {
        let matches =
            LiveMatches::on_level(crate::games::all().remove(0), Path::new(env!("CARGO_MANIFEST_DIR")), "courtyard");
        let (_, source) = matches.begin(3).unwrap();
        Playback::new(source, 1.0)
    }

    /// Lets frames pass until the world of the moment shown is at hand.
    fn wait(playback: &mut Playback) -> &World {
        playback.paused = true;
        for _ in 0..2000 {
            playback.play(0.01);
            if playback.shown_world().is_some_and(|world| world.resource::<SimulationClock>().tick == playback.now.tick)
            {
                break;
            }
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
