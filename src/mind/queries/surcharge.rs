//! What makes an action dearer for some targets.
//!
//! Must not know: goals, plans, behaviours.

use bevy::math::Vec3;

use super::view::MemoryView;
use crate::{data::mind::Surcharge, mind::memory::MemoryFact, protocol::Label};

/// A surcharge, ready to use.
#[derive(Clone, Debug, PartialEq)]
pub enum SurchargeSpec {
    /// Nearness to a query.
    Near(usize, f32, f32),
    /// Distance from a query.
    Far(usize, f32, f32),
    /// Uncertainty.
    Uncertainty(f32),
    /// How unlikely somebody lost is there.
    Unlikely(f32),
    /// How recently it was looked into.
    RecentlyChecked(f32, f32),
}

impl SurchargeSpec {
    pub(in crate::mind) fn new(data: &Surcharge, resolve: &mut dyn FnMut(Label) -> usize) -> Self {
        match data {
            Surcharge::Near { query, radius, cost } => Self::Near(resolve(*query), *radius, *cost),
            Surcharge::Far { query, radius, cost } => Self::Far(resolve(*query), *radius, *cost),
            Surcharge::Uncertainty(cost) => Self::Uncertainty(*cost),
            Surcharge::Unlikely(cost) => Self::Unlikely(*cost),
            Surcharge::RecentlyChecked { seconds, cost } => Self::RecentlyChecked(*seconds, *cost),
        }
    }
}

impl MemoryView<'_> {
    /// What a surcharge comes to for a fact.
    pub fn surcharge(&self, surcharge: &SurchargeSpec, fact: &MemoryFact) -> f32 {
        match surcharge {
            SurchargeSpec::Near(of, within, cost) => {
                let distance = self.nearest_distance(*of, fact.estimate, Some(fact.subject));
                cost * (1.0 - distance / within.max(0.01)).clamp(0.0, 1.0)
            }
            SurchargeSpec::Far(of, within, cost) => {
                let distance = self.nearest_distance(*of, fact.estimate, Some(fact.subject));
                cost * (distance / within.max(0.01)).clamp(0.0, 1.0)
            }
            SurchargeSpec::Uncertainty(cost) => cost * (1.0 - self.memory.confidence(fact)),
            SurchargeSpec::Unlikely(cost) => cost * (1.0 - self.likelihood(fact)),
            SurchargeSpec::RecentlyChecked(seconds, cost) => {
                let ago = fact.checked.map_or(f32::MAX, |tick| self.memory.seconds_since(tick));
                cost * (1.0 - ago / seconds.max(0.01)).clamp(0.0, 1.0)
            }
        }
    }

    /// How likely somebody lost is near a fact: 1 at the likeliest hypothesis, less with distance from one.
    fn likelihood(&self, fact: &MemoryFact) -> f32 {
        let hypotheses = self.memory.hypotheses();
        let most = hypotheses.iter().map(|known| known.weight).fold(0.0, f32::max);
        if most <= 0.0 {
            return 0.0;
        }
        let reach = self.memory.settings().data.hypotheses.evidence_radius.max(0.5);
        let nearness = |place: Vec3| (1.0 - place.distance(fact.estimate) / reach).clamp(0.0, 1.0);
        hypotheses.iter().map(|known| known.weight / most * nearness(known.position)).fold(0.0, f32::max)
    }
}
