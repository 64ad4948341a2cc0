//! A recording that does not match the program or the data is refused, with the reason.

use std::{fs, path::Path};

use quarry::{lab::recording::Recording, simulation::MatchSetup};

use super::{folder, library, on_data, origin, quarry, recorded, stderr};
use crate::hunt;

/// A recording of two seconds, in a file.
fn short(folder: &Path) -> String {
    let library = library();
    let origin = origin(&library, "courtyard", &MatchSetup { seed: 5, ..MatchSetup::default() });
    let assets = origin.prepare(&hunt::game(), &library).unwrap();
    let path = folder.join("short.quarry");
    recorded(origin, &assets, 60, |_, _| ()).save(&path).unwrap();
    path.to_string_lossy().into_owned()
}

fn copy_data(to: &Path) {
    fn copy(from: &Path, to: &Path) {
        fs::create_dir_all(to).unwrap();
        for entry in fs::read_dir(from).unwrap() {
            let path = entry.unwrap().path();
            let target = to.join(path.file_name().unwrap());
            if path.is_dir() {
                copy(&path, &target);
            } else if path.extension().is_some_and(|ending| ending == "ron") {
                fs::copy(&path, &target).unwrap();
            }
        }
    }
    for part in ["assets", "levels"] {
        copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join(part), &to.join(part));
    }
}

#[test]
fn changed_data_are_refused_with_the_name_of_the_file() {
    let folder = folder("refused");
    let file = short(&folder);
    let data = folder.join("data");
    copy_data(&data);
    assert!(
        on_data(&data, &["replay", &file, "--verify"]).status.success(),
        "the same data in another folder are accepted"
    );

    // Files that this match does not read may change.
    let other = data.join("levels/hunt/manor.ron");
    fs::write(&other, format!("{}\n// another comment\n", fs::read_to_string(&other).unwrap())).unwrap();
    assert!(on_data(&data, &["replay", &file, "--verify"]).status.success());

    let rules = data.join("assets/hunt/rules/standard.ron");
    let text = fs::read_to_string(&rules).unwrap();
    assert!(text.contains("\"unlock\": 75.0"));
    fs::write(&rules, text.replace("\"unlock\": 75.0", "\"unlock\": 51.0")).unwrap();
    let refused = on_data(&data, &["replay", &file, "--verify"]);
    assert_eq!(refused.status.code(), Some(2));
    let said = stderr(&refused);
    assert!(said.contains("assets/hunt/rules/standard.ron") && !said.contains("assets/hunt/minds"), "{said}");
    assert!(refused.stdout.is_empty());

    // The first two seconds do not depend on the exit, so --anyway finds the same match. With a slower body it is another
    // match, and the second in which it diverges is named.
    assert!(on_data(&data, &["replay", &file, "--verify", "--anyway"]).status.success());
    for agent in fs::read_dir(data.join("assets/hunt/agents")).unwrap() {
        let path = agent.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, text.replace("walk: 2.", "walk: 1.")).unwrap();
    }
    let other = on_data(&data, &["replay", &file, "--verify", "--anyway"]);
    assert_eq!(other.status.code(), Some(1), "{}", stderr(&other));
    assert!(String::from_utf8_lossy(&other.stdout).contains("first difference in second 1"));
}

#[test]
fn another_program_is_refused() {
    let folder = folder("program");
    let file = short(&folder);
    let mut recording = Recording::load(Path::new(&file)).unwrap();
    recording.header.origin.program.source = "0123456789abcdef".to_owned();
    recording.save(Path::new(&file)).unwrap();
    let refused = quarry(&["replay", &file, "--verify"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(stderr(&refused).contains("another program"), "{}", stderr(&refused));
}

#[test]
fn a_file_that_is_not_a_recording_is_refused() {
    let folder = folder("none");
    let file = short(&folder);
    let whole = fs::read(&file).unwrap();
    let cut = folder.join("cut.quarry");
    for (bytes, said) in [
        (whole[..whole.len() / 2].to_vec(), "cut short"),
        (b"(tick_rate: 30)".to_vec(), "not a recording"),
        (Vec::new(), "not a recording"),
        (b"quarry recording 9\n{}\n\n".to_vec(), "format 9"),
    ] {
        fs::write(&cut, bytes).unwrap();
        let refused = quarry(&["replay", &cut.to_string_lossy(), "--verify"]);
        assert_eq!(refused.status.code(), Some(2));
        assert!(stderr(&refused).contains(said), "{}", stderr(&refused));
        assert!(stderr(&refused).contains("cut.quarry"));
    }
    let missing = quarry(&["replay", "/no/such/file.quarry"]);
    assert_eq!(missing.status.code(), Some(2));
}
