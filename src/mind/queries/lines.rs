//! Lines of sight between places, as an agent judges them by the level alone: cover, and what is in view.

use bevy::math::Vec3;

use crate::protocol::Terrain;

/// The height of standing eyes above the ground, in metres.
const STANDING_EYES: f32 = 1.6;
/// The heights of a crouching body that cover must hide, in metres.
const CROUCHED: [f32; 2] = [0.4, 0.95];
/// The height of a chest above the ground, in metres.
pub const CHEST: f32 = 1.2;

/// The share of threats, from 0 to 1, whose standing eyes do not see a body that crouches at a place; 1 without threats.
pub fn cover_at(terrain: &dyn Terrain, place: Vec3, threats: impl IntoIterator<Item = Vec3>) -> f32 {
    let (mut hidden, mut all) = (0_u32, 0_u32);
    for threat in threats {
        let eyes = threat + Vec3::Y * STANDING_EYES;
        let seen = |height: &f32| terrain.has_line_of_sight(eyes, place + Vec3::Y * *height);
        hidden += u32::from(!CROUCHED.iter().any(seen));
        all += 1;
    }
    if all == 0 { 1.0 } else { hidden as f32 / all as f32 }
}

/// Whether standing eyes at a place see the chest of an agent that stands at another.
pub fn is_in_view(terrain: &dyn Terrain, place: Vec3, other: Vec3) -> bool {
    terrain.has_line_of_sight(place + Vec3::Y * STANDING_EYES, other + Vec3::Y * CHEST)
}
