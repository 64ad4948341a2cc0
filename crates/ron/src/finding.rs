//! Errors and warnings about a file, with their place: the one form in which bad data is reported.

use std::fmt;

use serde::Serialize;

/// How bad a [`Finding`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// The data cannot be used.
    Error,
    /// The data can be used, but is probably a mistake.
    Warning,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
        })
    }
}

/// One error or warning about a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The file, as the user named it.
    pub file: String,
    /// The line, from 1; 0 for the file as a whole (it is missing).
    pub line: u32,
    /// The character in the line, from 1; 0 for the file as a whole.
    pub column: u32,
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong.
    pub message: String,
    /// What was expected, or how to mend it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    /// The text of the line, for [`Finding::snippet`].
    #[serde(skip)]
    pub excerpt: String,
    /// How many characters of the line the caret marks; at least 1.
    #[serde(skip)]
    pub width: u32,
}

impl Finding {
    /// An error about a file as a whole.
    pub fn for_file(file: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            file: file.into(),
            line: 0,
            column: 0,
            severity: Severity::Error,
            message: message.into(),
            help: None,
            excerpt: String::new(),
            width: 1,
        }
    }

    /// Adds help.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Adds help if there is any.
    #[must_use]
    pub fn maybe_help(mut self, help: Option<String>) -> Self {
        self.help = help.or(self.help);
        self
    }

    /// Makes it a warning.
    #[must_use]
    pub fn warning(mut self) -> Self {
        self.severity = Severity::Warning;
        self
    }

    /// The message, the line with a caret under the place, and the help, for a terminal.
    pub fn snippet(&self) -> String {
        let mut text = self.to_string();
        if self.line > 0 && !self.excerpt.is_empty() {
            let number = self.line.to_string();
            let gutter = " ".repeat(number.len());
            let before = self.column.saturating_sub(1) as usize;
            // Tabs before the caret keep it under its character, however wide the terminal draws them.
            let indent: String = self.excerpt.chars().take(before).map(|c| if c == '\t' { c } else { ' ' }).collect();
            let left = self.excerpt.chars().count().saturating_sub(before).max(1);
            let caret = "^".repeat((self.width as usize).clamp(1, left));
            text += &format!("\n {gutter} |\n {number} | {}\n {gutter} | {indent}{caret}", self.excerpt);
        }
        if let Some(help) = &self.help {
            text += &format!("\n  help: {help}");
        }
        text
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line == 0 {
            return write!(f, "{}: {}: {}", self.file, self.severity, self.message);
        }
        write!(f, "{}:{}:{}: {}: {}", self.file, self.line, self.column, self.severity, self.message)
    }
}

/// A collector of findings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagnostics {
    /// In the order in which they were found.
    pub findings: Vec<Finding>,
}

impl Diagnostics {
    /// Adds a finding.
    pub fn push(&mut self, finding: Finding) {
        self.findings.push(finding);
    }

    /// The value of a result, or `None` after its finding was collected.
    pub fn ok<T>(&mut self, result: Result<T, Finding>) -> Option<T> {
        result.map_err(|finding| self.push(finding)).ok()
    }

    /// Whether an error was collected, so that the data cannot be used.
    pub fn has_errors(&self) -> bool {
        self.findings.iter().any(|finding| finding.severity == Severity::Error)
    }

    /// The findings in the order of file, line and column, without duplicates.
    pub fn into_sorted(mut self) -> Vec<Finding> {
        self.findings.sort_by(|a, b| {
            (&a.file, a.line, a.column, a.severity, &a.message)
                .cmp(&(&b.file, b.line, b.column, b.severity, &b.message))
        });
        self.findings.dedup();
        self.findings
    }
}

/// The known name most similar to an unknown one, if it is similar enough to be a misspelling: a third of its letters may differ.
pub fn closest<'k>(name: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    let wanted = name.to_lowercase();
    let allowed = (wanted.chars().count() / 3).max(1);
    known
        .into_iter()
        .map(|candidate| (strsim::damerau_levenshtein(&wanted, &candidate.to_lowercase()), candidate))
        .filter(|(distance, _)| *distance <= allowed)
        .min()
        .map(|(_, candidate)| candidate)
}

/// Help for an unknown name: the similar one if there is one, else the known names (up to twelve).
pub fn suggestion<'k>(name: &str, known: impl IntoIterator<Item = &'k str>) -> Option<String> {
    let known: Vec<&str> = known.into_iter().collect();
    if let Some(close) = closest(name, known.iter().copied()) {
        return Some(format!("did you mean `{close}`?"));
    }
    match known.as_slice() {
        [] => None,
        [only] => Some(format!("expected `{only}`")),
        many => {
            let shown: Vec<String> = many.iter().take(12).map(|name| format!("`{name}`")).collect();
            let more = if many.len() > shown.len() { ", ..." } else { "" };
            Some(format!("expected one of {}{more}", shown.join(", ")))
        }
    }
}

/// A count with its noun, in the singular or with an `s`: `1 file`, `3 files`.
pub fn plural(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_snippet_points_at_the_place() {
        let finding = Finding {
            line: 12,
            column: 5,
            excerpt: "    wal: 3,".into(),
            width: 3,
            ..Finding::for_file("levels/manor.ron", "unknown field `wal`").help("did you mean `wall`?")
        };
        assert_eq!(finding.to_string(), "levels/manor.ron:12:5: error: unknown field `wal`");
        assert_eq!(
            finding.snippet(),
            "levels/manor.ron:12:5: error: unknown field `wal`\n    |\n 12 |     wal: 3,\n    |     ^^^\n  help: did you mean `wall`?"
        );
    }

    #[test]
    fn a_similar_name_is_suggested() {
        assert_eq!(closest("tabel", ["table", "chair"]), Some("table"));
        assert_eq!(closest("Chair", ["table", "chair"]), Some("chair"));
        assert_eq!(closest("fountain", ["table", "chair"]), None);
        assert_eq!(suggestion("x", ["stone", "wood"]), Some("expected one of `stone`, `wood`".into()));
    }
}
