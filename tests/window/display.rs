//! A virtual display with a keyboard and a mouse. One at a time, since software rendering takes the whole machine.

use std::{
    collections::BTreeSet,
    fs::{self, File},
    path::PathBuf,
    process::{Child, Command, Stdio},
    sync::{Mutex, MutexGuard, PoisonError},
    thread::sleep,
    time::{Duration, Instant},
};

use x11rb::{
    CURRENT_TIME, NONE,
    protocol::xproto::{ClientMessageEvent, ConnectionExt, EventMask, InputFocus},
};

static ONLY_ONE: Mutex<()> = Mutex::new(());

/// A virtual display, closed when dropped.
pub struct VirtualDisplay {
    server: Child,
    /// Its name, such as ":3".
    pub name: String,
    /// Its width and height in points.
    pub size: (usize, usize),
    /// The folder of its screenshots.
    pictures: PathBuf,
    _turn: MutexGuard<'static, ()>,
}

impl Drop for VirtualDisplay {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

impl VirtualDisplay {
    /// A display of this size, with its screenshots in a folder of this name; `None` if a tool is missing.
    ///
    /// # Panics
    /// If a tool is missing and `CI` is set.
    pub fn start(name: &str, size: (usize, usize)) -> Option<Self> {
        for tool in ["Xvfb", "xdotool", "import"] {
            let found = std::env::split_paths(&std::env::var_os("PATH")?).any(|folder| folder.join(tool).is_file());
            if !found {
                skip(&format!("{tool} is not installed"));
                return None;
            }
        }
        let turn = ONLY_ONE.lock().unwrap_or_else(PoisonError::into_inner);
        let pictures = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("window").join(name);
        fs::create_dir_all(&pictures).unwrap();
        let said = scratch(&format!("{name}-display"));
        let screen = format!("{}x{}x24", size.0, size.1);
        // Without `-noreset` the server restarts when its last client leaves, such as the screenshot tool, and misses events meanwhile.
        let mut server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", &screen, "-nolisten", "tcp", "-noreset"])
            .stdout(File::create(&said).ok()?)
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let number = wait_for(Duration::from_secs(20), || {
            fs::read_to_string(&said).ok().filter(|text| text.ends_with('\n')).map(|text| text.trim().to_owned())
        });
        match number {
            Some(number) => Some(Self { server, name: format!(":{number}"), size, pictures, _turn: turn }),
            None => {
                let _ = server.kill();
                panic!("the virtual display did not start");
            }
        }
    }

    /// A command whose windows open on this display.
    pub fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.env("DISPLAY", &self.name).env_remove("WAYLAND_DISPLAY").env("NO_COLOR", "1");
        command
    }

    /// Runs `xdotool` with these arguments.
    pub fn xdotool(&self, words: &[&str]) {
        assert!(self.command("xdotool").args(words).status().unwrap().success(), "xdotool {words:?} failed");
    }

    /// Presses and releases a key.
    pub fn press(&self, key: &str) {
        self.xdotool(&["key", key]);
    }

    /// Presses a key and holds it.
    pub fn hold(&self, key: &str) {
        self.xdotool(&["keydown", key]);
    }

    /// Releases a key.
    pub fn release(&self, key: &str) {
        self.xdotool(&["keyup", key]);
    }

    /// Moves the mouse by this many points, in ten steps.
    pub fn turn(&self, right: i32, down: i32) {
        for _ in 0..10 {
            self.xdotool(&["mousemove_relative", "--", &(right / 10).to_string(), &(down / 10).to_string()]);
        }
    }

    /// Moves the mouse to a point and clicks.
    pub fn click(&self, at: (usize, usize)) {
        self.xdotool(&["mousemove", &at.0.to_string(), &at.1.to_string()]);
        sleep(Duration::from_millis(400));
        self.xdotool(&["click", "1"]);
    }

    /// The X id of the client's window.
    pub fn window(&self) -> String {
        let found = self.command("xdotool").args(["search", "--onlyvisible", "--name", "Quarry"]).output().unwrap();
        let text = String::from_utf8_lossy(&found.stdout).into_owned();
        text.lines().next().unwrap_or_default().to_owned()
    }

