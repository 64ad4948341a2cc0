//! What a mind can plan with a kind of thing: queries, facts and actions that follow from its file, as an action set of its name.
//!
//! Of a device KIND: the action `go_to_KIND`, and `VERB_KIND` for each use; the query `KIND STATE` and the fact `KIND is STATE`, whether the agent knows
//! one in that state. A use in a state that another use brings about is planned after that one: the fact `KIND STATE` is the nearest device known to be
//! in that state, or the one that the plan has brought into it. Of an item KIND: `go_to_KIND`, `take_KIND`, and `look_for_KIND` with what stands for
//! going to what was found; the fact `KIND in hand` counts. The mind has a fact `at` for the target that is at hand, whose query `at hand` is about the
//! kind, too. What a use is good for only the mind can say: it adds effects.

use std::collections::BTreeSet;

use quarry_minds::protocol::{Label, label};
use quarry_ron::Document;

use super::{
    compose::NotFound,
    thing::{ThingSpec, ThingUse, carried_reading},
};

/// The most items of a kind that a plan counts.
const MOST: u8 = 4;
/// A walk to a thing ends this far from it, in metres; the audit of the navigation mesh holds levels to it.
pub(crate) const ARRIVES_WITHIN: f32 = 0.6;
/// How long agents try to use a thing, on top of what it says, before they give up, in seconds.
const PATIENCE: f32 = 12.0;
/// What a second of work costs, in the planner's unit, as the actions of minds are written: a metre of path is about a quarter.
const COST_PER_SECOND: f32 = 0.5;

/// The action set that follows from the file of a kind of thing.
///
/// # Errors
/// The file does not fit the schema of things, which is reported where it is.
pub fn derived_set(kind: &str, thing: &Document) -> Result<Document, NotFound> {
    let text = thing.read().map(|spec| SetWriter::new(label(kind)).write(&spec));
    let parsed = text.and_then(|text| Document::parse(&format!("what follows from {}", thing.file()), &text));
    parsed.map_err(|_| NotFound::Unread(thing.file().to_owned()))
}

/// The entries of an action set, as text.
struct SetWriter {
    kind: Label,
    queries: Vec<String>,
    facts: Vec<String>,
    actions: Vec<String>,
}

impl SetWriter {
    fn new(kind: Label) -> Self {
        Self {
            kind,
            queries: vec![format!("\"at hand\": (kinds: [\"{kind}\"])")],
            facts: Vec::new(),
            actions: Vec::new(),
        }
    }

    fn write(mut self, spec: &ThingSpec) -> String {
        if spec.is_item() {
            self.item()
        } else {
            self.device(spec)
        }
        let lines = |entries: &[String]| entries.join(",\n    ");
        let (queries, facts, actions) = (lines(&self.queries), lines(&self.facts), lines(&self.actions));
        format!("(\nqueries: {{\n    {queries}\n}},\nfacts: {{\n    {facts}\n}},\nactions: [\n    {actions}\n])\n")
    }

    fn query(&mut self, name: &str, filter: &str) {
        self.queries.push(format!("\"{name}\": (kinds: [\"{}\"], not_on_cooldown: true{filter})", self.kind));
    }

    fn go_to(&mut self, query: &str) {
        self.actions.push(format!(
            "(name: \"go_to_{}\", display_name: \"go_towards\", target: \"{query}\", cost: 1, includes_travel: true, \
             effects: {{\"at\": set(\"$target\")}}, behaviour: \"go_to\", parameters: {{\"arrive_radius\": {ARRIVES_WITHIN}}}, timeout: 40)",
            self.kind
        ));
    }

    /// The fact of how many items of a kind the agent carries.
    fn counted(&mut self, item: Label) {
        let reading = carried_reading(item);
        let fact = format!("\"{item} in hand\": (type: integer(min: 0, max: {MOST}), value: reading(\"{reading}\"))");
        if !self.facts.contains(&fact) {
            self.facts.push(fact);
        }
    }

    fn item(&mut self) {
        let kind = self.kind;
        let lying = format!("{kind} lying");
        self.query(&lying, ", states: [\"lying\"], unreserved: true, unchecked_since_seen: true");
        self.counted(kind);
        self.facts.push(format!("\"{kind} known\": (type: bool(), value: exists(\"{lying}\"))"));
        self.facts.push(format!("\"{kind} found\": (type: bool())"));
        self.go_to(&lying);
        let more = format!("\"{kind} in hand\": add(1)");
        self.actions.push(format!(
            "(name: \"take_{kind}\", display_name: \"take\", target: \"{lying}\", cost: 2, once_per_target: true, \
             preconditions: {{\"at\": is(\"$target\"), \"{kind} in hand\": at_most(0)}}, effects: {{{more}}}, \
             behaviour: \"use\", parameters: {{\"verb\": \"take\"}}, timeout: 14, marks_checked: true, reserves_target: true)"
        ));
        self.actions.push(format!(
            "(name: \"look_for_{kind}\", display_name: \"explore\", cost: 9, preconditions: {{\"{kind} known\": is(false)}}, \
             effects: {{\"{kind} found\": set(true), \"at\": set(\"none\")}}, succeeds_when: exists(\"{lying}\"), \
             behaviour: \"explore\", timeout: 45, uncertain_effects: true)"
        ));
        self.actions.push(format!(
            "(name: \"take_found_{kind}\", display_name: \"take\", cost: 3, placeholder: true, \
             preconditions: {{\"{kind} found\": is(true), \"{kind} in hand\": at_most(0)}}, \
             effects: {{{more}, \"{kind} found\": set(false), \"at\": set(\"none\")}})"
        ));
    }

