//! Hypotheses about lost agents: the places an agent could have reached since it was last perceived, weighted by likelihood,
//! without those seen empty.
//!
//! After the trackers of Rain World and the occupancy maps of Isla's "Third Eye Crime": a belief spreads from the last known
//! place and is pruned by what is seen. It uses terrain and memory, never the world.

use bevy_math::{Vec3, ops};

use super::{Hypothesis, MemoryFact, WorkingMemory};
use crate::{
    protocol::{PlaceId, Subject, Terrain},
    schema::mind::HypothesisData,
};

/// A precomputed path may be shorter than the straight line by this much, in metres, because of rounding.
const ROUNDING: f32 = 1.0;

impl WorkingMemory {
    /// Computes the hypotheses about all tracked agents that are out of sight.
    pub(super) fn update_hypotheses(&mut self, terrain: &dyn Terrain) {
        let mut hypotheses = std::mem::take(&mut self.hypotheses);
        hypotheses.clear();
        let lost = |fact: &&MemoryFact| {
            !fact.in_sight
                && matches!(fact.subject, Subject::Agent(_))
                && self.age(fact) <= self.settings.data.hypotheses.duration
                && self.settings.at(fact.slot).data.max_speed > 0.0
        };
        let mut tracked: Vec<&MemoryFact> = self.facts.iter().filter(lost).collect();
        let most = usize::from(self.settings.data.hypotheses.max_tracked);
        if tracked.len() > most {
            tracked.sort_by_key(|fact| (std::cmp::Reverse(fact.updated), fact.subject));
            tracked.truncate(most);
            tracked.sort_by_key(|fact| fact.subject);
        }
        for fact in tracked {
            self.add_hypotheses(fact, self.settings.at(fact.slot).data.max_speed, terrain, &mut hypotheses);
        }
        self.hypotheses = hypotheses;
    }

    fn add_hypotheses(&self, fact: &MemoryFact, speed: f32, terrain: &dyn Terrain, out: &mut Vec<Hypothesis>) {
        let data = &self.settings.data.hypotheses;
        let first = out.len();
        let last_seen = terrain.nearest_place(fact.place);
        let heading = fact.velocity.with_y(0.0).normalize_or_zero();
        let reach = speed * self.age(fact) + 1.0;
        let mut weighted: Vec<(f32, PlaceId, Vec3)> = Vec::new();
        let Some(centre) = terrain.places().get(usize::from(last_seen)) else { return };
        let mut within = Vec::new();
        terrain.places_within(centre.position, reach + ROUNDING, &mut within);
        let landmarks = self.landmarks(centre.position, reach + ROUNDING + data.landmark_radius);
        let factors = data.landmark_factors(&landmarks, &within, terrain);
        let sheltered = self.sheltered(fact, centre.position, reach + ROUNDING + data.landmark_radius, terrain);
        let mut inside = Vec::new();
        for (id, landmark_factor) in within.into_iter().zip(factors) {
            let Some(place) = terrain.places().get(usize::from(id)) else { continue };
            let path = terrain.place_distance(last_seen, id);
            let is_empty = self.is_ruled_out(fact, id);
            if path > reach || is_empty && !sheltered.contains(&id) {
                continue;
            }
            if is_empty {
                inside.push(id);
            }
            let weight = data.likelihood(path, reach) * self.forward_factor(heading, fact.place, place.position);
            let weight = weight * landmark_factor * self.reserved_factor(place.position);
            if weight > 0.0 {
                weighted.push((weight, id, place.position));
            }
        }
        weighted.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        for (weight, place, position) in weighted {
            if out.len() - first >= usize::from(data.max_places) {
                break;
            }
            let is_spaced = out.iter().skip(first).all(|known| known.position.distance(position) >= data.min_spacing);
            if is_spaced {
                out.push(Hypothesis { of: fact.subject, place, position, weight, inside: inside.contains(&place) });
            }
        }
        let total: f32 = out.iter().skip(first).map(|known| known.weight).sum();
        for known in out.iter_mut().skip(first) {
            known.weight /= total.max(f32::MIN_POSITIVE);
        }
    }

