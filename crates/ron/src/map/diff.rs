//! The differences between two RON texts, value by value, for messages such as "body.speeds.run 4.0 -> 4.5".
//!
//! Comments, layout and the notation of numbers do not count. This module knows no schema. Elements of a list are matched by their
//! `name` if all have one and no two the same; else by aligning the two lists, so that an insertion or a removal names one element.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};

use similar::{Algorithm, DiffOp, DiffTag, capture_diff_slices};

use super::{EntryKey, NodeEntry, RonMap, RonNode, RonPath, SyntaxError};

/// One value that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueChange {
    /// Its path in the new text, or in the old one if it was removed.
    pub path: RonPath,
    /// The path with the names of list elements instead of their indices.
    pub display_path: String,
    /// The old text; `None` if it was added.
    pub old: Option<String>,
    /// The new text; `None` if it was removed.
    pub new: Option<String>,
}

/// The maximum number of characters of a value that a message quotes.
const MAX_QUOTED: usize = 60;

impl fmt::Display for ValueChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.old, &self.new) {
            (Some(old), Some(new)) => write!(f, "{} {} -> {}", self.display_path, shortened(old), shortened(new)),
            (None, Some(new)) => write!(f, "{} added: {}", self.display_path, shortened(new)),
            (Some(_), None) => write!(f, "{} removed", self.display_path),
            (None, None) => f.write_str(&self.display_path),
        }
    }
}

/// A value on one line, shortened.
fn shortened(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(MAX_QUOTED) {
        Some((end, _)) => format!("{}...", line.get(..end).unwrap_or_default()),
        None => line,
    }
}

/// The values that differ, in the order of the new text; within each list or struct, removed values come last.
///
/// # Errors
/// One of the texts is not RON.
pub fn diff(old: &str, new: &str) -> Result<Vec<ValueChange>, SyntaxError> {
    let (old_map, new_map) = (RonMap::new(old)?, RonMap::new(new)?);
    let sides = DiffSides { old: DiffSide { text: old, map: &old_map }, new: DiffSide { text: new, map: &new_map } };
    let mut out = Vec::new();
    if let (Some(before), Some(after)) = (old_map.nodes.last(), new_map.nodes.last()) {
        sides.compare(before, after, &RonPath::root(), "", &mut out);
    }
    Ok(out)
}

#[derive(Clone, Copy)]
struct DiffSide<'t> {
    text: &'t str,
    map: &'t RonMap,
}

impl<'t> DiffSide<'t> {
    fn written(&self, node: &RonNode) -> &'t str {
        self.text.get(node.span.clone()).unwrap_or_default()
    }

    fn name(&self, node: &RonNode) -> &'t str {
        self.text.get(node.name.clone()).unwrap_or_default()
    }

    fn value(&self, at: usize) -> Option<&'t RonNode> {
        self.map.nodes.get(at)
    }

    /// The value of an entry of a node.
    fn entry_value(&self, node: &RonNode, position: Option<usize>) -> Option<&'t RonNode> {
        self.value(node.entries.get(position?)?.value)
    }

    /// A notation without comments and layout that is equal for equal values.
    fn canonical(&self, node: &RonNode) -> String {
        if node.entries.is_empty() {
            let written = self.written(node);
            return written.parse::<f64>().map_or_else(|_| written.to_owned(), |number| number.to_string());
        }
        let entries = node.entries.iter().filter_map(|entry| {
            let name = self.map.entry_name(self.text, entry).unwrap_or_default();
            Some(format!("{name}:{}", self.canonical(self.value(entry.value)?)))
        });
        let entries: Vec<String> = entries.collect();
        format!("{}({})", self.name(node), entries.join(","))
    }

    /// The identity of an entry: its field name, its map key, or the `name` of the element.
    fn entry_name(&self, node: &RonNode, position: usize) -> Option<String> {
        let entry = node.entries.get(position)?;
        if let Some(name) = self.map.entry_name(self.text, entry) {
            return Some(name.into_owned());
        }
        let inside = |entry: &&NodeEntry| self.map.entry_name(self.text, entry).as_deref() == Some("name");
        let element = self.value(entry.value)?;
        self.value(element.entries.iter().find(inside)?.value)?.string_value(self.text)
    }
}

