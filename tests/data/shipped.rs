//! Every shipped file is valid; a failure names the file.

use std::path::Path;

use quarry::data::{DataFiles, Document, FileKind, Library, decode_utf8};

fn files() -> DataFiles {
    DataFiles::read(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap_or_else(|findings| panic!("{findings:?}"))
}

#[test]
fn every_shipped_file_is_ron_and_of_a_known_kind() {
    for (path, kind, bytes) in files().iter() {
        let document = decode_utf8(path, bytes.to_vec()).and_then(|text| Document::parse(path, &text));
        let document = document.unwrap_or_else(|finding| panic!("{}", finding.snippet()));
        if kind != FileKind::Other {
            assert_eq!(FileKind::from_document(&document), Some(kind), "{path} looks like something else");
        }
    }
}

#[test]
fn the_shipped_data_has_no_errors_and_no_warnings() {
    let (library, findings) = Library::examine(&files());
    let said: Vec<String> = findings.iter().map(quarry::data::Finding::snippet).collect();
    assert!(library.is_some() && findings.is_empty(), "{}", said.join("\n"));
}

#[test]
fn the_digest_depends_on_every_byte() {
    let mut files = files();
    let before = Library::from_files(&files).unwrap().digest;
    assert_eq!(Library::from_files(&files).unwrap().digest, before);
    let mut palette = files.get("assets/palette.ron").unwrap().to_vec();
    palette.extend_from_slice(b"// A comment.\n");
    files.put("assets/palette.ron", palette);
    assert_ne!(Library::from_files(&files).unwrap().digest, before);
}

#[test]
fn an_unknown_level_is_refused_with_a_similar_name() {
    let library = Library::from_files(&files()).unwrap();
    let answer = library.level("maner").unwrap_err();
    assert!(answer.contains("did you mean `manor`?"), "{answer}");
    assert!(library.level("manor").is_ok() && library.rules("standard").is_ok());
}
