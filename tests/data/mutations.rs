//! Random and malformed files: the loader reports findings and never panics.

use crate::hunt;
use proptest::prelude::*;
use quarry::data::{DataFiles, FileKind, Library};
use quarry_ron::{
    Document,
    map::{RonMap, RonPath, replace},
};

fn shipped() -> &'static DataFiles {
    static FILES: std::sync::OnceLock<DataFiles> = std::sync::OnceLock::new();
    FILES.get_or_init(hunt::files)
}

/// Small files, for speed.
fn small(path: &str) -> bool {
    ["agents/", "rules/", "levels/", "minds/", "brains/", "palette"].iter().any(|part| path.contains(part))
}

/// Loads the shipped data with one file changed; every finding about it must lie within it.
fn examine(path: &str, bytes: Vec<u8>) {
    let mut files = shipped().clone();
    let lines = bytes.split(|byte| *byte == b'\n').count();
    files.put(path, bytes);
    let (_, findings) = Library::examine(&files, &hunt::SCHEMA);
    for finding in findings {
        assert!(!finding.message.is_empty());
        assert!(!finding.snippet().is_empty());
        if finding.file == files.display_path(path) {
            assert!(finding.line as usize <= lines, "{finding}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_bytes_do_not_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let _ = Document::decode("any.ron", bytes);
    }

    #[test]
    fn random_ron_characters_do_not_panic(text in "[\\[\\](){}:,\"'a-c0-9.\\\\/*r#\\-+ \n]{0,60}") {
        if let Ok(document) = Document::parse("any.ron", &text) {
            let _ = document.read::<quarry::data::level::Level>();
            for kind in [FileKind::Level, FileKind::Rules, FileKind::Agent, FileKind::Mind, FileKind::Brain, FileKind::Palette] {
                let mut files = DataFiles::default();
                files.put(&hunt::SCHEMA.path(kind, "any"), text.clone());
                let _ = Library::examine(&files, &hunt::SCHEMA);
            }
        }
    }

    #[test]
    fn the_scanner_accepts_what_ron_accepts(text in "[\\[\\](){}:,\"a-c0-9. ]{0,24}") {
        let scanned = RonMap::new(&text);
        let read = ron::from_str::<ron::Value>(&text);
        // The scanner also refuses repeated keys.
        if read.is_ok() {
            let twice = scanned.as_ref().err().is_some_and(|error| error.message.contains("twice"));
            prop_assert!(scanned.is_ok() || twice, "{text}: {:?}", scanned.err());
        }
    }

    #[test]
    fn a_truncated_or_changed_file_does_not_panic(
        which in any::<proptest::sample::Index>(),
        at in any::<proptest::sample::Index>(),
        what in prop_oneof![
            Just(None),
            proptest::sample::select(vec!["(", ")", "[", "{", "\"", "'", ",", ":", "0", "-1", "1e39", "x", " ", "?", "\u{fffd}"])
                .prop_map(Some),
        ],
        removed in 0_usize..4,
    ) {
        let candidates: Vec<&str> = shipped().iter().map(|(path, ..)| path).filter(|path| small(path)).collect();
        let path = *which.get(&candidates);
        let mut bytes = shipped().get(path).unwrap_or_default().to_vec();
        let at = at.index(bytes.len());
        match what {
            None => bytes.truncate(at),
            Some(new) => {
                let end = (at + removed).min(bytes.len());
                bytes.splice(at..end, new.bytes());
            }
        }
        examine(path, bytes);
    }

    #[test]
    fn a_value_replaced_by_itself_changes_nothing(which in any::<proptest::sample::Index>()) {
        let bytes = shipped().get("assets/hunt/rules/standard.ron").unwrap_or_default();
        let text = String::from_utf8_lossy(bytes).into_owned();
        let paths = ["time_limit", "sides[\"hunter\"].count", "doors.swing_seconds", "noises[\"door\"]", "projectiles[\"bolt\"].speed"];
        let path = which.get(&paths).parse::<RonPath>().unwrap_or_default();
        let map = RonMap::new(&text).map_err(|error| TestCaseError::fail(error.message))?;
        let span = map.find(&text, &path).map(|node| node.span.clone()).unwrap_or_default();
        let value = text.get(span).unwrap_or_default();
        prop_assert_eq!(replace(&text, &path, value), Ok(text.clone()));
    }
}
