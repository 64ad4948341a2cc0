//! The areas of the HUD in this frame, so that its parts keep clear of each other.

use std::collections::BTreeMap;

use bevy::prelude::Resource;
use bevy_egui::egui::Rect;

/// The areas of the HUD in this frame, in points.
#[derive(Resource, Clone, Debug, Default)]
pub struct HudLayout {
    /// The bar, the roster, the news and the help line.
    pub rects: Vec<Rect>,
    /// The name plates, by the number of the agent.
    pub plates: BTreeMap<usize, Rect>,
    /// The result of the match, while it is shown.
    pub result: Option<Rect>,
    /// The height of the help line.
    pub bottom: f32,
    /// The x up to which the lower edge of the window of a player is free.
    pub free: f32,
}
