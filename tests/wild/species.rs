//! Species are data: one that only a folder of RON knows is checked, lives, is counted, and can be placed; a mistake in its figure is found.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    sync::{Arc, atomic::AtomicBool},
};

use quarry::{
    data::Library,
    games::wild::SCHEMA,
    lab::{Arena, MatchSpec, Summary, play},
    simulation::InterventionSpec,
};
use quarry_minds::protocol::label;

use super::{shared_senses::mistake, stage::game};

const OTTER: &str = r#"(
    like: "fox",
    side: "otter",
    look: (figure: (ears: (form: round, length: 0.05), tail: (bushy: 0)), names: ["Brook"], colours: [(0.3, 0.2, 0.1)]),
)"#;

const RULES: &str = r#"(
    like: "standard",
    sides: {"otter": (agent: "otter", count: 2, starts_like: "wolf", verbs: ["eat", "drink", "sleep", "enter", "leave"])},
    noises: {"bark": 50},
    game: (species: {"otter": (
        diet: ["meat"], grown_at: 100, litter: (1, 2), gestation: 30, mating_rest: 100, mating_needs: {}, meals: 1,
        mating_call: Some("bark"), setup: (count: 5, most: 9),
    )}),
)"#;

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().flatten() {
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        if from.is_dir() {
            copy(&from, &to);
        } else {
            fs::copy(from, to).unwrap();
        }
    }
}

/// A data folder with the shipped data of the wild and one more species.
fn folder_with_otters() -> PathBuf {
    let folder = std::env::temp_dir().join(format!("quarry-otters-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    for part in ["assets/shared", "assets/wild", "levels/wild"] {
        copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join(part), &folder.join(part));
    }
    fs::write(folder.join("assets/wild/agents/otter.ron"), OTTER).unwrap();
    fs::write(folder.join("assets/wild/rules/otters.ron"), RULES).unwrap();
    folder
}

#[test]
fn a_species_that_is_only_data_lives_is_counted_and_can_be_placed() {
    let folder = folder_with_otters();
    let library = Library::load(&folder, &SCHEMA).unwrap_or_else(|findings| panic!("{findings:?}"));
    fs::remove_dir_all(folder).unwrap();
    let library = Arc::new(library);
    let mut rules = library.rules("otters").unwrap().1.clone();
    rules.time_limit = 60.0;
    let counts = BTreeMap::from([(label("otter"), 3)]);
    let arena = Arena::new(&game(), &library, &[label("glade")], &rules, &counts).unwrap();
    let played = play(&arena, MatchSpec { level: label("glade"), seed: 4 }, &AtomicBool::new(false)).unwrap();
    assert_eq!((played.record.fault.as_deref(), played.record.number("alive.otter")), (None, 3.0));

    let results = game().results();
    let scores = results.scores_of(played.record.numbers.keys());
    let titles: Vec<&str> = scores.iter().map(|score| score.title).filter(|title| title.contains("otter")).collect();
    assert_eq!(titles, ["otter alive", "otter born", "otter died"]);
    let summary = Summary::from_records(results, [&played.record]);
    assert_eq!(summary.counts.get("alive.otter"), Some(&3));

    let offered = |rules: &str| {
        let all = InterventionSpec::of_rules(game().interventions(), library.rules(rules).unwrap().1);
        all.iter().find(|spec| spec.name == "place_otter").map(|spec| spec.title)
    };
    assert_eq!((offered("otters"), offered("standard")), (Some("Place a new otter"), None));
}

#[test]
fn a_mistake_in_a_figure_is_found_at_its_place() {
    const BEAR: &str = "assets/wild/agents/bear.ron";
    let found = mistake(BEAR, ("form: round, root: (0.14,", "form: round, root: (14,"), 1);
    assert_eq!(found.message, "14 is out of range");
    assert!(found.excerpt.contains("root: (14,") && found.line > 40, "{found}");

    let found = mistake(BEAR, ("form: round", "form: square"), 1);
    assert!(found.message.contains("square") && found.excerpt.contains("ears:"), "{found}");

    let found = mistake(BEAR, ("droop: 40", "drop: 40"), 1);
    assert!(found.message.contains("drop") && found.excerpt.contains("tail:"), "{found}");

    let found = mistake(BEAR, ("model: \"animal\"", "model: \"bear\""), 1);
    assert!(found.message.contains("unknown model `bear`"), "{found}");
}

#[test]
fn foxes_live_beside_the_others() {
    let library = Arc::new(super::stage::library());
    let mut rules = library.rules("foxes").unwrap().1.clone();
    rules.time_limit = 120.0;
    let arena = Arena::new(&game(), &library, &[label("glade")], &rules, &BTreeMap::new()).unwrap();
    let played = play(&arena, MatchSpec { level: label("glade"), seed: 2 }, &AtomicBool::new(false)).unwrap();
    let of = |number: &str| played.record.number(&format!("{number}.fox"));
    assert_eq!(played.record.fault, None);
    assert_eq!((of("alive") - of("births"), of("deaths")), (4.0, 0.0));
}
