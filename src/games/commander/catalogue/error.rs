//! Mistakes in a catalogue: where, what, and how to mend it.

use std::fmt;

/// One mistake.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {message} ({remedy})")]
pub struct CatalogueError {
    /// Line and column of the text, or a path such as `products["tank"].recipes["train_tank"].producer`.
    pub place: String,
    /// What is wrong.
    pub message: String,
    /// How to mend it.
    pub remedy: String,
}

/// All mistakes that were found; at least one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct CatalogueErrors(pub Vec<CatalogueError>);

impl fmt::Display for CatalogueErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, error) in self.0.iter().enumerate() {
            let end = if index == 0 { "" } else { "\n" };
            write!(f, "{end}{error}")?;
        }
        Ok(())
    }
}

/// Collects mistakes.
#[derive(Default)]
pub(super) struct Mistakes(pub Vec<CatalogueError>);

impl Mistakes {
    pub fn push(&mut self, place: impl Into<String>, message: impl Into<String>, remedy: impl Into<String>) {
        self.0.push(CatalogueError { place: place.into(), message: message.into(), remedy: remedy.into() });
    }

    /// Notes a name that is not in the list of known ones.
    pub fn unknown<'a>(&mut self, place: &str, what: &str, name: &str, known: impl Iterator<Item = &'a str>) {
        let known: Vec<&str> = known.collect();
        self.push(place, format!("unknown {what} `{name}`"), format!("known: {}", known.join(", ")));
    }

    /// Notes a number out of range.
    pub fn range(&mut self, place: &str, value: f64, (least, most): (f64, f64)) {
        // A number that is not one compares as false.
        if !(least..=most).contains(&value) {
            self.push(place, format!("{value} is out of range"), format!("write a number from {least} to {most}"));
        }
    }
}
