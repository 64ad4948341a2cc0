//! The report page: totals, win rates, measures of the minds, and for each level lengths, goals, actions and a map.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use quarry_minds::protocol::Label;

use super::html::escape_html;
use super::plots::{histogram, lines, parts, shares};
use super::{html, map, measures::measures_rows};
use crate::record::MatchRecord;
use crate::series::TimeSeries;
use crate::statistics::{Proportion, or_dash};
use crate::summary::{Summary, SummaryBuilder};
use quarry_engine::data::level::Level;
use quarry_engine::simulation::ResultSpec;

/// A page about these matches; `problems` stand at its top. Levels in `levels` get a map.
pub fn matches_html(
    results: &'static ResultSpec,
    records: &[MatchRecord],
    levels: &BTreeMap<Label, Level>,
    problems: &[String],
) -> String {
    let mut by_level: BTreeMap<Label, Vec<&MatchRecord>> = BTreeMap::new();
    for record in records {
        by_level.entry(record.level).or_default().push(record);
    }
    let mut page = html::page(&format!("{} matches", records.len()));
    let mut rows = Vec::new();
    let mut minds = BTreeMap::new();
    for (name, of_level) in &by_level {
        let mut sums = SummaryBuilder::new(results);
        of_level.iter().for_each(|record| sums.add(record));
        rows.push((name.to_string(), sums.summary()));
        minds.insert(*name, sums.measures());
    }
    for problem in problems {
        let _ = write!(page, "<p class='bad'>{}</p>", escape_html(problem));
    }
    page += &totals(results, &rows);
    let share_of = |of: &dyn Fn(&Summary) -> Option<Proportion>| {
        shares(&rows.iter().map(|(name, summary)| (name.clone(), of(summary))).collect::<Vec<_>>())
    };
    for outcome in results.wins() {
        let _ = write!(page, "<h2>{}</h2>{}", escape_html(outcome.title), share_of(&|summary| summary.share(outcome)));
    }
    for score in results.shares() {
        let _ = write!(page, "<h2>{}</h2>{}", escape_html(score.title), share_of(&|summary| summary.part(score)));
    }
    page += "<p>White: 95 % CI (Wilson).</p><h2>Measures of the minds</h2>";
    let (head, measured) = measures_rows(results, &minds);
    page += &html::table(head, measured);
    page += &violations(records);
    let marker_colours = map::colours(records);
    for ((name, of_level), (_, summary)) in by_level.iter().zip(&rows) {
        let _ = write!(page, "<h2>{}</h2><h3>Length of a match</h3>", escape_html(name.as_str()));
        page += &histogram(&of_level.iter().map(|record| record.seconds).collect::<Vec<_>>(), "s");
        if let Some(series) = TimeSeries::mean(of_level.iter().copied()) {
            page += "<h3>Over time (mean of all matches)</h3>";
            page += &lines(&series);
        }
        let _ = write!(page, "<p>{} {}</p>", summary.planner_times(), summary.tick_times());
        page += "<h3>Time in each goal</h3>";
        let minutes = summary.event_counts.goal_seconds.iter().map(|(goal, seconds)| (goal.clone(), seconds / 60.0));
        page += &parts(&largest_first(minutes.collect()), "min", 1);
        page += "<h3>How actions ended</h3>";
        let counts = summary.event_counts.actions.iter().map(|(action, count)| (action.clone(), f64::from(*count)));
        page += &parts(&largest_first(counts.collect()), "times", 0);
        if let Some(level) = levels.get(name) {
            page += "<h3>Where things happened</h3>";
            page += &map::floors(level, of_level, &marker_colours);
        }
    }
    page + "</html>\n"
}

fn totals(results: &ResultSpec, rows: &[(String, Summary)]) -> String {
    let counted: BTreeSet<&String> = rows.iter().flat_map(|(_, summary)| summary.event_counts.of_game.keys()).collect();
    let scored = results.scores_of(rows.iter().flat_map(|(_, summary)| summary.numbers.keys()));
    let mut head = vec!["level", "matches"];
    head.extend(results.outcomes.iter().map(|one| one.title).chain(scored.iter().map(|one| one.title)));
    head.extend(counted.iter().map(|name| name.as_str()).chain(["chases", "median length"]));
    let row = |(name, summary): &(String, Summary)| {
        let (counts, length) = (&summary.event_counts, summary.seconds);
        let outcomes = results.outcomes.iter().map(|outcome| summary.count(outcome).to_string());
        let scores = scored.iter().map(|score| summary.sum(score).to_string());
        let of_game = counted.iter().map(|name| counts.of_game.get(*name).copied().unwrap_or(0).to_string());
        let mut cells = vec![name.clone(), summary.matches.to_string()];
        cells.extend(outcomes.chain(scores).chain(of_game));
        cells.extend([counts.chases.to_string(), or_dash(length, |seconds| format!("{:.0} s", seconds.median))]);
        cells
    };
    html::table(head, rows.iter().map(row))
}

fn violations(records: &[MatchRecord]) -> String {
    let mut text = String::new();
    for record in records {
        for violation in record.invariants.violations().iter().chain(&record.fault) {
            let _ = write!(
                text,
                "<li>{} seed {}: {}",
                escape_html(record.level.as_str()),
                record.seed,
                escape_html(violation)
            );
        }
    }
    if text.is_empty() {
        "<p>No match violated an invariant.</p>".into()
    } else {
        format!("<h2 class='bad'>Violated invariants</h2><ul>{text}</ul>")
    }
}

fn largest_first(mut rows: Vec<(String, f64)>) -> Vec<(String, f64)> {
    rows.sort_by(|a, b| b.1.total_cmp(&a.1));
    rows
}
