//! The names that minds may use, each with an owner that provides it: the senses, bodies, rules, levels, the game, other minds. A name
//! that nobody provides is a mistake that shows itself in no match: a reading of 0, a query without members.
//!
//! Independent of: who provides the names.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    document::Document,
    finding::{Finding, suggestion},
    library::FileKind,
};
use crate::protocol::{Label, label};

/// What a name is the name of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NameKind {
    /// A reading of the own body.
    Reading,
    /// The kind of a percept: a side, a kind of thing or noise, an order.
    Percept,
    /// The state of a percept.
    State,
    /// An order that some agent carries out.
    Order,
    /// A projectile.
    Projectile,
    /// A blow of a body.
    Strike,
}

impl NameKind {
    /// The noun for messages.
    fn noun(self) -> &'static str {
        match self {
            Self::Reading => "reading",
            Self::Percept => "kind",
            Self::State => "state",
            Self::Order => "order",
            Self::Projectile => "projectile",
            Self::Strike => "blow",
        }
    }

    /// The owners of such names, for help.
    fn owners(self) -> &'static str {
        match self {
            Self::Reading => "no body, game, rule or order provides it",
            Self::Percept => "no sense, side, noise, thing, game or order provides it",
            Self::State => "no sense, order or game provides it",
            Self::Order => "no mind and no part of the game carries it out",
            Self::Projectile => "no rules have it",
            Self::Strike => "no body has it",
        }
    }
}

/// Where names stand in a kind of file: a pattern of [`super::ron_map::RonPath::matches`], and what the names there are.
type NamePlace = (&'static str, NameKind);

const MIND: &[NamePlace] = &[
    ("memory.kinds[]", NameKind::Percept),
    ("memory.reading_thresholds[]", NameKind::Reading),
    ("memory.hypotheses.landmark_weights[]", NameKind::Percept),
    ("queries[].kinds[]", NameKind::Percept),
    ("queries[].states[]", NameKind::State),
    ("queries[].not_states[]", NameKind::State),
    ("queries[].previous_states[]", NameKind::State),
    ("actions[].parameters[\"what\"]", NameKind::Order),
    ("actions[].parameters[\"stay_while_reading\"]", NameKind::Reading),
    ("actions[].parameters[\"projectile\"]", NameKind::Projectile),
    ("actions[].parameters[\"with\"]", NameKind::Strike),
    ("goals[].order", NameKind::Order),
];

const AGENT: &[NamePlace] = &[
    ("senses.notice_ranges[]", NameKind::Percept),
    ("senses.known_from_start[]", NameKind::Percept),
    ("senses.hearing.ignored_from_team[]", NameKind::Percept),
];

const SENSES: &[NamePlace] = &[
    ("notice_ranges[]", NameKind::Percept),
    ("known_from_start[]", NameKind::Percept),
    ("hearing.ignored_from_team[]", NameKind::Percept),
];

/// The variant of an expression whose content is the name of a reading.
const READING: &str = "reading";

/// A name that a file uses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameUse {
    /// The name.
    pub name: Label,
    /// What it is the name of.
    pub kind: NameKind,
    /// Its bytes in the document.
    pub span: std::ops::Range<usize>,
}

/// The names that a document uses and that others provide, in the order of the text.
pub fn names_used(kind: FileKind, document: &Document) -> Vec<NameUse> {
    let places = match kind {
        FileKind::Mind | FileKind::Brain | FileKind::ActionSet => MIND,
        FileKind::Agent => AGENT,
        FileKind::Senses => SENSES,
        _ => &[],
    };
    let texts = document.map().texts(document.text());
    let used = texts.into_iter().filter_map(|text| {
        let place = places.iter().find(|(pattern, _)| text.path.matches(pattern));
        let kind = place.map(|(_, kind)| *kind).or((text.variant == READING).then_some(NameKind::Reading))?;
        // A map of names may give names to its entries.
        (!text.value.is_empty()).then(|| NameUse { name: label(&text.value), kind, span: text.span })
    });
    used.collect()
}

/// The names that are provided, by what they are the names of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProvidedNames(BTreeMap<NameKind, BTreeSet<Label>>);

impl ProvidedNames {
    /// Adds names.
    pub fn add(&mut self, kind: NameKind, names: impl IntoIterator<Item = Label>) {
        self.0.entry(kind).or_default().extend(names);
    }

    /// Adds names as they are spelt in a program.
    pub fn add_words(&mut self, kind: NameKind, names: &[&str]) {
        self.add(kind, names.iter().copied().map(label));
    }

    /// Whether a name is provided.
    pub fn has(&self, kind: NameKind, name: Label) -> bool {
        self.0.get(&kind).is_some_and(|names| names.contains(&name))
    }

    /// The names that a document uses although nobody provides them.
    pub fn missing(&self, kind: FileKind, document: &Document) -> Vec<Finding> {
        let used = names_used(kind, document).into_iter().filter(|used| !self.has(used.kind, used.name));
        let report = |used: NameUse| {
            let (noun, owners) = (used.kind.noun(), used.kind.owners());
            let known = self.0.get(&used.kind).into_iter().flatten().map(|name| name.as_str());
            let message = format!("unknown {noun} `{}`: {owners}", used.name);
            document.finding(used.span, message).maybe_help(suggestion(used.name.as_str(), known))
        };
        used.map(report).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_with_their_places() {
        let text = r#"(memory: (reading_thresholds: {"warmth": 1}), queries: {"a": (kinds: ["bird"])},
            goals: [(considerations: [(input: not(reading("warmht")))])])"#;
        let document = Document::parse("a.ron", text).unwrap();
        let mut provided = ProvidedNames::default();
        provided.add_words(NameKind::Reading, &["warmth"]);
        let found = provided.missing(FileKind::Mind, &document);
        let said: Vec<String> = found.iter().map(ToString::to_string).collect();
        assert_eq!(found.len(), 2, "{said:?}");
        assert!(said[0].starts_with("a.ron:1:73: error: unknown kind `bird`"), "{said:?}");
        assert!(said[1].starts_with("a.ron:2:54: error: unknown reading `warmht`"), "{said:?}");
        assert_eq!(found[1].help.as_deref(), Some("did you mean `warmth`?"));
    }
}
