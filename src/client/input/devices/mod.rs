//! Keyboard, mouse and gamepad as player actions, by the key bindings of the settings.
//!
//! The code that reads an action decides what it does.

mod rebind;

use bevy::{prelude::*, window::WindowFocused};
use leafwing_input_manager::{plugin::InputManagerSystem, prelude::*};

pub use rebind::RebindState;

use super::bindings::{Binding, Device, PlayerAction};
use super::settings::Settings;

/// Adds the actions. Needs [`Settings`].
pub fn plugin(app: &mut App) {
    app.add_plugins(InputManagerPlugin::<PlayerAction>::default())
        .init_resource::<LastDevice>()
        .init_resource::<RebindState>()
        .add_systems(PreUpdate, (rebind::take_pressed, detect_device).chain().after(bevy::input::InputSystems))
        .add_systems(
            PreUpdate,
            release_all_buttons
                .after(bevy::input::InputSystems)
                .before(InputManagerSystem::Unify)
                .run_if(on_message::<WindowFocused>),
        )
        .add_systems(PreUpdate, count_short_presses.in_set(InputManagerSystem::ManualControl))
        .add_systems(Update, apply_bindings.run_if(resource_exists_and_changed::<Settings>));
    let map = app.world().get_resource::<Settings>().map_or_else(InputMap::default, |known| known.bindings.input_map());
    app.world_mut().spawn((Name::new("player actions"), map, ActionState::<PlayerAction>::default()));
}

/// The device used last, so that prompts name its buttons.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LastDevice(pub Device);

fn apply_bindings(settings: Res<Settings>, mut map: Single<&mut InputMap<PlayerAction>>) {
    let wanted = settings.bindings.input_map();
    if **map != wanted {
        **map = wanted;
    }
}

/// A window without the keyboard hears no key being released, so all are released when it loses the focus.
fn release_all_buttons(
    mut changes: MessageReader<WindowFocused>,
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
    mut actions: Single<&mut ActionState<PlayerAction>>,
) {
    for action in PlayerAction::with_buttons() {
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
    use bevy::input::InputPlugin;
    use bevy::input::gamepad::{
        GamepadConnection, GamepadConnectionEvent, RawGamepadAxisChangedEvent, RawGamepadButtonChangedEvent,
        RawGamepadEvent,
    };
    use bevy::input::keyboard::{Key, KeyboardInput};
    use bevy::input::mouse::MouseButtonInput;
    use bevy::time::TimePlugin;

    use super::*;

    fn app() -> App {
        let mut app = App::new();
        app.add_plugins((TimePlugin, InputPlugin))
            .add_message::<WindowFocused>()
            .init_resource::<Settings>()
            .add_plugins(plugin);
        app.update();
        app
    }

    fn actions(app: &mut App) -> ActionState<PlayerAction> {
        let mut states = app.world_mut().query::<&ActionState<PlayerAction>>();
        states.single(app.world()).unwrap().clone()
    }

    fn pressed(app: &mut App, action: PlayerAction) -> bool {
        actions(app).pressed(&action)
    }

    fn press(app: &mut App, key_code: KeyCode) {
        app.world_mut().write_message(KeyboardInput {
            key_code,
            logical_key: Key::Dead(None),
            text: None,
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
            pressed(&mut app, PlayerAction::Forward) && app.world().resource::<LastDevice>().0 == Device::KeyboardMouse
        );

        let pad = app.world_mut().spawn_empty().id();
        let plugged = GamepadConnection::Connected { name: "pad".into(), vendor_id: None, product_id: None };
        app.world_mut().write_message(GamepadConnectionEvent::new(pad, plugged));
        app.update();
        let button = RawGamepadButtonChangedEvent::new(pad, GamepadButton::West, 1.0);
        let stick = RawGamepadAxisChangedEvent::new(pad, GamepadAxis::LeftStickY, 1.0);
        app.world_mut().write_message(RawGamepadEvent::Button(button));
        app.world_mut().write_message(RawGamepadEvent::Axis(stick));
        app.update();
        app.update();
        assert!(pressed(&mut app, PlayerAction::Interact));
        let going = actions(&mut app).clamped_axis_pair(&PlayerAction::StickMove);
        assert!(going.y > 0.9, "{going}");
        assert_eq!(app.world().resource::<LastDevice>().0, Device::Gamepad, "prompts name the pad's buttons");

        let pulled = GamepadConnectionEvent::new(pad, GamepadConnection::Disconnected);
        app.world_mut().write_message(pulled);
        app.update();
        app.update();
        assert!(!pressed(&mut app, PlayerAction::Interact), "a pad that is pulled lets go");
        assert_eq!(actions(&mut app).clamped_axis_pair(&PlayerAction::StickMove), Vec2::ZERO);
    }

    #[test]
    fn a_window_that_is_left_lets_go_of_everything() {
        let mut app = app();
        press(&mut app, KeyCode::KeyW);
        app.world_mut().write_message(MouseButtonInput {
            button: MouseButton::Left,
            state: bevy::input::ButtonState::Pressed,
            window: Entity::PLACEHOLDER,
        });
        app.update();
        assert!(pressed(&mut app, PlayerAction::Forward) && pressed(&mut app, PlayerAction::Strike));
        app.world_mut().write_message(WindowFocused { window: Entity::PLACEHOLDER, focused: false });
        app.update();
        assert!(!pressed(&mut app, PlayerAction::Forward) && !pressed(&mut app, PlayerAction::Strike));
        app.update();
        assert!(!pressed(&mut app, PlayerAction::Forward));
    }
}
