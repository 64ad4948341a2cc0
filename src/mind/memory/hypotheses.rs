//! Where somebody lost from sight may be: the places that could have been reached since, weighted, less those seen empty.
//!
//! After the trackers of Rain World and the occupancy maps of Isla's "Third Eye Crime": a belief spreads from the last known
//! place and is pruned by what is seen. It knows the ground and the memory, never the truth.

use bevy::math::{Vec3, ops};

use super::{Hypothesis, MemoryFact, WorkingMemory};
use crate::{
    data::mind::HypothesisData,
    protocol::{PlaceId, Subject, Terrain},
};

/// By how much the way between two places may fall short of the straight line, by rounding, in metres.
const ROUNDING: f32 = 1.0;

impl WorkingMemory {
    /// Works out anew where those who are traced and out of sight may be.
    pub(super) fn follow_up(&mut self, terrain: &dyn Terrain) {
        let mut hypotheses = std::mem::take(&mut self.hypotheses);
        hypotheses.clear();
        let lost = |fact: &&MemoryFact| {
            !fact.in_sight
                && matches!(fact.subject, Subject::Agent(_))
                && self.age(fact) <= self.settings.data.hypotheses.duration
                && self.settings.kind(fact.kind).data.max_speed > 0.0
        };
        let mut followed: Vec<&MemoryFact> = self.facts.iter().filter(lost).collect();
        let most = usize::from(self.settings.data.hypotheses.max_tracked);
        if followed.len() > most {
            followed.sort_by_key(|fact| (std::cmp::Reverse(fact.updated), fact.subject));
            followed.truncate(most);
            followed.sort_by_key(|fact| fact.subject);
        }
        for fact in followed {
            self.trace(fact, self.settings.kind(fact.kind).data.max_speed, terrain, &mut hypotheses);
        }
        self.hypotheses = hypotheses;
    }

    fn trace(&self, fact: &MemoryFact, speed: f32, terrain: &dyn Terrain, out: &mut Vec<Hypothesis>) {
        let data = &self.settings.data.hypotheses;
        let first = out.len();
        let last_seen = terrain.nearest_place(fact.place);
        let heading = fact.velocity.with_y(0.0).normalize_or_zero();
        let reach = speed * self.age(fact) + 1.0;
        let mut weighed: Vec<(f32, PlaceId, Vec3)> = Vec::new();
        let Some(centre) = terrain.places().get(usize::from(last_seen)) else { return };
        let mut within = Vec::new();
        terrain.places_within(centre.position, reach + ROUNDING, &mut within);
        let refuges = self.refuges(centre.position, reach + ROUNDING + data.landmark_radius);
        for id in within {
            let Some(place) = terrain.places().get(usize::from(id)) else { continue };
            let way = terrain.place_distance(last_seen, id);
            if way > reach || self.rules_out(fact, id) {
                continue;
            }
            let weight = data.likelihood(way, reach) * self.inclination(heading, fact.place, place.position);
            let weight = weight * data.refuge(&refuges, place.position) * self.left_to_me(place.position);
            if weight > 0.0 {
                weighed.push((weight, id, place.position));
            }
        }
        weighed.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        for (weight, place, position) in weighed {
            if out.len() - first >= usize::from(data.max_places) {
                break;
            }
            let apart = out.iter().skip(first).all(|known| known.position.distance(position) >= data.min_spacing);
            if apart {
                out.push(Hypothesis { of: fact.subject, place, position, weight });
            }
        }
        let total: f32 = out.iter().skip(first).map(|known| known.weight).sum();
        for known in out.iter_mut().skip(first) {
            known.weight /= total.max(f32::MIN_POSITIVE);
        }
    }

    /// Whether a place was seen empty since the subject was last perceived, and not too long ago.
    fn rules_out(&self, fact: &MemoryFact, place: PlaceId) -> bool {
        let looked = self.looked.get(usize::from(place)).copied().unwrap_or(0);
        looked > fact.updated && self.seconds_since(looked) < self.settings.data.hypotheses.ruled_out_seconds
    }

    /// People go on in the direction they ran: 1 straight back to `onward` straight ahead.
    fn inclination(&self, heading: Vec3, from: Vec3, to: Vec3) -> f32 {
        let cosine = heading.dot((to - from).with_y(0.0).normalize_or_zero());
        1.0 + (self.settings.data.hypotheses.forward_bias.max(1.0) - 1.0) * (cosine + 1.0) / 2.0
    }

    /// What is known to hide people within some metres of a point: where, and how much likelier it makes a place.
    fn refuges(&self, centre: Vec3, within: f32) -> Vec<(Vec3, f32)> {
        let refuges = &self.settings.data.hypotheses.landmark_weights;
        if refuges.is_empty() {
            return Vec::new();
        }
        let near = |fact: &&MemoryFact| fact.place.distance_squared(centre) <= within * within;
        let known = |fact: &MemoryFact| refuges.get(fact.kind.as_str()).map(|factor| (fact.place, *factor));
        self.facts.iter().filter(near).filter_map(known).collect()
    }

    /// What a team-mate has said he looks into is left to him.
    fn left_to_me(&self, position: Vec3) -> f32 {
        let data = &self.settings.data.hypotheses;
        let taken = self
            .reservations
            .iter()
            .any(|claim| claim.by != self.me && claim.place.distance(position) < data.min_spacing);
        if taken { data.reserved_factor } else { 1.0 }
    }
}

impl HypothesisData {
    /// How much likelier what hides people makes a place beside it.
    fn refuge(&self, refuges: &[(Vec3, f32)], position: Vec3) -> f32 {
        let near =
            |(place, _): &&(Vec3, f32)| place.distance_squared(position) < self.landmark_radius * self.landmark_radius;
        refuges.iter().filter(near).map(|(_, factor)| factor).product()
    }

    /// How likely a place so far away is, where `reach` metres could have been covered.
    fn likelihood(&self, way: f32, reach: f32) -> f32 {
        let off = (way - self.peak_distance * reach)
            / (self.distance_spread.max(0.05) * reach + self.distance_slack.max(0.1));
        self.min_likelihood + ops::exp(-off * off)
    }
}
