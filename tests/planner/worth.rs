//! Worth, odds and seconds in planning files: which goal and which target `quarry plan` chooses.

use std::process::Command;

use quarry_goap::{PlanOutcome, Planner};
use quarry_minds::schema::domain::{Scalar, standalone};
use serde_json::Value;

/// A hunter that may search the hall, or look into one of two wardrobes.
const HUNTER: &str = r#"(
    facts: {"seen": bool(), "caught": bool(), "tired": bool()},
    goals: [
        (name: "find", conditions: {"seen": is(true)}, relevance: 50, worth: 0.5),
        (name: "look", conditions: {"caught": is(true)}, relevance: 50, worth: 1),
        (name: "rest", conditions: {"tired": is(false)}, relevance: 40),
    ],
    actions: [
        (name: "search", cost: 10, odds: 0.3, effects: {"seen": set(true)}),
        (name: "look_inside", cost: 1, seconds: 2, odds: 0.1, effects: {"caught": set(true)},
            target: (kinds: ["wardrobe"], includes_travel: true)),
        (name: "sit", cost: 1, effects: {"tired": set(false)}),
    ],
    candidates: [
        (name: "near", kinds: ["wardrobe"], at: (2, 0, 0)),
        (name: "far", kinds: ["wardrobe"], at: (8, 0, 0), odds: {"look_inside": 0.6}),
    ],
    travel: straight(speed: 2),
)"#;

fn chosen(text: &str, tired: bool) -> (String, Vec<String>) {
    let mut problem = standalone::read("hunter.ron", text).unwrap_or_else(|findings| panic!("{findings:#?}"));
    problem.set("tired", &Scalar::Bool(tired)).unwrap();
    let mut planner = Planner::new();
    let any = problem.domain.goal("find").unwrap();
    let goal = problem.select_goal(&mut planner, &problem.request(any), &mut Vec::new()).goal.expect("a goal");
    planner.plan(&problem.domain, &problem.request(goal));
    let steps = planner.last_result().steps.iter().map(|step| {
        let target = step.candidate.map(|index| problem.candidate_name(index)).unwrap_or_default();
        format!("{} {target}", problem.domain.action_name(step.action)).trim().to_owned()
    });
    (problem.domain.goal_name(goal).to_owned(), steps.collect())
}

fn is(goal: &str, step: &str) -> (String, Vec<String>) {
    (goal.to_owned(), vec![step.to_owned()])
}

#[test]
fn the_goal_whose_plan_is_worth_most_is_pursued_at_the_likelier_place() {
    // 0.6 in 4 + 2 + 2 s, against 0.15 in 10 + 2 s.
    assert_eq!(chosen(HUNTER, true), is("look", "look_inside far"));
    // With odds of 0.1 at both places the nearer one is looked into; a search for half a minute is worth less than that.
    let even = HUNTER.replace(r#", odds: {"look_inside": 0.6}"#, "");
    assert_eq!(chosen(&even, true), is("look", "look_inside near"));
    // A quick search is worth more than a look with little hope.
    let quick = even.replace("cost: 10, odds: 0.3", "cost: 1, odds: 0.9");
    assert_eq!(chosen(&quick, true), is("find", "search"));
}

#[test]
fn goals_without_hope_give_way_to_the_next_in_order() {
    let hopeless = HUNTER.replace("odds: 0.3", "odds: 0").replace("0.6", "0").replace("odds: 0.1", "odds: 0");
    assert_eq!(chosen(&hopeless, true), is("rest", "sit"));
    let dangerous = HUNTER.replace("odds: 0.3", "odds: 0.3, danger: 0.2").replace("odds: 0.1", "odds: 0.1, danger: 2");
    assert_eq!(chosen(&dangerous, true), is("rest", "sit"));
}

#[test]
fn odds_are_part_of_the_cost_and_files_without_them_cost_what_they_did() {
    let cost = |text: &str| {
        let problem = standalone::read("hunter.ron", text).unwrap();
        let mut planner = Planner::new();
        planner.plan(&problem.domain, &problem.request(problem.domain.goal("find").unwrap()));
        assert_eq!(planner.last_result().outcome, PlanOutcome::Plan);
        planner.last_result().cost.value()
    };
    assert!((cost(HUNTER) - (10.0 - 10.0 * 0.3_f64.ln())).abs() < 1e-4, "{}", cost(HUNTER));
    assert!(
        (cost(&HUNTER.replace("(\n    facts", "(odds_weight: 2, facts")) - (10.0 - 2.0 * 0.3_f64.ln())).abs() < 1e-4
    );
    assert_eq!(cost(&HUNTER.replace(", odds: 0.3", "")), 10.0);
}

#[test]
fn numbers_out_of_range_and_unknown_actions_are_reported_with_their_places() {
    for (from, to, says) in [
        ("odds: 0.3", "odds: 1.5", "hunter.ron:9:42: error: it is 1.5; it must be from 0 to 1"),
        ("worth: 0.5", "worth: 0", "hunter.ron:4:78: error: it is 0; it must be above 0"),
        ("seconds: 2", "seconds: -2", "it is -2; it must be 0 or more"),
        ("odds: 0.1", "danger: -1", "it is -1; it must be 0 or more"),
        ("\"look_inside\": 0.6", "\"look_insid\": 0.6", "hunter.ron:16:66: error: unknown action `look_insid`"),
    ] {
        let findings = standalone::read("hunter.ron", &HUNTER.replace(from, to)).expect_err(to);
        let all: Vec<String> = findings.iter().map(ToString::to_string).collect();
        assert!(all.iter().any(|finding| finding.contains(says)), "{to}: {all:#?}");
    }
}

#[test]
fn the_command_prints_values_and_figures() {
    let folder = std::env::temp_dir().join(format!("quarry-worth-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("hunter.ron");
    std::fs::write(&file, HUNTER).unwrap();
    let run = |json: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_quarry")).arg("plan").arg(&file).args(json).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let text = run(&["--set", "tired=true"]);
    assert!(
        text.contains(
            "goal: look\nrejected: find (less_value: worth 0.50 x odds 0.30, in 10.0 + 2 s: 1.25 % a second)"
        ),
        "{text}"
    );
    assert!(text.contains("value: worth 1.00 x odds 0.60, in 6.0 + 2 s: 7.50 % a second"), "{text}");
    assert!(text.contains("look_inside (far)") && text.contains("(odds 0.60, 2.0 s)"), "{text}");
    let json: Value = serde_json::from_str(&run(&["--json", "--set", "tired=true"])).unwrap();
    assert!((json["value"]["odds"].as_f64().unwrap() - 0.6).abs() < 1e-6, "{json}");
    assert!((json["details"][0]["figures"]["seconds"].as_f64().unwrap() - 2.0).abs() < 1e-6, "{json}");
    std::fs::remove_dir_all(&folder).unwrap();
}
