//! Every set of hunters against every set of hunted, on the same levels and seeds.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{
    arena::Arena,
    record::{MatchOutcome, MatchRecord},
    statistics::{Proportion, Quartiles, wilson_interval},
};
use crate::{
    protocol::Label,
    simulation::{Archetype, Archetypes},
};

/// The agents of one side, from one set of data.
#[derive(Clone)]
pub struct Entrant {
    /// The name in tables.
    pub name: String,
    /// The kind that plays for each side of the rules.
    pub kinds: BTreeMap<Label, Archetype>,
}

/// The arena in which one set of hunters meets one set of hunted, with the levels and rules of `base`.
pub fn pairing_arena(base: &Arena, hunters: &Entrant, hunted: &Entrant) -> Arena {
    let kinds = base.rules.sides.iter().filter_map(|(side, rules)| {
        let entrant = if rules.can_escape { hunted } else { hunters };
        Some((rules.agent, entrant.kinds.get(side)?.clone()))
    });
    Arena {
        kinds: Archetypes(kinds.collect()),
        rules: base.rules.clone(),
        levels: base.levels.clone(),
        counts: base.counts.clone(),
        // The minds are not those of the files here, so these matches cannot be recorded.
        manifests: BTreeMap::new(),
    }
}

/// The result of one set of hunters against one set of hunted; `None` if no match was played.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Matchup {
    /// The hunters.
    pub hunters: String,
    /// The hunted.
    pub hunted: String,
    /// How many matches were played.
    pub matches: usize,
    /// The share of matches the hunters won.
    pub hunters_won: Option<Proportion>,
    /// The share of matches the hunted won.
    pub hunted_won: Option<Proportion>,
    /// The share of the prey that were caught.
    pub caught: Option<Proportion>,
    /// The lengths of matches, in seconds.
    pub seconds: Option<Quartiles>,
    /// How many matches did not end by their rules.
    pub broken: usize,
}

/// The results of one entrant over all its matches.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TournamentStanding {
    /// The name in tables.
    pub name: String,
    /// The share won as hunters; `None` if it played none.
    pub as_hunters: Option<Proportion>,
    /// The share won as hunted; `None` if it played none.
    pub as_hunted: Option<Proportion>,
    /// The mean of both shares; `None` if it did not play on both sides.
    pub overall: Option<f64>,
}

/// The results of a tournament.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Tournament {
    /// The hunters, in the order of entry.
    pub hunters: Vec<String>,
    /// The hunted, in the order of entry.
    pub hunted: Vec<String>,
    /// Every matchup, row by row: all of the first hunters, then all of the second, and so on.
    pub matchups: Vec<Matchup>,
    /// Every entrant, best first; entrants that played on one side only come last.
    pub standings: Vec<TournamentStanding>,
}

impl Tournament {
    /// Summarises the matches of all matchups, row by row. Missing ones count as not played.
    pub fn from_records(hunters: &[Entrant], hunted: &[Entrant], records: &[Vec<MatchRecord>]) -> Self {
        let names = |entrants: &[Entrant]| entrants.iter().map(|entrant| entrant.name.clone()).collect::<Vec<_>>();
        let pairs = hunters.iter().flat_map(|hunter| hunted.iter().map(move |prey| (hunter, prey)));
        let played = records.iter().map(Vec::as_slice).chain(std::iter::repeat(&[][..]));
        let matchups: Vec<Matchup> =
            pairs.zip(played).map(|((hunter, prey), records)| matchup(&hunter.name, &prey.name, records)).collect();
        let (hunters, hunted) = (names(hunters), names(hunted));
        let standings = standings(&hunters, &hunted, records);
        Self { hunters, hunted, matchups, standings }
    }

    /// The matchup of two entrants, by their positions.
    pub fn matchup(&self, hunters: usize, hunted: usize) -> Option<&Matchup> {
        self.matchups.get(hunters * self.hunted.len() + hunted).filter(|_| hunted < self.hunted.len())
    }
}

fn count(records: &[MatchRecord], outcome: MatchOutcome) -> usize {
    records.iter().filter(|record| record.outcome == outcome).count()
}

