//! Every entrant of one side against every entrant of the other, on the same levels and seeds.

use std::collections::BTreeMap;

use quarry_minds::protocol::{Label, label};
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use super::arena::Arena;
use super::record::MatchRecord;
use super::statistics::{Proportion, Quartiles, or_dash, wilson_interval};
use quarry_engine::simulation::{Archetype, Archetypes, BROKEN, ContestSide, ScoreSpec};

/// The agents of one side, from one set of data.
#[derive(Clone)]
pub struct Entrant {
    /// The name in tables.
    pub name: String,
    /// All kinds of agents of its data, by the names that the shared rules use.
    pub kinds: BTreeMap<Label, Archetype>,
}

/// The arena in which an entrant of the first side meets one of the second, with the levels and rules of `base`. Each side has the kinds
/// of its entrant only, also where both have kinds of the same name. The matches are not recorded: their minds are from several folders.
pub fn pairing_arena(base: &Arena, contest: [ContestSide; 2], entrants: [&Entrant; 2]) -> Arena {
    let by_side = contest.iter().zip(entrants).map(|(side, entrant)| (label(side.side), entrant.kinds.clone()));
    let kinds = Archetypes { shared: base.kinds.shared.clone(), by_side: by_side.collect() };
    Arena { kinds, manifests: BTreeMap::new(), ..base.clone() }
}

/// The share of rounds (of matches, in a game without rounds) that a side won. Matches that did not end by their rules do not count.
pub(super) fn share_won<'r>(
    contest: &[ContestSide; 2],
    side: usize,
    records: impl IntoIterator<Item = &'r MatchRecord>,
) -> Option<Proportion> {
    let (mut won, mut all) = (0, 0);
    for (of_sides, of_match) in records.into_iter().map(|record| record.rounds(contest)) {
        won += of_sides.get(side).copied().unwrap_or(0);
        all += of_match;
    }
    wilson_interval(won, all)
}

/// The result of one entrant of each side against each other; `None` if no match was played.
#[derive(Clone, Debug, PartialEq)]
pub struct Matchup {
    /// The name of the entrant of each side.
    pub entrants: [String; 2],
    /// How many matches were played.
    pub matches: usize,
    /// The share of matches, or of rounds where a match has several, that each side won.
    pub won: [Option<Proportion>; 2],
    /// The first score of the game that is a share, and its value.
    pub score: Option<(&'static ScoreSpec, Option<Proportion>)>,
    /// The lengths of matches, in seconds.
    pub seconds: Option<Quartiles>,
    /// How many matches did not end by their rules.
    pub broken: usize,
}

/// The results of one entrant over all its matches.
#[derive(Clone, Debug, PartialEq)]
pub struct TournamentStanding {
    /// The name in tables.
    pub name: String,
    /// The share won as each side; `None` if it played none.
    pub won: [Option<Proportion>; 2],
    /// The mean of both shares; `None` if it did not play on both sides.
    pub overall: Option<f64>,
}

/// The results of a tournament.
#[derive(Clone, Debug, PartialEq)]
pub struct Tournament {
    /// The sides.
    pub contest: [ContestSide; 2],
    /// The names of the entrants of each side, in the order of entry.
    pub entrants: [Vec<String>; 2],
    /// Every matchup, row by row: all of the first side's first entrant, then all of its second, and so on.
    pub matchups: Vec<Matchup>,
    /// Every entrant, best first; entrants that played on one side only come last.
    pub standings: Vec<TournamentStanding>,
}

impl Tournament {
    /// Summarises the matches of all matchups, row by row. Missing ones count as not played. `entrants` are the names of those of each
    /// side. `score` is shown for each matchup.
    pub fn from_records(
        contest: [ContestSide; 2],
        score: Option<&'static ScoreSpec>,
        entrants: [Vec<String>; 2],
        records: &[Vec<MatchRecord>],
    ) -> Self {
        let pairs = entrants[0].iter().flat_map(|first| entrants[1].iter().map(move |second| [first, second]));
        let played = records.iter().map(Vec::as_slice).chain(std::iter::repeat(&[][..]));
        let matchups = pairs.zip(played).map(|(pair, records)| Matchup {
            entrants: pair.map(String::clone),
            matches: records.len(),
            won: [0, 1].map(|side| share_won(&contest, side, records)),
            score: score.map(|score| (score, share_of(score, records))),
            seconds: Quartiles::from_values(records.iter().map(|record| record.seconds)),
            broken: records.iter().filter(|record| record.outcome == BROKEN).count(),
        });
        let matchups = matchups.collect();
        let standings = standings(contest, &entrants, records);
        Self { contest, entrants, matchups, standings }
    }

