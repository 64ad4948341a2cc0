//! Checks of the kinds of things, and of what a level does with them.

use std::collections::BTreeSet;

use quarry_minds::protocol::{Label, label};
use quarry_ron::{Cursor, finding::Diagnostics};

use super::{
    attainable::{Attainable, UseObstacle},
    names::{self, NameIndex},
};
use crate::data::{
    level::{CellContent, CellKind, Level},
    prop::PropCatalogue,
    rules::SHARED_VERBS,
    thing::{ThingSpec, ThingSpecs, ThingStateSpec, ThingUse},
};

/// The states of a gate.
const GATE_STATES: [&str; 2] = ["open", "locked"];

/// Checks a kind of thing.
pub(super) fn check(
    spec: &ThingSpec,
    props: &PropCatalogue,
    at: &Cursor<'_>,
    names: &NameIndex,
    out: &mut Diagnostics,
) {
    if let Some(name) = spec.prop {
        prop(name, props, &at.field("prop"), names, out);
    }
    check_sides(&spec.taken_by, &at.field("taken_by"), names, out);
    let fields: &[(&str, bool)] = if spec.is_item() {
        &[("start", !spec.start.as_str().is_empty()), ("uses", !spec.uses.is_empty())]
    } else {
        &[
            ("prop", spec.prop.is_some()),
            ("hint", !spec.hint.is_empty()),
            ("pocketed", spec.pocketed),
            ("taken_by", !spec.taken_by.is_empty()),
            ("take_seconds", spec.take_seconds.is_some()),
            ("appears", spec.appears),
            ("lights", spec.lights > 0.0),
            ("staggers", spec.staggers > 0.0),
        ]
    };
    let (message, help) = if spec.is_item() {
        ("this is an item, which has no states and no uses", "give it `states`, or remove this")
    } else {
        ("only items have this: what has states stands fast", "a device has a `prop` in each of its states")
    };
    for (field, _) in fields.iter().filter(|(_, stated)| *stated) {
        out.push(at.field(field).error(message).help(help));
    }
    if spec.is_item() {
        return;
    }
    if spec.start.as_str().is_empty() {
        out.push(at.error("it has states, but does not say in which it starts").help("write `start: \"STATE\"`"));
    } else {
        known_state(spec, spec.start, &at.field("start"), out);
    }
    for (name, of_state) in &spec.states {
        let at = at.field("states").entry(name.as_str());
        if let Some(name) = of_state.prop {
            prop(name, props, &at.field("prop"), names, out);
        }
        check_state(spec, *name, of_state, &at, names, out);
    }
    for (verb, of_use) in &spec.uses {
        check_use(spec, *verb, of_use, &at.field("uses").entry(verb.as_str()), names, out);
    }
}

fn known_state(spec: &ThingSpec, name: Label, at: &Cursor<'_>, out: &mut Diagnostics) {
    if !spec.states.contains_key(&name) {
        out.push(at.unknown("state", name, spec.states.keys()));
    }
}

/// What a state turns into must be another one, or it would happen again in every tick.
fn another_state(spec: &ThingSpec, from: Label, to: Label, at: &Cursor<'_>, out: &mut Diagnostics) {
    known_state(spec, to, at, out);
    if from == to {
        out.push(at.error(format!("this leads from `{from}` to itself")).help("name another state"));
    }
}

fn check_state(
    spec: &ThingSpec,
    name: Label,
    of_state: &ThingStateSpec,
    at: &Cursor<'_>,
    names: &NameIndex,
    out: &mut Diagnostics,
) {
    if let Some(told) = &of_state.told {
        check_sentence(told, &at.field("told"), out);
    }
    if let Some(turns) = &of_state.turns {
        another_state(spec, name, turns.to, &at.field("turns").field("to"), out);
    }
    if let Some(trodden) = &of_state.trodden {
        let at = at.field("trodden");
        another_state(spec, name, trodden.to, &at.field("to"), out);
        check_sides(&trodden.by, &at.field("by"), names, out);
        check_noise(trodden.noise, &at, names, out);
    }
    check_noise(of_state.noise, at, names, out);
}

