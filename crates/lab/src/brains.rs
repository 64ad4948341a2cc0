//! The comparison of ways to choose actions on the same bodies: every brain of one side against every brain of the other.
//!
//! What belongs to one brain (cost, switches, variety) is taken from all matches in which it played, except for the cost of deciding,
//! which only the matches of a brain against itself can tell.

use std::collections::BTreeSet;

use quarry_minds::protocol::{Label, label};
use quarry_minds::schema::mind::MindActionData;
use quarry_ron::{Document, map::RonPath};
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use super::latency::LatencyHistogram;
use super::measures::{SideSequences, Sum};
use super::record::MatchRecord;
use super::statistics::{Proportion, Quartiles, wilson_interval};
use super::tournament::Tournament;
use quarry_engine::data::{FileKind, Library};
use quarry_engine::simulation::{BROKEN, ContestSide};

/// Lines and rules of a brain's RON, for one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct RonSize {
    /// Lines with something other than comments that only this brain needs.
    pub lines: usize,
    /// Its rules: states and transitions; leaves and conditions; options and considerations; or goals, considerations, and the
    /// preconditions and effects of actions.
    pub rules: usize,
}

/// The result of one brain.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BrainResult {
    /// Its name.
    pub name: String,
    /// The share of matches, or of rounds where a match has several, that it won on each side.
    pub won: [Option<Proportion>; 2],
    /// The time of deciding per agent and tick in matches against itself, in ns: the median and the 99th percentile over ticks.
    pub decide_nanos: [f64; 2],
    /// Goal switches per agent and minute, on each side.
    pub goal_switches: [f64; 2],
    /// Actions begun per agent and minute, on each side.
    pub actions: [f64; 2],
    /// The entropy of pairs of successive actions in bits, on each side.
    pub entropy: [f64; 2],
    /// The most switches of one of its agents, or of an opponent, between the same two goals within ten seconds.
    pub goal_thrash: u32,
    /// The lengths of its matches, in seconds.
    pub seconds: Option<Quartiles>,
    /// Their mean.
    pub mean_seconds: f64,
    /// The share of its matches with a chase, a lost chase and a successful hiding.
    pub lively: Option<Proportion>,
    /// The longest time for which one of its agents, or of an opponent, did not get on, in seconds.
    pub longest_stall: f64,
    /// How many of its matches did not end by their rules.
    pub broken: usize,
    /// Its RON, on each side.
    pub size: [RonSize; 2],
}

/// The results of all brains.
#[derive(Clone, Debug, PartialEq)]
pub struct BrainComparison {
    /// Every brain of one side against every one of the other.
    pub tournament: Tournament,
    /// The result of each brain.
    pub results: Vec<BrainResult>,
}

impl BrainComparison {
    /// Compares brains by the matches of all pairs, row by row: all of the first side's first brain, then all of its second, and so on.
    pub fn from_records(
        contest: [ContestSide; 2],
        names: &[String],
        records: &[Vec<MatchRecord>],
        sizes: &[[RonSize; 2]],
    ) -> Self {
        let tournament = Tournament::from_records(contest, None, [names.to_vec(), names.to_vec()], records);
        let pairs = (0..names.len()).flat_map(|first| (0..names.len()).map(move |second| [first, second]));
        let pairings: Vec<Pairing> = pairs.zip(records).collect();
        let results = names.iter().enumerate().map(|(place, name)| {
            let standing = tournament.standings.iter().find(|standing| standing.name == *name);
            let won = standing.map_or([None; 2], |standing| standing.won);
            let size = sizes.get(place).copied().unwrap_or_default();
            BrainResult { name: name.clone(), won, size, ..result(contest, place, &pairings) }
        });
        Self { results: results.collect(), tournament }
    }
}

/// The places of two brains in the list, one of each side, and their matches.
type Pairing<'r> = ([usize; 2], &'r Vec<MatchRecord>);

/// The result of the brain at a place, without its name, its share of wins and its RON.
fn result(contest: [ContestSide; 2], place: usize, pairings: &[Pairing]) -> BrainResult {
    let records_of = |fits: &dyn Fn([usize; 2]) -> bool| -> Vec<&MatchRecord> {
        pairings.iter().filter(|(places, _)| fits(*places)).flat_map(|(_, records)| *records).collect()
    };
    let sequences = [0, 1].map(|side: usize| {
        let of_side = records_of(&|places| places[side] == place);
        let name = label(contest[side].side);
        let mut sum = SideSequences::default();
        of_side.into_iter().filter_map(|record| record.measures.sequences.0.get(&name)).for_each(|of| sum.add(of));
        sum
    });
    let mut decisions = LatencyHistogram::default();
    let mirrored = records_of(&|places| places == [place, place]);
    mirrored.into_iter().for_each(|record| decisions.add_all(&record.timing.decisions));
    // A match of a brain against itself counts once.
    let all = records_of(&|places| places.contains(&place));
    let lively = all.iter().filter(|record| record.measures.liveliness.all()).count();
    BrainResult {
        decide_nanos: [decisions.quantile(0.5), decisions.quantile(0.99)],
        goal_switches: sequences.each_ref().map(|of| of.per_minute(of.goal_switches)),
        actions: sequences.each_ref().map(|of| of.per_minute(of.actions)),
        entropy: sequences.each_ref().map(SideSequences::entropy),
        goal_thrash: all.iter().map(|record| record.measures.stability.goal_thrash).max().unwrap_or(0),
        seconds: Quartiles::from_values(all.iter().map(|record| record.seconds)),
        mean_seconds: all.iter().map(|record| record.seconds).sum::<f64>() / all.len().max(1) as f64,
        lively: wilson_interval(lively, all.len()),
        longest_stall: all.iter().map(|record| record.invariants.longest_stall).fold(0.0, f64::max),
        broken: all.iter().filter(|record| record.outcome == BROKEN).count(),
        ..BrainResult::default()
    }
}

