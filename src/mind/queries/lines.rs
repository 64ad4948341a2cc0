//! Lines of sight between places, as an agent judges them by the level alone: cover, and what is in view.

use bevy::math::Vec3;

use crate::protocol::Terrain;

/// The height of standing eyes above the ground, in metres.
const STANDING_EYES: f32 = 1.6;
/// The heights of a crouching body that cover must hide, in metres.
const CROUCHED: [f32; 2] = [0.4, 0.95];
/// The height of a chest above the ground, in metres.
const CHEST: f32 = 1.2;

/// The share of threats, from 0 to 1, to whose standing eyes a body that crouches at a place is hidden; 1 without threats.
pub fn cover_at(terrain: &dyn Terrain, place: Vec3, threats: &[Vec3]) -> f32 {
    if threats.is_empty() {
        return 1.0;
    }
    let hidden_from = |threat: &&Vec3| {
        let eyes = **threat + Vec3::Y * STANDING_EYES;
        CROUCHED.iter().all(|height| !terrain.has_line_of_sight(eyes, place + Vec3::Y * *height))
    };
    threats.iter().filter(hidden_from).count() as f32 / threats.len() as f32
}

/// Whether standing eyes at a place see the chest of an agent that stands at another.
pub fn is_in_view(terrain: &dyn Terrain, place: Vec3, other: Vec3) -> bool {
    terrain.has_line_of_sight(place + Vec3::Y * STANDING_EYES, other + Vec3::Y * CHEST)
}
