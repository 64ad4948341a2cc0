//! Wrong data: one clear error with its position and what was expected, exit status 2, no panic, nothing played.

use std::{fs, path::Path};

use super::{on_data, quarry, small_data, stderr};

/// Replaces a text in a file, which must contain it.
fn replace(root: &Path, file: &str, old: &str, new: &str) {
    let path = root.join(file);
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains(old), "{file} has no {old:?}");
    fs::write(path, text.replacen(old, new, 1)).unwrap();
}

/// Plays with the small data after a change that breaks them; the error must contain each of `says`.
fn refuses(name: &str, change: impl Fn(&Path), says: &[&str]) {
    let root = small_data(name);
    let before = on_data(&root, &["simulate", "--level", "hut"]);
    assert!(before.status.success(), "before the change: {}", stderr(&before));
    change(&root);
    let output = on_data(&root, &["simulate", "--level", "hut", "--json"]);
    let complaint = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{complaint}");
    assert!(output.stdout.is_empty(), "results were printed");
    assert!(!complaint.contains("panicked"), "{complaint}");
    for word in says {
        assert!(complaint.contains(word), "no {word:?} in: {complaint}");
    }
    let errors = complaint.matches("error: ").count();
    assert_eq!(errors, 1, "one error is enough: {complaint}");
}

#[test]
fn a_missing_file() {
    refuses("missing", |root| fs::remove_file(root.join("assets/shared/props.ron")).unwrap(), &["props.ron"]);
}

#[test]
fn a_syntax_error() {
    refuses("syntax", |root| replace(root, "levels/hunt/hut.ron", "keys: 2,", "keys: 2;"), &["levels/hunt/hut.ron:6:"]);
}

#[test]
fn an_unknown_field() {
    let change = |root: &Path| replace(root, "levels/hunt/hut.ron", "keys_needed: 1", "keys_neded: 1");
    refuses("field", change, &["levels/hunt/hut.ron:5:9", "keys_needed"]);
}

#[test]
fn an_unknown_name() {
    let change = |root: &Path| replace(root, "levels/hunt/hut.ron", "\"plaster\"", "\"plastr\"");
    refuses("name", change, &["levels/hunt/hut.ron:", "plastr", "plaster"]);
}

#[test]
fn a_level_without_an_exit() {
    refuses("exit", |root| replace(root, "levels/hunt/hut.ron", "EE", "##"), &["levels/hunt/hut.ron", "exit"]);
}

#[test]
fn a_key_out_of_reach() {
    let wall_in = |root: &Path| {
        replace(root, "levels/hunt/hut.ron", "#h....#......k.#", "#h....#....##k##");
        replace(root, "levels/hunt/hut.ron", "#.p...#........#", "#.p...#....#####");
    };
    refuses("reach", wall_in, &["levels/hunt/hut.ron:"]);
}

#[test]
fn ragged_rows() {
    let change = |root: &Path| replace(root, "levels/hunt/hut.ron", "#.....#........#", "#.....#.......#");
    refuses("ragged", change, &["levels/hunt/hut.ron:", "15"]);
}

#[test]
fn names_on_the_command_line() {
    for (arguments, says) in [
        (&["simulate", "--level", "mannor"][..], "manor"),
        (&["simulate", "--rules", "nothing"], "standard"),
        (&["simulate", "--matches", "0"], "0"),
        (&["simulate", "--jobs", "-1"], "-1"),
        (&["simulat"], "simulate"),
    ] {
        let output = quarry(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(stderr(&output).contains(says), "{arguments:?}: {}", stderr(&output));
    }
    let output = on_data(Path::new("/nowhere/at/all"), &["simulate"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("/nowhere/at/all"), "{}", stderr(&output));
}
