//! Markdown as these tests read it: the lines of code blocks, the code spans, and the text around them.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// A page, by its path in the repository.
pub struct Page {
    pub path: String,
    pub text: String,
}

/// A piece of a page, with its line number.
pub struct Piece {
    pub line: usize,
    pub text: String,
}

/// The parts of a page.
#[derive(Default)]
pub struct Parts {
    /// Text without code, one piece a line.
    pub prose: Vec<Piece>,
    /// What stands between backticks, also across the end of a line.
    pub spans: Vec<Piece>,
    /// The lines of indented blocks, and of fenced ones that hold shell commands.
    pub shell: Vec<Piece>,
}

/// The root of the repository.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All pages: those in the root and in `docs/`, of the packages, and the forms for issues.
pub fn pages() -> Vec<Page> {
    let mut paths: Vec<PathBuf> = Vec::new();
    let mut folders: Vec<PathBuf> =
        ["", "docs", ".github", ".github/ISSUE_TEMPLATE"].map(|at| root().join(at)).to_vec();
    folders.extend(fs::read_dir(root().join("crates")).unwrap().map(|entry| entry.unwrap().path()));
    for folder in folders {
        paths.extend(fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap().path()));
    }
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    paths.sort();
    let read = |path: &PathBuf| Page {
        path: path.strip_prefix(root()).unwrap().to_string_lossy().replace('\\', "/"),
        text: fs::read_to_string(path).unwrap(),
    };
    paths.iter().map(read).collect()
}

impl Page {
    /// Its parts.
    pub fn parts(&self) -> Parts {
        let mut parts = Parts::default();
        let (mut fence, mut blank_before, mut in_block) = (None, true, false);
        let mut text = String::new();
        for (index, line) in self.text.lines().enumerate() {
            let piece = || Piece { line: index + 1, text: line.trim().to_owned() };
            if let Some(info) = line.trim_start().strip_prefix("```") {
                fence = if fence.is_some() { None } else { Some(info.trim().to_owned()) };
            } else if let Some(info) = &fence {
                if ["sh", "bash", "console"].contains(&info.as_str()) {
                    parts.shell.push(piece());
                }
            } else if line.starts_with("    ") && (blank_before || in_block) {
                parts.shell.push(piece());
                in_block = true;
                text.push('\n');
                continue;
            } else {
                text.push_str(line);
            }
            in_block = in_block && line.trim().is_empty();
            blank_before = line.trim().is_empty();
            text.push('\n');
        }
        let mut line = 1;
        for (number, piece) in text.split('`').enumerate() {
            if number % 2 == 1 {
                parts.spans.push(Piece { line, text: piece.split_whitespace().collect::<Vec<_>>().join(" ") });
            } else {
                parts
                    .prose
                    .extend(piece.lines().enumerate().map(|(i, text)| Piece { line: line + i, text: text.into() }));
            }
            line += piece.matches('\n').count();
        }
        parts
    }

    /// The anchors of its headings, as they are made on GitHub and by mdBook.
    pub fn anchors(&self) -> Vec<String> {
        let mut anchors: Vec<String> = Vec::new();
        let mut fenced = false;
        for line in self.text.lines() {
            fenced ^= line.trim_start().starts_with("```");
            let title = line.trim_start_matches('#');
            if fenced || title.len() == line.len() || !title.starts_with(' ') {
                continue;
            }
            let kept = title.trim().to_lowercase();
            let kept = kept.chars().filter(|c| c.is_alphanumeric() || [' ', '-', '_'].contains(c));
            let anchor: String = kept.map(|c| if c == ' ' { '-' } else { c }).collect();
            let again = anchors.iter().filter(|known| **known == anchor).count();
            anchors.push(if again == 0 { anchor } else { format!("{anchor}-{again}") });
        }
        anchors
    }
}

#[test]
fn code_is_told_from_prose() {
    let text = "# A `b` (c)\n\nSee [x](y.md#z) and `quarry\ncheck`.\n\n    quarry games\n\n```sh\nmake test\n```\n```ron\n# no\n```\n## A b c\n";
    let page = Page { path: "a.md".into(), text: text.into() };
    let parts = page.parts();
    let of = |pieces: &[Piece]| pieces.iter().map(|piece| (piece.line, piece.text.clone())).collect::<Vec<_>>();
    assert_eq!(of(&parts.spans), [(1, "b".into()), (3, "quarry check".to_owned())]);
    assert_eq!(of(&parts.shell), [(6, "quarry games".into()), (9, "make test".to_owned())]);
    assert!(parts.prose.iter().any(|piece| piece.line == 3 && piece.text.contains("](y.md#z)")));
    assert_eq!(page.anchors(), ["a-b-c", "a-b-c-1"]);
}
