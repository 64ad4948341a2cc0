//! Where somebody lost from sight may be: the places that could have been reached since, weighted, less those seen empty.
//!
//! After the trackers of Rain World and the occupancy maps of Isla's "Third Eye Crime": a belief spreads from the last known
//! place and is pruned by what is seen. It knows the ground and the memory, never the truth.

use bevy::math::{Vec3, ops};

use super::{Fact, Hypothesis, WorkingMemory};
use crate::protocol::{PlaceId, Subject, Terrain};

/// How near something that hides must be to a place to count for it, in metres.
const BESIDE: f32 = 2.5;

impl WorkingMemory {
    /// Works out anew where those who are traced and out of sight may be.
    pub(super) fn follow_up(&mut self, terrain: &dyn Terrain) {
        let mut hypotheses = std::mem::take(&mut self.hypotheses);
        hypotheses.clear();
        for fact in &self.facts {
            let speed = self.settings.kind(fact.kind).data.traced;
            if speed > 0.0
                && !fact.in_sight
                && matches!(fact.subject, Subject::Agent(_))
                && self.age(fact) <= self.settings.data.pursuit.seconds
            {
                self.trace(fact, speed, terrain, &mut hypotheses);
            }
        }
        self.hypotheses = hypotheses;
    }

    fn trace(&self, fact: &Fact, speed: f32, terrain: &dyn Terrain, out: &mut Vec<Hypothesis>) {
        let data = &self.settings.data.pursuit;
        let first = out.len();
        let last_seen = terrain.place_at(fact.place);
        let heading = fact.velocity.with_y(0.0).normalize_or_zero();
        let reach = speed * self.age(fact) + 1.0;
        let mut weighed: Vec<(f32, PlaceId, Vec3)> = Vec::new();
        for (index, place) in terrain.places().iter().enumerate() {
            let id = index as PlaceId;
            let way = terrain.place_travel(last_seen, id);
            if way > reach || self.rules_out(fact, id) {
                continue;
            }
            let weight = likelihood(way, reach) * self.inclination(heading, fact.place, place.position);
            let weight = weight * self.refuge(place.position) * self.left_to_me(place.position);
            if weight > 0.0 {
                weighed.push((weight, id, place.position));
            }
        }
        weighed.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        for (weight, place, position) in weighed {
            if out.len() - first >= usize::from(data.places) {
                break;
            }
            let apart = out.iter().skip(first).all(|known| known.position.distance(position) >= data.apart);
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
    fn rules_out(&self, fact: &Fact, place: PlaceId) -> bool {
        let looked = self.looked.get(usize::from(place)).copied().unwrap_or(0);
        looked > fact.updated && self.seconds_since(looked) < self.settings.data.pursuit.ruled_out
    }

    /// People go on in the direction they ran: 1 straight back to `onward` straight ahead.
    fn inclination(&self, heading: Vec3, from: Vec3, to: Vec3) -> f32 {
        let cosine = heading.dot((to - from).with_y(0.0).normalize_or_zero());
        1.0 + (self.settings.data.pursuit.onward.max(1.0) - 1.0) * (cosine + 1.0) / 2.0
    }

    fn refuge(&self, position: Vec3) -> f32 {
        let refuges = &self.settings.data.pursuit.refuges;
        if refuges.is_empty() {
            return 1.0;
        }
        let near = |fact: &&Fact| fact.place.distance_squared(position) < BESIDE * BESIDE;
        self.facts.iter().filter(near).filter_map(|fact| refuges.get(fact.kind.as_str())).product()
    }

    /// What a team-mate has said he looks into is left to him.
    fn left_to_me(&self, position: Vec3) -> f32 {
        let apart = self.settings.data.pursuit.apart;
        let taken = self.claims.iter().any(|claim| claim.by != self.me && claim.place.distance(position) < apart);
        if taken { 0.2 } else { 1.0 }
    }
}

/// People on the run keep running, mostly: likeliest at seven tenths of the farthest they could have come.
fn likelihood(way: f32, reach: f32) -> f32 {
    let off = (way - 0.7 * reach) / (0.35 * reach + 2.0);
    0.05 + ops::exp(-off * off)
}
