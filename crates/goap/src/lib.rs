//! Goal-oriented action planning (GOAP): plans of minimum cost over typed facts. Plain Rust without dependencies, which
//! another game can copy.
//!
//! It knows nothing of Bevy, of the rest of this crate, or of a particular game. A [`DomainSpec`] declares facts, actions
//! and goals; [`Domain::new`] checks and compiles it; a [`Planner`] takes [`PlanRequest`]s and returns a plan of minimum cost,
//! or says why none exists.
//!
//! ```
//! use quarry_goap::{
//!     Action, ActionCost, ActionSet, Condition, Domain, DomainSpec, Effect, FactKind, Goal, PlanOutcome, PlanRequest,
//!     Planner, PlanningFact, Value,
//! };
//!
//! let fact = |name: &str| PlanningFact { name: name.into(), kind: FactKind::Bool, default: None };
//! let action = |name: &str, cost, preconditions: &[&str], effect: &str| Action {
//!     name: name.into(),
//!     cost: ActionCost::Fixed(cost),
//!     preconditions: preconditions.iter().map(|&fact| (fact.into(), Condition::Is(Value::Bool(true)))).collect(),
//!     effects: vec![(effect.into(), Effect::Set(Value::Bool(true)))],
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
//! .map_err(|errors| errors[0].to_string())?;
//!
//! let mut planner = Planner::new();
//! let state = domain.defaults();
//! let goal = domain.goal("go").ok_or("no such goal")?;
//! let result = planner.plan(&domain, &PlanRequest::new(&state, goal));
//! assert_eq!(result.outcome, PlanOutcome::Plan);
//! assert_eq!(result.cost.value(), 6.0);
//! let names: Vec<_> = result.steps.iter().map(|step| domain.action_name(step.action)).collect();
//! assert_eq!(names, ["get in", "drive"]);
//! # Ok::<(), String>(())
//! ```
//!
//! An agent fills in the [`State`] from its memory, lists the things it remembers as [`PlanCandidate`]s, and provides travel
//! costs and other context through [`PlanningContext`]. A fact of kind [`FactKind::Target`] connects actions that must use
//! the same target: the effect of "go towards" sets the fact to [`Value::OwnTarget`], and a precondition of "take" requires
//! it to be [`Value::OwnTarget`].
//!
//! # The forms of an action
//!
//! | type | contents | made |
//! |---|---|---|
//! | `data::domain::ActionData` | an action as written in a planning file; values are untyped and facts are names | by reading RON |
//! | [`Action`] | the specification: typed values, facts by name | from `ActionData`, or in code |
//! | `CompiledAction` | facts by index, conditions as sets of numbers, effects as changes; checked | once per domain |
//! | `TaskAction` | packed bits and set numbers, for the facts that matter to one goal | once per goal of a domain |
//!
//! Explanations and graphs show [`Action`]; validation uses `CompiledAction`; search uses `TaskAction`.

mod action;
mod applicability;
mod compiled;
mod condition;
mod domain;
mod error;
mod explain;
mod fact;
mod goal_selection;
mod graph;
mod number;
mod planner;
mod redundant_steps;
mod request;
mod search;
mod task;
mod validate;
mod values;

pub use action::{Action, ActionCost, ActionSet, Goal, TargetRule};
pub use compiled::{ActionId, ContextPreconditionId, CostId, FactId, GoalId, State};
pub use condition::{Condition, Effect};
pub use domain::{Domain, DomainSpec};
pub use error::{DomainError, DomainErrorKind, SpecLocation};
pub use explain::{BlockReason, BlockedAction, Explanation, StepExplanation, UnmetCause, UnmetCondition};
pub use fact::{FactKind, MAX_CANDIDATES, NO_TARGET, PlanningFact, Value};
pub use goal_selection::{GoalAvailability, GoalCandidate, GoalEvaluation, GoalRejection, GoalSelection};
pub use graph::{
    ActionGraph, ActionGraphEdge, ActionGraphNode, ActionGraphPart, Diagram, DiagramEdge, DiagramNode, DiagramRole,
    ExternalFact, NodeShape, NodeStatus, PruneReason, SearchGraph, SearchNode, escape_xml,
};
pub use number::{MAX_MAGNITUDE, NumberError, PlanCost, SCALE};
pub use planner::Planner;
pub use request::{
    BudgetLimit, NoContext, Plan, PlanCandidate, PlanOutcome, PlanRequest, PlanResult, PlanStep, PlanningContext,
    SearchBudget, Strategy,
};
pub use validate::Validity;
