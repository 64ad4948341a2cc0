//! A build order asked for outside of a match: what is wanted, and the answer. The game of the catalogue plans it.

use serde::Serialize;

/// What a build order is to reach, and from where it starts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BuildRequest {
    /// The name of a goal of the catalogue, or products with numbers: `tank=2,academy=1`. A product alone means one of it.
    pub goal: String,
    /// Changes of what the start has, by name: a resource or a product of the catalogue.
    pub set: Vec<(String, f64)>,
    /// The actions that are switched off.
    pub without: Vec<String>,
    /// The faction of the side; none for a side of no faction.
    pub faction: Option<String>,
}

/// The answer to a [`BuildRequest`].
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct BuildAnswer {
    /// `plan`, `satisfied` or `impossible`.
    pub outcome: &'static str,
    /// The seconds until everything that is wanted stands; none without a plan.
    pub cost: Option<f64>,
    /// Whether the plan is proven to be the earliest; build orders are not.
    pub optimal: bool,
    /// The names of the actions in the order of their starts.
    pub steps: Vec<String>,
    /// The simulated starts of the search.
    pub starts: u64,
    /// What stands in the way, if there is no plan.
    pub missing: Vec<String>,
    /// The goal as it was understood.
    pub goal: String,
    /// The plan before it was scheduled: what is missing, by which action.
    pub plan: Vec<String>,
    /// When each step starts, and when its product stands, in seconds.
    pub schedule: Vec<TimedBuildStep>,
    /// A sentence for each goal of the catalogue that the actions left cannot reach.
    pub lost: Vec<String>,
}

/// A step of a build order.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TimedBuildStep {
    /// The name of the action.
    pub action: String,
    /// When it starts, in seconds.
    pub starts: f64,
    /// When its product stands, in seconds; the start, if it makes nothing.
    pub stands: f64,
}
