//! The ranges of numbers: their paths, notations and findings.

use super::*;

const GAME: GameSchema = GameSchema::plain("chess", "A game without data of its own.");

#[test]
fn a_path_is_matched_with_its_wildcards() {
    let found = |kind, path: &str| find(kind, &GAME, &path.parse().unwrap()).map(|range| range.path);
    assert_eq!(found(FileKind::Agent, "body.speeds.run"), Some("body.speeds.*"));
    assert_eq!(found(FileKind::Agent, "senses.vision.cones[3].max_range"), Some("vision.cones[].max_range"));
    assert_eq!(found(FileKind::Rules, "noises[\"door\"]"), Some("noises[]"));
    assert_eq!(found(FileKind::Palette, "[\"oak\"].colour[2]"), Some("[].colour[]"));
    assert_eq!(found(FileKind::Agent, "body.reach_further"), None);
    assert_eq!(found(FileKind::Agent, "body.speeds"), None);
}

#[test]
fn numbers_are_read_in_every_notation() {
    for (text, value) in [("1_000", 1000.0), ("-0.5", -0.5), ("0x10", 16.0), ("-0b11", -3.0), ("1e3", 1000.0)] {
        assert_eq!(parse(text), Some(value), "{text}");
    }
}

#[test]
fn a_slider_lies_within_its_range() {
    use FileKind::{Agent, Difficulty, Faults, Graphics, Level, Mind, Palette, Props, Rules};
    for range in
        [Agent, Mind, Rules, Level, Props, Palette, Graphics, Difficulty, Faults].into_iter().flat_map(declared)
    {
        let (low, high) = range.slider;
        assert!(range.min <= low && low < high && high <= range.max, "{range:?}");
    }
}

#[test]
fn a_number_out_of_range_is_found_at_its_place() {
    let text = "(cell: 0.75, legend: {'#': (ground: wall(material: \"x\", height: Some(40)))})";
    let document = Document::parse("a.ron", text).unwrap();
    let mut out = Diagnostics::default();
    check(FileKind::Level, &GAME, &document, &mut out);
    let [finding] = out.findings.as_slice() else { panic!("{:?}", out.findings) };
    assert_eq!((finding.message.as_str(), finding.column), ("40 is out of range", 70));
    assert_eq!(finding.help.as_deref(), Some("expected a number from 0.05 to 20 m"));
}
