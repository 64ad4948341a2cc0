//! Dependencies between the modules of the engine and of `src/`, and the crates that each may use. What a package may use is in its manifest.

use std::{collections::BTreeSet, fs, path::Path, process::Command};

use super::source::{PROGRAM, SourceFile, files};

/// Every top-level module and the modules it may use, in the order of the data flow. Only `cli` knows the games.
const MODULES: &[(&str, &[&str])] = &[
    ("data", &[]),
    ("world", &["data"]),
    ("motion", &["data", "world"]),
    ("senses", &["data", "world"]),
    ("simulation", &["data", "motion", "senses", "world"]),
    ("games", &["data", "motion", "senses", "simulation", "world"]),
    ("lab", &["data", "motion", "senses", "simulation", "world"]),
    ("client", &["data", "lab", "motion", "senses", "simulation", "world"]),
    ("cli", &["client", "data", "games", "lab", "motion", "senses", "simulation", "world"]),
    ("lib", &["data", "motion", "senses", "simulation", "world"]),
    ("main", &["cli"]),
];

/// What the view of a game, `src/games/NAME/view`, and the list of views in `src/games/mod.rs` may use besides.
const VIEW_MAY_USE: &[&str] = &["client"];
/// The crates that views may use besides.
const VIEW_CRATES: &[&str] = &["bevy_egui"];

/// Crates that only these modules may use.
const CRATES: &[(&str, &[&str])] = &[
    ("quarry_goap", &["cli", "client", "games", "lab", "simulation"]),
    ("bevy_rapier3d", &["client", "world"]),
    ("quarry_navmesh", &["motion"]),
    ("bevy_egui", &["client"]),
    ("egui_plot", &["client"]),
    ("leafwing_input_manager", &["client"]),
    ("wgpu", &["client"]),
    ("clap", &["cli"]),
];

#[test]
fn modules_use_only_allowed_modules() {
    let mut violations = Vec::new();
    for source in files(PROGRAM) {
        let Some((_, allowed)) = MODULES.iter().find(|(module, _)| *module == source.module()) else {
            violations.push(format!(
                "{}: the module `{}` is missing in the table MODULES",
                source.path,
                source.module()
            ));
            continue;
        };
        for (offset, used) in used_modules(&source) {
            let known = MODULES.iter().any(|(module, _)| *module == used);
            let shows = is_view(&source.path) || source.path == "src/games/mod.rs";
            let for_view = shows && VIEW_MAY_USE.contains(&used.as_str());
            if known && used != source.module() && !allowed.contains(&used.as_str()) && !for_view {
                violations.push(format!("{}: `{}` must not use `{used}`", source.at(offset), source.module()));
            }
        }
    }
    assert!(violations.is_empty(), "{}", violations.join("\n"));
}

/// Whether a file belongs to the view of a game.
fn is_view(path: &str) -> bool {
    let inside = path.strip_prefix("src/games/").and_then(|rest| rest.split_once('/'));
    inside.is_some_and(|(_, rest)| rest.starts_with("view/") || rest == "view.rs")
}

/// A game may use another one only by the engine: it names no other game.
#[test]
fn games_do_not_use_each_other() {
    let mut violations = Vec::new();
    let of = |path: &str| -> Option<String> {
        let (game, _) = path.strip_prefix("src/games/")?.split_once('/')?;
        Some(game.to_owned())
    };
    let sources = files(&["src/games"]);
    let games: Vec<String> = sources.iter().filter_map(|source| of(&source.path)).collect();
    assert!(games.iter().any(|game| game == "hunt"), "{games:?}");
    for source in &sources {
        let Some(game) = of(&source.path) else { continue };
        for (offset, _) in source.bare.match_indices("games::") {
            let used = word_at(&source.bare, offset + "games::".len());
            if used.is_none_or(|used| used != game) {
                violations.push(format!("{}: `{game}` must not use another game", source.at(offset)));
            }
        }
    }
    assert!(violations.is_empty(), "{}", violations.join("\n"));
}

#[test]
fn crates_are_used_only_by_allowed_modules() {
    let mut violations = Vec::new();
    for source in files(PROGRAM) {
        for (offset, word) in identifiers(&source.bare) {
            let restricted = CRATES.iter().find(|(name, _)| *name == word);
            let for_view = is_view(&source.path) && VIEW_CRATES.contains(&word);
            if restricted.is_some_and(|(_, modules)| !modules.contains(&source.module())) && !for_view {
                violations.push(format!(
                    "{}: `{}` must not use the crate `{word}`",
                    source.at(offset),
                    source.module()
                ));
            }
        }
    }
    assert!(violations.is_empty(), "{}", violations.join("\n"));
}

