//! The program as a package installs it: the data in the share folder beside it, which it finds from any folder and leaves as it is.
//! `make test-dist` tries the archive itself, with its window.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{self, Command, Output},
};

use super::{copy_ron, stderr};

/// A copy of the program and its data in a folder far from the sources, removed when dropped.
struct Installed(PathBuf);

impl Drop for Installed {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

impl Installed {
    fn new() -> Self {
        let prefix = env::temp_dir().join(format!("quarry-installed-{}", process::id()));
        let data = prefix.join("share/games/quarry");
        for part in ["assets", "levels"] {
            copy_ron(&Path::new(env!("CARGO_MANIFEST_DIR")).join(part), &data.join(part));
        }
        fs::create_dir_all(prefix.join("games")).unwrap();
        let (built, program) = (env!("CARGO_BIN_EXE_quarry"), prefix.join("games/quarry"));
        // The temporary folder may be on another disk.
        fs::hard_link(built, &program).or_else(|_| fs::copy(built, &program).map(drop)).unwrap();
        Self(prefix)
    }

    fn run(&self, arguments: &[&str]) -> Output {
        Command::new(self.0.join("games/quarry"))
            .args(arguments)
            .current_dir(&self.0)
            .env_remove("CARGO_MANIFEST_DIR")
            // A package may be installed here.
            .env("XDG_DATA_DIRS", self.0.join("none"))
            .env("XDG_CONFIG_HOME", self.0.join("config"))
            .env("HOME", self.0.join("home"))
            .output()
            .unwrap()
    }

    /// All files, with their lengths and times.
    fn contents(&self) -> Vec<(PathBuf, u64, std::time::SystemTime)> {
        let (mut found, mut left) = (Vec::new(), vec![self.0.clone()]);
        while let Some(folder) = left.pop() {
            for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
                let about = entry.metadata().unwrap();
                found.push((entry.path(), about.len(), about.modified().unwrap()));
                left.extend(about.is_dir().then(|| entry.path()));
            }
        }
        found.sort();
        found
    }
}

#[test]
fn an_installed_program_finds_its_data_and_leaves_it_alone() {
    let installed = Installed::new();
    let before = installed.contents();
    let version = String::from_utf8(installed.run(&["--version"]).stdout).unwrap();
    let known = ["commit", "development build"].iter().any(|words| version.contains(words));
    assert!(version.starts_with(&format!("quarry {} (", env!("CARGO_PKG_VERSION"))) && known, "{version}");
    let simulate = ["simulate", "--level", "courtyard", "--matches", "1", "--seed", "1"];
    for arguments in [&["check"][..], &simulate] {
        let output = installed.run(arguments);
        assert!(output.status.success(), "{arguments:?}: {}", stderr(&output));
    }
    assert!(before == installed.contents(), "the program has written into its own folder");

    fs::rename(installed.0.join("share"), installed.0.join("moved")).unwrap();
    let refused = installed.run(&["check"]);
    let said = stderr(&refused);
    let tried = ["share", "none"].map(|folder| installed.0.join(folder).join("games/quarry").display().to_string());
    assert_eq!(refused.status.code(), Some(2), "{said}");
    assert!(said.contains("--data DIR") && tried.iter().all(|folder| said.contains(folder)), "{said}");
}