fn check_use(
    spec: &ThingSpec,
    verb: Label,
    of_use: &ThingUse,
    at: &Cursor<'_>,
    names: &NameIndex,
    out: &mut Diagnostics,
) {
    if SHARED_VERBS.contains(&verb.as_str()) {
        out.push(at.error(format!("`{verb}` is what agents do with other things")).help("choose another verb"));
    }
    if of_use.from.is_empty() {
        out.push(at.error("no state is named in which it can be used so").help("write `from: [\"STATE\"]`"));
    }
    for (index, name) in of_use.from.iter().enumerate() {
        known_state(spec, *name, &at.field("from").index(index), out);
    }
    if let Some(to) = of_use.to {
        known_state(spec, to, &at.field("to"), out);
    }
    check_sides(&of_use.by, &at.field("by"), names, out);
    for (field, items) in [("carrying", &of_use.carrying), ("consumes", &of_use.consumes), ("gives", &of_use.gives)] {
        for (index, item) in items.iter().enumerate() {
            names::check("item", *item, &names.items, &at.field(field).index(index), out);
        }
    }
    check_noise(of_use.noise, at, names, out);
}

fn check_sides(sides: &[Label], at: &Cursor<'_>, names: &NameIndex, out: &mut Diagnostics) {
    for (index, side) in sides.iter().enumerate() {
        names::check("side", *side, &names.sides, &at.index(index), out);
    }
}

fn check_noise(noise: Option<Label>, at: &Cursor<'_>, names: &NameIndex, out: &mut Diagnostics) {
    if let Some(noise) = noise {
        names::check("noise", noise, &names.noises, &at.field("noise"), out);
    }
}

/// A sentence names the agent and its room, and nothing else, in braces.
fn check_sentence(told: &str, at: &Cursor<'_>, out: &mut Diagnostics) {
    let names: BTreeSet<&str> = ["{agent}", "{in room}"].into();
    let rest = told.replace("{agent}", "").replace("{in room}", "");
    if let Some(start) = rest.find(['{', '}']) {
        let unknown = rest.get(start..).unwrap_or_default();
        let end = unknown.find('}').map_or(unknown.len(), |end| end + 1);
        out.push(at.unknown("place in a sentence", unknown.get(..end).unwrap_or_default(), &names));
    }
}

/// A prop of a thing comes and goes, which nothing that blocks does.
fn prop(name: Label, props: &PropCatalogue, at: &Cursor<'_>, names: &NameIndex, out: &mut Diagnostics) {
    names::check("prop", name, &names.props, at, out);
    if props.0.get(&name).is_some_and(|prop| prop.parts.iter().any(|part| part.solid)) {
        let finding = at.error(format!("the prop `{name}` has solid parts, but a thing changes its prop"));
        out.push(
            finding.help("write `solid: false` for its parts, and place a solid prop in the same cell of the level"),
        );
    }
}

/// Checks the items, the wires and the lamps of a level.
pub(super) fn check_level(
    level: &Level,
    specs: &ThingSpecs,
    props: &PropCatalogue,
    at: &Cursor<'_>,
    out: &mut Diagnostics,
) {
    for (kind, count) in &level.items {
        let places = level.contents().filter(|held| matches!(held, CellContent::Item(name) if name == kind)).count();
        let item = |held: &CellContent| if let CellContent::Item(name) = held { Some(*name) } else { None };
        let drawn: BTreeSet<Label> = level.contents().filter_map(item).collect();
        if places == 0 && !specs.contains_key(kind) {
            out.push(at.field("items").entry(kind.as_str()).unknown("item", kind, &drawn));
        } else if places < usize::from(*count) {
            let finding =
                at.field("items").entry(kind.as_str()).error(format!("there are only {places} places for it"));
            out.push(finding.help(format!("draw more cells with `item(\"{kind}\")`, or ask for fewer")));
        }
    }
    check_doorways(level, specs, at, out);
    let placed: BTreeSet<Label> = level.contents().filter_map(name_of).collect();
    check_uses(level, specs, &placed, at, out);
    for (index, wire) in level.wires.iter().enumerate() {
        for (field, ends) in [("when", &wire.when), ("then", &wire.then)] {
            let at = at.field("wires").index(index).field(field);
            for (name, state) in ends {
                let at = at.entry(name.as_str());
                check_end(*name, *state, (&at, &at), specs, &placed, out);
            }
        }
    }
    let lamps: BTreeSet<Label> =
        props.0.iter().filter(|(_, prop)| prop.lamp.is_some()).map(|(name, _)| *name).collect();
    for (name, feed) in &level.lamps {
        let at = at.field("lamps").entry(name.as_str());
        if !lamps.contains(name) {
            out.push(at.unknown("prop with a lamp", *name, &lamps));
        }
        check_end(feed.thing, feed.state, (&at.field("thing"), &at.field("state")), specs, &placed, out);
    }
}