struct DiffSides<'t> {
    old: DiffSide<'t>,
    new: DiffSide<'t>,
}

impl DiffSides<'_> {
    fn compare(
        &self,
        before: &RonNode,
        after: &RonNode,
        path: &RonPath,
        display_path: &str,
        out: &mut Vec<ValueChange>,
    ) {
        let leaf = before.entries.is_empty() || after.entries.is_empty();
        if leaf || before.kind != after.kind || self.old.name(before) != self.new.name(after) {
            let (old, new) = (self.old.written(before), self.new.written(after));
            if self.old.canonical(before) != self.new.canonical(after) {
                let (old, new) = (Some(old.to_owned()), Some(new.to_owned()));
                out.push(ValueChange { path: path.clone(), display_path: display_path.to_owned(), old, new });
            }
            return;
        }
        for (old, new) in self.pairs(before, after) {
            let (side, node, at) = match (old, new) {
                (_, Some(new)) => (&self.new, after, new),
                (Some(old), None) => (&self.old, before, old),
                (None, None) => continue,
            };
            let (path, display_path) = entry_path(side, node, at, path, display_path);
            match (self.old.entry_value(before, old), self.new.entry_value(after, new)) {
                (Some(old), Some(new)) => self.compare(old, new, &path, &display_path, out),
                (old, new) => {
                    let old = old.map(|old| self.old.written(old).to_owned());
                    let new = new.map(|new| self.new.written(new).to_owned());
                    out.push(ValueChange { path, display_path, old, new });
                }
            }
        }
    }

    /// The entries of both nodes in pairs, in the order of the new node; then the removed ones.
    fn pairs(&self, before: &RonNode, after: &RonNode) -> Vec<(Option<usize>, Option<usize>)> {
        let names = |side: &DiffSide, node: &RonNode| -> Vec<Option<String>> {
            (0..node.entries.len()).map(|at| side.entry_name(node, at)).collect()
        };
        let (old, new) = (names(&self.old, before), names(&self.new, after));
        let old_of: Vec<Option<usize>> = if are_unique(&old) && are_unique(&new) {
            let known: BTreeMap<&Option<String>, usize> = old.iter().enumerate().map(|(at, name)| (name, at)).collect();
            new.iter().map(|name| known.get(name).copied()).collect()
        } else {
            let values = |side: &DiffSide, node: &RonNode| -> Vec<String> {
                let values = node.entries.iter().filter_map(|entry| side.value(entry.value));
                values.map(|value| side.canonical(value)).collect()
            };
            aligned((&values(&self.old, before), &old), (&values(&self.new, after), &new))
        };
        let stayed: BTreeSet<usize> = old_of.iter().flatten().copied().collect();
        let gone = (0..old.len()).filter(|at| !stayed.contains(at)).map(|at| (Some(at), None));
        old_of.iter().enumerate().map(|(at, old)| (*old, Some(at))).chain(gone).collect()
    }
}

/// Whether every entry has a name of its own.
fn are_unique(names: &[Option<String>]) -> bool {
    let mut seen = BTreeSet::new();
    names.iter().all(|name| name.as_ref().is_some_and(|name| seen.insert(name)))
}

/// For each element of a new list its counterpart in the old one. Equal elements are aligned first. Between two of them, elements
/// are matched by position if there are as many as before, else by name.
fn aligned(
    (old, old_names): (&[String], &[Option<String>]),
    (new, new_names): (&[String], &[Option<String>]),
) -> Vec<Option<usize>> {
    let mut out = vec![None; new.len()];
    let mut put = |new: usize, old: usize| {
        if let Some(slot) = out.get_mut(new) {
            *slot = Some(old);
        }
    };
    let equal = |ops: Vec<DiffOp>| -> Vec<(usize, usize)> {
        let equal = ops.into_iter().filter(|op| op.tag() == DiffTag::Equal);
        equal.flat_map(|op| op.old_range().zip(op.new_range())).collect()
    };
    let mut anchors = equal(capture_diff_slices(Algorithm::Myers, old, new));
    anchors.iter().for_each(|(old, new)| put(*new, *old));
    anchors.push((old.len(), new.len()));
    let (mut old_at, mut new_at) = (0, 0);
    for (old_end, new_end) in anchors {
        let (olds, news) = (old_at..old_end, new_at..new_end);
        if olds.len() == news.len() {
            news.zip(olds).for_each(|(new, old)| put(new, old));
        } else {
            let (before, after) = (old_names.get(olds).unwrap_or(&[]), new_names.get(news).unwrap_or(&[]));
            let pairs = equal(capture_diff_slices(Algorithm::Myers, before, after));
            pairs.into_iter().for_each(|(old, new)| put(new_at + new, old_at + old));
        }
        (old_at, new_at) = (old_end + 1, new_end + 1);
    }
    out
}

