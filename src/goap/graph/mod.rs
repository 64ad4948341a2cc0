//! Graphs to look at: the last search, and an action set (what satisfies what). Both are data first, and become a
//! [`Drawing`] by one layered layout, which windows draw and [`Drawing::to_svg`] writes out.
//!
//! Must not know: files, windows.

mod dot;
mod drawing;
mod layout;
mod search;
mod set;
mod svg;

pub use drawing::{Block, Drawing, Line, Shape, Tone};
pub use layout::{Layout, layered};
pub use search::{Fate, SearchGraph, SearchNode};
pub use set::{Given, SetEdge, SetGraph, SetNode, SetPart};
