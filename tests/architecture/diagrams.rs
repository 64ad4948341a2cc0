//! The diagrams of `docs/architecture.md`: the modules use each other as drawn, and the classes have the fields that they show.

use std::{collections::BTreeSet, fs, path::Path};

use super::{
    dependencies::used_modules,
    source::{PROGRAM, SourceFile, files},
};

/// The lines of the diagram that begins with this word.
fn diagram(kind: &str) -> Vec<String> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/architecture.md");
    let page = fs::read_to_string(page).unwrap();
    let blocks = page.split("```mermaid\n").skip(1).map(|rest| rest.split("```").next().unwrap_or_default());
    let mut found = blocks.filter(|block| block.trim_start().starts_with(kind));
    let block = found.next().unwrap_or_else(|| panic!("docs/architecture.md has no {kind}"));
    assert!(found.next().is_none(), "docs/architecture.md has two of {kind}");
    block.lines().skip(1).map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()).collect()
}

#[test]
fn modules_use_each_other_as_drawn() {
    let drawn: BTreeSet<(String, String)> = diagram("flowchart")
        .iter()
        .flat_map(|line| {
            let (from, to) = line.split_once(" --> ").unwrap_or_else(|| panic!("not an arrow: {line}"));
            to.split(" & ").map(|to| (from.to_owned(), to.to_owned())).collect::<Vec<_>>()
        })
        .collect();
    let modules: BTreeSet<&str> = drawn.iter().flat_map(|(from, to)| [from.as_str(), to.as_str()]).collect();
    let mut used: BTreeSet<(String, String)> = BTreeSet::new();
    for source in files(PROGRAM) {
        // The views of the games are left out: they use the client, which uses no game.
        if source.path.contains("/view/") || source.path == "src/games/mod.rs" {
            continue;
        }
        let from = source.module().to_owned();
        let others = used_modules(&source).into_iter().map(|(_, to)| to);
        used.extend(others.filter(|to| *to != from && modules.contains(to.as_str())).map(|to| (from.clone(), to)));
    }
    used.retain(|(from, _)| modules.contains(from.as_str()));
    let missing: Vec<_> = used.difference(&drawn).collect();
    let untrue: Vec<_> = drawn.difference(&used).collect();
    assert!(missing.is_empty() && untrue.is_empty(), "not drawn: {missing:?}; drawn but not so: {untrue:?}");
}

/// The fields of a struct with their types.
fn fields<'s>(sources: &'s [SourceFile], class: &str) -> Vec<(&'s str, &'s str)> {
    let body = sources.iter().find_map(|source| {
        let at = [" {\n", "<'_> {\n", "<'a> {\n", "<T> {\n"].iter().find_map(|end| {
            let head = format!("struct {class}{end}");
            source.bare.find(&head).map(|at| at + head.len())
        })?;
        source.bare[at..].split("\n}").next()
    });
    let body = body.unwrap_or_else(|| panic!("there is no struct {class}"));
    let lines = body.lines().filter_map(|line| line.trim().trim_end_matches(',').split_once(": "));
    lines.map(|(name, kind)| (name.rsplit(' ').next().unwrap_or(name), kind)).collect()
}

#[test]
fn classes_have_the_fields_that_they_show() {
    let sources = files(&["src", "crates/minds/src"]);
    let (mut classes, mut relations) = (0, 0);
    let lines = diagram("classDiagram");
    for line in &lines {
        if let Some((class, shown)) = line.strip_prefix("class ").and_then(|rest| rest.split_once(" { ")) {
            classes += 1;
            let known = fields(&sources, class);
            for field in shown.trim_end_matches('}').split_whitespace() {
                assert!(known.iter().any(|(name, _)| *name == field), "{class} has no field {field}: {known:?}");
            }
        } else if let Some((from, to)) = line.split_once(" --> ") {
            relations += 1;
            let (to, field) = to.split_once(" : ").unwrap_or_else(|| panic!("no field: {line}"));
            let known = fields(&sources, from);
            let found = known.iter().find(|(name, _)| *name == field);
            let (_, kind) = found.unwrap_or_else(|| panic!("{from} has no field {field}"));
            let named = kind.split(|c: char| !c.is_alphanumeric()).any(|word| word == to);
            assert!(named, "{from}.{field} is a {kind}, not a {to}");
        } else {
            panic!("neither a class nor a relation: {line}");
        }
    }
    assert!(classes >= 8 && relations >= 6, "{classes} classes, {relations} relations");
}
