//! The names that the commander tells minds, and whether every product has what the rules must say about it.

use std::collections::BTreeSet;

use quarry_minds::protocol::{Label, label};
use quarry_ron::{Cursor, Diagnostics};

use super::{
    army::{ATTACK, GO, HOLD, SCOUT},
    catalogue::ProductKind,
    judge::LIGHT,
    ordered_goals::{BUILD_AGAINST, BUILD_EXPANSION},
    schema::{BASE_SITE, MINERALS, SIDES, catalogue_of, rules_of},
    sensors::ReadingLabels,
};
use crate::data::{NameKind, ProvidedNames, rules::Rules};

/// Adds the readings, kinds, states and orders of this game.
pub(super) fn provides(rules: &Rules, names: &mut ProvidedNames) {
    names.add_words(NameKind::Reading, ReadingLabels::WORDS);
    let kinds = ["army", "build_planner", "enemy", "enemy_building", "mission", "scouts", "under_attack"];
    names.add_words(NameKind::Percept, &kinds);
    for kind in [NameKind::Percept, NameKind::Known] {
        names.add_words(kind, &[BASE_SITE, MINERALS]);
    }
    names
        .add_words(NameKind::State, &["attack", "free", "go", "hold", "killed", "ours", "rest", "theirs", "unscouted"]);
    names.add_words(NameKind::Order, &[ATTACK, GO, HOLD, SCOUT, BUILD_AGAINST, BUILD_EXPANSION]);
    // Of its own side a unit perceives mates, which no mind asks for.
    names.add_words(NameKind::Known, &["health", "mate"]);
    names.add_words(NameKind::Played, &["killed"]);
    let Some(catalogue) = catalogue_of(rules) else { return };
    names.add(NameKind::Order, catalogue.goals.iter().map(|goal| goal.name));
    let products = || catalogue.products.iter().map(|product| product.name);
    names.add(NameKind::Reading, products().map(|name| label(&format!("own_{name}"))));
    names.add(NameKind::State, products());
}

/// Reports products without an agent or a class, and classes that no product has.
pub(super) fn check_products(
    rules: &Rules,
    known_agents: Option<&BTreeSet<Label>>,
    at: &Cursor<'_>,
    out: &mut Diagnostics,
) {
    let (Some(of_game), Some(catalogue)) = (rules_of(rules), catalogue_of(rules)) else { return };
    // Add-ons and upgrades have no body of their own.
    let has_body = |kind: ProductKind| matches!(kind, ProductKind::Unit | ProductKind::Building);
    let bodies = || catalogue.products.iter().filter(move |product| has_body(product.kind));
    for (side, product) in SIDES.into_iter().map(label).flat_map(|side| bodies().map(move |body| (side, body.name))) {
        let own = of_game.agents.get(&side).and_then(|agents| agents.get(&product));
        if let Some(known) = known_agents.filter(|known| own.is_none() && !known.contains(&product)) {
            let message = format!("the side `{side}` has no kind of agent for the product `{product}`");
            let close = quarry_ron::finding::closest(product.as_str(), known.iter().map(|known| known.as_str()));
            let help = close.map_or_else(
                || format!("add a file for it, or name another agent in `agents` of the side `{side}`"),
                |close| format!("did you mean `{close}`?"),
            );
            out.push(at.field("agents").error(message).help(help));
        }
    }
    let Some(first) = (!of_game.classes.is_empty()).then(|| label(LIGHT)) else { return };
    for building in bodies().filter(|product| product.kind == ProductKind::Building) {
        if !of_game.classes.contains_key(&building.name) {
            let message = format!("the building `{}` has no class, so that it counts as `{LIGHT}`", building.name);
            out.push(at.field("classes").error(message).help("add an entry for it"));
        }
    }
    // A class that is named once only is as likely to be misspelt in the one place as in the other.
    let struck: BTreeSet<Label> = of_game.damage.values().flat_map(|classes| classes.keys().copied()).collect();
    let held: BTreeSet<Label> = of_game.classes.values().copied().chain([first]).collect();
    for (product, class) in of_game.classes.iter().filter(|(_, class)| **class != first && !struck.contains(class)) {
        let at = at.field("classes").entry(product.as_str());
        out.push(at.unknown("class of `damage`", class, &struck));
    }
    for (product, class) in
        of_game.damage.iter().flat_map(|(product, classes)| classes.keys().map(move |class| (product, class)))
    {
        if !held.contains(class) {
            let at = at.field("damage").entry(product.as_str()).entry(class.as_str());
            out.push(at.unknown("class of `classes`", class, &held));
        }
    }
}
