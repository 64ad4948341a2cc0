//! A drawing: boxes with words in them and lines between, each in a tone of its own; how it is put on a page or into a
//! window is not its affair.

use super::layout::layered;

/// The width of a letter, the height of a row and the space around the words of a box, in units of the drawing; letters
/// are 12 high.
const LETTER: f32 = 6.6;
/// How much room between two columns the labels of lines may take.
const WIDEST_LABEL: f32 = 130.0;
const ROW: f32 = 15.0;
const PADDING: (f32, f32) = (9.0, 6.0);

/// What a box or line is to be taken for; each has a colour and, where it could be mistaken, a shape of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Tone {
    /// A goal.
    Goal,
    /// An action.
    Action,
    /// A fact.
    Fact,
    /// A fact that is given from outside.
    Given,
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

impl Tone {
    /// Its colour as red, green and blue.
    #[must_use]
    pub const fn colour(self) -> (u8, u8, u8) {
        match self {
            Tone::Goal => (240, 196, 92),
            Tone::Action => (120, 176, 235),
            Tone::Fact => (176, 184, 196),
            Tone::Given => (126, 206, 190),
            Tone::Chosen => (110, 214, 130),
            Tone::Seen => (170, 180, 200),
            Tone::Waiting => (150, 140, 100),
            Tone::Pruned => (110, 110, 118),
            Tone::Dead => (240, 92, 74),
        }
    }

    /// Whether its outline is broken, so that it is told apart without its colour.
    #[must_use]
    pub const fn is_dashed(self) -> bool {
        matches!(self, Tone::Dead | Tone::Waiting | Tone::Pruned)
    }
}

/// The outline of a box.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Shape {
    /// With sharp corners.
    Square,
    /// With round ends.
    Round,
    /// With a point at its right end.
    Flag,
}

/// A box.
#[derive(Debug, Clone, PartialEq)]
pub struct Block {
    /// Its upper left corner.
    pub at: (f32, f32),
    /// How wide and high.
    pub size: (f32, f32),
    /// Its name.
    pub title: String,
    /// What else it says, row by row.
    pub rows: Vec<String>,
    /// Its outline.
    pub shape: Shape,
    /// What it is.
    pub tone: Tone,
}

/// A line from one box to another.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// Its points, from start to end.
    pub points: Vec<(f32, f32)>,
    /// What it says.
    pub label: String,
    /// Where that stands: its middle.
    pub label_at: (f32, f32),
    /// What it is.
    pub tone: Tone,
}

/// Boxes and lines. y grows downwards.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Drawing {
    /// What it shows.
    pub title: String,
    /// The boxes.
    pub blocks: Vec<Block>,
    /// The lines.
    pub lines: Vec<Line>,
    /// How wide and high.
    pub size: (f32, f32),
}

/// A line before it has its place: from which box to which, its label and tone.
pub(super) type Join = (usize, usize, String, Tone);

impl Drawing {
    /// Lays out boxes (whose place and size are worked out here) and the lines between them.
    pub(super) fn lay_out(title: String, mut blocks: Vec<Block>, joins: Vec<Join>) -> Self {
        for block in &mut blocks {
            let letters =
                block.rows.iter().map(|row| row.chars().count()).fold(block.title.chars().count() + 1, usize::max);
            let point = if block.shape == Shape::Flag { 10.0 } else { 0.0 };
            block.size = (
                letters as f32 * LETTER + 2.0 * PADDING.0 + point,
                (block.rows.len() + 1) as f32 * ROW + 2.0 * PADDING.1,
            );
        }
        let sizes: Vec<(f32, f32)> = blocks.iter().map(|block| block.size).collect();
        let edges: Vec<(usize, usize)> = joins.iter().map(|(from, to, ..)| (*from, *to)).collect();
        // The longest label fits between two columns.
        let label = joins.iter().map(|(.., label, _)| label.chars().count()).max().unwrap_or(0);
        let layout = layered(&sizes, &edges, (label as f32 * LETTER).min(WIDEST_LABEL) + 24.0);
        for (block, place) in blocks.iter_mut().zip(&layout.places) {
            block.at = *place;
        }
        let lines = joins
            .into_iter()
            .zip(layout.routes)
            .filter(|(_, route)| route.len() >= 2)
            .map(|((.., label, tone), points)| Line { label_at: middle(&points), points, label, tone })
            .collect();
        Self { title, blocks, lines, size: layout.size }
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
