//! The menus: title, match setup, settings, how to play, credits, pause, the question before leaving, and the result.
//!
//! Pages form a stack. A page reports a decision as a [`MenuCommand`], which [`launch`] carries out. Every page works with the mouse,
//! the keyboard and a gamepad.

mod brains;
mod camera_settings;
mod escape;
mod frame;
mod gamepad;
mod guide;
mod key_order;
mod launch;
mod mods;
mod navigation;
mod pause;
mod result;
mod settings;
mod setup;
mod story;
mod title;
mod widgets;

use self::frame::{MenuAction, MenuUi, PageLayout, logo, scroll_by_arrow_keys};
use self::widgets::{
    add_focus_target, button, button_column, button_row, choice, heading, note, paragraph, row, slider, small_button,
    switch,
};

use crate::client::ClientSystems;
use crate::client::input::bindings::PlayerAction;
use crate::client::input::watch_keys::{WatchAction, pressed};
use crate::client::play::PlayerInputSystems;
use crate::client::session::{
    GameContent, GameViewService, GameViews, LeaveTarget, MatchSelection, MenuPage, MenuStack, OpenedFromMenu,
    Playback, PlayerControl, PlayerSlot, Screen,
};
use crate::client::tools::panels::Panels;
use crate::client::tools::timeline::{RecordingTarget, Timeline, has_unsaved_recording};
use crate::client::ui::Gui;
use bevy::prelude::*;
use bevy_egui::EguiPreUpdateSet;
use leafwing_input_manager::prelude::ActionState;

pub use launch::{MenuCommand, prepare, random_seed};

use self::escape::{EscapeAction, EscapeContext, escape_action};

/// An error for the title screen to show.
#[derive(Resource, Clone, Debug, Default)]
pub struct MenuNotice(pub Option<String>);

/// Adds the menus. Matches can be started from them if there is a
/// [`GameContent`](super::session::content::GameContent). Needs a [`GameViewService`].
pub fn plugin(app: &mut App) {
    let library = app.world().get_resource::<GameContent>().map(|content| &*content.library);
    let selection = app.world().get_resource::<GameViewService>().map(|view| MatchSelection::of(view.0, library));
    if let Some(selection) = selection {
        app.insert_resource(selection);
    }
    app.init_resource::<MenuStack>()
        .init_resource::<GameViews>()
        .init_resource::<MenuNotice>()
        .init_resource::<PlayerSlot>()
        .add_message::<MenuCommand>()
        .add_systems(
            PreUpdate,
            (gamepad::press_keys, key_order::one_step_per_frame)
                .chain()
                .after(EguiPreUpdateSet::ProcessInput)
                .before(EguiPreUpdateSet::BeginPass),
        )
        .add_systems(
            Update,
            (pause_when_unfocused, escape, show_result).chain().in_set(ClientSystems::Input).after(PlayerInputSystems),
        )
        .add_systems(
            Update,
            (
                title::draw,
                setup::draw,
                settings::draw,
                guide::draw,
                pause::draw,
                pause::draw_leave,
                result::draw,
                release_focus,
                pause_match,
                log_page,
            )
                .chain()
                .in_set(ClientSystems::Ui),
        )
        .add_systems(Update, camera_settings::apply.in_set(ClientSystems::Camera))
        .add_plugins((launch::plugin, mods::plugin, settings::plugin));
}

/// Pauses a match that is played when its window loses the keyboard.
fn pause_when_unfocused(
    control: Option<Res<PlayerControl>>,
    screen: Res<State<Screen>>,
    windows: Query<&Window>,
    mut menu: ResMut<MenuStack>,
) {
    let unfocused = windows.iter().all(|window| !window.focused);
    if control.is_some() && unfocused && !menu.is_open() && *screen.get() == Screen::Match {
        menu.open(MenuPage::Pause);
    }
}