/// The fields of an action that only the planner reads. Costs and surcharges also choose targets, so they count for no brain.
const PLANNER_FIELDS: [&str; 8] = [
    "preconditions",
    "effects",
    "extra_cost",
    "includes_travel",
    "once_per_target",
    "uncertain_effects",
    "seconds",
    "danger",
];

/// Lines and rules of the RON that a kind of agent needs for one brain beyond what all brains share; `None` is the planner.
pub fn ron_size(library: &Library, mind: Label, brain: Option<Label>) -> RonSize {
    let (kind, name) = brain.map_or((FileKind::Mind, mind), |brain| (FileKind::Brain, brain));
    let Some(document) = library.whole(&library.game.path(kind, name.as_str())) else {
        return RonSize::default();
    };
    let written = written_lines(document);
    if let Some(file) = brain.and_then(|brain| library.brains.get(&brain)) {
        return RonSize { lines: written.len(), rules: file.structure.rules() };
    }
    let Some(file) = library.minds.get(&mind) else { return RonSize::default() };
    let mut lines: BTreeSet<usize> = BTreeSet::new();
    let mut add = |path: RonPath| lines.extend(lines_of(document, &path).filter(|line| written.contains(line)));
    add(RonPath::root().field("facts"));
    add(RonPath::root().field("goals"));
    for (index, action) in file.actions.iter().enumerate() {
        let at = RonPath::root().field("actions").index(index);
        if action.placeholder {
            add(at);
        } else {
            PLANNER_FIELDS.iter().for_each(|field| add(at.field(field)));
        }
    }
    let of_action = |action: &MindActionData| action.preconditions.0.len() + action.effects.0.len();
    let of_goals = file.goals.iter().map(|goal| 1 + goal.considerations.len());
    let rules = of_goals.sum::<usize>() + file.actions.iter().map(of_action).sum::<usize>();
    RonSize { lines: lines.len(), rules }
}

/// The numbers of the lines with something other than a comment.
fn written_lines(document: &Document) -> BTreeSet<usize> {
    let lines = document.text().lines().enumerate();
    let written = lines.filter(|(_, line)| !line.trim().is_empty() && !line.trim_start().starts_with("//"));
    written.map(|(number, _)| number).collect()
}

/// The numbers of the lines of the value at a path; none if there is no such value.
fn lines_of(document: &Document, path: &RonPath) -> std::ops::Range<usize> {
    let text = document.text();
    let Some(node) = document.map().find(text, path) else { return 0..0 };
    let line = |at: usize| text.get(..at).map_or(0, |before| before.matches('\n').count());
    line(node.span.start)..line(node.span.end) + 1
}

impl BrainResult {
    /// The result as JSON, with the names of the sides.
    fn to_json(&self, contest: &[ContestSide; 2]) -> Value {
        let mut json = json!({
            "name": self.name,
            "decide_micros_median": self.decide_nanos[0] / 1000.0,
            "decide_micros_p99": self.decide_nanos[1] / 1000.0,
            "goal_thrash": self.goal_thrash,
            "seconds": self.seconds,
            "mean_seconds": self.mean_seconds,
            "lively": self.lively,
            "longest_stall": self.longest_stall,
            "broken": self.broken,
        });
        for (index, side) in contest.iter().map(|side| side.plural).enumerate() {
            json[format!("as_{side}")] = json!(self.won[index]);
            json[format!("{side}_goal_switches_per_minute")] = json!(self.goal_switches[index]);
            json[format!("{side}_actions_per_minute")] = json!(self.actions[index]);
            json[format!("{side}_entropy_bits")] = json!(self.entropy[index]);
            json[format!("{side}_ron")] = json!(self.size[index]);
        }
        json
    }
}

/// The game names its sides, and with them the fields.
impl Serialize for BrainComparison {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Tournament { contest, entrants: [names, _], matchups, .. } = &self.tournament;
        let pairs: Vec<Value> = matchups.iter().map(|matchup| matchup.to_json(contest)).collect();
        let results: Vec<Value> = self.results.iter().map(|result| result.to_json(contest)).collect();
        json!({ "brains": names, "pairs": pairs, "results": results }).serialize(serializer)
    }
}
