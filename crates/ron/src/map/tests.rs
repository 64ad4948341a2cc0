use super::*;

const TEXT: &str = r##"// A comment.
(
    title: "Old \"house\"", /* another */
    actions: [
        (name: "take", needs: { "gold": 3, "wood": Some(1.5) }),
        (name: r#"raw "one""#, kind: Floor(material: "stone")),
    ],
    legend: { '#': wall, '\'': none },
)
"##;

fn place(path: &str) -> (usize, usize) {
    let map = RonMap::new(TEXT).unwrap();
    let node = map.find(TEXT, &path.parse().unwrap()).unwrap();
    LineIndex::new(TEXT).line_column(TEXT, node.span.start)
}

#[test]
fn a_path_leads_to_line_and_column() {
    assert_eq!(place(""), (2, 1));
    assert_eq!(place("title"), (3, 12));
    assert_eq!(place("actions[0].needs[\"gold\"]"), (5, 41));
    assert_eq!(place("actions[1].kind.material"), (6, 54));
    assert_eq!(place("legend[\"'\"]"), (8, 32));
}

#[test]
fn a_character_inside_a_text_has_its_place() {
    let map = RonMap::new(TEXT).unwrap();
    let at = map.character_offset(TEXT, &"title".parse().unwrap(), 5).unwrap();
    assert_eq!(TEXT.get(at..at + 1), Some("h"));
    let at = map.character_offset(TEXT, &"actions[1].name".parse().unwrap(), 4).unwrap();
    assert_eq!(TEXT.get(at..at + 4), Some("\"one"));
}

#[test]
fn a_value_is_replaced_and_the_rest_is_kept() {
    let gold = "actions[0].needs[\"gold\"]".parse().unwrap();
    assert_eq!(replace(TEXT, &gold, "12").unwrap(), TEXT.replace("\"gold\": 3", "\"gold\": 12"));
    let wood = "actions[0].needs[\"wood\"]".parse().unwrap();
    assert_eq!(replace(TEXT, &wood, "2.5").unwrap(), TEXT.replace("Some(1.5)", "Some(2.5)"));
    let added = replace(TEXT, &"keys".parse().unwrap(), "4").unwrap();
    assert!(added.contains("none },\n    keys: 4,\n)"), "{added}");
    let deeper = replace(TEXT, &"body.speeds.run".parse().unwrap(), "4").unwrap();
    assert!(deeper.contains("body: (speeds: (run: 4)),\n)"), "{deeper}");
    assert_eq!(replace("(a: ())", &"a.b".parse().unwrap(), "1").unwrap(), "(a: (b: 1))");
    assert!(replace(TEXT, &"actions[7].name".parse().unwrap(), "1").is_err());
    assert!(replace(TEXT, &"actions[7]".parse().unwrap(), "1").is_err());
    assert!(replace(TEXT, &gold, "(((").is_err());
}

#[test]
fn a_syntax_error_has_its_place() {
    for (text, line, column, says) in [
        ("", 1, 1, "empty"),
        ("(a: 1", 1, 1, "no closing bracket"),
        ("(a: 1\n b: 2)", 1, 6, "expected `,` or `)`"),
        ("[1, 2)", 1, 6, "expected `,` or `]`"),
        ("(a: 1, a: 2)", 1, 8, "twice"),
        ("{\"k\": 1,\n \"\\u{6b}\": 2}", 2, 2, "twice"),
        ("(a: inf)", 1, 5, "finite"),
        ("(a: -inf)", 1, 5, "finite"),
        ("(a: 1e99)", 1, 5, "finite"),
        ("(a: 1.2.3)", 1, 5, "not a number"),
        ("(a: \"open", 1, 5, "no closing quote"),
        ("(a: \"\\q\")", 1, 6, "escape"),
        ("(a: 'xy')", 1, 5, "one character"),
        ("(a: )", 1, 5, "expected a value"),
        ("/* (a: 1)", 1, 1, "comment"),
        ("(a: 1) x", 1, 8, "end of the file"),
    ] {
        let error = RonMap::new(text).expect_err(text);
        assert_eq!(LineIndex::new(text).line_column(text, error.at), (line, column), "{text}: {}", error.message);
        assert!(error.message.contains(says), "{text}: {}", error.message);
    }
}

#[test]
fn deep_nesting_is_refused_without_overflowing_the_stack() {
    for opening in ["(", "[", "{0:", "a("] {
        let error = RonMap::new(&opening.repeat(1_000_000)).expect_err(opening);
        assert!(error.message.contains("deep"));
    }
    assert!(RonMap::new(&"/*".repeat(1_000_000)).is_err());
}
