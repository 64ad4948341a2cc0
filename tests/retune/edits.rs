//! Two hundred edits of random fields in a running match, a third of them broken: no panic, no agent gets stuck, each error has
//! its place, and a good edit takes effect within a second.

use std::{
    collections::{BTreeMap, BTreeSet},
    env, fs,
    path::{Path, PathBuf},
    process,
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use quarry::{
    data::{DataFiles, DataWatcher, Library},
    lab::InvariantMonitor,
    senses::AgentSenses,
    simulation::{
        KindName,
        retune::{MatchData, RetuneCommand, RetuneError},
    },
    world::{BodyKind, MatchRules},
};
use quarry_minds::{
    Mind,
    protocol::{AgentId, Roster, Side, label},
};
use quarry_ron::{
    Finding,
    map::{NodeKind, RonMap},
};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::stage::{Match, level};
use crate::hunt;

/// How many edits are made in memory, and how many by writing watched files.
const EDITS: (usize, usize) = (176, 24);
/// How many ticks are played after each.
const BETWEEN: u32 = 12;

/// The files that are edited.
const EDITED: [&str; 5] = [
    "assets/hunt/agents/hunter.ron",
    "assets/hunt/agents/hunted.ron",
    "assets/hunt/minds/hunter.ron",
    "assets/hunt/minds/hunted.ron",
    "assets/hunt/rules/standard.ron",
];

/// The shipped files with only one level, so that they load quickly.
fn files() -> DataFiles {
    let mut files = super::stage::files();
    let others: BTreeSet<String> = files.iter().map(|(path, ..)| path.to_owned()).collect();
    for path in others.iter().filter(|path| path.starts_with("levels/") || path.starts_with("assets/planning/")) {
        if path != "levels/hunt/courtyard.ron" {
            files.remove(path);
        }
    }
    files
}

fn text_of(files: &DataFiles, path: &str) -> String {
    String::from_utf8(files.get(path).unwrap().to_vec()).unwrap()
}

/// A text with one value changed to another plausible one.
fn changed(text: &str, chance: &mut ChaCha8Rng) -> String {
    let map = RonMap::new(text).unwrap();
    let part = |node: &quarry_ron::map::RonNode| text[node.span.clone()].to_owned();
    let nodes: Vec<_> = map
        .nodes()
        .iter()
        .filter(|node| node.kind == NodeKind::Number || matches!(part(node).as_str(), "true" | "false"))
        .collect();
    let node = nodes[chance.gen_range(0..nodes.len())];
    let old = part(node);
    let new = match old.as_str() {
        "true" => "false".to_owned(),
        "false" => "true".to_owned(),
        number => {
            let value: f64 = number.parse().unwrap();
            let value = value * chance.gen_range(0.75..1.3);
            if number.contains('.') { format!("{value:.3}") } else { format!("{value:.0}") }
        }
    };
    [&text[..node.span.start], &new, &text[node.span.end..]].concat()
}

/// A text broken as people break texts.
fn broken(text: &str, chance: &mut ChaCha8Rng) -> String {
    let at = |what: &str, chance: &mut ChaCha8Rng| {
        let all: Vec<usize> = text.match_indices(what).map(|(at, _)| at).collect();
        all[chance.gen_range(0..all.len())]
    };
    let map = RonMap::new(text).unwrap();
    let of = |kinds: &[NodeKind], chance: &mut ChaCha8Rng| {
        let nodes: Vec<_> = map.nodes().iter().filter(|node| kinds.contains(&node.kind)).collect();
        nodes[chance.gen_range(0..nodes.len())].span.clone()
    };
    let replaced = |span: std::ops::Range<usize>, new: &str| [&text[..span.start], new, &text[span.end..]].concat();
    match chance.gen_range(0..6) {
        // A bracket is missing, or a field name is mistyped, or a quote.
        0 => replaced(
            {
                let at = at(")", chance);
                at..at + 1
            },
            "",
        ),
        1 => replaced(
            {
                let at = at(": ", chance);
                at..at
            },
            "x",
        ),
        2 => replaced(
            {
                let at = at("\"", chance);
                at..at + 1
            },
            "",
        ),
        // A number is a word, a word is a number, or the file ends too soon.
        3 => replaced(of(&[NodeKind::Number], chance), "\"many\""),
        4 => replaced(of(&[NodeKind::Text], chance), "12"),
        _ => text[..at(",\n", chance)].to_owned(),
    }
}

/// Everything in the match is as the data says, as far as it can be in the middle of one.
fn in_effect(game: &Match, library: &Library) {
    let tuning = game.world().resource::<MatchData>();
    for path in EDITED {
        assert_eq!(tuning.library.documents[path].text(), library.documents[path].text(), "{path}");
    }
    for number in 0..game.world().resource::<Roster>().agents.len() as u16 {
        let agent = AgentId(number);
        let kind = &library.agents[&game.get::<KindName>(agent).0];
        let body = &game.get::<BodyKind>(agent).0;
        assert_eq!((body.speeds, body.reach, &body.throws), (kind.body.speeds, kind.body.reach, &kind.body.throws));
        assert_eq!(*game.get::<AgentSenses>(agent).0, kind.senses.complete(&library.senses));
        let (brain, mind) = (&game.get::<Mind>(agent).brain, &library.minds[&kind.mind.unwrap()]);
        assert!(brain.goals.iter().map(|goal| &goal.data).eq(&mind.goals), "goals of {agent:?}");
        assert!(brain.actions.iter().map(|action| &action.data).eq(&mind.actions), "actions of {agent:?}");
        assert_eq!(brain.thinking, mind.thinking);
    }
    let rules = &game.world().resource::<MatchRules>().0;
    // The rules change with the numbers of players, and the sides may have been edited.
    let mut counts = BTreeMap::new();
    for entity in &game.world().resource::<Roster>().agents {
        *counts.entry(game.world().get::<Side>(*entity).unwrap().0).or_default() += 1;
    }
    let wanted =
        quarry::games::all().remove(0).rules_for(&Arc::new(library.rules[&label("standard")].clone()), &counts);
    assert_eq!(
        (rules.time_limit, &rules.use_seconds, rules.doors, &rules.game),
        (wanted.time_limit, &wanted.use_seconds, wanted.doors, &wanted.game)
    );
}

fn say_where(findings: &[Finding], file: &str) {
    assert!(!findings.is_empty());
    for finding in findings {
        let placed = finding.line > 0 && finding.column > 0 && finding.file.ends_with(".ron");
        assert!(placed && !finding.message.is_empty(), "{file}: {finding:?}");
    }
    assert!(findings.iter().any(|finding| finding.file.ends_with(file)), "{file}: {findings:?}");
}

/// A match that is begun again when it is over, and a monitor of all of them.
struct Endless {
    game: Match,
    monitor: InvariantMonitor,
    library: Arc<Library>,
    seed: u64,
    violations: Vec<String>,
}

impl Endless {
    fn new(library: Arc<Library>) -> Self {
        let mut game = Match::with(library.clone(), level(), 70);
        let monitor = InvariantMonitor::new(game.app.world_mut());
        Self { game, monitor, library, seed: 70, violations: Vec::new() }
    }

    fn play(&mut self) {
        // A changed time limit may end a match right after its start.
        for _ in 0..20 {
            if self.game.run_watched(BETWEEN, &mut self.monitor) {
                return;
            }
            self.violations.extend(self.monitor.report().violations());
            self.seed += 1;
            self.game = Match::with(self.library.clone(), level(), self.seed);
            self.monitor = InvariantMonitor::new(self.game.app.world_mut());
        }
    }
}

#[test]
fn two_hundred_edits_of_random_fields() {
    let mut chance = ChaCha8Rng::seed_from_u64(20);
    let shipped = files();
    let first = Arc::new(Library::from_files(&shipped, &hunt::SCHEMA).unwrap());
    let mut endless = Endless::new(first);
    let (mut good, mut bad) = (0, 0);
    for number in 0..EDITS.0 {
        let path = EDITED[chance.gen_range(0..EDITED.len())];
        let text = text_of(&shipped, path);
        let breaking = number % 3 == 0;
        let new = if breaking { broken(&text, &mut chance) } else { changed(&text, &mut chance) };
        let texts = BTreeMap::from([(path.to_owned(), new.clone())]);
        match endless.game.apply(&RetuneCommand::reload_texts(texts, BTreeSet::new())) {
            Ok(_) => {
                let mut now = DataFiles::from_library(&endless.library);
                now.put(path, new);
                endless.library = Arc::new(Library::from_files(&now, &hunt::SCHEMA).unwrap());
                in_effect(&endless.game, &endless.library);
                good += 1;
            }
            Err(RetuneError::Data(findings)) => {
                say_where(&findings, path);
                in_effect(&endless.game, &endless.library);
                bad += 1;
            }
            Err(other) => panic!("{path}: {other}"),
        }
        endless.play();
    }
    endless.violations.extend(endless.monitor.report().violations());
    assert_eq!(endless.violations, Vec::<String>::new());
    assert!(good > EDITS.0 / 2 && bad > EDITS.0 / 4, "{good} good, {bad} bad");

    watched(&mut chance, &shipped);
}

/// The same with saved files, as an editor does.
fn watched(chance: &mut ChaCha8Rng, shipped: &DataFiles) {
    let root = env::temp_dir().join(format!("quarry-edits-{}", process::id()));
    for (path, _, bytes) in shipped.iter() {
        let path = root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    let library = Arc::new(Library::load(&root, &hunt::SCHEMA).unwrap());
    let mut watch = DataWatcher::new(&root, library.clone()).unwrap();
    let mut endless = Endless::new(library);
    let mut late = Vec::new();
    for number in 0..EDITS.1 {
        let path = EDITED[number % EDITED.len()];
        let text = text_of(shipped, path);
        let breaking = number % 3 == 0;
        let new = if breaking { broken(&text, chance) } else { changed(&text, chance) };
        save(&root, path, &new);
        let saved = Instant::now();
        let reload = loop {
            if let Some(reload) = watch.poll() {
                break Some(reload);
            }
            if saved.elapsed() > Duration::from_secs(10) || endless.library.documents[path].text() == new {
                break None;
            }
            endless.play();
            thread::sleep(Duration::from_millis(10));
        };
        let Some(reload) = reload else { continue };
        match reload.outcome {
            Ok(library) => {
                let command = RetuneCommand::reload(&library, reload.changed.iter().map(String::as_str));
                match endless.game.apply(&command) {
                    Ok(_) => {
                        endless.library = library.clone();
                        in_effect(&endless.game, &library);
                        assert!(watch.findings().is_empty());
                    }
                    // What is wrong with a mind as a whole shows when it is compiled.
                    Err(RetuneError::Data(findings)) => refused(&endless, &mut watch, &root, path, &findings),
                    Err(error) => panic!("{error}"),
                }
            }
            Err(findings) => {
                assert_eq!(watch.findings(), findings);
                refused(&endless, &mut watch, &root, path, &findings);
            }
        }
        let took = saved.elapsed();
        if !breaking && took > Duration::from_secs(1) {
            late.push(took);
        }
        endless.play();
    }
    fs::remove_dir_all(root).unwrap();
    endless.violations.extend(endless.monitor.report().violations());
    assert_eq!(endless.violations, Vec::<String>::new());
    // A busy machine may be late once.
    assert!(late.len() <= 1, "later than a second: {late:?}");
}

/// A version with errors changes nothing. The last good one is written again, as a person would.
fn refused(endless: &Endless, watch: &mut DataWatcher, root: &Path, path: &str, findings: &[Finding]) {
    say_where(findings, path);
    in_effect(&endless.game, &endless.library);
    save(root, path, endless.library.documents[path].text());
    let since = Instant::now();
    while watch.poll().is_none() && since.elapsed() < Duration::from_secs(10) {
        thread::sleep(Duration::from_millis(10));
    }
}

fn save(root: &Path, path: &str, text: &str) {
    let target: PathBuf = root.join(path);
    fs::write(target, text).unwrap();
}
