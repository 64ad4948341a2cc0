//! One mistake in the data of the commander is one error, at its place and with what was expected.

use std::path::Path;

use quarry::{
    data::{DataFiles, Library},
    games::commander::SCHEMA,
};
use quarry_ron::{Finding, Severity};

const RULES: &str = "assets/commander/rules/scripted.ron";
const LEVEL: &str = "levels/commander/duel.ron";

fn mistake(path: &str, (old, new): (&str, &str), line_of: &str, message: &str) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = DataFiles::read(root, SCHEMA.name).unwrap_or_else(|finding| panic!("{finding:?}"));
    let text = String::from_utf8(files.get(path).unwrap().to_vec()).unwrap();
    assert!(text.contains(old), "{path} has no `{old}`");
    let text = text.replacen(old, new, 1);
    let line = text.lines().position(|line| line.contains(line_of)).unwrap() as u32 + 1;
    files.put(path, text);
    let (_, findings) = Library::examine(&files, &SCHEMA);
    let errors: Vec<&Finding> = findings.iter().filter(|finding| finding.severity == Severity::Error).collect();
    let [error] = errors.as_slice() else { panic!("{} errors: {errors:?}", errors.len()) };
    assert!(error.file.ends_with(path) && error.line == line, "{error:?}");
    assert!(error.message.contains(message), "{error:?}");
    assert!(error.help.is_some(), "{error:?}");
}

#[test]
fn a_side_with_neither_strategist_nor_script() {
    mistake(RULES, ("\"blue\": [", "\"red\": ["), "scripts: {", "neither a strategist nor a script");
}

#[test]
fn a_script_with_an_unknown_action() {
    mistake(
        RULES,
        ("build(action: \"build_academy\")", "build(action: \"build_akademy\")"),
        "akademy",
        "unknown action",
    );
}

#[test]
fn a_strategist_with_a_body() {
    let change = ("(count: 0)", "(count: 0, agent: \"rifleman\")");
    mistake(RULES, change, "agent: \"rifleman\"", "has a body");
}

#[test]
fn a_side_that_begins_nowhere() {
    mistake(LEVEL, ("main_of: \"red\",", ""), "bases: [", "0 bases are `main_of` `red`");
}

#[test]
fn an_unknown_product_of_the_catalogue() {
    let change = ("producer: \"factory\", minerals: 100", "producer: \"faktory\", minerals: 100");
    mistake("assets/commander/catalogue.ron", change, "faktory", "unknown product `faktory`");
}

#[test]
fn a_class_of_an_unknown_product() {
    mistake(RULES, ("game: (", "game: (\n        classes: {\"tonk\": \"heavy\"},"), "tonk", "unknown product");
}

#[test]
fn a_side_of_an_unknown_faction() {
    let path = "assets/commander/rules/factions.ron";
    mistake(path, ("\"blue\": \"rangers\"", "\"blue\": \"ranger\""), "\"ranger\"", "unknown faction `ranger`");
}

#[test]
fn a_script_with_what_another_faction_makes() {
    let change = ("game: (", "game: (\n        factions: {\"blue\": \"rangers\"},\n        ");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = DataFiles::read(root, SCHEMA.name).unwrap_or_else(|finding| panic!("{finding:?}"));
    let text = String::from_utf8(files.get(RULES).unwrap().to_vec()).unwrap();
    files.put(RULES, text.replacen(change.0, change.1, 1));
    let (_, findings) = Library::examine(&files, &SCHEMA);
    assert!(!findings.is_empty());
    let of_actions = |finding: &&Finding| {
        finding.message.contains("action `train_rifleman`") || finding.message.contains("action `train_tank`")
    };
    assert_eq!(findings.iter().filter(of_actions).count(), findings.len(), "{findings:?}");
}

#[test]
fn a_healer_of_an_unknown_class() {
    let path = "assets/commander/rules/standard.ron";
    mistake(path, ("classes: [\"light\"]", "classes: [\"lihgt\"]"), "lihgt", "unknown class of `classes` `lihgt`");
}
