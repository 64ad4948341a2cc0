//! What is wrong with the rules and levels of this game: unknown names, products without what the rules must say about them, bases that are missing.

use std::collections::BTreeSet;

use quarry_minds::protocol::{Label, label};
use quarry_ron::{Cursor, Diagnostics};

use super::{
    catalogue::ProductKind,
    judge::LIGHT,
    schema::{BASE_SITE, CommanderLevel, CommanderRules, MINERALS, SIDES, ScriptStep, catalogue_of, rules_of},
};
use crate::data::{
    GameFiles,
    level::{CellContent, Level},
    rules::Rules,
};

/// Checks all rules and levels.
pub(super) fn check(files: &GameFiles<'_>, out: &mut Diagnostics) {
    for (_, rules, document) in &files.rules {
        check_rules(rules, files, &document.cursor(), out);
    }
    for (_, level, document) in &files.levels {
        check_level(level, &document.cursor(), out);
    }
}

fn check_rules(rules: &Rules, files: &GameFiles<'_>, root: &Cursor<'_>, out: &mut Diagnostics) {
    let sides: BTreeSet<&str> = rules.sides.keys().map(|side| side.as_str()).collect();
    if sides != BTreeSet::from(SIDES) {
        let message = "the sides of this game are `red` and `blue`";
        out.push(root.field("sides").error(message).help("see assets/commander/rules/standard.ron"));
    }
    for (name, side) in &rules.sides {
        if files.agents.is_some_and(|known| known.contains(&side.agent)) && !files.bodiless.contains(&side.agent) {
            let at = root.field("sides").entry(name.as_str()).field("agent");
            let message = format!("the agent `{}` has a body, but a strategist has none", side.agent);
            out.push(at.error(message).help("write `bodiless: true` in its file"));
        }
    }
    let Some(of_game) = rules_of(rules) else { return };
    check_names(rules, of_game, files.agents, &root.field("game"), out);
    check_products(rules, files.agents, &root.field("game"), out);
    let at = root.field("game").field("scripts");
    for side in of_game.scripts.keys().filter(|side| !SIDES.contains(&side.as_str())) {
        out.push(at.entry(side.as_str()).unknown("side", side, SIDES));
    }
    for (side, _) in rules.sides.iter().filter(|(_, of_side)| of_side.count == 0) {
        if of_game.scripts.get(side).is_none_or(Vec::is_empty) {
            let message = format!("the side `{side}` has neither a strategist nor a script");
            out.push(at.error(message).help("write a script for it, or `count: 1` for the side"));
        }
    }
}

/// Names of products and actions that the catalogue does not have.
fn check_names(
    rules: &Rules,
    of_game: &CommanderRules,
    known_agents: Option<&BTreeSet<Label>>,
    at: &Cursor<'_>,
    out: &mut Diagnostics,
) {
    let Some(catalogue) = catalogue_of(rules) else { return };
    let product = |at: Cursor<'_>, name: Label, out: &mut Diagnostics| {
        if catalogue.product(name).is_none() {
            let known = catalogue.products.iter().map(|product| product.name.as_str());
            out.push(at.unknown("product", name.as_str(), known));
        }
    };
    for name in of_game.classes.keys() {
        product(at.field("classes").entry(name.as_str()), *name, out);
    }
    for name in of_game.damage.keys() {
        product(at.field("damage").entry(name.as_str()), *name, out);
    }
    for (name, healing) in &of_game.heals {
        let at = at.field("heals").entry(name.as_str());
        product(at.clone(), *name, out);
        let known: BTreeSet<&str> = of_game.classes.values().map(|class| class.as_str()).chain([LIGHT]).collect();
        for (index, class) in healing.classes.iter().enumerate().filter(|(_, class)| !known.contains(class.as_str())) {
            out.push(at.field("classes").index(index).unknown(
                "class of `classes`",
                class.as_str(),
                known.iter().copied(),
            ));
        }
    }
    for (side, faction) in &of_game.factions {
        let at = at.field("factions").entry(side.as_str());
        if !SIDES.contains(&side.as_str()) {
            out.push(at.unknown("side", side, SIDES));
        }
        if catalogue.faction(*faction).is_none() {
            let known = catalogue.factions.iter().map(|faction| faction.name.as_str());
            out.push(at.unknown("faction", faction.as_str(), known));
        }
    }
    for (side, agents) in &of_game.agents {
        let at = at.field("agents");
        if !SIDES.contains(&side.as_str()) {
            out.push(at.entry(side.as_str()).unknown("side", side, SIDES));
        }
        for (name, agent) in agents {
            let at = at.entry(side.as_str()).entry(name.as_str());
            product(at.clone(), *name, out);
            if let Some(known) = known_agents.filter(|known| !known.contains(agent)) {
                out.push(at.unknown("agent", agent, known));
            }
        }
    }
    for (side, scripts) in &of_game.scripts {
        let styles = scripts.iter().enumerate();
        let steps = styles.flat_map(|(style, script)| script.steps.iter().enumerate().map(move |step| (style, step)));
        for (style, (index, step)) in steps {
            let ScriptStep::Build { action, .. } = step else { continue };
            let faction = of_game.factions.get(side).and_then(|faction| catalogue.faction(*faction));
            if !catalogue.recipe_named(*action).is_some_and(|recipe| catalogue.is_for(faction, recipe)) {
                let at = at.field("scripts").entry(side.as_str()).index(style).field("steps").index(index);
                let recipes = catalogue.recipe_ids().filter(|recipe| catalogue.is_for(faction, *recipe));
                let known = recipes.map(|recipe| catalogue.recipe(recipe).action.as_str());
                out.push(at.field("action").unknown("action", action.as_str(), known));
            }
        }
    }
}

fn check_level(level: &Level, root: &Cursor<'_>, out: &mut Diagnostics) {
    let Some(of_game) = level.game.get::<CommanderLevel>() else { return };
    let at = root.field("game");
    for side in SIDES {
        let mains = of_game.bases.iter().filter(|base| base.main_of.is_some_and(|of| of.as_str() == side)).count();
        if mains != 1 {
            let message = format!("{mains} bases are `main_of` `{side}`");
            out.push(at.field("bases").error(message).help("each side begins in exactly one base"));
        }
    }
    let squares = level.contents().filter(|content| is_stock(content, BASE_SITE)).count();
    if squares != of_game.bases.len() {
        let message = format!("{} bases, but {squares} stocks `{BASE_SITE}`", of_game.bases.len());
        out.push(at.field("bases").error(message).help("draw one near each base: where its units gather"));
    }
    if !level.contents().any(|content| is_stock(content, MINERALS)) {
        let message = format!("the level has no stock `{MINERALS}`");
        out.push(root.field("legend").error(message).help("workers mine it; a base has about eight of them"));
    }
    let mut names = BTreeSet::new();
    for (index, base) in of_game.bases.iter().enumerate() {
        if !names.insert(base.name) {
            let message = format!("the name `{}` is given twice", base.name);
            out.push(at.field("bases").index(index).field("name").error(message));
        }
    }
    for side in of_game.forward.keys().filter(|side| !SIDES.contains(&side.as_str())) {
        let at = at.field("forward").entry(side.as_str());
        out.push(at.unknown("side", side, SIDES));
    }
}

fn is_stock(content: &CellContent, wanted: &str) -> bool {
    matches!(content, CellContent::Stock { name, .. } if name.as_str() == wanted)
}

/// Reports products without an agent or a class, and classes that no product has.
fn check_products(rules: &Rules, known_agents: Option<&BTreeSet<Label>>, at: &Cursor<'_>, out: &mut Diagnostics) {
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
