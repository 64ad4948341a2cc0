//! A RON file in memory: its text, the spans of its values, and the values themselves.
//!
//! [`Document::read`] wraps `ron` with readable error messages. A [`Cursor`] walks the document in step with a value that was read
//! from it, so that a check of the value can report an error at its line and column.

use std::{collections::BTreeSet, fmt::Display, ops::Range, path, sync::Arc};

use ron::extensions::Extensions;
use serde::de::DeserializeOwned;

use crate::{
    explain::explain,
    finding::{Finding, suggestion},
    input,
    map::{LineIndex, PathStep, RonMap, RonPath},
};

/// A RON text and the spans of its values.
#[derive(Clone, Debug)]
pub struct Document {
    file: String,
    text: String,
    lines: LineIndex,
    map: RonMap,
    /// Where its text comes from, if it was put together from several files.
    origin: Option<Arc<Composition>>,
}

/// Where the text of a document comes from that was put together from others.
#[derive(Clone, Debug)]
pub(super) struct Composition {
    /// The documents.
    pub documents: Vec<Document>,
    /// The one that the others belong to.
    pub own: usize,
    /// The pieces in order: where each begins in the text, the number of its document, and its bytes there.
    pub segments: Vec<(usize, usize, Range<usize>)>,
}

impl Composition {
    /// The document and the bytes of the piece that a byte of the text belongs to, and where that piece begins in the text.
    fn piece(&self, at: usize) -> Option<(usize, &Document, &Range<usize>)> {
        let last = self.segments.partition_point(|(start, ..)| *start <= at).checked_sub(1)?;
        let (start, document, span) = self.segments.get(last)?;
        Some((*start, self.documents.get(*document)?, span))
    }
}

impl Document {
    /// Scans a text; messages name it `file`.
    ///
    /// # Errors
    /// The first syntax error.
    pub fn parse(file: &str, text: &str) -> Result<Self, Finding> {
        // Some editors put a byte order mark first.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let lines = LineIndex::new(text);
        match RonMap::new(text) {
            Ok(map) => Ok(Self { file: file.into(), text: text.into(), lines, map, origin: None }),
            Err(error) => {
                let finding = finding_at(file.into(), text, &lines, error.at..error.at, error.message);
                Err(finding.maybe_help(error.help))
            }
        }
    }

    /// Scans the bytes of a file; messages name it `file`.
    ///
    /// # Errors
    /// The bytes are not UTF-8, or have a syntax error; the finding points at the first mistake.
    pub fn decode(file: &str, bytes: Vec<u8>) -> Result<Self, Finding> {
        Self::parse(file, &decode_utf8(file, bytes)?)
    }

    /// A document whose text was put together from others.
    ///
    /// # Errors
    /// The text is not RON, such as with a field twice.
    pub(super) fn from_parts(text: &str, origin: Composition) -> Result<Self, Finding> {
        let own = origin.documents.get(origin.own).map(Self::file).unwrap_or_default();
        let document = Self::parse(own, text)?;
        Ok(Self { origin: Some(Arc::new(origin)), ..document })
    }

    /// The files that its text was put together from, without its own.
    pub fn built_on(&self) -> BTreeSet<&str> {
        let documents = self.origin.iter().flat_map(|origin| &origin.documents);
        documents.map(Self::file).filter(|file| *file != self.file).collect()
    }

    /// The file in which a value of this document is written, as messages name it, and its path there. A value that is written nowhere
    /// belongs into the value around it.
    pub fn written_at(&self, path: &RonPath) -> Option<(&str, RonPath)> {
        let Some(origin) = &self.origin else { return Some((&self.file, path.clone())) };
        let mut steps = Vec::new();
        let mut path = path.clone();
        let node = loop {
            match self.map.find(&self.text, &path) {
                Some(node) => break node,
                None => {
                    let (above, last) = path.split_last()?;
                    steps.push(last.clone());
                    path = above;
                }
            }
        };
        let (start, document, span) = origin.piece(node.span.start)?;
        let at = span.start + (node.span.start - start).min(span.len());
        let found = document.map.path_at(&document.text, at)?;
        let found = steps.into_iter().rev().fold(found, |path, step| path.with(step));
        Some((&document.file, found))
    }

