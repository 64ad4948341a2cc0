//! `docs/retuning.md`: each of its changes is applied as it stands there, played, and has the effect that it promises.

use std::{
    collections::BTreeMap,
    fs,
    path::Path,
    sync::{Arc, OnceLock},
};

use quarry::{
    data::{FileKind, Library},
    lab::InvariantMonitor,
    simulation::{KindName, bake_level},
    world::Body,
};
use quarry_minds::protocol::{AgentId, MatchEvent, Subject, label};

use super::stage::{Match, files, level};
use crate::hunt;

/// The seeds of the matches, and the maximum number of ticks of each.
const SEEDS: std::ops::RangeInclusive<u64> = 11..=20;
const TICKS: u32 = 6000;
/// The ticks after which the time of every match is up.
const WHOLE_MATCH: u32 = 14_400;

/// A change of the guide.
struct Change {
    title: String,
    /// Each block: its file, whether it is a diff rather than a new file, and its lines.
    blocks: Vec<(String, bool, Vec<String>)>,
}

/// The changes of the guide, by number.
fn guide() -> BTreeMap<usize, Change> {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/retuning.md")).unwrap();
    let mut changes = BTreeMap::new();
    for section in text.split("\n## ").skip(1) {
        let (title, body) = section.split_once('\n').unwrap();
        let Some((number, title)) = title.split_once(". ") else { continue };
        let mut blocks = Vec::new();
        let mut lines = body.lines();
        while let Some(line) = lines.next() {
            if let Some(info) = line.strip_prefix("```").filter(|info| !info.is_empty()) {
                let (language, file) = info.split_once(' ').unwrap();
                let inside = lines.by_ref().take_while(|line| *line != "```").map(str::to_owned).collect();
                blocks.push((file.to_owned(), language == "diff", inside));
            }
        }
        changes.insert(number.parse().unwrap(), Change { title: title.to_owned(), blocks });
    }
    changes
}

/// The text of a file with a diff of the guide applied. The old lines must occur exactly once.
fn applied(text: &str, block: &[String]) -> String {
    let side = |but: char| -> String {
        block
            .iter()
            .filter(|line| !line.starts_with(but))
            .map(|line| format!("{}\n", line.get(1..).unwrap_or("")))
            .collect()
    };
    let (before, after) = (side('+'), side('-'));
    assert_eq!(text.matches(&before).count(), 1, "these lines should stand there once:\n{before}");
    text.replacen(&before, &after, 1)
}

/// The shipped data with a change of the guide.
fn changed(number: usize) -> Arc<Library> {
    let mut all = files();
    for (file, is_difference, block) in &guide()[&number].blocks {
        let text = if *is_difference {
            let before = String::from_utf8(all.get(file).unwrap().to_vec()).unwrap();
            applied(&before, block)
        } else {
            block.iter().map(|line| format!("{line}\n")).collect()
        };
        all.put(file, text);
    }
    let library = Library::from_files(&all, &hunt::SCHEMA);
    Arc::new(
        library.unwrap_or_else(|findings| panic!("{}", findings.iter().map(ToString::to_string).collect::<String>())),
    )
}

/// What happened in the matches.
#[derive(Debug, Default)]
struct Seen {
    /// How often hunters heard a noise.
    heard: u32,
    /// How often hunters recognised one of the hunted.
    sighted: u32,
    /// How many stones the hunted threw.
    stones: u32,
    /// How often a thing went into another state.
    changes: u32,
    /// How often each action began.
    actions: BTreeMap<&'static str, u32>,
    /// How often each goal was chosen.
    goals: BTreeMap<&'static str, u32>,
    /// For how many ticks each goal was pursued.
    goal_ticks: BTreeMap<&'static str, u32>,
    /// The highest speed of a hunter in m/s.
    fastest: f32,
    /// How many of the hunted the hunters remembered out of their sight, summed over ticks.
    remembered: u64,
    /// Breaches of the limits of a sound match.
    violations: Vec<String>,
}

