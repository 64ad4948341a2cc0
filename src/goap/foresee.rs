//! Whether an action could follow in a state: for checking one step where [`super::Planner::validate`] checks a whole plan.
//!
//! Must not know: search.

use super::domain::{ActionId, Domain, Own};
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
}
