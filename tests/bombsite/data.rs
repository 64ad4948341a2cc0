//! One mistake in the data of the bomb site is one error, at its place and with what was expected.

use std::path::Path;

use quarry::{
    data::{DataFiles, Library},
    games::bombsite::SCHEMA,
    simulation::check_minds,
};
use quarry_ron::{Diagnostics, Finding, Severity};

const RULES: &str = "assets/bombsite/rules/standard.ron";
const MATCH: &str = "assets/bombsite/rules/match.ron";

fn mistake(path: &str, change: (&str, &str), line_of: &str, message: &str, help: &str) {
    mistakes(path, &[change], line_of, message, help);
}

fn mistakes(path: &str, changes: &[(&str, &str)], line_of: &str, message: &str, help: &str) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = DataFiles::read(root, SCHEMA.name).unwrap_or_else(|finding| panic!("{finding:?}"));
    let mut text = String::from_utf8(files.get(path).unwrap().to_vec()).unwrap();
    for (old, new) in changes {
        assert!(text.contains(old), "{path} has no `{old}`");
        text = text.replacen(old, new, 1);
    }
    let line = text.lines().position(|line| line.contains(line_of)).unwrap() as u32 + 1;
    files.put(path, text);
    let (library, mut findings) = Library::examine(&files, &SCHEMA);
    findings.extend(library.iter().flat_map(check_minds));
    let findings = Diagnostics { findings }.into_sorted();
    let errors: Vec<&Finding> = findings.iter().filter(|finding| finding.severity == Severity::Error).collect();
    let [error] = errors.as_slice() else { panic!("{} errors: {errors:?}", errors.len()) };
    assert!(error.file.ends_with(path) && error.line == line, "{error:?}");
    assert!(error.message.contains(message), "{error:?}");
    assert!(error.help.clone().unwrap_or_default().contains(help), "{error:?}");
}

#[test]
fn a_leader_that_does_not_exist_or_has_a_body() {
    let leaders = "leaders: {\"attackers\": \"attack_leader\"";
    let with = |agent: &str| format!("leaders: {{\"attackers\": \"{agent}\"");
    mistake(RULES, (leaders, &with("atack_leader")), "leaders", "unknown agent `atack_leader`", "`attack_leader`");
    mistake(RULES, (leaders, &with("attacker")), "leaders", "a leader is bodiless", "`bodiless: true`");
    let side = "leaders: {\"atackers\": \"attack_leader\"";
    mistake(RULES, (leaders, side), "leaders", "unknown side `atackers`", "`attackers`");
}

#[test]
fn a_soldier_without_a_body() {
    let change = ("agent: \"attacker\"", "agent: \"attack_leader\"");
    mistake(RULES, change, "agent: \"attack_leader\"", "soldiers need a body", "");
}

#[test]
fn an_unknown_verb_of_an_action() {
    let mind = "assets/bombsite/actions/defending.ron";
    let change = ("\"verb\": \"defuse\"", "\"verb\": \"defuze\"");
    mistake(mind, change, "defuze", "unknown verb `defuze`", "`defuse`");
}

#[test]
fn a_post_at_a_site_that_the_level_does_not_have() {
    let changes = [
        ("posts: [patrol]", "posts: [patrol, site_b]"),
        ("contains: [stock(name: \"site_b\", amount: 1)]", "contains: []"),
    ];
    mistakes("levels/bombsite/yard.ron", &changes, "posts", "posted at `site_b`, which the level does not have", "");
}

#[test]
fn seconds_in_the_wrong_order() {
    let message = "the earliest second, 40, is after the latest";
    mistake("levels/bombsite/yard.ron", ("(8, 34)", "(40, 34)"), "go_after", message, "smaller number first");
    mistake(RULES, ("(4, 30)", "(40, 30)"), "go_after", message, "smaller number first");
}

#[test]
fn an_item_that_nobody_can_buy_or_use() {
    let kit = "sides: [\"defenders\"]";
    mistake(MATCH, (kit, "sides: [\"defender\"]"), "defuse_kit", "unknown side `defender`", "`defenders`");
    mistake(MATCH, ("slot: gun, price: 2700", "slot: armour, price: 2700"), "rifle", "is no armour", "`slot: gun`");
    mistake(MATCH, (", gun: ()", ""), "\"rifle\"", "a gun without numbers", "`gun: ()`");
    mistake(MATCH, ("\"shot\": 0.8", "\"shoot\": 0.8"), "vest", "unknown means of harm `shoot`", "`shot`");
    mistake(
        MATCH,
        ("throws: {\"smoke_grenade\"", "throws: {\"smoke_granade\""),
        "smoke_granade",
        "unknown projectile `smoke_granade`",
        "`smoke_grenade`",
    );
    mistake(
        MATCH,
        ("gun: (look: submachine_gun", "gun: (noise: \"shott\", look: submachine_gun"),
        "submachine_gun",
        "unknown noise `shott`",
        "`shot`",
    );
}

#[test]
fn an_item_that_no_soldier_buys_or_that_all_have() {
    mistake(MATCH, ("strength: 1.6, ", ""), "\"rifle\"", "a price and no `strength`", "docs/bombsite.md");
    mistake(MATCH, ("price: 2700, ", ""), "\"rifle\"", "so is `pistol`", "give one of them a `price`");
    mistake(
        MATCH,
        ("most_money: 16000", "most_money: 2000"),
        "price: 2700",
        "costs more than the 2000",
        "`most_money`",
    );
    mistake(MATCH, ("loss: [1400, 1900, 2400, 2900, 3400]", "loss: []"), "loss", "pays nothing", "after one loss");
}

#[test]
fn money_out_of_range() {
    let message = "soldiers begin with 20000, which is more than they can have";
    mistake(MATCH, ("start_money: 800", "start_money: 20000"), "start_money", message, "`most_money`");
    mistake(MATCH, ("strength: 1.6", "strength: 16"), "strength: 16", "16 is out of range", "from 0 to 10");
}
