//! Hot reload: watches the data folder and reloads it when a file changes. The last good version stays while the new one has errors.
//!
//! The caller decides what to do with a new version. The simulation must not use this: it depends on the wall clock.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::{Duration, Instant};

use notify::{RecommendedWatcher, RecursiveMode, Watcher};
use quarry_ron::Finding;

use super::{DataFiles, Library};

/// How long no file may have changed before the folder is read: editors write in several steps.
const DEBOUNCE: Duration = Duration::from_millis(120);

/// The result of a change on the disk.
#[derive(Debug)]
pub struct Reload {
    /// The files that were changed, added or deleted: their paths below the root, with `/` between folders.
    pub changed: BTreeSet<String>,
    /// The new data, or its errors.
    pub outcome: Result<Arc<Library>, Vec<Finding>>,
}

/// A folder cannot be watched.
#[derive(Debug, thiserror::Error)]
#[error("{folder} cannot be watched for changes")]
pub struct WatchError {
    folder: String,
    source: notify::Error,
}

/// Watches a data folder until it is dropped.
#[derive(Debug)]
pub struct DataWatcher {
    root: PathBuf,
    // Dropping it would end the watch.
    _watcher: RecommendedWatcher,
    events: Receiver<notify::Result<notify::Event>>,
    /// When a file last changed; `None` if none has since the last read.
    touched: Option<Instant>,
    files: DataFiles,
    good: Arc<Library>,
    findings: Vec<Finding>,
}

impl DataWatcher {
    /// Starts to watch the root from which `library` was loaded.
    ///
    /// # Errors
    /// The system cannot watch its folders.
    pub fn new(root: &Path, library: Arc<Library>) -> Result<Self, WatchError> {
        let cannot = |folder: &Path| {
            let folder = folder.display().to_string();
            move |source| WatchError { folder, source }
        };
        let (send, events) = channel();
        let mut watcher = notify::recommended_watcher(send).map_err(cannot(root))?;
        for folder in [root.join("assets"), root.join("levels")] {
            watcher.watch(&folder, RecursiveMode::Recursive).map_err(cannot(&folder))?;
        }
        let files = DataFiles::read(root, library.game.name).unwrap_or_default();
        Ok(Self {
            root: root.to_owned(),
            _watcher: watcher,
            events,
            touched: None,
            files,
            good: library,
            findings: Vec::new(),
        })
    }

    /// The last good version.
    pub fn library(&self) -> &Arc<Library> {
        &self.good
    }

    /// The errors of the files as they are now; empty if they are the last good version.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// Reloads the folder if it has changed. Meant to be called once per frame: it is cheap while nothing changes.
    pub fn poll(&mut self) -> Option<Reload> {
        loop {
            match self.events.try_recv() {
                Ok(Ok(event)) if event.kind.is_access() => {}
                // An error of the watcher may mean that events were lost.
                Ok(_) => self.touched = Some(Instant::now()),
                Err(TryRecvError::Empty | TryRecvError::Disconnected) => break,
            }
        }
        if self.touched.is_none_or(|touched| touched.elapsed() < DEBOUNCE) {
            return None;
        }
        self.touched = None;
        self.read()
    }

    /// Reads the files; `None` if their contents are the same as before.
    fn read(&mut self) -> Option<Reload> {
        let outcome = match DataFiles::read(&self.root, self.good.game.name) {
            Ok(files) => {
                let changed = self.files.changed_paths(&files);
                if changed.is_empty() {
                    return None;
                }
                self.files = files;
                (changed, Library::from_files(&self.files, self.good.game))
            }
            Err(findings) => (BTreeSet::new(), Err(findings)),
        };
        let (changed, outcome) = outcome;
        let outcome = outcome.map(Arc::new);
        match &outcome {
            Ok(library) => {
                self.good = library.clone();
                self.findings.clear();
            }
            Err(findings) => self.findings.clone_from(findings),
        }
        Some(Reload { changed, outcome })
    }
}

#[cfg(test)]
mod tests {
    use std::{env, fs, process, thread};

    use super::*;
    use crate::games::hunt::{HuntLevel, SCHEMA};
    use quarry_ron::input;

    fn wait_for(watch: &mut DataWatcher) -> Reload {
        for _ in 0..200 {
            if let Some(reload) = watch.poll() {
                return reload;
            }
            thread::sleep(Duration::from_millis(25));
        }
        panic!("no change was noticed within five seconds");
    }

    #[test]
    fn a_change_is_noticed_and_a_bad_one_keeps_the_last_good_version() {
        let shipped = DataFiles::read(Path::new(env!("CARGO_MANIFEST_DIR")), SCHEMA.name).unwrap();
        let root = env::temp_dir().join(format!("quarry-watch-{}", process::id()));
        for (path, _, bytes) in shipped.iter() {
            let path = root.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
        }
        let library = Arc::new(Library::load(&root, &SCHEMA).unwrap());
        let before = library.digest;
        let mut watch = DataWatcher::new(&root, library).unwrap();
        assert!(watch.poll().is_none());

        let path = root.join("levels/hunt/manor.ron");
        let text = input::read_text(&path, input::DATA_FILE).unwrap();
        fs::write(&path, text.replace("keys_needed: 2", "keys_needed: 3")).unwrap();
        let reload = wait_for(&mut watch);
        assert_eq!(reload.changed, BTreeSet::from(["levels/hunt/manor.ron".to_owned()]));
        let library = reload.outcome.unwrap();
        let (_, level) = library.level("manor").unwrap();
        assert_eq!(level.game.get::<HuntLevel>().map(|hunt| hunt.keys_needed), Some(3));
        let after = watch.library().digest;
        assert_ne!(after, before);

        fs::write(&path, text.replace("keys_needed: 2", "keys_needed: three")).unwrap();
        let findings = wait_for(&mut watch).outcome.unwrap_err();
        assert_eq!(findings, watch.findings());
        assert!(findings.iter().all(|finding| finding.file.ends_with("levels/hunt/manor.ron") && finding.line > 0));
        assert_eq!(watch.library().digest, after);
        fs::remove_dir_all(root).unwrap();
    }
}
