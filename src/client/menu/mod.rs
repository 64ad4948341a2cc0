//! The menus: title, setting up a match, settings, how to play, credits, pause, and the result with its story.
//!
//! Pages lie on each other in a stack; an open page stops the match. What a page decides it says as an [`MenuCommand`], which
//! `start` carries out. Works by mouse, by keys and by gamepad alike.

mod downfall;
mod guide;
mod lens;
mod look;
mod pad;
mod pause;
mod result;
mod settings;
mod setup;
mod start;
mod story;
mod title;
mod walk;
mod widgets;

use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPreUpdateSet};
use leafwing_input_manager::prelude::ActionState;

pub use setup::MatchSelection;
pub use start::{GameContent, MatchPreparation, MenuCommand, PreparedMatch, random_seed};
pub use story::{StoryEntry, story_of};

use super::{
    ClientSystems,
    bindings::PlayerAction,
    input::RebindState,
    lead::PlayerControl,
    pages::{MenuPage, MenuStack},
    play::InMatch,
    playback::Playback,
    role::PlayerSlot,
    screen::Screen,
    sound::PlayCue,
};

/// Something that went wrong, for the title to say.
#[derive(Resource, Clone, Debug, Default)]
pub struct MenuNotice(pub Option<String>);

/// Adds the menus. Needs [`GameContent`] where matches are to be started from them.
pub fn plugin(app: &mut App) {
    app.init_resource::<MenuStack>()
        .init_resource::<MatchSelection>()
        .init_resource::<MenuNotice>()
        .add_event::<MenuCommand>()
        .add_systems(
            PreUpdate,
            pad::press_keys.after(EguiPreUpdateSet::ProcessInput).before(EguiPreUpdateSet::BeginPass),
        )
        .init_resource::<PlayerSlot>()
        .add_systems(Update, (open_by_key, show_result).chain().in_set(ClientSystems::Input).after(InMatch))
        .add_systems(
            Update,
            (
                begin,
                title::draw,
                setup::draw,
                settings::draw,
                guide::draw,
                pause::draw,
                result::draw,
                finish,
                tell_page,
            )
                .chain()
                .in_set(ClientSystems::Ui),
        )
        .add_systems(Update, lens::set_camera.in_set(ClientSystems::Camera))
        .add_plugins((start::plugin, settings::plugin));
}

/// Escape, or the button of pause: opens the pause menu over a match that is played, and leaves the topmost page.
#[allow(clippy::too_many_arguments, reason = "every device opens and leaves menus")]
fn open_by_key(
    actions: Res<ActionState<PlayerAction>>,
    keys: Res<ButtonInput<KeyCode>>,
    pads: Query<&Gamepad>,
    capture: Res<RebindState>,
    lead: Option<Res<PlayerControl>>,
    content: Option<Res<GameContent>>,
    screen: Res<State<Screen>>,
    windows: Query<&Window>,
    mut menu: ResMut<MenuStack>,
    mut orders: EventWriter<MenuCommand>,
    mut cues: EventWriter<PlayCue>,
) {
    if capture.busy() {
        return;
    }
    let pause = actions.just_pressed(&PlayerAction::Pause);
    let left_alone = lead.is_some() && windows.iter().all(|window| !window.focused);
    let watched = lead.is_none() && content.is_some() && *screen.get() != Screen::Loading;
    match menu.page() {
        None if lead.is_some() && *screen.get() == Screen::Match && (pause || left_alone) => menu.open(MenuPage::Pause),
        None if watched && keys.just_pressed(KeyCode::Escape) => drop(orders.send(MenuCommand::ToTitle)),
        None | Some(MenuPage::Title | MenuPage::Result) => {}
        Some(page) => {
            let cancel = pads.iter().any(|pad| pad.just_pressed(GamepadButton::East));
            if keys.just_pressed(KeyCode::Escape) || cancel || pause && page == MenuPage::Pause {
                menu.back();
                cues.send(PlayCue::plain("ui_back".into()));
            }
        }
    }
}

/// The result comes up when the match is over, or over for the person who plays.
fn show_result(
    mut shown: Local<Option<u32>>,
    mut since: Local<f32>,
    time: Res<Time<Real>>,
    seat: Res<PlayerSlot>,
    lead: Option<Res<PlayerControl>>,
    playback: Option<Res<Playback>>,
    screen: Res<State<Screen>>,
    mut menu: ResMut<MenuStack>,
) {
    let (Some(seated), Some(playback)) = (&seat.0, playback) else { return };
    if *screen.get() == Screen::Loading {
        return;
    }
    let link = seated.link();
    let gone = playback.now.agents.get(usize::from(link.agent.0)).is_some_and(|person| person.gone.is_some());
    // Who watches the rest is told at its end.
    if lead.is_none() && !playback.over() {
        *since = 0.0;
        return;
    }
    if !gone && !playback.over() {
        *shown = None;
        *since = 0.0;
        return;
    }
    // What happened is seen before it is told.
    *since += time.delta_secs();
    let matches = link.matches * 2 + u32::from(playback.over());
    if *since > RESULT_AFTER && *shown != Some(matches) && !menu.is_open() {
        *shown = Some(matches);
        menu.only(MenuPage::Result);
    }
}

/// Notes which page is about to be drawn, and keeps chosen what was.
fn begin(mut contexts: EguiContexts, mut menu: ResMut<MenuStack>) {
    if let Some(context) = contexts.try_ctx_mut()
        && menu.is_open()
    {
        walk::stay(context);
    }
    let page = menu.page();
    if menu.begun != page {
        menu.begun = page;
    }
}

/// Tells the log which page is open.
fn tell_page(mut told: Local<Option<MenuPage>>, menu: Res<MenuStack>) {
    let page = menu.page();
    if *told != page {
        *told = page;
        info!("page: {}", page.map_or_else(|| "none".to_owned(), |page| format!("{page:?}")));
    }
}

/// How long after the end the result comes up, in real seconds.
const RESULT_AFTER: f32 = 2.6;

/// Chooses the first button of a page that has come up, and sounds what is chosen.
fn finish(
    mut contexts: EguiContexts,
    mut menu: ResMut<MenuStack>,
    playback: Option<ResMut<Playback>>,
    lead: Option<Res<PlayerControl>>,
    capture: Res<RebindState>,
    mut cues: EventWriter<PlayCue>,
) {
    let Some(context) = contexts.try_ctx_mut() else { return };
    if menu.is_open() {
        walk::walk(context, !capture.busy());
        let focus = context.memory(|memory| memory.focused());
        if focus.is_some() && menu.focus.is_some() && focus != menu.focus {
            cues.send(PlayCue::plain("ui_move".into()));
        }
        menu.focus = focus;
        if menu.begun == menu.page() {
            menu.fresh = false;
        }
    } else if menu.focus.take().is_some() {
        context.memory_mut(|memory| memory.stop_text_input());
    }
    let wants_still = menu.is_open() && menu.page() != Some(MenuPage::Title);
    if let (Some(mut playback), Some(_)) = (playback, lead)
        && playback.paused != wants_still
        && menu.page() != Some(MenuPage::Result)
    {
        playback.paused = wants_still;
    }
}
