//! Source files as these tests read them: with comments and unit tests blanked out, so that the rules apply to code only.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// The folders of the program: the games with their client and command line, the engine, the lab.
pub const PROGRAM: &[&str] = &["src", "crates/engine/src", "crates/lab/src"];

/// A text file of the package.
pub struct SourceFile {
    /// The path relative to the package, with `/`.
    pub path: String,
    /// The whole text.
    pub text: String,
    /// The text up to the unit tests, with comments blanked out. Offsets and lines match `text`.
    pub code: String,
    /// Like `code`, with the contents of strings blanked out too.
    pub bare: String,
}

impl SourceFile {
    /// Reads a file under `root`.
    pub fn read(root: &Path, path: &Path) -> Self {
        let text = fs::read_to_string(path).unwrap();
        let path = path.strip_prefix(root).unwrap().to_string_lossy().replace('\\', "/");
        let tests = text.find("#[cfg(test)]\nmod ").unwrap_or(text.len());
        let code = blank(&text[..tests], false);
        let bare = blank(&text[..tests], true);
        Self { path, code, bare, text }
    }

    /// The module of the program: the folder of the engine or under `src/`, or the file directly under it; the lab is one module.
    pub fn module(&self) -> &str {
        if self.path.starts_with("crates/lab/") {
            return "lab";
        }
        let inside = self.inside();
        inside.split('/').next().unwrap_or(inside).trim_end_matches(".rs")
    }

    /// The path below the `src` of its package.
    pub fn inside(&self) -> &str {
        PROGRAM.iter().find_map(|folder| self.path.strip_prefix(folder)?.strip_prefix('/')).unwrap_or(&self.path)
    }

    /// "path:line" of an offset.
    pub fn at(&self, offset: usize) -> String {
        format!("{}:{}", self.path, self.text[..offset].matches('\n').count() + 1)
    }
}

/// All Rust files under the given folders, by path. Files named `tests.rs` are unit tests and are left out.
pub fn files(folders: &[&str]) -> Vec<SourceFile> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths = Vec::new();
    for folder in folders {
        collect(&root.join(folder), &mut paths);
    }
    paths.sort();
    paths
        .into_iter()
        .filter(|path| path.file_name().is_some_and(|name| name != "tests.rs"))
        .map(|path| SourceFile::read(root, &path))
        .collect()
}

fn collect(folder: &Path, paths: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, paths);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            paths.push(path);
        }
    }
}

/// Replaces comments, and with `strings` also the contents of strings, by spaces, byte for byte.
fn blank(text: &str, strings: bool) -> String {
    let bytes = text.as_bytes();
    let mut out = bytes.to_vec();
    let wipe = |out: &mut Vec<u8>, from: usize, to: usize| {
        for byte in &mut out[from..to] {
            if *byte != b'\n' {
                *byte = b' ';
            }
        }
    };
    let mut i = 0;
    while i < bytes.len() {
        let rest = &text.as_bytes()[i..];
        if rest.starts_with(b"//") {
            let end = rest.iter().position(|byte| *byte == b'\n').map_or(bytes.len(), |n| i + n);
            wipe(&mut out, i, end);
            i = end;
        } else if rest.starts_with(b"/*") {
            let end = rest.windows(2).position(|pair| pair == b"*/").map_or(bytes.len(), |n| i + n + 2);
            wipe(&mut out, i, end);
            i = end;
        } else if rest.starts_with(b"r\"") || rest.starts_with(b"r#\"") {
            let hashes = usize::from(rest[1] == b'#');
            let close: &[u8] = if hashes == 1 { b"\"#" } else { b"\"" };
            let start = i + 2 + hashes;
            let end = bytes[start..].windows(close.len()).position(|w| w == close).map_or(bytes.len(), |n| start + n);
            if strings {
                wipe(&mut out, start, end);
            }
            i = (end + close.len()).min(bytes.len());
        } else if bytes[i] == b'"' {
            let mut end = i + 1;
            while end < bytes.len() && bytes[end] != b'"' {
                end += if bytes[end] == b'\\' { 2 } else { 1 };
            }
            let end = end.min(bytes.len());
            if strings {
                wipe(&mut out, i + 1, end);
            }
            i = end + 1;
        } else if bytes[i] == b'\'' && bytes.get(i + 2) == Some(&b'\'') {
            i += 3;
        } else if rest.starts_with(b"'\\") {
            i += 4;
        } else {
            i += 1;
        }
    }
    String::from_utf8(out).unwrap()
}

/// The words of an identifier in lower case: `HuntedAt` and `hunted_at` are both "hunted", "at".
pub fn parts_of(identifier: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    for c in identifier.chars() {
        if c == '_' || c.is_uppercase() {
            parts.push(String::new());
        }
        if c != '_' {
            parts.last_mut().unwrap().extend(c.to_lowercase());
        }
    }
    parts
}

#[test]
fn comments_and_strings_are_distinguished_from_code() {
    let text = "let a = \"// crate::x\"; // crate::y\nlet q = '\"'; /* z */ crate::w";
    assert_eq!(blank(text, false), "let a = \"// crate::x\";            \nlet q = '\"';         crate::w");
    assert_eq!(blank(text, true), "let a = \"           \";            \nlet q = '\"';         crate::w");
}