    /// Whether a place was seen empty after the subject was last perceived, within `ruled_out_seconds`.
    fn is_ruled_out(&self, fact: &MemoryFact, place: PlaceId) -> bool {
        let seen = self.seen_places.get(usize::from(place)).copied().unwrap_or(0);
        seen > fact.updated && self.seconds_since(seen) < self.settings.data.hypotheses.ruled_out_seconds
    }

    /// Agents tend to keep running in the same direction: the factor rises from 1 directly behind to `forward_bias` directly
    /// ahead.
    fn forward_factor(&self, heading: Vec3, from: Vec3, to: Vec3) -> f32 {
        let cosine = heading.dot((to - from).with_y(0.0).normalize_or_zero());
        1.0 + (self.settings.data.hypotheses.forward_bias.max(1.0) - 1.0) * (cosine + 1.0) / 2.0
    }

    /// The known landmarks within a distance of a point, each with the factor for places beside it.
    fn landmarks(&self, centre: Vec3, within: f32) -> Vec<(Vec3, f32)> {
        let weights = &self.settings.data.hypotheses.landmark_weights;
        if weights.is_empty() {
            return Vec::new();
        }
        let near = |fact: &&MemoryFact| fact.place.distance_squared(centre) <= within * within;
        let known = |fact: &MemoryFact| weights.get(fact.kind.as_str()).map(|factor| (fact.place, *factor));
        self.facts.iter().filter(near).filter_map(known).collect()
    }

    /// The places beside a shelter that has not been looked into since the subject was last perceived: seeing them empty says nothing about
    /// its inside.
    fn sheltered(&self, lost: &MemoryFact, centre: Vec3, within: f32, terrain: &dyn Terrain) -> Vec<PlaceId> {
        let data = &self.settings.data.hypotheses;
        let mut places = Vec::new();
        for fact in &self.facts {
            let is_shelter = data.shelters.iter().any(|kind| *kind == fact.kind.as_str());
            let is_checked = fact.checked.is_some_and(|tick| tick > lost.updated);
            if is_shelter && !is_checked && fact.place.distance_squared(centre) <= within * within {
                terrain.visit_places_within(fact.place, data.landmark_radius, &mut |id| places.push(id));
            }
        }
        places
    }

    /// `reserved_factor` for a place near one that a team-mate has reserved, otherwise 1.
    fn reserved_factor(&self, position: Vec3) -> f32 {
        let data = &self.settings.data.hypotheses;
        let taken = self
            .reservations
            .iter()
            .any(|reservation| reservation.by != self.owner && reservation.place.distance(position) < data.min_spacing);
        if taken { data.reserved_factor } else { 1.0 }
    }
}

impl HypothesisData {
    /// For each of these places, in ascending order, the product of the factors of all landmarks beside it.
    fn landmark_factors(&self, landmarks: &[(Vec3, f32)], places: &[PlaceId], terrain: &dyn Terrain) -> Vec<f32> {
        let mut factors = vec![1.0; places.len()];
        for (position, factor) in landmarks {
            terrain.visit_places_within(*position, self.landmark_radius, &mut |id| {
                if let Some(product) = places.binary_search(&id).ok().and_then(|index| factors.get_mut(index)) {
                    *product *= factor;
                }
            });
        }
        factors
    }

    /// The likelihood of a place `path` metres away, if the agent could have covered `reach` metres.
    fn likelihood(&self, path: f32, reach: f32) -> f32 {
        let off = (path - self.peak_distance * reach)
            / (self.distance_spread.max(0.05) * reach + self.distance_slack.max(0.1));
        self.min_likelihood + ops::exp(-off * off)
    }
}
