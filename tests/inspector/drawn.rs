//! Graphs of the shipped minds, and of planning problems, drawn by the command line.

use std::{fs, path::Path, process::Command};

use quarry_minds::protocol::label;

use crate::hunt;

fn draw(file: &str, option: &str, name: &str) -> (String, String) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("graphs");
    fs::create_dir_all(&folder).unwrap();
    let out = folder.join(name);
    let _ = fs::remove_file(&out);
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let output = Command::new(env!("CARGO_BIN_EXE_quarry"))
        .arg("plan")
        .arg(root.join(file))
        .args([Path::new(option), &out])
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    (fs::read_to_string(out).unwrap(), String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
fn the_minds_that_are_shipped_have_a_picture_each_with_all_they_can_do() {
    let library = hunt::library();
    for mind in ["hunter", "hunted", "novice_hunter"] {
        let (svg, _) = draw(&format!("assets/hunt/minds/{mind}.ron"), "--action-graph", &format!("{mind}.svg"));
        let brain = quarry_minds::Brain::compile(mind.into(), &library.minds[&label(mind)], &hunt::SCHEMA.behaviours())
            .unwrap();
        for action in brain.domain.actions() {
            assert!(svg.contains(&format!(">{}</text>", action.name)), "{mind}: {} is missing", action.name);
        }
        for goal in brain.domain.goals() {
            assert!(svg.contains(&format!(">{}</text>", goal.name)), "{mind}: {} is missing", goal.name);
        }
        let unusable: Vec<String> = brain
            .graph()
            .dead_ends()
            .filter(|(_, why)| why.starts_with("can never"))
            .filter(|(name, _)| {
                !brain.goals.iter().any(|goal| goal.data.name == *name && goal.data.base_relevance == 0.0)
            })
            .map(|(name, _)| name.to_owned())
            .collect();
        assert!(unusable.is_empty(), "{mind}: {unusable:?}");
    }
}

#[test]
fn a_planning_problem_is_drawn_as_an_action_graph_and_as_a_search_graph() {
    let file = "assets/planning/thesis_hunted_escape.ron";
    for (option, part) in [("--action-graph", "EscapeCastle"), ("--search-graph", "expanded")] {
        let (svg, text) = draw(file, option, "graph.svg");
        assert!(svg.starts_with("<svg ") && svg.contains(part) && text.contains("plan: "), "{option}");
        let (dot, _) = draw(file, option, "graph.dot");
        assert!(dot.starts_with("digraph {") && dot.contains(part) && dot.ends_with("}\n"), "{option}");
    }
}

#[test]
fn a_graph_that_cannot_be_drawn_is_an_error() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (file, options, message) in [
        ("assets/planning/mountain_car.ron", vec!["--search-graph", "graph.png"], "must end in .svg or .dot"),
        (
            "assets/hunt/minds/hunter.ron",
            vec!["--action-graph", "a.svg", "--search-graph", "b.svg"],
            "needs a planning file",
        ),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_quarry"))
            .current_dir(env!("CARGO_TARGET_TMPDIR"))
            .arg("plan")
            .arg(root.join(file))
            .args(options)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&output.stderr).contains(message), "{output:?}");
    }
}
