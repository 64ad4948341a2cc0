//! What differs between two RON texts, value by value: for saying in a sentence what was changed.
//!
//! Comments and layout do not count, nor does how a number is written. Knows no schema; in lists whose elements have a
//! `name`, elements are the same where their names are.

use std::fmt;

use super::{EntryKey, RonMap, RonNode, RonPath, SyntaxError};

/// One value that is not the same in both texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueChange {
    /// The way to it: in the new text, or where it is gone there, in the old one.
    pub path: RonPath,
    /// The same way with the names of list elements in place of their numbers, for reading.
    pub called: String,
    /// As it was written; none where it is new.
    pub old: Option<String>,
    /// As it is written; none where it is gone.
    pub new: Option<String>,
}

/// How much of a value is quoted in a sentence, in characters.
const MOST_QUOTED: usize = 60;

impl fmt::Display for ValueChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.old, &self.new) {
            (Some(old), Some(new)) => write!(f, "{} {} -> {}", self.called, shortened(old), shortened(new)),
            (None, Some(new)) => write!(f, "{} added: {}", self.called, shortened(new)),
            (Some(_), None) => write!(f, "{} removed", self.called),
            (None, None) => f.write_str(&self.called),
        }
    }
}

/// A value on one line and not too long of it.
fn shortened(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(MOST_QUOTED) {
        Some((end, _)) => format!("{}...", line.get(..end).unwrap_or_default()),
        None => line,
    }
}

/// The values that are not the same in both texts, in the order of the new one; those that are gone come after what stayed.
///
/// # Errors
/// Where one of the texts is not RON.
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

    /// By which an entry is known among those beside it: its field name, its key, or the `name` of the element.
    fn called(&self, node: &RonNode, position: usize) -> Option<String> {
        let entry = node.entries.get(position)?;
        match &entry.key {
            EntryKey::Field(span) => self.text.get(span.clone()).map(str::to_owned),
            EntryKey::Value(value) => {
                let value = self.value(*value)?;
                Some(value.string_value(self.text).unwrap_or_else(|| self.written(value).to_owned()))
            }
            EntryKey::Position => {
                let element = self.value(entry.value)?;
                let name = element.entries.iter().find_map(|entry| match &entry.key {
                    EntryKey::Field(span) if self.text.get(span.clone()) == Some("name") => self.value(entry.value),
                    _ => None,
                })?;
                name.string_value(self.text)
            }
        }
    }
}

struct DiffSides<'t> {
    old: DiffSide<'t>,
    new: DiffSide<'t>,
}

impl DiffSides<'_> {
    fn compare(&self, before: &RonNode, after: &RonNode, path: &RonPath, called: &str, out: &mut Vec<ValueChange>) {
        let leaf = before.entries.is_empty() || after.entries.is_empty();
        if leaf || before.kind != after.kind || self.old.name(before) != self.new.name(after) {
            let (old, new) = (self.old.written(before), self.new.written(after));
            if !means_the_same(old, new) {
                let (old, new) = (Some(old.to_owned()), Some(new.to_owned()));
                out.push(ValueChange { path: path.clone(), called: called.to_owned(), old, new });
            }
            return;
        }
        let by_name = (0..before.entries.len()).all(|at| self.old.called(before, at).is_some())
            && (0..after.entries.len()).all(|at| self.new.called(after, at).is_some());
        let known = |at: usize| -> Option<usize> {
            if by_name {
                let name = self.new.called(after, at);
                (0..before.entries.len()).find(|other| self.old.called(before, *other) == name)
            } else {
                (at < before.entries.len()).then_some(at)
            }
        };
        let mut kept = vec![false; before.entries.len()];
        for (at, entry) in after.entries.iter().enumerate() {
            let Some(value) = self.new.value(entry.value) else { continue };
            let (path, called) = deeper(&self.new, after, at, path, called);
            match known(at).and_then(|other| Some((other, self.old.value(before.entries.get(other)?.value)?))) {
                Some((other, old)) => {
                    if let Some(kept) = kept.get_mut(other) {
                        *kept = true;
                    }
                    self.compare(old, value, &path, &called, out);
                }
                None => {
                    out.push(ValueChange { path, called, old: None, new: Some(self.new.written(value).to_owned()) });
                }
            }
        }
        for (at, entry) in before.entries.iter().enumerate() {
            if let (Some(value), Some(false)) = (self.old.value(entry.value), kept.get(at)) {
                let (path, called) = deeper(&self.old, before, at, path, called);
                out.push(ValueChange { path, called, old: Some(self.old.written(value).to_owned()), new: None });
            }
        }
    }
}

/// The way to an entry of a node, and how it reads.
fn deeper(side: &DiffSide, node: &RonNode, at: usize, path: &RonPath, called: &str) -> (RonPath, String) {
    let name = side.called(node, at);
    match node.entries.get(at).map(|entry| &entry.key) {
        Some(EntryKey::Field(_)) => {
            let name = name.unwrap_or_default();
            let dot = if called.is_empty() { "" } else { "." };
            (path.field(&name), format!("{called}{dot}{name}"))
        }
        Some(EntryKey::Value(_)) => {
            let name = name.unwrap_or_default();
            (path.entry(&name), format!("{called}[{name:?}]"))
        }
        _ => {
            let shown = name.map_or_else(|| at.to_string(), |name| format!("{name:?}"));
            (path.index(at), format!("{called}[{shown}]"))
        }
    }
}

/// Whether two writings of a value mean the same: numbers by their value, all else but for the space in it.
fn means_the_same(old: &str, new: &str) -> bool {
    if old == new {
        return true;
    }
    match (old.parse::<f64>(), new.parse::<f64>()) {
        (Ok(old), Ok(new)) => old.total_cmp(&new).is_eq(),
        _ => false,
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
    fn comments_layout_and_the_writing_of_numbers_do_not_count() {
        let new = "(run: 4, cones: [(name: \"near\", to: 8.0), (name: \"far\", /* far */ to: 24),], at: {\"a\": 1})";
        assert_eq!(said(OLD, new), Vec::<String>::new());
    }

    #[test]
    fn what_was_changed_is_said_by_its_way() {
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
    fn lists_without_names_are_compared_by_place() {
        assert_eq!(said("([1, 2, 3])", "([1, 5])"), ["[0][1] 2 -> 5", "[0][2] removed"]);
        assert_eq!(said("(a: all([b, c]))", "(a: any([b, c]))"), ["a all([b, c]) -> any([b, c])"]);
    }
}
