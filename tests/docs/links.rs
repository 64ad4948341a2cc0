//! Links and pictures lead to files that exist, and to headings that are there.

use std::path::{Component, Path, PathBuf};

use super::page::{pages, root};

#[test]
fn links_lead_to_files_and_headings() {
    let pages = pages();
    let (mut broken, mut count) = (Vec::new(), 0);
    for page in &pages {
        for piece in page.parts().prose {
            for (offset, _) in piece.text.match_indices("](") {
                let Some((link, _)) = piece.text[offset + 2..].split_once(')') else { continue };
                let target = link.split_whitespace().next().unwrap_or_default();
                if target.contains("://") || target.starts_with("mailto:") {
                    continue;
                }
                count += 1;
                let at = format!("{}:{}: ({target})", page.path, piece.line);
                let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
                let path = if file.is_empty() { page.path.clone() } else { beside(&page.path, file) };
                if !root().join(&path).exists() {
                    broken.push(format!("{at}: there is no {path}"));
                } else if !anchor.is_empty() {
                    let there = pages.iter().find(|other| other.path == path).map(|other| other.anchors());
                    if !there.is_some_and(|anchors| anchors.iter().any(|known| known == anchor)) {
                        broken.push(format!("{at}: {path} has no heading #{anchor}"));
                    }
                }
            }
        }
    }
    assert!(count > 100, "only {count} links found");
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

/// The path in the repository of a link in a page.
fn beside(page: &str, link: &str) -> String {
    let mut path = PathBuf::new();
    for part in Path::new(page).parent().unwrap().join(link).components() {
        match part {
            Component::ParentDir => drop(path.pop()),
            part => path.push(part),
        }
    }
    path.to_string_lossy().replace('\\', "/")
}

/// What pages call by its path in a code span exists, unless the path holds a placeholder.
#[test]
fn paths_in_code_spans_exist() {
    const FOLDERS: &[&str] =
        &["assets/", "levels/", "docs/", "src/", "crates/", "tests/", "scripts/", "benches/", "packaging/"];
    let mut missing = Vec::new();
    for page in pages().iter().filter(|page| page.path != "CHANGELOG.md") {
        for span in page.parts().spans {
            let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "/._-".contains(c);
            let path = span.text.trim_end_matches('/');
            let inside = page.path.strip_suffix("README.md").unwrap_or_default();
            let known = [root().join(path), root().join(inside).join(path)].iter().any(|path| path.exists());
            if FOLDERS.iter().any(|folder| path.starts_with(folder)) && path.chars().all(plain) && !known {
                missing.push(format!("{}:{}: `{path}` does not exist", page.path, span.line));
            }
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}
