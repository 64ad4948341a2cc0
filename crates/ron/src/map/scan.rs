//! A scanner that reads a RON text into a tree of spans. `ron` itself reads the values.
//!
//! It never panics, and refuses deep nesting before the stack could overflow.

use std::{collections::BTreeSet, ops::Range};

use super::{EntryKey, NodeEntry, NodeKind, RonNode};

/// The deepest nesting allowed: less than in `ron` (128), so that the message comes from here.
const MAX_DEPTH: usize = 96;

/// A syntax error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// Its byte offset.
    pub at: usize,
    /// The message.
    pub message: String,
    /// What was expected, or how to mend it.
    pub help: Option<String>,
}

impl SyntaxError {
    fn new(at: usize, message: impl Into<String>) -> Self {
        Self { at, message: message.into(), help: None }
    }

    fn help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }
}

type ScanResult<T> = Result<T, SyntaxError>;

/// Scans a text. The nodes are in the order in which their values end, so the last one is the root.
pub(super) fn scan(text: &str) -> ScanResult<Vec<RonNode>> {
    let mut scanner = Scanner { text, at: 0, nodes: Vec::new() };
    scanner.space()?;
    while scanner.peek() == Some('#') {
        scanner.extension()?;
    }
    if scanner.peek().is_none() {
        return Err(scanner.wrong("the file is empty"));
    }
    scanner.value(0)?;
    scanner.space()?;
    match scanner.peek() {
        None => Ok(scanner.nodes),
        Some(found) => Err(scanner.wrong(format!("expected the end of the file after the value, found `{found}`"))),
    }
}

struct Scanner<'t> {
    text: &'t str,
    at: usize,
    nodes: Vec<RonNode>,
}

