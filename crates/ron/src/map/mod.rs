//! The spans of the values in a RON text, which `ron` does not keep.
//!
//! They answer two questions: at which line and column is `actions[3].preconditions["gold"]` (for messages), and which bytes must
//! change to give it another value (for edits that keep comments and layout). This module knows no schema.

mod diff;
mod edit;
mod path;
mod scan;
mod text;

use std::{borrow::Cow, collections::BTreeMap, ops::Range};

pub use diff::{ValueChange, diff};
pub use edit::{EditError, replace};
pub use path::{PathStep, RonPath, RonPathError};
pub use scan::SyntaxError;

/// The syntax of a [`RonNode`].
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
    /// A string.
    Text,
    /// A character in single quotes.
    Character,
    /// A number.
    Number,
    /// A bare word: `true`, `None`, the name of a variant.
    Word,
}

/// How an entry of a node is addressed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum EntryKey {
    /// By its position.
    Position,
    /// By the field name at these bytes.
    Field(Range<usize>),
    /// By the map key in this node.
    Value(usize),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NodeEntry {
    pub(crate) key: EntryKey,
    pub(crate) value: usize,
}

/// The span of one value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RonNode {
    /// The bytes of the value, with its name.
    pub span: Range<usize>,
    /// The bytes of its name (`Floor` of `Floor(...)`, or a bare word); empty if it has none.
    pub name: Range<usize>,
    /// Its syntax.
    pub kind: NodeKind,
    pub(crate) entries: Vec<NodeEntry>,
}

impl RonNode {
    /// Whether it has this field.
    pub fn has_field(&self, text: &str, name: &str) -> bool {
        self.entries.iter().any(|entry| match &entry.key {
            EntryKey::Field(span) => text.get(span.clone()) == Some(name),
            _ => false,
        })
    }

    /// The value of a string or character, without quotes and escapes; `None` for other values.
    pub fn string_value(&self, text: &str) -> Option<String> {
        matches!(self.kind, NodeKind::Text | NodeKind::Character)
            .then(|| text::characters(text.get(self.span.clone()).unwrap_or_default()).iter().map(|(_, c)| c).collect())
    }
}

/// A string in a text: a value, or the key of a map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenText {
    /// Its path; of a key, the path of its entry.
    pub path: RonPath,
    /// Its bytes, with the quotes.
    pub span: Range<usize>,
    /// What it says, without quotes and escapes.
    pub value: String,
    /// The name of the variant or struct that it is directly in, such as `reading` in `reading("health")`; empty if there is none.
    pub variant: String,
    /// Whether it is the key of a map.
    pub is_key: bool,
}

/// The tree of spans of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RonMap {
    /// In the order in which the values end, so the last one is the root. Never empty.
    nodes: Vec<RonNode>,
}

impl RonMap {
    /// Scans a text.
    ///
    /// # Errors
    /// The text is not RON, has a field or a key twice, or has a number that is not finite.
    pub fn new(text: &str) -> Result<Self, SyntaxError> {
        scan::scan(text).map(|nodes| Self { nodes })
    }

    /// All values, each after the ones inside it.
    pub fn nodes(&self) -> &[RonNode] {
        &self.nodes
    }

    fn root(&self) -> usize {
        self.nodes.len() - 1
    }

    /// The value at a path. `Some(...)` and variants around a single value add no step to a path.
    pub fn find(&self, text: &str, path: &RonPath) -> Option<&RonNode> {
        let (node, steps) = self.follow(text, path);
        (steps == path.steps().len()).then(|| self.nodes.get(node)).flatten()
    }

    /// The value at a path; if the text does not contain it, the innermost enclosing value that the text does contain.
    pub fn nearest(&self, text: &str, path: &RonPath) -> &RonNode {
        let (node, _) = self.follow(text, path);
        &self.nodes[node]
    }

    /// The bytes of the key of the map entry at a path, with its quotes.
    pub fn key_span(&self, text: &str, path: &RonPath) -> Option<Range<usize>> {
        let (around, last) = path.split_last()?;
        let (node, steps) = self.follow(text, &around);
        let entry = self.entry(text, node, last).filter(|_| steps == around.steps().len())?;
        let EntryKey::Value(key) = entry.key else { return None };
        self.nodes.get(key).map(|key| key.span.clone())
    }

    /// The byte offset of the n-th character of the string at a path.
    pub fn character_offset(&self, text: &str, path: &RonPath, index: usize) -> Option<usize> {
        let node = self.find(text, path).filter(|node| node.kind == NodeKind::Text)?;
        let token = text.get(node.span.clone())?;
        text::characters(token).get(index).map(|(at, _)| node.span.start + at)
    }

    /// The innermost value that contains a byte.
    pub fn innermost(&self, at: usize) -> &RonNode {
        let inside = |node: &&RonNode| node.span.start <= at && at <= node.span.end;
        // Outside of the root there are only spaces and comments.
        self.nodes.iter().filter(inside).min_by_key(|node| node.span.len()).unwrap_or(&self.nodes[self.root()])
    }

    /// The innermost struct, tuple, list or map that contains a byte; its brackets belong to it.
    pub fn innermost_group(&self, at: usize) -> &RonNode {
        let inside = |node: &&RonNode| {
            matches!(node.kind, NodeKind::Struct | NodeKind::Tuple | NodeKind::List | NodeKind::Map)
                && node.span.start <= at
                && at < node.span.end
        };
        self.nodes.iter().filter(inside).min_by_key(|node| node.span.len()).unwrap_or(&self.nodes[self.root()])
    }

