//! Clicks into the picture of the match. A drag is not a click.

use bevy::{ecs::system::SystemParam, prelude::*, window::PrimaryWindow};

/// The largest movement of the mouse during a click, in points.
const MAX_MOVEMENT: f32 = 5.0;

/// Reads the clicks of the left button.
#[derive(SystemParam)]
pub struct Clicks<'w, 's> {
    buttons: Res<'w, ButtonInput<MouseButton>>,
    windows: Query<'w, 's, &'static Window, With<PrimaryWindow>>,
    pressed_at: Local<'s, Option<Vec2>>,
}

impl Clicks<'_, '_> {
    /// Where a click has ended in this frame, in points from the corner of the window. To be called once per frame.
    pub fn position(&mut self) -> Option<Vec2> {
        let cursor = self.windows.single().ok()?.cursor_position()?;
        if self.buttons.just_pressed(MouseButton::Left) {
            *self.pressed_at = Some(cursor);
        }
        if !self.buttons.just_released(MouseButton::Left) {
            return None;
        }
        let from = self.pressed_at.take()?;
        (from.distance(cursor) <= MAX_MOVEMENT).then_some(cursor)
    }
}
