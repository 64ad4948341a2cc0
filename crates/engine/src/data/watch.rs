//! Hot reload: watches the data folder and the mods laid over it, and reloads them when a file changes. The last good version stays while
//! the new one has errors.
//!
//! The caller decides what to do with a new version. The simulation must not use this: it depends on the wall clock.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::{Duration, Instant};

use notify::{RecommendedWatcher, RecursiveMode, Watcher};
use quarry_ron::Finding;

use super::{DataFiles, DataFolders, Library};

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

/// Watches the data folder and the mods laid over it until it is dropped.
#[derive(Debug)]
pub struct DataWatcher {
    folders: DataFolders,
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
    /// Starts to watch the folders of `library`. If its files differ from those on the disk, the first poll reloads them: they have changed in the
    /// meantime, or these are other mods.
    ///
    /// # Errors
    /// The system cannot watch its folders.
    pub fn new(folders: impl Into<DataFolders>, library: Arc<Library>) -> Result<Self, WatchError> {
        let folders = folders.into();
        let cannot = |folder: &Path| {
            let folder = folder.display().to_string();
            move |source| WatchError { folder, source }
        };
        let (send, events) = channel();
        let mut watcher = notify::recommended_watcher(send).map_err(cannot(&folders.root))?;
        let own = ["assets", "levels"].map(|part| folders.root.join(part));
        for folder in own.iter().chain(folders.mods.iter().map(|one| &one.path)) {
            watcher.watch(folder, RecursiveMode::Recursive).map_err(cannot(folder))?;
        }
        let mut files = DataFiles::read(&folders, library.game.name).unwrap_or_default();
        let mut touched = None;
        if files.digest() != library.digest {
            (files, touched) = (DataFiles::from_library(&library), Some(Instant::now()));
        }
        Ok(Self { folders, _watcher: watcher, events, touched, files, good: library, findings: Vec::new() })
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
        let outcome = match DataFiles::read(&self.folders, self.good.game.name) {
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
