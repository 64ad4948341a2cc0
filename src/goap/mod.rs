//! The planning library: goal-oriented action planning over facts, as plain Rust that another game could lift out.
//!
//! It knows nothing of Bevy, nothing else of this crate, and nothing of any particular world. A [`Declaration`] says
//! which facts, actions and goals there are; a [`Domain`] is its compiled form; a [`Planner`] answers [`Query`]s with
//! plans of least cost, or says why there is none.
//!
//! ```
//! use quarry::goap::{
//!     Action, ActionCost, ActionSet, Condition, Declaration, Domain, Effect, Fact, FactKind, Goal, Outcome, Planner,
//!     Query, Value,
//! };
//!
//! let fact = |name: &str| Fact { name: name.into(), kind: FactKind::Bool, default: None };
//! let action = |name: &str, cost, needs: &[&str], brings: &str| Action {
//!     name: name.into(),
//!     cost: ActionCost::Fixed(cost),
//!     needs: needs.iter().map(|&fact| (fact.into(), Condition::Is(Value::Bool(true)))).collect(),
//!     brings: vec![(brings.into(), Effect::Set(Value::Bool(true)))],
//!     ..Action::default()
//! };
//! let domain = Domain::new(Declaration {
//!     facts: vec![fact("in car"), fact("there")],
//!     actions: ActionSet {
//!         actions: vec![
//!             action("walk", 50.0, &[], "there"),
//!             action("get in", 1.0, &[], "in car"),
//!             action("drive", 5.0, &["in car"], "there"),
//!         ],
//!     },
//!     goals: vec![Goal { name: "go".into(), wants: vec![("there".into(), Condition::Is(Value::Bool(true)))] }],
//!     ..Declaration::default()
//! })
//! .map_err(|findings| findings[0].to_string())?;
//!
//! let mut planner = Planner::new();
//! let state = domain.defaults();
//! let goal = domain.goal("go").ok_or("no such goal")?;
//! let answer = planner.plan(&domain, &Query::new(&state, goal));
//! assert_eq!(answer.outcome, Outcome::Plan);
//! assert_eq!(answer.cost.value(), 6.0);
//! let names: Vec<_> = answer.steps.iter().map(|step| domain.action_name(step.action)).collect();
//! assert_eq!(names, ["get in", "drive"]);
//! # Ok::<(), String>(())
//! ```
//!
//! An agent fills the state from its memory (one number a fact, see [`State`]), lists the things it remembers as
//! [`Candidate`]s, and answers for travel and named costs by [`Surroundings`]. Declare a fact of kind
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
mod query;
mod search;
mod task;
mod tidy;
mod validate;
mod values;
mod verdict;
mod walk;

pub use action::{Action, ActionCost, ActionSet, Goal, TargetRule};
pub use choose::Choice;
pub use compiled::{ActionId, CheckId, CostId, FactId, GoalId, KindId, State};
pub use condition::{Condition, Effect};
pub use domain::{Declaration, Domain};
pub use explain::{Blocked, Explanation, Missing, Obstacle, StepExplanation, Why};
pub use fact::{Fact, FactKind, MAX_CANDIDATES, NOTHING, Value};
pub use finding::{Finding, Place, Problem};
pub use graph::{
    Block, Drawing, Fate, Given, Layout, Line, SearchGraph, SearchNode, SetEdge, SetGraph, SetNode, SetPart, Shape,
    Tone, layered,
};
pub use number::{Cost, Inexact, LARGEST, SCALE};
pub use planner::Planner;
pub use query::{Answer, Budget, Candidate, Limit, Nowhere, Outcome, Plan, Query, Step, Strategy, Surroundings};
pub use verdict::{Contender, PassedOver, Standing, Verdict};
pub use walk::Validity;
