//! The real window on a virtual display, driven by real keys and a real mouse, as a person drives it; what a person would see
//! is kept as pictures below the target folder (`tmp/window/`), to be looked at.
//!
//! What takes minutes of drawing in software runs only when asked for: `cargo test --test main window:: -- --ignored`.
//!
//! Skipped, with a line that says so, where Xvfb, xdotool or ImageMagick is missing (`make test` installs them).

<<<<<<< HEAD
mod panels;

use std::{
    fs::File,
    path::PathBuf,
    process::{Child, Command, ExitStatus, Stdio},
    thread::sleep,
    time::{Duration, Instant},
};

const WIDTH: usize = 640;
const HEIGHT: usize = 360;

/// A virtual display, taken down when dropped.
struct Display {
    server: Child,
    name: String,
}

impl Drop for Display {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

impl Display {
    fn start() -> Option<Self> {
        for tool in ["Xvfb", "xdotool", "import"] {
            let found = std::env::split_paths(&std::env::var_os("PATH")?).any(|folder| folder.join(tool).is_file());
            if !found {
                eprintln!("skipped: {tool} is not installed");
                return None;
            }
        }
        let said = scratch("display");
        let mut server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", &format!("{WIDTH}x{HEIGHT}x24"), "-nolisten", "tcp"])
            .stdout(File::create(&said).ok()?)
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let number = wait_for(Duration::from_secs(20), || {
            std::fs::read_to_string(&said).ok().filter(|text| text.ends_with('\n')).map(|text| text.trim().to_owned())
        });
        match number {
            Some(number) => Some(Self { server, name: format!(":{number}") }),
            None => {
                let _ = server.kill();
                panic!("the virtual display did not start");
            }
        }
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.env("DISPLAY", &self.name).env_remove("WAYLAND_DISPLAY");
        command
    }

    fn press(&self, key: &str) {
        assert!(self.command("xdotool").args(["key", key]).status().unwrap().success(), "the key {key} was not sent");
    }

    fn grab(&self) -> Picture {
        let output = self.command("import").args(["-window", "root", "-depth", "8", "rgb:-"]).output().unwrap();
        assert_eq!(output.stdout.len(), WIDTH * HEIGHT * 3, "{}", String::from_utf8_lossy(&output.stderr));
        Picture(output.stdout)
    }
}

/// What a person sees: red, green and blue of each point.
struct Picture(Vec<u8>);

impl Picture {
    fn at(&self, x: usize, y: usize) -> [i32; 3] {
        let first = (y * WIDTH + x) * 3;
        [0, 1, 2].map(|part| i32::from(self.0[first + part]))
    }

    fn points() -> impl Iterator<Item = (usize, usize)> {
        (0..HEIGHT).flat_map(|y| (0..WIDTH).map(move |x| (x, y)))
    }

    /// How many clearly different colours there are.
    fn colours(&self) -> usize {
        let coarse = Self::points().map(|(x, y)| self.at(x, y).map(|part| part / 12));
        coarse.collect::<std::collections::BTreeSet<_>>().len()
    }

    fn mean(&self, from: (usize, usize), to: (usize, usize)) -> f64 {
        let inside = Self::points().filter(|(x, y)| (from.0..to.0).contains(x) && (from.1..to.1).contains(y));
        let (sum, count) =
            inside.fold((0, 0), |(sum, count), (x, y)| (sum + self.at(x, y).iter().sum::<i32>(), count + 1));
        f64::from(sum) / f64::from(count) / 3.0
    }

    /// The points that differ clearly.
    fn changed(&self, other: &Picture) -> Vec<(usize, usize)> {
        let differs = |(x, y): &(usize, usize)| {
            let (a, b) = (self.at(*x, *y), other.at(*x, *y));
            a.iter().zip(b).any(|(a, b)| (a - b).abs() > 36)
        };
        Self::points().filter(differs).collect()
    }
}

fn wait_for<T>(most: Duration, mut ready: impl FnMut() -> Option<T>) -> Option<T> {
    let start = Instant::now();
    while start.elapsed() < most {
        if let Some(found) = ready() {
            return Some(found);
        }
        sleep(Duration::from_millis(250));
    }
    None
}

fn scratch(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("quarry-window-{}-{name}", std::process::id()))
}

