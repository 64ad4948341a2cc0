//! The comparison of ways to choose actions on the same bodies: every brain of one side against every brain of the other.
//!
//! What belongs to one brain (cost, switches, variety) is taken from all matches in which it played, except for the cost of deciding,
//! which only the matches of a brain against itself can tell.

use std::collections::BTreeSet;

use quarry_minds::protocol::{Label, label};
use quarry_minds::schema::mind::MindActionData;
use quarry_ron::{Document, map::RonPath};
use serde::{Serialize, Serializer, ser::SerializeMap};

use super::latency::LatencyHistogram;
use super::measures::{SideSequences, Sum};
use super::record::MatchRecord;
use super::statistics::{Proportion, Quartiles, wilson_interval};
use super::tournament::{share_won, unit};
use crate::data::{FileKind, Library};
use crate::simulation::{BROKEN, ContestSide};

/// The matches of one pair of brains, one of each side.
#[derive(Clone, Debug, Default)]
pub struct BrainPairing {
    /// Places of the two brains in the list.
    pub places: [usize; 2],
    /// The matches.
    pub records: Vec<MatchRecord>,
}

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
#[derive(Clone, Debug, PartialEq)]
pub struct BrainResult {
    /// The two sides.
    pub contest: [ContestSide; 2],
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
    /// The two sides.
    pub contest: [ContestSide; 2],
    /// The names of the brains.
    pub names: Vec<String>,
    /// For each brain of the first side and each of the second: the share of matches, or of rounds where a match has several, that the
    /// first side won, and the number of matches.
    pub won: Vec<Vec<(Option<Proportion>, usize)>>,
    /// The result of each brain.
    pub results: Vec<BrainResult>,
}

impl BrainComparison {
    /// Compares brains by the matches of all pairs.
    pub fn from_pairings(
        contest: [ContestSide; 2],
        names: &[String],
        pairings: &[BrainPairing],
        sizes: &[[RonSize; 2]],
    ) -> Self {
        let of_pair = |first: usize, second: usize| {
            let records = pairings.iter().filter(|pairing| pairing.places == [first, second]);
            let all: Vec<&MatchRecord> = records.flat_map(|pairing| &pairing.records).collect();
            (share_won(&contest, 0, all.iter().copied()), all.len())
        };
        let row = |first: usize| (0..names.len()).map(|second| of_pair(first, second)).collect();
        let results = names
            .iter()
            .enumerate()
            .map(|(place, name)| result(contest, name, place, pairings, sizes.get(place).copied().unwrap_or_default()));
        Self { contest, names: names.to_vec(), won: (0..names.len()).map(row).collect(), results: results.collect() }
    }

    /// What the shares are shares of, as a word for the beginning of a sentence.
    pub fn unit(&self) -> &'static str {
        unit(&self.contest)
    }
}

fn result(
    contest: [ContestSide; 2],
    name: &str,
    place: usize,
    pairings: &[BrainPairing],
    size: [RonSize; 2],
) -> BrainResult {
    let as_side = |side: usize| -> Vec<&MatchRecord> {
        let played = pairings.iter().filter(|pairing| pairing.places.get(side) == Some(&place));
        played.flat_map(|pairing| &pairing.records).collect()
    };
    let of_side = [as_side(0), as_side(1)];
    let sequences = [0, 1].map(|side: usize| {
        let mut sum = SideSequences::default();
        for record in of_side.get(side).into_iter().flatten() {
            if let Some(found) = contest.get(side).and_then(|of| record.measures.sequences.0.get(&label(of.side))) {
                sum.add(found);
            }
        }
        sum
    });
    let mut decisions = LatencyHistogram::default();
    let mirrored = pairings.iter().filter(|pairing| pairing.places == [place, place]);
    mirrored.flat_map(|pairing| &pairing.records).for_each(|record| decisions.add_all(&record.timing.decisions));
    // A match of a brain against itself counts once.
    let all: Vec<&MatchRecord> = pairings
        .iter()
        .filter(|pairing| pairing.places.contains(&place))
        .flat_map(|pairing| &pairing.records)
        .collect();
    let lively = all.iter().filter(|record| record.measures.liveliness.all()).count();
    BrainResult {
        contest,
        name: name.to_owned(),
        won: [0, 1].map(|side: usize| share_won(&contest, side, of_side.get(side).into_iter().flatten().copied())),
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
        size,
    }
}

/// The fields of an action that only the planner reads. Costs and surcharges also choose targets, so they count for no brain.
const PLANNER_FIELDS: [&str; 6] =
    ["preconditions", "effects", "extra_cost", "includes_travel", "once_per_target", "uncertain_effects"];

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

/// The game names its sides, and with them the fields.
impl Serialize for BrainResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("name", &self.name)?;
        for (index, side) in self.contest.iter().enumerate() {
            map.serialize_entry(&format!("as_{}", side.plural), &self.won.get(index))?;
            map.serialize_entry(&format!("{}_goal_switches_per_minute", side.plural), &self.goal_switches.get(index))?;
            map.serialize_entry(&format!("{}_actions_per_minute", side.plural), &self.actions.get(index))?;
            map.serialize_entry(&format!("{}_entropy_bits", side.plural), &self.entropy.get(index))?;
            map.serialize_entry(&format!("{}_ron", side.plural), &self.size.get(index))?;
        }
        map.serialize_entry("decide_micros_median", &(self.decide_nanos[0] / 1000.0))?;
        map.serialize_entry("decide_micros_p99", &(self.decide_nanos[1] / 1000.0))?;
        map.serialize_entry("goal_thrash", &self.goal_thrash)?;
        map.serialize_entry("seconds", &self.seconds)?;
        map.serialize_entry("mean_seconds", &self.mean_seconds)?;
        map.serialize_entry("lively", &self.lively)?;
        map.serialize_entry("longest_stall", &self.longest_stall)?;
        map.serialize_entry("broken", &self.broken)?;
        map.end()
    }
}

impl Serialize for BrainComparison {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("brains", &self.names)?;
        let [first, second] = self.contest;
        let cells: Vec<serde_json::Value> = self
            .won
            .iter()
            .enumerate()
            .flat_map(|(row, cells)| cells.iter().enumerate().map(move |(column, cell)| (row, column, cell)))
            .map(|(row, column, (won, matches))| {
                serde_json::json!({
                    first.plural: self.names.get(row),
                    second.plural: self.names.get(column),
                    "matches": matches,
                    format!("{}_won", first.plural): won,
                })
            })
            .collect();
        map.serialize_entry("pairs", &cells)?;
        map.serialize_entry("results", &self.results)?;
        map.end()
    }
}
