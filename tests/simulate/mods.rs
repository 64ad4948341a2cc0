//! Mods: files that are laid over the data folder.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use serde_json::Value;

use super::{small_data, stderr};

const HUNTER: &str = "assets/hunt/agents/hunter.ron";

/// A copy of the data that the person may lay mods over, which are beside it or in a folder of the person's own.
struct Modded(PathBuf);

impl Modded {
    fn new(name: &str) -> Self {
        let root = small_data(name);
        // `quarry check` would look for the levels of the other games.
        for game in ["wild", "bombsite", "commander"] {
            fs::remove_dir_all(root.join("assets").join(game)).unwrap();
        }
        Self(root)
    }

    /// Writes a file of a mod beside the data.
    fn write(&self, name: &str, file: &str, text: &str) {
        write(&self.0.join("mods").join(name).join(file), text);
    }

    /// Writes a mod with a hunter that runs at this speed, in m/s.
    fn hunter_runs(&self, name: &str, speed: &str) {
        let text = fs::read_to_string(self.0.join(HUNTER)).unwrap();
        assert!(text.contains("run: 4.6"));
        self.write(name, HUNTER, &text.replace("run: 4.6", &format!("run: {speed}")));
    }

    fn run(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_quarry"));
        command.args(arguments).arg("--data").arg(&self.0);
        command.env("XDG_CONFIG_HOME", self.0.join("config")).output().unwrap()
    }

    /// What is printed on success.
    fn prints(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert!(output.status.success(), "{arguments:?}: {}", stderr(&output));
        String::from_utf8(output.stdout).unwrap()
    }

    /// The digest of a match on the hut with these mods.
    fn digest(&self, mods: &[&str]) -> String {
        let mut arguments = vec!["simulate", "--json", "--level", "hut", "--seed", "3"];
        arguments.extend(mods.iter().flat_map(|name| ["--mod", name]));
        let played: Value = serde_json::from_str(&self.prints(&arguments)).unwrap();
        played["matches"][0]["digest"].as_str().unwrap().to_owned()
    }

    /// What is said when this is refused.
    fn refuses(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let said = stderr(&output);
        assert!(output.stdout.is_empty() && !said.contains("panicked"), "{said}");
        said
    }
}

fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

#[test]
fn a_mod_changes_the_match_and_the_last_of_several_counts() {
    let data = Modded::new("mods-order");
    data.hunter_runs("slow", "4.0");
    data.hunter_runs("fast", "7.0");
    let [plain, slow, fast] = [&[][..], &["slow"], &["fast"]].map(|mods| data.digest(mods));
    assert!(plain != slow && slow != fast && fast != plain, "{plain} {slow} {fast}");
    assert_eq!(data.digest(&["slow", "fast"]), fast);
    assert_eq!(data.digest(&["fast", "slow"]), slow);

    // One of the same name in the person's own folder goes first.
    let own = data.0.join("config/quarry/mods/slow");
    write(&own.join(HUNTER), &fs::read_to_string(data.0.join("mods/fast").join(HUNTER)).unwrap());
    assert_eq!(data.digest(&["slow"]), fast);
    assert!(data.prints(&["mods"]).contains(&own.display().to_string()));
}

#[test]
fn a_mod_adds_a_level_and_a_listing_says_what_it_replaces() {
    let data = Modded::new("mods-level");
    data.write("cellar", "levels/hunt/cellar.ron", &include_str!("hut.ron").replace("The Hut", "The Cellar"));
    data.write("cellar", "assets/hunt/notes.txt", "");
    data.hunter_runs("cellar", "5.0");
    let listed: Value = serde_json::from_str(&data.prints(&["mods", "--json"])).unwrap();
    assert_eq!(listed[0]["name"], "cellar");
    assert_eq!(listed[0]["replaces"], serde_json::json!([HUNTER]));
    assert_eq!(listed[0]["adds"], serde_json::json!(["assets/hunt/notes.txt", "levels/hunt/cellar.ron"]));
    assert!(data.prints(&["simulate", "--level", "cellar", "--mod", "cellar"]).contains("cellar"));
    assert!(data.refuses(&["simulate", "--level", "cellar"]).contains("unknown level `cellar`"));
    // A mind that the mod does not have is planned with as it is in the data folder.
    data.prints(&["plan", "assets/hunt/minds/hunter.ron", "--mod", "cellar"]);
}

