//! A running client. Its log tells when the next key is due, however slow the machine is; screenshots show what it draws.

use std::{
    fs::{self, File},
    path::{Path, PathBuf},
    process::{Child, ExitStatus, Stdio},
    thread::sleep,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use super::display::{VirtualDisplay, scratch, wait_for};

/// The log filter: decisions, each frame, and where the player sees other agents.
const LOGGED: &str = "error,quarry=warn,quarry::client=debug,quarry::client::app=trace,quarry::client::play::hud=trace,quarry::games=info";

/// The log line of a frame.
const FRAME: &str = "quarry::client::app: frame ";

/// A running client.
pub struct Client<'d> {
    display: &'d VirtualDisplay,
    child: Child,
    log: PathBuf,
    settings: PathBuf,
    /// The number of log bytes read.
    read: usize,
}

impl Drop for Client<'_> {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        // In whatever a test shows, no label covers another, and none the result.
        let said = self.said();
        let overlap = said.lines().find(|line| line.contains("overlap: "));
        if let Some(overlap) = overlap.filter(|_| !std::thread::panicking()) {
            panic!("{overlap}");
        }
    }
}

/// The window size and settings of tests that take hundreds of frames.
pub const TINY_SIZE: (usize, usize) = (384, 216);
pub const TINY: &str = "(graphics: (size: (384, 216), quality: \"low\", shadows: false, anti_aliasing: false))";

/// The settings of the other tests: a small window at the lowest quality.
pub const SMALL: &str = "(graphics: (size: (640, 360), quality: \"low\", shadows: false, anti_aliasing: false))";

/// The time of a log line, in seconds of the day (UTC).
fn time_of_day(line: &str) -> Option<f64> {
    let (_, rest) = line.split_once('T')?;
    let mut parts = rest.split_once('Z')?.0.split(':').map(|part| part.parse::<f64>().ok());
    Some(parts.next()?? * 3600.0 + parts.next()?? * 60.0 + parts.next()??)
}

/// The present time, in seconds of the day (UTC).
pub fn now() -> f64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs_f64() % 86400.0
}

impl<'d> Client<'d> {
    /// Starts the client with these arguments, data and settings.
    pub fn start(display: &'d VirtualDisplay, name: &str, arguments: &[&str], data: &Path, settings: &str) -> Self {
        let (log, folder) = (scratch(&format!("{name}-log")), scratch(&format!("{name}-home")));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(folder.join("quarry")).unwrap();
        let kept = folder.join("quarry").join("settings.ron");
        fs::write(&kept, settings).unwrap();
        let child = display
            .command(env!("CARGO_BIN_EXE_quarry"))
            .args(arguments)
            .args(["--log", LOGGED])
            .arg("--data")
            .arg(data)
            .env("WGPU_BACKEND", "vulkan")
            .env("XDG_RUNTIME_DIR", &folder)
            .env("XDG_CONFIG_HOME", &folder)
            .stdout(Stdio::null())
            .stderr(File::create(&log).unwrap())
            .spawn()
            .unwrap();
        Self { display, child, log, settings: kept, read: 0 }
    }

    /// The log without the lines that count frames.
    pub fn said(&self) -> String {
        let all = fs::read_to_string(&self.log).unwrap_or_default();
        let lines = all.split_inclusive('\n').filter(|line| line.ends_with('\n') && !line.contains(FRAME));
        lines.collect()
    }

    /// The number of frames drawn.
    fn drawn(&self) -> usize {
        fs::read_to_string(&self.log).unwrap_or_default().matches(FRAME).count()
    }

    /// Waits for this many more frames, however long each takes.
    pub fn frames(&mut self, count: usize) {
        let wanted = self.drawn() + count;
        let done = wait_for(Duration::from_secs(600), || {
            assert!(self.child.try_wait().unwrap().is_none(), "the client has ended: {}", self.said());
            (self.drawn() >= wanted).then_some(())
        });
        assert!(done.is_some(), "it draws no more: {}", self.said());
    }

