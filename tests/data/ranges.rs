//! Every number that the panel "What if" offers is in the files, in its range, and leads back to where it stands.

use std::path::Path;

use quarry::{
    data::{FileKind, Library, ranges},
    protocol::label,
    simulation::retune::tunables,
};

#[test]
fn every_tunable_stands_in_its_file_within_its_declared_range() {
    let library = Library::load(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap();
    for kind in ["hunter", "hunted"] {
        let all = tunables(&library, label(kind));
        for what in [
            "speed",
            "half angle",
            "range",
            "rate",
            "acuity",
            "reach",
            "base relevance",
            "hysteresis",
            "cost",
            "timeout",
        ] {
            assert!(all.iter().any(|one| one.what == what), "{kind} has no {what}");
        }
        for one in all {
            let range = ranges::find(FileKind::from_path(&one.file), &one.path.parse().unwrap()).unwrap();
            assert!((range.min..=range.max).contains(&one.value), "{one:?}");
            assert_eq!((one.range, one.limits, one.unit), (range.slider, (range.min, range.max), range.unit));
        }
    }
}