    fn device(&mut self, spec: &ThingSpec) {
        let kind = self.kind;
        self.query(kind.as_str(), "");
        self.go_to(kind.as_str());
        for state in spec.states.keys() {
            let name = format!("{kind} {state}");
            self.query(&name, &format!(", states: [{}]", known_as(spec, &[*state])));
            self.facts.push(format!("\"{kind} is {state}\": (type: bool(), value: exists(\"{name}\"))"));
        }
        // The states that a use needs and another brings about.
        let made = |of_use| makers_of(spec, of_use, &of_use.from).filter_map(|maker| maker.to);
        let chained: BTreeSet<Label> = spec.uses.values().flat_map(made).collect();
        for state in &chained {
            self.facts.push(format!("\"{kind} {state}\": (type: target(), nearest: \"{kind} {state}\")"));
        }
        for (verb, of_use) in &spec.uses {
            of_use.needed().chain(of_use.gives.iter().copied()).for_each(|item| self.counted(item));
            let usable = known_as(spec, &leading_to(spec, of_use));
            self.query(&format!("{kind} to {verb}"), &format!(", states: [{usable}], unreserved: true"));
            self.action(*verb, of_use, made(of_use).next(), &chained);
        }
    }

    /// The action of a use. `first` is a state that another use has to bring about before, and `chained` are all such states.
    fn action(&mut self, verb: Label, of_use: &ThingUse, first: Option<Label>, chained: &BTreeSet<Label>) {
        let kind = self.kind;
        let mut needs = vec!["\"at\": is(\"$target\")".to_owned()];
        needs.extend(first.map(|state| format!("\"{kind} {state}\": is(\"$target\")")));
        needs.extend(of_use.needed().map(|item| format!("\"{item} in hand\": at_least(1)")));
        let mut effects: Vec<String> =
            of_use.consumes.iter().map(|item| format!("\"{item} in hand\": add(-1)")).collect();
        effects.extend(of_use.gives.iter().map(|item| format!("\"{item} in hand\": add(1)")));
        if let Some(to) = of_use.to {
            effects.push(format!("\"{kind} is {to}\": set(true)"));
            effects.extend(chained.get(&to).map(|to| format!("\"{kind} {to}\": set(\"$target\")")));
        }
        let (seconds, cost, timeout) =
            (of_use.seconds, 1.0 + of_use.seconds * COST_PER_SECOND, of_use.seconds + PATIENCE);
        self.actions.push(format!(
            "(name: \"{verb}_{kind}\", display_name: \"{verb}\", target: \"{kind} to {verb}\", cost: {cost:.1}, \
             seconds: value({seconds:.1}), preconditions: {{{}}}, effects: {{{}}}, behaviour: \"use\", \
             parameters: {{\"verb\": \"{verb}\"}}, timeout: {timeout:.1}, often_fails: true, target_cooldown: 10)",
            needs.join(", "),
            effects.join(", ")
        ));
    }
}

/// The uses by agents who can do `of_use` that bring about one of these states.
fn makers_of<'s>(spec: &'s ThingSpec, of_use: &'s ThingUse, states: &'s [Label]) -> impl Iterator<Item = &'s ThingUse> {
    let together = |other: &&ThingUse| other.by.is_empty() || other.by.iter().any(|side| of_use.is_for(*side));
    spec.uses.values().filter(together).filter(|other| other.to.is_some_and(|to| states.contains(&to)))
}

/// The states in which a thing can be used so, now or after other uses by the same agents.
fn leading_to(spec: &ThingSpec, of_use: &ThingUse) -> Vec<Label> {
    let mut found = of_use.from.clone();
    let mut next = 0;
    while next < found.len() {
        let state = found.get(next..=next).unwrap_or_default().to_vec();
        let before: Vec<Label> = makers_of(spec, of_use, &state).flat_map(|maker| maker.from.clone()).collect();
        for state in before {
            if !found.contains(&state) {
                found.push(state);
            }
        }
        next += 1;
    }
    found.sort_unstable();
    found
}

/// The words by which an agent remembers these states, as a list in RON: of one that shelters also that an agent is inside.
fn known_as(spec: &ThingSpec, states: &[Label]) -> String {
    let shelters = |state: &Label| spec.states.get(state).is_some_and(|state| state.shelters > 0);
    let inside = ["occupied", "full"].map(label);
    let inside = inside.iter().filter(|_| states.iter().any(shelters));
    let words: Vec<String> = states.iter().chain(inside).map(|state| format!("\"{state}\"")).collect();
    words.join(", ")
}