/// What the world, bodies and senses may use of `quarry_minds`: the types that they exchange with minds, and no mind.
const SHARED_WITH_MINDS: &[&str] = &["cone", "protocol", "schema"];

#[test]
fn the_world_knows_no_minds() {
    let mut violations = Vec::new();
    for source in files(&["crates/engine/src/world", "crates/engine/src/motion", "crates/engine/src/senses"]) {
        for (offset, _) in source.bare.match_indices("quarry_minds::") {
            let rest = &source.bare[offset + "quarry_minds::".len()..];
            let heads = match rest.strip_prefix('{') {
                Some(group) => heads_of_group(group),
                None => identifiers(rest).take(1).map(|(_, word)| word.to_owned()).collect(),
            };
            let wrong = heads.into_iter().filter(|head| !SHARED_WITH_MINDS.contains(&head.as_str()));
            violations.extend(wrong.map(|head| format!("{}: must not use `quarry_minds::{head}`", source.at(offset))));
        }
    }
    assert!(violations.is_empty(), "{}", violations.join("\n"));
}

/// Every version that a manifest pins exactly stands in the table of `docs/dependencies.md`, which says why; and nothing else does.
#[test]
fn pinned_versions_are_explained() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| fs::read_to_string(root.join(path)).unwrap();
    let mut pinned: Vec<(String, String)> = Vec::new();
    for manifest in [
        "Cargo.toml",
        "crates/engine/Cargo.toml",
        "crates/goap/Cargo.toml",
        "crates/lab/Cargo.toml",
        "crates/minds/Cargo.toml",
        "crates/minds-inspector/Cargo.toml",
        "crates/navmesh/Cargo.toml",
        "crates/ron/Cargo.toml",
    ] {
        for line in read(manifest).lines() {
            let Some((name, rest)) = line.split_once(" = ").filter(|(name, _)| !name.contains(' ')) else { continue };
            let version = rest.split_once("\"=").and_then(|(_, version)| version.split_once('"'));
            pinned.extend(version.map(|(version, _)| (name.to_owned(), version.to_owned())));
        }
    }
    let page = read("docs/dependencies.md");
    let cells = |row: &str| row.split('|').map(|cell| cell.trim().trim_matches('`').to_owned()).collect::<Vec<_>>();
    let rows = page.lines().filter(|line| line.starts_with("| `")).map(cells);
    let mut explained: Vec<(String, String)> = rows.map(|row| (row[1].clone(), row[2].clone())).collect();
    pinned.sort();
    explained.sort();
    assert!(pinned.len() > 8, "{pinned:?}");
    assert_eq!(pinned, explained);
}

/// What the tests add to the features of a dependency, `Cargo.toml` names for the program too: otherwise each `cargo build` after
/// `cargo test` compiles Bevy again.
#[test]
fn tests_change_no_features_of_dependencies() {
    let packages = |edges: &str| -> BTreeSet<String> {
        let mut tree = Command::new(env!("CARGO"));
        tree.args(["tree", "--locked", "--no-default-features", "--prefix", "none", "--format", "{p} {f}", "--edges"]);
        let output = tree.arg(edges).current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let text = String::from_utf8(output.stdout).unwrap();
        text.lines().map(|line| line.trim_end_matches(" (*)").to_owned()).collect()
    };
    let (without, with) = (packages("normal,build"), packages("normal,build,dev"));
    let changed: Vec<&String> = without.difference(&with).collect();
    assert!(without.len() > 100 && changed.is_empty(), "other features in tests: {changed:?}");
}

/// The planner is a package of its own: it knows neither Bevy nor the game. Other crates come only with a feature.
#[test]
fn the_planner_uses_neither_bevy_nor_the_game() {
    let sources: Vec<SourceFile> = files(&["crates/goap/src"]);
    assert!(sources.len() > 20, "{} files", sources.len());
    for source in &sources {
        for (offset, word) in identifiers(&source.bare) {
            assert!(!word.starts_with("bevy") && !word.starts_with("quarry"), "{}: uses `{word}`", source.at(offset));
        }
    }
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/goap/Cargo.toml");
    let manifest = fs::read_to_string(manifest).unwrap();
    let dependencies = dependencies(&manifest);
    for (section, line) in &dependencies {
        assert!(!line.starts_with("bevy") && !line.starts_with("quarry"), "[{section}] {line}");
        assert!(*section != "dependencies" || line.contains("optional = true"), "[{section}] {line}: not optional");
    }
}

