//! The results of matches as people read them.

use comfy_table::{Cell, CellAlignment, Table, presets};

use crate::{
    lab::{Interval, MatchRecord, Summary, Sums},
    protocol::Label,
};

/// More matches than this are not listed one by one.
const MOST_LISTED: usize = 500;

/// The sums of a run, by level and over all.
#[derive(Default)]
pub(super) struct Totals {
    levels: Vec<(Label, Sums)>,
    all: Sums,
}

impl Totals {
    /// The sums of these matches.
    pub(super) fn of<'r>(records: impl IntoIterator<Item = &'r MatchRecord>) -> Self {
        let mut totals = Self::default();
        records.into_iter().for_each(|record| totals.add(record));
        totals
    }

    /// Counts a match.
    pub(super) fn add(&mut self, record: &MatchRecord) {
        self.all.add(record);
        match self.levels.iter_mut().find(|(level, _)| *level == record.level) {
            Some((_, sums)) => sums.add(record),
            None => {
                let mut sums = Sums::default();
                sums.add(record);
                self.levels.push((record.level, sums));
            }
        }
    }

    /// What all of them come to.
    pub(super) fn summary(&self) -> Summary {
        self.all.summary()
    }
}

/// A row a match, then the totals of each level and of all, what agents did, and the worst that was seen.
pub(super) fn render(records: &[MatchRecord], sums: &Totals) -> String {
    let mut matches = table(&["level", "seed", "result", "caught", "escaped", "left", "length", "digest"]);
    let listed = if records.len() <= MOST_LISTED { records } else { &[] };
    for record in listed {
        matches.add_row([
            Cell::new(record.level),
            number(record.seed),
            Cell::new(record.outcome.word()),
            number(record.caught),
            number(record.escaped),
            number(format!("{:.0} s", record.time_left)),
            number(format!("{:.1} s", record.seconds)),
            Cell::new(&record.digest),
        ]);
    }
    let mut totals =
        table(&["level", "matches", "hunters won", "hunted won", "draws", "caught", "escaped", "median length"]);
    for (level, sums) in &sums.levels {
        add_totals(&mut totals, level.as_str(), &sums.summary());
    }
    let all = sums.summary();
    if sums.levels.len() > 1 {
        add_totals(&mut totals, "all", &all);
    }
    let soundness = all.soundness;
    let matches = if listed.len() == records.len() {
        matches.to_string()
    } else {
        format!("{} matches, too many to list here; --out and --json name each", records.len())
    };
    let account = super::account_of::render(&all.tally);
    format!(
        "{matches}\n\n{totals}\n\n{account}\n\n\
         Shares stand with their 95 % interval (Wilson).\n\
         Caught by hand {}, by projectile {}; {} sightings, {} chases.\n\
         Longest standing still of a living agent that wanted to move: {:.1} s; farthest off the mesh: {:.2} m; \
         through walls: {}.\n\
         Planner: {} questions, median {:.1} us, 99th percentile {:.1} us.\n\
         Tick: mean {:.3} ms, 99th percentile {:.3} ms, worst {:.2} ms.",
        all.tally.melee,
        all.tally.projectile,
        all.tally.sightings,
        all.tally.chases,
        soundness.stood_still,
        soundness.off_mesh,
        soundness.through_walls,
        all.plan_micros.count,
        all.plan_micros.median,
        all.plan_micros.p99,
        all.tick_micros.mean / 1000.0,
        all.tick_micros.p99 / 1000.0,
        all.worst_tick_micros.most / 1000.0,
    )
}

fn add_totals(totals: &mut Table, name: &str, summary: &Summary) {
    totals.add_row([
        Cell::new(name),
        number(summary.matches),
        number(won(summary.hunters_won, summary.hunters_share)),
        number(won(summary.hunted_won, summary.hunted_share)),
        number(summary.draws),
        number(summary.caught),
        number(summary.escaped),
        number(format!(
            "{:.0} s ({:.0} to {:.0})",
            summary.seconds.median, summary.seconds.least, summary.seconds.most
        )),
    ]);
}

fn won(count: usize, share: Interval) -> String {
    format!("{count} ({:.0} %, {:.0} to {:.0})", share.share * 100.0, share.low * 100.0, share.high * 100.0)
}

/// Names on standard error every match that was not sound; returns whether all were.
pub(super) fn complain(records: &[MatchRecord]) -> bool {
    let mut sound = true;
    for record in records {
        for breach in record.soundness.breaches().iter().chain(&record.fault) {
            eprintln!("not sound: {} seed {}: {breach}", record.level, record.seed);
            sound = false;
        }
    }
    sound
}

fn table(head: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_preset(presets::NOTHING).set_header(head);
    for column in table.column_iter_mut() {
        column.set_padding((0, 2));
    }
    table
}

fn number(value: impl ToString) -> Cell {
    Cell::new(value).set_alignment(CellAlignment::Right)
}