impl Seen {
    fn action(&self, name: &str) -> u32 {
        self.actions.get(name).copied().unwrap_or(0)
    }

    fn goal(&self, name: &str) -> u32 {
        self.goals.get(name).copied().unwrap_or(0)
    }

    fn ticks(&self, name: &str) -> u32 {
        self.goal_ticks.get(name).copied().unwrap_or(0)
    }
}

/// Plays the matches with some data for at most this many ticks, on the test level unless another is named.
fn play(library: &Arc<Library>, on: Option<&str>, ticks: u32) -> Seen {
    let mut seen = Seen::default();
    let level = on.map_or_else(level, |name| bake_level(library, label(name)).unwrap());
    for seed in SEEDS {
        let mut game = Match::with(library.clone(), level.clone(), seed);
        let mut monitor = InvariantMonitor::new(game.app.world_mut());
        let (hunters, hunted) = (game.side("hunter"), game.side("hunted"));
        for _ in 0..ticks {
            let goes_on = game.run_watched(1, &mut monitor);
            let speeds = hunters.iter().map(|hunter| game.get::<Body>(*hunter).speed());
            seen.fastest = speeds.fold(seen.fastest, f32::max);
            for hunter in &hunters {
                let facts = game.memory(*hunter).facts().iter();
                let lost = facts.filter(|fact| matches!(fact.subject, Subject::Agent(_)) && !fact.in_sight);
                seen.remembered += lost.count() as u64;
            }
            for agent in hunters.iter().chain(&hunted) {
                if let Some(goal) = game.plan(*agent).0 {
                    *seen.goal_ticks.entry(goal.as_str()).or_default() += 1;
                }
            }
            if !goes_on {
                break;
            }
        }
        seen.violations.extend(monitor.report().violations());
        let of = |side: &[AgentId], agent: &AgentId| u32::from(side.contains(agent));
        for entry in game.log() {
            match &entry.event {
                MatchEvent::Heard { by, .. } => seen.heard += of(&hunters, by),
                MatchEvent::Sighted { by, subject: Subject::Agent(other), .. } if hunted.contains(other) => {
                    seen.sighted += of(&hunters, by);
                }
                MatchEvent::Thrown { by, what, .. } if *what == label("stone") => seen.stones += of(&hunted, by),
                MatchEvent::ThingChanged { .. } => seen.changes += 1,
                MatchEvent::ActionStarted { action, .. } => *seen.actions.entry(action.as_str()).or_default() += 1,
                MatchEvent::GoalChosen { goal, .. } => *seen.goals.entry(goal.as_str()).or_default() += 1,
                _ => {}
            }
        }
    }
    seen
}

/// The matches with the shipped data, played once.
fn shipped() -> &'static Seen {
    static SEEN: OnceLock<Seen> = OnceLock::new();
    SEEN.get_or_init(|| play(&super::stage::library(), None, TICKS))
}

/// The matches with a change of the guide. No agent gets stuck in them.
fn with_change(number: usize) -> Seen {
    let seen = play(&changed(number), None, TICKS);
    assert_eq!(seen.violations, Vec::<String>::new());
    seen
}

#[test]
fn the_guide_has_twelve_changes_of_files_that_are_read() {
    let guide = guide();
    assert_eq!(guide.keys().copied().collect::<Vec<_>>(), (1..=12).collect::<Vec<_>>());
    for (number, change) in &guide {
        assert!(!change.blocks.is_empty(), "{number}. {}", change.title);
        assert!(
            change.blocks.iter().all(|(file, ..)| FileKind::from_path(file) != FileKind::Other),
            "{}",
            change.title
        );
    }
}

#[test]
fn change_1_the_hunter_runs_faster() {
    let (before, after) = (shipped(), with_change(1));
    assert!(before.fastest < 4.7 && after.fastest > 5.6, "{} and {}", before.fastest, after.fastest);
}

