//! The numbers of the shipped data: their declared ranges, and how a changed one is named.

use std::fs;

use crate::hunt;
use quarry::{
    data::{FileKind, ranges},
    simulation::retune::{TunableGroup, tunables},
};
use quarry_minds::protocol::label;
use quarry_ron::{
    Document,
    map::{RonPath, diff, replace},
};

#[test]
fn every_tunable_is_within_its_declared_range() {
    let library = hunt::library();
    for kind in ["hunter", "hunted"] {
        let all = tunables(&library, label(kind));
        for what in [
            "speed",
            "half angle",
            "range",
            "rate",
            "acuity",
            "radius",
            "base relevance",
            "hysteresis",
            "cost",
            "timeout",
        ] {
            assert!(all.iter().any(|one| one.what == what), "{kind} has no {what}");
        }
        // The parameters of behaviours declare their ranges in crates/minds/src/behaviours.
        for one in all.iter().filter(|one| one.group != TunableGroup::Behaviour) {
            let range =
                ranges::find(FileKind::from_path(&one.file), &hunt::SCHEMA, &one.path.parse().unwrap()).unwrap();
            assert!((range.min..=range.max).contains(&one.value), "{one:?}");
            assert_eq!((one.range, one.limits, one.unit), (range.slider, (range.min, range.max), range.unit));
        }
    }
}

#[test]
fn one_number_changed_in_a_level_is_named_alone() {
    let text = fs::read_to_string(hunt::root().join("levels/hunt/courtyard.ron")).unwrap();
    let document = Document::parse("courtyard.ron", &text).unwrap();
    let paths: Vec<RonPath> = document.map().numbers(&text).into_iter().map(|(path, _)| path).collect();
    assert!(paths.len() > 100);
    for path in paths.iter().step_by(7) {
        let changed = replace(&text, path, "1.2345").unwrap();
        let found = diff(&text, &changed).unwrap();
        assert_eq!(found.iter().map(|change| &change.path).collect::<Vec<_>>(), [path]);
    }
}
