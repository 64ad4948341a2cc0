//! The ten published problems, as data and as shipped RON files, come out at their optimal cost by every strategy.

use std::collections::BTreeMap;

use quarry::data::domain::standalone;
use quarry::goap::{PlanOutcome, PlanRequest, Planner, Strategy};
use serde_json::Value;

const STRATEGIES: [Strategy; 3] = [Strategy::Backward, Strategy::Forward, Strategy::IdaStar];

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

fn check(name: &str, problem: &standalone::PlanningProblem, optimal: Option<f64>) {
    let mut planner = Planner::new();
    let goal = problem.domain.goal("goal").expect("it is called so");
    for strategy in STRATEGIES {
        let answer = planner.plan(&problem.domain, &PlanRequest { strategy, ..problem.request(goal) });
        match optimal {
            Some(cost) => {
                assert_eq!(answer.outcome, PlanOutcome::Plan, "{name} {strategy:?}");
                assert_eq!(answer.cost.value(), cost, "{name} {strategy:?}");
            }
            None => assert_eq!(answer.outcome, PlanOutcome::Impossible, "{name} {strategy:?}"),
        }
    }
}

#[test]
fn published_problems_come_out_at_their_optimal_cost() {
    for (name, case) in cases() {
        let problem = standalone::read(&name, &as_ron(&case)).unwrap_or_else(|findings| panic!("{name}: {findings:?}"));
        check(&name, &problem, case["optimal_cost"].as_f64());
    }
}

#[test]
fn shipped_problems_come_out_at_their_optimal_cost() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/planning");
    for (name, case) in cases() {
        let stem = name.split('(').next().unwrap_or_default();
        let path = folder.join(stem).with_extension("ron");
        let problem = standalone::load(&path).unwrap_or_else(|findings| panic!("{name}: {findings:?}"));
        check(&name, &problem, case["optimal_cost"].as_f64());
    }
}

#[test]
fn the_facts_that_nothing_brings_about_are_named() {
    let case = &cases()["cppgoap_assassin_noknife_noammo(no plan)"];
    let problem = standalone::read("assassin", &as_ron(case)).expect("sound");
    let mut planner = Planner::new();
    let goal = problem.domain.goal("goal").expect("it is called so");
    planner.plan(&problem.domain, &problem.request(goal));
    let missing: Vec<_> = planner.missing().iter().map(|&fact| problem.domain.fact_name(fact)).collect();
    assert_eq!(missing.len(), 2);
    assert!(missing.contains(&"ammo") && missing.contains(&"inv_knife"), "{missing:?}");
}