fn ended(client: &mut Child, most: Duration) -> Option<ExitStatus> {
    wait_for(most, || client.try_wait().unwrap())
}

/// Waits for the next frames to be drawn: software rendering takes its time.
fn a_moment() {
    sleep(Duration::from_secs(3));
}

#[test]
fn a_match_is_seen_in_the_window() {
    let Some(display) = Display::start() else { return };
    let log = scratch("log");
    let runtime = scratch("runtime");
    std::fs::create_dir_all(&runtime).unwrap();
    let mut client = display
        .command(env!("CARGO_BIN_EXE_quarry"))
        .args(["watch", "--level", "manor", "--seed", "3", "--quality", "low", "--size", "640x360"])
        .args(["--data", env!("CARGO_MANIFEST_DIR")])
        .env("WGPU_BACKEND", "vulkan")
        .env("XDG_RUNTIME_DIR", &runtime)
        .stdout(Stdio::null())
        .stderr(File::create(&log).unwrap())
        .spawn()
        .unwrap();
    let said = || std::fs::read_to_string(&log).unwrap_or_default();

    // The level: many colours, light and dark places, not one flat picture.
    let seen = wait_for(Duration::from_secs(120), || {
        assert!(client.try_wait().unwrap().is_none(), "the client ended at once: {}", said());
        Some(display.grab()).filter(|picture| picture.colours() > 150)
    });
    assert!(seen.is_some(), "no level appeared: {}", said());
    sleep(Duration::from_secs(12));
    display.press("space");
    a_moment();
    let picture = display.grab();
    let means: Vec<f64> = (0..4).map(|column| picture.mean((column * 160, 90), (column * 160 + 160, 300))).collect();
    assert!(means.iter().all(|mean| *mean > 8.0), "a part of the level is black: {means:?}");

    // The words over heads: with them off, several plates are gone from outside of the panels.
    display.press("l");
    a_moment();
    let bare = display.grab();
    let plates = picture.changed(&bare);
    assert!(plates.len() > 1500, "no words over heads: {} points changed", plates.len());
    let columns: std::collections::BTreeSet<usize> = plates.iter().map(|(x, _)| x / 64).collect();
    assert!(columns.len() >= 2, "only one agent has words over the head");

    // Everything off: the bar at the top goes too.
    display.press("h");
    a_moment();
    let clean = display.grab();
    let bar = bare.changed(&clean).iter().filter(|(_, y)| *y < 40).count();
    assert!(bar > 300, "the bar did not go: {bar} points changed");

    // The characters: the match goes on, and something moves in the clean picture.
    display.press("space");
    sleep(Duration::from_secs(6));
    let later = display.grab();
    let moved = clean.changed(&later).len();
    assert!(moved > 60, "nothing moves: {moved} points changed");

    // It closes when asked to, without a complaint.
    display.press("Escape");
    let status = ended(&mut client, Duration::from_secs(30));
    if status.is_none() {
        let _ = client.kill();
    }
    assert!(status.is_some_and(|status| status.success()), "{status:?}: {}", said());
    assert!(!said().contains("panicked"), "{}", said());
}

#[test]
fn without_a_display_it_says_what_to_do() {
    let output = Command::new(env!("CARGO_BIN_EXE_quarry"))
        .args(["watch", "--level", "courtyard", "--data", env!("CARGO_MANIFEST_DIR")])
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("quarry simulate") && !said.contains("panicked"), "{said}");
}

#[test]
fn an_unknown_level_is_refused_before_any_window() {
    let output = Command::new(env!("CARGO_BIN_EXE_quarry"))
        .args(["watch", "--level", "manner", "--data", env!("CARGO_MANIFEST_DIR")])
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("manor"), "no suggestion: {said}");
}
=======
mod client;
mod data;
mod desk;
mod edges;
mod hunted;
mod hunter;
mod memory;
mod refusals;
mod watch;
>>>>>>> 5f38cfa (Play seen through: the whole flow in the window, how one was caught, roofs, sky, sparks, hiding places from inside)
