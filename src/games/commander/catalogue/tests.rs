use std::sync::Arc;

use quarry_minds::protocol::label;

use super::*;

const SHIPPED: &str = include_str!("../../../../assets/commander/catalogue.ron");

/// The shipped catalogue.
pub fn shipped() -> Arc<Catalogue> {
    Arc::new(read(SHIPPED).unwrap())
}

fn read(text: &str) -> Result<Catalogue, Vec<Finding>> {
    Document::parse("catalogue.ron", text)
        .map_err(|finding| vec![finding])
        .and_then(|document| Catalogue::read(&document))
}

/// The mistakes after one replacement in the shipped text.
fn findings(from: &str, to: &str) -> Vec<Finding> {
    assert!(SHIPPED.contains(from), "{from}");
    read(&SHIPPED.replacen(from, to, 1)).unwrap_err()
}

fn mistakes(from: &str, to: &str) -> Vec<String> {
    let text = |finding: &Finding| format!("{} ({})", finding.message, finding.help.as_deref().unwrap_or_default());
    findings(from, to).iter().map(text).collect()
}

#[test]
fn mistakes_are_found_in_their_line() {
    for wrong in ["producer: \"command_pots\"", "holds: -3.0", "\"walker\": 100"] {
        let right = match wrong {
            "holds: -3.0" => "holds: 1.5",
            "\"walker\": 100" => "\"walker\": 2",
            _ => "producer: \"command_post\"",
        };
        let line = SHIPPED.lines().position(|line| line.contains(right)).unwrap() + 1;
        let [finding] = &findings(right, wrong)[..] else { panic!("{wrong}") };
        assert_eq!(finding.line as usize, line, "{finding}");
    }
}

#[test]
fn the_shipped_catalogue_has_several_recipes_for_the_barracks() {
    let catalogue = shipped();
    let barracks = catalogue.get(catalogue.product(label("barracks")).unwrap());
    let actions: Vec<&str> = barracks.recipes.iter().map(|&id| catalogue.recipe(id).action.as_str()).collect();
    assert_eq!(actions, ["build_barracks", "build_barracks_aggressive"]);
    let aggressive = catalogue.recipe(barracks.recipes[1]);
    assert_eq!((aggressive.makes, aggressive.millis, aggressive.occupies), (2, 62_000, 62_000));
    assert_eq!(aggressive.site, BuildSite::Forward);
    assert!(barracks.produces && !catalogue.get(catalogue.numbers.worker).produces);
}

#[test]
fn mistakes_name_their_remedy() {
    for (from, to, expected) in [
        ("requires: [\"academy\"]", "requires: [\"akademy\"]", "unknown product `akademy` (did you mean `academy`?)"),
        (
            "producer: \"command_post\", minerals: 50, seconds: 13.0",
            "producer: \"command_post\", minerals: 50, seconds: -1.0",
            "-1 is out of range (write a number from 0.1 to 3600)",
        ),
        ("workers_per_refinery: 3", "workers_per_refinery: 4", "4 is out of range (write a number from 1 to 3)"),
        ("holds: 1.5", "holds: 0.0", "0 is out of range (write a number from 0.01 to 100)"),
        (
            "action: \"train_walker\", producer: \"factory\"",
            "action: \"train_walker\", producer: \"worker\"",
            "`worker` cannot make it (units, add-ons and upgrades are made by a building)",
        ),
        (
            "add_on: \"machine_shop\"",
            "add_on: \"academy\"",
            "`academy` is no add-on of `factory` (name an add-on that the producer makes)",
        ),
        (
            "(action: \"build_barracks_aggressive\"",
            "(action: \"build_barracks\"",
            "the action `build_barracks` exists already (give each recipe an action of its own)",
        ),
        (
            "\"worker\": 4}",
            "\"worker\": 14}",
            "the units use 14 supply, but only 10 is given (have fewer units, or more that gives supply)",
        ),
        (
            "at_least: {\"walker\": 2, \"rifleman\": 4}",
            "at_least: {\"walker\": 100, \"rifleman\": 4}",
            "the units use 204 supply, but the limit is 200 (demand fewer units)",
        ),
        (
            "kind: upgrade, improves: {\"walker\"",
            "kind: upgrade, improves: {\"armoury\"",
            "`armoury` is no unit (name a unit)",
        ),
        ("(deals: 1.13)", "(deals: 11)", "11 is out of range (write a number from 0.1 to 10)"),
        (
            "name: \"supply_depot\", kind: building,",
            "name: \"supply_depot\", kind: building, improves: {\"tank\": (takes: 0.5)},",
            "an upgrade improves units, and nothing else does (write `kind: upgrade` and `improves: {\"rifleman\": \
             (deals: 1.2)}` together, or neither)",
        ),
        (
            "at_least: {\"engineering_bay\": 1, \"medic\": 2}",
            "at_least: {\"infantry_armour\": 2}",
            "2 is out of range (write a number from 1 to 1)",
        ),
        (
            "instead: {\"rifleman\": \"ranger\"",
            "instead: {\"rifleman\": \"armoury\"",
            "it stands for a product of another kind, or for itself (name another one of its kind)",
        ),
    ] {
        assert_eq!(mistakes(from, to), [expected], "{to}");
    }
}

