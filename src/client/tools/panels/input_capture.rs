//! Keeps input meant for a panel from the cameras and from the key bindings of a spectator.

use bevy::input::mouse::{AccumulatedMouseMotion, AccumulatedMouseScroll};
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use bevy_egui::egui::{Context, Event, Key, Order, pos2};
use bevy_egui::{EguiInput, EguiPreUpdateSet};

use super::registry::Panels;
use crate::client::session::watching;
use crate::client::ui::{Gui, free_area};

/// Whether a mouse button went down outside the panels and is still held; the camera keeps such a drag to its end.
#[derive(Resource, Clone, Copy, Debug, Default)]
struct CameraDrag(bool);

/// Whether a text field has keyboard focus or a list is open when the events of a frame arrive. The Escape key takes the focus away
/// before anybody else can ask.
#[derive(Resource, Clone, Copy, Debug, Default)]
struct FieldFocus(bool);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<CameraDrag>()
        .init_resource::<FieldFocus>()
        .add_systems(
            PreUpdate,
            (note_focus, release_tab_key)
                .chain()
                .after(EguiPreUpdateSet::ProcessInput)
                .before(EguiPreUpdateSet::BeginPass)
                .run_if(watching),
        )
        .add_systems(
            PreUpdate,
            (capture_pointer, capture_keyboard).chain().after(EguiPreUpdateSet::BeginPass).run_if(watching),
        );
}

fn note_focus(mut gui: Gui, mut focus: ResMut<FieldFocus>) {
    let open = |context: &mut Context| context.egui_wants_keyboard_input() || context.any_popup_open();
    focus.0 = gui.context().is_some_and(open);
}

/// Takes the Tab key from egui unless a panel has keyboard focus: it selects the next agent.
fn release_tab_key(mut gui: Gui, mut inputs: Query<&mut EguiInput>) {
    let Some(context) = gui.context() else { return };
    if context.egui_wants_keyboard_input() {
        return;
    }
    for mut input in &mut inputs {
        input.events.retain(|event| !matches!(event, Event::Key { key: Key::Tab, .. }));
    }
}

fn capture_pointer(
    mut gui: Gui,
    panels: Res<Panels>,
    windows: Query<&Window, With<PrimaryWindow>>,
    mut drag: ResMut<CameraDrag>,
    mut buttons: ResMut<ButtonInput<MouseButton>>,
    mut scroll: ResMut<AccumulatedMouseScroll>,
    mut motion: ResMut<AccumulatedMouseMotion>,
) {
    let (Some(context), Ok(window)) = (gui.context(), windows.single()) else { return };
    let over = window.cursor_position().is_some_and(|cursor| {
        let at = pos2(cursor.x, cursor.y);
        !free_area(context).contains(at)
            || context.layer_id_at(at).is_some_and(|layer| layer.order != Order::Background)
    });
    let over = panels.any_panel_open() && (over || context.egui_is_using_pointer());
    if buttons.get_pressed().next().is_none() && buttons.get_just_released().next().is_none() {
        drag.0 = false;
    }
    if !over && buttons.get_just_pressed().next().is_some() {
        drag.0 = true;
    }
    if over && !drag.0 {
        buttons.reset_all();
        scroll.delta = Vec2::ZERO;
        motion.delta = Vec2::ZERO;
    }
}

fn capture_keyboard(mut gui: Gui, panels: Res<Panels>, focus: Res<FieldFocus>, mut keys: ResMut<ButtonInput<KeyCode>>) {
    let Some(context) = gui.context().filter(|_| panels.any_panel_open()) else { return };
    if context.egui_wants_keyboard_input() {
        keys.reset_all();
    } else if focus.0 {
        // The key leaves the field; the panel stays open.
        keys.reset(KeyCode::Escape);
    }
}