/// What bars a door stands in a doorway, and what shelters does not.
fn check_doorways(level: &Level, specs: &ThingSpecs, at: &Cursor<'_>, out: &mut Diagnostics) {
    for (character, entry) in &level.legend {
        let is_doorway = matches!(entry.ground, CellKind::Door { .. });
        for (index, held) in entry.contains.iter().enumerate() {
            let CellContent::Thing { name, .. } = held else { continue };
            let has =
                |of: &dyn Fn(&ThingStateSpec) -> bool| specs.get(name).is_some_and(|spec| spec.states.values().any(of));
            let at = at.field("legend").entry(&character.to_string()).field("contains").index(index);
            if !is_doorway && has(&|state| state.bars) {
                let finding = at.error(format!("`{name}` bars a door, but stands in no doorway"));
                out.push(finding.help("give the cell the ground `door(...)`, or its kind no state with `bars: true`"));
            }
            if is_doorway && has(&|state| state.shelters > 0) {
                let finding = at.error(format!("`{name}` shelters agents, but stands in a doorway"));
                out.push(finding.help("move it beside the door, or give its kind no state with `shelters`"));
            }
        }
    }
}

/// Checks that a level has a thing and that it has a state. `at` is where the one stands and where the other.
fn check_end(
    name: Label,
    state: Label,
    at: (&Cursor<'_>, &Cursor<'_>),
    specs: &ThingSpecs,
    placed: &BTreeSet<Label>,
    out: &mut Diagnostics,
) {
    if !placed.contains(&name) {
        out.push(at.0.unknown("thing of this level", name, placed));
        return;
    }
    // A gate has no file.
    let states: Vec<Label> =
        specs.get(&name).map_or_else(|| GATE_STATES.map(label).into(), |spec| spec.states.keys().copied().collect());
    if !states.contains(&state) {
        out.push(at.1.unknown("state", state, &states));
    }
}

/// Warns of uses of the placed things that nobody can ever carry out, and of wires that nothing sets off. Who leaves by a thing must be able to bring
/// it about without opponents; other uses may follow from theirs.
fn check_uses(level: &Level, specs: &ThingSpecs, placed: &BTreeSet<Label>, at: &Cursor<'_>, out: &mut Diagnostics) {
    let together = Attainable::new(level, specs, None);
    for (kind, spec) in specs.iter().filter(|(kind, _)| placed.contains(*kind)) {
        for (verb, of_use) in &spec.uses {
            let alone = |side: &Label| Attainable::new(level, specs, Some(*side)).obstacle(*kind, of_use);
            let of_sides =
                of_use.by.iter().filter(|_| of_use.departs.is_some()).map(alone).reduce(Option::and).flatten();
            let Some(obstacle) = together.obstacle(*kind, of_use).or(of_sides) else { continue };
            let (why, help) = why_not(obstacle, *kind, of_use);
            let finding = at.field("items").error(format!("nobody can {verb} the {kind} here: {why}"));
            out.push(finding.help(help).warning());
        }
    }
    for (index, wire) in level.wires.iter().enumerate() {
        let dead = |(name, state): &(&Label, &Label)| placed.contains(*name) && !together.reaches(**name, **state);
        if let Some((name, state)) = wire.when.iter().find(dead) {
            let at = at.field("wires").index(index);
            let finding = at.error(format!("nothing ever sets this off: nobody can bring the {name} into `{state}`"));
            out.push(finding.help("give it a use that leads there, or another `when`").warning());
        }
    }
}

/// The reason in words, and a remedy.
fn why_not(obstacle: UseObstacle, kind: Label, of_use: &ThingUse) -> (String, String) {
    let laid = |item: Label| {
        format!("write `items: {{\"{item}\": {}}}`", of_use.needed().filter(|needed| *needed == item).count().max(1))
    };
    match obstacle {
        UseObstacle::Missing(item) => (format!("no {item} lies in this level"), laid(item)),
        UseObstacle::Concealed(item) => (
            format!("a {item} may lie where they cannot get at it, or is not for them"),
            format!("give every place of the {item} a way in that does not take what lies inside"),
        ),
        UseObstacle::TooFew(item) => (
            format!("it takes more of the {item} than lies in this level"),
            format!("lay more under `items`, or let the {kind} use up less"),
        ),
        UseObstacle::State => (
            format!(
                "the {kind} is never in {}",
                of_use.from.iter().map(|state| format!("`{state}`")).collect::<Vec<_>>().join(" or ")
            ),
            "give it a use that leads there".to_owned(),
        ),
    }
}

fn name_of(held: &CellContent) -> Option<Label> {
    match held {
        CellContent::Thing { name, .. } | CellContent::Gate { name, .. } => Some(*name),
        _ => None,
    }
}
