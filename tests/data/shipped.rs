//! Every shipped file is valid; a failure names the file.

use crate::hunt;
use quarry::{
    data::{DataFiles, FileKind, Library, faults::SHARED_DETECTORS},
    games,
};
use quarry_ron::Document;

fn files() -> DataFiles {
    hunt::files()
}

#[test]
fn every_shipped_file_is_ron_and_of_a_known_kind() {
    let of_games = quarry::games::all().into_iter().map(|game| game.schema());
    let files: Vec<DataFiles> = of_games.map(|schema| DataFiles::read(hunt::root(), schema.name).unwrap()).collect();
    for (path, kind, bytes) in files.iter().flat_map(DataFiles::iter) {
        let document = Document::decode(path, bytes.to_vec()).unwrap_or_else(|finding| panic!("{}", finding.snippet()));
        if kind != FileKind::Other {
            assert_eq!(FileKind::from_document(&document), Some(kind), "{path} looks like something else");
        }
    }
}

#[test]
fn a_file_that_builds_on_another_is_known_by_the_little_it_states() {
    let kind = |text: &str| FileKind::from_document(&Document::parse("somewhere.ron", text).unwrap());
    for mind in ["actions: [(name: \"patrol\")]", "goals: []", "thinking: ()", "action_sets: [\"catching\"]"] {
        assert_eq!(kind(&format!("(like: \"hunter\", {mind})")), Some(FileKind::Mind), "{mind}");
    }
    assert_eq!(kind("(actions: [(name: \"patrol\", like: \"common/patrol\")])"), Some(FileKind::ActionSet));
    assert_eq!(kind("(like: \"hunter\", mind: \"novice_hunter\")"), Some(FileKind::Agent));
    assert_eq!(kind("(like: \"standard\", time_limit: 60)"), Some(FileKind::Rules));
}

#[test]
fn the_shipped_data_has_no_errors_and_no_warnings() {
    for game in quarry::games::all() {
        let files = DataFiles::read(hunt::root(), game.schema().name).unwrap();
        let (library, findings) = Library::examine(&files, game.schema());
        let said: Vec<String> = findings.iter().map(quarry_ron::Finding::snippet).collect();
        assert!(library.is_some() && findings.is_empty(), "{}: {}", game.schema().name, said.join("\n"));
    }
}

#[test]
fn the_digest_depends_on_every_byte() {
    let mut files = files();
    let before = Library::from_files(&files, &hunt::SCHEMA).unwrap().digest;
    assert_eq!(Library::from_files(&files, &hunt::SCHEMA).unwrap().digest, before);
    let mut palette = files.get("assets/shared/palette.ron").unwrap().to_vec();
    palette.extend_from_slice(b"// A comment.\n");
    files.put("assets/shared/palette.ron", palette);
    assert_ne!(Library::from_files(&files, &hunt::SCHEMA).unwrap().digest, before);
}

#[test]
fn an_unknown_level_is_refused_with_a_similar_name() {
    let library = Library::from_files(&files(), &hunt::SCHEMA).unwrap();
    let answer = library.level("maner").unwrap_err();
    assert!(answer.contains("did you mean `manor`?"), "{answer}");
    assert!(library.level("manor").is_ok() && library.rules("standard").is_ok());
}

#[test]
fn a_file_where_nothing_reads_it_is_warned_of_with_its_place() {
    for stray in ["assets/hunt/old/minds/odd.ron", "assets/hunt/minds/spare/odd.ron"] {
        let mut files = DataFiles::read(hunt::root(), hunt::SCHEMA.name).unwrap();
        let mind = String::from_utf8(files.get("assets/hunt/minds/hunter.ron").unwrap().to_vec()).unwrap();
        files.put(stray, mind);
        let library = Library::from_files(&files, &hunt::SCHEMA).unwrap();
        let found: Vec<String> = library.warnings.iter().map(ToString::to_string).collect();
        assert!(
            found.iter().any(|one| one.contains(stray) && one.contains("move it to assets/hunt/minds/odd.ron")),
            "{found:?}"
        );
        assert!(!library.minds.contains_key(&quarry_minds::protocol::label("odd")), "it is not read");
    }
}

#[test]
fn each_game_declares_the_detectors_of_faults_that_it_has() {
    for game in games::all() {
        let own: Vec<&str> = game.detectors().iter().map(|detector| detector.name).collect();
        assert_eq!(own, game.schema().detectors, "{}", game.schema().name);
        assert!(own.iter().all(|name| !SHARED_DETECTORS.contains(name)), "{}", game.schema().name);
    }
}
