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
    pub range: ParameterRange,
}

impl Parameter {
    /// How to move, by the name `"gait"`.
    pub const GAIT: Self = Self::gait("gait", "how to move");

    /// A number: its default, the least and the greatest.
    pub const fn number(name: &'static str, meaning: &'static str, default: f32, least: f32, greatest: f32) -> Self {
        Self { name, meaning, range: ParameterRange::Number(default, least, greatest) }
    }

    /// The name of a query.
    pub const fn query(name: &'static str, meaning: &'static str) -> Self {
        Self { name, meaning, range: ParameterRange::Query }
    }

    /// A way to move.
    pub const fn gait(name: &'static str, meaning: &'static str) -> Self {
        Self { name, meaning, range: ParameterRange::Choice(GAITS) }
    }

    /// A word of the data: a verb, a projectile.
    pub const fn word(name: &'static str, meaning: &'static str, default: &'static str) -> Self {
        Self { name, meaning, range: ParameterRange::Word(default) }
    }

    /// How far to look to each side, by the name `"scan_degrees"`; [`BehaviourSettings::look`] reads it.
    pub const fn degrees(default: f32) -> Self {
        Self::number("scan_degrees", "how far to look to each side, degrees", default, 0.0, 180.0)
    }

    /// How long a look to and fro takes, by the name `"scan_period"`; [`BehaviourSettings::look`] reads it.
    pub const fn period(default: f32) -> Self {
        Self::number("scan_period", "one look to and fro, seconds", default, 0.2, 30.0)
    }

    /// How much chance has a say in choosing a place, by the name `"randomness"`.
    pub const fn randomness(meaning: &'static str, default: f32) -> Self {
        Self::number("randomness", meaning, default, 0.0, 60.0)
    }
}

/// The values a parameter takes, and its default.
#[derive(Clone, Copy, Debug)]
pub enum ParameterRange {
    /// A number: default, least, greatest.
    Number(f32, f32, f32),
    /// Yes or no.
    Flag(bool),
    /// One of these words; the first is the default.
    Choice(&'static [&'static str]),
    /// Any word; the default.
    Word(&'static str),
    /// The name of a query; none by default.
    Query,
}

/// The ways to move, as words.
pub const GAITS: &[&str] = &["walk", "crouch", "hurry", "run"];

/// The value of a parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ParameterValue {
    /// A number.
    Number(f32),
    /// Yes or no.
    Flag(bool),
    /// A word.
    Word(Label),
    /// A query by number.
    Query(Option<usize>),
}

/// The values of a behaviour's parameters, in the order declared; every run of it holds them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BehaviourSettings(Arc<[(&'static str, ParameterValue)]>);

impl BehaviourSettings {
    /// Reads what data sets; what it does not set has its default.
    ///
    /// # Errors
    /// Each parameter that is wrong, and why.
    pub fn read(
        parameters: &[Parameter],
        data: &Entries<Scalar>,
        query: &dyn Fn(Label) -> Option<usize>,
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
            match setting(parameter, data.get(parameter.name), query) {
                Ok(value) => settings.push((parameter.name, value)),
                Err(message) => problems.push((parameter.name.to_owned(), message)),
            }
        }
        if problems.is_empty() { Ok(Self(settings.into())) } else { Err(problems) }
    }

    fn get(&self, name: &str) -> Option<ParameterValue> {
        self.0.iter().find(|(known, _)| *known == name).map(|(_, value)| *value)
    }

    /// A number; 0 where there is none of this name.
    pub fn number(&self, name: &str) -> f32 {
        match self.get(name) {
            Some(ParameterValue::Number(value)) => value,
            _ => 0.0,
        }
    }

    /// A yes or no; no where there is none of this name.
    pub fn flag(&self, name: &str) -> bool {
        self.get(name) == Some(ParameterValue::Flag(true))
    }

    /// A word; the empty one where there is none of this name.
    pub fn word(&self, name: &str) -> Label {
        match self.get(name) {
            Some(ParameterValue::Word(word)) => word,
            _ => Label::default(),
        }
    }

    /// A query, if one is named.
    pub fn query(&self, name: &str) -> Option<usize> {
        match self.get(name) {
            Some(ParameterValue::Query(query)) => query,
            _ => None,
        }
    }

    /// Looking to and fro by `"scan_degrees"` and `"scan_period"`.
    pub fn look(&self) -> LookRequest {
        LookRequest::Scan { degrees: self.number("scan_degrees"), period: self.number("scan_period") }
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
    query: &dyn Fn(Label) -> Option<usize>,
) -> Result<ParameterValue, String> {
    match (parameter.range, written) {
        (ParameterRange::Number(default, ..), None) => Ok(ParameterValue::Number(default)),
        (ParameterRange::Number(_, low, high), Some(Scalar::Number(value))) => {
            let value = *value as f32;
            if (low..=high).contains(&value) {
                Ok(ParameterValue::Number(value))
            } else {
                Err(format!("{value} is out of range; it lies between {low} and {high}"))
            }
        }
        (ParameterRange::Number(..), Some(other)) => Err(format!("expected a number, found {other}")),
        (ParameterRange::Flag(default), None) => Ok(ParameterValue::Flag(default)),
        (ParameterRange::Flag(_), Some(Scalar::Bool(value))) => Ok(ParameterValue::Flag(*value)),
        (ParameterRange::Flag(_), Some(other)) => Err(format!("expected true or false, found {other}")),
        (ParameterRange::Choice(words), None) => {
            Ok(ParameterValue::Word(words.first().map_or_else(Label::default, |word| label(word))))
        }
        (ParameterRange::Choice(words), Some(Scalar::Text(text))) if words.contains(&text.as_str()) => {
            Ok(ParameterValue::Word(label(text)))
        }
        (ParameterRange::Choice(words), Some(other)) => {
            Err(format!("expected one of {}, found {other}", words.join(", ")))
        }
        (ParameterRange::Word(default), None) => Ok(ParameterValue::Word(label(default))),
        (ParameterRange::Word(_), Some(Scalar::Text(text))) => Ok(ParameterValue::Word(label(text))),
        (ParameterRange::Word(_), Some(other)) => Err(format!("expected a name in quotes, found {other}")),
        (ParameterRange::Query, None) => Ok(ParameterValue::Query(None)),
        (ParameterRange::Query, Some(Scalar::Text(text))) => match query(label(text)) {
            Some(index) => Ok(ParameterValue::Query(Some(index))),
            None => Err(format!("no query is called \"{text}\"")),
        },
        (ParameterRange::Query, Some(other)) => Err(format!("expected the name of a query, found {other}")),
    }
}
