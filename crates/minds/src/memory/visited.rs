//! Which terrain places the agent has seen and visited, and when.

use bevy_math::Vec3;

use super::WorkingMemory;
use crate::protocol::{PlaceId, Terrain};

impl WorkingMemory {
    /// Notes the agent's position. The first call sizes the memory for the terrain.
    pub fn note_position(&mut self, terrain: &dyn Terrain, position: Vec3) {
        let places = terrain.places().len();
        if self.seen_places.len() != places {
            self.seen_places = vec![0; places];
            self.visited_places = vec![0; places];
            self.unseen = places;
        }
        let here = terrain.nearest_place(position);
        if let Some(visited) = self.visited_places.get_mut(usize::from(here)) {
            *visited = self.now.max(1);
        }
        self.mark_seen(here);
    }

    /// Notes that a place was seen without anybody there.
    pub fn mark_seen(&mut self, place: PlaceId) {
        let now = self.now.max(1);
        if let Some(seen) = self.seen_places.get_mut(usize::from(place)) {
            if *seen == 0 {
                self.unseen = self.unseen.saturating_sub(1);
            }
            *seen = now;
        }
    }

    /// Seconds since a place was last seen; `None` for never.
    pub fn seconds_since_seen(&self, place: PlaceId) -> Option<f32> {
        self.seen_places.get(usize::from(place)).filter(|tick| **tick > 0).map(|tick| self.seconds_since(*tick))
    }

    /// Seconds since the agent was last at a place; `None` for never.
    pub fn seconds_since_visited(&self, place: PlaceId) -> Option<f32> {
        self.visited_places.get(usize::from(place)).filter(|tick| **tick > 0).map(|tick| self.seconds_since(*tick))
    }

    /// The share of places never seen, 0 to 1.
    pub fn unexplored(&self) -> f32 {
        if self.seen_places.is_empty() { 1.0 } else { self.unseen as f32 / self.seen_places.len() as f32 }
    }
}
