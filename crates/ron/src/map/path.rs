//! Paths to values inside a RON text: `actions[3].preconditions["gold"]`.

use std::{fmt, str::FromStr};

/// One step of a [`RonPath`].
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PathStep {
    /// Into a field.
    Field(String),
    /// Into an element of a list, tuple or enum variant, counted from 0.
    Index(usize),
    /// Into the entry of a map with this key.
    Key(String),
}

/// A path from the root of a text to a value.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RonPath(Vec<PathStep>);

impl RonPath {
    /// The empty path: the whole text.
    pub fn root() -> Self {
        Self::default()
    }

    /// This path, then a field.
    #[must_use]
    pub fn field(&self, name: &str) -> Self {
        self.with(PathStep::Field(name.to_owned()))
    }

    /// This path, then an element, counted from 0.
    #[must_use]
    pub fn index(&self, index: usize) -> Self {
        self.with(PathStep::Index(index))
    }

    /// This path, then the entry of a map.
    #[must_use]
    pub fn entry(&self, key: &str) -> Self {
        self.with(PathStep::Key(key.to_owned()))
    }

    /// This path, then one more step.
    #[must_use]
    pub fn with(&self, step: PathStep) -> Self {
        let mut steps = self.0.clone();
        steps.push(step);
        Self(steps)
    }

    /// This path, then the steps of another.
    #[must_use]
    pub fn join(&self, below: &Self) -> Self {
        Self([self.0.as_slice(), below.0.as_slice()].concat())
    }

    /// The steps, from the root.
    pub fn steps(&self) -> &[PathStep] {
        &self.0
    }

    /// The rest of a path that begins with this field; `None` for other paths.
    pub fn below(&self, field: &str) -> Option<Self> {
        let (first, rest) = self.0.split_first()?;
        matches!(first, PathStep::Field(name) if name == field).then(|| Self(rest.to_vec()))
    }

    /// Whether a pattern covers the whole path. In a pattern `[]` stands for any index or key, and `*` for any field:
    /// `body.speeds.*`, `queries[].kinds[]`. A key in quotes stands for itself: `parameters["verb"]`.
    pub fn matches(&self, pattern: &str) -> bool {
        let mut pattern = pattern;
        for step in &self.0 {
            let rest = match step {
                PathStep::Key(key) => {
                    pattern.strip_prefix("[]").or_else(|| pattern.strip_prefix(&format!("[{key:?}]")))
                }
                PathStep::Index(index) => {
                    pattern.strip_prefix("[]").or_else(|| pattern.strip_prefix(&format!("[{index}]")))
                }
                PathStep::Field(name) => {
                    let pattern = pattern.strip_prefix('.').unwrap_or(pattern);
                    let rest = pattern.strip_prefix(name.as_str()).or_else(|| pattern.strip_prefix('*'));
                    rest.filter(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
                }
            };
            let Some(rest) = rest else { return false };
            pattern = rest;
        }
        pattern.is_empty()
    }

    /// The path without its last step, and that step; `None` for the empty path.
    pub fn split_last(&self) -> Option<(Self, &PathStep)> {
        self.0.split_last().map(|(last, before)| (Self(before.to_vec()), last))
    }
}

impl fmt::Display for RonPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, step) in self.0.iter().enumerate() {
            match step {
                PathStep::Field(name) if position == 0 => f.write_str(name)?,
                PathStep::Field(name) => write!(f, ".{name}")?,
                PathStep::Index(index) => write!(f, "[{index}]")?,
                PathStep::Key(key) => write!(f, "[{key:?}]")?,
            }
        }
        Ok(())
    }
}

/// The text is not a path.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a path such as `actions[3].preconditions[\"gold\"]`")]
pub struct RonPathError(String);

impl FromStr for RonPath {
    type Err = RonPathError;

    fn from_str(text: &str) -> Result<Self, RonPathError> {
        let bad = || RonPathError(text.to_owned());
        let mut steps = Vec::new();
        let mut rest = text;
        while !rest.is_empty() {
            if let Some(inside) = rest.strip_prefix('[') {
                if let Some(quoted) = inside.strip_prefix('"') {
                    let (key, after) = take_quoted(quoted).ok_or_else(bad)?;
                    steps.push(PathStep::Key(key));
                    rest = after.strip_prefix(']').ok_or_else(bad)?;
                } else {
                    let (number, after) = inside.split_once(']').ok_or_else(bad)?;
                    steps.push(PathStep::Index(number.parse().map_err(|_| bad())?));
                    rest = after;
                }
            } else {
                let name = match rest.strip_prefix('.') {
                    Some(name) if !steps.is_empty() => name,
                    None if steps.is_empty() => rest,
                    _ => return Err(bad()),
                };
                let end = name.find(['.', '[']).unwrap_or(name.len());
                let (name, after) = name.split_at(end);
                if name.is_empty() {
                    return Err(bad());
                }
                steps.push(PathStep::Field(name.to_owned()));
                rest = after;
            }
        }
        Ok(Self(steps))
    }
}

/// Splits at the first quote that is not escaped: the unescaped text before it, and the rest after it.
fn take_quoted(text: &str) -> Option<(String, &str)> {
    let mut key = String::new();
    let mut characters = text.char_indices();
    while let Some((at, character)) = characters.next() {
        match character {
            '"' => return Some((key, text.get(at + 1..)?)),
            '\\' => key.push(characters.next()?.1),
            other => key.push(other),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_reads_as_it_is_written() {
        let path = RonPath::root().field("actions").index(3).field("preconditions").entry("gold");
        assert_eq!(path.to_string(), "actions[3].preconditions[\"gold\"]");
        assert_eq!(path.to_string().parse(), Ok(path));
        assert_eq!("".parse(), Ok(RonPath::root()));
        assert_eq!("[\"a \\\" b\"][0]".parse(), Ok(RonPath::root().entry("a \" b").index(0)));
    }

    #[test]
    fn a_malformed_path_is_refused() {
        for text in [".a", "a..b", "a[", "a[x]", "a[\"b]", "[0]a", "a.", "a]["] {
            assert!(text.parse::<RonPath>().is_err(), "{text}");
        }
    }
}
