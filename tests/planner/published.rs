//! Ten published problems, as data and as the shipped RON files, and one made for long searches: every strategy finds the
//! optimal cost.

use std::collections::{BTreeMap, BTreeSet};

use quarry_goap::{PlanOutcome, PlanRequest, Planner};
use quarry_minds::schema::domain::standalone;
use serde_json::Value;

use super::STRATEGIES;

fn cases() -> BTreeMap<String, Value> {
    serde_json::from_str(include_str!("../data/planning-cases.json")).expect("the test data is JSON")
}

/// The problem in the format of domain files.
fn as_ron(case: &Value) -> String {
    let operators = BTreeMap::from([
        ("==", "is"),
        (">=", "at_least"),
        ("<=", "at_most"),
        ("<", "less_than"),
        ("=", "set"),
        ("+", "add"),
    ]);
    let list = |key: &Value| {
        let entry = |entry: &Value| {
            let operator = operators[entry[1].as_str().unwrap()];
            format!("{}: {operator}({})", entry[0], entry[2])
        };
        key.as_array().unwrap().iter().map(entry).collect::<Vec<_>>().join(", ")
    };
    let mut symbols: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    let actions = case["actions"].as_array().unwrap();
    let mentions = actions
        .iter()
        .flat_map(|action| action["pre"].as_array().unwrap().iter().chain(action["eff"].as_array().unwrap()));
    for mention in mentions.filter(|mention| mention[2].is_string()) {
        symbols.entry(mention[0].as_str().unwrap()).or_default().push(mention[2].to_string());
    }
    let start = case["start"].as_object().unwrap();
    let fact = |(name, value): (&String, &Value)| {
        let kind = match value {
            Value::Bool(_) => "bool()".to_owned(),
            Value::Number(_) => "number()".to_owned(),
            other => {
                let mut values = symbols.remove(name.as_str()).unwrap_or_default();
                values.push(other.to_string());
                values.sort();
                values.dedup();
                format!("symbol(values: [{}])", values.join(", "))
            }
        };
        format!("{name:?}: {kind}")
    };
    let facts: Vec<String> = start.iter().map(fact).collect();
    let start: Vec<String> = start.iter().map(|(name, value)| format!("{name:?}: {value}")).collect();
    let actions: Vec<String> = actions
        .iter()
        .map(|action| {
            let (preconditions, effects) = (list(&action["pre"]), list(&action["eff"]));
            format!(
                "(name: {}, cost: {}, preconditions: {{{preconditions}}}, effects: {{{effects}}})",
                action["name"], action["cost"]
            )
        })
        .collect();
    format!(
        "(facts: {{{}}}, start: {{{}}}, goals: [(name: \"goal\", conditions: {{{}}})], actions: [{}])",
        facts.join(", "),
        start.join(", "),
        list(&case["goal"]),
        actions.join(", ")
    )
}

/// File name and optimal cost of each problem; `None` if no plan exists.
const SHIPPED: [(&str, Option<f64>); 10] = [
    ("cppgoap_assassin_noknife_noammo", None),
    ("dogoap_miner_gold3", Some(80.0)),
    ("goapcrate_accumulation", Some(4.0)),
    ("gpgoap_soldier_det5", Some(4.0)),
    ("mountain_car", Some(6.0)),
    ("regoap_axe", Some(37.0)),
    ("starplanner_tank", Some(12.5)),
    ("thesis_hunted_escape", Some(3.0)),
    ("thesis_hunted_key_fresh", Some(11.0)),
    ("thesis_hunter_fresh", Some(14.0)),
];

/// The shipped problem that was not published elsewhere.
const DIALS: &str = "five_dials";

fn check(name: &str, problem: &standalone::PlanningProblem, optimal: Option<f64>) {
    let mut planner = Planner::new();
    let goal = problem.domain.goal("goal").expect("it is called so");
    for strategy in STRATEGIES {
        let result = planner.plan(&problem.domain, &PlanRequest { strategy, ..problem.request(goal) });
        match optimal {
            Some(cost) => {
                assert_eq!(result.outcome, PlanOutcome::Plan, "{name} {strategy:?}");
                assert_eq!(result.cost.value(), cost, "{name} {strategy:?}");
            }
            None => assert_eq!(result.outcome, PlanOutcome::Impossible, "{name} {strategy:?}"),
        }
    }
}

/// The name of a case without the remark in brackets.
fn stem(name: &str) -> &str {
    name.split('(').next().unwrap_or_default()
}

#[test]
fn published_problems_have_their_optimal_cost() {
    for (name, case) in cases() {
        let problem = standalone::read(&name, &as_ron(&case)).unwrap_or_else(|findings| panic!("{name}: {findings:?}"));
        check(&name, &problem, case["optimal_cost"].as_f64());
    }
}

#[test]
fn the_shipped_files_are_the_published_problems() {
    let expected: BTreeMap<String, Option<f64>> =
        SHIPPED.iter().map(|(name, cost)| ((*name).to_owned(), *cost)).collect();
    let published = cases().iter().map(|(name, case)| (stem(name).to_owned(), case["optimal_cost"].as_f64())).collect();
    assert_eq!(expected, published);
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/planning");
    let files = std::fs::read_dir(&folder).expect("the folder is shipped").map(|entry| entry.expect("readable").path());
    let shipped: BTreeSet<String> =
        files.map(|path| path.file_stem().expect("a name").to_string_lossy().into_owned()).collect();
    assert_eq!(shipped, expected.keys().cloned().chain([DIALS.to_owned()]).collect());
}

#[test]
fn shipped_problems_have_their_optimal_cost() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/planning");
    for (name, optimal) in SHIPPED {
        let path = folder.join(name).with_extension("ron");
        let problem = standalone::load(&path).unwrap_or_else(|findings| panic!("{name}: {findings:?}"));
        check(name, &problem, optimal);
    }
}

#[test]
fn facts_that_no_action_achieves_are_named() {
    let case = &cases()["cppgoap_assassin_noknife_noammo(no plan)"];
    let problem = standalone::read("assassin", &as_ron(case)).expect("sound");
    let mut planner = Planner::new();
    let goal = problem.domain.goal("goal").expect("it is called so");
    planner.plan(&problem.domain, &problem.request(goal));
    let missing: Vec<_> = planner.missing().iter().map(|&fact| problem.domain.fact_name(fact)).collect();
    assert_eq!(missing.len(), 2);
    assert!(missing.contains(&"ammo") && missing.contains(&"inv_knife"), "{missing:?}");
}
