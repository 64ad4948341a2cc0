//! Commands in the documentation: subcommands, flags, games, levels and targets of `make` that they name exist.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    process::Command,
};

use super::page::{pages, root};

/// Code that begins with the name of the program and is no command: the first line of a recording.
const NO_COMMANDS: &[&str] = &["quarry recording 2"];

/// What the program answers to `--help`: the flags of each subcommand; the empty name stands for no subcommand.
struct Usage(BTreeMap<String, BTreeSet<String>>);

impl Usage {
    fn read() -> Self {
        let top = help(&[]);
        let commands = top.split_once("Commands:\n").unwrap().1.split("\n\n").next().unwrap().to_owned();
        let names = commands.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
        let names: Vec<String> = names
            .map(|line| line.split_whitespace().next().unwrap().to_owned())
            .filter(|name| name != "help")
            .collect();
        let mut usage: BTreeMap<_, _> =
            names.iter().map(|name| (name.clone(), flags_in(&help(&[name.as_str()])))).collect();
        usage.insert(String::new(), flags_in(&top));
        Self(usage)
    }

    /// What is wrong with the words after `quarry`.
    fn mistakes(&self, words: &[&str]) -> Vec<String> {
        let name = words.first().filter(|word| word.starts_with(|c: char| c.is_ascii_lowercase())).copied();
        let name = name.unwrap_or_default();
        // A headless build has no window.
        if !cfg!(feature = "client") && (["", "play", "watch"].contains(&name) || name == "replay") {
            return Vec::new();
        }
        let Some(flags) = self.0.get(name) else { return vec![format!("there is no subcommand `{name}`")] };
        let given = words.iter().filter_map(|word| flag_of(word));
        given
            .filter(|flag| !flags.contains(*flag))
            .map(|flag| format!("`quarry {name}` has no flag `{flag}`"))
            .collect()
    }
}

fn help(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_quarry")).args(arguments).arg("--help").output().unwrap();
    assert!(output.status.success(), "{arguments:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The long flags at the beginnings of the lines of a help text.
fn flags_in(help: &str) -> BTreeSet<String> {
    let lines = help.lines().map(str::trim_start).filter(|line| line.starts_with('-'));
    lines.flat_map(|line| line.split([' ', ',']).take(3)).filter_map(flag_of).map(str::to_owned).collect()
}

/// The long flag that a word is, without value, brackets and dots.
fn flag_of(word: &str) -> Option<&str> {
    let word = word.trim_start_matches('[');
    let end = word.find(|c: char| !c.is_ascii_lowercase() && c != '-').unwrap_or(word.len());
    Some(&word[..end]).filter(|flag| flag.starts_with("--") && flag.len() > 2)
}

/// The words of the first call of the program in a line of shell, after its name; `None` if there is none.
fn call_in(line: &str) -> Option<Vec<&str>> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let own = |word: &&str| *word == "quarry" || word.ends_with("/quarry");
    let start = if words.starts_with(&["cargo", "run"]) {
        // Without `--` only cargo is given arguments.
        words.iter().position(|word| *word == "--").unwrap_or(words.len() - 1)
    } else {
        words.iter().position(own)?
    };
    let call =
        words[start + 1..].iter().take_while(|word| !["#", "|", "&&", ";", ">", "2>", ":::", "\\"].contains(*word));
    Some(call.copied().collect())
}

/// Every command of the documentation with its place.
fn commands() -> Vec<(String, String)> {
    let mut found = Vec::new();
    for page in pages().iter().filter(|page| page.path != "CHANGELOG.md") {
        let parts = page.parts();
        for piece in parts.shell.iter().chain(&parts.spans) {
            found.push((format!("{}:{}", page.path, piece.line), piece.text.trim_start_matches("$ ").to_owned()));
        }
    }
    found
}

#[test]
fn commands_name_subcommands_and_flags_that_exist() {
    let usage = Usage::read();
    assert!(usage.0.len() > 8, "{:?}", usage.0.keys());
    let (mut wrong, mut count) = (Vec::new(), 0);
    for (at, command) in commands().into_iter().filter(|(_, command)| !NO_COMMANDS.contains(&command.as_str())) {
        let words: Vec<&str> = command.split_whitespace().collect();
        let bare = words.first().is_some_and(|first| usage.0.contains_key(*first)) && words.len() > 1;
        let call = if bare {
            words
        } else if let Some(call) = call_in(&command) {
            call
        } else {
            continue;
        };
        count += 1;
        wrong.extend(usage.mistakes(&call).into_iter().map(|mistake| format!("{at}: `{command}`: {mistake}")));
    }
    assert!(count > 80, "only {count} commands found");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn commands_name_games_and_levels_that_exist() {
    let names = |folder: &str| -> BTreeSet<String> {
        let entries = fs::read_dir(root().join(folder)).unwrap().map(|entry| entry.unwrap().path());
        entries.map(|path| path.file_stem().unwrap().to_string_lossy().into_owned()).collect()
    };
    let games = names("levels");
    let levels: BTreeSet<String> = games.iter().flat_map(|game| names(&format!("levels/{game}"))).collect();
    let mut wrong = Vec::new();
    for (at, command) in commands().iter().filter(|(_, command)| call_in(command).is_some()) {
        let words: Vec<&str> = command.split_whitespace().collect();
        for pair in words.windows(2) {
            let value = pair[1].trim_matches(|c: char| !c.is_ascii_lowercase() && c != '_');
            let known = match pair[0].trim_start_matches('[') {
                "--game" => &games,
                "--level" => &levels,
                _ => continue,
            };
            // Capital letters stand for a name; the guide makes levels of its own.
            let own = ["all", "cloister"].contains(&value) || value.is_empty();
            if !own && !known.contains(value) {
                wrong.push(format!("{at}: `{command}`: unknown {} {value}", pair[0]));
            }
        }
    }
    assert!(games.len() == 4 && levels.len() > 8, "{games:?} {levels:?}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn targets_of_make_exist() {
    let makefile = fs::read_to_string(root().join("Makefile")).unwrap();
    let heads =
        makefile.lines().filter(|line| !line.starts_with(['\t', '.', '#'])).filter_map(|line| line.split_once(':'));
    let targets: BTreeSet<&str> = heads.flat_map(|(heads, _)| heads.split_whitespace()).collect();
    let mut wrong = Vec::new();
    for (at, command) in commands().iter().filter(|(_, command)| command.starts_with("make ")) {
        let target = command.split_whitespace().skip(1).find(|word| !word.contains('='));
        if target.is_some_and(|target| !targets.contains(target)) {
            wrong.push(format!("{at}: `{command}`: the Makefile has no such target"));
        }
    }
    assert!(targets.contains("test") && wrong.is_empty(), "{targets:?}\n{}", wrong.join("\n"));
}

#[test]
fn calls_are_found_in_lines_of_shell() {
    assert_eq!(call_in("parallel quarry simulate --jobs 1 ::: 1 2"), Some(vec!["simulate", "--jobs", "1"]));
    assert_eq!(call_in("cargo run --release -- watch [--seed 1]"), Some(vec!["watch", "[--seed", "1]"]));
    assert_eq!(call_in("cargo run --release      # the menu"), Some(vec![]));
    assert_eq!(call_in("./quarry check # all"), Some(vec!["check"]));
    assert_eq!(call_in("make play"), None);
    assert_eq!(flag_of("[--level"), Some("--level"));
    assert_eq!(flag_of("--brain=utility]"), Some("--brain"));
    assert_eq!(flag_of("--"), None);
}