    /// Loads a file; messages name it as `path` is written.
    ///
    /// # Errors
    /// The file cannot be read, or is not RON.
    pub fn load(path: &path::Path) -> Result<Self, Finding> {
        let (name, text) = read_text(path)?;
        Self::parse(&name, &text)
    }

    /// The file name for messages.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The spans of the values.
    pub fn map(&self) -> &RonMap {
        &self.map
    }

    /// Deserializes the whole document.
    ///
    /// # Errors
    /// The value does not fit the schema. The finding says where, what was expected, and suggests a name similar to an unknown one.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, Finding> {
        self.read_at(0..self.text.len())
    }

    /// Deserializes one field of the root value; `None` if the field is absent.
    ///
    /// # Errors
    /// The value does not fit the schema.
    pub fn read_field<T: DeserializeOwned>(&self, field: &str) -> Result<Option<T>, Finding> {
        let node = self.map.find(&self.text, &RonPath::root().field(field));
        node.map(|node| self.read_at(node.span.clone())).transpose()
    }

    fn read_at<T: DeserializeOwned>(&self, span: Range<usize>) -> Result<T, Finding> {
        let text = self.text.get(span.clone()).unwrap_or_default();
        let options = ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME);
        options.from_str(text).map_err(|error| {
            let inside = LineIndex::new(text).byte_offset(error.position.line, error.position.col).min(text.len());
            let explained = explain(&self.text, &self.map, span.start + inside, &error.code);
            self.finding(explained.span, explained.message).maybe_help(explained.help)
        })
    }

    /// An error that points at these bytes.
    pub fn finding(&self, span: Range<usize>, message: impl Into<String>) -> Finding {
        let piece = self.origin.as_ref().and_then(|origin| origin.piece(span.start));
        let Some((start, document, there)) = piece else {
            return finding_at(self.file.clone(), &self.text, &self.lines, span, message.into());
        };
        let at = there.start + (span.start - start).min(there.len());
        document.finding(at..(at + span.len()).min(there.end.max(at)), message)
    }

    /// A cursor at the root value.
    pub fn cursor(&self) -> Cursor<'_> {
        Cursor { document: self, path: RonPath::root() }
    }

    /// A cursor at a path such as `actions[3].preconditions["near"]`; at the root if the path is malformed.
    pub fn cursor_at(&self, path: &str) -> Cursor<'_> {
        Cursor { document: self, path: path.parse().unwrap_or_else(|_| RonPath::root()) }
    }
}

/// Parses a value from a text, with the document for later messages.
///
/// # Errors
/// The text is not RON, or does not fit the schema.
pub fn read_ron<T: DeserializeOwned>(file: &str, text: &str) -> Result<(T, Document), Finding> {
    let document = Document::parse(file, text)?;
    Ok((document.read()?, document))
}

/// Loads a value from a file, with the document for later messages.
///
/// # Errors
/// The file cannot be read, is not RON, or does not fit the schema.
pub fn load_ron<T: DeserializeOwned>(path: &path::Path) -> Result<(T, Document), Finding> {
    let document = Document::load(path)?;
    Ok((document.read()?, document))
}

/// The name of a data file, as messages write it, and its text.
///
/// # Errors
/// The file cannot be read (see [`input::read`]), or is not UTF-8.
pub fn read_text(path: &path::Path) -> Result<(String, String), Finding> {
    let name = path.display().to_string();
    let bytes =
        input::read(path, input::DATA_FILE).map_err(|error| Finding::for_file(name.as_str(), error.to_string()))?;
    decode_utf8(&name, bytes).map(|text| (name, text))
}

fn decode_utf8(file: &str, bytes: Vec<u8>) -> Result<String, Finding> {
    String::from_utf8(bytes).map_err(|error| {
        let good = error.utf8_error().valid_up_to();
        let bytes = error.into_bytes();
        let head = String::from_utf8_lossy(bytes.get(..good).unwrap_or_default()).into_owned();
        let lines = LineIndex::new(&head);
        finding_at(file.into(), &head, &lines, good..good, "the file is not UTF-8 text from here on".into())
    })
}

