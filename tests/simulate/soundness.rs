//! Twenty matches on each level: all end, no invariant is violated, and both sides win some.

use super::{matches, simulate};

#[test]
fn twenty_matches_on_each_level_hold_all_invariants_and_both_sides_win() {
    let document = simulate(&["--level", "all", "--matches", "20", "--seed", "1"]);
    let played = matches(&document);
    let mut levels: Vec<&str> = played.iter().map(|one| one["level"].as_str().unwrap()).collect();
    levels.dedup();
    assert!(levels.len() >= 3, "{levels:?}");
    let mut faults = Vec::new();
    for one in played {
        let mut check = |fine: bool, what: String| {
            if !fine {
                faults.push(format!("{} seed {}: {what}", one["level"], one["seed"]));
            }
        };
        let sound = &one["invariants"];
        check(one["outcome"] != "broken", format!("broke off: {}", one["fault"]));
        check(
            sound["longest_stall"].as_f64().unwrap() <= 10.0,
            format!("an agent stood still for {}", sound["longest_stall"]),
        );
        check(
            sound["max_off_mesh"].as_f64().unwrap() <= 0.1,
            format!("an agent was {} m off the mesh", sound["max_off_mesh"]),
        );
        check(sound["wall_crossings"] == 0, format!("through walls {} times", sound["wall_crossings"]));
        check(sound["non_finite"] == 0, "a number was not finite".into());
        let (caught, escaped) = (one["caught"].as_u64().unwrap(), one["escaped"].as_u64().unwrap());
        check(caught + escaped <= one["hunted"].as_u64().unwrap(), format!("{caught} caught and {escaped} escaped"));
    }
    for level in levels {
        for side in ["hunters", "hunted"] {
            if !played.iter().any(|one| one["level"] == level && one["outcome"] == side) {
                faults.push(format!("{level}: {side} never won in twenty matches"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
