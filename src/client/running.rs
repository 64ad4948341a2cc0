//! The course of a session of watching: matches one after the other, their pace, and what a person does about it.

use std::sync::Arc;

use bevy::prelude::*;

use super::{
    ClientSystems,
    keys::{Act, pressed},
    menu::{Menu, preparing, seated},
    panels::Panels,
    play::{Lead, Tuning},
    screen::Screen,
    show::{SPEEDS, Show, Source},
    stage::{Player, Stage},
};
use crate::{
    data::{Finding, Library},
    motion::navigation::BakedLevel,
    simulation::SetupError,
};

/// Where matches come from.
pub trait Matches: Send + Sync + 'static {
    /// Begins the match with this seed: who plays, and the match at its start.
    ///
    /// # Errors
    /// Where rules and level do not fit.
    fn begin(&self, seed: u64) -> Result<(Vec<Player>, Box<dyn Source>), SetupError>;
    /// Goes by other data in the matches that are yet to begin. Where they are recordings, nothing is to be done.
    ///
    /// # Errors
    /// What is wrong with the data; matches then go by what they went by before.
    fn take_up(&mut self, library: &Arc<Library>) -> Result<(), Vec<Finding>> {
        let _ = library;
        Ok(())
    }
    /// Plays on another version of the level in the matches that are yet to begin.
    fn take_level(&mut self, level: Arc<BakedLevel>) {
        let _ = level;
    }
    /// Whether one match follows on another.
    fn goes_on(&self) -> bool {
        true
    }
}

/// The matches that are watched.
#[derive(Resource)]
pub struct Programme {
    /// Where they come from.
    pub matches: Box<dyn Matches>,
    /// The seed of the one on screen.
    pub seed: u64,
}

/// How long the result is shown before the next match, in real seconds.
const RESULT_SECONDS: f32 = 12.0;
/// How many frames the words of the loading screen have to appear before the window is busy.
const LOADING_FRAMES: u32 = 3;

/// The time left until the next match, in real seconds.
#[derive(Resource, Clone, Copy, Debug)]
pub struct AfterMatch {
    /// Seconds left.
    pub left: f32,
}

pub(super) fn plugin(app: &mut App) {
    app.insert_resource(AfterMatch { left: RESULT_SECONDS })
        .add_systems(OnEnter(Screen::Result), |mut after: ResMut<AfterMatch>| after.left = RESULT_SECONDS)
        .add_systems(
            Update,
            (
                (pace.run_if(watching), change_match.run_if(not(seated)))
                    .chain()
                    .run_if(not(in_state(Screen::Loading))),
                leave.run_if(watching.and(not(resource_exists::<FromMenu>))),
            )
                .chain()
                .in_set(ClientSystems::Input),
        )
        .add_systems(Update, load.run_if(in_state(Screen::Loading).and(not(preparing))).in_set(ClientSystems::Play))
        .add_systems(Update, play.run_if(not(in_state(Screen::Loading))).in_set(ClientSystems::Play));
}

/// Whether a person watches: they lead nobody, and no menu is open.
pub fn watching(lead: Option<Res<Lead>>, menu: Res<Menu>) -> bool {
    lead.is_none() && !menu.is_open()
}

/// The window was opened with its menus: one leaves a match for the title, and not the program.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct FromMenu;

/// Begins a match once the loading screen has been seen.
#[allow(clippy::too_many_arguments, reason = "a match begins with all of these")]
fn load(
    mut frames: Local<u32>,
    mut commands: Commands,
    programme: Res<Programme>,
    old: Option<Res<Show>>,
    mut stage: ResMut<Stage>,
    mut next: ResMut<NextState<Screen>>,
    speed: Res<StartSpeed>,
    mut exit: EventWriter<AppExit>,
) {
    *frames += 1;
    if *frames < LOADING_FRAMES {
        return;
    }
    *frames = 0;
    let (cast, source) = match programme.matches.begin(programme.seed) {
        Ok(begun) => begun,
        Err(error) => {
            error!("the match cannot begin: {error}");
            exit.send(AppExit::error());
            return;
        }
    };
    stage.cast = Arc::new(cast);
    let speed = old.map_or(speed.0, |show| show.speed);
    commands.insert_resource(Show::new(source, speed));
    next.set(Screen::Match);
}

