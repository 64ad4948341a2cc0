//! Senses that several species share: one file for all of them, checked at its place, and changed for all of them at once.

use std::path::Path;

use quarry::{
    data::{DataFiles, Library},
    games::wild::SCHEMA,
    senses::AgentSenses,
    simulation::retune::{TunableGroup, tunables},
};
use quarry_minds::protocol::label;
use quarry_ron::Finding;

use super::stage::{Meadow, library};

const EYES: &str = "assets/wild/senses/forward_eyes.ron";
const EARS: &str = "assets/wild/senses/keen_ears.ron";
const WOLF: &str = "assets/wild/agents/wolf.ron";

#[test]
fn one_change_retunes_every_species_that_shares_a_sense() {
    let field = ["##########", "#x..x..x.#", "#........#", "##########"];
    let mut field = Meadow::new(&field, &[("bear", (1.5, 1.5)), ("rabbit", (8.5, 1.5)), ("wolf", (4.5, 2.5))]);
    let report = field.edit(EYES, "vision.cones[0].max_range", "12.5").unwrap();
    let retuned: Vec<u16> = report.retuned.iter().map(|agent| agent.0).collect();
    assert_eq!(retuned, [0, 2], "the rabbit has eyes of its own");
    let range = |agent: u16| field.get::<AgentSenses>(agent).0.vision.cones[0].max_range;
    assert_eq!((range(0), range(2)), (12.5, 12.5));
    assert_ne!(range(1), 12.5);
    assert_eq!(field.edit(EARS, "hearing.acuity", "0.5").unwrap().retuned.len(), 3);
    let refused = field.edit(EARS, "hearing.acuity", "9").unwrap_err().to_string();
    assert!(refused.contains("keen_ears.ron") && refused.contains("9 is out of range"), "{refused}");
}

#[test]
fn sliders_change_the_file_that_gives_the_sense() {
    let library = library();
    let of = |kind: &str, what: &str| {
        let all = tunables(&library, label(kind));
        let found = all.into_iter().find(|one| one.group == TunableGroup::Sense && one.what == what).unwrap();
        assert!(library.documents[&found.file].cursor().follow(&found.path).error("").line > 1, "{found:?}");
        (found.file, found.path)
    };
    assert_eq!(of("wolf", "range"), (EYES.to_owned(), "vision.cones[0].max_range".to_owned()));
    assert_eq!(of("bear", "acuity"), (EARS.to_owned(), "hearing.acuity".to_owned()));
    let own = "senses.vision.cones[0].max_range".to_owned();
    assert_eq!(of("rabbit", "range"), ("assets/wild/agents/rabbit.ron".to_owned(), own));
}

/// The first of this many errors in the shipped data after a text of a file is replaced.
pub fn mistake(path: &str, (old, new): (&str, &str), count: usize) -> Finding {
    let mut files = DataFiles::read(Path::new(env!("CARGO_MANIFEST_DIR")), SCHEMA.name).unwrap();
    let text = String::from_utf8(files.get(path).unwrap().to_vec()).unwrap();
    assert!(text.contains(old), "{path} has no `{old}`");
    files.put(path, text.replacen(old, new, 1));
    let mut found = Library::from_files(&files, &SCHEMA).unwrap_err();
    assert_eq!(found.len(), count, "{found:?}");
    found.remove(0)
}

#[test]
fn a_mistake_in_shared_senses_is_found_at_its_place() {
    let shared = "shared: [\"forward_eyes\", \"keen_ears\"],";
    let found = mistake(WOLF, (shared, "shared: [\"forward_eyes\", \"keen_ear\"],"), 1);
    assert_eq!(found.message, "there is no file assets/wild/senses/keen_ear.ron");
    assert!(found.excerpt.contains("keen_ear\"") && found.help.unwrap().contains("`keen_ears`"));

    // The fox builds on the wolf, and has no eyes either.
    let found = mistake(WOLF, (shared, "shared: [\"keen_ears\"],"), 2);
    assert_eq!(found.message, "this agent has no eyes");

    let found = mistake(EYES, ("    vision: (", "    hearing: (), vision: ("), 2);
    // Two agents share both files.
    assert_eq!(found.message, "`keen_ears` gives `hearing`, and so does `forward_eyes`");

    let found = mistake(EARS, ("    hearing:", "    shared: [\"forward_eyes\"], hearing:"), 1);
    assert_eq!((found.message.as_str(), found.line), ("shared senses cannot name others", 3));

    let found = mistake(EARS, ("acuity: 1.4", "acuity: 14"), 1);
    assert_eq!(found.message, "14 is out of range");
}

#[test]
fn an_agent_may_replace_a_sense_that_it_shares() {
    let mut files = DataFiles::read(Path::new(env!("CARGO_MANIFEST_DIR")), SCHEMA.name).unwrap();
    let text = String::from_utf8(files.get(WOLF).unwrap().to_vec()).unwrap();
    files.put(WOLF, text.replacen("    senses: (", "    senses: (proximity: (radius: 0.5),", 1));
    let library = Library::from_files(&files, &SCHEMA).unwrap();
    let radius = |kind: &str| library.agents[&label(kind)].senses.complete(&library.senses).proximity.radius;
    assert_eq!((radius("wolf"), radius("bear")), (0.5, 2.0));
}
