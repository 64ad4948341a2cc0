//! Which ground has been looked at and trodden, and when.

use bevy::math::Vec3;

use super::WorkingMemory;
use crate::protocol::{PlaceId, Terrain};

impl WorkingMemory {
    /// Makes the memory as large as the terrain has places, and notes the place one stands at.
    pub fn tread(&mut self, terrain: &dyn Terrain, position: Vec3) {
        let places = terrain.places().len();
        if self.looked.len() != places {
            self.looked = vec![0; places];
            self.stood = vec![0; places];
            self.unlooked = places;
        }
        let here = terrain.nearest_place(position);
        if let Some(stood) = self.stood.get_mut(usize::from(here)) {
            *stood = self.now.max(1);
        }
        self.look_at(here);
    }

    /// Notes that a place was looked at and nobody was there.
    pub fn look_at(&mut self, place: PlaceId) {
        let now = self.now.max(1);
        if let Some(looked) = self.looked.get_mut(usize::from(place)) {
            if *looked == 0 {
                self.unlooked = self.unlooked.saturating_sub(1);
            }
            *looked = now;
        }
    }

    /// Seconds since a place was last looked at; `None` for never.
    pub fn looked_ago(&self, place: PlaceId) -> Option<f32> {
        self.looked.get(usize::from(place)).filter(|tick| **tick > 0).map(|tick| self.seconds_since(*tick))
    }

    /// Seconds since one last stood at a place; `None` for never.
    pub fn stood_ago(&self, place: PlaceId) -> Option<f32> {
        self.stood.get(usize::from(place)).filter(|tick| **tick > 0).map(|tick| self.seconds_since(*tick))
    }

    /// How much of the ground has never been looked at, 0 to 1.
    pub fn unexplored(&self) -> f32 {
        if self.looked.is_empty() { 1.0 } else { self.unlooked as f32 / self.looked.len() as f32 }
    }
}
