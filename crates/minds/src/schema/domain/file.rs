//! The schema of planning files: a complete planning problem for `quarry plan`.
//!
//! Independent of: reading files, lines and columns, the command line.

use serde::{Deserialize, Serialize};

use super::{ActionData, ConditionData, Entries, FactData, Scalar, Vocabulary};
use crate::{schema::mind::ThinkingData, with_defaults};
use quarry_goap::{Action, ActionCost, ActionSet, DomainSpec, Strategy};

/// A planning file, as written.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DomainFile {
    /// Name and type of each fact.
    pub facts: Entries<FactData>,
    /// Start values. A fact that is not listed has its default. Default: empty.
    #[serde(default)]
    pub start: Entries<Scalar>,
    /// At least one. The most relevant goal that has a plan is selected.
    pub goals: Vec<GoalData>,
    /// The actions; may be empty.
    pub actions: Vec<ActionData>,
    /// Possible targets of actions. Default: empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub candidates: Vec<CandidateData>,
    /// The agent's position in metres. Default: the origin.
    #[serde(default)]
    pub agent: (f64, f64, f64),
    /// Travel costs. Default: free.
    #[serde(default)]
    pub travel: TravelData,
    /// Whether each context precondition holds. One that is not listed holds. Default: empty.
    #[serde(default)]
    pub context_preconditions: Entries<bool>,
    /// Value of each named cost. Every named cost needs one. Default: empty.
    #[serde(default)]
    pub costs: Entries<f64>,
    /// Planning cost of odds of 1 in 2.718; smaller odds cost more with their logarithm. Default: 10, as in minds.
    #[serde(default = "odds_weight")]
    pub odds_weight: f64,
    /// How to search. Default: `backward`.
    #[serde(default)]
    pub strategy: StrategyData,
    /// When to give up. Default: 5000000 nodes, 20 seconds.
    #[serde(default)]
    pub budget: BudgetData,
}

/// A goal, as written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GoalData {
    /// Unique among the goals.
    pub name: String,
    /// At least one condition; the goal is reached when all of them hold.
    pub conditions: Entries<ConditionData>,
    /// How much it matters. Goals of relevance 0 or less are never selected. Default: 1.
    #[serde(default = "super::one")]
    pub relevance: f64,
    /// What it is worth to reach it, above 0, in one currency for all goals. Equally relevant goals with a worth compete by the value of
    /// their plans. Default: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worth: Option<f64>,
}

/// A possible target of actions, as written.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CandidateData {
    /// Unique among the candidates; not `none`, `agent` or `$target`.
    pub name: String,
    /// Its kinds. Default: none.
    #[serde(default)]
    pub kinds: Vec<String>,
    /// Its position in metres. Default: the origin.
    #[serde(default)]
    pub at: (f64, f64, f64),
    /// By action: an amount added to the action's cost for this target. Default: empty.
    #[serde(default)]
    pub surcharges: Entries<f64>,
    /// By action: its odds with this target, instead of the action's own, 0 to 1. Default: empty.
    #[serde(default, skip_serializing_if = "Entries::is_empty")]
    pub odds: Entries<f64>,
    /// Actions that may not use this target although its kind fits. Default: empty.
    #[serde(default)]
    pub forbids: Vec<String>,
}

/// The cost of travelling from one candidate to another.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum TravelData {
    /// Travel costs nothing.
    #[default]
    Free,
    /// Straight-line distance divided by a speed.
    Straight {
        /// In m/s, above 0. Default: 1.
        #[serde(default = "super::one")]
        speed: f64,
    },
    /// A list of paths. Candidates without a path between them cannot reach each other. The agent's position is `agent`.
    Table {
        /// From, to, cost.
        paths: Vec<(String, String, f64)>,
        /// Whether each path has the same cost in both directions. Default: true.
        #[serde(default = "yes")]
        symmetric: bool,
    },
}

/// The search strategy of a planning file or of a mind, as written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StrategyData {
    /// Regressive A*: best first from the goal backwards.
    #[default]
    Backward,
    /// A* from the start forwards.
    Forward,
    /// Iterative-deepening A* from the goal backwards.
    IdaStar,
}

impl From<StrategyData> for Strategy {
    fn from(data: StrategyData) -> Self {
        match data {
            StrategyData::Backward => Self::Backward,
            StrategyData::Forward => Self::Forward,
            StrategyData::IdaStar => Self::IdaStar,
        }
    }
}

with_defaults! {
/// The search budget, as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct BudgetData {
    /// The maximum number of states to expand. Default: 5000000.
    pub nodes: u32 = 5_000_000,
    /// The maximum number of microseconds of planning. Default: 20000000, which is 20 s.
    pub micros: u64 = 20_000_000,
}
}

fn yes() -> bool {
    true
}

fn odds_weight() -> f64 {
    f64::from(ThinkingData::default().odds_weight)
}

impl DomainFile {
    /// The candidates' names, in file order.
    #[must_use]
    pub fn candidate_names(&self) -> Vec<String> {
        self.candidates.iter().map(|candidate| candidate.name.clone()).collect()
    }

    /// The specification of an action. Odds of one without a target are part of its cost; the surcharges of targets have the others.
    fn action(&self, vocabulary: &Vocabulary, index: usize, data: &ActionData) -> Action {
        let mut action = vocabulary.action(data);
        if let (ActionCost::Fixed(cost), None) = (&mut action.cost, &data.target) {
            let millionths = (*cost + self.odds_cost(index, None).value()) * 1e6;
            // Costs are written in millionths.
            *cost = if millionths.is_finite() { millionths.round() / 1e6 } else { *cost };
        }
        action
    }

    /// The specification of the domain. `breaks_triangle_inequality` says whether a path through a third candidate can be
    /// cheaper than the direct one.
    #[must_use]
    pub fn domain_spec(&self, breaks_triangle_inequality: bool) -> DomainSpec {
        let names = self.candidate_names();
        let vocabulary = Vocabulary { facts: &self.facts, candidates: &names };
        let actions = self.actions.iter().enumerate().map(|(index, data)| self.action(&vocabulary, index, data));
        DomainSpec {
            facts: vocabulary.facts(),
            actions: ActionSet { actions: actions.collect() },
            goals: self.goals.iter().map(|goal| vocabulary.goal(&goal.name, &goal.conditions)).collect(),
            breaks_triangle_inequality,
        }
    }
}
