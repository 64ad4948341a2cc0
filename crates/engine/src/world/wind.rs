//! Wind: which way the air moves, and how far it carries what is smelt.

use bevy::{ecs::prelude::*, math::Vec3};

/// The wind. Its direction on the ground is the one in which the air moves; its length, from 0 (still) to 1, is the share by which it
/// stretches the range of smells downwind and shortens it upwind. A game may set it in each tick; the air is still when a match begins.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct Wind(pub Vec3);

impl Wind {
    /// Wind from a compass direction, in degrees: 0 is north (negative z), 90 east (positive x).
    pub fn from_degrees(degrees: f32, stretch: f32) -> Self {
        let (east, north) = bevy::math::ops::sin_cos(degrees.to_radians());
        Self(Vec3::new(-east, 0.0, north) * stretch)
    }

    /// The factor on the range of a smell at this offset from its source, in metres: 1 across the wind, most downwind, least upwind.
    ///
    /// The cosine is a choice of this game: it needs no table, is smooth, and leaves the mean over all directions at 1.
    pub fn carries(self, offset: Vec3) -> f32 {
        1.0 + self.0.dot(offset.with_y(0.0).normalize_or_zero())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn smells_carry_downwind() {
        let west_wind = Wind::from_degrees(270.0, 0.6);
        let factors = [Vec3::X * 9.0, Vec3::NEG_X, Vec3::Z * 3.0].map(|offset| west_wind.carries(offset));
        assert!(factors.iter().zip([1.6, 0.4, 1.0]).all(|(is, expected)| (is - expected).abs() < 1e-5), "{factors:?}");
        assert_eq!(Wind::default().carries(Vec3::X), 1.0);
        assert!((Wind::from_degrees(0.0, 0.5).carries(Vec3::Z) - 1.5).abs() < 1e-5, "a north wind blows south");
    }
}
