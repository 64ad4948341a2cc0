//! One mistake in the shipped data gives one finding, at its line and column, with what was expected.

use super::{place, with};
use crate::hunt;
use quarry::{
    data::{DataFiles, Library},
    motion::navigation::{NavAgent, bake},
};
use quarry_ron::{Finding, Severity};

fn errors(files: &DataFiles) -> Vec<Finding> {
    let (_, findings) = Library::examine(files, &hunt::SCHEMA);
    findings.into_iter().filter(|finding| finding.severity == Severity::Error).collect()
}

/// Makes a mistake; expects one error, at `at` (a text of the changed file, or nothing for the whole file), that says
/// `message` and `help`.
fn mistake(path: &str, (old, new): (&str, &str), at: &str, message: &str, help: &str) {
    let files = with(path, old, new);
    let found = errors(&files);
    let said: Vec<String> = found.iter().map(Finding::snippet).collect();
    let said = said.join("\n");
    let [finding] = found.as_slice() else { panic!("{path}: `{new}` gives {} findings\n{said}", found.len()) };
    assert!(finding.file.ends_with(path), "{said}");
    assert!(finding.message.contains(message), "expected: {message}\n{said}");
    assert!(finding.help.clone().unwrap_or_default().contains(help), "expected: {help}\n{said}");
    assert_eq!((finding.line, finding.column), place(&files, path, at), "{said}");
}

const MANOR: &str = "levels/hunt/manor.ron";
const RULES: &str = "assets/hunt/rules/standard.ron";

#[test]
fn a_syntax_error() {
    mistake(MANOR, ("keys: 4),\n", "keys: 4)\n"), "\n    floors:", "expected `,` or `)`", "comma");
    mistake(MANOR, ("title: \"The Manor\"", "title: \"The Manor"), "A country", "expected `,` or `)`", "comma");
    mistake(
        "assets/shared/palette.ron",
        ("pattern: planks", "pattern: planks]"),
        "], colour",
        "expected `,` or `)`",
        "closed by",
    );
}

#[test]
fn an_unknown_field() {
    mistake(MANOR, ("wall_height", "wall_hieght"), "wall_hieght", "unknown field `wall_hieght`", "`wall_height`");
    mistake(RULES, ("time_limit", "timelimit"), "timelimit", "unknown field", "`time_limit`");
    mistake(MANOR, ("(keys_needed", "(keys_neded"), "keys_neded", "unknown field `keys_neded`", "`keys_needed`");
    mistake(RULES, ("sprint_factor", "sprint_factr"), "sprint_factr", "unknown field", "`sprint_factor`");
}

#[test]
fn a_missing_field() {
    mistake(MANOR, ("    title: \"The Manor\",\n", ""), "(\n    summary", "the field `title` is missing", "title");
    mistake(MANOR, (", keys: 4)", ")"), "(keys_needed", "the field `keys` is missing", "keys");
}

#[test]
fn a_value_of_the_wrong_type() {
    mistake(MANOR, ("keys: 4", "keys: many"), "many", "expected a whole number, found `many`", "");
    mistake(MANOR, ("cell: 0.75", "cell: \"small\""), "\"small\"", "expected a number, found the text", "");
    mistake(RULES, ("can_escape: true", "can_escape: 1"), "1, hits_to_catch", "", "");
    mistake(MANOR, ("'#': (", "\"##\": ("), "\"##\"", "expected one character", "");
}

#[test]
fn a_number_out_of_range_or_not_finite() {
    mistake(MANOR, ("cell: 0.75", "cell: 75"), "75,", "75 is out of range", "from 0.25 to 4 m");
    mistake(MANOR, ("cell: 0.75", "cell: inf"), "inf", "expected a finite number", "");
    mistake("assets/hunt/difficulty.ron", ("speed_factor: 0.92", "speed_factor: 9.2"), "9.2", "out of range", "");
    mistake("assets/shared/graphics.ron", ("default_quality: \"", "default_quality: \"x"), "\"x", "", "");
    mistake("assets/hunt/agents/hunter.ron", ("run: 4.6)", "run: 540)"), "540)", "out of range", "from 0 to 20 m/s");
    mistake(
        "assets/hunt/agents/hunter.ron",
        ("cooldown: 25.0", "cooldown: -1"),
        "-1",
        "out of range",
        "from 0 to 600 s",
    );
    mistake(RULES, ("time_limit: 480.0", "time_limit: 0"), "0,\n    sides", "out of range", "from 10 to 36000 s");
    mistake(RULES, ("hits_to_catch: 4", "hits_to_catch: 44"), "44", "44 is out of range", "from 1 to 9 hits");
}

#[test]
fn an_unknown_variant_or_name() {
    mistake(MANOR, ("wall(material", "wal(material"), "wal(", "unknown variant `wal`", "`wall`");
    mistake(MANOR, ("\"plaster\"", "\"plastre\""), "\"plastre\"", "unknown material `plastre`", "`plaster`");
    mistake(MANOR, ("spawn(\"hunted\")", "spawn(\"hunetd\")"), "\"hunetd\"", "unknown side `hunetd`", "`hunted`");
    mistake(RULES, ("\"hunted\": (can", "\"hunetd\": (can"), "\"hunetd\"", "unknown side `hunetd`", "`hunted`");
    mistake(RULES, ("attacks: [\"hunted\"", "attacks: [\"hunetd\""), "\"hunetd\"", "unknown side `hunetd`", "`hunted`");
    mistake(
        MANOR,
        ("name: \"bookshelf\"", "name: \"bookself\""),
        "\"bookself\"",
        "unknown prop `bookself`",
        "`bookshelf`",
    );
    mistake(RULES, ("\"search\"]", "\"serach\"]"), "\"serach\"", "unknown verb `serach`", "`search`");
    mistake(RULES, ("{\"take\": 6.0", "{\"tkae\": 6.0"), "\"tkae\"", "unknown verb `tkae`", "`take`");
    mistake(
        "assets/hunt/agents/hunted.ron",
        ("\"runner\"", "\"runer\""),
        "\"runer\"",
        "unknown model `runer`",
        "`runner`",
    );
    let props = "assets/shared/props.ron";
    mistake(props, ("material: \"shadow\"", "material: \"shadwo\""), "\"shadwo\"", "unknown material", "`shadow`");
    mistake(
        RULES,
        ("agent: \"hunter\"", "agent: \"huntre\""),
        "\"huntre\"",
        "there is no file assets/hunt/agents/huntre.ron",
        "`hunter`",
    );
}

