//! A copy of the shipped data with some lines changed, so that a match goes the way a test needs.

use std::{fs, path::Path, path::PathBuf};

use super::display::scratch;

/// A change of a file: every occurrence of the first text is replaced by the second.
pub type Change = (&'static str, &'static str, &'static str);

/// A field of a file, by name, and its new number.
pub type Number = (&'static str, &'static str, f32);

/// A copy of the data folder with these changes and numbers.
pub fn copy_with(name: &str, changes: &[Change], numbers: &[Number]) -> PathBuf {
    let root = scratch(&format!("{name}-data"));
    let _ = fs::remove_dir_all(&root);
    for part in ["assets", "levels"] {
        copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join(part), &root.join(part));
    }
    for (file, from, to) in changes {
        let path = root.join(file);
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(from), "{file} has no `{from}`");
        fs::write(&path, text.replace(from, to)).unwrap();
    }
    for (file, name, value) in numbers {
        let path = root.join(file);
        let text = fs::read_to_string(&path).unwrap();
        let start =
            text.find(&format!("{name}: ")).unwrap_or_else(|| panic!("{file} has no `{name}`")) + name.len() + 2;
        let rest = &text[start..];
        let long = rest.find(|letter: char| letter != '.' && !letter.is_ascii_digit()).unwrap_or(rest.len());
        assert!(long > 0, "`{name}` of {file} is no number");
        // Integers are written without a decimal point.
        let value = if rest[..long].contains('.') { format!("{value:?}") } else { format!("{value:.0}") };
        fs::write(&path, format!("{}{value}{}", &text[..start], &rest[long..])).unwrap();
    }
    root
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &target)
        } else {
            fs::copy(entry.path(), target).map(drop).unwrap()
        }
    }
}
