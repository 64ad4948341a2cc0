//! Hashes the sources on which the outcome of a match depends. A recording stores the hash, because the same seed and data give the
//! same match only in the same program. Unlike a hash of the executable it is the same in every build. Results that are kept in
//! a file depend on the measures, too: they have a hash of their own.

#![allow(clippy::disallowed_methods, reason = "a build script reads the sources of the workspace")]

use std::{env, fs, io, path::Path};

/// The sources of the simulation, and the versions of its dependencies, by their paths in the workspace.
const SOURCES: [&str; 7] = [
    "Cargo.lock",
    "crates/engine/src",
    "crates/goap/src",
    "crates/minds/src",
    "crates/navmesh/src",
    "crates/ron/src",
    "src/games",
];

fn main() -> io::Result<()> {
    let root = Path::new(&env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?).join("../..");
    // FNV-1a: <http://www.isthe.com/chongo/tech/comp/fnv/>.
    let mut sum = 0xcbf2_9ce4_8422_2325;
    for source in SOURCES {
        println!("cargo:rerun-if-changed=../../{source}");
        add(&root.join(source), &mut sum)?;
    }
    println!("cargo:rustc-env=QUARRY_SOURCE_SUM={sum:016x}");
    println!("cargo:rerun-if-changed=src");
    add(&root.join("crates/lab/src"), &mut sum)?;
    println!("cargo:rustc-env=QUARRY_RESULT_SUM={sum:016x}");
    Ok(())
}

/// Hashes a file, or all files of a folder in the order of their names. How a game looks does not change its matches.
fn add(path: &Path, sum: &mut u64) -> io::Result<()> {
    if path.is_dir() {
        let mut entries = fs::read_dir(path)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
        entries.retain(|entry| !entry.ends_with("view"));
        entries.sort();
        return entries.iter().try_for_each(|entry| add(entry, sum));
    }
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    // Line endings depend on the checkout and do not count.
    for byte in name.bytes().chain(fs::read(path)?).filter(|byte| *byte != b'\r') {
        *sum = (*sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    }
    Ok(())
}
