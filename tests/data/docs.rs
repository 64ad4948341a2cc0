//! `docs/data.md` knows every field that a data file may have, and every variant.

use std::{fs, path::Path};

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
    assert!(missing.is_empty(), "run scripts/data_docs.py: docs/data.md does not know {missing:?}");
}
