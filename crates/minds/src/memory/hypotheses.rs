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

/// What a landmark says about the places beside it.
#[derive(Clone, Copy, Debug)]
struct Beside {
    /// How much likelier they are.
    factor: f32,
    /// It has an inside into which nobody has looked since the agent was lost: seeing the place empty says nothing about that.
    may_hide: bool,
}

/// A known thing near which lost agents are likelier to be.
#[derive(Clone, Copy, Debug)]
struct Landmark {
    /// Where it is, in metres.
    place: Vec3,
    beside: Beside,
}

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
        let mut possible: Vec<Hypothesis> = Vec::new();
        let Some(centre) = terrain.places().get(usize::from(last_seen)) else { return };
        let mut within = Vec::new();
        terrain.places_within(centre.position, reach + ROUNDING, &mut within);
        let landmarks = self.landmarks(fact, centre.position, reach + ROUNDING + data.landmark_radius);
        let beside = data.beside_landmarks(&landmarks, &within, terrain);
        for (id, Beside { factor, may_hide }) in within.into_iter().zip(beside) {
            let Some(place) = terrain.places().get(usize::from(id)) else { continue };
            let path = terrain.place_distance(last_seen, id);
            let inside = self.is_ruled_out(fact, id);
            if path > reach || inside && !may_hide {
                continue;
            }
            let weight = data.likelihood(path, reach) * self.forward_factor(heading, fact.place, place.position);
            let weight = weight * factor * self.reserved_factor(place.position);
            if weight > 0.0 {
                possible.push(Hypothesis { of: fact.subject, place: id, position: place.position, weight, inside });
            }
        }
        possible.sort_by(|a, b| b.weight.total_cmp(&a.weight).then(a.place.cmp(&b.place)));
        for known in possible {
            // A search goes to places in the open, a look to shelters: neither takes the room of the other.
            let alike = || out.iter().skip(first).filter(|other| other.inside == known.inside);
            let is_spaced = alike().all(|other| other.position.distance(known.position) >= data.min_spacing);
            if is_spaced && alike().count() < usize::from(data.max_places) {
                out.push(known);
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

    /// The known landmarks within a distance of the place where an agent was lost.
    fn landmarks(&self, lost: &MemoryFact, centre: Vec3, within: f32) -> Vec<Landmark> {
        let data = &self.settings.data.hypotheses;
        let near = |fact: &&MemoryFact| fact.place.distance_squared(centre) <= within * within;
        let known = |fact: &MemoryFact| {
            let (factor, is_shelter) =
                (data.landmark_weights.get(fact.kind.as_str()), data.shelters.contains(&fact.kind));
            let is_unchecked = fact.checked.is_none_or(|tick| tick <= lost.updated);
            (factor.is_some() || is_shelter).then(|| Landmark {
                place: fact.place,
                beside: Beside { factor: factor.copied().unwrap_or(1.0), may_hide: is_shelter && is_unchecked },
            })
        };
        self.facts.iter().filter(near).filter_map(known).collect()
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
    /// What all landmarks beside each of these places, in ascending order, say about it together.
    fn beside_landmarks(&self, landmarks: &[Landmark], places: &[PlaceId], terrain: &dyn Terrain) -> Vec<Beside> {
        let mut all = vec![Beside { factor: 1.0, may_hide: false }; places.len()];
        for Landmark { place, beside } in landmarks {
            terrain.visit_places_within(*place, self.landmark_radius, &mut |id| {
                if let Some(known) = places.binary_search(&id).ok().and_then(|index| all.get_mut(index)) {
                    known.factor *= beside.factor;
                    known.may_hide |= beside.may_hide;
                }
            });
        }
        all
    }

    /// The likelihood of a place `path` metres away, if the agent could have covered `reach` metres.
    fn likelihood(&self, path: f32, reach: f32) -> f32 {
        let off = (path - self.peak_distance * reach)
            / (self.distance_spread.max(0.05) * reach + self.distance_slack.max(0.1));
        self.min_likelihood + ops::exp(-off * off)
    }
}
