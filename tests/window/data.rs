//! A copy of the shipped data with some lines changed, so that a match is short and sure to go as a test needs it.

use std::{fs, path::Path, path::PathBuf};

use super::desk::scratch;

/// A change of a file: what stands there, and what is to stand there instead, everywhere in it.
pub type Change = (&'static str, &'static str, &'static str);

/// A copy of the data folder with these changes.
pub fn copy_with(name: &str, changes: &[Change]) -> PathBuf {
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
