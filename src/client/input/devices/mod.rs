//! Keyboard, mouse and gamepad as player actions, by the key bindings of the settings.
//!
//! The code that reads an action decides what it does.

mod rebind;

use bevy::{prelude::*, window::WindowFocused};
use leafwing_input_manager::{plugin::InputManagerSystem, prelude::*};

pub use rebind::RebindState;

use super::{
    bindings::{Binding, Device, PlayerAction},
    settings::Settings,
};

/// Adds the actions. Needs [`Settings`].
pub fn plugin(app: &mut App) {
    app.add_plugins(InputManagerPlugin::<PlayerAction>::default())
        .init_resource::<ActionState<PlayerAction>>()
        .init_resource::<InputMap<PlayerAction>>()
        .init_resource::<LastDevice>()
        .init_resource::<RebindState>()
        .add_systems(PreUpdate, (rebind::take_pressed, detect_device).chain().after(bevy::input::InputSystem))
        .add_systems(
            PreUpdate,
            release_all_buttons
                .after(bevy::input::InputSystem)
                .before(InputManagerSystem::Unify)
                .run_if(on_event::<WindowFocused>),
        )
        .add_systems(PreUpdate, count_short_presses.in_set(InputManagerSystem::ManualControl))
        .add_systems(Update, apply_bindings.run_if(resource_exists_and_changed::<Settings>));
}

/// The device used last, so that prompts name its buttons.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LastDevice(pub Device);

fn apply_bindings(settings: Res<Settings>, mut map: ResMut<InputMap<PlayerAction>>) {
    let wanted = settings.bindings.input_map();
    if *map != wanted {
        *map = wanted;
    }
}

/// A window without the keyboard hears no key being released, so all are released when it loses the focus.
fn release_all_buttons(
    mut changes: EventReader<WindowFocused>,
    mut keys: ResMut<ButtonInput<KeyCode>>,
    mut buttons: ResMut<ButtonInput<MouseButton>>,
) {
    if changes.read().any(|change| !change.focused) {
        keys.release_all();
        buttons.release_all();
    }
}

/// Counts a button that was pressed and released within one frame, so that a slow machine loses no press.
fn count_short_presses(
    settings: Res<Settings>,
    keys: Res<ButtonInput<KeyCode>>,
    buttons: Res<ButtonInput<MouseButton>>,
    mut actions: ResMut<ActionState<PlayerAction>>,
) {
    for action in PlayerAction::BUTTONS {
        let tapped = settings.bindings.get(action).iter().any(|binding| match binding {
            Binding::Key(key) => keys.just_pressed(*key),
            Binding::Mouse(button) => buttons.just_pressed(*button),
            Binding::Gamepad(_) => false,
        });
        if tapped && !actions.pressed(&action) {
            actions.press(&action);
        }
    }
}

/// The stick deflection that counts as use, 0 to 1.
const STICK_USED: f32 = 0.4;

fn detect_device(
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
    let used = if desk { Device::KeyboardMouse } else { Device::Gamepad };
    if (desk || pad) && last.0 != used {
        last.0 = used;
    }
}

#[cfg(test)]
mod tests {
    use bevy::{
        input::{
            InputPlugin,
            gamepad::{
                GamepadConnection, GamepadConnectionEvent, RawGamepadAxisChangedEvent, RawGamepadButtonChangedEvent,
                RawGamepadEvent,
            },
            keyboard::{Key, KeyboardInput},
            mouse::MouseButtonInput,
        },
        time::TimePlugin,
    };

    use super::*;

    fn app() -> App {
        let mut app = App::new();
        app.add_plugins((TimePlugin, InputPlugin))
            .add_event::<WindowFocused>()
            .init_resource::<Settings>()
            .add_plugins(plugin);
        app.update();
        app
    }

    fn pressed(app: &App, action: PlayerAction) -> bool {
        app.world().resource::<ActionState<PlayerAction>>().pressed(&action)
    }

    fn press(app: &mut App, key_code: KeyCode) {
        app.world_mut().send_event(KeyboardInput {
            key_code,
            logical_key: Key::Dead(None),
            state: bevy::input::ButtonState::Pressed,
            repeat: false,
            window: Entity::PLACEHOLDER,
        });
    }

    #[test]
    fn a_gamepad_may_come_later_and_go_while_its_buttons_are_held() {
        let mut app = app();
        press(&mut app, KeyCode::KeyW);
        app.update();
        assert!(
            pressed(&app, PlayerAction::Forward) && app.world().resource::<LastDevice>().0 == Device::KeyboardMouse
        );

        let pad = app.world_mut().spawn_empty().id();
        let plugged = GamepadConnection::Connected { name: "pad".into(), vendor_id: None, product_id: None };
        app.world_mut().send_event(GamepadConnectionEvent::new(pad, plugged));
        app.update();
        let button = RawGamepadButtonChangedEvent::new(pad, GamepadButton::West, 1.0);
        let stick = RawGamepadAxisChangedEvent::new(pad, GamepadAxis::LeftStickY, 1.0);
        app.world_mut().send_event(RawGamepadEvent::Button(button));
        app.world_mut().send_event(RawGamepadEvent::Axis(stick));
        app.update();
        app.update();
        assert!(pressed(&app, PlayerAction::Interact));
        let going = app.world().resource::<ActionState<PlayerAction>>().clamped_axis_pair(&PlayerAction::StickMove);
        assert!(going.y > 0.9, "{going}");
        assert_eq!(app.world().resource::<LastDevice>().0, Device::Gamepad, "prompts name the pad's buttons");

        let pulled = GamepadConnectionEvent::new(pad, GamepadConnection::Disconnected);
        app.world_mut().send_event(pulled);
        app.update();
        app.update();
        assert!(!pressed(&app, PlayerAction::Interact), "a pad that is pulled lets go");
        assert_eq!(
            app.world().resource::<ActionState<PlayerAction>>().clamped_axis_pair(&PlayerAction::StickMove),
            Vec2::ZERO
        );
    }

    #[test]
    fn a_window_that_is_left_lets_go_of_everything() {
        let mut app = app();
        press(&mut app, KeyCode::KeyW);
        app.world_mut().send_event(MouseButtonInput {
            button: MouseButton::Left,
            state: bevy::input::ButtonState::Pressed,
            window: Entity::PLACEHOLDER,
        });
        app.update();
        assert!(pressed(&app, PlayerAction::Forward) && pressed(&app, PlayerAction::Strike));
        app.world_mut().send_event(WindowFocused { window: Entity::PLACEHOLDER, focused: false });
        app.update();
        assert!(!pressed(&app, PlayerAction::Forward) && !pressed(&app, PlayerAction::Strike));
        app.update();
        assert!(!pressed(&app, PlayerAction::Forward));
    }
}
