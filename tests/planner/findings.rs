//! Every mistake in a planning file is reported at its position.

use quarry_minds::schema::domain::standalone;

/// A sound file in which `mistake` replaces one part.
fn file(part: &str, mistake: &str) -> String {
    let parts = [
        ("facts", r#""a": bool(), "n": integer(min: 0, max: 3), "s": symbol(values: ["House", "Ore"]), "t": target()"#),
        ("start", ""),
        ("goals", r#"(name: "g", conditions: {"a": is(true)})"#),
        ("actions", r#"(name: "x", effects: {"a": set(true)})"#),
        ("more", ""),
    ];
    let text = |name: &str| parts.iter().find(|(known, _)| *known == name).map_or("", |(_, text)| *text);
    let get = |name: &str| if name == part { mistake.to_owned() } else { text(name).to_owned() };
    format!(
        "(\nfacts: {{{}}},\nstart: {{{}}},\ngoals: [{}],\nactions: [{}],\n{})",
        get("facts"),
        get("start"),
        get("goals"),
        get("actions"),
        get("more")
    )
}

#[test]
fn the_file_of_these_tests_is_sound() {
    let problem = standalone::read("f.ron", &file("", "")).expect("sound");
    assert!(problem.warnings.is_empty(), "{:?}", problem.warnings);
}

#[test]
fn mistakes_are_reported_at_their_position() {
    let mistakes: &[(&str, &str, u32, &str)] = &[
        ("facts", r#""a": bool(default: 3)"#, 2, "expected bool"),
        ("facts", r#""a": bool(), "a": bool()"#, 2, "twice"),
        ("facts", r#""a": boolean()"#, 2, "boolean"),
        ("facts", r#""a": bool(), "n": integer(min: 3, max: 1)"#, 2, "range is empty"),
        ("facts", r#""a": bool(), "n": integer(min: 0, max: 3000000000)"#, 2, "exceeds"),
        ("facts", r#""a": bool(), "n": number(default: 0.12345678)"#, 2, "six decimal places"),
        ("facts", r#""a": bool(), "s": symbol(values: [])"#, 2, "at least one value"),
        ("facts", r#""a": bool(), "s": symbol(values: ["x", "x"])"#, 2, "twice"),
        ("facts", r#""a": bool(), "": bool()"#, 2, "name is empty"),
        ("start", r#""b": true"#, 3, "unknown fact \"b\""),
        ("start", r#""a": 1"#, 3, "expected bool"),
        ("start", r#""n": 4"#, 3, "outside the fact's range"),
        ("start", r#""n": 1.5"#, 3, "not a whole number"),
        ("start", r#""s": "Huose""#, 3, "Huose"),
        ("start", r#""t": "nobody""#, 3, "nobody"),
        ("goals", "", 4, "no goals"),
        ("goals", r#"(name: "g", conditions: {})"#, 4, "no conditions"),
        ("goals", r#"(name: "g", conditions: {"b": is(true)})"#, 4, "unknown fact \"b\""),
        ("goals", r#"(name: "g", conditions: {"n": at_least(4)})"#, 4, "never hold"),
        ("goals", r#"(name: "g", conditions: {"n": all([at_least(2), at_most(1)])})"#, 4, "never hold"),
        ("goals", r#"(name: "g", conditions: {"n": one_of([])})"#, 4, "never hold"),
        ("goals", r#"(name: "g", conditions: {"t": is("$target")})"#, 4, "$target"),
        (
            "goals",
            r#"(name: "g", conditions: {"a": is(true)}), (name: "g", conditions: {"a": is(true)})"#,
            4,
            "declared twice",
        ),
        ("goals", r#"(name: "g", conditions: {"a": true})"#, 4, ""),
        ("actions", r#"(name: "x", cost: -1)"#, 5, "negative"),
        ("actions", r#"(name: "x", cost: 1e12)"#, 5, "exceeds"),
        ("actions", r#"(name: "x", cost: inf)"#, 5, "finite"),
        ("actions", r#"(name: "x"), (name: "x")"#, 5, "declared twice"),
        ("actions", r#"(name: "")"#, 5, "name is empty"),
        ("actions", r#"(name: "x", preconditions: {"aa": is(true)})"#, 5, "unknown fact \"aa\""),
        ("actions", r#"(name: "x", effects: {"a": add(1)})"#, 5, "expected bool"),
        ("actions", r#"(name: "x", effects: {"a": set(1)})"#, 5, "expected bool"),
        ("actions", r#"(name: "x", effects: {"n": set(9)})"#, 5, "outside the fact's range"),
        ("actions", r#"(name: "x", effects: {"t": set("$target")})"#, 5, "$target"),
        ("actions", r#"(name: "x", preconditions: {"s": at_least(1)})"#, 5, "expected symbol"),
        ("actions", r#"(name: "x", named_cost: "c")"#, 1, "no value"),
        ("actions", r#"(name: "x", brigns: {})"#, 5, "brigns"),
        ("more", r#"candidates: [(name: "none")],"#, 6, "cannot be the name"),
        ("more", r#"candidates: [(name: "c"), (name: "c")],"#, 6, "declared twice"),
        ("more", r#"candidates: [(name: "c", surcharges: {"y": 1})],"#, 6, "unknown action"),
        ("more", r#"candidates: [(name: "c", forbids: ["y"])],"#, 6, "unknown action"),
        ("more", r#"travel: straight(speed: 0),"#, 6, "above 0"),
        ("more", r#"travel: table(paths: [("agent", "c", 1)]),"#, 6, "unknown place"),
        ("more", r#"context_preconditions: {"c": true},"#, 6, "unknown context precondition"),
        ("more", r#"costs: {"c": 1},"#, 6, "unknown named cost"),
        ("more", r#"strategy: sideways,"#, 6, "sideways"),
        ("more", r#"extra: 1,"#, 6, "extra"),
    ];
    for (part, mistake, line, message) in mistakes {
        let text = file(part, mistake);
        let findings = standalone::read("f.ron", &text).map(|_| ()).expect_err(&text);
        let found = findings.iter().any(|finding| finding.line == *line && finding.message.contains(message));
        assert!(found, "{part} {mistake}: expected \"{message}\" in line {line}, found {findings:#?}");
    }
}

#[test]
fn close_names_are_suggested() {
    let findings = standalone::read("f.ron", &file("start", r#""s": "Huose""#)).map(|_| ()).expect_err("a mistake");
    assert!(findings[0].help.as_ref().is_some_and(|help| help.contains("House")), "{findings:?}");
}

#[test]
fn actions_that_can_never_be_used_are_warned_of() {
    for mistake in [
        r#"(name: "x", preconditions: {"n": at_least(2)}, effects: {"a": set(true)})"#,
        r#"(name: "x", target: (kinds: ["k"]), effects: {"a": set(true)})"#,
    ] {
        let problem = standalone::read("f.ron", &file("actions", mistake)).expect("usable");
        assert_eq!(problem.warnings.len(), 1, "{mistake}: {:?}", problem.warnings);
        assert!(problem.warnings[0].message.contains("never be used"), "{:?}", problem.warnings);
    }
}

#[test]
fn the_examples_of_the_documentation_are_sound() {
    let text = std::fs::read_to_string(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/planning.md"));
    let text = text.expect("the documentation is there");
    let examples: Vec<&str> =
        text.split("```ron\n").skip(1).map(|rest| rest.split("```").next().unwrap_or_default()).collect();
    assert!(examples.len() >= 2);
    for example in examples {
        let problem = standalone::read("planning.md", example).unwrap_or_else(|findings| panic!("{findings:#?}"));
        assert!(problem.warnings.is_empty(), "{:?}", problem.warnings);
    }
}
