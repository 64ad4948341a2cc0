//! The parameters of behaviours: `docs/behaviours.md` is written from them, and a wrong one is reported with its place.

use std::fmt::Write;

use crate::hunt;
use quarry::{data::Library, simulation::Archetypes};
use quarry_minds::{
    Behaviours,
    behaviours::{GAITS, ParameterRange},
    protocol::label,
};

const HEAD: &str = "# Behaviours

<!-- Generated from the settings in crates/minds/src/behaviours: `WRITE_DOCS=1 cargo test --no-default-features --test main behaviours::`. -->

Behaviours execute the actions of `assets/GAME/actions/*.ron` and `minds/*.ron`. An action names one as its `behaviour` and sets its `parameters`, for example
`behaviour: \"go_to\", parameters: {\"gait\": \"run\", \"arrive_radius\": 0.9}`. A parameter that is not set has its default. `quarry check`
reports unknown parameters and values out of range with file, line and column.

A game adds behaviours of its own with `GameSchema::add_behaviours` ([new-game.md](new-game.md#3-what-the-engine-offers)).

A parameter that takes a query may be left out; the behaviour then does without it. Distances are straight lines unless the meaning
says path.

";

fn generated() -> String {
    let behaviours = Behaviours::default();
    let mut text = HEAD.to_owned();
    for name in behaviours.names() {
        let behaviour = behaviours.get(name).unwrap();
        let (first, rest) = behaviour.summary.split_at(1);
        writeln!(text, "## {name}\n\n{}{rest}.\n", first.to_uppercase()).unwrap();
        writeln!(text, "| parameter | meaning | default | range |\n|---|---|---|---|").unwrap();
        for parameter in behaviour.parameters {
            let (default, range) = match parameter.range {
                ParameterRange::Number { default, min, max } => (default.to_string(), format!("{min} to {max}")),
                ParameterRange::Count { default, min, max } => (default.to_string(), format!("{min} to {max}, whole")),
                ParameterRange::Flag(default) => (format!("`{default}`"), "`true`, `false`".into()),
                ParameterRange::Gait => (format!("{:?}", GAITS[0].0), GAITS.map(|(name, _)| name).join(", ")),
                ParameterRange::Word(default) => (format!("{default:?}"), "a name".into()),
                ParameterRange::Query => ("none".into(), "a query of the mind".into()),
            };
            let description = parameter.description.trim();
            writeln!(text, "| `{}` | {description} | {default} | {range} |", parameter.name).unwrap();
        }
        text.push('\n');
    }
    text.trim_end().to_owned() + "\n"
}

#[test]
fn the_documentation_is_what_the_behaviours_declare() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/behaviours.md");
    if std::env::var_os("WRITE_DOCS").is_some() {
        std::fs::write(path, generated()).unwrap();
    }
    let found = std::fs::read_to_string(path).unwrap_or_default();
    assert!(found == generated(), "docs/behaviours.md is out of date; its second line says how to generate it");
}

#[test]
fn defaults_are_in_range_and_names_are_unique() {
    let behaviours = Behaviours::default();
    for name in behaviours.names() {
        let mut seen = Vec::new();
        for parameter in behaviours.get(name).unwrap().parameters {
            assert!(!seen.contains(&parameter.name), "{name}: {} is declared twice", parameter.name);
            seen.push(parameter.name);
            match parameter.range {
                ParameterRange::Number { default, min, max } => {
                    assert!((min..=max).contains(&default), "{name}: {}", parameter.name);
                }
                ParameterRange::Count { default, min, max } => {
                    assert!((min..=max).contains(&default), "{name}: {}", parameter.name);
                }
                _ => {}
            }
        }
    }
}

/// The message about the shipped data with a change in an action set of the hunters.
fn message(set: &str, before: &str, after: &str) -> String {
    let path = format!("assets/hunt/actions/{set}.ron");
    let mut files = hunt::files();
    let text = String::from_utf8(files.get(&path).unwrap().to_vec()).unwrap();
    assert!(text.contains(before), "{before}");
    files.put(&path, text.replacen(before, after, 1));
    let library = Library::from_files(&files, &hunt::SCHEMA);
    let Err(findings) = library.and_then(|library| Archetypes::load(&library)) else { panic!("{after} is accepted") };
    assert_eq!(findings.len(), 1, "{findings:?}");
    assert!(findings[0].line > 1 && findings[0].column > 1, "{findings:?}");
    findings[0].to_string()
}

#[test]
fn a_wrong_parameter_is_reported_at_its_place_with_a_suggestion() {
    for (set, before, after, expected) in [
        ("catching", "\"arrive_radius\": 0.9", "\"arive_radius\": 0.9", "did you mean `arrive_radius`?"),
        ("catching", "\"arrive_radius\": 0.9", "\"arrive_radius\": 900", "900 is out of range: 0.05 to 20"),
        ("catching", "\"arrive_radius\": 0.9", "\"arrive_radius\": \"near\"", "expected a number"),
        ("searching", "\"max_places\": 4", "\"max_places\": 4.5", "expected a whole number, found 4.5"),
        ("catching", "\"gait\": \"run\"", "\"gait\": \"rum\"", "did you mean `run`?"),
        ("patrolling", "\"separate_from\": \"mate\"", "\"separate_from\": \"mates\"", "no query is called \"mates\""),
        ("patrolling", "behaviour: \"patrol\"", "behaviour: \"patroll\"", "did you mean `patrol`?"),
    ] {
        let message = message(set, before, after);
        assert!(
            message.contains(expected) && message.contains(&format!("assets/hunt/actions/{set}.ron:")),
            "{after}: {message}"
        );
    }
}

#[test]
fn equal_settings_are_equal_behaviours() {
    let behaviours = Behaviours::default();
    let patrol = behaviours.get(label("patrol")).unwrap();
    let settings = |text: &str| patrol.configure(&ron::from_str(text).unwrap(), &|_| None).unwrap();
    let default = settings("{}");
    assert!(default == settings("{\"pause_seconds\": 0.8}"), "a default that is written is the same");
    assert!(default != settings("{\"pause_seconds\": 0.9}"));
    let explore = behaviours.get(label("explore")).unwrap();
    assert!(default != explore.configure(&ron::from_str("{}").unwrap(), &|_| None).unwrap());
}
