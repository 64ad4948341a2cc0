//! The names that minds may use: collected from the senses, bodies, rules, levels, the game and the minds themselves.

use std::collections::BTreeSet;

use crate::{
    data::{
        FileKind, Finding, Library, NameKind, ProvidedNames, domain::Scalar, level::CellContent, mind::MindActionData,
        provided::names_used, rules::Rules,
    },
    protocol::{Label, label},
    senses, world,
};

use super::shared::ByMind;

/// The parameter of the behaviour `order` that names the order.
const ORDER: &str = "what";

/// The errors about names in minds, brains, agents and senses that nothing provides.
pub(super) fn missing_names(library: &Library) -> Vec<Finding> {
    let provided = provided_names(library);
    let mut found = ByMind::default();
    let whole = |kind: FileKind, name: Label| library.whole(&library.game.path(kind, name.as_str()));
    for name in library.minds.keys() {
        let findings = whole(FileKind::Mind, *name).map(|document| provided.missing(FileKind::Mind, document));
        found.add(library, *name, findings.unwrap_or_default());
    }
    let mut findings = found.into_findings();
    let others = (library.brains.keys().map(|name| (FileKind::Brain, *name)))
        .chain(library.agents.keys().map(|name| (FileKind::Agent, *name)))
        .chain(library.senses.keys().map(|name| (FileKind::Senses, *name)));
    for (kind, name) in others {
        findings.extend(whole(kind, name).into_iter().flat_map(|document| provided.missing(kind, document)));
    }
    findings
}

/// All names that the data of a game provide.
pub fn provided_names(library: &Library) -> ProvidedNames {
    let mut names = ProvidedNames::default();
    senses::provide_names(&mut names);
    names.add_words(NameKind::Percept, &world::PERCEPT_KINDS);
    for rules in library.rules.values() {
        of_rules(rules, &mut names);
        (library.game.provides)(rules, &mut names);
    }
    for agent in library.agents.values() {
        names.add(NameKind::Reading, agent.body.gauges.keys().copied());
        names.add(NameKind::Strike, agent.body.strikes.keys().copied());
    }
    let senses = library.agents.values().map(|agent| &agent.senses).chain(library.senses.values());
    for readings in senses.filter_map(|file| file.throw_readings.as_ref()) {
        names.add(NameKind::Reading, readings.keys().copied());
    }
    for content in library.levels.values().flat_map(|level| level.contents()) {
        match content {
            CellContent::Item(name) | CellContent::Stock { name, .. } | CellContent::Gate { name, .. } => {
                names.add(NameKind::Percept, [*name]);
            }
            CellContent::Spawn(_) | CellContent::Patrol | CellContent::Prop { .. } => {}
        }
    }
    let hiding = library.props.0.values().filter_map(|prop| prop.hiding_place.as_ref()?.name);
    names.add(NameKind::Percept, hiding);
    of_orders(library, &mut names);
    names
}

fn of_rules(rules: &Rules, names: &mut ProvidedNames) {
    let relations = || rules.sides.values().flat_map(|side| side.relations.values().copied());
    // A scratch mark has the relation to its side as its state.
    for kind in [NameKind::Percept, NameKind::State] {
        names.add(kind, rules.sides.keys().copied().chain(relations()));
    }
    names.add(NameKind::Percept, rules.noises.keys().copied());
    names.add(NameKind::Projectile, rules.projectiles.keys().copied());
}

/// An order is a reading and a percept of its receiver, and a percept of its giver. A mind carries it out if a goal serves it, or if
/// something in the mind depends on its reading or its percept, and the mind does not give it itself.
fn of_orders(library: &Library, names: &mut ProvidedNames) {
    let mut given = BTreeSet::new();
    for (name, mind) in &library.minds {
        let own: BTreeSet<Label> = mind.actions.iter().filter_map(order_given).collect();
        names.add(NameKind::Order, mind.goals.iter().filter_map(|goal| goal.order));
        let document = library.whole(&library.game.path(FileKind::Mind, name.as_str()));
        let used = document.map(|document| names_used(FileKind::Mind, document)).unwrap_or_default();
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
