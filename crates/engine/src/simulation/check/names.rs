//! The names that data may use: collected from the senses, bodies, rules, levels, sounds, the game and the minds themselves.

use std::collections::BTreeSet;

use quarry_minds::{
    protocol::{Label, label},
    schema::{domain::Scalar, mind::MindActionData},
};
use quarry_ron::{Document, Finding};

use super::shared::ByMind;
use crate::{
    data::{
        FileKind, Library, NameKind, ProvidedNames, level::CellContent, provided::names_used, rules::Rules,
        sound::CUES, thing::carried_reading,
    },
    senses, world,
};

/// The parameter of the behaviour `order` that names the order.
const ORDER: &str = "what";

/// The errors about names in the files of a game that nothing provides, and the warnings about those that nothing refers to.
pub(super) fn missing_names(library: &Library) -> Vec<Finding> {
    let provided = provided_names(library);
    let (mut findings, mut of_minds) = (Vec::new(), ByMind::default());
    for (path, kind, document) in documents(library) {
        let found = provided.missing(names_used(library.game, kind, document), document);
        match path.rsplit('/').next().and_then(|file| file.strip_suffix(".ron")) {
            Some(mind) if kind == FileKind::Mind => of_minds.add(library, label(mind), found),
            _ => findings.extend(found),
        }
    }
    findings.extend(of_minds.into_findings());
    findings.extend(unknown_hiding_places(library, &provided));
    findings
}

/// The files, each with everything that it builds on.
fn documents(library: &Library) -> impl Iterator<Item = (&str, FileKind, &Document)> {
    let whole = |path: &'_ String| library.whole(path);
    library.documents.keys().filter_map(move |path| Some((path.as_str(), FileKind::from_path(path), whole(path)?)))
}

/// The warnings about hiding places in the levels of this game whose names nothing refers to. Other games share the props.
fn unknown_hiding_places(library: &Library, provided: &ProvidedNames) -> Vec<Finding> {
    let Some(document) = library.whole(&library.game.path(FileKind::Props, "")) else { return Vec::new() };
    let mut findings = Vec::new();
    for (prop, name) in hiding_places(library).filter(|(_, name)| !provided.has(NameKind::Known, *name)) {
        let at = document.cursor().entry(prop.as_str()).field("hiding_place").field("name");
        findings.push(
            at.error(format!("unknown name `{name}`: no mind, sense, rule, line or game refers to it")).warning(),
        );
    }
    findings
}

/// The props with hiding places of a name of their own that stand in the levels, and these names.
fn hiding_places(library: &Library) -> impl Iterator<Item = (Label, Label)> {
    let mut placed = BTreeSet::new();
    for level in library.levels.values() {
        placed.extend(level.props.iter().map(|prop| prop.name));
        placed.extend(level.contents().filter_map(|held| match held {
            CellContent::Prop { name, .. } => Some(*name),
            _ => None,
        }));
    }
    let named = library.props.0.iter().filter_map(|(prop, spec)| Some((*prop, spec.hiding_place.as_ref()?.name?)));
    named.filter(move |(prop, _)| placed.contains(prop))
}

/// All names that the data of a game provide.
fn provided_names(library: &Library) -> ProvidedNames {
    let mut names = ProvidedNames::default();
    senses::provide_names(&mut names);
    world::provide_names(&mut names);
    for rules in library.rules.values() {
        of_rules(rules, &mut names);
        (library.game.provides)(rules, &mut names);
    }
    for agent in library.agents.values() {
        for kind in [NameKind::Reading, NameKind::Gauge, NameKind::Harm] {
            names.add(kind, agent.body.gauges.keys().copied());
        }
        for kind in [NameKind::Strike, NameKind::Harm] {
            names.add(kind, agent.body.strikes.keys().copied());
        }
        names.add(NameKind::Noise, agent.body.gun.as_ref().map(|gun| gun.noise));
    }
    let senses = library.agents.values().map(|agent| &agent.senses).chain(library.senses.values());
    for readings in senses.filter_map(|file| file.throw_readings.as_ref()) {
        names.add(NameKind::Reading, readings.keys().copied());
    }
    for content in library.levels.values().flat_map(|level| level.contents()) {
        match content {
            CellContent::Item(name)
            | CellContent::Stock { name, .. }
            | CellContent::Thing { name, .. }
            | CellContent::Gate { name, .. } => {
                names.add(NameKind::Percept, [*name]);
            }
            CellContent::Spawn(_) | CellContent::Patrol | CellContent::Prop { .. } => {}
        }
    }
    for (name, spec) in library.things.iter() {
        names.add(NameKind::Percept, [*name]);
        names.add(NameKind::State, spec.states.keys().copied());
        names.add(NameKind::Noise, spec.noises());
        names.add(NameKind::Reading, spec.is_item().then(|| carried_reading(*name)));
    }
    names.add(NameKind::Percept, hiding_places(library).map(|(_, name)| name));
    if let Some(sound) = &library.sound {
        names.add(NameKind::Cue, sound.cues.keys().copied());
    }
    of_orders(library, &mut names);
    of_references(library, &mut names);
    names
}

/// What any file refers to is known, and the cues that lines, noises and throws play.
fn of_references(library: &Library, names: &mut ProvidedNames) {
    for (_, kind, document) in documents(library) {
        let used = names_used(library.game, kind, document);
        names.add_references(&used);
        for used in used {
            if used.kind == NameKind::Cue {
                names.add(NameKind::Played, [used.name]);
            }
        }
    }
    names.add_words(NameKind::Played, &CUES);
    for rules in library.rules.values() {
        names.add(NameKind::Played, rules.noises.keys().copied());
        names.add(NameKind::Played, rules.projectiles.keys().map(|name| label(&format!("throw_{name}"))));
    }
}

fn of_rules(rules: &Rules, names: &mut ProvidedNames) {
    let relations = || rules.sides.values().flat_map(|side| side.relations.values().copied());
    // A scratch mark has the relation to its side as its state.
    for kind in [NameKind::Percept, NameKind::State] {
        names.add(kind, rules.sides.keys().copied().chain(relations()));
    }
    names.add(NameKind::Percept, rules.noises.keys().copied());
    names.add(NameKind::Projectile, rules.projectiles.keys().copied());
    names.add(NameKind::Noise, rules.projectiles.values().map(|projectile| projectile.impact_noise));
}

/// An order is a reading and a percept of its receiver, and a percept of its giver. A mind carries it out if a goal serves it, or if
/// something in the mind depends on its reading or its percept, and the mind does not give it itself.
fn of_orders(library: &Library, names: &mut ProvidedNames) {
    let mut given = BTreeSet::new();
    for (name, mind) in &library.minds {
        let own: BTreeSet<Label> = mind.actions.iter().filter_map(order_given).collect();
        names.add(NameKind::Order, mind.goals.iter().filter_map(|goal| goal.order));
        let document = library.whole(&library.game.path(FileKind::Mind, name.as_str()));
        let used = document.map(|document| names_used(library.game, FileKind::Mind, document)).unwrap_or_default();
        let received = used.iter().filter(|used| match used.kind {
            NameKind::Reading => true,
            NameKind::Percept => !own.contains(&used.name),
            _ => false,
        });
        names.add(NameKind::Order, received.map(|used| used.name));
        given.extend(own);
    }
    for kind in [NameKind::Reading, NameKind::Percept] {
        names.add(kind, given.iter().copied());
    }
}

/// The order that an action gives.
fn order_given(action: &MindActionData) -> Option<Label> {
    match action.parameters.get(ORDER)? {
        Scalar::Text(name) => Some(label(name)),
        _ => None,
    }
}
