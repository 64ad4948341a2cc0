//! `quarry plan` with the minds of agents, outside of a match.

use std::process::{Command, Output};

use quarry::games;
use serde_json::Value;

fn plan(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_quarry"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .arg("plan")
        .args(arguments)
        .output()
        .unwrap()
}

fn steps(arguments: &[&str]) -> Vec<String> {
    let output = plan(&[arguments, &["--json"]].concat());
    let answer: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr)));
    answer["steps"].as_array().unwrap().iter().map(|step| step.as_str().unwrap().to_owned()).collect()
}

const STRATEGIST: &str = "assets/commander/minds/strategist.ron";

#[test]
fn a_strategist_plans_an_attack_from_what_one_says_of_the_world() {
    assert_eq!(steps(&[STRATEGIST, "--goal", "attack"]), ["build_rush_wave", "find_target", "attack_location"]);
    let found = [STRATEGIST, "--goal", "attack", "--set", "enemy_found=true"];
    assert_eq!(steps(&found), ["build_rush_wave", "attack_location"]);
    assert_eq!(
        steps(&[&found[..], &["--without", "build_rush_wave"]].concat()),
        ["build_double_wave", "attack_location"]
    );
    let refused = plan(&[STRATEGIST, "--goal", "attack", "--without", "build_rush_vawe"]);
    let message = String::from_utf8_lossy(&refused.stderr);
    assert!(message.contains("did you mean `build_rush_wave`?"), "{message}");
    assert_eq!(refused.status.code(), Some(2));
}

/// A mind that is `like` another one has the actions of that one, and a target is named by its query.
#[test]
fn every_shipped_mind_can_be_planned_with() {
    for game in games::all() {
        let folder = format!("{}/assets/{}/minds", env!("CARGO_MANIFEST_DIR"), game.schema().name);
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let output = plan(&[path.to_str().unwrap()]);
            // A goal may be out of reach of a mind that knows nothing; the file is sound.
            assert!(matches!(output.status.code(), Some(0 | 1)), "{path:?}: {output:?}");
        }
    }
    assert_eq!(steps(&["assets/hunt/minds/novice_hunter.ron", "--goal", "catch"]).last().unwrap(), "melee");
}
