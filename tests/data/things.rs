//! Mistakes in the files of things, and in what levels do with them: each with its place and a remedy.

use super::{place, with};
use crate::hunt;
use quarry::data::{DataFiles, Library};

const WINDOW: &str = "assets/hunt/things/barred_window.ron";
const WINCH: &str = "assets/hunt/things/winch.ron";
const MANOR: &str = "levels/hunt/manor.ron";

/// Finds what a change of a file leads to, a message and help with these words, where `at` stands.
fn found(files: &DataFiles, path: &str, at: &str, words: &[&str]) {
    let (_, findings) = Library::examine(files, &hunt::SCHEMA);
    let here = place(files, path, at);
    let at_the_place =
        findings.iter().filter(|finding| finding.file.ends_with(path) && (finding.line, finding.column) == here);
    let said: Vec<String> = at_the_place
        .map(|finding| format!("{} {}", finding.message, finding.help.clone().unwrap_or_default()))
        .collect();
    assert!(!said.is_empty(), "nothing at {here:?}: {findings:#?}");
    assert!(said.iter().any(|said| words.iter().all(|word| said.contains(word))), "{said:?}");
}

#[test]
fn a_state_that_the_thing_does_not_have() {
    let files = with(WINDOW, "to: \"open\"", "to: \"opne\"");
    found(&files, WINDOW, "\"opne\"", &["unknown state `opne`", "did you mean `open`?"]);
    let files = with(WINDOW, "start: \"nailed\"", "start: \"shut\"");
    found(&files, WINDOW, "\"shut\"", &["unknown state `shut`"]);
}

#[test]
fn a_side_an_item_a_noise_and_a_prop_that_do_not_exist() {
    for (path, old, new, word) in [
        (WINDOW, "by: [\"hunter\"]", "by: [\"huntre\"]", "huntre"),
        (WINDOW, "carrying: [\"crowbar\"]", "carrying: [\"crowbra\"]", "crowbra"),
        (WINDOW, "noise: \"hammering\"", "noise: \"hamering\"", "hamering"),
        (WINCH, "prop: \"winch_bare\"", "prop: \"winch_bear\"", "winch_bear"),
    ] {
        found(&with(path, old, new), path, &format!("\"{word}\""), &[&format!("`{word}`"), "did you mean"]);
    }
}

#[test]
fn a_use_without_a_state_and_a_verb_that_means_something_else() {
    let files = with(WINCH, "from: [\"bare\"], to: \"cranked\"", "from: [], to: \"cranked\"");
    found(&files, WINCH, "(from: []", &["no state is named", "write `from: [\"STATE\"]`"]);
    let files = with(WINCH, "\"wind\": (", "\"take\": (");
    found(&files, WINCH, "(from: [\"oiled\"]", &["`take`", "choose another verb"]);
}

#[test]
fn a_prop_that_would_block_after_it_is_gone() {
    let files = with(WINCH, "prop: \"winch_bare\"", "prop: \"wardrobe\"");
    found(&files, WINCH, "\"wardrobe\"", &["solid parts", "solid: false"]);
}

#[test]
fn a_thing_that_cannot_be_read_makes_no_verb_unknown() {
    let files = with("assets/hunt/things/door_beam.ron", "bars: true", "bars: ture");
    let (_, findings) = Library::examine(&files, &hunt::SCHEMA);
    assert!(findings.iter().any(|finding| finding.message.contains("found `ture`")), "{findings:#?}");
    assert!(!findings.iter().any(|finding| finding.message.contains("unknown verb")), "{findings:#?}");
}

#[test]
fn what_bars_a_door_and_stands_in_no_doorway() {
    let old = "'G': (ground: floor(material: \"marble_tiles\"), contains: [thing(name: \"snare\", facing: south)])";
    let files = with(MANOR, old, &old.replace("\"snare\"", "\"door_beam\""));
    let at = "thing(name: \"door_beam\", facing: south)";
    found(&files, MANOR, at, &["`door_beam` bars a door, but stands in no doorway", "door(...)"]);
}

#[test]
fn what_shelters_and_stands_in_a_doorway() {
    let old = "'=': (ground: door(material: \"oak_floor\"), contains: [thing(name: \"door_beam\")])";
    let files = with(MANOR, old, &old.replace("\"door_beam\"", "\"curtain\""));
    found(
        &files,
        MANOR,
        "thing(name: \"curtain\")]",
        &["`curtain` shelters agents, but stands in a doorway", "move it"],
    );
}

#[test]
fn a_level_that_lacks_what_a_use_needs_or_wires_what_is_not_there() {
    let files = with(MANOR, "\"crank\": 1, \"oil_flask\": 1", "\"crank\": 1");
    found(&files, MANOR, "{\"crowbar\": 1, \"crank\": 1", &["nobody can oil the winch", "\"oil_flask\": 1"]);
    let files = with(MANOR, "\"crank\": 1", "\"crank\": 30");
    found(&files, MANOR, "30, \"oil_flask\"", &["places for it", "ask for fewer"]);
    let files = with(MANOR, "\"crank\": 1", "\"carnk\": 1");
    found(&files, MANOR, "\"carnk\"", &["unknown item `carnk`", "did you mean `crank`?"]);
    let files = with(MANOR, "when: {\"winch\": \"wound\"}", "when: {\"winch\": \"wuond\"}");
    found(&files, MANOR, "\"wuond\"", &["unknown state `wuond`", "did you mean `wound`?"]);
    let files = with(MANOR, "then: {\"side_gate\"", "then: {\"back_gate\"");
    found(&files, MANOR, "\"back_gate\"", &["`back_gate`"]);
    let files = with(MANOR, "lamps: {\"wall_lamp\"", "lamps: {\"wal_lamp\"");
    found(&files, MANOR, "\"wal_lamp\"", &["unknown prop with a lamp", "did you mean `wall_lamp`?"]);
    let files = with(
        MANOR,
        "lamps: {\"wall_lamp\": (thing: \"fuse_box\", state: \"live\")",
        "lamps: {\"wall_lamp\": (thing: \"fuse_box\", state: \"liv\")",
    );
    found(&files, MANOR, "\"liv\"", &["unknown state `liv`", "did you mean `live`?"]);
}

