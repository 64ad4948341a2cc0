//! Where each value of a RON text stands: a tree of spans beside the values that `ron` reads.
//!
//! It answers two questions: at which line and column is `actions[3].needs["gold"]`, for messages; and which bytes must
//! change so that it has another value, for editing that keeps comments and layout. It knows no schema.

mod differ;
mod edit;
mod path;
mod scan;
mod text;

use std::ops::Range;

pub use differ::{Difference, differences};
pub use edit::{EditError, replace};
pub use path::{BadPath, Path, Step};
pub use scan::SyntaxError;

/// What a [`Node`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `( name: value, ... )`, with or without a name before it.
    Struct,
    /// `( value, ... )`, with or without a name before it: a tuple, or a variant with contents.
    Tuple,
    /// `[ value, ... ]`.
    List,
    /// `{ key: value, ... }`.
    Map,
    /// A text in double quotes.
    Text,
    /// A character in single quotes.
    Character,
    /// A number.
    Number,
    /// `true`, `None`, the name of a variant.
    Word,
}

/// How an entry of a node is reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Key {
    /// By its place.
    Position,
    /// By a field name, which stands at these bytes.
    Field(Range<usize>),
    /// By the value of this node.
    Value(usize),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) key: Key,
    pub(crate) value: usize,
}

/// A value of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The bytes it covers, its name included.
    pub span: Range<usize>,
    /// The bytes of its name (`Floor` of `Floor(...)`, a bare word); empty where it has none.
    pub name: Range<usize>,
    /// What it is.
    pub kind: Kind,
    pub(crate) entries: Vec<Entry>,
}

impl Node {
    /// Whether it has a field of this name.
    pub fn has_field(&self, text: &str, name: &str) -> bool {
        self.entries.iter().any(|entry| match &entry.key {
            Key::Field(span) => text.get(span.clone()) == Some(name),
            _ => false,
        })
    }

    /// The text that a quoted text or character stands for; `None` for other values.
    pub fn meaning(&self, text: &str) -> Option<String> {
        matches!(self.kind, Kind::Text | Kind::Character)
            .then(|| text::characters(text.get(self.span.clone()).unwrap_or_default()).iter().map(|(_, c)| c).collect())
    }
}

/// The tree of spans of one text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RonMap {
    /// In the order in which the values end; the last is the root. Never empty.
    nodes: Vec<Node>,
}

impl RonMap {
    /// Scans a text.
    ///
    /// # Errors
    /// Where the text is not RON, names a field or a key twice, or holds a number that is not finite.
    pub fn new(text: &str) -> Result<Self, SyntaxError> {
        scan::scan(text).map(|nodes| Self { nodes })
    }

    /// All values, each after those inside it.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    fn root(&self) -> usize {
        self.nodes.len() - 1
    }

    /// The value at a path, if there is one. `Some(...)` and variants around a single value are passed through.
    pub fn find(&self, text: &str, path: &Path) -> Option<&Node> {
        let (node, steps) = self.follow(text, path);
        (steps == path.steps().len()).then(|| self.nodes.get(node)).flatten()
    }

    /// The value at a path, or where that is not written (a default), the value around it that is.
    pub fn nearest(&self, text: &str, path: &Path) -> &Node {
        let (node, _) = self.follow(text, path);
        &self.nodes[node]
    }

    /// The byte of the n-th character inside the quoted text at a path.
    pub fn character(&self, text: &str, path: &Path, index: usize) -> Option<usize> {
        let node = self.find(text, path).filter(|node| node.kind == Kind::Text)?;
        let token = text.get(node.span.clone())?;
        text::characters(token).get(index).map(|(at, _)| node.span.start + at)
    }

    /// The innermost value around a byte.
    pub fn around(&self, at: usize) -> &Node {
        let inside = |node: &&Node| node.span.start <= at && at <= node.span.end;
        // The root covers all but the space around it, and is a sensible answer there too.
        self.nodes.iter().filter(inside).min_by_key(|node| node.span.len()).unwrap_or(&self.nodes[self.root()])
    }

    /// The innermost struct, tuple, list or map around a byte, brackets included.
    pub fn bracket_around(&self, at: usize) -> &Node {
        let inside = |node: &&Node| {
            matches!(node.kind, Kind::Struct | Kind::Tuple | Kind::List | Kind::Map)
                && node.span.start <= at
                && at < node.span.end
        };
        self.nodes.iter().filter(inside).min_by_key(|node| node.span.len()).unwrap_or(&self.nodes[self.root()])
    }

    /// The bytes of all field names and of all names of variants and groups.
    pub fn names(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        self.nodes.iter().flat_map(|node| {
            let fields = node.entries.iter().filter_map(|entry| match &entry.key {
                Key::Field(span) => Some(span.clone()),
                _ => None,
            });
            fields.chain(std::iter::once(node.name.clone()).filter(|name| !name.is_empty()))
        })
    }

    /// The last value on the way of a path, and how many steps led there.
    fn follow(&self, text: &str, path: &Path) -> (usize, usize) {
        let mut node = self.root();
        for (done, step) in path.steps().iter().enumerate() {
            match self.step(text, node, step) {
                Some(next) => node = next,
                None => return (node, done),
            }
        }
        (node, path.steps().len())
    }

    fn step(&self, text: &str, from: usize, step: &Step) -> Option<usize> {
        let mut node = self.nodes.get(from)?;
        loop {
            let found = match step {
                Step::Field(name) => node.entries.iter().find(|entry| match &entry.key {
                    Key::Field(span) => text.get(span.clone()) == Some(name),
                    _ => false,
                }),
                Step::Index(index) => {
                    let wraps = node.kind == Kind::Tuple && text.get(node.name.clone()) == Some("Some");
                    node.entries.get(*index).filter(|_| !wraps && node.kind != Kind::Map)
                }
                Step::Key(key) => node.entries.iter().find(|entry| match &entry.key {
                    Key::Value(value) => self.nodes.get(*value).is_some_and(|value| {
                        value.meaning(text).as_deref().or(text.get(value.span.clone())) == Some(key)
                    }),
                    _ => false,
                }),
            };
            if let Some(entry) = found {
                return Some(entry.value);
            }
            match node.entries.as_slice() {
                [only] if node.kind == Kind::Tuple && only.key == Key::Position => node = self.nodes.get(only.value)?,
                _ => return None,
            }
        }
    }
}

/// Where the lines of a text begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lines(Vec<usize>);

impl Lines {
    /// Finds them.
    pub fn new(text: &str) -> Self {
        let begins = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1);
        Self(std::iter::once(0).chain(begins).collect())
    }

    /// Line and column of a byte, both from 1; columns count characters.
    pub fn place(&self, text: &str, at: usize) -> (usize, usize) {
        let line = self.0.partition_point(|begin| *begin <= at).max(1);
        let begin = self.0[line - 1];
        let column = text.get(begin..).unwrap_or_default().char_indices().take_while(|(i, _)| begin + i < at).count();
        (line, column + 1)
    }

    /// The byte at a line and a column counted in bytes, both from 1, as `ron` gives them.
    pub fn byte(&self, line: usize, column: usize) -> usize {
        self.0.get(line.saturating_sub(1)).copied().unwrap_or(0) + column.saturating_sub(1)
    }

    /// The text of a line, from 1, without its end.
    pub fn line<'t>(&self, text: &'t str, line: usize) -> &'t str {
        let begin = self.0.get(line.saturating_sub(1)).copied().unwrap_or(text.len());
        text.get(begin..).unwrap_or_default().lines().next().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests;