/// The speed asked for at the start.
#[derive(Resource, Clone, Copy, Debug)]
pub struct StartSpeed(pub f32);

/// The most game time that one picture plays, in seconds, where nobody steers.
const LONGEST_FRAME: f32 = 0.5;

fn play(
    time: Res<Time<Real>>,
    lead: Option<Res<Lead>>,
    tuning: Option<Res<Tuning>>,
    mut show: ResMut<Show>,
    screen: Res<State<Screen>>,
    mut next: ResMut<NextState<Screen>>,
) {
    // A frame that took very long (a window moved, a machine asleep) is not made up for.
    let most = lead.and(tuning).map_or(LONGEST_FRAME, |tuning| tuning.longest_frame.clamp(0.03, LONGEST_FRAME));
    show.play(time.delta_secs().min(most));
    match screen.get() {
        Screen::Match if show.over() => next.set(Screen::Result),
        // One has gone back to a moment before its end.
        Screen::Result if !show.over() => next.set(Screen::Match),
        _ => {}
    }
}

/// The most game time that is played to come to the next decision, in seconds.
const DECISION_SECONDS: f32 = 30.0;

fn pace(keys: Res<ButtonInput<KeyCode>>, panels: Res<Panels>, mut show: ResMut<Show>) {
    if pressed(&keys, Act::Pause) {
        show.paused = !show.paused;
    }
    if pressed(&keys, Act::Step) {
        show.paused = true;
        show.step();
        show.share = 1.0;
    }
    if pressed(&keys, Act::StepDecision) {
        show.paused = true;
        let decided = show.step_to_decision(panels.chosen, DECISION_SECONDS);
        debug!("a decision: {decided}, tick {}", show.now.tick);
        show.share = 1.0;
    }
    let nearest = SPEEDS
        .iter()
        .enumerate()
        .min_by(|(_, a), (_, b)| (*a - show.speed).abs().total_cmp(&(*b - show.speed).abs()))
        .map_or(0, |(place, _)| place);
    for (act, place) in [(Act::Slower, nearest.checked_sub(1)), (Act::Faster, Some(nearest + 1))] {
        if pressed(&keys, act)
            && let Some(speed) = place.and_then(|place| SPEEDS.get(place))
        {
            show.speed = *speed;
        }
    }
}

#[allow(clippy::too_many_arguments, reason = "matches change by keys, by time and by menu")]
fn change_match(
    keys: Res<ButtonInput<KeyCode>>,
    menu: Res<Menu>,
    time: Res<Time<Real>>,
    screen: Res<State<Screen>>,
    show: Res<Show>,
    mut after: ResMut<AfterMatch>,
    mut programme: ResMut<Programme>,
    mut next: ResMut<NextState<Screen>>,
) {
    let hands = !menu.is_open();
    if hands && pressed(&keys, Act::Restart) {
        next.set(Screen::Loading);
        return;
    }
    if !programme.matches.goes_on() {
        return;
    }
    let over = *screen.get() == Screen::Result;
    if over && !show.paused {
        after.left -= time.delta_secs().min(0.5);
    }
    if hands && pressed(&keys, Act::NextMatch) || over && after.left <= 0.0 {
        programme.seed = programme.seed.wrapping_add(1);
        next.set(Screen::Loading);
    }
}

fn leave(keys: Res<ButtonInput<KeyCode>>, mut exit: EventWriter<AppExit>) {
    if pressed(&keys, Act::Quit) {
        exit.send(AppExit::Success);
    }
}