#[test]
fn a_key_that_is_given_twice() {
    mistake(MANOR, ("'.': (", "'#': ("), "'#': (ground: floor", "given twice", "keep one");
    mistake(MANOR, ("keys: 4)", "keys: 4, keys: 5)"), "keys: 5", "given twice", "keep one");
}

#[test]
fn a_row_that_is_too_long_or_too_short() {
    let row = "\"#............#.p............p.........p.#,,,u,,,,,o,,#\"";
    mistake(MANOR, (row, "\"#:::#\""), "\"#:::#\"", "this row has 5 characters, the first one has 54", "same length");
    let long = row.replace(",#", ",,,#");
    mistake(
        MANOR,
        (row, &long),
        ",#\",\n                \"#............#.....g",
        "has 56 characters, the first one has 54",
        "same length",
    );
}

#[test]
fn a_character_without_a_legend_entry() {
    mistake(MANOR, ("#.k...", "#.?..."), "?...", "no entry for '?'", "'#'");
}

#[test]
fn a_patrol_in_water() {
    let water = "'q': (ground: water(material: \"kitchen_tiles\"), contains: [patrol])";
    let floor = "'q': (ground: floor(material: \"kitchen_tiles\"), contains: [patrol])";
    mistake(MANOR, (floor, water), "patrol]),\n        'o'", "nothing but props", "nobody walks there");
}

#[test]
fn a_level_without_an_exit() {
    mistake(MANOR, ("#EEE#", "#####"), "{\n        // The house", "the level has no exit", "gate(name: \"exit\"");
}

#[test]
fn a_level_that_asks_for_too_many_keys() {
    mistake(MANOR, ("keys: 4", "keys: 50"), "50)", "50 keys, but only", "draw more");
    mistake(MANOR, ("keys_needed: 2", "keys_needed: 6"), "6, keys:", "the level has only 4", "");
    mistake(RULES, ("count: 3,", "count: 1001,"), "1001", "out of range", "1000");
}

#[test]
fn a_prop_outside_of_the_level() {
    mistake(
        MANOR,
        ("name: \"desk\", at: (", "name: \"desk\", at: (99"),
        "(99",
        "`desk` is outside of the level",
        "metres",
    );
}

#[test]
fn a_missing_file() {
    let mut files = hunt::files();
    files.remove("assets/shared/palette.ron");
    let found = errors(&files);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].to_string().ends_with("assets/shared/palette.ron: error: there is no such file"), "{}", found[0]);
}

#[test]
fn a_deleted_agent_is_reported_by_its_path() {
    let mut files = hunt::files();
    files.remove("assets/hunt/agents/hunter.ron");
    let found = errors(&files);
    // Other agents build on it.
    assert!(!found.is_empty());
    assert!(found.iter().all(|one| one.message == "there is no file assets/hunt/agents/hunter.ron"), "{found:?}");
    assert!(!found[0].snippet().contains("did you mean"), "{}", found[0].snippet());
}

#[test]
fn an_unreachable_room_is_found_when_the_level_is_built() {
    // The library's doors are walled up.
    let mut files = hunt::files();
    let text = String::from_utf8(files.get(MANOR).unwrap().to_vec()).unwrap();
    let text = text.replacen("#####++#######++########++####", "##############++########++####", 1);
    let text = text.replacen("=:::::::::::+", "#:::::::::::+", 1).replacen("+:::::::::::+", "#:::::::::::+", 1);
    let text = text.replacen("+:::::::::::#", "#:::::::::::#", 2);
    let text = text.replacen("##############++", "################", 1);
    files.put(MANOR, text);
    let library = Library::from_files(&files, &hunt::SCHEMA).unwrap_or_else(|findings| panic!("{findings:?}"));
    let (name, level) = library.level("manor").unwrap();
    let faults = bake(name, level, &library.props, NavAgent::default()).map(|_| ()).unwrap_err();
    assert!(faults.iter().any(|fault| fault.message.contains("cannot be reached")), "{faults:?}");
    assert!(faults.iter().all(|fault| fault.cell.is_some()), "{faults:?}");
}

#[test]
fn a_level_without_hiding_places_or_ways_round_is_playable_but_warned_of() {
    let mut files = hunt::files();
    files.put("levels/hunt/two_rooms.ron", include_str!("two_rooms.ron"));
    let (library, found) = Library::examine(&files, &hunt::SCHEMA);
    assert!(library.is_some());
    let said: Vec<(Severity, &str)> = found.iter().map(|one| (one.severity, one.message.as_str())).collect();
    assert_eq!(
        said,
        [
            (Severity::Warning, "the level has no way round, only dead ends"),
            (Severity::Warning, "the level has only 1 hiding place for 3 hunted"),
        ]
    );
    assert!(found.iter().all(|one| one.file.ends_with("two_rooms.ron") && one.line == 4 && one.help.is_some()));
}
