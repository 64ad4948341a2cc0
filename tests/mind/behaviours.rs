//! The behaviours as data sees them: what `docs/behaviours.md` says of their parameters.

use std::fmt::Write;

use quarry::mind::{Behaviours, behaviours::ParameterRange};

const HEAD: &str = "# Behaviours

<!-- Written from what the behaviours declare: `WRITE_DOCS=1 cargo test --no-default-features --test main behaviours::`. -->

What carries out the actions of `assets/minds/*.ron`: an action names one as its `behaviour` and sets its parameters in `with`. What
is not set has the default given here; numbers outside their range and unknown names are refused by `quarry check`.

";

fn written() -> String {
    let behaviours = Behaviours::default();
    let mut text = HEAD.to_owned();
    for name in behaviours.names() {
        let behaviour = behaviours.get(name).unwrap();
        let summary = behaviour.summary();
        let (first, rest) = summary.split_at(1);
        writeln!(text, "## {name}\n\n{}{rest}.\n", first.to_uppercase()).unwrap();
        writeln!(text, "| parameter | what it is | default | range |\n|---|---|---|---|").unwrap();
        for parameter in behaviour.parameters() {
            let (default, range) = match parameter.range {
                ParameterRange::Number(default, least, most) => (format!("{default}"), format!("{least} to {most}")),
                ParameterRange::Flag(default) => (format!("`{default}`"), "`true`, `false`".into()),
                ParameterRange::Choice(words) => (format!("{:?}", words[0]), words.join(", ")),
                ParameterRange::Word(default) => (format!("{default:?}"), "a name".into()),
                ParameterRange::Query => ("none".into(), "a query of the mind".into()),
            };
            writeln!(text, "| `{}` | {} | {default} | {range} |", parameter.name, parameter.meaning).unwrap();
        }
        text.push('\n');
    }
    text.trim_end().to_owned() + "\n"
}

#[test]
fn the_documented_parameters_are_those_there_are() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/behaviours.md");
    if std::env::var_os("WRITE_DOCS").is_some() {
        std::fs::write(path, written()).unwrap();
    }
    let found = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        found == written(),
        "docs/behaviours.md is not what the behaviours declare; its second line says how to write it"
    );
}

#[test]
fn defaults_lie_within_their_ranges_and_names_are_unique() {
    let behaviours = Behaviours::default();
    for name in behaviours.names() {
        let behaviour = behaviours.get(name).unwrap();
        let mut seen = Vec::new();
        for parameter in behaviour.parameters() {
            assert!(!seen.contains(&parameter.name), "{name}: {} stands twice", parameter.name);
            seen.push(parameter.name);
            if let ParameterRange::Number(default, least, most) = parameter.range {
                assert!((least..=most).contains(&default), "{name}: {}", parameter.name);
            }
        }
    }
}
