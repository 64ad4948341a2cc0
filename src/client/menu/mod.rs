//! The menus: title, setting up a match, settings, how to play, credits, pause, and the result with its story.
//!
//! Pages lie on each other in a stack; an open page stops the match. What a page decides it says as an [`Order`], which
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

pub use setup::Wanted;
pub use start::{House, Opening, Order, Preparing, any_seed};
pub use story::{Chapter, story_of};

use super::{
    ClientSystems,
    bindings::Action,
    input::Capture,
    lead::Lead,
    pages::{Menu, Page},
    play::InMatch,
    role::Seat,
    screen::Screen,
    show::Show,
    sound::Hear,
};

/// Something that went wrong, for the title to say.
#[derive(Resource, Clone, Debug, Default)]
pub struct Notice(pub Option<String>);

/// Adds the menus. Needs [`House`] where matches are to be started from them.
pub fn plugin(app: &mut App) {
    app.init_resource::<Menu>()
        .init_resource::<Wanted>()
        .init_resource::<Notice>()
        .add_event::<Order>()
        .add_systems(
            PreUpdate,
            pad::press_keys.after(EguiPreUpdateSet::ProcessInput).before(EguiPreUpdateSet::BeginPass),
        )
        .init_resource::<Seat>()
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
                .in_set(ClientSystems::Words),
        )
        .add_systems(Update, lens::set_camera.in_set(ClientSystems::Look))
        .add_plugins((start::plugin, settings::plugin));
}

/// Escape, or the button of pause: opens the pause menu over a match that is played, and leaves the topmost page.
#[allow(clippy::too_many_arguments, reason = "every device opens and leaves menus")]
fn open_by_key(
    actions: Res<ActionState<Action>>,
    keys: Res<ButtonInput<KeyCode>>,
    pads: Query<&Gamepad>,
    capture: Res<Capture>,
    lead: Option<Res<Lead>>,
    house: Option<Res<House>>,
    screen: Res<State<Screen>>,
    windows: Query<&Window>,
    mut menu: ResMut<Menu>,
    mut orders: EventWriter<Order>,
    mut cues: EventWriter<Hear>,
) {
    if capture.busy() {
        return;
    }
    let pause = actions.just_pressed(&Action::Pause);
    let left_alone = lead.is_some() && windows.iter().all(|window| !window.focused);
    let watched = lead.is_none() && house.is_some() && *screen.get() != Screen::Loading;
    match menu.page() {
        None if lead.is_some() && *screen.get() == Screen::Match && (pause || left_alone) => menu.open(Page::Pause),
        None if watched && keys.just_pressed(KeyCode::Escape) => drop(orders.send(Order::ToTitle)),
        None | Some(Page::Title | Page::Result) => {}
        Some(page) => {
            let cancel = pads.iter().any(|pad| pad.just_pressed(GamepadButton::East));
            if keys.just_pressed(KeyCode::Escape) || cancel || pause && page == Page::Pause {
                menu.back();
                cues.send(Hear::plain("ui_back".into()));
            }
        }
    }
}

/// The result comes up when the match is over, or over for the person who plays.
fn show_result(
    mut shown: Local<Option<u32>>,
    mut since: Local<f32>,
    time: Res<Time<Real>>,
    seat: Res<Seat>,
    lead: Option<Res<Lead>>,
    show: Option<Res<Show>>,
    screen: Res<State<Screen>>,
    mut menu: ResMut<Menu>,
) {
    let (Some(seated), Some(show)) = (&seat.0, show) else { return };
    if *screen.get() == Screen::Loading {
        return;
    }
    let link = seated.link();
    let gone = show.now.agents.get(usize::from(link.agent.0)).is_some_and(|person| person.gone.is_some());
    // Who watches the rest is told at its end.
    if lead.is_none() && !show.over() {
        *since = 0.0;
        return;
    }
    if !gone && !show.over() {
        *shown = None;
        *since = 0.0;
        return;
    }
    // What happened is seen before it is told.
    *since += time.delta_secs();
    let matches = link.matches * 2 + u32::from(show.over());
    if *since > RESULT_AFTER && *shown != Some(matches) && !menu.is_open() {
        *shown = Some(matches);
        menu.only(Page::Result);
    }
}

/// Notes which page is about to be drawn, and keeps chosen what was.
fn begin(mut contexts: EguiContexts, mut menu: ResMut<Menu>) {
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
fn tell_page(mut told: Local<Option<Page>>, menu: Res<Menu>) {
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
    mut menu: ResMut<Menu>,
    show: Option<ResMut<Show>>,
    lead: Option<Res<Lead>>,
    capture: Res<Capture>,
    mut cues: EventWriter<Hear>,
) {
    let Some(context) = contexts.try_ctx_mut() else { return };
    if menu.is_open() {
        walk::walk(context, !capture.busy());
        let focus = context.memory(|memory| memory.focused());
        if focus.is_some() && menu.focus.is_some() && focus != menu.focus {
            cues.send(Hear::plain("ui_move".into()));
        }
        menu.focus = focus;
        if menu.begun == menu.page() {
            menu.fresh = false;
        }
    } else if menu.focus.take().is_some() {
        context.memory_mut(|memory| memory.stop_text_input());
    }
    let wants_still = menu.is_open() && menu.page() != Some(Page::Title);
    if let (Some(mut show), Some(_)) = (show, lead)
        && show.paused != wants_still
        && menu.page() != Some(Page::Result)
    {
        show.paused = wants_still;
    }
}
