//! Where each value of a RON text stands: a tree of spans beside the values that `ron` reads.
//!
//! It answers two questions: at which line and column is `actions[3].needs["gold"]`, for messages; and which bytes must
//! change so that it has another value, for editing that keeps comments and layout. It knows no schema.

mod diff;
mod edit;
mod path;
mod scan;
mod text;

use std::ops::Range;

pub use diff::{ValueChange, diff};
pub use edit::{EditError, replace};
pub use path::{PathStep, RonPath, RonPathError};
pub use scan::SyntaxError;

/// What a [`RonNode`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeKind {
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
pub(crate) enum EntryKey {
    /// By its place.
    Position,
    /// By a field name, which stands at these bytes.
    Field(Range<usize>),
    /// By the value of this node.
    Value(usize),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NodeEntry {
    pub(crate) key: EntryKey,
    pub(crate) value: usize,
}

/// A value of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RonNode {
    /// The bytes it covers, its name included.
    pub span: Range<usize>,
    /// The bytes of its name (`Floor` of `Floor(...)`, a bare word); empty where it has none.
    pub name: Range<usize>,
    /// What it is.
    pub kind: NodeKind,
    pub(crate) entries: Vec<NodeEntry>,
}

impl RonNode {
    /// Whether it has a field of this name.
    pub fn has_field(&self, text: &str, name: &str) -> bool {
        self.entries.iter().any(|entry| match &entry.key {
            EntryKey::Field(span) => text.get(span.clone()) == Some(name),
            _ => false,
        })
    }

    /// The text that a quoted text or character stands for; `None` for other values.
    pub fn string_value(&self, text: &str) -> Option<String> {
        matches!(self.kind, NodeKind::Text | NodeKind::Character)
            .then(|| text::characters(text.get(self.span.clone()).unwrap_or_default()).iter().map(|(_, c)| c).collect())
    }
}

