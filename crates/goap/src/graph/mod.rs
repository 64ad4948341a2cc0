//! Graphs for inspection: the last search, and an action set (which actions achieve which conditions). Each is available as
//! data and as a [`Diagram`], which windows draw and which can be exported as SVG or DOT.
//!
//! Independent of: files, windows.

mod action_graph;
mod diagram;
mod export;
mod layout;
mod search_graph;

pub use action_graph::{ActionGraph, ActionGraphEdge, ActionGraphNode, ActionGraphPart, ExternalFact};
pub use diagram::{Diagram, DiagramEdge, DiagramNode, DiagramRole, NodeShape};
pub use export::escape_xml;
pub use search_graph::{NodeStatus, PruneReason, SearchGraph, SearchNode};