impl<'t> Scanner<'t> {
    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn skip(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.at += wanted.len_utf8();
        }
        found
    }

    /// Skips all characters that match, and returns their bytes.
    fn skip_while(&mut self, fits: impl Fn(char) -> bool) -> Range<usize> {
        let rest = self.rest();
        let length = rest.find(|character| !fits(character)).unwrap_or(rest.len());
        let start = self.at;
        self.at += length;
        start..self.at
    }

    fn wrong(&self, message: impl Into<String>) -> SyntaxError {
        SyntaxError::new(self.at, message)
    }

    fn add(&mut self, span: Range<usize>, name: Range<usize>, kind: NodeKind, entries: Vec<NodeEntry>) -> usize {
        self.nodes.push(RonNode { span, name, kind, entries });
        self.nodes.len() - 1
    }

    /// Skips white space and comments.
    fn space(&mut self) -> ScanResult<()> {
        loop {
            self.skip_while(|c| matches!(c, ' ' | '\t' | '\r' | '\n'));
            if self.rest().starts_with("//") {
                self.skip_while(|c| c != '\n');
            } else if self.rest().starts_with("/*") {
                self.block_comment()?;
            } else {
                return Ok(());
            }
        }
    }

    fn block_comment(&mut self) -> ScanResult<()> {
        let start = self.at;
        let mut level = 0_usize;
        loop {
            let rest = self.rest();
            if rest.starts_with("/*") {
                level += 1;
                self.at += 2;
            } else if rest.starts_with("*/") {
                level -= 1;
                self.at += 2;
                if level == 0 {
                    return Ok(());
                }
            } else if let Some(character) = rest.chars().next() {
                self.at += character.len_utf8();
            } else {
                return Err(SyntaxError::new(start, "this comment has no closing `*/`"));
            }
        }
    }

    /// `#![enable(...)]` at the head of a file.
    fn extension(&mut self) -> ScanResult<()> {
        let line = self.rest().split('\n').next().unwrap_or_default();
        let Some(close) = line.find(")]").filter(|_| line.starts_with("#![")) else {
            return Err(self.wrong("expected an attribute such as `#![enable(implicit_some)]`"));
        };
        self.at += close + 2;
        self.space()
    }

    fn value(&mut self, depth: usize) -> ScanResult<usize> {
        if depth > MAX_DEPTH {
            return Err(self.wrong(format!("nested more than {MAX_DEPTH} levels deep")));
        }
        let start = self.at;
        match self.peek() {
            Some('(') => self.group(start, start..start, depth),
            Some('[') => self.list(depth),
            Some('{') => self.map(depth),
            Some('"') => self.string(start),
            Some('\'') => self.character(),
            Some('0'..='9' | '+' | '-' | '.') => self.number(),
            Some('r') if self.raw_string_ahead() => self.string(start),
            Some(first) if first.is_ascii_alphabetic() || first == '_' => self.word(depth),
            Some(found) => Err(self.wrong(format!("expected a value, found `{found}`"))),
            None => Err(self.wrong("expected a value, but the file ends here")),
        }
    }

    fn raw_string_ahead(&self) -> bool {
        self.rest().strip_prefix('r').is_some_and(|rest| rest.trim_start_matches('#').starts_with('"'))
    }

    fn identifier(&mut self) -> Range<usize> {
        if self.rest().starts_with("r#") {
            self.at += 2;
            return self.skip_while(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '+' | '-'));
        }
        self.skip_while(|c| c.is_ascii_alphanumeric() || c == '_')
    }

    /// A name: `true`, a variant, or the name of a struct.
    fn word(&mut self, depth: usize) -> ScanResult<usize> {
        let start = self.at;
        let name = self.identifier();
        let end = self.at;
        self.space()?;
        if self.peek() == Some('(') {
            return self.group(start, name, depth);
        }
        self.at = end;
        let word = self.text.get(name.clone()).unwrap_or_default();
        if matches!(word, "inf" | "NaN") {
            return Err(SyntaxError::new(start, format!("expected a finite number, found `{word}`")));
        }
        Ok(self.add(start..end, name, NodeKind::Word, Vec::new()))
    }

    /// `( ... )`, with or without a name before it: a struct, a tuple, a variant with contents.
    fn group(&mut self, start: usize, name: Range<usize>, depth: usize) -> ScanResult<usize> {
        let mut fields = BTreeSet::new();
        let entries = self.entries('(', ')', |scanner| {
            let key = scanner.field_name()?;
            if let EntryKey::Field(span) = &key {
                let new = scanner.text.get(span.clone()).unwrap_or_default();
                if !fields.insert(new) {
                    let error = SyntaxError::new(span.start, format!("the field `{new}` is given twice"));
                    return Err(error.help("keep one of the two"));
                }
            }
            Ok(NodeEntry { key, value: scanner.value(depth + 1)? })
        })?;
        let named = entries.iter().any(|entry| matches!(entry.key, EntryKey::Field(_)));
        let kind = if named { NodeKind::Struct } else { NodeKind::Tuple };
        Ok(self.add(start..self.at, name, kind, entries))
    }

    /// The name of a field with its colon, if there is one here.
    fn field_name(&mut self) -> ScanResult<EntryKey> {
        let start = self.at;
        if self.peek().is_some_and(|c| c.is_ascii_alphabetic() || c == '_') && !self.raw_string_ahead() {
            let name = self.identifier();
            self.space()?;
            if self.skip(':') {
                self.space()?;
                return Ok(EntryKey::Field(name));
            }
        }
        self.at = start;
        Ok(EntryKey::Position)
    }

    fn list(&mut self, depth: usize) -> ScanResult<usize> {
        let start = self.at;
        let entries = self
            .entries('[', ']', |scanner| Ok(NodeEntry { key: EntryKey::Position, value: scanner.value(depth + 1)? }))?;
        Ok(self.add(start..self.at, start..start, NodeKind::List, entries))
    }

    fn map(&mut self, depth: usize) -> ScanResult<usize> {
        let start = self.at;
        let mut seen = BTreeSet::new();
        let entries = self.entries('{', '}', |scanner| {
            let at = scanner.at;
            let key = scanner.value(depth + 1)?;
            let written = scanner.text.get(at..scanner.at).unwrap_or_default();
            let meaning = scanner.nodes.get(key).and_then(|node| node.string_value(scanner.text));
            if !seen.insert(meaning.unwrap_or_else(|| written.to_owned())) {
                let error = SyntaxError::new(at, format!("the key {written} is given twice in this map"));
                return Err(error.help("keep one of the two"));
            }
            scanner.space()?;
            if !scanner.skip(':') {
                return Err(scanner.wrong(format!("expected `:` and a value after the key {written}")));
            }
            scanner.space()?;
            Ok(NodeEntry { key: EntryKey::Value(key), value: scanner.value(depth + 1)? })
        })?;
        Ok(self.add(start..self.at, start..start, NodeKind::Map, entries))
    }

    /// The entries between two brackets, each read by `entry`.
    fn entries(
        &mut self,
        opened: char,
        close: char,
        mut entry: impl FnMut(&mut Self) -> ScanResult<NodeEntry>,
    ) -> ScanResult<Vec<NodeEntry>> {
        let open = self.at;
        self.skip(opened);
        let mut entries = Vec::new();
        loop {
            self.space()?;
            if self.skip(close) {
                return Ok(entries);
            }
            entries.push(entry(self)?);
            self.separator(open, opened, close)?;
        }
    }

    /// A comma, or the closing bracket after it.
    fn separator(&mut self, open: usize, opened: char, close: char) -> ScanResult<()> {
        let after_value = self.at;
        self.space()?;
        if self.skip(',') || self.peek() == Some(close) {
            return Ok(());
        }
        let Some(found) = self.peek() else {
            let error = SyntaxError::new(open, format!("this `{opened}` has no closing bracket"));
            return Err(error.help(format!("add a `{close}`")));
        };
        let (at, help) = if matches!(found, ')' | ']' | '}') {
            (self.at, format!("`{opened}` is closed by `{close}`"))
        } else {
            (after_value, "is a comma missing?".to_owned())
        };
        Err(SyntaxError::new(at, format!("expected `,` or `{close}`, found `{found}`")).help(help))
    }

    fn string(&mut self, start: usize) -> ScanResult<usize> {
        let unclosed = || SyntaxError::new(start, "this string has no closing quote");
        if self.skip('r') {
            let hashes = self.skip_while(|c| c == '#').len();
            self.skip('"');
            let ending = format!("\"{}", "#".repeat(hashes));
            let length = self.rest().find(&ending).ok_or_else(unclosed)?;
            self.at += length + ending.len();
        } else {
            self.skip('"');
            self.quoted('"').map_err(|error| error.unwrap_or_else(unclosed))?;
        }
        Ok(self.add(start..self.at, start..start, NodeKind::Text, Vec::new()))
    }

    fn character(&mut self) -> ScanResult<usize> {
        let start = self.at;
        let wrong = || SyntaxError::new(start, "expected one character in single quotes");
        self.skip('\'');
        self.quoted('\'').map_err(|error| error.unwrap_or_else(wrong))?;
        let node = self.add(start..self.at, start..start, NodeKind::Character, Vec::new());
        let meant = self.nodes.get(node).and_then(|node| node.string_value(self.text));
        if meant.is_none_or(|meant| meant.chars().count() != 1) {
            return Err(wrong().help("strings are written in double quotes"));
        }
        Ok(node)
    }

    /// Skips to the end of the closing quote; `Err(None)` if there is none.
    fn quoted(&mut self, quote: char) -> Result<(), Option<SyntaxError>> {
        loop {
            match super::text::next_character(self.text, self.at) {
                Err(at) => {
                    let known = r#"expected one of \" \' \\ \n \r \t \0 \x41 \u{41}"#;
                    return Err(Some(SyntaxError::new(at, "unknown escape").help(known)));
                }
                Ok(None) => return Err(None),
                Ok(Some((character, next))) => {
                    let ends = character == quote && !self.rest().starts_with('\\');
                    self.at = next;
                    if ends {
                        return Ok(());
                    }
                }
            }
        }
    }

    fn number(&mut self) -> ScanResult<usize> {
        let start = self.at;
        let span = self.skip_while(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '+' | '-'));
        let written = self.text.get(span.clone()).unwrap_or_default();
        let digits = written.trim_start_matches(['+', '-']);
        let based = ["0x", "0b", "0o"].iter().any(|base| digits.starts_with(base));
        if !based {
            // As f32, the type of nearly all fields, in which 1e39 would silently become infinite.
            let value = written.replace('_', "").parse::<f32>();
            let value = value.map_err(|_| SyntaxError::new(start, format!("`{written}` is not a number")))?;
            if !value.is_finite() {
                return Err(SyntaxError::new(start, format!("expected a finite number, found `{written}`")));
            }
        }
        Ok(self.add(span, start..start, NodeKind::Number, Vec::new()))
    }
}
