//! Long runs: shards merged, two sets of data compared, tournaments, sweeps.

use std::{fs, path::Path};

use serde_json::Value;

use super::{folder, matches, on_data, quarry, simulate, small_data, stderr};

#[test]
fn shards_make_the_whole_run() {
    let whole = simulate(&["--level", "courtyard", "--matches", "4", "--seed", "21"]);
    let parts = folder("parts");
    let mut files = Vec::new();
    for part in ["1/3", "2/3", "3/3"] {
        let file = parts.join(format!("{}.jsonl", &part[..1])).to_str().unwrap().to_owned();
        simulate(&["--level", "courtyard", "--matches", "4", "--seed", "21", "--shard", part, "--out", &file]);
        files.push(file);
    }
    let page = parts.join("report.html").to_str().unwrap().to_owned();
    let table = parts.join("report.csv").to_str().unwrap().to_owned();
    let mut arguments = vec!["report", "--json", "--html", &page, "--csv", &table];
    arguments.extend(files.iter().map(String::as_str));
    let output = quarry(&arguments);
    assert!(output.status.success(), "{}", stderr(&output));
    let merged: Value = serde_json::from_slice(&output.stdout).unwrap();
    let digests = |document: &Value| matches(document).iter().map(|one| one["digest"].clone()).collect::<Vec<_>>();
    assert_eq!(digests(&merged), digests(&whole));
    assert_eq!(fs::read_to_string(&table).unwrap().lines().count(), 5);
    let page = fs::read_to_string(&page).unwrap();
    assert!(page.contains("class='wall'") && page.contains("courtyard"), "the map is drawn");

    // A shard that is missing, or given twice, is noticed.
    let problems = |files: &[&str]| {
        let output = quarry(&[&["report", "--json"], files].concat());
        assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
        let document: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(document["complete"], false);
        document["problems"].as_array().unwrap().iter().map(|one| one.as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(problems(&[&files[0], &files[2]]), ["shard 2/3 is missing"]);
    let twice = problems(&[&files[0], &files[1], &files[2], &files[0]]);
    assert!(twice.len() == 1 && twice[0].contains("repeat"), "{twice:?}");

    // Results of another program or of other data are refused.
    let first = fs::read_to_string(&files[0]).unwrap();
    let line: Value = serde_json::from_str(first.lines().next().unwrap()).unwrap();
    let other = parts.join("other.jsonl");
    fs::write(&other, first.replace(line["program"].as_str().unwrap(), "0123")).unwrap();
    let refused = quarry(&["report", &files[0], other.to_str().unwrap()]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(stderr(&refused).contains("other.jsonl:1") && stderr(&refused).contains("program"), "{}", stderr(&refused));
    let text = fs::read_to_string(&files[1]).unwrap();
    let line: Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    let data = line["data"].as_str().unwrap();
    fs::write(&files[1], text.replace(data, "0123")).unwrap();
    let refused = quarry(&["report", &files[0], &files[1]]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(stderr(&refused).contains("2.jsonl:1"), "{}", stderr(&refused));
}

#[test]
fn a_comparison_plays_the_same_seeds_with_both() {
    let root = small_data("compare");
    let agent = fs::read_to_string(root.join("assets/hunt/agents/hunter.ron")).unwrap();
    let changed = root.join("hunter.ron");
    fs::write(&changed, agent.replacen("body: (", "body: ( /* the same */", 1)).unwrap();
    let arguments = ["compare", root.to_str().unwrap(), changed.to_str().unwrap(), "--matches", "3", "--json"];
    let output = on_data(&root, &arguments);
    assert!(output.status.success(), "{}", stderr(&output));
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&document["pairs"], &document["identical"]), (&Value::from(3), &Value::from(3)));
    assert_eq!(document["caught"]["change"], 0.0);
}

#[test]
fn a_sweep_changes_one_number() {
    let root = small_data("sweep");
    let sweep = |field: &str, to: &str| {
        let file =
            ["sweep", "assets/hunt/rules/standard.ron", "--field", field, "--from", "20", "--to", to, "--steps", "2"];
        on_data(&root, &[&file[..], &["--matches", "2", "--json"]].concat())
    };
    let output = sweep("time_limit", "30");
    assert!(output.status.success(), "{}", stderr(&output));
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    let steps = document["steps"].as_array().unwrap();
    assert_eq!(steps.len(), 2);
    for (step, limit) in steps.iter().zip([20.0, 30.0]) {
        assert_eq!(step["value"], limit);
        assert!(step["summary"]["seconds"]["max"].as_f64().unwrap() <= limit + 0.1, "{step}");
    }
    for (field, to, says) in [("time_limmit", "30", "time_limmit"), ("time_limit", "99999", "36000")] {
        let refused = sweep(field, to);
        assert_eq!(refused.status.code(), Some(2));
        assert!(stderr(&refused).contains(says), "{}", stderr(&refused));
    }
}

#[test]
fn every_set_of_hunters_meets_every_set_of_hunted() {
    let root = small_data("round_robin");
    let agent = fs::read_to_string(root.join("assets/hunt/agents/hunter.ron")).unwrap();
    let slow = root.join("slow");
    fs::create_dir_all(&slow).unwrap();
    let changed = slow.join("hunter.ron");
    fs::write(&changed, agent.replacen("walk: 2.3, hurry: 3.0, run: 4.6", "walk: 0.3, hurry: 0.4, run: 0.5", 1))
        .unwrap();
    let (table, page) = (root.join("matchups.csv"), root.join("matrix.html"));
    let arguments = ["tournament", changed.to_str().unwrap(), "--matches", "4", "--json"];
    let written = ["--csv", table.to_str().unwrap(), "--html", page.to_str().unwrap()];
    let output = on_data(&root, &[&arguments[..], &written].concat());
    assert!(output.status.success(), "{}", stderr(&output));
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(document["hunters"].as_array().map(Vec::len), Some(2), "the shipped ones and the slow ones");
    assert_eq!(document["hunted"].as_array().map(Vec::len), Some(1), "the file changes no hunted");
    let matchups = document["matchups"].as_array().unwrap();
    assert!(matchups.iter().all(|matchup| matchup["matches"] == 4), "every matchup has as many matches");
    let hunt = |row: usize| {
        let of = |field: &str, part: &str| matchups[row][field][part].as_f64().unwrap();
        of("seconds", "median") / of("caught", "share")
    };
    assert!(hunt(1) > hunt(0), "hunters that cannot catch up catch fewer prey, or later: {matchups:?}");
    // The shipped data against itself is what `simulate` plays on the same seeds.
    let alone = on_data(&root, &["simulate", "--level", "hut", "--matches", "4", "--json"]);
    let alone: Value = serde_json::from_slice(&alone.stdout).unwrap();
    assert_eq!(matchups[0]["seconds"], alone["summary"]["seconds"]);
    assert_eq!(fs::read_to_string(&table).unwrap().lines().count(), 3);
    assert!(fs::read_to_string(&page).unwrap().contains("slow/hunter.ron"));

    let rules = root.join("assets/hunt/rules/standard.ron");
    let refused = on_data(&root, &["tournament", rules.to_str().unwrap()]);
    assert_eq!(refused.status.code(), Some(2), "rules play for no side");
    assert!(stderr(&refused).contains("neither"), "{}", stderr(&refused));
}

/// The matchups of a tournament that succeeds.
fn matchups(root: &Path, arguments: &[&str]) -> Vec<Value> {
    let output = on_data(root, &[&["tournament", "--json"], arguments].concat());
    assert!(output.status.success(), "{}", stderr(&output));
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    document["matchups"].as_array().unwrap().clone()
}

/// A shipped file with all occurrences of a text replaced, in a folder of its own.
fn changed_file(root: &Path, path: &str, from: &str, to: &str) -> String {
    let text = fs::read_to_string(root.join("assets").join(path)).unwrap();
    assert!(text.contains(from), "{path} has no {from}");
    let changed = root.join("changed").join(path);
    fs::create_dir_all(changed.parent().unwrap()).unwrap();
    fs::write(&changed, text.replace(from, to)).unwrap();
    changed.to_str().unwrap().to_owned()
}

#[test]
fn sides_whose_agents_have_the_same_name_play_with_their_own_minds() {
    let root = small_data("commanders");
    let level = Path::new(env!("CARGO_MANIFEST_DIR")).join("levels/commander");
    fs::create_dir_all(root.join("levels/commander")).unwrap();
    fs::copy(level.join("duel.ron"), root.join("levels/commander/duel.ron")).unwrap();
    let rules = root.join("assets/commander/rules/standard.ron");
    let text = fs::read_to_string(&rules).unwrap();
    fs::write(&rules, text.replacen("time_limit: 1500.0", "time_limit: 240.0", 1)).unwrap();
    // It pursues nothing.
    let idle = changed_file(&root, "commander/minds/strategist.ron", "base_relevance: ", "base_relevance: 0, // ");
    let played = matchups(&root, &["--game", "commander", &idle]);
    let won = |row: usize, side: &str| played[row][format!("{side}_won")]["share"].as_f64();
    assert!(played.len() == 4 && played.iter().all(|matchup| matchup["broken"] == 0), "{played:?}");
    // By the score at the time limit: the side that spends nothing has more.
    assert_eq!((won(1, "red"), won(1, "blue")), (Some(0.0), Some(1.0)), "shipped against idle: {played:?}");
    assert_eq!((won(2, "red"), won(2, "blue")), (Some(1.0), Some(0.0)), "idle against shipped: {played:?}");
    // The shipped data against itself is what `simulate` plays on the same seed.
    let alone = on_data(&root, &["simulate", "--game", "commander", "--json"]);
    let alone: Value = serde_json::from_slice(&alone.stdout).unwrap();
    assert_eq!(played[0]["seconds"], alone["summary"]["seconds"]);
}

#[test]
fn squads_meet_side_by_side_and_a_leader_is_a_part_of_its_side() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let leader = "assets/bombsite/agents/attack_leader.ron";
    let match_of_two = ["--game", "bombsite", "--level", "depot", "--count", "attackers=3", "--count", "defenders=3"];
    let played = matchups(root, &[&match_of_two[..], &["--matches", "4", leader]].concat());
    assert_eq!(played.len(), 2, "the leader of the attackers plays for them only: {played:?}");
    for matchup in &played {
        let share = |side: &str| matchup[format!("{side}_won")]["share"].as_f64().unwrap();
        assert!((share("attackers") + share("defenders") - 1.0).abs() < 1e-9, "a round has a winner: {matchup}");
    }
    assert_eq!(played[0]["attackers_won"], played[1]["attackers_won"], "the file is the shipped one");
}

#[test]
fn a_game_without_two_sides_names_those_that_have() {
    let refused = quarry(&["tournament", "--game", "wild"]);
    assert_eq!(refused.status.code(), Some(2));
    for words in ["`wild`", "`hunt`, `bombsite`, `commander`", "quarry compare"] {
        assert!(stderr(&refused).contains(words), "{}", stderr(&refused));
    }
}

#[test]
fn a_tournament_in_which_matches_fail_says_so() {
    let (root, poor) = (small_data("failing"), small_data("failing_poor"));
    fs::remove_file(poor.join("assets/hunt/brains/hunter_utility.ron")).unwrap();
    let arguments = ["tournament", poor.to_str().unwrap(), "--brain", "hunters=utility", "--matches", "2", "--json"];
    let output = on_data(&root, &arguments);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert!(stderr(&output).contains("failed: 4 matches, the first of them hut seed 1"), "{}", stderr(&output));
    assert!(stderr(&output).contains("no brain `utility`"), "{}", stderr(&output));
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    let shares = document["matchups"].as_array().unwrap().iter().map(|one| one["hunters_won"].is_null());
    assert_eq!(shares.collect::<Vec<_>>(), [false, false, true, true], "{document}");
}

#[test]
fn a_file_may_be_a_mind_that_builds_on_another_or_an_action_set() {
    let root = small_data("built_on");
    let mind = root.join("changed/novice_hunter.ron");
    fs::create_dir_all(mind.parent().unwrap()).unwrap();
    fs::write(&mind, "(like: \"hunter\", actions: [(name: \"patrol\", cost: 20)])").unwrap();
    let mind = mind.to_str().unwrap();
    assert_eq!(matchups(&root, &["--rules", "novice", mind]).len(), 2);
    let set = changed_file(&root, "hunt/actions/catching.ron", "cost: ", "cost: 1");
    assert_eq!(matchups(&root, &[&set]).len(), 2, "it is a part of the hunter's mind");
    for (wrong, says) in [
        ("nowhere.ron", "nowhere.ron"),
        ("assets/hunt", "assets/hunt: expected a data folder"),
        ("assets/hunt/minds/brave_hunted.ron", "neither"),
        ("levels/hunt/hut.ron", "neither"),
    ] {
        let path = root.join(wrong);
        let refused = on_data(&root, &["tournament", path.to_str().unwrap()]);
        assert_eq!(refused.status.code(), Some(2), "{wrong}: {}", stderr(&refused));
        assert!(stderr(&refused).contains(says), "{wrong}: {}", stderr(&refused));
    }
}

#[test]
fn a_comparison_stops_when_it_is_conclusive() {
    let root = small_data("clear");
    let rules = fs::read_to_string(root.join("assets/hunt/rules/standard.ron")).unwrap();
    let limit = rules.lines().find(|line| line.trim_start().starts_with("time_limit:")).unwrap();
    let lame = root.join("standard.ron");
    fs::write(&lame, rules.replacen(limit, "    time_limit: 10,", 1)).unwrap();
    let arguments = ["compare", root.to_str().unwrap(), lame.to_str().unwrap(), "--matches", "400", "--json"];
    let output = on_data(&root, &arguments);
    assert!(output.status.success(), "{}", stderr(&output));
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(document["stopped_early"], true);
    assert!(document["pairs"].as_u64().unwrap() < 400, "{}", document["pairs"]);
    assert!(document["caught"]["high"].as_f64().unwrap() < 0.0, "clearly fewer are caught: {}", document["caught"]);
}

#[test]
fn a_sweep_is_plotted() {
    let root = small_data("plotted");
    let (table, page) = (root.join("sweep.csv"), root.join("sweep.html"));
    let sweep = [
        "sweep",
        "assets/hunt/rules/standard.ron",
        "--field",
        "time_limit",
        "--from",
        "20",
        "--to",
        "40",
        "--steps",
        "3",
    ];
    let written = ["--csv", table.to_str().unwrap(), "--html", page.to_str().unwrap()];
    let output = on_data(&root, &[&sweep[..], &written].concat());
    assert!(output.status.success(), "{}", stderr(&output));
    assert_eq!(fs::read_to_string(&table).unwrap().lines().count(), 4);
    let page = fs::read_to_string(&page).unwrap();
    assert!(page.contains("class='band'") && page.matches("<circle").count() == 9, "three plots of three values");
}

#[test]
fn brains_are_compared_on_the_same_bodies() {
    let root = small_data("brain-tournament");
    let arguments =
        ["tournament", "--brains=goap,utility", "--level", "hut", "--matches", "2", "--seed", "3", "--json"];
    let output = on_data(&root, &arguments);
    assert!(output.status.success(), "{}", stderr(&output));
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    let pairs = document["pairs"].as_array().unwrap();
    assert_eq!(pairs.len(), 4, "{document}");
    assert!(pairs.iter().all(|pair| pair["matches"] == 2), "{document}");
    for result in document["results"].as_array().unwrap() {
        for field in ["hunters_entropy_bits", "hunted_actions_per_minute", "decide_micros_median", "mean_seconds"] {
            assert!(result[field].as_f64().is_some_and(|value| value > 0.0), "{field}: {result}");
        }
        assert!(result["hunted_ron"]["lines"].as_u64().unwrap() > 40, "{result}");
    }
    let unknown = on_data(&root, &["tournament", "--brains=goap,utilty", "--level", "hut"]);
    assert_eq!(unknown.status.code(), Some(2));
    assert!(stderr(&unknown).contains("did you mean `utility`?"), "{}", stderr(&unknown));
}
