//! Gives the program the commit that it is built from, for `quarry --version`.
//!
//! The variable `QUARRY_COMMIT` names it where there is no git, as in a tarball. Only optimised builds ask git: there, each new commit
//! compiles this package again, which tests should not have to wait for.

use std::{env, path::Path, process::Command};

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=QUARRY_COMMIT");
    let given = env::var("QUARRY_COMMIT").ok().filter(|commit| !commit.is_empty());
    let optimised = env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let commit = given.or_else(|| optimised.then(commit_of_clone).flatten()).map(|commit| format!("commit {commit}"));
    let unknown = if optimised { "unknown commit" } else { "development build" };
    println!("cargo:rustc-env=QUARRY_COMMIT={}", commit.unwrap_or_else(|| unknown.to_owned()));
}

/// The commit that is checked out here; `None` outside a clone. Cargo is told to come again when another one is.
fn commit_of_clone() -> Option<String> {
    // Without this, sources unpacked inside another clone would name a commit of that one.
    if !Path::new(".git").exists() {
        return None;
    }
    let commit = git(&["rev-parse", "--short=12", "HEAD"])?;
    // A file that does not exist would change with every build.
    let branch = git(&["symbolic-ref", "--quiet", "HEAD"]);
    for name in ["HEAD", "logs/HEAD"].into_iter().chain(branch.as_deref()) {
        let file = git(&["rev-parse", "--git-path", name]).filter(|file| Path::new(file).exists());
        if let Some(file) = file {
            println!("cargo:rerun-if-changed={file}");
        }
    }
    Some(commit)
}

/// What git prints.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok().filter(|output| output.status.success())?;
    String::from_utf8(output.stdout).ok().map(|text| text.trim().to_owned())
}
