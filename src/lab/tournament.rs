//! Every entrant of one side against every entrant of the other, on the same levels and seeds.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer, ser::SerializeMap};

use super::{
    arena::Arena,
    record::MatchRecord,
    statistics::{Proportion, Quartiles, wilson_interval},
};
use crate::{
    protocol::Label,
    simulation::{Archetype, Archetypes, BROKEN, ContestSide, ScoreSpec},
};

/// The agents of one side, from one set of data.
#[derive(Clone)]
pub struct Entrant {
    /// The name in tables.
    pub name: String,
    /// The kind that plays for each side of the rules.
    pub kinds: BTreeMap<Label, Archetype>,
}

/// The arena in which an entrant of the first side meets one of the second, with the levels and rules of `base`.
pub fn pairing_arena(base: &Arena, contest: [ContestSide; 2], first: &Entrant, second: &Entrant) -> Arena {
    let kinds = base.rules.sides.iter().filter_map(|(side, rules)| {
        let entrant = if *side == contest[1].side { second } else { first };
        Some((rules.agent, entrant.kinds.get(side)?.clone()))
    });
    Arena {
        game: base.game.clone(),
        kinds: Archetypes(kinds.collect()),
        rules: base.rules.clone(),
        levels: base.levels.clone(),
        counts: base.counts.clone(),
        brains: base.brains.clone(),
        // The minds are not those of the files here, so these matches cannot be recorded.
        manifests: BTreeMap::new(),
        series_interval: None,
        threads: 1,
        measured: base.measured,
        watches: Vec::new(),
    }
}

/// The result of one entrant of each side against each other; `None` if no match was played.
#[derive(Clone, Debug, PartialEq)]
pub struct Matchup {
    /// The sides.
    pub contest: [ContestSide; 2],
    /// The name of the entrant of each side.
    pub entrants: [String; 2],
    /// How many matches were played.
    pub matches: usize,
    /// The share of matches that each side won.
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
    /// The sides.
    pub contest: [ContestSide; 2],
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
    /// Summarises the matches of all matchups, row by row. Missing ones count as not played. `score` is shown for each matchup.
    pub fn from_records(
        contest: [ContestSide; 2],
        score: Option<&'static ScoreSpec>,
        entrants: [&[Entrant]; 2],
        records: &[Vec<MatchRecord>],
    ) -> Self {
        let entrants = entrants.map(|side| side.iter().map(|entrant| entrant.name.clone()).collect::<Vec<_>>());
        let pairs = entrants[0].iter().flat_map(|first| entrants[1].iter().map(move |second| [first, second]));
        let played = records.iter().map(Vec::as_slice).chain(std::iter::repeat(&[][..]));
        let matchups: Vec<Matchup> = pairs
            .zip(played)
            .map(|(pair, records)| matchup(contest, score, pair.map(String::clone), records))
            .collect();
        let standings = standings(contest, &entrants, records);
        Self { contest, entrants, matchups, standings }
    }

    /// The matchup of two entrants, by their positions.
    pub fn matchup(&self, first: usize, second: usize) -> Option<&Matchup> {
        let columns = self.entrants[1].len();
        self.matchups.get(first * columns + second).filter(|_| second < columns)
    }
}

fn count(records: &[MatchRecord], outcome: &str) -> usize {
    records.iter().filter(|record| record.outcome == outcome).count()
}

fn matchup(
    contest: [ContestSide; 2],
    score: Option<&'static ScoreSpec>,
    entrants: [String; 2],
    records: &[MatchRecord],
) -> Matchup {
    let share = |score: &ScoreSpec| {
        let (mut part, mut whole) = (0.0, 0.0);
        for (of_match, all) in records.iter().map(|record| record.part(score)) {
            part += of_match;
            whole += all;
        }
        wilson_interval(part as usize, whole as usize)
    };
    Matchup {
        contest,
        entrants,
        matches: records.len(),
        won: contest.map(|side| wilson_interval(count(records, side.plural), records.len())),
        score: score.map(|score| (score, share(score))),
        seconds: Quartiles::from_values(records.iter().map(|record| record.seconds)),
        broken: count(records, BROKEN),
    }
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
        let (mut hits, mut tries) = (0, 0);
        for (_, records) in records.iter().enumerate().filter(|(index, _)| of_entrant(*index)) {
            hits += count(records, contest[side].plural);
            tries += records.len();
        }
        wilson_interval(hits, tries)
    };
    let mut standings: Vec<TournamentStanding> = names
        .into_iter()
        .map(|name| {
            let place = |side: usize| entrants[side].iter().position(|known| known == name);
            let won = [0, 1].map(|side| place(side).and_then(|place| share(side, place)));
            let overall = won[0].zip(won[1]).map(|(first, second)| (first.share + second.share) / 2.0);
            TournamentStanding { contest, name: name.clone(), won, overall }
        })
        .collect();
    standings.sort_by(|a, b| b.overall.unwrap_or(-1.0).total_cmp(&a.overall.unwrap_or(-1.0)));
    standings
}

/// The game names its sides and its score, and with them the fields.
impl Serialize for Matchup {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (side, name) in self.contest.iter().zip(&self.entrants) {
            map.serialize_entry(side.plural, name)?;
        }
        map.serialize_entry("matches", &self.matches)?;
        for (side, won) in self.contest.iter().zip(&self.won) {
            map.serialize_entry(&format!("{}_won", side.plural), won)?;
        }
        if let Some((score, share)) = &self.score {
            map.serialize_entry(score.name, share)?;
        }
        map.serialize_entry("seconds", &self.seconds)?;
        map.serialize_entry("broken", &self.broken)?;
        map.end()
    }
}

impl Serialize for TournamentStanding {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("name", &self.name)?;
        for (side, won) in self.contest.iter().zip(&self.won) {
            map.serialize_entry(&format!("as_{}", side.plural), won)?;
        }
        map.serialize_entry("overall", &self.overall)?;
        map.end()
    }
}

impl Serialize for Tournament {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (side, names) in self.contest.iter().zip(&self.entrants) {
            map.serialize_entry(side.plural, names)?;
        }
        map.serialize_entry("matchups", &self.matchups)?;
        map.serialize_entry("standings", &self.standings)?;
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{lab::MatchSpec, protocol::label};

    const CONTEST: [ContestSide; 2] =
        [ContestSide { side: "cat", plural: "cats" }, ContestSide { side: "mouse", plural: "mice" }];

    fn records(cats: usize, mice: usize) -> Vec<MatchRecord> {
        let spec = MatchSpec { level: label("hut"), seed: 1 };
        let ended =
            |outcome| MatchRecord { outcome: label(outcome), ..MatchRecord::broken(label("chase"), spec, None) };
        std::iter::repeat_n(ended("cats"), cats).chain(std::iter::repeat_n(ended("mice"), mice)).collect()
    }

    #[test]
    fn entrants_are_counted_once_for_each_side() {
        let entrant = |name: &str| Entrant { name: name.into(), kinds: BTreeMap::new() };
        let (cats, mice) = ([entrant("a"), entrant("b")], [entrant("a"), entrant("c")]);
        let played = [records(9, 1), records(5, 5), records(2, 8), records(0, 10)];
        let tournament = Tournament::from_records(CONTEST, None, [&cats, &mice], &played);
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
