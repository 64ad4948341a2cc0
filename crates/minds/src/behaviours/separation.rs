//! Keeping team-mates apart: places near them, or near what they have reserved, get a penalty.

use bevy_math::Vec3;

use super::BehaviourContext;

/// Where team-mates are, and where they have said they are going.
pub(super) struct Separation {
    places: Vec<Vec3>,
    radius: f32,
    weight: f32,
}

impl Separation {
    /// From the members of `query` and all reservations of others. The penalty is `weight` at distance 0 and falls to nothing at
    /// `radius` metres.
    pub fn new(context: &BehaviourContext, query: Option<usize>, radius: f32, weight: f32) -> Self {
        let owner = context.memory.owner();
        let mut places = context.places_of(query);
        let reservations = context.memory.reservations().iter();
        places.extend(reservations.filter(|reservation| reservation.by != owner).map(|reservation| reservation.place));
        Self { places, radius, weight }
    }

    /// The penalty for going to a place.
    pub fn penalty(&self, place: Vec3) -> f32 {
        let nearest = self.places.iter().map(|other| other.distance(place)).fold(f32::MAX, f32::min);
        self.weight * (1.0 - nearest / self.radius.max(0.1)).max(0.0)
    }
}
