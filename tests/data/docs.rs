//! `docs/data.md` documents every field of the data files, with the range that is checked.

use std::{fs, path::Path};

use quarry::data::{FileKind, ranges};

/// The schemas of data files.
const SCHEMAS: [&str; 15] = [
    "agent.rs",
    "body.rs",
    "difficulty.rs",
    "graphics.rs",
    "level.rs",
    "look.rs",
    "mind/action.rs",
    "mind/goal.rs",
    "mind/memory.rs",
    "mind/mod.rs",
    "mind/query.rs",
    "perception.rs",
    "prop.rs",
    "rules.rs",
    "senses.rs",
];

#[test]
fn every_field_is_documented() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let documented = fs::read_to_string(root.join("docs/data.md")).unwrap();
    let mut missing = Vec::new();
    for schema in SCHEMAS {
        let text = fs::read_to_string(root.join("src/data").join(schema)).unwrap();
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

#[test]
fn every_range_is_documented_as_it_is_checked() {
    use FileKind::{Agent, Difficulty, Graphics, Level, Mind, Palette, Props, Rules};
    let docs = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/data.md")).unwrap();
    for range in
        [Agent, Mind, Rules, Level, Props, Palette, Graphics, Difficulty].into_iter().flat_map(ranges::declared)
    {
        let field = range.path.rsplit('.').next().unwrap().split('[').next().unwrap();
        let said = docs.lines().any(|line| {
            let named = ["", "*", "shape"].contains(&field) || line.trim_start().starts_with(&format!("- `{field}`"));
            let after = line.split_once(" Range").map_or("", |(_, after)| after);
            named && after.contains(&format!(" {}", range.describe()))
        });
        assert!(said, "run scripts/data_docs.py: docs/data.md does not give {} for `{}`", range.describe(), range.path);
    }
}