#[test]
fn a_mod_that_is_not_there_is_an_error_with_the_places() {
    let data = Modded::new("mods-missing");
    data.hunter_runs("fast", "7.0");
    for command in [&["simulate", "--level", "hut"][..], &["check"], &["plan", "assets/hunt/minds/hunter.ron"]] {
        let said = data.refuses(&[command, &["--mod", "fsat"]].concat());
        let places = ["config/quarry/mods", "mods"].map(|place| data.0.join(place).display().to_string());
        assert!(places.iter().all(|place| said.contains(place)) && said.contains("did you mean `fast`?"), "{said}");
    }
    for path in ["../mods/fast", "fast/assets", ".", ""] {
        assert!(data.refuses(&["check", "--mod", path]).contains("there is no mod called"));
    }
}

#[test]
fn a_mistake_in_a_mod_is_found_at_its_place() {
    let data = Modded::new("mods-faulty");
    data.hunter_runs("faulty", "quick");
    data.write("faulty", "levels/hut.ron", "()");
    let output = data.run(&["check", "--mod", "faulty"]);
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stdout).unwrap();
    let line = fs::read_to_string(data.0.join(HUNTER)).unwrap().lines().position(|line| line.contains("run: 4.6"));
    let place = format!("mods/faulty/{HUNTER}:{}:", line.unwrap() + 1);
    assert!(said.contains(&place) && said.contains("error"), "{said}");
    assert!(said.contains("mods/faulty/levels/hut.ron: warning: nothing reads this file"), "{said}");
    assert!(data.refuses(&["simulate", "--level", "hut", "--mod", "faulty"]).contains(&place));
    fs::create_dir_all(data.0.join("mods/empty")).unwrap();
    assert!(data.refuses(&["simulate", "--mod", "empty"]).contains("neither assets/ nor levels/"));
}

#[test]
fn a_recording_names_its_mods_and_is_replayed_with_them() {
    let data = Modded::new("mods-recording");
    data.hunter_runs("fast", "7.0");
    data.write("hall", "levels/hunt/hall.ron", &include_str!("hut.ron").replace("The Hut", "The Hall"));
    let folder = data.0.join("recordings");
    let to = folder.display().to_string();
    data.prints(&["simulate", "--level", "hut", "--seed", "3", "--record", &to, "--mod", "fast", "--mod", "hall"]);
    let file = fs::read_dir(&folder).unwrap().next().unwrap().unwrap().path().display().to_string();
    assert!(fs::read_to_string(&file).unwrap().contains(r#""mods":["fast","hall"]"#));
    let replay = ["replay", &file, "--verify"];
    assert!(data.prints(&replay).contains("identical"));
    // The match reads no file of the other mod.
    assert!(data.prints(&[&replay[..], &["--mod", "fast"]].concat()).contains("identical"));

    let said = data.refuses(&[&replay[..], &["--mod", "hall"]].concat());
    let both = "it was recorded with the mods fast, hall, and the data here have the mod hall";
    assert!(said.contains(both) && said.contains(&format!("{HUNTER} has changed since")), "{said}");
    data.hunter_runs("fast", "7.1");
    assert!(data.refuses(&replay).contains(&format!("{HUNTER} has changed since")));
    fs::remove_dir_all(data.0.join("mods/fast")).unwrap();
    let said = data.refuses(&replay);
    assert!(said.contains("there is no mod called `fast` in") && said.contains("the data here have no mods"), "{said}");
    assert_eq!(data.run(&[&replay[..], &["--anyway"]].concat()).status.code(), Some(1));
}