/// Escape, the pause button, and the gamepad's cancel button.
fn escape(
    actions: Single<&ActionState<PlayerAction>>,
    keys: Res<ButtonInput<KeyCode>>,
    pads: Query<&Gamepad>,
    control: Option<Res<PlayerControl>>,
    from_menu: Option<Res<OpenedFromMenu>>,
    screen: Res<State<Screen>>,
    playback: Option<Res<Playback>>,
    (timeline, target): (Res<Timeline>, Option<Res<RecordingTarget>>),
    mut panels: ResMut<Panels>,
    mut ui: MenuUi,
) {
    if ui.rebind.busy() {
        return;
    }
    let page = ui.page();
    let playing = control.is_some();
    let escape = pressed(&keys, WatchAction::Leave);
    let pause =
        actions.just_pressed(&PlayerAction::Pause) && (playing && page.is_none() || page == Some(MenuPage::Pause));
    let cancel = page.is_some() && pads.iter().any(|pad| pad.just_pressed(GamepadButton::East));
    if !escape && !pause && !cancel {
        return;
    }
    let context = EscapeContext {
        page,
        screen: *screen.get(),
        playing,
        panel_open: panels.any_panel_open(),
        target: if from_menu.is_some() { LeaveTarget::MainMenu } else { LeaveTarget::Quit },
    };
    match escape_action(context) {
        None => {}
        Some(EscapeAction::ClosePanel) => panels.close_top(),
        Some(EscapeAction::Menu(action)) => {
            if action == MenuAction::Back {
                ui.sound("ui_back");
            }
            ui.carry_out(
                action,
                playback.is_some_and(|playback| has_unsaved_recording(&playback, &timeline, target.is_some())),
            );
        }
    }
}

/// Opens the result when the match is over, or over for the player.
fn show_result(
    mut shown: Local<Option<u32>>,
    mut since: Local<f32>,
    time: Res<Time<Real>>,
    slot: Res<PlayerSlot>,
    control: Option<Res<PlayerControl>>,
    playback: Option<Res<Playback>>,
    screen: Res<State<Screen>>,
    game: Res<GameViewService>,
    mut menu: ResMut<MenuStack>,
) {
    let (Some(player), Some(playback)) = (&slot.0, playback) else { return };
    if *screen.get() == Screen::Loading {
        return;
    }
    let state = player.state();
    let gone = playback.agent(state.agent).is_some_and(|person| person.gone.is_some());
    let gone = gone && !(game.0.player_returns)(&playback.now, state.agent);
    // A player who watches the rest gets the result at its end.
    if control.is_none() && !playback.over() {
        *since = 0.0;
        return;
    }
    if !gone && !playback.over() {
        *shown = None;
        *since = 0.0;
        return;
    }
    // The player sees the last moments before the page covers them.
    *since += time.delta_secs();
    let matches = state.match_number * 2 + u32::from(playback.over());
    if *since > RESULT_AFTER && *shown != Some(matches) && !menu.is_open() {
        *shown = Some(matches);
        menu.reset_to(MenuPage::Result);
    }
}

/// How long after the end the result opens, in real seconds.
const RESULT_AFTER: f32 = 2.6;

/// Gives the keyboard back to the match when the last page has closed.
fn release_focus(mut gui: Gui, mut menu: ResMut<MenuStack>) {
    if !menu.is_open()
        && menu.focus.is_some()
        && let Some(context) = gui.context()
    {
        menu.focus = None;
        context.memory_mut(|memory| memory.stop_text_input());
    }
}

/// Holds a match while a page is open over it: one that is played under every page, one that is watched under the question before it
/// is left. The title and the result lie over matches that go on.
fn pause_match(
    mut paused_before: Local<Option<bool>>,
    menu: Res<MenuStack>,
    control: Option<Res<PlayerControl>>,
    playback: Option<ResMut<Playback>>,
) {
    let Some(mut playback) = playback else { return };
    let page = menu.page();
    if control.is_some() {
        let wanted = page.is_some_and(|page| page != MenuPage::Title);
        if playback.paused != wanted && page != Some(MenuPage::Result) {
            playback.paused = wanted;
        }
        return;
    }
    if matches!(page, Some(MenuPage::Leave(_))) {
        if paused_before.is_none() {
            *paused_before = Some(std::mem::replace(&mut playback.paused, true));
        }
    } else if let Some(paused) = paused_before.take() {
        playback.paused = paused;
    }
}

fn log_page(mut logged: Local<Option<MenuPage>>, menu: Res<MenuStack>) {
    let page = menu.page();
    if *logged != page {
        *logged = page;
        info!("page: {}", page.map_or_else(|| "none".to_owned(), |page| format!("{page:?}")));
    }
}
