//! A diagram: laid-out boxes with text, and edges between them. Windows draw it, [`Diagram::to_svg`] and
//! [`Diagram::to_dot`] write it to files.

use super::layout::layered;

/// Width of a letter at a font size of 12, in diagram units.
const LETTER_WIDTH: f32 = 6.6;
/// Height of a row of text.
const ROW_HEIGHT: f32 = 15.0;
/// Horizontal and vertical space between a box and its text.
const PADDING: (f32, f32) = (9.0, 6.0);
/// Width of the point of a [`NodeShape::Flag`].
const FLAG_POINT: f32 = 10.0;
/// The most space between columns that edge labels may claim.
const MAX_LABEL_WIDTH: f32 = 130.0;

/// What a node or an edge represents. Decides its colour and whether its outline is dashed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DiagramRole {
    /// A goal.
    Goal,
    /// An action.
    Action,
    /// A fact that only actions change.
    Fact,
    /// A fact whose value comes from outside the plan.
    ExternalFact,
    /// Part of the plan.
    Chosen,
    /// An expanded state.
    Seen,
    /// A state that was generated but not expanded.
    Waiting,
    /// A state that was discarded.
    Pruned,
    /// A dead end.
    Dead,
}

impl DiagramRole {
    /// Its colour as sRGB red, green and blue.
    #[must_use]
    pub const fn colour(self) -> (u8, u8, u8) {
        match self {
            Self::Goal => (240, 196, 92),
            Self::Action => (120, 176, 235),
            Self::Fact => (176, 184, 196),
            Self::ExternalFact => (126, 206, 190),
            Self::Chosen => (110, 214, 130),
            Self::Seen => (170, 180, 200),
            Self::Waiting => (150, 140, 100),
            Self::Pruned => (110, 110, 118),
            Self::Dead => (240, 92, 74),
        }
    }

    /// Whether its outline is dashed, so that it can be recognised without its colour.
    #[must_use]
    pub const fn is_dashed(self) -> bool {
        matches!(self, Self::Dead | Self::Waiting | Self::Pruned)
    }
}

/// The outline of a box.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NodeShape {
    /// Sharp corners.
    Square,
    /// Round ends.
    Round,
    /// A point at the right end.
    Flag,
}

/// A box.
#[derive(Debug, Clone, PartialEq)]
pub struct DiagramNode {
    /// Upper left corner.
    pub at: (f32, f32),
    /// Width and height.
    pub size: (f32, f32),
    /// First row of text.
    pub title: String,
    /// Further rows of text.
    pub rows: Vec<String>,
    /// Outline.
    pub shape: NodeShape,
    /// What it represents.
    pub role: DiagramRole,
}

impl DiagramNode {
    /// A box that [`Diagram::lay_out`] has yet to place. Its size follows from its text.
    #[must_use]
    pub fn new(title: String, rows: Vec<String>, shape: NodeShape, role: DiagramRole) -> Self {
        let letters = rows.iter().map(|row| row.chars().count()).fold(title.chars().count() + 1, usize::max);
        let point = if shape == NodeShape::Flag { FLAG_POINT } else { 0.0 };
        let size = (
            letters as f32 * LETTER_WIDTH + 2.0 * PADDING.0 + point,
            (rows.len() + 1) as f32 * ROW_HEIGHT + 2.0 * PADDING.1,
        );
        Self { at: (0.0, 0.0), size, title, rows, shape, role }
    }
}

/// An edge from one box to another.
#[derive(Debug, Clone, PartialEq)]
pub struct DiagramEdge {
    /// Index of the node it leaves.
    pub from: usize,
    /// Index of the node it reaches.
    pub to: usize,
    /// Its route from start to end.
    pub points: Vec<(f32, f32)>,
    /// Its text; may be empty.
    pub label: String,
    /// Centre of the label.
    pub label_at: (f32, f32),
    /// What it represents.
    pub role: DiagramRole,
}

/// Boxes and edges with their positions. The y axis points down.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Diagram {
    /// Heading.
    pub title: String,
    /// The boxes.
    pub nodes: Vec<DiagramNode>,
    /// The edges.
    pub edges: Vec<DiagramEdge>,
    /// Width and height.
    pub size: (f32, f32),
}

/// An edge that has no route yet.
#[derive(Debug, Clone, PartialEq)]
pub struct PendingEdge {
    /// Index of the node it leaves.
    pub from: usize,
    /// Index of the node it reaches.
    pub to: usize,
    /// Its text; may be empty.
    pub label: String,
    /// What it represents.
    pub role: DiagramRole,
}

impl Diagram {
    /// Places boxes and routes the edges between them. Edges from a box to itself, and those with an index out of range, are left out.
    #[must_use]
    pub fn lay_out(title: String, mut nodes: Vec<DiagramNode>, pending: Vec<PendingEdge>) -> Self {
        let sizes: Vec<(f32, f32)> = nodes.iter().map(|node| node.size).collect();
        let ends: Vec<(usize, usize)> = pending.iter().map(|edge| (edge.from, edge.to)).collect();
        let longest = pending.iter().map(|edge| edge.label.chars().count()).max().unwrap_or(0);
        let layout = layered(&sizes, &ends, (longest as f32 * LETTER_WIDTH).min(MAX_LABEL_WIDTH) + 24.0);
        for (node, place) in nodes.iter_mut().zip(&layout.places) {
            node.at = *place;
        }
        let edges = pending
            .into_iter()
            .zip(layout.routes)
            .filter(|(_, route)| route.len() >= 2)
            .map(|(PendingEdge { from, to, label, role }, points)| DiagramEdge {
                from,
                to,
                label_at: middle(&points),
                points,
                label,
                role,
            })
            .collect();
        Self { title, nodes, edges, size: layout.size }
    }

    /// The baseline of a row of text (0 for the title), relative to the box's upper left corner, at a font size of 12.
    #[must_use]
    pub fn baseline(row: usize) -> (f32, f32) {
        (PADDING.0, PADDING.1 + ROW_HEIGHT * (row as f32 + 0.78))
    }
}

/// The middle of a route's longest segment, where a label hides least.
fn middle(points: &[(f32, f32)]) -> (f32, f32) {
    let length = |pair: &&[(f32, f32)]| (pair[1].0 - pair[0].0).abs() + (pair[1].1 - pair[0].1).abs();
    let longest = points.windows(2).max_by(|a, b| length(a).total_cmp(&length(b)));
    longest.map_or((0.0, 0.0), |pair| ((pair[0].0 + pair[1].0) * 0.5, (pair[0].1 + pair[1].1) * 0.5))
}