/// The tree of spans of one text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RonMap {
    /// In the order in which the values end; the last is the root. Never empty.
    nodes: Vec<RonNode>,
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
    pub fn nodes(&self) -> &[RonNode] {
        &self.nodes
    }

    fn root(&self) -> usize {
        self.nodes.len() - 1
    }

    /// The value at a path, if there is one. `Some(...)` and variants around a single value are passed through.
    pub fn find(&self, text: &str, path: &RonPath) -> Option<&RonNode> {
        let (node, steps) = self.follow(text, path);
        (steps == path.steps().len()).then(|| self.nodes.get(node)).flatten()
    }

    /// The value at a path, or where that is not written (a default), the value around it that is.
    pub fn nearest(&self, text: &str, path: &RonPath) -> &RonNode {
        let (node, _) = self.follow(text, path);
        &self.nodes[node]
    }

    /// The byte of the n-th character inside the quoted text at a path.
    pub fn character_offset(&self, text: &str, path: &RonPath, index: usize) -> Option<usize> {
        let node = self.find(text, path).filter(|node| node.kind == NodeKind::Text)?;
        let token = text.get(node.span.clone())?;
        text::characters(token).get(index).map(|(at, _)| node.span.start + at)
    }

    /// The innermost value around a byte.
    pub fn innermost(&self, at: usize) -> &RonNode {
        let inside = |node: &&RonNode| node.span.start <= at && at <= node.span.end;
        // The root covers all but the space around it, and is a sensible answer there too.
        self.nodes.iter().filter(inside).min_by_key(|node| node.span.len()).unwrap_or(&self.nodes[self.root()])
    }

    /// The innermost struct, tuple, list or map around a byte, brackets included.
    pub fn innermost_group(&self, at: usize) -> &RonNode {
        let inside = |node: &&RonNode| {
            matches!(node.kind, NodeKind::Struct | NodeKind::Tuple | NodeKind::List | NodeKind::Map)
                && node.span.start <= at
                && at < node.span.end
        };
        self.nodes.iter().filter(inside).min_by_key(|node| node.span.len()).unwrap_or(&self.nodes[self.root()])
    }

    /// The bytes of all field names and of all names of variants and groups.
    pub fn names(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        self.nodes.iter().flat_map(|node| {
            let fields = node.entries.iter().filter_map(|entry| match &entry.key {
                EntryKey::Field(span) => Some(span.clone()),
                _ => None,
            });
            fields.chain(std::iter::once(node.name.clone()).filter(|name| !name.is_empty()))
        })
    }

    /// Every number with its path, in the order of the text. `Some(...)` adds no step to a path.
    pub fn numbers(&self, text: &str) -> Vec<(RonPath, &RonNode)> {
        let mut out = Vec::new();
        self.collect_numbers(text, self.root(), &RonPath::root(), &mut out);
        out
    }

    fn collect_numbers<'m>(&'m self, text: &str, at: usize, path: &RonPath, out: &mut Vec<(RonPath, &'m RonNode)>) {
        let Some(node) = self.nodes.get(at) else { return };
        if node.kind == NodeKind::Number {
            out.push((path.clone(), node));
        }
        let optional = text.get(node.name.clone()) == Some("Some");
        for (index, entry) in node.entries.iter().enumerate() {
            let inner = match &entry.key {
                EntryKey::Position if optional => path.clone(),
                EntryKey::Position => path.index(index),
                EntryKey::Field(span) => path.field(text.get(span.clone()).unwrap_or_default()),
                EntryKey::Value(key) => {
                    let key = self.nodes.get(*key);
                    let written = |key: &RonNode| text.get(key.span.clone()).unwrap_or_default().to_owned();
                    path.entry(
                        &key.map(|key| key.string_value(text).unwrap_or_else(|| written(key))).unwrap_or_default(),
                    )
                }
            };
            self.collect_numbers(text, entry.value, &inner, out);
        }
    }

    /// The last value on the way of a path, and how many steps led there.
    fn follow(&self, text: &str, path: &RonPath) -> (usize, usize) {
        let mut node = self.root();
        for (done, step) in path.steps().iter().enumerate() {
            match self.step(text, node, step) {
                Some(next) => node = next,
                None => return (node, done),
            }
        }
        (node, path.steps().len())
    }

    fn step(&self, text: &str, from: usize, step: &PathStep) -> Option<usize> {
        let mut node = self.nodes.get(from)?;
        loop {
            let found = match step {
                PathStep::Field(name) => node.entries.iter().find(|entry| match &entry.key {
                    EntryKey::Field(span) => text.get(span.clone()) == Some(name),
                    _ => false,
                }),
                PathStep::Index(index) => {
                    let wraps = node.kind == NodeKind::Tuple && text.get(node.name.clone()) == Some("Some");
                    node.entries.get(*index).filter(|_| !wraps && node.kind != NodeKind::Map)
                }
                PathStep::Key(key) => node.entries.iter().find(|entry| match &entry.key {
                    EntryKey::Value(value) => self.nodes.get(*value).is_some_and(|value| {
                        value.string_value(text).as_deref().or(text.get(value.span.clone())) == Some(key)
                    }),
                    _ => false,
                }),
            };
            if let Some(entry) = found {
                return Some(entry.value);
            }
            match node.entries.as_slice() {
                [only] if node.kind == NodeKind::Tuple && only.key == EntryKey::Position => {
                    node = self.nodes.get(only.value)?
                }
                _ => return None,
            }
        }
    }
}

/// Where the lines of a text begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineIndex(Vec<usize>);

impl LineIndex {
    /// Finds them.
    pub fn new(text: &str) -> Self {
        let begins = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1);
        Self(std::iter::once(0).chain(begins).collect())
    }

    /// Line and column of a byte, both from 1; columns count characters.
    pub fn line_column(&self, text: &str, at: usize) -> (usize, usize) {
        let line = self.0.partition_point(|begin| *begin <= at).max(1);
        let begin = self.0[line - 1];
        let column = text.get(begin..).unwrap_or_default().char_indices().take_while(|(i, _)| begin + i < at).count();
        (line, column + 1)
    }

    /// The byte at a line and a column counted in bytes, both from 1, as `ron` gives them.
    pub fn byte_offset(&self, line: usize, column: usize) -> usize {
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
