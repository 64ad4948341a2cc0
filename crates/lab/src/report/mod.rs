//! Results as files: CSV for spreadsheets, and HTML pages that need no other file.

mod html;
mod map;
mod matrix;
mod measures;
mod page;
mod plots;
mod sweep;

use std::collections::BTreeSet;

use quarry_minds::protocol::Label;
use serde::Serialize;

use super::record::MatchRecord;
use super::statistics::Proportion;
pub(super) use html::{page, table};
pub use matrix::{tournament_csv, tournament_html};
pub use measures::measures_rows;
pub use page::matches_html;
pub use sweep::{SweptValue, sweep_csv, sweep_html, swept_shares};

/// How much of a run was played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct RunProgress {
    /// How many matches the run was to have.
    pub planned: usize,
    /// How many were played.
    pub played: usize,
    /// Whether it was stopped before its end.
    pub interrupted: bool,
}

impl RunProgress {
    /// The notice above a table, with an empty line after it; empty if the run was not interrupted.
    pub fn heading(&self) -> String {
        self.notice().map_or_else(String::new, |notice| format!("{notice}\n\n"))
    }

    /// What a reader of incomplete results must know; `None` if the run was not interrupted.
    pub fn notice(&self) -> Option<String> {
        self.interrupted.then(|| format!("Interrupted: {} of {} matches were played.", self.played, self.planned))
    }

    /// The notice as a paragraph, or nothing.
    fn paragraph(&self) -> String {
        self.notice().map_or_else(String::new, |notice| format!("<p class='bad'>{notice}</p>"))
    }
}

/// One row per match, with a header, as in RFC 4180: among the columns the named numbers and the events that the game counts; after
/// them the seconds in each goal that occurs in any match, and how often each action ended in each way.
pub fn matches_csv(records: &[MatchRecord]) -> String {
    let goals: BTreeSet<&String> = records.iter().flat_map(|record| record.event_counts.goal_seconds.keys()).collect();
    let actions: BTreeSet<&String> = records.iter().flat_map(|record| record.event_counts.actions.keys()).collect();
    let numbers: BTreeSet<Label> = records.iter().flat_map(|record| record.numbers.keys()).copied().collect();
    let counted: BTreeSet<&String> = records.iter().flat_map(|record| record.event_counts.of_game.keys()).collect();
    let mut columns: Vec<String> = ["level", "seed", "outcome"].map(str::to_owned).into();
    columns.extend(numbers.iter().map(|name| quoted(name.as_str())));
    columns.extend(["seconds", "time_left", "digest"].map(str::to_owned));
    columns.extend(counted.iter().map(|name| quoted(name)));
    columns.extend(measured(&MatchRecord::default()).map(|(name, _)| name.to_owned()));
    columns.extend(goals.iter().map(|goal| quoted(&format!("seconds:{goal}"))));
    columns.extend(actions.iter().map(|action| quoted(&format!("ended:{action}"))));
    let rows = records.iter().map(|record| {
        let counts = &record.event_counts;
        let mut fields = vec![quoted(record.level.as_str()), record.seed.to_string(), quoted(record.outcome.as_str())];
        fields.extend(numbers.iter().map(|name| record.number(name.as_str()).to_string()));
        fields.extend([record.seconds.to_string(), record.time_left.to_string(), record.digest.clone()]);
        fields.extend(counted.iter().map(|name| counts.of_game.get(*name).copied().unwrap_or(0).to_string()));
        fields.extend(measured(record).map(|(_, value)| value));
        fields.extend(goals.iter().map(|goal| counts.goal_seconds.get(*goal).copied().unwrap_or(0.0).to_string()));
        fields.extend(actions.iter().map(|action| counts.actions.get(*action).copied().unwrap_or(0).to_string()));
        fields
    });
    csv([columns].into_iter().chain(rows))
}

/// The columns that the matches of every game have, with the values of this match.
fn measured(record: &MatchRecord) -> [(&'static str, String); 14] {
    let (counts, invariants, timing) = (&record.event_counts, &record.invariants, &record.timing);
    let (ticks, plans) = (timing.ticks.summary(), timing.plans.summary());
    [
        ("sightings", counts.sightings.to_string()),
        ("chases", counts.chases.to_string()),
        ("chase_seconds", counts.chase_seconds.to_string()),
        ("plans", counts.plans.to_string()),
        ("no_goal", counts.no_goal.to_string()),
        ("longest_stall", invariants.longest_stall.to_string()),
        ("max_off_mesh", invariants.max_off_mesh.to_string()),
        ("wall_crossings", invariants.wall_crossings.to_string()),
        ("wall_seconds", timing.wall_seconds.to_string()),
        ("tick_mean_micros", ticks.mean.to_string()),
        ("tick_p99_micros", ticks.p99.to_string()),
        ("worst_tick_micros", timing.worst_tick_micros.to_string()),
        ("plan_median_micros", plans.median.to_string()),
        ("plan_p99_micros", plans.p99.to_string()),
    ]
}

fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
}

/// Rows of fields as CSV.
fn csv(rows: impl IntoIterator<Item = Vec<String>>) -> String {
    rows.into_iter().map(|fields| fields.join(",") + "\n").collect()
}

/// The names of the columns of a share and of its confidence interval.
fn share_columns(name: &str) -> [String; 3] {
    [name.to_owned(), format!("{name}_low"), format!("{name}_high")]
}

/// A share and its confidence interval in CSV fields.
fn share_fields(share: Option<Proportion>) -> [String; 3] {
    let ends = |share: Proportion| [share.share, share.low, share.high].map(|end| format!("{end:.4}"));
    share.map_or_else(Default::default, ends)
}

/// The value in a CSV field; empty if nothing was measured.
fn field<T>(value: Option<T>, format: impl FnOnce(T) -> String) -> String {
    value.map_or_else(String::new, format)
}
