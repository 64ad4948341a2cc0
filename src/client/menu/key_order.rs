//! Keys in the order in which they were pressed, also where a frame takes a second and several arrive with it.
//!
//! A page is drawn with the focus of the frame before, and moves it afterwards: with an arrow key and Return in one frame, Return would
//! press the entry from which the arrow leads away. So a page gets one step per frame, and what follows waits for the next.

use bevy::prelude::*;
use bevy_egui::{
    EguiInput,
    egui::{Event, Key},
};

use crate::client::session::MenuStack;

/// What a key does to a page. Several presses of a kind that moves make one step, as do those of a held Return; else each confirmation is a step of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MenuStep {
    /// Moves the focus by a row.
    Row,
    /// Moves the focus within a row, or changes a value.
    Value,
    /// Presses the focused widget.
    Confirm,
}

/// Leaves a page the events of one step, and hands it the rest in the following frames.
pub(super) fn one_step_per_frame(
    menu: Res<MenuStack>,
    mut waiting: Local<Vec<Event>>,
    input: Option<Single<&mut EguiInput>>,
) {
    let Some(mut input) = input else { return };
    if menu.is_open() {
        take_step(&mut input.events, &mut waiting);
    } else if !waiting.is_empty() {
        input.events.splice(0..0, waiting.drain(..));
    }
}

/// Puts what has waited before the new events, and takes away again what follows the first step.
fn take_step(events: &mut Vec<Event>, waiting: &mut Vec<Event>) {
    events.splice(0..0, waiting.drain(..));
    let (mut first, mut released) = (None, false);
    let begins_another = |event: &Event| match (first, step_of(event)) {
        (_, None) => {
            released |= is_release(event);
            false
        }
        (None, step) => {
            first = step;
            false
        }
        // A key that is held repeats itself: it has been pressed once.
        (Some(first), Some(step)) => first != step || step == MenuStep::Confirm && released,
    };
    if let Some(rest) = events.iter().position(begins_another) {
        *waiting = events.split_off(rest);
    }
}

fn is_release(event: &Event) -> bool {
    matches!(event, Event::Key { key: Key::Enter | Key::Space, pressed: false, .. })
}

fn step_of(event: &Event) -> Option<MenuStep> {
    match event {
        Event::Key { key: Key::ArrowUp | Key::ArrowDown | Key::Tab, pressed: true, .. } => Some(MenuStep::Row),
        Event::Key { key: Key::ArrowLeft | Key::ArrowRight, pressed: true, .. } => Some(MenuStep::Value),
        Event::Key { key: Key::Enter | Key::Space, pressed: true, .. } => Some(MenuStep::Confirm),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::{CentralPanel, Context, Modifiers, RawInput};

    use super::*;
    use crate::client::menu::navigation::{navigate, register, restore_focus};
    use crate::client::session::InitialFocus;

    fn press(key: Key) -> [Event; 2] {
        [true, false].map(|pressed| Event::Key {
            key,
            physical_key: None,
            pressed,
            repeat: false,
            modifiers: Modifiers::default(),
        })
    }

    /// Draws a column of buttons, gives all of these keys in one frame, and returns which buttons were pressed, in order.
    fn pressed_by(keys: &[Key]) -> Vec<usize> {
        let context = Context::default();
        let (mut waiting, mut pressed) = (Vec::new(), Vec::new());
        for frame in 0..10 {
            let mut events = if frame == 1 { keys.iter().copied().flat_map(press).collect() } else { Vec::new() };
            take_step(&mut events, &mut waiting);
            let input = RawInput { events, ..RawInput::default() };
            context
                .run_ui(input, |ui| {
                    restore_focus(&context);
                    CentralPanel::default().show(ui, |ui| {
                        for row in 0..4 {
                            let button = ui.button("a row");
                            register(&button);
                            if button.clicked() {
                                pressed.push(row);
                            }
                        }
                    });
                    navigate(&context, if frame == 0 { InitialFocus::First } else { InitialFocus::Keep }, true);
                })
                .textures_delta
                .clear();
        }
        assert!(waiting.is_empty());
        pressed
    }

    #[test]
    fn return_presses_the_entry_to_which_the_arrows_of_the_same_frame_lead() {
        assert_eq!(pressed_by(&[Key::Enter]), [0]);
        assert_eq!(pressed_by(&[Key::ArrowDown, Key::Enter]), [1]);
        assert_eq!(pressed_by(&[Key::ArrowDown, Key::ArrowDown, Key::Enter, Key::ArrowUp, Key::Enter]), [2, 1]);
        assert_eq!(pressed_by(&[Key::Enter, Key::Enter, Key::ArrowDown]), [0, 0]);
    }

    #[test]
    fn a_key_that_is_held_in_a_slow_frame_has_been_pressed_once() {
        let mut events: Vec<Event> =
            (0..20).map(|_| press(Key::Enter)[0].clone()).chain([press(Key::Enter)[1].clone()]).collect();
        let mut waiting = Vec::new();
        take_step(&mut events, &mut waiting);
        assert_eq!((events.len(), waiting.len()), (21, 0));
    }

    #[test]
    fn a_value_is_changed_where_the_arrows_before_lead() {
        let mut events: Vec<Event> =
            [Key::ArrowDown, Key::ArrowRight, Key::ArrowRight].into_iter().flat_map(press).collect();
        let mut waiting = Vec::new();
        take_step(&mut events, &mut waiting);
        assert_eq!(
            (events.len(), waiting.len()),
            (2, 4),
            "the entry that the arrow leaves does not get the right arrow"
        );
        events.clear();
        take_step(&mut events, &mut waiting);
        assert_eq!((events.len(), waiting.len()), (4, 0));
    }
}
