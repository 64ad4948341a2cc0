//! Surcharges: what makes an action more expensive for some targets.
//!
//! Independent of: goals, plans, behaviours.

use bevy_math::Vec3;

use super::view::MemoryView;
use crate::{memory::MemoryFact, protocol::Label, schema::mind::Surcharge};

/// A compiled surcharge. Costs are in the planner's unit.
#[derive(Clone, Debug, PartialEq)]
pub enum SurchargeSpec {
    /// The full cost at a member of the query, falling to 0 at the radius.
    Near {
        /// Index of the query.
        query: usize,
        /// In metres.
        radius: f32,
        /// The cost at distance 0.
        cost: f32,
    },
    /// No cost at a member of the query, rising to the full cost at the radius and beyond.
    Far {
        /// Index of the query.
        query: usize,
        /// In metres.
        radius: f32,
        /// The cost at the radius.
        cost: f32,
    },
    /// The full cost where the path to the target leads through a member of the query, nothing where it comes no nearer than the agent is.
    Towards {
        /// Index of the query.
        query: usize,
        /// In metres. Members farther from the path do not count.
        radius: f32,
        /// The full cost.
        cost: f32,
    },
    /// The full cost right after the target was checked, falling to 0 within `seconds`.
    RecentlyChecked {
        /// In seconds.
        seconds: f32,
        /// The cost at 0 s.
        cost: f32,
    },
}

impl SurchargeSpec {
    pub(crate) fn new(data: &Surcharge, resolve: &mut dyn FnMut(Label) -> usize) -> Self {
        match *data {
            Surcharge::Near { query, radius, cost } => Self::Near { query: resolve(query), radius, cost },
            Surcharge::Far { query, radius, cost } => Self::Far { query: resolve(query), radius, cost },
            Surcharge::Towards { query, radius, cost } => Self::Towards { query: resolve(query), radius, cost },
            Surcharge::RecentlyChecked { seconds, cost } => Self::RecentlyChecked { seconds, cost },
        }
    }
}

impl MemoryView<'_> {
    /// The surcharge for a fact as the target.
    pub fn surcharge(&self, surcharge: &SurchargeSpec, fact: &MemoryFact) -> f32 {
        let distance_to = |query: usize| self.nearest_distance(query, fact.estimate, Some(fact.subject));
        match *surcharge {
            SurchargeSpec::Near { query, radius, cost } => {
                cost * (1.0 - distance_to(query) / radius.max(0.01)).clamp(0.0, 1.0)
            }
            SurchargeSpec::Far { query, radius, cost } => {
                cost * (distance_to(query) / radius.max(0.01)).clamp(0.0, 1.0)
            }
            SurchargeSpec::Towards { query, radius, cost } => cost * self.approach(query, radius, fact),
            SurchargeSpec::RecentlyChecked { seconds, cost } => {
                let ago = fact.checked.map_or(f32::MAX, |tick| self.memory.seconds_since(tick));
                cost * (1.0 - ago / seconds.max(0.01)).clamp(0.0, 1.0)
            }
        }
    }

    /// How much nearer the path to a target comes to a member of a query than the agent is now: 0 if no nearer, 1 if it leads through one.
    fn approach(&self, query: usize, radius: f32, target: &MemoryFact) -> f32 {
        let here = self.sense.place;
        let path = self.path_distance(here, target.estimate);
        let share = |member: &MemoryFact| {
            let now = self.path_distance(here, member.estimate);
            // No point of a path is nearer than this, by the triangle inequality.
            let nearest = ((now + self.path_distance(member.estimate, target.estimate) - path) / 2.0).max(0.0);
            1.0 - nearest.min(radius) / now.clamp(0.01, radius.max(0.01))
        };
        self.members(query).filter(|member| member.subject != target.subject).map(share).fold(0.0, f32::max)
    }

    /// How likely a lost agent is near a fact: 1 at the likeliest hypothesis, falling to 0 at `evidence_radius` from all.
    pub(super) fn likelihood(&self, fact: &MemoryFact) -> f32 {
        let hypotheses = self.memory.hypotheses();
        let greatest = hypotheses.iter().map(|hypothesis| hypothesis.weight).fold(0.0, f32::max);
        if greatest <= 0.0 {
            return 0.0;
        }
        let radius = self.memory.settings().data.hypotheses.evidence_radius.max(0.5);
        let nearness = |place: Vec3| (1.0 - place.distance(fact.estimate) / radius).clamp(0.0, 1.0);
        let weights = hypotheses.iter().map(|known| known.weight / greatest * nearness(known.position));
        weights.fold(0.0, f32::max)
    }
}
