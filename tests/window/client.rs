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
const LOGGED: &str = "error,quarry=warn,quarry::client=debug,quarry::client::app=trace,quarry::client::play::hud=trace";

/// The log line of a frame.
const FRAME: &str = "quarry::client::app: frame ";

/// A running client.
pub struct Client<'d> {
    display: &'d VirtualDisplay,
    child: Child,
    log: PathBuf,
    settings: PathBuf,
    /// How far the log has been read.
    read: usize,
}

impl Drop for Client<'_> {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The size of the window of tests that go on for hundreds of frames, and the settings they start with.
pub const TINY_SIZE: (usize, usize) = (384, 216);
pub const TINY: &str = "(graphics: (size: (384, 216), quality: \"low\", shadows: false, anti_aliasing: false))";

/// The settings a test starts with: a small window, drawn as cheaply as can be.
pub const SMALL: &str = "(graphics: (size: (640, 360), quality: \"low\", shadows: false, anti_aliasing: false))";

/// The time of a line of the log, in seconds of the day (of the world's, not of this place).
fn time_of_day(line: &str) -> Option<f64> {
    let (_, rest) = line.split_once('T')?;
    let mut parts = rest.split_once('Z')?.0.split(':').map(|part| part.parse::<f64>().ok());
    Some(parts.next()?? * 3600.0 + parts.next()?? * 60.0 + parts.next()??)
}

/// What time it is, in seconds of the day.
pub fn now() -> f64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs_f64() % 86400.0
}

impl<'d> Client<'d> {
    /// Starts the client with these arguments, on this data, with these settings and no others.
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

    /// All it has said, but for the frames it has counted.
    pub fn said(&self) -> String {
        let all = fs::read_to_string(&self.log).unwrap_or_default();
        let lines = all.split_inclusive('\n').filter(|line| line.ends_with('\n') && !line.contains(FRAME));
        lines.collect()
    }

    /// How many frames it has drawn.
    fn drawn(&self) -> usize {
        fs::read_to_string(&self.log).unwrap_or_default().matches(FRAME).count()
    }

    /// Waits until it has drawn so many more frames, however long each takes.
    pub fn frames(&mut self, count: usize) {
        let wanted = self.drawn() + count;
        let done = wait_for(Duration::from_secs(600), || {
            assert!(self.child.try_wait().unwrap().is_none(), "the client has ended: {}", self.said());
            (self.drawn() >= wanted).then_some(())
        });
        assert!(done.is_some(), "it draws no more: {}", self.said());
    }

    /// Waits until it says this or has drawn so many more frames; whether it said it.
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

    /// The settings it keeps.
    pub fn settings(&self) -> String {
        fs::read_to_string(&self.settings).unwrap_or_default()
    }

    /// The number of the process.
    pub fn process(&self) -> u32 {
        self.child.id()
    }

    /// Waits until it says this, after what was last waited for; whether it did.
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

    /// Waits until it says this, and fails where it does not.
    pub fn expect(&mut self, words: &str, seconds: u64) {
        if !self.says(words, seconds) {
            self.display.picture("failed");
            panic!("it never said `{words}`: {}", self.said());
        }
    }

    /// The last line with this in it, from there to its end.
    pub fn last(&self, words: &str) -> Option<String> {
        let said = self.said();
        said.lines().rev().find_map(|line| line.find(words).map(|at| line[at + words.len()..].to_owned()))
    }

    /// When it last said this, and how long its slowest frame took of those since a moment; in seconds of the day.
    pub fn said_when(&self, words: &str, since: f64) -> Option<(f64, f64)> {
        let all = fs::read_to_string(&self.log).unwrap_or_default();
        let when = all.lines().rev().find(|line| line.contains(words)).and_then(time_of_day)?;
        let frames: Vec<f64> = all.lines().filter(|line| line.contains(FRAME)).filter_map(time_of_day).collect();
        let pairs = frames.windows(2).filter(|pair| pair[1] >= since);
        Some((when, pairs.map(|pair| pair[1] - pair[0]).fold(0.0, f64::max)))
    }

    /// Moves through the menu by a key until this is chosen; answers where it stands.
    pub fn choose_by(&mut self, key: &str, name: &str) -> (usize, usize) {
        for _ in 0..40 {
            if let Some(chosen) = self.last("chosen: ")
                && let Some((known, at)) = chosen.rsplit_once(" at ")
                && known == name
            {
                let mut numbers = at.split(' ').filter_map(|number| number.parse().ok());
                return (numbers.next().unwrap(), numbers.next().unwrap());
            }
            self.display.press(key);
            self.says("chosen: ", 40);
            sleep(Duration::from_millis(60));
        }
        self.display.picture("failed");
        panic!("`{name}` could not be chosen: {}", self.said());
    }

    /// The same, downwards.
    pub fn choose(&mut self, name: &str) -> (usize, usize) {
        self.choose_by("Down", name)
    }

    /// Chooses a button and presses it.
    pub fn press(&mut self, name: &str) {
        self.choose(name);
        self.display.press("Return");
    }

    /// Chooses a setting and changes it by a key until it has this value.
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

    /// From the result or the pause menu to the title, moving the focus with this key, and out of the program.
    pub fn leave(&mut self, key: &str) {
        self.choose_by(key, "Main menu");
        self.display.press("Return");
        if self.says("page: Leave(MainMenu)", 10) {
            self.press("Leave");
        }
        self.expect("page: Title", 300);
        self.press("Quit");
        self.ends_well();
    }

    /// Leaves a match that is watched: closes what lies on top, and answers the question without saving.
    pub fn leave_watching(&mut self, panels: usize) {
        for _ in 0..panels {
            self.display.press("Escape");
            self.expect("hidden: ", 60);
        }
        self.display.press("Escape");
        self.expect("page: Leave(Quit)", 60);
        self.press("Quit");
        self.ends_well();
    }

    /// Holds a key until it says this, for at most so many frames.
    pub fn hold_until(&mut self, key: &str, words: &str, frames: usize) {
        self.display.hold(key);
        let found = self.says_within(words, frames);
        self.display.release(key);
        if !found {
            self.display.picture("failed");
            panic!("`{key}` held for {frames} frames, and it never said `{words}`: {}", self.said());
        }
    }

    /// Goes forward until this can be used; back, bent low, where it went too far. The most frames each way.
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

    /// Where it sees somebody of this name now: how far away in metres, and how many degrees to the right.
    pub fn sees(&self, name: &str) -> Option<(f32, f32)> {
        if self.last("in view: ")? == "0" {
            return None;
        }
        let words = self.last(&format!("sees: {name} at "))?;
        let (away, rest) = words.split_once(" m, ")?;
        Some((away.parse().ok()?, rest.split(' ').next()?.parse().ok()?))
    }

    /// Waits until it has ended by itself.
    pub fn ended(&mut self, seconds: u64) -> Option<ExitStatus> {
        wait_for(Duration::from_secs(seconds), || self.child.try_wait().unwrap())
    }

    /// It must end by itself, without a complaint.
    pub fn ends_well(&mut self) {
        let status = self.ended(40);
        let said = self.said();
        assert!(status.is_some_and(|status| status.success()), "{status:?}: {said}");
        assert!(!said.contains("panicked"), "{said}");
    }
}
