//! What an action needs and does, on one state: for checking that the rest of a plan still holds without planning anew.
//!
//! Must not know: search.

use super::domain::{ActionId, Change, Domain, Own};
use super::fact::NOTHING;

impl Domain {
    /// Whether all that an action about this candidate needs holds in a state.
    #[must_use]
    pub fn permits(&self, action: ActionId, candidate: Option<u32>, state: &[i64]) -> bool {
        let own = candidate.map_or(NOTHING, i64::from);
        self.actions[action.index()].needs.iter().all(|need| {
            let value = state.get(need.fact as usize).copied().unwrap_or(NOTHING);
            match need.own {
                Own::Is => value == own,
                Own::IsNot => value != own,
                Own::Unsaid => need.set.contains(value),
            }
        })
    }

    /// Does to a state what an action about this candidate does.
    pub fn foresee(&self, action: ActionId, candidate: Option<u32>, state: &mut [i64]) {
        for &(fact, change) in &self.actions[action.index()].brings {
            let range = self.facts[fact as usize].range;
            if let Some(value) = state.get_mut(fact as usize) {
                *value = match change {
                    Change::Set(to) => to,
                    Change::SetOwn => candidate.map_or(NOTHING, i64::from),
                    Change::Add(amount) => value.saturating_add(amount).clamp(range.0, range.1),
                };
            }
        }
    }
}