#[test]
fn requirements_that_go_round_in_a_circle_are_named_once() {
    let from = "name: \"academy\", kind: building, requires: [\"barracks\"]";
    let to = "name: \"academy\", kind: building, requires: [\"flamer\"]";
    assert_eq!(
        mistakes(from, to),
        [
            "the requirements go round in a circle: flamer needs academy needs flamer (remove one of these requirements, or \
             have one of the products at the start)",
            "the product `medic` can never be had: it needs academy (add a recipe, or have it at the start)",
        ]
    );
}

#[test]
fn a_product_without_a_recipe_is_out_of_reach_and_what_needs_it() {
    let recipe = "(action: \"build_academy\", producer: \"worker\", minerals: 150, seconds: 50.0, walk: 3.0),";
    assert_eq!(
        mistakes(recipe, ""),
        [
            "the product `flamer` can never be had: it needs academy (add a recipe, or have it at the start)",
            "the product `medic` can never be had: it needs academy (add a recipe, or have it at the start)",
            "the product `academy` can never be had: it has no recipe (add a recipe, or have it at the start)",
        ]
    );
}

#[test]
fn a_text_that_is_no_catalogue_has_a_line() {
    let [error] = &findings("supply_limit: 200", "supply_limit: 200, oil: 3")[..] else { panic!() };
    assert!(error.line > 1 && error.message.contains("oil"), "{error}");
    assert!(read("").is_err());
}

#[test]
fn a_faction_makes_its_own_products_and_nobody_else_does() {
    let catalogue = read(SHIPPED).unwrap();
    let rangers = catalogue.faction(label("rangers")).unwrap();
    let [rifleman, ranger, tank] = ["rifleman", "ranger", "tank"].map(|name| catalogue.product(label(name)).unwrap());
    let makes = |faction, product: ProductId| {
        catalogue.get(product).recipes.iter().all(|recipe| catalogue.is_for(faction, *recipe))
    };
    assert!(makes(None, rifleman) && makes(None, tank) && !makes(None, ranger));
    assert!(!makes(Some(rangers), rifleman) && !makes(Some(rangers), tank) && makes(Some(rangers), ranger));
    let worker = catalogue.numbers.worker;
    assert!(makes(Some(rangers), worker) && makes(None, worker));
    // Twelve riflemen cost 600 minerals: eight rangers do.
    let wave = catalogue.goal(label("build_rush_wave")).unwrap();
    let number =
        |goal: &BuildGoal, wanted| goal.at_least.iter().find(|(id, _)| *id == wanted).map(|(_, number)| *number);
    let theirs = catalogue.goal_for(Some(rangers), wave);
    assert_eq!((number(&theirs, ranger), number(&theirs, rifleman)), (Some(8), None));
    assert_eq!(catalogue.goal_for(None, wave), *wave);
}

#[test]
fn upgrades_multiply_what_a_unit_deals_and_takes() {
    let catalogue = read(SHIPPED).unwrap();
    let id = |name: &str| catalogue.product(label(name)).unwrap();
    let both = BTreeSet::from([id("infantry_weapons"), id("infantry_armour")]);
    let rifleman = catalogue.improvement(id("rifleman"), &both);
    assert_eq!((rifleman.deals, rifleman.takes), (1.17, 0.86));
    assert!((rifleman.worth() - (1.17_f32 / 0.86).sqrt()).abs() < 1e-6);
    assert_eq!(catalogue.improvement(id("tank"), &both), UpgradeEffect::default());
    assert_eq!(catalogue.improvement(id("rifleman"), &BTreeSet::new()).worth(), 1.0);
}