#[test]
fn change_2_hunters_hear_better() {
    let (before, after) = (shipped(), with_change(2));
    assert!(after.heard > 3 * before.heard, "heard {} and {}", before.heard, after.heard);
    let ticks = (before.ticks("catch"), after.ticks("catch"));
    assert!(5 * ticks.1 > 6 * ticks.0, "catch for {ticks:?} ticks");
}

#[test]
fn change_3_hunters_are_slower_to_be_sure() {
    let (before, after) = (shipped(), with_change(3));
    assert!(3 * after.sighted < 2 * before.sighted, "sighted {} and {}", before.sighted, after.sighted);
}

#[test]
fn change_4_the_hunted_hide_sooner() {
    // The hunted that hide take longer to escape, so the difference grows until the end of a match.
    let (before, after) = (play(&super::stage::library(), None, WHOLE_MATCH), play(&changed(4), None, WHOLE_MATCH));
    assert_eq!(after.violations, Vec::<String>::new());
    let hid = (before.action("hide"), after.action("hide"));
    assert!(4 * hid.1 > 5 * hid.0, "hide {hid:?}");
    let ticks = (before.ticks("survive"), after.ticks("survive"));
    assert!(ticks.1 > ticks.0, "survive for {ticks:?} ticks");
}

#[test]
fn change_5_no_stone_is_thrown() {
    let (before, after) = (shipped(), with_change(5));
    assert!(before.stones > 0 && after.stones == 0, "stones {} and {}", before.stones, after.stones);
    assert_eq!(after.action("distract"), 0);
}

#[test]
fn change_6_hunters_remember_for_longer() {
    let (before, after) = (shipped(), with_change(6));
    assert!(4 * after.remembered > 5 * before.remembered, "{} and {}", before.remembered, after.remembered);
}

#[test]
fn change_7_the_hunted_are_braver() {
    let (before, after) = (shipped(), with_change(7));
    let ticks = (before.ticks("survive"), after.ticks("survive"));
    assert!(2 * ticks.1 < ticks.0, "survive for {ticks:?} ticks");
}

#[test]
fn change_8_the_hunter_guards_keys() {
    let (before, after) = (shipped(), with_change(8));
    assert_eq!((before.goal("guard_keys"), before.action("guard_key")), (0, 0));
    assert!(after.goal("guard_keys") > 0 && after.action("guard_key") > 0, "{:?}", after.actions);
}

#[test]
fn change_9_a_sentry_plays_for_the_hunters() {
    let library = changed(9);
    let game = Match::with(library, level(), 1);
    let hunter = game.side("hunter")[0];
    assert_eq!(game.get::<KindName>(hunter).0, "sentry");
    let (before, after) = (shipped(), with_change(9));
    assert!(before.heard > 0 && after.heard == 0, "heard {} and {}", before.heard, after.heard);
    assert!(after.fastest < 3.4, "{}", after.fastest);
}

#[test]
fn change_10_the_new_level_is_played() {
    let seen = play(&changed(10), Some("cloister"), TICKS);
    assert_eq!(seen.violations, Vec::<String>::new());
    assert!(seen.sighted > 0 && seen.action("take_key") > 0 && seen.action("patrol") > 0, "{seen:?}");
}

#[test]
fn change_11_a_lesser_hunter_neither_throws_nor_searches() {
    let (before, after) = (shipped(), with_change(11));
    assert!(before.action("cast") > 0 && before.action("search") > 0, "{:?}", before.actions);
    assert_eq!((after.action("cast"), after.action("search")), (0, 0), "{:?}", after.actions);
    assert!(after.action("patrol") > 0 && after.action("melee") > 0, "{:?}", after.actions);
}

#[test]
fn change_12_the_hunted_kick_a_pail_and_it_clatters() {
    let seen = play(&changed(12), Some("courtyard"), TICKS);
    assert_eq!(seen.violations, Vec::<String>::new());
    assert!(seen.action("kick") > 0, "{:?}", seen.actions);
    assert!(seen.changes > seen.action("kick") / 2, "{} changes of things", seen.changes);
}