    /// Waits until the log says this, for at most this many frames; whether it did.
    pub fn says_within(&mut self, words: &str, frames: usize) -> bool {
        let end = self.drawn() + frames;
        while self.drawn() < end {
            if self.says(words, 0) {
                return true;
            }
            sleep(Duration::from_millis(100));
            assert!(self.child.try_wait().unwrap().is_none(), "the client has ended: {}", self.said());
        }
        self.says(words, 0)
    }

    /// The settings file.
    pub fn settings(&self) -> String {
        fs::read_to_string(&self.settings).unwrap_or_default()
    }

    /// The process id.
    pub fn process(&self) -> u32 {
        self.child.id()
    }

    /// Waits until the log says this after what was last waited for; whether it did.
    pub fn says(&mut self, words: &str, seconds: u64) -> bool {
        let found = wait_for(Duration::from_secs(seconds), || {
            assert!(self.child.try_wait().unwrap().is_none(), "the client has ended: {}", self.said());
            let said = self.said();
            let fresh = said.get(self.read..).unwrap_or_default();
            fresh.find(words).map(|at| self.read + at + words.len())
        });
        self.read = found.unwrap_or(self.read);
        found.is_some()
    }

    /// Waits until the log says this, and fails where it does not.
    pub fn expect(&mut self, words: &str, seconds: u64) {
        if !self.says(words, seconds) {
            self.display.picture("failed");
            panic!("it never said `{words}`: {}", self.said());
        }
    }

    /// What follows these words in the last log line that has them.
    pub fn last(&self, words: &str) -> Option<String> {
        let said = self.said();
        said.lines().rev().find_map(|line| line.find(words).map(|at| line[at + words.len()..].to_owned()))
    }

    /// When the log last said this, and the longest frame since a moment, in seconds of the day.
    pub fn said_when(&self, words: &str, since: f64) -> Option<(f64, f64)> {
        let all = fs::read_to_string(&self.log).unwrap_or_default();
        let when = all.lines().rev().find(|line| line.contains(words)).and_then(time_of_day)?;
        let frames: Vec<f64> = all.lines().filter(|line| line.contains(FRAME)).filter_map(time_of_day).collect();
        let pairs = frames.windows(2).filter(|pair| pair[1] >= since);
        Some((when, pairs.map(|pair| pair[1] - pair[0]).fold(0.0, f64::max)))
    }

    /// Moves the focus with a key until this widget has it; returns its place in the window.
    pub fn choose_by(&mut self, key: &str, name: &str) -> (usize, usize) {
        // A page that comes up focuses its first widget a few frames later. A key pressed before would move on from there, and every
        // further press would be answered by the move of the press before it.
        self.frames(4);
        for _ in 0..40 {
            while self.says("chosen: ", 0) {}
            if let Some(chosen) = self.last("chosen: ")
                && let Some((known, at)) = chosen.rsplit_once(" at ")
                && known == name
            {
                // Its middle may lie above the window until the page has scrolled to it.
                let mut numbers =
                    at.split(' ').filter_map(|number| Some(number.parse::<f32>().ok()?.max(0.0) as usize));
                return (numbers.next().unwrap(), numbers.next().unwrap());
            }
            self.display.press(key);
            self.says_within("chosen: ", 8);
        }
        self.display.picture("failed");
        panic!("`{name}` could not be chosen: {}", self.said());
    }

    /// The same, with the down arrow.
    pub fn choose(&mut self, name: &str) -> (usize, usize) {
        self.choose_by("Down", name)
    }

    /// Focuses a button and presses it.
    pub fn press(&mut self, name: &str) {
        self.choose(name);
        self.display.press("Return");
    }

    /// Focuses a setting and changes it with a key until it has this value.
    pub fn set(&mut self, name: &str, key: &str, value: &str) {
        self.choose(name);
        let wanted = format!("set: {name}: {value}");
        for _ in 0..30 {
            self.display.press(key);
            self.expect(&format!("set: {name}: "), 40);
            if self.said().get(..self.read + value.len()).is_some_and(|said| said.ends_with(&wanted)) {
                return;
            }
        }
        panic!("`{name}` did not become {value}: {}", self.said());
    }

