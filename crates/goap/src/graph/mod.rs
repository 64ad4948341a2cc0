//! Graphs for inspection: the last search ([`Planner::trace`](crate::Planner::trace)), and an action set
//! ([`Domain::graph`](crate::Domain::graph): which actions achieve which conditions). Each is available as data and as a
//! [`Diagram`], which windows draw and which can be exported as SVG or DOT.
//!
//! ```
//! use quarry_goap::{Action, Domain, Goal};
//!
//! let domain = Domain::builder()
//!     .action(Action::new("eat").requires("food", true).sets("fed", true))
//!     .goal(Goal::new("not hungry").requires("fed", true))
//!     .build()?;
//! let graph = domain.graph(&|_| None);
//! let dead_ends: Vec<_> = graph.dead_ends().collect();
//! assert!(dead_ends.contains(&("food", "no action changes it")));
//! assert!(graph.draw("eating").to_svg().starts_with("<svg"));
//! # Ok::<(), quarry_goap::DomainErrors>(())
//! ```
//!
//! Independent of: files, windows.

mod action_graph;
mod diagram;
mod export;
mod layout;
mod search_graph;

pub use action_graph::{ActionGraph, ActionGraphEdge, ActionGraphNode, ActionGraphPart, ExternalFact};
pub use diagram::{Diagram, DiagramEdge, DiagramNode, DiagramRole, NodeShape, PendingEdge};
pub use search_graph::{NodeStatus, PruneReason, SearchGraph, SearchNode};
