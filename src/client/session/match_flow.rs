//! The sequence of matches in a session: loading, playback speed, stepping, restart, and the next match after a result.

use std::sync::Arc;

use bevy::prelude::*;

use super::control::PlayerControl;
use super::game_view::GameViewService;
use super::match_session::MatchSession;
use super::menu_stack::MenuStack;
use super::playback::Playback;
use super::role::{has_player, loaded, watching};
use super::scene_setup::SceneSetup;
use super::screen::Screen;
use crate::client::ClientSystems;
use crate::client::input::watch_keys::{WatchAction, pressed};
use crate::data::play::PlayConfig;

/// How long the result of a watched match is shown before the next match, in real seconds.
const RESULT_SECONDS: f32 = 12.0;
/// How many frames show the loading screen before the window blocks to load.
const LOADING_FRAMES: u32 = 3;

#[derive(Resource, Clone, Copy, Debug)]
pub struct NextMatchTimer {
    /// Real seconds.
    pub left: f32,
}

pub(in crate::client) fn plugin(app: &mut App) {
    app.insert_resource(NextMatchTimer { left: RESULT_SECONDS })
        .add_systems(OnEnter(Screen::Result), |mut after: ResMut<NextMatchTimer>| after.left = RESULT_SECONDS)
        .add_systems(
            Update,
            (control_playback.in_set(PlaybackKeys).run_if(watching), change_match.run_if(not(has_player)))
                .chain()
                .run_if(loaded)
                .in_set(ClientSystems::Input),
        )
        .add_systems(
            Update,
            load.run_if(in_state(Screen::Loading)).in_set(LoadMatchSystems).in_set(ClientSystems::Simulate),
        )
        .add_systems(Update, (play, follow_cast).chain().run_if(loaded).in_set(ClientSystems::Simulate));
}

/// Present if the window was opened with its menus: leaving a match leads to the title screen, not out of the program.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct OpenedFromMenu;

/// Handles the keys that pause, step and change the speed.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PlaybackKeys;

/// Loads a match. Held back while a match is being prepared on another thread.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LoadMatchSystems;

/// Loads a match once the loading screen is visible. The match before it goes first: two of them would take twice the memory.
fn load(
    mut frames: Local<u32>,
    mut commands: Commands,
    session: Res<MatchSession>,
    old: Option<Res<Playback>>,
    mut setup: ResMut<SceneSetup>,
    game: Res<GameViewService>,
    mut next: ResMut<NextState<Screen>>,
    mut speed: ResMut<StartSpeed>,
    mut exit: MessageWriter<AppExit>,
) {
    *frames += 1;
    if let Some(old) = old {
        speed.0 = old.speed;
        commands.remove_resource::<Playback>();
        return;
    }
    if *frames < LOADING_FRAMES {
        return;
    }
    *frames = 0;
    let (mut cast, source) = match session.provider.begin(session.seed) {
        Ok(begun) => begun,
        Err(error) => {
            error!("the match cannot begin: {error}");
            exit.write(AppExit::error());
            return;
        }
    };
    (game.0.dress)(&mut cast, &[]);
    setup.agents = Arc::new(cast);
    commands.insert_resource(Playback::new(source, speed.0));
    next.as_mut().set_if_neq(Screen::Match);
}

/// The playback speed of the next match: that of the match before it, if there was one.
#[derive(Resource, Clone, Copy, Debug)]
pub struct StartSpeed(pub f32);

/// The maximum game time one frame plays in a watched match, in seconds.
const LONGEST_FRAME: f32 = 0.5;

fn play(
    time: Res<Time<Real>>,
    control: Option<Res<PlayerControl>>,
    config: Option<Res<PlayConfig>>,
    mut playback: ResMut<Playback>,
    screen: Res<State<Screen>>,
    mut next: ResMut<NextState<Screen>>,
) {
    // A very long frame (the window was moved, the machine slept) is not made up for.
    let most = control.and(config).map_or(LONGEST_FRAME, |config| config.max_frame_seconds.clamp(0.03, LONGEST_FRAME));
    playback.play(time.delta_secs().min(most));
    match screen.get() {
        Screen::Match if playback.over() => next.as_mut().set_if_neq(Screen::Result),
        // The spectator has gone back to a moment before the end.
        Screen::Result if !playback.over() => next.as_mut().set_if_neq(Screen::Match),
        _ => {}
    }
}

/// Adds the agents that have entered the match.
pub(in crate::client) fn follow_cast(
    playback: Res<Playback>,
    game: Res<GameViewService>,
    mut setup: ResMut<SceneSetup>,
) {
    let mut newcomers = playback.newcomers(&setup.agents);
    if !newcomers.is_empty() {
        (game.0.dress)(&mut newcomers, &setup.agents);
        SceneSetup::admit(&mut setup, newcomers);
    }
}

/// Pauses, steps or changes the speed; other actions do nothing here.
pub(crate) fn control(playback: &mut Playback, action: WatchAction) {
    match action {
        WatchAction::Pause => playback.paused = !playback.paused,
        WatchAction::Step => {
            playback.paused = true;
            playback.step();
            playback.blend = 1.0;
        }
        WatchAction::Slower | WatchAction::Faster => playback.change_speed(action == WatchAction::Faster),
        _ => {}
    }
}

fn control_playback(keys: Res<ButtonInput<KeyCode>>, mut playback: ResMut<Playback>) {
    for action in [WatchAction::Pause, WatchAction::Step, WatchAction::Slower, WatchAction::Faster] {
        if pressed(&keys, action) {
            control(&mut playback, action);
        }
    }
}

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
    let keys_free = !menu.is_open();
    if keys_free && pressed(&keys, WatchAction::Restart) {
        next.as_mut().set_if_neq(Screen::Loading);
        return;
    }
    if !session.provider.has_next() {
        return;
    }
    let over = *screen.get() == Screen::Result;
    if over && !playback.paused {
        after.left -= time.delta_secs().min(0.5);
    }
    if keys_free && pressed(&keys, WatchAction::NextMatch) || over && after.left <= 0.0 {
        session.seed = session.seed.wrapping_add(1);
        next.as_mut().set_if_neq(Screen::Loading);
    }
}