#[test]
fn a_use_that_gives_what_nobody_knows_and_a_light_that_is_none() {
    const BOX: &str = "assets/hunt/things/fuse_box.ron";
    found(
        &with(BOX, "gives: [\"fuse\"]", "gives: [\"fuze\"]"),
        BOX,
        "\"fuze\"",
        &["unknown item `fuze`", "did you mean `fuse`?"],
    );
    const LANTERN: &str = "assets/hunt/things/lantern.ron";
    found(&with(LANTERN, "lights: 6", "lights: -6"), LANTERN, "-6", &["0", "30"]);
    // What a use gives need not lie anywhere.
    let files = with(MANOR, ", \"fuse\": 2", "");
    assert_eq!(Library::examine(&files, &hunt::SCHEMA).1, []);
}

#[test]
fn an_exit_that_some_draw_leaves_without_what_it_takes() {
    const CHEST: &str = "assets/hunt/things/chest.ron";
    let files = with(CHEST, "by: [\"hunted\"], seconds", "by: [\"hunted\"], carrying: [\"crowbar\"], seconds");
    found(&files, MANOR, "{\"crowbar\": 1", &["nobody can open_up the chest here", "a crowbar may lie where"]);
    let files = with(WINCH, "consumes: [\"oil_flask\"]", "consumes: [\"oil_flask\", \"oil_flask\"]");
    found(&files, MANOR, "{\"crowbar\": 1", &["nobody can oil the winch here", "more of the oil_flask"]);
    let files = with(WINCH, "from: [\"cranked\"]", "from: [\"wound\"]");
    found(&files, MANOR, "{\"crowbar\": 1", &["nobody can wind the winch here", "never in `oiled`"]);
    found(&files, MANOR, "(when: {\"winch\": \"wound\"}", &["nothing ever sets this off", "`wound`"]);
    // What follows from treading, and from a gate that is locked at first, is possible.
    let files = with(
        "assets/hunt/things/snare.ron",
        "from: [\"bare\"], to: \"set\"",
        "from: [\"sprung\", \"bare\"], to: \"set\"",
    );
    assert_eq!(Library::examine(&files, &hunt::SCHEMA).1, []);
    let files = with(MANOR, "(when: {\"winch\": \"wound\"}", "(when: {\"side_gate\": \"locked\"}");
    assert_eq!(Library::examine(&files, &hunt::SCHEMA).1, []);
}

#[test]
fn a_tread_that_leads_to_a_state_a_side_or_a_noise_that_does_not_exist() {
    const SNARE: &str = "assets/hunt/things/snare.ron";
    for (old, new, word) in [
        ("to: \"sprung\", holds", "to: \"spruns\", holds", "spruns"),
        ("(by: [\"hunted\"], within", "(by: [\"huntde\"], within", "huntde"),
        ("noise: \"snap\"", "noise: \"snip\"", "snip"),
    ] {
        found(&with(SNARE, old, new), SNARE, &format!("\"{word}\""), &[&format!("`{word}`")]);
    }
    let files = with(SNARE, "{agent} cuts", "{agnet} cuts");
    found(&files, SNARE, "\"{agnet} cuts", &["`{agnet}`", "did you mean `{agent}`?"]);
    let files = with(SNARE, "to: \"sprung\", holds", "to: \"set\", holds");
    found(&files, SNARE, "\"set\", holds", &["leads from `set` to itself"]);
}

#[test]
fn an_action_of_a_use_that_the_thing_does_not_have() {
    let set = "assets/hunt/actions/breaking_out.ron";
    let files = with(set, "\"winch/oil_winch\"", "\"winch/grease_winch\"");
    found(&files, set, "\"winch/grease_winch\"", &["the set `winch` has no action `grease_winch`"]);
}

#[test]
fn captivity_without_what_holds_the_caught() {
    const RULES: &str = "assets/hunt/rules/captivity.ron";
    let captive = "assets/hunt/things/captive.ron";
    let mut files = with(captive, "appears: true", "states: {\"lying\": ()}, start: \"lying\", appears: true");
    found(&files, RULES, "(times: 1", &["no thing `captive`", "an item", "assets/hunt/things/captive.ron"]);
    found(&files, captive, "true, taken_by", &["only items have this"]);
    files =
        with("assets/hunt/things/cell.ron", "\"locked\": (prop: \"cage_locked\")", "\"shut\": (prop: \"cage_locked\")");
    found(&files, RULES, "(times: 1", &["no thing `cell`", "the state `locked`"]);
}

#[test]
fn what_a_kind_of_item_says_of_who_takes_it_goes_before_the_verbs_of_a_side() {
    let library = hunt::library();
    let (_, rules) = library.rules("standard").expect("the standard rules");
    let takes = |side: &str, kind: &str| rules.allows_taking(side.into(), kind.into());
    assert!(takes("hunter", "captive") && !takes("hunted", "captive"));
    assert!(takes("hunted", "crowbar") && !takes("hunter", "crowbar") && takes("hunted", "key"));
}