/// The path of an entry, and its display path.
fn entry_path(side: &DiffSide, node: &RonNode, at: usize, path: &RonPath, display_path: &str) -> (RonPath, String) {
    let name = side.entry_name(node, at);
    match node.entries.get(at).map(|entry| &entry.key) {
        Some(EntryKey::Field(_)) => {
            let name = name.unwrap_or_default();
            let dot = if display_path.is_empty() { "" } else { "." };
            (path.field(&name), format!("{display_path}{dot}{name}"))
        }
        Some(EntryKey::Value(_)) => {
            let name = name.unwrap_or_default();
            (path.entry(&name), format!("{display_path}[{name:?}]"))
        }
        _ => {
            let all = || (0..node.entries.len()).map(|at| side.entry_name(node, at));
            let shown = match name {
                Some(name) if all().flatten().filter(|other| *other == name).count() > 1 => format!("{at} {name:?}"),
                Some(name) => format!("{name:?}"),
                None => at.to_string(),
            };
            (path.index(at), format!("{display_path}[{shown}]"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(old: &str, new: &str) -> Vec<String> {
        diff(old, new).unwrap().iter().map(ToString::to_string).collect()
    }

    const OLD: &str =
        "( // speeds\n run: 4.0, cones: [(name: \"near\", to: 8), (name: \"far\", to: 24)], at: {\"a\": 1} )";

    #[test]
    fn comments_layout_and_notation_do_not_count() {
        let new = "(run: 4, cones: [(name: \"near\", to: 8.0), (name: \"far\", /* far */ to: 24),], at: {\"a\": 1})";
        assert_eq!(said(OLD, new), Vec::<String>::new());
    }

    #[test]
    fn a_change_is_named_by_its_path() {
        let new = "(run: 4.5, cones: [(name: \"far\", to: 30, rate: 2)], at: {\"a\": 1, \"b\": \"x\"})";
        assert_eq!(
            said(OLD, new),
            [
                "run 4.0 -> 4.5",
                "cones[\"far\"].to 24 -> 30",
                "cones[\"far\"].rate added: 2",
                "cones[\"near\"] removed",
                "at[\"b\"] added: \"x\"",
            ]
        );
        let paths: Vec<String> = diff(OLD, new).unwrap().iter().map(|one| one.path.to_string()).collect();
        assert_eq!(paths, ["run", "cones[0].to", "cones[0].rate", "cones[0]", "at[\"b\"]"]);
        assert!(diff(OLD, "(run").is_err());
    }

    #[test]
    fn lists_without_names_are_compared_by_position() {
        assert_eq!(said("([1, 2, 3])", "([1, 5])"), ["[0][1] 2 -> 5", "[0][2] removed"]);
        assert_eq!(said("(a: all([b, c]))", "(a: any([b, c]))"), ["a all([b, c]) -> any([b, c])"]);
    }

    #[test]
    fn elements_with_the_same_name_are_told_apart_by_position() {
        let old = "[(name: \"chair\", at: 1), (name: \"chair\", at: 2), (name: \"bed\"), (name: \"chair\", at: 3)]";
        let one_changed = old.replace("at: 2", "at: 2.5");
        assert_eq!(said(old, &one_changed), ["[1 \"chair\"].at 2 -> 2.5"]);
        let one_gone = old.replace("(name: \"chair\", at: 2), ", "");
        assert_eq!(said(old, &one_gone), ["[1 \"chair\"] removed"]);
        let one_more = old.replace("(name: \"bed\")", "(name: \"bed\"), (name: \"chair\", at: 9)");
        assert_eq!(said(old, &one_more), ["[3 \"chair\"] added: (name: \"chair\", at: 9)"]);
        assert_eq!(said("[1, 2, 3, 4]", "[1, 3, 4]"), ["[1] removed"]);
    }
}