fn matchup(hunters: &str, hunted: &str, records: &[MatchRecord]) -> Matchup {
    let sum = |of: fn(&MatchRecord) -> u16| records.iter().map(|record| usize::from(of(record))).sum::<usize>();
    Matchup {
        hunters: hunters.to_owned(),
        hunted: hunted.to_owned(),
        matches: records.len(),
        hunters_won: wilson_interval(count(records, MatchOutcome::Hunters), records.len()),
        hunted_won: wilson_interval(count(records, MatchOutcome::Hunted), records.len()),
        caught: wilson_interval(sum(|record| record.caught), sum(|record| record.hunted)),
        seconds: Quartiles::from_values(records.iter().map(|record| record.seconds)),
        broken: count(records, MatchOutcome::Broken),
    }
}

fn standings(hunters: &[String], hunted: &[String], records: &[Vec<MatchRecord>]) -> Vec<TournamentStanding> {
    let mut names: Vec<&String> = hunters.iter().collect();
    names.extend(hunted.iter().filter(|name| !hunters.contains(name)));
    let share = |won: MatchOutcome, takes_part: &dyn Fn(usize, usize) -> bool| {
        let mine = records.iter().enumerate().filter(|(index, _)| {
            let columns = hunted.len().max(1);
            takes_part(index / columns, index % columns)
        });
        let (mut hits, mut tries) = (0, 0);
        for (_, records) in mine {
            hits += count(records, won);
            tries += records.len();
        }
        wilson_interval(hits, tries)
    };
    let mut standings: Vec<TournamentStanding> = names
        .into_iter()
        .map(|name| {
            let row = hunters.iter().position(|known| known == name);
            let column = hunted.iter().position(|known| known == name);
            let as_hunters = row.and_then(|row| share(MatchOutcome::Hunters, &|at, _| at == row));
            let as_hunted = column.and_then(|column| share(MatchOutcome::Hunted, &|_, at| at == column));
            let overall = as_hunters.zip(as_hunted).map(|(first, second)| (first.share + second.share) / 2.0);
            TournamentStanding { name: name.clone(), as_hunters, as_hunted, overall }
        })
        .collect();
    standings.sort_by(|a, b| b.overall.unwrap_or(-1.0).total_cmp(&a.overall.unwrap_or(-1.0)));
    standings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{lab::MatchSpec, protocol::label};

    fn records(hunters: usize, hunted: usize) -> Vec<MatchRecord> {
        let spec = MatchSpec { level: label("hut"), seed: 1 };
        let ended = |outcome| MatchRecord { outcome, ..MatchRecord::broken(spec, None) };
        let won = std::iter::repeat_n(ended(MatchOutcome::Hunters), hunters);
        won.chain(std::iter::repeat_n(ended(MatchOutcome::Hunted), hunted)).collect()
    }

    #[test]
    fn entrants_are_counted_once_for_each_side() {
        let entrant = |name: &str| Entrant { name: name.into(), kinds: BTreeMap::new() };
        let (hunters, hunted) = ([entrant("a"), entrant("b")], [entrant("a"), entrant("c")]);
        let played = [records(9, 1), records(5, 5), records(2, 8), records(0, 10)];
        let tournament = Tournament::from_records(&hunters, &hunted, &played);
        assert_eq!(tournament.matchup(1, 0).and_then(|matchup| matchup.hunters_won).map(|won| won.share), Some(0.2));
        assert_eq!(tournament.matchup(0, 2), None);
        let of = |name: &str| tournament.standings.iter().find(|one| one.name == name).cloned().unwrap();
        assert_eq!(of("a").as_hunters.map(|share| share.share), Some(0.7));
        assert_eq!(of("a").as_hunted.map(|share| share.share), Some(0.45));
        assert!((of("a").overall.unwrap() - 0.575).abs() < 1e-9);
        assert_eq!((of("b").as_hunted, of("c").as_hunters), (None, None));
        assert_eq!(tournament.standings.first().map(|one| one.name.as_str()), Some("a"));
    }
}