/// The dependencies in a manifest: the section and the line of each. A section for one dependency counts as a line.
fn dependencies(manifest: &str) -> Vec<(&str, &str)> {
    let (mut section, mut found) = ("", Vec::new());
    for line in manifest.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some(header) = line.strip_prefix('[') {
            section = header.trim_end_matches(']');
            let name = section.split_once("dependencies.").map(|(_, name)| name);
            found.extend(name.map(|name| (section, name)));
        } else if section.ends_with("dependencies") {
            found.push((section, line));
        }
    }
    found
}

#[test]
fn dependencies_are_found_in_every_notation() {
    let manifest = "[package]\nname = \"a\"\n\n[dependencies]\n# none\nb = \"1\"\n[dev-dependencies.bevy]\nversion = \"1\"\n\
                    [target.'cfg(unix)'.dependencies]\nc = \"1\"\n";
    let found: Vec<&str> = dependencies(manifest).into_iter().map(|(_, line)| line).collect();
    assert_eq!(found, ["b = \"1\"", "bevy", "c = \"1\""]);
}

/// The modules that a file uses, with offsets: first segments after `crate::` or the engine's name, also in groups (`crate::{a, b::c}`),
/// and segments after a chain of `super::` that leaves the module. Paths inside the lab are none of them.
pub fn used_modules(source: &SourceFile) -> Vec<(usize, String)> {
    let code = &source.bare;
    let mut used = Vec::new();
    let roots: &[&str] = if source.module() == "lab" { &["quarry_engine::"] } else { &["crate::", "quarry_engine::"] };
    let heads = roots.iter().flat_map(|root| code.match_indices(root));
    for (offset, root) in heads.filter(|(offset, _)| starts_a_word(code, *offset)) {
        let after = offset + root.len();
        match code[after..].strip_prefix('{') {
            Some(group) => used.extend(heads_of_group(group).into_iter().map(|head| (offset, head))),
            None => used.extend(word_at(code, after).map(|word| (offset, word))),
        }
    }
    if source.module() == "lab" {
        return used;
    }
    let depth = source.inside().trim_end_matches(".rs").split('/').filter(|part| *part != "mod").count();
    let climb = "super::".repeat(depth);
    for (offset, _) in code.match_indices(&climb).filter(|(offset, _)| starts_a_word(code, *offset)) {
        used.extend(word_at(code, offset + climb.len()).map(|word| (offset, word)));
    }
    used
}

/// The first segment of each path in a `{...}` group, given the text after the opening brace.
fn heads_of_group(group: &str) -> Vec<String> {
    let mut heads = Vec::new();
    let (mut depth, mut expecting) = (0, true);
    for (i, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => expecting = true,
            _ if expecting && (c.is_alphabetic() || c == '_') => {
                heads.extend(word_at(group, i));
                expecting = false;
            }
            _ => {}
        }
    }
    heads
}

/// Whether a path can start at this offset: it is not in the middle of a word or path.
pub fn starts_a_word(code: &str, offset: usize) -> bool {
    !code[..offset].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':' || c == '$')
}

fn word_at(code: &str, offset: usize) -> Option<String> {
    let word: String = code[offset..].chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    (!word.is_empty()).then_some(word)
}

/// The identifiers of a text with their offsets.
pub fn identifiers(code: &str) -> impl Iterator<Item = (usize, &str)> {
    code.split(|c: char| !c.is_alphanumeric() && c != '_')
        .filter(|word| !word.is_empty())
        .map(|word| (word.as_ptr() as usize - code.as_ptr() as usize, word))
}

#[test]
fn the_heads_of_a_group_are_found() {
    assert_eq!(heads_of_group("data::{a, b}, mind, world::level::C};"), ["data", "mind", "world"]);
}

#[test]
fn the_view_of_a_game_is_told_from_its_rules() {
    for (path, view) in [
        ("src/games/hunt/view/mod.rs", true),
        ("src/games/hunt/view.rs", true),
        ("src/games/hunt/viewers.rs", false),
        ("src/games/mod.rs", false),
        ("src/client/view/mod.rs", false),
    ] {
        assert_eq!(is_view(path), view, "{path}");
    }
}
