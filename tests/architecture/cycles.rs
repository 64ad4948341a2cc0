//! The modules of the client form no circle: what one uses, directly or through others, does not use it.
//!
//! A module is what lies directly under `src/client/`, a file or a folder. Unit tests do not count: they put together what
//! they need.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    dependencies::starts_a_word,
    source::{SourceFile, files},
};

/// A module uses another.
struct Use {
    from: String,
    to: String,
    /// The file and line that say so.
    at: String,
    /// The path as seen from the client.
    path: String,
}

#[test]
fn the_modules_of_the_client_form_no_circle() {
    let uses = uses(&files(&["src/client"]));
    let modules: BTreeSet<&String> = uses.iter().flat_map(|one| [&one.from, &one.to]).collect();
    assert!(modules.len() >= 30, "only {modules:?} use each other: paths are not read as they are written");
    let circles = circles(&uses);
    assert!(circles.is_empty(), "{}", circles.join("\n"));
}

/// Which module uses which on a circle, and where it first does.
fn circles(uses: &[Use]) -> Vec<String> {
    let mut reached: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for one in uses {
        reached.entry(&one.from).or_default().insert(&one.to);
    }
    // Whom a module uses through one more module, until nobody is added.
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
    let line =
        |one: &Use| format!("{}: `{}` uses `{}`, which leads back to it: `{}`", one.at, one.from, one.to, one.path);
    first.into_values().map(line).collect()
}

/// What the modules of the client use of each other. What `src/client/mod.rs` takes out of a module counts as that module's.
///
/// # Panics
/// Where a module takes the client as a whole: then nobody could say what it uses.
fn uses(sources: &[SourceFile]) -> Vec<Use> {
    let modules: BTreeSet<&str> = sources.iter().filter_map(|source| module_of(source).first().copied()).collect();
    let homes: BTreeMap<&str, &str> =
        sources.iter().filter(|source| module_of(source).is_empty()).flat_map(taken_out).collect();
    let mut uses = Vec::new();
    for source in sources {
        let here = module_of(source);
        let Some(from) = here.first().copied() else { continue };
        for (offset, path) in paths(&source.bare) {
            let Some(path) = inside_the_client(&here, &path) else { continue };
            let head = match path.first() {
                None | Some(&"*") => panic!("{}: `{from}` takes the client as a whole", source.at(offset)),
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

/// The module that a file is, from the client on; empty for the client's own.
fn module_of(source: &SourceFile) -> Vec<&str> {
    let inside = source.path.trim_start_matches("src/client/").trim_end_matches(".rs");
    inside.split('/').filter(|part| *part != "mod").collect()
}

/// The names that a file hands on with `pub use`, and the modules where they live.
fn taken_out(source: &SourceFile) -> Vec<(&str, &str)> {
    let mut paths = Vec::new();
    for (offset, word) in source.bare.match_indices("pub use ") {
        spread(&source.bare[offset + word.len()..], &[], &mut paths);
    }
    paths.iter().filter_map(|path| Some((*path.last()?, *path.first()?))).collect()
}

/// The paths that begin with `crate` or `super`, groups spread out, and where they stand; those that say who may see something
/// (`pub(in crate::client)`) left out.
fn paths(code: &str) -> Vec<(usize, Vec<&str>)> {
    let mut found = Vec::new();
    let heads = ["crate::", "super::"].into_iter().flat_map(|head| code.match_indices(head));
    for (offset, _) in heads.filter(|(offset, _)| starts_a_word(code, *offset) && !code[..*offset].ends_with("(in ")) {
        let mut paths = Vec::new();
        spread(&code[offset..], &[], &mut paths);
        found.extend(paths.into_iter().map(|path| (offset, path)));
    }
    found
}

/// Reads one path, or a group of them, that follows on `before`; what is left of the code.
fn spread<'c>(code: &'c str, before: &[&'c str], paths: &mut Vec<Vec<&'c str>>) -> &'c str {
    if let Some(mut rest) = code.strip_prefix('{') {
        loop {
            rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
            if rest.is_empty() || rest.starts_with('}') {
                return rest.strip_prefix('}').unwrap_or(rest);
            }
            rest = spread(rest, before, paths);
            // Another name for it (`as`) does not matter.
            rest = &rest[rest.find([',', '}']).unwrap_or(rest.len())..];
        }
    }
    let in_word = |c: char| c.is_alphanumeric() || c == '_';
    let end = if code.starts_with('*') { 1 } else { code.find(|c| !in_word(c)).unwrap_or(code.len()) };
    let (word, rest) = code.split_at(end);
    let path = [before, &[word]].concat();
    match rest.strip_prefix("::") {
        Some(rest) if rest.starts_with(|c| in_word(c) || c == '{' || c == '*') => spread(rest, &path, paths),
        _ => {
            paths.push(path);
            rest
        }
    }
}

/// Where a path written in a module of the client leads, from the client on; `None`: out of it.
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

/// A file of the client with nothing but code in it.
fn source(path: &str, code: &str) -> SourceFile {
    let [text, kept, bare] = [code; 3].map(str::to_owned);
    SourceFile { path: format!("src/client/{path}"), text, code: kept, bare }
}

#[test]
fn a_circle_is_found_however_it_is_written() {
    let found = |deep: &str| {
        circles(&uses(&[
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
        let said = |(line, one): (&String, &str)| line.starts_with(one);
        assert!(lines.len() == 2 && lines.iter().zip(wanted).all(said), "{deep}: {lines:?}");
    }
    assert!(found("use crate::{client::c, data::a}; use super::a; use crate::cli::a;").is_empty());
}
