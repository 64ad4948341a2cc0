//! The names that the commander tells minds.

use quarry_minds::protocol::label;

use super::{
    army::{ATTACK, GO, HOLD, SCOUT},
    ordered_goals::{BUILD_AGAINST, BUILD_EXPANSION},
    schema::{BASE_SITE, MINERALS, catalogue_of},
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
