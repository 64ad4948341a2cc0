//! The names that data may use, each with an owner that provides it: senses, bodies, rules, sounds, the game, other minds. A name that
//! nobody provides is a mistake that shows itself in no match: a reading of 0, a query without members, a kind that no mind knows.
//!
//! Independent of: who provides the names.

use std::collections::{BTreeMap, BTreeSet};

use quarry_ron::{
    Document,
    finding::{Finding, suggestion},
    map::WrittenText,
};

use crate::protocol::{Label, label};

/// What a name is the name of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NameKind {
    /// A reading of the own body.
    Reading,
    /// A sense that the game adds.
    Sense,
    /// The kind of a percept: a side, a kind of thing or noise, an order.
    Percept,
    /// A name that something refers to: what a level calls a thing, a relation a side, a body a gauge or a blow.
    Known,
    /// The state of a percept.
    State,
    /// An order that some agent carries out.
    Order,
    /// A projectile.
    Projectile,
    /// A blow of a body.
    Strike,
    /// A gauge of a body.
    Gauge,
    /// A means of harm: a blow, a gauge, a shot.
    Harm,
    /// A noise that something makes.
    Noise,
    /// A cue that the sounds of the game have.
    Cue,
    /// A cue that something plays.
    Played,
}

impl NameKind {
    /// Whether a name of this kind stands where it is given, so that others must refer to it.
    pub fn is_given(self) -> bool {
        matches!(self, Self::Known | Self::Noise | Self::Played)
    }

    /// The noun for messages, and why such a name is unknown.
    fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Reading => ("reading", "no body, game, rule or order provides it"),
            Self::Sense => ("sense", "the game does not add it"),
            Self::Percept => ("kind", "no sense, side, noise, thing, game or order provides it"),
            Self::Known => ("name", "no mind, sense, rule, line or game refers to it"),
            Self::State => ("state", "no sense, order or game provides it"),
            Self::Order => ("order", "no mind and no part of the game carries it out"),
            Self::Projectile => ("projectile", "no rules have it"),
            Self::Strike => ("blow", "no body has it"),
            Self::Gauge => ("gauge", "no body has it"),
            Self::Harm => ("means of harm", "no blow, gauge, weapon or game does it"),
            Self::Noise => ("noise", "no body, projectile, rule or game makes it"),
            Self::Cue => ("cue", "the sounds of the game do not have it"),
            Self::Played => ("cue", "no noise, throw, line or event plays it"),
        }
    }
}

/// Where names stand in a kind of file, and what they are the names of.
#[derive(Clone, Copy, Debug)]
pub struct NamePlace {
    /// A pattern of [`quarry_ron::map::RonPath::matches`]; empty for any place.
    path: &'static str,
    /// The variant that the names are directly in; empty for any.
    variant: &'static str,
    /// Whether they are the keys of a map.
    keys: bool,
    kind: NameKind,
}

impl NamePlace {
    /// The values at a path, such as `queries[].kinds[]`.
    pub const fn values(path: &'static str, kind: NameKind) -> Self {
        Self { path, variant: "", keys: false, kind }
    }

    /// The keys of the map whose entries are at a path, such as `memory.kinds[]`.
    pub const fn keys(path: &'static str, kind: NameKind) -> Self {
        Self { path, variant: "", keys: true, kind }
    }

    /// The contents of a variant, wherever it is: the `health` of `reading("health")`, the `door` of `heard("door")`.
    pub const fn of_variant(variant: &'static str, kind: NameKind) -> Self {
        Self { path: "", variant, keys: false, kind }
    }

    fn holds(&self, text: &WrittenText) -> bool {
        self.keys == text.is_key
            && (self.variant.is_empty() || text.variant == self.variant)
            && (self.path.is_empty() || text.path.matches(self.path))
    }
}

/// Where names stand in a mind, and in other brains.
pub const MIND_NAMES: &[NamePlace] = &[
    NamePlace::keys("memory.kinds[]", NameKind::Percept),
    NamePlace::keys("memory.reading_thresholds[]", NameKind::Reading),
    NamePlace::keys("memory.hypotheses.landmark_weights[]", NameKind::Percept),
    NamePlace::values("memory.hypotheses.shelters[]", NameKind::Percept),
    NamePlace::values("queries[].kinds[]", NameKind::Percept),
    NamePlace::values("queries[].states[]", NameKind::State),
    NamePlace::values("queries[].not_states[]", NameKind::State),
    NamePlace::values("queries[].previous_states[]", NameKind::State),
    NamePlace::values("actions[].parameters[\"what\"]", NameKind::Order),
    NamePlace::values("actions[].parameters[\"stay_while_reading\"]", NameKind::Reading),
    NamePlace::values("actions[].parameters[\"projectile\"]", NameKind::Projectile),
    NamePlace::values("actions[].parameters[\"with\"]", NameKind::Strike),
    NamePlace::values("goals[].order", NameKind::Order),
    NamePlace::of_variant("reading", NameKind::Reading),
    NamePlace::of_variant("sensed", NameKind::Sense),
];

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

/// The names at these places of a document, in the order of the text.
pub fn names_at<'p>(places: impl IntoIterator<Item = &'p NamePlace>, document: &Document) -> Vec<NameUse> {
    let places: Vec<&NamePlace> = places.into_iter().collect();
    if places.is_empty() {
        return Vec::new();
    }
    let used = document.map().texts(document.text()).into_iter().filter_map(|text| {
        let place = places.iter().find(|place| place.holds(&text))?;
        // An empty name stands for none.
        (!text.value.is_empty()).then(|| NameUse { name: label(&text.value), kind: place.kind, span: text.span })
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

    /// The names of a kind.
    pub fn of(&self, kind: NameKind) -> impl Iterator<Item = Label> + '_ {
        self.0.get(&kind).into_iter().flatten().copied()
    }

    /// Adds the names that a file refers to, which are known thereby.
    pub fn add_references(&mut self, used: &[NameUse]) {
        let references = used.iter().filter(|used| !used.kind.is_given());
        self.add(NameKind::Known, references.map(|used| used.name));
    }

    /// Whether a name is provided.
    pub fn has(&self, kind: NameKind, name: Label) -> bool {
        self.0.get(&kind).is_some_and(|names| names.contains(&name))
    }

    /// The names among these that nobody provides, with their places in the document that uses them.
    pub fn missing(&self, used: Vec<NameUse>, document: &Document) -> Vec<Finding> {
        let report = |used: NameUse| {
            let (noun, reason) = used.kind.words();
            let known = self.of(used.kind).map(Label::as_str);
            let message = format!("unknown {noun} `{}`: {reason}", used.name);
            let finding = document.finding(used.span, message).maybe_help(suggestion(used.name.as_str(), known));
            // What nothing refers to does no harm.
            if used.kind.is_given() { finding.warning() } else { finding }
        };
        used.into_iter().filter(|used| !self.has(used.kind, used.name)).map(report).collect()
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
        let used = names_at(MIND_NAMES, &document);
        let found = provided.missing(used, &document);
        let said: Vec<String> = found.iter().map(ToString::to_string).collect();
        assert_eq!(found.len(), 2, "{said:?}");
        assert!(said[0].starts_with("a.ron:1:71: error: unknown kind `bird`"), "{said:?}");
        assert!(said[1].starts_with("a.ron:2:59: error: unknown reading `warmht`"), "{said:?}");
        assert_eq!(found[1].help.as_deref(), Some("did you mean `warmth`?"));
    }
}
