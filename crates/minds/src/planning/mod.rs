//! What the planner is given for one mind, a recording of it, and questions answered from that recording.

mod diagnosis;
mod input;
mod snapshot;

pub use diagnosis::{ActionDiagnosis, Blocker, GoalContribution, PreconditionStatus};
pub use input::TargetCandidate;
pub use snapshot::{Excluded, PlanningSnapshot};

pub(super) use diagnosis::describe_achievers;
pub(super) use input::{MindPlanningContext, PlannerInput};
pub(super) use snapshot::PlanFilters;