fn finding_at(file: String, text: &str, lines: &LineIndex, span: Range<usize>, message: String) -> Finding {
    let (line, column) = lines.line_column(text, span.start);
    let excerpt = lines.line(text, line).to_owned();
    let first_line = text.get(span).unwrap_or_default().lines().next().unwrap_or_default();
    let width = first_line.chars().count().max(1);
    Finding {
        line: line as u32,
        column: column as u32,
        excerpt,
        width: width as u32,
        ..Finding::for_file(file, message)
    }
}

/// A position in a document: the path of a value that was read from it.
#[derive(Clone, Debug)]
pub struct Cursor<'d> {
    document: &'d Document,
    path: RonPath,
}

impl Cursor<'_> {
    /// Moves to a field.
    #[must_use]
    pub fn field(&self, name: &str) -> Self {
        Self { path: self.path.field(name), ..*self }
    }

    /// Moves to an element, counted from 0.
    #[must_use]
    pub fn index(&self, index: usize) -> Self {
        Self { path: self.path.index(index), ..*self }
    }

    /// Moves to the entry of a map.
    #[must_use]
    pub fn entry(&self, name: &str) -> Self {
        Self { path: self.path.entry(name), ..*self }
    }

    /// Moves along a path such as `vision.cones[2].to`; stays where it is if the path is malformed.
    #[must_use]
    pub fn follow(&self, path: &str) -> Self {
        let below = path.parse().unwrap_or_else(|_| RonPath::root());
        Self { path: self.path.join(&below), ..*self }
    }

    /// The path from the root.
    pub fn path(&self) -> &RonPath {
        &self.path
    }

    /// An error that points at this value, or at the value around it if this one is not written.
    pub fn error(&self, message: impl Into<String>) -> Finding {
        let document = self.document;
        document.finding(document.map.nearest(&document.text, &self.path).span.clone(), message)
    }

    /// An error that points at the n-th character of the string here.
    pub fn error_at_character(&self, index: usize, message: impl Into<String>) -> Finding {
        let document = self.document;
        match document.map.character_offset(&document.text, &self.path, index) {
            Some(at) => document.finding(at..at, message),
            None => self.error(message),
        }
    }

    /// An error that points at the key of the entry here; at the entry if it has none.
    pub fn error_at_key(&self, message: impl Into<String>) -> Finding {
        let document = self.document;
        match document.map.key_span(&document.text, &self.path) {
            Some(key) => document.finding(key, message),
            None => self.error(message),
        }
    }

    /// An error about a name that is not known, with a suggestion. If the name is the key of the entry here, it points at the key.
    pub fn unknown<N: Display>(&self, what: &str, name: impl Display, known: impl IntoIterator<Item = N>) -> Finding {
        let (document, name) = (self.document, name.to_string());
        let known: Vec<String> = known.into_iter().map(|name| name.to_string()).collect();
        let is_key = matches!(self.path.steps().last(), Some(PathStep::Key(key)) if *key == name);
        let key = document.map.key_span(&document.text, &self.path).filter(|_| is_key);
        let message = format!("unknown {what} `{name}`");
        key.map_or_else(|| self.error(&message), |key| document.finding(key, &message))
            .maybe_help(suggestion(&name, known.iter().map(String::as_str)))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields, rename_all = "snake_case")]
    #[allow(dead_code, reason = "only its reading is tested")]
    struct SampleThing {
        name: String,
        count: u8,
        #[serde(default)]
        size: Option<f32>,
        #[serde(default)]
        at: (f32, f32),
        #[serde(default)]
        kinds: BTreeMap<char, SampleKind>,
    }

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields, rename_all = "snake_case")]
    #[allow(dead_code, reason = "only its reading is tested")]
    enum SampleKind {
        Wall { material: String },
        Floor(String),
        Void,
    }

    #[test]
    fn an_optional_value_is_written_without_some() {
        let (thing, _) = read_ron::<SampleThing>("a.ron", "(name: \"x\", count: 1, size: 2.5)").unwrap();
        assert_eq!(thing.size, Some(2.5));
    }

    #[test]
    fn an_error_says_what_was_expected_and_points_at_its_place() {
        for (text, line, column, message, help) in [
            ("(name: \"x\",\n  cuont: 1)", 2, 3, "unknown field `cuont`", "did you mean `count`?"),
            ("(name: \"x\",\n  kinds: {})", 1, 1, "the field `count` is missing", "count"),
            ("(name: 12, count: 1)", 1, 8, "expected a text in double quotes, found the number 12", ""),
            ("(name: \"x\", count: \"three\")", 1, 20, "expected a whole number, found the text \"three\"", ""),
            ("(name: \"x\", count: 3.5)", 1, 20, "expected a whole number, found the number 3.5", ""),
            ("(name: \"x\", count: 300)", 1, 20, "the number 300 is out of range", "smaller"),
            ("(name: \"x\", count: -1)", 1, 20, "expected a whole number", ""),
            ("(name: \"x\", count: 1, at: (1, 2, 3))", 1, 34, "expected the end of the value", ""),
            ("(name: \"x\", count: 1, at: (1))", 1, 27, "there is 1 value here", ""),
            ("(name: \"x\", count: 1, at: [1, 2])", 1, 27, "expected a group", ""),
            ("(name: \"x\", count: 1, size: \"big\")", 1, 29, "expected a number, found the text \"big\"", ""),
            (
                "(name: \"x\", count: 1, kinds: {'a': flor(\"b\")})",
                1,
                36,
                "unknown variant `flor`",
                "did you mean `floor`?",
            ),
            (
                "(name: \"x\", count: 1, kinds: {'a': wall(materiel: \"b\")})",
                1,
                41,
                "unknown field `materiel`",
                "material",
            ),
            ("(name: \"x\", count: 1, kinds: {'a': wall()})", 1, 36, "the field `material` is missing", "add"),
            ("(name: \"x\", count: 1, kinds: {\"ab\": void})", 1, 31, "expected one character", ""),
            ("(name: \"ü\", count: 1, kinds: [void])", 1, 30, "expected a map", ""),
            ("[1]", 1, 1, "expected a group", ""),
        ] {
            let finding = read_ron::<SampleThing>("a.ron", text).expect_err(text);
            assert!(finding.message.contains(message), "{text}\n{}", finding.snippet());
            assert_eq!((finding.line, finding.column), (line, column), "{text}\n{}", finding.snippet());
            assert!(finding.help.clone().unwrap_or_default().contains(help), "{text}\n{}", finding.snippet());
        }
    }

    #[test]
    fn a_cursor_knows_its_line() {
        let document = Document::parse("a.ron", "(\n  rows: [\n    \"##\",\n    \"#?\",\n  ],\n)").unwrap();
        let row = document.cursor().field("rows").index(1);
        assert_eq!(row.error("x").line, 4);
        let finding = row.error_at_character(1, "unknown character `?`");
        assert_eq!((finding.line, finding.column), (4, 7));
        assert_eq!(document.cursor().field("absent").field("deeper").error("x").line, 1);
    }

    #[test]
    fn an_unknown_key_is_underlined_and_not_its_value() {
        let document = Document::parse("a.ron", "(kinds: {\n  \"wlal\": 3,\n  \"floor\": 4,\n})").unwrap();
        let kinds = document.cursor().field("kinds");
        let finding = kinds.entry("wlal").unknown("kind", "wlal", ["wall"]);
        assert_eq!((finding.line, finding.column, finding.width), (2, 3, 6));
        let value = kinds.entry("floor").unknown("height", "4", [""; 0]);
        assert_eq!((value.line, value.column, value.width), (3, 12, 1));
    }

    #[test]
    fn bytes_that_are_not_utf8_are_found_at_their_place() {
        let finding = decode_utf8("a.ron", b"(\n a: \xff)".to_vec()).unwrap_err();
        assert_eq!((finding.line, finding.column), (2, 5));
    }
}
