//! The pictures of the pages: each is there and shown somewhere, and those of the gallery show the present sources.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use super::page::{pages, root};

const FOLDER: &str = "docs/images/gallery";

/// The 64-bit FNV-1a hash, as `scripts/gallery.py` computes it.
fn fnv(data: &[u8]) -> u64 {
    data.iter().fold(0xcbf2_9ce4_8422_2325, |state, byte| (state ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

/// All files at or below a path of the repository.
fn files_of(path: &Path) -> Vec<PathBuf> {
    if path.is_file() {
        return vec![path.to_owned()];
    }
    let entries = fs::read_dir(path).into_iter().flatten();
    entries.flat_map(|entry| files_of(&entry.unwrap().path())).collect()
}

fn name_of(path: &Path) -> String {
    path.strip_prefix(root()).unwrap().to_string_lossy().replace('\\', "/")
}

/// The hash of all files of some sources: of a line for each, with its path and its own hash.
fn hash_of(sources: &[&str]) -> String {
    let files: BTreeSet<PathBuf> = sources.iter().flat_map(|source| files_of(&root().join(source))).collect();
    let named = files.iter().map(|file| (name_of(file), fnv(&fs::read(file).unwrap())));
    let mut lines: Vec<String> = named.map(|(name, hash)| format!("{name} {hash:016x}\n")).collect();
    lines.sort();
    format!("{:016x}", fnv(lines.concat().as_bytes()))
}

#[test]
fn pictures_of_the_gallery_show_the_present_sources() {
    let list = fs::read_to_string(root().join(FOLDER).join("made_from.txt")).unwrap();
    let rows = list.lines().filter(|line| !line.starts_with('#'));
    let (mut stale, mut missing, mut count) = (Vec::new(), Vec::new(), 0);
    for row in rows {
        let words: Vec<&str> = row.split(' ').collect();
        let [name, hash, _scene, sources @ ..] = words.as_slice() else { panic!("{FOLDER}/made_from.txt: {row}") };
        count += 1;
        if !root().join(FOLDER).join(format!("{name}.jpg")).exists() {
            missing.push(*name);
        } else if hash_of(sources) != *hash {
            stale.push(*name);
        }
    }
    assert!(count > 20, "{FOLDER}/made_from.txt lists only {count} pictures");
    assert!(missing.is_empty(), "run make gallery: {FOLDER} lacks {}", missing.join(", "));
    assert!(stale.is_empty(), "run make gallery: what these pictures show has changed: {}", stale.join(", "));
}

#[test]
fn every_picture_is_shown_by_a_page() {
    let shown: String = pages().into_iter().map(|page| page.text).collect();
    let unused = files_of(&root().join("docs/images")).into_iter().map(|file| name_of(&file)).filter(|name| {
        let below = name.trim_start_matches("docs/");
        !name.ends_with("made_from.txt") && !shown.contains(&format!("{below})"))
    });
    let unused: Vec<String> = unused.collect();
    assert!(unused.is_empty(), "no page shows these: show them or remove them: {}", unused.join(", "));
}