    /// What the shares are shares of, as a word for the beginning of a sentence.
    pub fn unit(&self) -> &'static str {
        if self.contest.iter().any(|side| side.rounds_won.is_some()) { "Rounds" } else { "Matches" }
    }

    /// The matchup of two entrants, by their positions.
    pub fn matchup(&self, first: usize, second: usize) -> Option<&Matchup> {
        let columns = self.entrants[1].len();
        self.matchups.get(first * columns + second).filter(|_| second < columns)
    }
}

/// A score of these matches as a share of what it is a part of.
fn share_of(score: &ScoreSpec, records: &[MatchRecord]) -> Option<Proportion> {
    let (mut part, mut whole) = (0.0, 0.0);
    for (of_match, all) in records.iter().map(|record| record.part(score)) {
        part += of_match;
        whole += all;
    }
    wilson_interval(part as usize, whole as usize)
}

fn standings(
    contest: [ContestSide; 2],
    entrants: &[Vec<String>; 2],
    records: &[Vec<MatchRecord>],
) -> Vec<TournamentStanding> {
    let [first, second] = entrants;
    let mut names: Vec<&String> = first.iter().collect();
    names.extend(second.iter().filter(|name| !first.contains(name)));
    let columns = second.len().max(1);
    let share = |side: usize, place: usize| {
        let of_entrant = |index: usize| if side == 0 { index / columns == place } else { index % columns == place };
        let played = records.iter().enumerate().filter(|(index, _)| of_entrant(*index));
        share_won(&contest, side, played.flat_map(|(_, records)| records))
    };
    let mut standings: Vec<TournamentStanding> = names
        .into_iter()
        .map(|name| {
            let place = |side: usize| entrants[side].iter().position(|known| known == name);
            let won = [0, 1].map(|side| place(side).and_then(|place| share(side, place)));
            let overall = won[0].zip(won[1]).map(|(first, second)| (first.share + second.share) / 2.0);
            TournamentStanding { name: name.clone(), won, overall }
        })
        .collect();
    standings.sort_by(|a, b| b.overall.unwrap_or(-1.0).total_cmp(&a.overall.unwrap_or(-1.0)));
    standings
}

/// The game names its sides and its score, and with them the fields.
impl Serialize for Tournament {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let matchups = self.matchups.iter().map(|matchup| matchup.to_json(&self.contest));
        let standings = self.standings.iter().map(|standing| standing.to_json(&self.contest));
        let mut json = json!({ "matchups": matchups.collect::<Vec<_>>(), "standings": standings.collect::<Vec<_>>() });
        for (side, names) in self.contest.iter().zip(&self.entrants) {
            json[side.plural] = json!(names);
        }
        json.serialize(serializer)
    }
}

impl Matchup {
    /// The matchup as JSON, with the names of the sides.
    pub(super) fn to_json(&self, contest: &[ContestSide; 2]) -> Value {
        let mut json = json!({ "matches": self.matches, "seconds": self.seconds, "broken": self.broken });
        for (index, side) in contest.iter().enumerate() {
            json[side.plural] = json!(self.entrants[index]);
            json[format!("{}_won", side.plural)] = json!(self.won[index]);
        }
        if let Some((score, share)) = &self.score {
            json[score.name] = json!(share);
        }
        json
    }
}