    /// The spans of all names: of fields, variants and structs.
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
        self.visit(text, self.root(), &RonPath::root(), &mut |path, node| {
            if node.kind == NodeKind::Number {
                out.push((path.clone(), node));
            }
        });
        out
    }

    /// Every string with its path, in the order of the text: those that are values, and those that are keys of maps. The path of a key is
    /// that of its entry. `Some(...)` adds no step to a path.
    pub fn texts(&self, text: &str) -> Vec<WrittenText> {
        let mut out = Vec::new();
        let mut variants = BTreeMap::new();
        self.visit(text, self.root(), &RonPath::root(), &mut |path, node| {
            let name = text.get(node.name.clone()).unwrap_or_default();
            for entry in &node.entries {
                let EntryKey::Value(key) = &entry.key else {
                    let inner = self.nodes.get(entry.value);
                    inner.into_iter().for_each(|inner| drop(variants.insert(inner.span.start, name.to_owned())));
                    continue;
                };
                let Some(node) = self.nodes.get(*key) else { continue };
                if let Some(value) = node.string_value(text).filter(|_| node.kind == NodeKind::Text) {
                    let (path, span) = (path.entry(&value), node.span.clone());
                    out.push(WrittenText { path, span, value, variant: String::new(), is_key: true });
                }
            }
            if let Some(value) = node.string_value(text).filter(|_| node.kind == NodeKind::Text) {
                let variant = variants.get(&node.span.start).cloned().unwrap_or_default();
                out.push(WrittenText { path: path.clone(), span: node.span.clone(), value, variant, is_key: false });
            }
        });
        out
    }

    /// The path of the outermost value that begins at a byte.
    pub fn path_at(&self, text: &str, start: usize) -> Option<RonPath> {
        let mut found = None;
        self.visit(text, self.root(), &RonPath::root(), &mut |path, node| {
            if node.span.start == start && found.is_none() {
                found = Some(path.clone());
            }
        });
        found
    }

    /// Visits a value and then those inside of it, each with its path.
    fn visit<'m>(&'m self, text: &str, at: usize, path: &RonPath, see: &mut impl FnMut(&RonPath, &'m RonNode)) {
        let Some(node) = self.nodes.get(at) else { return };
        see(path, node);
        let optional = text.get(node.name.clone()) == Some("Some");
        for (index, entry) in node.entries.iter().enumerate() {
            let inner = match self.entry_name(text, entry) {
                Some(name) if node.kind == NodeKind::Map => path.entry(&name),
                Some(name) => path.field(&name),
                None if optional => path.clone(),
                None => path.index(index),
            };
            self.visit(text, entry.value, &inner, see);
        }
    }

    /// The name of a field, or what the key of a map says; `None` for an entry without either.
    fn entry_name<'t>(&self, text: &'t str, entry: &NodeEntry) -> Option<Cow<'t, str>> {
        let written = |span: &Range<usize>| Cow::Borrowed(text.get(span.clone()).unwrap_or_default());
        match &entry.key {
            EntryKey::Position => None,
            EntryKey::Field(span) => Some(written(span)),
            EntryKey::Value(key) => {
                let key = self.nodes.get(*key)?;
                Some(key.string_value(text).map_or_else(|| written(&key.span), Cow::Owned))
            }
        }
    }

    /// Follows a path as far as the text contains it: the last value, and the number of steps to it.
    fn follow(&self, text: &str, path: &RonPath) -> (usize, usize) {
        let mut node = self.root();
        for (done, step) in path.steps().iter().enumerate() {
            match self.entry(text, node, step) {
                Some(entry) => node = entry.value,
                None => return (node, done),
            }
        }
        (node, path.steps().len())
    }

    fn entry(&self, text: &str, from: usize, step: &PathStep) -> Option<&NodeEntry> {
        let mut node = self.nodes.get(from)?;
        loop {
            let named = |name: &str| {
                node.entries.iter().find(|entry| self.entry_name(text, entry).is_some_and(|own| own == name))
            };
            let is_map = node.kind == NodeKind::Map;
            let found = match step {
                PathStep::Field(name) => named(name).filter(|_| !is_map),
                PathStep::Key(key) => named(key).filter(|_| is_map),
                PathStep::Index(index) => {
                    let wraps = node.kind == NodeKind::Tuple && text.get(node.name.clone()) == Some("Some");
                    node.entries.get(*index).filter(|_| !wraps && !is_map)
                }
            };
            if found.is_some() {
                return found;
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

/// The byte offsets at which the lines of a text begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineIndex(Vec<usize>);

impl LineIndex {
    /// Indexes a text.
    pub fn new(text: &str) -> Self {
        let begins = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1);
        Self(std::iter::once(0).chain(begins).collect())
    }

    /// The line and column of a byte, from 1. A column counts characters.
    pub fn line_column(&self, text: &str, at: usize) -> (usize, usize) {
        let line = self.0.partition_point(|begin| *begin <= at).max(1);
        let begin = self.0[line - 1];
        let column = text.get(begin..).unwrap_or_default().char_indices().take_while(|(i, _)| begin + i < at).count();
        (line, column + 1)
    }

    /// The byte at a line and column, from 1, where the column counts bytes as in `ron`.
    pub fn byte_offset(&self, line: usize, column: usize) -> usize {
        self.0.get(line.saturating_sub(1)).copied().unwrap_or(0) + column.saturating_sub(1)
    }

    /// The text of a line, counted from 1, without the line break.
    pub fn line<'t>(&self, text: &'t str, line: usize) -> &'t str {
        let begin = self.0.get(line.saturating_sub(1)).copied().unwrap_or(text.len());
        text.get(begin..).unwrap_or_default().lines().next().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests;
