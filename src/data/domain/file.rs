//! Standalone domain files: a planning problem on its own, for `quarry plan`.
//!
//! Must not know: files, lines and columns (the caller reads), the command line.

use serde::{Deserialize, Serialize};

use super::{ActionData, ConditionData, Entries, FactData, Scalar, Vocabulary};
use crate::goap::{ActionSet, DomainSpec};

/// A planning problem, as written.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DomainFile {
    /// All facts: name and type.
    pub facts: Entries<FactData>,
    /// Values at the start; a fact that is not named has its default. Default: none.
    #[serde(default)]
    pub start: Entries<Scalar>,
    /// What may be wanted: the most relevant one that can be planned is.
    pub goals: Vec<GoalData>,
    /// What can be done.
    pub actions: Vec<ActionData>,
    /// What actions with a target may be about. Default: nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub candidates: Vec<CandidateData>,
    /// Where the agent is, in metres. Default: the origin.
    #[serde(default)]
    pub agent: (f64, f64, f64),
    /// What paths cost. Default: nothing.
    #[serde(default)]
    pub travel: TravelData,
    /// Values of the checks that actions name. A check without one holds. Default: none.
    #[serde(default)]
    pub context_preconditions: Entries<bool>,
    /// Values of the costs that actions name. Each needs one. Default: none.
    #[serde(default)]
    pub costs: Entries<f64>,
    /// How to search. Default `regressive`.
    #[serde(default)]
    pub strategy: StrategyData,
    /// When to give up.
    #[serde(default)]
    pub budget: BudgetData,
}

/// Something that may be wanted, as written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GoalData {
    /// Unique among the goals.
    pub name: String,
    /// Conditions that hold together when it is reached; at least one.
    pub conditions: Entries<ConditionData>,
    /// How much it matters; only goals above 0 are considered. Default 1.
    #[serde(default = "super::one")]
    pub relevance: f64,
}

/// Something an action may be about, as written.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CandidateData {
    /// Unique among the candidates; not `none`, `agent` or `$target`.
    pub name: String,
    /// What it is. Default: of no kind.
    #[serde(default)]
    pub kinds: Vec<String>,
    /// Where it is, in metres. Default: the origin.
    #[serde(default)]
    pub at: (f64, f64, f64),
    /// What these actions cost more for it than for others. Default: none.
    #[serde(default)]
    pub surcharges: Entries<f64>,
    /// Actions that cannot be about it although its kind fits. Default: none.
    #[serde(default)]
    pub forbids: Vec<String>,
}

/// What the way from one thing to another costs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum TravelData {
    /// Nothing.
    #[default]
    Free,
    /// The straight distance in metres divided by the speed.
    Straight {
        /// Metres a second, above 0. Default 1.
        #[serde(default = "super::one")]
        speed: f64,
    },
    /// What a list says; a way that is not in it does not exist. The agent's place is called `agent`.
    Table {
        /// From, to, cost.
        paths: Vec<(String, String, f64)>,
        /// Whether each way is as good in the other direction. Default yes.
        #[serde(default = "yes")]
        symmetric: bool,
    },
}

/// How to search, as written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StrategyData {
    /// From the goal backwards, best first.
    #[default]
    Backward,
    /// From the start forwards, best first.
    Forward,
    /// From the goal backwards, depth first under a rising bound.
    IdaStar,
}

/// When to give up, as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct BudgetData {
    /// The most states to expand. Default 5000000.
    pub nodes: u32,
    /// The most microseconds to take. Default 20000000, which is 20 seconds.
    pub micros: u64,
}

impl Default for BudgetData {
    fn default() -> Self {
        Self { nodes: 5_000_000, micros: 20_000_000 }
    }
}

fn yes() -> bool {
    true
}

impl DomainFile {
    /// The names of the candidates.
    #[must_use]
    pub fn candidate_names(&self) -> Vec<String> {
        self.candidates.iter().map(|candidate| candidate.name.clone()).collect()
    }

    /// What the planner is told of the domain.
    #[must_use]
    pub fn declaration(&self, breaks_triangle_inequality: bool) -> DomainSpec {
        let names = self.candidate_names();
        let words = Vocabulary { facts: &self.facts, candidates: &names };
        DomainSpec {
            facts: words.facts(),
            actions: ActionSet { actions: self.actions.iter().map(|action| words.action(action)).collect() },
            goals: self.goals.iter().map(|goal| words.goal(&goal.name, &goal.conditions)).collect(),
            breaks_triangle_inequality,
        }
    }
}
