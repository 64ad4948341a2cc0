//! The course of a session of watching: matches one after the other, their pace, and what a person does about it.

use std::sync::Arc;

use bevy::prelude::*;

use super::{
    ClientSystems,
    keys::{WatchAction, pressed},
    lead::PlayerControl,
    pages::MenuStack,
    panels::Panels,
    play::PlayConfig,
    playback::{Playback, SPEEDS},
    programme::MatchSession,
    role::{has_player, watching},
    scene_setup::SceneSetup,
    screen::Screen,
};

/// How long the result is shown before the next match, in real seconds.
const RESULT_SECONDS: f32 = 12.0;
/// How many frames the words of the loading screen have to appear before the window is busy.
const LOADING_FRAMES: u32 = 3;

/// The time left until the next match, in real seconds.
#[derive(Resource, Clone, Copy, Debug)]
pub struct NextMatchTimer {
    /// Seconds left.
    pub left: f32,
}

pub(super) fn plugin(app: &mut App) {
    app.insert_resource(NextMatchTimer { left: RESULT_SECONDS })
        .add_systems(OnEnter(Screen::Result), |mut after: ResMut<NextMatchTimer>| after.left = RESULT_SECONDS)
        .add_systems(
            Update,
            (
                (pace.run_if(watching), change_match.run_if(not(has_player)))
                    .chain()
                    .run_if(not(in_state(Screen::Loading))),
                leave.run_if(watching.and(not(resource_exists::<FromMenu>))),
            )
                .chain()
                .in_set(ClientSystems::Input),
        )
        .add_systems(Update, load.run_if(in_state(Screen::Loading)).in_set(LoadMatch).in_set(ClientSystems::Simulate))
        .add_systems(Update, play.run_if(not(in_state(Screen::Loading))).in_set(ClientSystems::Simulate));
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
    session: Res<MatchSession>,
    old: Option<Res<Playback>>,
    mut setup: ResMut<SceneSetup>,
    mut next: ResMut<NextState<Screen>>,
    speed: Res<StartSpeed>,
    mut exit: EventWriter<AppExit>,
) {
    *frames += 1;
    if *frames < LOADING_FRAMES {
        return;
    }
    *frames = 0;
    let (cast, source) = match session.provider.begin(session.seed) {
        Ok(begun) => begun,
        Err(error) => {
            error!("the match cannot begin: {error}");
            exit.send(AppExit::error());
            return;
        }
    };
    setup.agents = Arc::new(cast);
    let speed = old.map_or(speed.0, |playback| playback.speed);
    commands.insert_resource(Playback::new(source, speed));
    next.set(Screen::Match);
}

/// The speed asked for at the start.
#[derive(Resource, Clone, Copy, Debug)]
pub struct StartSpeed(pub f32);

/// The most game time that one picture plays, in seconds, where nobody steers.
const LONGEST_FRAME: f32 = 0.5;

fn play(
    time: Res<Time<Real>>,
    lead: Option<Res<PlayerControl>>,
    tuning: Option<Res<PlayConfig>>,
    mut playback: ResMut<Playback>,
    screen: Res<State<Screen>>,
    mut next: ResMut<NextState<Screen>>,
) {
    // A frame that took very long (a window moved, a machine asleep) is not made up for.
    let most = lead.and(tuning).map_or(LONGEST_FRAME, |tuning| tuning.longest_frame.clamp(0.03, LONGEST_FRAME));
    playback.play(time.delta_secs().min(most));
    match screen.get() {
        Screen::Match if playback.over() => next.set(Screen::Result),
        // One has gone back to a moment before its end.
        Screen::Result if !playback.over() => next.set(Screen::Match),
        _ => {}
    }
}

/// The most game time that is played to come to the next decision, in seconds.
const DECISION_SECONDS: f32 = 30.0;

fn pace(keys: Res<ButtonInput<KeyCode>>, panels: Res<Panels>, mut playback: ResMut<Playback>) {
    if pressed(&keys, WatchAction::Pause) {
        playback.paused = !playback.paused;
    }
    if pressed(&keys, WatchAction::Step) {
        playback.paused = true;
        playback.step();
        playback.blend = 1.0;
    }
    if pressed(&keys, WatchAction::StepDecision) {
        playback.paused = true;
        let decided = playback.step_to_decision(panels.selected, DECISION_SECONDS);
        debug!("a decision: {decided}, tick {}", playback.now.tick);
        playback.blend = 1.0;
    }
    let nearest = SPEEDS
        .iter()
        .enumerate()
        .min_by(|(_, a), (_, b)| (*a - playback.speed).abs().total_cmp(&(*b - playback.speed).abs()))
        .map_or(0, |(place, _)| place);
    for (act, place) in [(WatchAction::Slower, nearest.checked_sub(1)), (WatchAction::Faster, Some(nearest + 1))] {
        if pressed(&keys, act)
            && let Some(speed) = place.and_then(|place| SPEEDS.get(place))
        {
            playback.speed = *speed;
        }
    }
}

#[allow(clippy::too_many_arguments, reason = "matches change by keys, by time and by menu")]
fn change_match(
    keys: Res<ButtonInput<KeyCode>>,
    menu: Res<MenuStack>,
    time: Res<Time<Real>>,
    screen: Res<State<Screen>>,
    playback: Res<Playback>,
    mut after: ResMut<NextMatchTimer>,
    mut session: ResMut<MatchSession>,
    mut next: ResMut<NextState<Screen>>,
) {
    let hands = !menu.is_open();
    if hands && pressed(&keys, WatchAction::Restart) {
        next.set(Screen::Loading);
        return;
    }
    if !session.provider.has_next() {
        return;
    }
    let over = *screen.get() == Screen::Result;
    if over && !playback.paused {
        after.left -= time.delta_secs().min(0.5);
    }
    if hands && pressed(&keys, WatchAction::NextMatch) || over && after.left <= 0.0 {
        session.seed = session.seed.wrapping_add(1);
        next.set(Screen::Loading);
    }
}

fn leave(keys: Res<ButtonInput<KeyCode>>, mut exit: EventWriter<AppExit>) {
    if pressed(&keys, WatchAction::Quit) {
        exit.send(AppExit::Success);
    }
}
