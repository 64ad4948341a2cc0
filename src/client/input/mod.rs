//! What a person presses, as actions: one table of bindings for keyboard, mouse and gamepad.
//!
//! Knows which button means which action; what an action does is said where it is done.

mod action;
mod bindings;
mod capture;
mod words;

use bevy::prelude::*;
use leafwing_input_manager::{plugin::InputManagerSystem, prelude::*};

pub use action::Action;
pub use bindings::{Binding, Bindings, Device};
pub use capture::Capture;
pub use words::binding_name;

use super::settings::Settings;

/// Adds the actions. Needs [`Settings`].
pub fn plugin(app: &mut App) {
    app.add_plugins(InputManagerPlugin::<Action>::default())
        .init_resource::<ActionState<Action>>()
        .init_resource::<InputMap<Action>>()
        .init_resource::<LastDevice>()
        .init_resource::<Capture>()
        .add_systems(PreUpdate, (capture::take_pressed, notice_device).chain().after(bevy::input::InputSystem))
        .add_systems(PreUpdate, keep_taps.in_set(InputManagerSystem::ManualControl))
        .add_systems(Update, follow_settings.run_if(resource_exists_and_changed::<Settings>));
}

/// The device last used, so that prompts name its buttons.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LastDevice(pub Device);

fn follow_settings(settings: Res<Settings>, mut map: ResMut<InputMap<Action>>) {
    let wanted = settings.bindings.input_map();
    if *map != wanted {
        *map = wanted;
    }
}

/// A button pressed and let go within one frame counts as pressed in it: on a slow machine no press is lost.
fn keep_taps(
    settings: Res<Settings>,
    keys: Res<ButtonInput<KeyCode>>,
    buttons: Res<ButtonInput<MouseButton>>,
    mut actions: ResMut<ActionState<Action>>,
) {
    for action in Action::BUTTONS {
        let tapped = settings.bindings.of(action).iter().any(|binding| match binding {
            Binding::Key(key) => keys.just_pressed(*key),
            Binding::Mouse(button) => buttons.just_pressed(*button),
            Binding::Pad(_) => false,
        });
        if tapped && !actions.pressed(&action) {
            actions.press(&action);
        }
    }
}

/// How far a stick must be pushed to count as used, 0 to 1.
const STICK_USED: f32 = 0.4;

fn notice_device(
    keys: Res<ButtonInput<KeyCode>>,
    buttons: Res<ButtonInput<MouseButton>>,
    pads: Query<&Gamepad>,
    mut last: ResMut<LastDevice>,
) {
    let desk = keys.get_just_pressed().next().is_some() || buttons.get_just_pressed().next().is_some();
    let pad = pads.iter().any(|pad| {
        pad.get_just_pressed().next().is_some()
            || pad.left_stick().length() > STICK_USED
            || pad.right_stick().length() > STICK_USED
    });
    let used = if desk { Device::Desk } else { Device::Pad };
    if (desk || pad) && last.0 != used {
        last.0 = used;
    }
}
