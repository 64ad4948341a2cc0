//! Parameters of behaviours: declared by the behaviour, set by data, checked before a match begins.

use std::sync::Arc;

use crate::{
    data::domain::{Entries, Scalar},
    protocol::{Gait, Label, LookRequest, label},
};

/// What data may set of a behaviour.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Its name in data.
    pub name: &'static str,
    /// What it means, with its unit.
    pub meaning: &'static str,
    /// Which values it takes, and its default.
    pub range: Range,
}

impl Parameter {
    /// How to move, by the name `"gait"`.
    pub const GAIT: Self = Self::gait("gait", "how to move");

    /// A number: its default, the least and the greatest.
    pub const fn number(name: &'static str, meaning: &'static str, default: f32, least: f32, greatest: f32) -> Self {
        Self { name, meaning, range: Range::Number(default, least, greatest) }
    }

    /// The name of a notion.
    pub const fn notion(name: &'static str, meaning: &'static str) -> Self {
        Self { name, meaning, range: Range::Notion }
    }

    /// A way to move.
    pub const fn gait(name: &'static str, meaning: &'static str) -> Self {
        Self { name, meaning, range: Range::Choice(GAITS) }
    }

    /// A word of the data: a verb, a projectile.
    pub const fn word(name: &'static str, meaning: &'static str, default: &'static str) -> Self {
        Self { name, meaning, range: Range::Word(default) }
    }

    /// How far to look to each side, by the name `"degrees"`; [`Settings::look`] reads it.
    pub const fn degrees(default: f32) -> Self {
        Self::number("degrees", "how far to look to each side, degrees", default, 0.0, 180.0)
    }

    /// How long a look to and fro takes, by the name `"period"`; [`Settings::look`] reads it.
    pub const fn period(default: f32) -> Self {
        Self::number("period", "one look to and fro, seconds", default, 0.2, 30.0)
    }

    /// How much chance has a say in choosing a place, by the name `"whim"`.
    pub const fn whim(meaning: &'static str, default: f32) -> Self {
        Self::number("whim", meaning, default, 0.0, 60.0)
    }
}

/// The values a parameter takes, and its default.
#[derive(Clone, Copy, Debug)]
pub enum Range {
    /// A number: default, least, greatest.
    Number(f32, f32, f32),
    /// Yes or no.
    Flag(bool),
    /// One of these words; the first is the default.
    Choice(&'static [&'static str]),
    /// Any word; the default.
    Word(&'static str),
    /// The name of a notion; none by default.
    Notion,
}

/// The ways to move, as words.
pub const GAITS: &[&str] = &["walk", "crouch", "hurry", "run"];

/// The value of a parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Setting {
    /// A number.
    Number(f32),
    /// Yes or no.
    Flag(bool),
    /// A word.
    Word(Label),
    /// A notion by number.
    Notion(Option<usize>),
}

/// The values of a behaviour's parameters, in the order declared; every run of it holds them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Settings(Arc<[(&'static str, Setting)]>);

impl Settings {
    /// Reads what data sets; what it does not set has its default.
    ///
    /// # Errors
    /// Each parameter that is wrong, and why.
    pub fn read(
        parameters: &[Parameter],
        data: &Entries<Scalar>,
        notion: &dyn Fn(Label) -> Option<usize>,
    ) -> Result<Self, Vec<(String, String)>> {
        let mut problems = Vec::new();
        for name in data.keys() {
            if !parameters.iter().any(|parameter| parameter.name == name) {
                let known: Vec<&str> = parameters.iter().map(|parameter| parameter.name).collect();
                problems.push((
                    name.to_owned(),
                    format!("the behaviour has no parameter \"{name}\"; it has: {}", known.join(", ")),
                ));
            }
        }
        let mut settings = Vec::new();
        for parameter in parameters {
            match setting(parameter, data.get(parameter.name), notion) {
                Ok(value) => settings.push((parameter.name, value)),
                Err(message) => problems.push((parameter.name.to_owned(), message)),
            }
        }
        if problems.is_empty() { Ok(Self(settings.into())) } else { Err(problems) }
    }

    fn get(&self, name: &str) -> Option<Setting> {
        self.0.iter().find(|(known, _)| *known == name).map(|(_, value)| *value)
    }

    /// A number; 0 where there is none of this name.
    pub fn number(&self, name: &str) -> f32 {
        match self.get(name) {
            Some(Setting::Number(value)) => value,
            _ => 0.0,
        }
    }

    /// A yes or no; no where there is none of this name.
    pub fn flag(&self, name: &str) -> bool {
        self.get(name) == Some(Setting::Flag(true))
    }

    /// A word; the empty one where there is none of this name.
    pub fn word(&self, name: &str) -> Label {
        match self.get(name) {
            Some(Setting::Word(word)) => word,
            _ => Label::default(),
        }
    }

    /// A notion, if one is named.
    pub fn notion(&self, name: &str) -> Option<usize> {
        match self.get(name) {
            Some(Setting::Notion(notion)) => notion,
            _ => None,
        }
    }

    /// Looking to and fro by `"degrees"` and `"period"`.
    pub fn look(&self) -> LookRequest {
        LookRequest::Scan { degrees: self.number("degrees"), period: self.number("period") }
    }

    /// A way to move.
    pub fn gait(&self, name: &str) -> Gait {
        match self.word(name).as_str() {
            "crouch" => Gait::Crouch,
            "hurry" => Gait::Hurry,
            "run" => Gait::Run,
            _ => Gait::Walk,
        }
    }
}

fn setting(
    parameter: &Parameter,
    written: Option<&Scalar>,
    notion: &dyn Fn(Label) -> Option<usize>,
) -> Result<Setting, String> {
    match (parameter.range, written) {
        (Range::Number(default, ..), None) => Ok(Setting::Number(default)),
        (Range::Number(_, low, high), Some(Scalar::Number(value))) => {
            let value = *value as f32;
            if (low..=high).contains(&value) {
                Ok(Setting::Number(value))
            } else {
                Err(format!("{value} is out of range; it lies between {low} and {high}"))
            }
        }
        (Range::Number(..), Some(other)) => Err(format!("expected a number, found {other}")),
        (Range::Flag(default), None) => Ok(Setting::Flag(default)),
        (Range::Flag(_), Some(Scalar::Bool(value))) => Ok(Setting::Flag(*value)),
        (Range::Flag(_), Some(other)) => Err(format!("expected true or false, found {other}")),
        (Range::Choice(words), None) => {
            Ok(Setting::Word(words.first().map_or_else(Label::default, |word| label(word))))
        }
        (Range::Choice(words), Some(Scalar::Text(text))) if words.contains(&text.as_str()) => {
            Ok(Setting::Word(label(text)))
        }
        (Range::Choice(words), Some(other)) => Err(format!("expected one of {}, found {other}", words.join(", "))),
        (Range::Word(default), None) => Ok(Setting::Word(label(default))),
        (Range::Word(_), Some(Scalar::Text(text))) => Ok(Setting::Word(label(text))),
        (Range::Word(_), Some(other)) => Err(format!("expected a name in quotes, found {other}")),
        (Range::Notion, None) => Ok(Setting::Notion(None)),
        (Range::Notion, Some(Scalar::Text(text))) => match notion(label(text)) {
            Some(index) => Ok(Setting::Notion(Some(index))),
            None => Err(format!("no notion is called \"{text}\"")),
        },
        (Range::Notion, Some(other)) => Err(format!("expected the name of a notion, found {other}")),
    }
}
