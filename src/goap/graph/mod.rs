//! Graphs to look at: the last search, and an action set (what satisfies what). Both are data first, and become a
//! [`Diagram`] by one layered layout, which windows draw and [`Diagram::to_svg`] writes out.
//!
//! Must not know: files, windows.

mod dot;
mod drawing;
mod layout;
mod search;
mod set;
mod svg;

pub use drawing::{Diagram, DiagramEdge, DiagramNode, DiagramRole, NodeShape};
pub use layout::{GraphLayout, layered};
pub use search::{NodeStatus, SearchGraph, SearchNode};
pub use set::{ActionGraph, ActionGraphEdge, ActionGraphNode, ActionGraphPart, ExternalFact};