    /// Starts the client and, from its title, a match with these entries of the setup page (all settings shown) changed: each with the key that changes it, and its
    /// new value.
    pub fn play(display: &'d VirtualDisplay, name: &str, data: &Path, entries: &[(&str, &str, &str)]) -> Self {
        let mut client = Self::start(display, name, &[], data, TINY);
        client.expect("page: Title", 300);
        client.frames(3);
        client.press("Play");
        client.expect("page: Setup(Play)", 300);
        if !entries.is_empty() {
            client.set("More settings", "Right", "On");
        }
        for (entry, key, value) in entries {
            client.set(entry, key, value);
        }
        client.press("Start");
        client
    }

    /// Takes a picture of the result page once it shows, and leaves the program from there.
    pub fn leave_result(&mut self) {
        self.expect("page: Result", 300);
        self.frames(5);
        self.display.picture("result");
        self.leave("Right");
    }

    /// From the result or the pause menu to the title, moving the focus with this key, and out of the program.
    pub fn leave(&mut self, key: &str) {
        self.choose_by(key, "Main menu");
        self.display.press("Return");
        if self.says("page: Leave(MainMenu)", 10) {
            self.says("chosen: Save recording", 10);
            self.press("Leave");
        }
        self.expect("page: Title", 300);
        self.press("Quit");
        self.ends_well();
    }

    /// Leaves a match that is watched, after closing this many panels, and answers the question without saving.
    pub fn leave_watching(&mut self, panels: usize) {
        for _ in 0..panels {
            self.display.press("Escape");
            self.expect("hidden: ", 60);
        }
        self.display.press("Escape");
        self.expect("page: Leave(Quit)", 60);
        // The page focuses its first button, and an arrow key counts from there; the log names a focus only where it changes.
        self.says("chosen: Save recording", 10);
        self.press("Quit");
        self.ends_well();
    }

    /// Holds a key until the log says this, for at most this many frames.
    pub fn hold_until(&mut self, key: &str, words: &str, frames: usize) {
        self.display.hold(key);
        let found = self.says_within(words, frames);
        self.display.release(key);
        if !found {
            self.display.picture("failed");
            panic!("`{key}` held for {frames} frames, and it never said `{words}`: {}", self.said());
        }
    }

    /// Walks forward until the prompt offers this, and back crouched where that went too far; at most this many frames each way.
    pub fn go_to(&mut self, offer: &str, frames: usize) {
        for (round, way) in ["w", "s", "w", "s"].into_iter().enumerate() {
            if round > 0 {
                self.display.hold("c");
            }
            self.display.hold(way);
            self.says_within(&format!("offer: {offer}"), frames);
            self.display.release(way);
            self.frames(4);
            self.display.release("c");
            if self.last("offer: ").as_deref() == Some(offer) {
                return;
            }
        }
        self.display.picture("failed");
        panic!("`{offer}` stayed out of reach: {}", self.said());
    }

    /// Where the agent of this name is seen now: its distance in metres, and degrees to the right.
    pub fn sees(&self, name: &str) -> Option<(f32, f32)> {
        if self.last("in view: ")? == "0" {
            return None;
        }
        let words = self.last(&format!("sees: {name} at "))?;
        let (away, rest) = words.split_once(" m, ")?;
        Some((away.parse().ok()?, rest.split(' ').next()?.parse().ok()?))
    }

    /// Where the player stands now: metres to the east and to the south.
    pub fn place(&self) -> Option<(f32, f32)> {
        let words = self.last("hud: place: ")?;
        let (east, south) = words.split_once(' ')?;
        Some((east.parse().ok()?, south.parse().ok()?))
    }

    /// Waits until the client has exited.
    pub fn ended(&mut self, seconds: u64) -> Option<ExitStatus> {
        wait_for(Duration::from_secs(seconds), || self.child.try_wait().unwrap())
    }

    /// The client must exit by itself, with success and without a panic.
    pub fn ends_well(&mut self) {
        let status = self.ended(40);
        let said = self.said();
        assert!(status.is_some_and(|status| status.success()), "{status:?}: {said}");
        assert!(!said.contains("panicked"), "{said}");
    }
}
