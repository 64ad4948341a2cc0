//! `docs/data.md` documents every field of the data files and of the games' sections, with the range that is checked.

use std::{fs, path::Path};

use quarry::{
    data::{FileKind, ranges},
    games,
    world::level::{ThingKind, build},
};
use quarry_minds::protocol::label;

/// The schemas of data files.
const SCHEMAS: [&str; 21] = [
    "agent.rs",
    "body.rs",
    "../../../minds/src/schema/brain/behaviour_tree.rs",
    "../../../minds/src/schema/brain/mod.rs",
    "../../../minds/src/schema/brain/state_machine.rs",
    "../../../minds/src/schema/brain/utility.rs",
    "difficulty.rs",
    "graphics.rs",
    "gun.rs",
    "level.rs",
    "look.rs",
    "../../../minds/src/schema/mind/action.rs",
    "../../../minds/src/schema/mind/goal.rs",
    "../../../minds/src/schema/mind/memory.rs",
    "../../../minds/src/schema/mind/mod.rs",
    "../../../minds/src/schema/mind/query.rs",
    "perception.rs",
    "prop.rs",
    "rules.rs",
    "senses.rs",
    "thing.rs",
];

#[test]
fn every_field_is_documented() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let documented = fs::read_to_string(root.join("docs/data.md")).unwrap();
    let mut missing = Vec::new();
    let shared = SCHEMAS.into_iter().map(|schema| format!("crates/engine/src/data/{schema}"));
    let of_games = games::all().into_iter().map(|game| format!("src/games/{}/schema.rs", game.schema().name));
    for schema in shared.chain(of_games) {
        let text = fs::read_to_string(root.join(&schema)).unwrap();
        for line in text.lines().take_while(|line| !line.contains("cfg(test)")) {
            let field = line.strip_prefix("    pub ").and_then(|field| field.split_once(": ")).map(|(name, _)| name);
            let plain = |name: &&str| name.chars().all(|c| c.is_ascii_lowercase() || c == '_');
            if let Some(name) = field.filter(plain)
                && !documented.contains(&format!("- `{name}`"))
            {
                missing.push(format!("{schema}: {name}"));
            }
        }
    }
    assert!(missing.is_empty(), "run scripts/data_docs.py: docs/data.md lacks {missing:?}");
}

/// The small level in `docs/data.md` can be read and built.
#[test]
fn the_level_in_the_documentation_is_a_level() {
    let docs = fs::read_to_string(crate::hunt::root().join("docs/data.md")).unwrap();
    let (_, after) = docs.split_once("A small level of the hunt:\n\n").unwrap();
    let text: Vec<&str> = after.lines().take_while(|line| line.starts_with("    ") || line.is_empty()).collect();
    let level = crate::hunt::level(&text.join("\n"));
    let built = build(label("small"), &level, &crate::hunt::library().props).unwrap();
    assert_eq!(built.things_of(ThingKind::Gate).count(), 1);
    assert_eq!(built.things_of(ThingKind::HidingPlace).count(), 1);
}

#[test]
fn every_range_is_documented_as_it_is_checked() {
    use FileKind::{Agent, Brain, Difficulty, Graphics, Level, Mind, Palette, Props, Rules, Senses};
    let docs = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/data.md")).unwrap();
    let kinds = [Agent, Senses, Mind, Brain, Rules, Level, Props, Palette, Graphics, Difficulty];
    let games = games::all();
    let of_games = games.iter().flat_map(|game| game.schema().ranges).flat_map(|(_, ranges)| ranges.iter());
    for range in kinds.into_iter().flat_map(ranges::declared).chain(of_games) {
        let field = range.path.rsplit('.').next().unwrap().split('[').next().unwrap();
        let said = docs.lines().any(|line| {
            let named = ["", "*", "shape"].contains(&field) || line.trim_start().starts_with(&format!("- `{field}`"));
            let after = line.split_once(" Range").map_or("", |(_, after)| after);
            named && after.contains(&format!(" {}", range.describe()))
        });
        assert!(said, "run scripts/data_docs.py: docs/data.md does not give {} for `{}`", range.describe(), range.path);
    }
}
