//! `docs/SUMMARY.md` is the order of the book: every page stands in it once.

use super::page::{pages, root};

#[test]
fn every_page_has_its_place_in_the_book() {
    let summary = std::fs::read_to_string(root().join("docs/SUMMARY.md")).unwrap();
    let mut wrong = Vec::new();
    for page in pages() {
        let Some(name) = page.path.strip_prefix("docs/").filter(|name| *name != "SUMMARY.md") else { continue };
        let times = summary.matches(&format!("]({name})")).count();
        if times != 1 {
            wrong.push(format!("docs/SUMMARY.md: {name} stands in it {times} times, and should once"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn first_pages_are_short() {
    let mut first = pages();
    first.retain(|page| page.path.starts_with("docs/for-"));
    assert_eq!(first.len(), 5, "a page for players, watchers, modders, games programmers and researchers each");
    for page in first {
        let lines = page.text.lines().count();
        assert!(
            lines <= 60,
            "{}: {lines} lines; the limit is 60: move the rest to the page that it links to",
            page.path
        );
    }
}