impl TournamentStanding {
    /// Cells of a table: the name, the shares won as each side, and their mean.
    pub fn cells(&self) -> [String; 4] {
        let [first, second] = self.won.map(|won| or_dash(won, |won| won.percent()));
        [self.name.clone(), first, second, or_dash(self.overall, |share| format!("{:.0} %", share * 100.0))]
    }

    fn to_json(&self, contest: &[ContestSide; 2]) -> Value {
        let mut json = json!({ "name": self.name, "overall": self.overall });
        for (side, won) in contest.iter().zip(&self.won) {
            json[format!("as_{}", side.plural)] = json!(won);
        }
        json
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::MatchSpec;
    use quarry_minds::protocol::label;

    const CONTEST: [ContestSide; 2] = [contestant("cat", "cats", None), contestant("mouse", "mice", None)];

    const fn contestant(side: &'static str, plural: &'static str, rounds_won: Option<&'static str>) -> ContestSide {
        ContestSide { side, plural, rounds_won }
    }

    fn records(cats: usize, mice: usize) -> Vec<MatchRecord> {
        let spec = MatchSpec { level: label("hut"), seed: 1 };
        let ended =
            |outcome| MatchRecord { outcome: label(outcome), ..MatchRecord::broken(label("chase"), spec, None) };
        std::iter::repeat_n(ended("cats"), cats).chain(std::iter::repeat_n(ended("mice"), mice)).collect()
    }

    #[test]
    fn broken_matches_are_nobodys_defeat_and_rounds_count_one_by_one() {
        let spec = MatchSpec { level: label("hut"), seed: 1 };
        let broken = MatchRecord::broken(label("chase"), spec, Some("no cat".into()));
        let mut played = records(3, 1);
        played.extend([broken.clone(), broken]);
        let share = |contest: &[ContestSide; 2], played: &[MatchRecord]| {
            [0, 1].map(|side| share_won(contest, side, played).map(|won| won.share))
        };
        assert_eq!(share(&CONTEST, &played), [Some(0.75), Some(0.25)]);
        assert_eq!(share(&CONTEST, &played[4..]), [None, None]);
        let rounds = [contestant("cat", "cats", Some("won.cat")), contestant("mouse", "mice", Some("won.mouse"))];
        let mut record = MatchRecord { outcome: label("tabbies"), ..records(1, 0).remove(0) };
        record.numbers.extend([(label("won.cat"), 7.0), (label("won.mouse"), 3.0)]);
        assert_eq!(share(&rounds, &[record]), [Some(0.7), Some(0.3)]);
    }

    #[test]
    fn entrants_are_counted_once_for_each_side() {
        let names = [["a", "b"], ["a", "c"]].map(|of_side| of_side.map(str::to_owned).to_vec());
        let played = [records(9, 1), records(5, 5), records(2, 8), records(0, 10)];
        let tournament = Tournament::from_records(CONTEST, None, names, &played);
        assert_eq!(tournament.matchup(1, 0).and_then(|matchup| matchup.won[0]).map(|won| won.share), Some(0.2));
        assert_eq!(tournament.matchup(0, 2), None);
        let of = |name: &str| tournament.standings.iter().find(|one| one.name == name).cloned().unwrap();
        assert_eq!(of("a").won[0].map(|share| share.share), Some(0.7));
        assert_eq!(of("a").won[1].map(|share| share.share), Some(0.45));
        assert!((of("a").overall.unwrap() - 0.575).abs() < 1e-9);
        assert_eq!((of("b").won[1], of("c").won[0]), (None, None));
        assert_eq!(tournament.standings.first().map(|one| one.name.as_str()), Some("a"));
        let json = serde_json::to_value(&tournament).unwrap();
        assert_eq!(json["matchups"][0]["cats_won"]["share"], 0.9);
        assert!(json["standings"][0]["as_mice"]["share"].is_number(), "{json}");
    }
}
