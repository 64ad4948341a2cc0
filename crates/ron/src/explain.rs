//! Readable messages for the errors of `ron`, at the place where the mistake is.

use std::ops::Range;

use ron::Error;

use crate::{
    finding::suggestion,
    map::{NodeKind, RonMap, RonNode},
};

/// An error of `ron` as it is reported.
pub(super) struct Explained {
    /// The bytes to point at.
    pub span: Range<usize>,
    /// What is wrong.
    pub message: String,
    /// What was expected.
    pub help: Option<String>,
}

/// Explains an error that `ron` raised at a byte of a text whose syntax [`RonMap`] has accepted.
pub(super) fn explain(text: &str, map: &RonMap, at: usize, error: &Error) -> Explained {
    let node = map.innermost(at);
    let found = describe_value(text, node);
    let here = |message: String, help: Option<String>| Explained { span: node.span.clone(), message, help };
    let expected = |what: &str| here(format!("expected {what}, found {found}"), None);
    match error {
        Error::NoSuchStructField { expected, found, .. } => Explained {
            span: name_near(text, map, found, at).unwrap_or(node.span.clone()),
            message: format!("unknown field `{found}`"),
            help: suggestion(found, expected.iter().copied()),
        },
        Error::NoSuchEnumVariant { expected, found, .. } => Explained {
            span: name_near(text, map, found, at).unwrap_or(node.span.clone()),
            message: format!("unknown variant `{found}`"),
            help: suggestion(found, expected.iter().copied()),
        },
        Error::MissingStructField { field, .. } => {
            // `ron` stops at the closing bracket; the opening one is easier to find.
            let around = map.innermost_group(at);
            let end = if around.name.is_empty() { around.span.start + 1 } else { around.name.end };
            Explained {
                span: around.span.start..end,
                message: format!("the field `{field}` is missing"),
                help: Some(format!("add `{field}: ...`")),
            }
        }
        Error::DuplicateStructField { field, .. } => Explained {
            span: name_near(text, map, field, at).unwrap_or(node.span.clone()),
            message: format!("the field `{field}` is given twice"),
            help: Some("keep one of the two".into()),
        },
        Error::InvalidValueForType { expected: what, .. } => expected(&describe_type(what)),
        Error::ExpectedDifferentLength { expected: what, found: count } => {
            let around = map.innermost_group(at);
            let message =
                if *count == 1 { "there is 1 value here".into() } else { format!("there are {count} values here") };
            Explained { span: around.span.clone(), message, help: Some(format!("expected {}", describe_type(what))) }
        }
        Error::ExpectedBoolean => expected("`true` or `false`"),
        Error::ExpectedString => expected("a text in double quotes"),
        Error::ExpectedChar => expected("one character in single quotes, such as '#'"),
        Error::ExpectedInteger | Error::UnderscoreAtBeginning => expected("a whole number"),
        Error::IntegerOutOfBounds => {
            here(format!("{found} is out of range"), Some("expected a smaller whole number".into()))
        }
        Error::ExpectedFloat | Error::FloatUnderscore => expected("a number"),
        Error::ExpectedArray => expected("a list `[ ... ]`"),
        Error::ExpectedMap => expected("a map `{ key: value, ... }`"),
        Error::ExpectedStructLike | Error::ExpectedNamedStructLike(_) => expected("a group `( ... )`"),
        Error::ExpectedDifferentStructName { expected: name, .. } => {
            expected(&format!("`{name}( ... )` or a group without a name"))
        }
        Error::ExpectedUnit => expected("`()`"),
        Error::ExpectedOption => expected("`Some(...)` or `None`"),
        Error::ExpectedIdentifier | Error::SuggestRawIdentifier(_) | Error::InvalidIdentifier(_) => expected("a name"),
        // The syntax is sound, so a missing closing bracket means that `ron` stopped inside a value.
        Error::ExpectedComma
        | Error::ExpectedStructLikeEnd
        | Error::ExpectedArrayEnd
        | Error::ExpectedMapEnd
        | Error::ExpectedOptionEnd
        | Error::TrailingCharacters => match node.kind {
            NodeKind::Number if node.span.start < at => expected("a whole number"),
            _ => here(format!("expected the end of the value, found {found}"), None),
        },
        Error::ExceededRecursionLimit => here("the values are nested too deeply".into(), None),
        Error::Message(message) => here(message.clone(), None),
        other => here(other.to_string(), None),
    }
}

/// The bytes of a name in the text, nearest to where `ron` stopped.
fn name_near(text: &str, map: &RonMap, name: &str, at: usize) -> Option<Range<usize>> {
    map.names().filter(|span| text.get(span.clone()) == Some(name)).min_by_key(|span| span.end.abs_diff(at))
}

/// The value at a node, for "found ...".
fn describe_value(text: &str, node: &RonNode) -> String {
    let written = text.get(node.span.clone()).unwrap_or_default();
    let name = text.get(node.name.clone()).filter(|name| !name.is_empty());
    let short: String = written.lines().next().unwrap_or_default().chars().take(40).collect();
    match (node.kind, name) {
        (NodeKind::Struct | NodeKind::Tuple, Some(name)) => format!("`{name}(...)`"),
        (NodeKind::Struct, None) => "a group of fields `( ... )`".into(),
        (NodeKind::Tuple, None) => "a group of values `( ... )`".into(),
        (NodeKind::List, _) => "a list".into(),
        (NodeKind::Map, _) => "a map".into(),
        (NodeKind::Text, _) => format!("the text {short}"),
        (NodeKind::Character, _) => format!("the character {short}"),
        (NodeKind::Number, _) => format!("the number {short}"),
        (NodeKind::Word, _) => format!("`{short}`"),
    }
}

/// What serde calls a type, in plain words.
fn describe_type(expected: &str) -> String {
    let whole = |least: &str, most: &str| format!("a whole number from {least} to {most}");
    match expected {
        "u8" => whole("0", "255"),
        "u16" => whole("0", "65535"),
        "u32" | "u64" | "usize" => "a whole number, not negative".into(),
        "i8" | "i16" | "i32" | "i64" | "isize" => "a whole number".into(),
        "f32" | "f64" => "a number".into(),
        "a boolean" | "bool" => "`true` or `false`".into(),
        "a string" | "string" => "a text in double quotes".into(),
        "a sequence" => "a list `[ ... ]`".into(),
        "a map" => "a map `{ key: value, ... }`".into(),
        "option" => "a value or `None`".into(),
        "unit" => "`()`".into(),
        other if other.starts_with("struct ") || other.starts_with("enum ") => {
            other.split_once(' ').map_or(other.into(), |(_, name)| format!("a {name}"))
        }
        other => other.into(),
    }
}
