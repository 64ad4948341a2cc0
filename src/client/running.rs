//! The course of a session of watching: matches one after the other, their pace, and what a person does about it.

use std::sync::Arc;

use bevy::prelude::*;

use super::{
    ClientSystems,
    keys::{Act, pressed},
    lead::Lead,
    pages::Menu,
    panels::Panels,
    play::Tuning,
    programme::Programme,
    role::{seated, watching},
    screen::Screen,
    show::{SPEEDS, Show},
    stage::Stage,
};

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
        .add_systems(Update, load.run_if(in_state(Screen::Loading)).in_set(LoadMatch).in_set(ClientSystems::Play))
        .add_systems(Update, play.run_if(not(in_state(Screen::Loading))).in_set(ClientSystems::Play));
}

/// The window was opened with its menus: one leaves a match for the title, and not the program.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct FromMenu;

/// A match begins. Whoever still makes one ready holds this back.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LoadMatch;

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
