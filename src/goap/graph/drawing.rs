//! A drawing: boxes with words in them and edges between, each in a role of its own; how it is put on a page or into a
//! window is not its affair.

use super::layout::layered;

/// The width of a letter, the height of a row and the space around the words of a box, in units of the drawing; letters
/// are 12 high.
const LETTER: f32 = 6.6;
/// How much room between two columns the labels of edges may take.
const WIDEST_LABEL: f32 = 130.0;
const ROW: f32 = 15.0;
const PADDING: (f32, f32) = (9.0, 6.0);

/// What a box or line is to be taken for; each has a colour and, where it could be mistaken, a shape of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DiagramRole {
    /// A goal.
    Goal,
    /// An action.
    Action,
    /// A fact.
    Fact,
    /// A fact that is given from outside.
    ExternalFact,
    /// On the plan.
    Chosen,
    /// Looked at.
    Seen,
    /// Known of and not looked at.
    Waiting,
    /// Ruled out.
    Pruned,
    /// A dead end.
    Dead,
}

impl DiagramRole {
    /// Its colour as red, green and blue.
    #[must_use]
    pub const fn colour(self) -> (u8, u8, u8) {
        match self {
            DiagramRole::Goal => (240, 196, 92),
            DiagramRole::Action => (120, 176, 235),
            DiagramRole::Fact => (176, 184, 196),
            DiagramRole::ExternalFact => (126, 206, 190),
            DiagramRole::Chosen => (110, 214, 130),
            DiagramRole::Seen => (170, 180, 200),
            DiagramRole::Waiting => (150, 140, 100),
            DiagramRole::Pruned => (110, 110, 118),
            DiagramRole::Dead => (240, 92, 74),
        }
    }

    /// Whether its outline is broken, so that it is told apart without its colour.
    #[must_use]
    pub const fn is_dashed(self) -> bool {
        matches!(self, DiagramRole::Dead | DiagramRole::Waiting | DiagramRole::Pruned)
    }
}

/// The outline of a box.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NodeShape {
    /// With sharp corners.
    Square,
    /// With round ends.
    Round,
    /// With a point at its right end.
    Flag,
}

/// A box.
#[derive(Debug, Clone, PartialEq)]
pub struct DiagramNode {
    /// Its upper left corner.
    pub at: (f32, f32),
    /// How wide and high.
    pub size: (f32, f32),
    /// Its name.
    pub title: String,
    /// What else it says, row by row.
    pub rows: Vec<String>,
    /// Its outline.
    pub shape: NodeShape,
    /// What it is.
    pub role: DiagramRole,
}

/// A line from one box to another.
#[derive(Debug, Clone, PartialEq)]
pub struct DiagramEdge {
    /// Its points, from start to end.
    pub points: Vec<(f32, f32)>,
    /// What it says.
    pub label: String,
    /// Where that stands: its middle.
    pub label_at: (f32, f32),
    /// What it is.
    pub role: DiagramRole,
}

/// Boxes and edges. y grows downwards.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Diagram {
    /// What it shows.
    pub title: String,
    /// The boxes.
    pub nodes: Vec<DiagramNode>,
    /// The edges.
    pub edges: Vec<DiagramEdge>,
    /// How wide and high.
    pub size: (f32, f32),
}

/// A line before it has its place: from which box to which, its label and role.
pub(super) type Join = (usize, usize, String, DiagramRole);

impl Diagram {
    /// Lays out boxes (whose place and size are worked out here) and the edges between them.
    pub(super) fn lay_out(title: String, mut nodes: Vec<DiagramNode>, joins: Vec<Join>) -> Self {
        for block in &mut nodes {
            let letters =
                block.rows.iter().map(|row| row.chars().count()).fold(block.title.chars().count() + 1, usize::max);
            let point = if block.shape == NodeShape::Flag { 10.0 } else { 0.0 };
            block.size = (
                letters as f32 * LETTER + 2.0 * PADDING.0 + point,
                (block.rows.len() + 1) as f32 * ROW + 2.0 * PADDING.1,
            );
        }
        let sizes: Vec<(f32, f32)> = nodes.iter().map(|block| block.size).collect();
        let edges: Vec<(usize, usize)> = joins.iter().map(|(from, to, ..)| (*from, *to)).collect();
        // The longest label fits between two columns.
        let label = joins.iter().map(|(.., label, _)| label.chars().count()).max().unwrap_or(0);
        let layout = layered(&sizes, &edges, (label as f32 * LETTER).min(WIDEST_LABEL) + 24.0);
        for (block, place) in nodes.iter_mut().zip(&layout.places) {
            block.at = *place;
        }
        let edges = joins
            .into_iter()
            .zip(layout.routes)
            .filter(|(_, route)| route.len() >= 2)
            .map(|((.., label, role), points)| DiagramEdge { label_at: middle(&points), points, label, role })
            .collect();
        Self { title, nodes, edges, size: layout.size }
    }

    /// The baseline of a row of a box (0 its title), relative to its upper left corner, for letters 12 high.
    #[must_use]
    pub fn baseline(row: usize) -> (f32, f32) {
        (PADDING.0, PADDING.1 + ROW * (row as f32 + 0.78))
    }
}

/// The point half way along a route's longest part, which is where a label covers least.
fn middle(points: &[(f32, f32)]) -> (f32, f32) {
    let length = |pair: &&[(f32, f32)]| (pair[1].0 - pair[0].0).abs() + (pair[1].1 - pair[0].1).abs();
    let longest = points.windows(2).max_by(|a, b| length(a).total_cmp(&length(b)));
    longest.map_or((0.0, 0.0), |pair| ((pair[0].0 + pair[1].0) * 0.5, (pair[0].1 + pair[1].1) * 0.5))
}
