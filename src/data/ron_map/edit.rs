//! Changing one value in a RON text, keeping comments and layout.

use super::{EntryKey, NodeKind, PathStep, RonMap, RonPath, SyntaxError};

/// Why a value could not be replaced.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    /// The text, or what was to be put in, is not RON.
    #[error("{0}")]
    Syntax(String),
    /// The path leads nowhere.
    #[error("there is no `{0}` to change")]
    Missing(RonPath),
}

impl From<SyntaxError> for EditError {
    fn from(error: SyntaxError) -> Self {
        Self::Syntax(error.message)
    }
}

/// The text with the value at `path` replaced by `value` (itself RON). A field that is not written, because it has its
/// default, is added at the end of its struct, and the struct around it, where that is not written
/// either.
///
/// # Errors
/// Where `text` or `value` is not RON, or where the path leads nowhere.
pub fn replace(text: &str, path: &RonPath, value: &str) -> Result<String, EditError> {
    RonMap::new(value)?;
    let map = RonMap::new(text)?;
    let missing = || EditError::Missing(path.clone());
    let (before, after, put) = if let Some(node) = map.find(text, path) {
        let name = text.get(node.name.clone());
        let wrapped =
            node.kind == NodeKind::Tuple && name == Some("Some") && !value.trim_start().starts_with(['S', 'N']);
        // `Some(1)` stays optional where a bare value is put in.
        let put = if wrapped { format!("Some({value})") } else { value.to_owned() };
        (text.get(..node.span.start), text.get(node.span.end..), put)
    } else {
        let Some((above, PathStep::Field(name))) = path.split_last() else { return Err(missing()) };
        let Some(parent) = map.find(text, &above) else {
            // The struct around it has its default too: it is written with this one field.
            return replace(text, &above, &format!("({name}: {value})")).map_err(|_| missing());
        };
        // An empty `()` is a tuple by its looks.
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
