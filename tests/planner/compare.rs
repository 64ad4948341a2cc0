//! `quarry plan FILE --compare`: the strategies side by side, as a table and as JSON.

use std::process::{Command, Output};

use serde_json::Value;

/// Runs `quarry plan` on a shipped problem.
fn plan(problem: &str, options: &[&str]) -> Output {
    let file = format!("{}/assets/planning/{problem}.ron", env!("CARGO_MANIFEST_DIR"));
    Command::new(env!("CARGO_BIN_EXE_quarry")).arg("plan").arg(file).args(options).output().unwrap()
}

/// The rows that `--compare --json` prints.
fn rows(problem: &str, options: &[&str]) -> Vec<Value> {
    let output = plan(problem, &[&["--compare", "--json"], options].concat());
    assert!(output.status.success(), "{output:?}");
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(document["goal"].is_string() && document["rejected_goals"].is_array());
    document["strategies"].as_array().unwrap().clone()
}

fn number(row: &Value, field: &str) -> u64 {
    row[field].as_u64().unwrap_or_else(|| panic!("{field} of {row}"))
}

#[test]
fn every_strategy_has_a_row_with_the_same_cost() {
    let rows = rows("five_dials", &[]);
    let names: Vec<_> = rows.iter().map(|row| row["strategy"].as_str().unwrap()).collect();
    assert_eq!(names, ["backward", "forward", "ida_star"]);
    for row in &rows {
        assert_eq!((row["outcome"].as_str(), row["cost"].as_f64()), (Some("plan"), Some(16.0)), "{row}");
        assert_eq!((number(row, "steps"), row["of_file"] == true), (16, row["strategy"] == "backward"), "{row}");
        assert!(row["micros"].as_f64().unwrap() > 0.0 && number(row, "runs") > 0, "{row}");
    }
    let [backward, forward, deepening] = &rows[..] else { panic!("{rows:?}") };
    for field in ["stored", "bytes"] {
        assert!(number(deepening, field) < number(backward, field), "{rows:?}");
        assert!(number(backward, field) < number(forward, field), "{rows:?}");
    }
    assert!(number(deepening, "nodes") > number(backward, "nodes"), "{rows:?}");
}

#[test]
fn remembering_nothing_saves_memory_and_costs_states() {
    let usual = rows("dogoap_miner_gold3", &[]);
    let plain = rows("dogoap_miner_gold3", &["--remember", "0"]);
    for number_of in ["nodes", "stored", "bytes"] {
        assert_eq!(usual[0][number_of], plain[0][number_of], "the other strategies remember every state");
    }
    assert_eq!(usual[2]["cost"], plain[2]["cost"]);
    assert!(number(&plain[2], "stored") < number(&usual[2], "stored"));
    assert!(number(&plain[2], "nodes") > number(&usual[2], "nodes"));
}

#[test]
fn the_table_shows_each_strategy_and_the_status_says_whether_there_is_a_plan() {
    let output = plan("gpgoap_soldier_det5", &["--compare"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && text.starts_with("goal: goal\n"), "{text}");
    for words in ["backward *", "forward", "ida_star", "expanded", "stored", "bytes"] {
        assert!(text.contains(words), "no {words} in\n{text}");
    }
    let impossible = plan("cppgoap_assassin_noknife_noammo", &["--compare"]);
    assert_eq!(impossible.status.code(), Some(1));
    assert_eq!(plan("mountain_car", &["--compare", "--explain"]).status.code(), Some(2));
    assert_eq!(plan("mountain_car", &["--compare", "--strategy", "forward"]).status.code(), Some(2));
}
