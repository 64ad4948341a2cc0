//! Lines of sight between places, as an agent judges them by the level alone: cover, and what is in view.

use bevy_math::Vec3;

use crate::protocol::{BodyPosture, STANDING_EYES, Terrain};

/// The height of a chest above the ground, in metres.
pub const CHEST: f32 = 1.2;

/// The share of threats, from 0 to 1, whose standing eyes do not see a body that crouches at a place; 1 without threats.
pub fn cover_at(terrain: &dyn Terrain, place: Vec3, threats: impl IntoIterator<Item = Vec3>) -> f32 {
    let (mut hidden, mut all) = (0_u32, 0_u32);
    for threat in threats {
        hidden += u32::from(!terrain.is_exposed(threat, place, BodyPosture::Crouched));
        all += 1;
    }
    if all == 0 { 1.0 } else { hidden as f32 / all as f32 }
}

/// Whether standing eyes at a place see the chest of an agent that stands at another.
pub fn is_in_view(terrain: &dyn Terrain, place: Vec3, other: Vec3) -> bool {
    terrain.has_line_of_sight(place + Vec3::Y * STANDING_EYES, other + Vec3::Y * CHEST)
}
