//! The planning library: goal-oriented action planning over facts, as plain Rust that another game could lift out.
//!
//! It knows nothing of Bevy, nothing else of this crate, and nothing of any particular world. A [`DomainSpec`] says
//! which facts, actions and goals there are; a [`Domain`] is its compiled form; a [`Planner`] answers [`PlanRequest`]s with
//! plans of least cost, or says why there is none.
//!
//! ```
//! use quarry::goap::{
//!     Action, ActionCost, ActionSet, Condition, DomainSpec, Domain, Effect, PlanningFact, FactKind, Goal, PlanOutcome, Planner,
//!     PlanRequest, Value,
//! };
//!
//! let fact = |name: &str| PlanningFact { name: name.into(), kind: FactKind::Bool, default: None };
//! let action = |name: &str, cost, preconditions: &[&str], effects: &str| Action {
//!     name: name.into(),
//!     cost: ActionCost::Fixed(cost),
//!     preconditions: preconditions.iter().map(|&fact| (fact.into(), Condition::Is(Value::Bool(true)))).collect(),
//!     effects: vec![(effects.into(), Effect::Set(Value::Bool(true)))],
//!     ..Action::default()
//! };
//! let domain = Domain::new(DomainSpec {
//!     facts: vec![fact("in car"), fact("there")],
//!     actions: ActionSet {
//!         actions: vec![
//!             action("walk", 50.0, &[], "there"),
//!             action("get in", 1.0, &[], "in car"),
//!             action("drive", 5.0, &["in car"], "there"),
//!         ],
//!     },
//!     goals: vec![Goal { name: "go".into(), conditions: vec![("there".into(), Condition::Is(Value::Bool(true)))] }],
//!     ..DomainSpec::default()
//! })
//! .map_err(|findings| findings[0].to_string())?;
//!
//! let mut planner = Planner::new();
//! let state = domain.defaults();
//! let goal = domain.goal("go").ok_or("no such goal")?;
//! let answer = planner.plan(&domain, &PlanRequest::new(&state, goal));
//! assert_eq!(answer.outcome, PlanOutcome::Plan);
//! assert_eq!(answer.cost.value(), 6.0);
//! let names: Vec<_> = answer.steps.iter().map(|step| domain.action_name(step.action)).collect();
//! assert_eq!(names, ["get in", "drive"]);
//! # Ok::<(), String>(())
//! ```
//!
//! An agent fills the state from its memory (one number a fact, see [`State`]), lists the things it remembers as
//! [`PlanCandidate`]s, and answers for travel and named costs by [`PlanningContext`]. Declare a fact of kind
//! [`FactKind::Target`] to let one action say which thing another is to be done to: "go towards" sets it to
//! [`Value::OwnTarget`], and "take" needs it to be [`Value::OwnTarget`].

mod action;
mod choose;
mod compiled;
mod condition;
mod domain;
mod explain;
mod fact;
mod finding;
mod foresee;
mod graph;
mod number;
mod planner;
mod request;
mod search;
mod task;
mod tidy;
mod validate;
mod values;
mod verdict;
mod walk;

pub use action::{Action, ActionCost, ActionSet, Goal, TargetRule};
pub use choose::GoalSelection;
pub use compiled::{ActionId, ContextPreconditionId, CostId, FactId, GoalId, KindId, State};
pub use condition::{Condition, Effect};
pub use domain::{Domain, DomainSpec};
pub use explain::{Blocked, Explanation, Missing, Obstacle, StepExplanation, Why};
pub use fact::{FactKind, MAX_CANDIDATES, NO_TARGET, PlanningFact, Value};
pub use finding::{DomainError, DomainErrorKind, SpecLocation};
pub use graph::{
    ActionGraph, ActionGraphEdge, ActionGraphNode, ActionGraphPart, Diagram, DiagramEdge, DiagramNode, DiagramRole,
    ExternalFact, GraphLayout, NodeShape, NodeStatus, SearchGraph, SearchNode, layered,
};
pub use number::{Inexact, MAX_MAGNITUDE, PlanCost, SCALE};
pub use planner::Planner;
pub use request::{
    BudgetLimit, NoContext, Plan, PlanCandidate, PlanOutcome, PlanRequest, PlanResult, PlanStep, PlanningContext,
    SearchBudget, Strategy,
};
pub use verdict::{GoalAvailability, GoalCandidate, GoalEvaluation, GoalRejection};
pub use walk::Validity;
