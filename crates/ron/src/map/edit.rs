//! Changing one value in a RON text, keeping comments and layout.

use super::{EntryKey, NodeKind, PathStep, RonMap, RonPath, SyntaxError};

/// A value could not be replaced.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    /// The text or the new value is not RON.
    #[error("{0}")]
    Syntax(String),
    /// The path leads to no value.
    #[error("there is no value at `{0}`")]
    Missing(RonPath),
}

impl From<SyntaxError> for EditError {
    fn from(error: SyntaxError) -> Self {
        Self::Syntax(error.message)
    }
}

/// Replaces the value at `path` by `value`, which is RON itself. A field that is left out of the text, because it has its default,
/// is added at the end of its struct; so is the struct around it if that is left out too.
///
/// # Errors
/// `text` or `value` is not RON, or the path leads to no value.
pub fn replace(text: &str, path: &RonPath, value: &str) -> Result<String, EditError> {
    RonMap::new(value)?;
    let map = RonMap::new(text)?;
    let missing = || EditError::Missing(path.clone());
    let (before, after, put) = if let Some(node) = map.find(text, path) {
        let name = text.get(node.name.clone());
        let wrapped =
            node.kind == NodeKind::Tuple && name == Some("Some") && !value.trim_start().starts_with(['S', 'N']);
        // A bare value in place of `Some(1)` is wrapped, too.
        let put = if wrapped { format!("Some({value})") } else { value.to_owned() };
        (text.get(..node.span.start), text.get(node.span.end..), put)
    } else {
        let Some((above, PathStep::Field(name))) = path.split_last() else { return Err(missing()) };
        let Some(parent) = map.find(text, &above) else {
            // The struct around it is left out too: write it with this one field.
            return replace(text, &above, &format!("({name}: {value})")).map_err(|_| missing());
        };
        // An empty struct `()` is scanned as a tuple.
        let empty = parent.entries.is_empty() && text.get(parent.span.clone()).is_some_and(|all| all.ends_with(')'));
        if empty {
            let inside = parent.span.end - 1;
            (text.get(..inside), text.get(inside..), format!("{name}: {value}"))
        } else {
            let parent = Some(parent).filter(|node| node.kind == NodeKind::Struct).ok_or_else(missing)?;
            let last = parent.entries.last().and_then(|entry| map.nodes.get(entry.value).map(|node| (entry, node)));
            let (entry, node) = last.ok_or_else(missing)?;
            let EntryKey::Field(field) = &entry.key else { return Err(missing()) };
            let begin = text.get(..field.start).and_then(|head| head.rfind('\n')).map_or(0, |newline| newline + 1);
            let indent = text.get(begin..field.start).filter(|indent| indent.trim().is_empty());
            let put = match indent {
                Some(indent) => format!(",\n{indent}{name}: {value}"),
                None => format!(", {name}: {value}"),
            };
            (text.get(..node.span.end), text.get(node.span.end..), put)
        }
    };
    let changed = [before.ok_or_else(missing)?, &put, after.ok_or_else(missing)?].concat();
    RonMap::new(&changed)?;
    Ok(changed)
}
