//! Results as files: CSV for spreadsheets, and HTML pages that need no other file.

mod escape;
mod map;
mod matrix;
mod page;
mod plots;
mod sweep;

use std::collections::BTreeSet;

use quarry_minds::protocol::Label;
use serde::Serialize;

use super::record::MatchRecord;
pub(super) use escape::escape_html;
pub use matrix::{tournament_csv, tournament_html};
pub(super) use page::STYLE;
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
    columns.extend(
        [
            "sightings",
            "chases",
            "chase_seconds",
            "plans",
            "no_goal",
            "longest_stall",
            "max_off_mesh",
            "wall_crossings",
            "wall_seconds",
            "tick_mean_micros",
            "tick_p99_micros",
            "worst_tick_micros",
            "plan_median_micros",
            "plan_p99_micros",
        ]
        .map(str::to_owned),
    );
    let mut text = columns.join(",");
    for column in
        goals.iter().map(|goal| format!("seconds:{goal}")).chain(actions.iter().map(|one| format!("ended:{one}")))
    {
        text.push(',');
        text += &quoted(&column);
    }
    text.push('\n');
    for record in records {
        let (counts, invariants) = (&record.event_counts, &record.invariants);
        let (ticks, plans) = (record.timing.ticks.summary(), record.timing.plans.summary());
        let mut fields = vec![quoted(record.level.as_str()), record.seed.to_string(), quoted(record.outcome.as_str())];
        fields.extend(numbers.iter().map(|name| record.number(name.as_str()).to_string()));
        fields.extend([record.seconds.to_string(), record.time_left.to_string(), record.digest.clone()]);
        fields.extend(counted.iter().map(|name| counts.of_game.get(*name).copied().unwrap_or(0).to_string()));
        fields.extend([
            counts.sightings.to_string(),
            counts.chases.to_string(),
            counts.chase_seconds.to_string(),
            counts.plans.to_string(),
            counts.no_goal.to_string(),
            invariants.longest_stall.to_string(),
            invariants.max_off_mesh.to_string(),
            invariants.wall_crossings.to_string(),
            record.timing.wall_seconds.to_string(),
            ticks.mean.to_string(),
            ticks.p99.to_string(),
            record.timing.worst_tick_micros.to_string(),
            plans.median.to_string(),
            plans.p99.to_string(),
        ]);
        fields.extend(goals.iter().map(|goal| counts.goal_seconds.get(*goal).copied().unwrap_or(0.0).to_string()));
        fields.extend(actions.iter().map(|action| counts.actions.get(*action).copied().unwrap_or(0).to_string()));
        text += &fields.join(",");
        text.push('\n');
    }
    text
}

fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
}

/// The value in a CSV field; empty if nothing was measured.
fn field<T>(value: Option<T>, format: impl FnOnce(T) -> String) -> String {
    value.map_or_else(String::new, format)
}
