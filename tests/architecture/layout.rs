//! Names and places of modules and types: one name means one thing, and every folder module is a `mod.rs`.

use std::{collections::BTreeMap, path::Path};

use super::{
    dependencies::identifiers,
    source::{SourceFile, files},
};

/// Names that may be defined more than once, where, and why.
const SHARED_NAMES: &[(&str, &str, &str)] =
    &[("Options", "src/cli/", "the arguments of a subcommand, always named with its module: `simulate::Options`")];

#[test]
fn a_type_name_is_defined_once() {
    let mut defined: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for source in files(&["src", "crates/engine/src", "crates/goap/src", "crates/lab/src"]) {
        for (offset, name) in type_definitions(&source) {
            let shared = SHARED_NAMES.iter().any(|(shared, at, _)| *shared == name && source.path.starts_with(at));
            if !shared {
                defined.entry(name).or_default().push(source.at(offset));
            }
        }
    }
    assert!(defined.len() > 500, "only {} types found", defined.len());
    let twice: Vec<String> = defined
        .iter()
        .filter(|(_, places)| places.len() > 1)
        .map(|(name, places)| format!("{}: `{name}` is defined more than once: rename all but one", places.join(", ")))
        .collect();
    assert!(twice.is_empty(), "{}", twice.join("\n"));
}

/// The structs, enums, unions, traits and type aliases of a file. An indented `type` is an associated type, which belongs to its trait.
fn type_definitions(source: &SourceFile) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut keyword = None;
    for (offset, word) in identifiers(&source.bare) {
        if let Some(start) = keyword.take()
            && source.bare[start..offset].trim_start_matches(|c: char| c.is_alphanumeric()).trim().is_empty()
        {
            found.push((offset, word.to_owned()));
            continue;
        }
        let line = source.bare[..offset].rfind('\n').map_or(0, |end| end + 1);
        let before = &source.bare[line..offset];
        let starts_item = before.trim().is_empty() || before.trim_start().starts_with("pub");
        let associated = word == "type" && before.starts_with(' ');
        if matches!(word, "struct" | "enum" | "union" | "trait" | "type") && starts_item && !associated {
            keyword = Some(offset);
        }
    }
    found
}

#[test]
fn a_module_with_children_is_a_mod_rs() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let beside: Vec<String> = files(&["src", "crates", "tests", "benches"])
        .iter()
        .filter_map(|source| source.path.strip_suffix(".rs"))
        .filter(|module| root.join(module).is_dir())
        .map(|module| format!("{module}.rs: move it to {module}/mod.rs"))
        .collect();
    assert!(beside.is_empty(), "{}", beside.join("\n"));
}

#[test]
fn type_definitions_are_found() {
    let code = "pub struct A<T>(T);\npub(in crate::x) enum B { Struct }\n    pub trait C {\n    type Value;\n}\ntype D = A<u8>;\n\
                fn f() { let structs = 1; }\n";
    let [text, kept, bare] = [code; 3].map(str::to_owned);
    let source = SourceFile { path: "src/x.rs".to_owned(), text, code: kept, bare };
    let names: Vec<String> = type_definitions(&source).into_iter().map(|(_, name)| name).collect();
    assert_eq!(names, ["A", "B", "C", "D"]);
}
