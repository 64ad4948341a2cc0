//! The measures of the minds as a table, for the terminal and for pages.

use std::collections::BTreeMap;

use quarry_minds::protocol::Label;

use crate::measures::MeasuresSummary;
use crate::statistics::{Proportion, or_dash};
use quarry_engine::simulation::ResultSpec;

/// The header, and a row for each level. docs/measures.md defines the columns.
pub fn measures_rows(
    results: &ResultSpec,
    levels: &BTreeMap<Label, MeasuresSummary>,
) -> (Vec<&'static str>, Vec<Vec<String>>) {
    let measured = results.scores.iter().filter_map(|score| score.measure);
    let mut head = vec!["level"];
    head.extend(measured.clone().map(|(_, title)| title));
    head.extend([
        "goal switches",
        "goal thrashing",
        "replans",
        "idle plans",
        "without goal",
        "lively",
        "chases, lost, hidings",
        "µs per agent per tick",
    ]);
    let share = |share: Option<Proportion>| or_dash(share, |share| share.percent());
    let rows = levels.iter().map(|(level, minds)| {
        let per_match = |count: u32| f64::from(count) / minds.matches.max(1) as f64;
        let (lively, without) = (&minds.liveliness, &minds.without_goal);
        let [sense, decide, moving, all] = minds.micros;
        let mut row = vec![level.to_string()];
        row.extend(measured.clone().map(|(field, _)| share(minds.rates.get(field).copied().flatten())));
        row.extend([
            format!("p95 {} per min", minds.switches_p95),
            minds.goal_thrash.to_string(),
            format!("p99 {} per s (max {})", minds.replans_p99, minds.replans_most),
            minds.idle_plans.to_string(),
            format!("{:.2} % (longest {:.1} s)", without.share() * 100.0, without.longest),
            share(minds.lively),
            format!(
                "{:.1}, {:.1}, {:.1}",
                per_match(lively.chases),
                per_match(lively.lost_chases),
                per_match(lively.hidings)
            ),
            format!("{all:.2} ({sense:.2} + {decide:.2} + {moving:.2})"),
        ]);
        row
    });
    (head, rows.collect())
}
