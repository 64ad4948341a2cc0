//! The modules of the client have no cyclic dependencies.
//!
//! A module here is a file or folder directly under `src/client/`. Unit tests do not count: they combine modules freely.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    dependencies::starts_a_word,
    source::{SourceFile, files},
};

/// A dependency of one module on another.
struct Use {
    from: String,
    to: String,
    /// File and line.
    at: String,
    /// The path, relative to the client.
    path: String,
}

#[test]
fn client_modules_have_no_cycles() {
    let uses = uses(&files(&["src/client"]));
    let modules: BTreeSet<&String> = uses.iter().flat_map(|one| [&one.from, &one.to]).collect();
    assert!(modules.len() >= 9, "only {modules:?} were found: the parser misses paths");
    let cycles = cycles(&uses);
    assert!(cycles.is_empty(), "{}", cycles.join("\n"));
}

/// The dependencies that are part of a cycle, each with its first location.
fn cycles(uses: &[Use]) -> Vec<String> {
    let mut reached: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for one in uses {
        reached.entry(&one.from).or_default().insert(&one.to);
    }
    // The transitive closure.
    loop {
        let known = reached.clone();
        for used in reached.values_mut() {
            let further: Vec<&str> = used.iter().filter_map(|module| known.get(module)).flatten().copied().collect();
            used.extend(further);
        }
        if reached == known {
            break;
        }
    }
    let mut first: BTreeMap<(&str, &str), &Use> = BTreeMap::new();
    for one in uses {
        if reached.get(one.to.as_str()).is_some_and(|used| used.contains(one.from.as_str())) {
            first.entry((&one.from, &one.to)).or_insert(one);
        }
    }
    let line = |one: &Use| {
        format!("{}: `{}` uses `{}`, which depends on it: break the cycle at `{}`", one.at, one.from, one.to, one.path)
    };
    first.into_values().map(line).collect()
}

/// The dependencies between the modules of the client. A name re-exported by `src/client/mod.rs` counts for its own module.
///
/// # Panics
/// If a module imports the client as a whole: its dependencies would be unknown.
fn uses(sources: &[SourceFile]) -> Vec<Use> {
    let modules: BTreeSet<&str> = sources.iter().filter_map(|source| module_of(source).first().copied()).collect();
    let homes: BTreeMap<&str, &str> =
        sources.iter().filter(|source| module_of(source).is_empty()).flat_map(re_exports).collect();
    let mut uses = Vec::new();
    for source in sources {
        let here = module_of(source);
        let Some(from) = here.first().copied() else { continue };
        for (offset, path) in paths(&source.bare) {
            let Some(path) = inside_the_client(&here, &path) else { continue };
            let head = match path.first() {
                None | Some(&"*") => {
                    panic!("{}: `{from}` imports the client as a whole: name the module", source.at(offset))
                }
                Some(head) => homes.get(head).unwrap_or(head),
            };
            if modules.contains(head) && *head != from {
                let (from, to) = (from.to_owned(), (*head).to_owned());
                uses.push(Use { from, to, at: source.at(offset), path: path.join("::") });
            }
        }
    }
    uses
}

/// The module path of a file relative to the client; empty for `src/client/mod.rs`.
fn module_of(source: &SourceFile) -> Vec<&str> {
    let inside = source.path.trim_start_matches("src/client/").trim_end_matches(".rs");
    inside.split('/').filter(|part| *part != "mod").collect()
}

/// The names that a file re-exports with `pub use`, with the modules that define them.
fn re_exports(source: &SourceFile) -> Vec<(&str, &str)> {
    let mut paths = Vec::new();
    for (offset, word) in source.bare.match_indices("pub use ") {
        expand(&source.bare[offset + word.len()..], &[], &mut paths);
    }
    paths.iter().filter_map(|path| Some((*path.last()?, *path.first()?))).collect()
}

/// The paths that begin with `crate` or `super`, with groups expanded, and their offsets. Visibility paths
/// (`pub(in crate::client)`) are left out.
fn paths(code: &str) -> Vec<(usize, Vec<&str>)> {
    let mut found = Vec::new();
    let heads = ["crate::", "super::"].into_iter().flat_map(|head| code.match_indices(head));
    for (offset, _) in heads.filter(|(offset, _)| starts_a_word(code, *offset) && !code[..*offset].ends_with("(in ")) {
        let mut paths = Vec::new();
        expand(&code[offset..], &[], &mut paths);
        found.extend(paths.into_iter().map(|path| (offset, path)));
    }
    found
}

/// Parses one path or group after the prefix `before` into `paths`; returns the rest of the code.
fn expand<'c>(code: &'c str, before: &[&'c str], paths: &mut Vec<Vec<&'c str>>) -> &'c str {
    if let Some(mut rest) = code.strip_prefix('{') {
        loop {
            rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
            if rest.is_empty() || rest.starts_with('}') {
                return rest.strip_prefix('}').unwrap_or(rest);
            }
            rest = expand(rest, before, paths);
            // Skip an alias (`as`).
            rest = &rest[rest.find([',', '}']).unwrap_or(rest.len())..];
        }
    }
    let in_word = |c: char| c.is_alphanumeric() || c == '_';
    let end = if code.starts_with('*') { 1 } else { code.find(|c| !in_word(c)).unwrap_or(code.len()) };
    let (word, rest) = code.split_at(end);
    let path = [before, &[word]].concat();
    match rest.strip_prefix("::") {
        Some(rest) if rest.starts_with(|c| in_word(c) || c == '{' || c == '*') => expand(rest, &path, paths),
        _ => {
            paths.push(path);
            rest
        }
    }
}

/// Resolves a path written in a module of the client, relative to the client; `None` if it leaves the client.
fn inside_the_client<'c>(here: &[&'c str], path: &[&'c str]) -> Option<Vec<&'c str>> {
    let mut at = [&["client"], here].concat();
    for word in path {
        match *word {
            "crate" => at.clear(),
            "super" => drop(at.pop()),
            "self" => {}
            word => at.push(word),
        }
    }
    (at.first() == Some(&"client")).then(|| at.split_off(1))
}

/// A file of the client that contains only code.
fn source(path: &str, code: &str) -> SourceFile {
    let [text, kept, bare] = [code; 3].map(str::to_owned);
    SourceFile { path: format!("src/client/{path}"), text, code: kept, bare }
}

#[test]
fn cycles_are_found_in_every_notation() {
    let found = |deep: &str| {
        cycles(&uses(&[
            source("mod.rs", "mod a; mod b; mod c; pub use a::{Other, Taken}; pub use c::C;"),
            source("a.rs", "use super::{\n    Root,\n    b,\n};"),
            source("b/mod.rs", "pub(in crate::client) mod deep; use super::c;"),
            source("b/deep.rs", deep),
            source("c.rs", "use crate::{client::Root, data::Library};"),
        ]))
    };
    for deep in [
        "use crate::client::a::A;",
        "use crate::{client::{Root, c, a::{self, A as B}}, data};",
        "use super::super::a;",
        "use super::super::{c::C, Taken};",
        "fn of() -> u8 { super::super::a::of::<u8>() }",
        "fn of() { for one in crate::client::a::all() {} }",
    ] {
        let lines = found(deep);
        let wanted = ["src/client/a.rs:1: `a` uses `b`", "src/client/b/deep.rs:1: `b` uses `a`"];
        let matches = |(line, one): (&String, &str)| line.starts_with(one);
        assert!(lines.len() == 2 && lines.iter().zip(wanted).all(matches), "{deep}: {lines:?}");
    }
    assert!(found("use crate::{client::c, data::a}; use super::a; use crate::cli::a;").is_empty());
}