    /// Asks the client to close its window, as a window manager's close button does.
    pub fn request_close(&self) {
        let (connection, _) = x11rb::connect(Some(&self.name)).unwrap();
        let atom = |name: &str| connection.intern_atom(false, name.as_bytes()).unwrap().reply().unwrap().atom;
        let window: u32 = self.window().parse().unwrap();
        let words = [atom("WM_DELETE_WINDOW"), CURRENT_TIME, 0, 0, 0];
        let message = ClientMessageEvent::new(32, window, atom("WM_PROTOCOLS"), words);
        connection.send_event(false, window, EventMask::NO_EVENT, message).unwrap().check().unwrap();
    }

    /// Takes the keyboard focus from the window, as when the user changes to another one.
    pub fn take_focus_away(&self) {
        let (connection, _) = x11rb::connect(Some(&self.name)).unwrap();
        connection.set_input_focus(InputFocus::NONE, NONE, CURRENT_TIME).unwrap().check().unwrap();
    }

    /// Gives the keyboard focus back to the window.
    pub fn give_focus_back(&self) {
        self.xdotool(&["windowfocus", &self.window()]);
    }

    /// A screenshot, saved under this name.
    pub fn picture(&self, name: &str) -> Screenshot {
        let file = self.pictures.join(format!("{name}.png"));
        let kept = self.command("import").args(["-window", "root"]).arg(&file).status().unwrap();
        assert!(kept.success(), "the screenshot failed");
        let (width, height) = self.size;
        let raw = Command::new("convert").arg(&file).args(["-depth", "8", "rgb:-"]).output().unwrap();
        assert_eq!(raw.stdout.len(), width * height * 3, "{}", String::from_utf8_lossy(&raw.stderr));
        Screenshot { points: raw.stdout, width, height }
    }
}

/// A screenshot: red, green and blue of each point.
pub struct Screenshot {
    points: Vec<u8>,
    width: usize,
    height: usize,
}

impl Screenshot {
    /// The colour of a point, each channel 0 to 255.
    pub fn at(&self, x: usize, y: usize) -> [i32; 3] {
        let first = (y * self.width + x) * 3;
        [0, 1, 2].map(|part| i32::from(self.points[first + part]))
    }

    /// All its points, row by row.
    pub fn all(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let width = self.width;
        (0..self.height).flat_map(move |y| (0..width).map(move |x| (x, y)))
    }

    /// The number of clearly different colours.
    pub fn colours(&self) -> usize {
        let coarse = self.all().map(|(x, y)| self.at(x, y).map(|part| part / 12));
        coarse.collect::<BTreeSet<_>>().len()
    }

    /// The mean brightness of an area, 0 to 255.
    pub fn mean(&self, from: (usize, usize), to: (usize, usize)) -> f64 {
        let inside = self.all().filter(|(x, y)| (from.0..to.0).contains(x) && (from.1..to.1).contains(y));
        let (sum, count) =
            inside.fold((0, 0), |(sum, count), (x, y)| (sum + self.at(x, y).iter().sum::<i32>(), count + 1));
        f64::from(sum) / f64::from(count) / 3.0
    }

    /// The share of points that differ clearly, 0 to 1.
    pub fn share_changed(&self, other: &Screenshot) -> f64 {
        self.changed(other).len() as f64 / (self.width * self.height) as f64
    }

    /// The points that differ clearly.
    pub fn changed(&self, other: &Screenshot) -> Vec<(usize, usize)> {
        let differs = |(x, y): &(usize, usize)| {
            let (a, b) = (self.at(*x, *y), other.at(*x, *y));
            a.iter().zip(b).any(|(a, b)| (a - b).abs() > 36)
        };
        self.all().filter(differs).collect()
    }
}

/// Polls until there is an answer or the time is up.
pub fn wait_for<T>(most: Duration, mut ready: impl FnMut() -> Option<T>) -> Option<T> {
    let start = Instant::now();
    loop {
        let found = ready();
        if found.is_some() || start.elapsed() >= most {
            return found;
        }
        sleep(Duration::from_millis(120));
    }
}

/// A path for a temporary file.
pub fn scratch(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("quarry-window-{}-{name}", std::process::id()))
}

/// Skips a test because a tool is missing.
///
/// # Panics
/// If `CI` is set: there a skipped test would pass for a checked one.
pub fn skip(why: &str) {
    assert!(std::env::var_os("CI").is_none_or(|value| value.is_empty()), "cannot be skipped where CI is set: {why}");
    eprintln!("skipped: {why}");
}
