//! The results of matches as tables.

use std::{collections::BTreeMap, fmt::Write as _};

use comfy_table::{Cell, CellAlignment, Row, Table, presets};
use quarry_minds::protocol::Label;

use crate::lab::{
    Deliveries, MatchRecord, MeasuresSummary, PlanEnd, PlanFigures, Proportion, Summary, SummaryBuilder, measures_rows,
    or_dash,
};
use crate::simulation::{BROKEN, OutcomeSpec, ResultSpec, ScoreSpec};

/// The maximum number of matches that are listed one by one.
pub(super) const MOST_LISTED: usize = 500;

/// The totals of a run, by level and overall.
pub(super) struct Totals {
    results: &'static ResultSpec,
    levels: Vec<(Label, SummaryBuilder)>,
    all: SummaryBuilder,
    /// Violated invariants and broken matches.
    violations: Vec<String>,
}

impl Totals {
    /// The totals of these matches.
    pub(super) fn of<'r>(results: &'static ResultSpec, records: impl IntoIterator<Item = &'r MatchRecord>) -> Self {
        let mut totals =
            Self { results, levels: Vec::new(), all: SummaryBuilder::new(results), violations: Vec::new() };
        records.into_iter().for_each(|record| totals.add(record));
        totals
    }

    pub(super) fn add(&mut self, record: &MatchRecord) {
        self.all.add(record);
        let violations = record.invariants.violations();
        let wrong = violations.iter().chain(&record.fault);
        self.violations.extend(wrong.map(|violation| format!("{} seed {}: {violation}", record.level, record.seed)));
        match self.levels.iter_mut().find(|(level, _)| *level == record.level) {
            Some((_, sums)) => sums.add(record),
            None => {
                let mut sums = SummaryBuilder::new(self.results);
                sums.add(record);
                self.levels.push((record.level, sums));
            }
        }
    }

    /// The totals over all levels.
    pub(super) fn summary(&self) -> Summary {
        self.all.summary()
    }

    /// The measures of each level.
    pub(super) fn levels(&self) -> BTreeMap<Label, MeasuresSummary> {
        self.levels.iter().map(|(level, sums)| (*level, sums.measures())).collect()
    }

    /// Prints every violation on standard error; returns whether there were none.
    pub(super) fn report_unsound(&self) -> bool {
        self.violations.iter().for_each(|violation| eprintln!("violation: {violation}"));
        self.violations.is_empty()
    }
}

/// Names on standard error each reason for which matches failed, with their number and the first of them; returns whether none failed.
pub(super) fn report_failed<'r>(records: impl IntoIterator<Item = &'r MatchRecord>) -> bool {
    let mut failed: BTreeMap<&str, Vec<&MatchRecord>> = BTreeMap::new();
    for record in records.into_iter().filter(|record| record.outcome == BROKEN) {
        failed.entry(record.fault.as_deref().unwrap_or("unknown reason")).or_default().push(record);
    }
    for (fault, records) in &failed {
        let first = records.first().map(|record| format!("{} seed {}", record.level, record.seed)).unwrap_or_default();
        eprintln!("failed: {} matches, the first of them {first}: {fault}", records.len());
    }
    failed.is_empty()
}

/// The matches, if they are few enough, then the totals per level, the activity of agents, the behaviour measures and the timings.
pub(super) fn render(results: &'static ResultSpec, records: &[MatchRecord], sums: &Totals, measured: bool) -> String {
    let all = sums.summary();
    let scored = results.scores_of(all.numbers.keys());
    let scores = scored.iter().map(|score| score.title);
    let mut header = vec!["level", "seed", "result"];
    header.extend(scores.clone());
    header.extend(["left", "length", "digest"]);
    let mut matches = table(&header);
    let listed = sums.all.matches() <= MOST_LISTED;
    for record in if listed { records } else { &[] } {
        let mut row = vec![Cell::new(record.level), number(record.seed), Cell::new(record.outcome)];
        row.extend(scored.iter().map(|score| number(record.number(score.name))));
        row.extend([
            number(format!("{:.0} s", record.time_left)),
            number(format!("{:.1} s", record.seconds)),
            Cell::new(&record.digest),
        ]);
        matches.add_row(row);
    }
    let mut header = vec!["level", "matches"];
    // Many games have outcomes that most runs never see.
    let outcomes: Vec<&OutcomeSpec> = results.outcomes.iter().filter(|outcome| all.count(outcome) > 0).collect();
    header.extend(outcomes.iter().map(|outcome| outcome.title));
    header.extend(scores);
    header.push("median length");
    let mut totals = table(&header);
    for (level, sums) in &sums.levels {
        add_totals(&mut totals, &scored, &outcomes, level.as_str(), &sums.summary());
    }
    if sums.levels.len() > 1 {
        add_totals(&mut totals, &scored, &outcomes, "all", &all);
    }
    let invariants = all.invariants;
    let matches = if listed {
        matches.to_string()
    } else {
        format!("{} matches, too many to list here; --out and --json name each", all.matches)
    };
    let activity = super::activity::render(&all.event_counts);
    let minds = if measured { minds(results, sums) } else { "Minds were not measured (--no-measures).".to_owned() };
    format!(
        "{matches}\n\n{totals}\n\n{activity}\n\n{minds}\n\n\
         Shares with 95 % CI (Wilson).\n\
         {}{} sightings, {} chases.\n\
         Longest stall of an agent that wanted to move: {:.1} s; farthest off the mesh: {:.2} m; wall crossings: {}.\n\
         {}\n\
         Per goal planned for: {:.1} states expanded (most {}), {:.1} KiB of search tables (most {:.1}).\n\
         {}",
        all.event_counts.of_game.iter().map(|(name, count)| format!("{name} {count}; ")).collect::<String>(),
        all.event_counts.sightings,
        all.event_counts.chases,
        invariants.longest_stall,
        invariants.max_off_mesh,
        invariants.wall_crossings,
        all.planner_times(),
        all.planner.nodes_mean,
        all.planner.nodes_max,
        all.planner.bytes_mean / 1024.0,
        all.planner.bytes_max as f64 / 1024.0,
        all.tick_times(),
    )
}

/// What was measured of the minds.
fn minds(results: &ResultSpec, sums: &Totals) -> String {
    let of_all = sums.all.measures();
    let (plans, deliveries) = (planning_table(&of_all.planning), deliveries_table(&of_all.deliveries));
    format!("{}\n{plans}\n\n{deliveries}", measures_table(results, &sums.levels()))
}

/// The measures of each level; docs/measures.md defines the columns and their targets.
fn measures_table(results: &ResultSpec, levels: &BTreeMap<Label, MeasuresSummary>) -> String {
    let (head, rows) = measures_rows(results, levels);
    let mut minds = table(&head);
    for row in rows {
        minds.add_row(row.into_iter().enumerate().map(|(index, cell)| match index {
            0 => Cell::new(cell),
            _ => number(cell),
        }));
    }
    let mut text = minds.to_string();
    for (level, of_level) in levels {
        let rare: Vec<String> = of_level
            .actions
            .iter()
            .filter(|(_, share)| **share < 0.02)
            .map(|(action, share)| format!("{action} {:.1} %", share * 100.0))
            .collect();
        if !rare.is_empty() {
            let _ = write!(text, "\n{level}: used in less than 2 % of matches: {}.", rare.join(", "));
        }
        if let (Some(apart), Some(trailing)) = (of_level.teamwork.apart(), of_level.teamwork.trailing()) {
            let _ = write!(
                text,
                "\n{level}: attackers {apart:.1} m apart, {:.0} % of their free time within 6 m of each other; {} of {} checks \
                 repeated within 30 s.",
                trailing * 100.0,
                of_level.teamwork.doubled_checks,
                of_level.teamwork.checks
            );
        }
    }
    text + "\n"
}

/// The ways in which plans end, with their titles.
const PLAN_ENDS: [(PlanEnd, &str); 6] = [
    (PlanEnd::Completed, "completed"),
    (PlanEnd::PlaceholderReached, "placeholder reached"),
    (PlanEnd::OtherGoal, "other goal"),
    (PlanEnd::Replaced, "replaced"),
    (PlanEnd::Invalidated, "invalidated"),
    (PlanEnd::Failed, "failed"),
];

/// The plans of each side and for each of its goals: their steps, how many different ones there are, and how they end.
fn planning_table(planning: &BTreeMap<String, PlanFigures>) -> String {
    let mut header = vec!["plans", "made", "steps", "1, 2, 3, more", "shapes"];
    header.extend(PLAN_ENDS.iter().map(|(_, title)| *title));
    let mut plans = table(&header);
    for (name, of_goal) in planning {
        let percent = |share: f64| format!("{:.0} %", share * 100.0);
        let first = (1..=3).map(|steps| of_goal.steps.get(steps).copied().unwrap_or(0));
        let shares = first.chain([of_goal.steps.iter().skip(4).sum()]);
        let all = f64::from(of_goal.plans.max(1));
        let spread: Vec<String> = shares.map(|plans| format!("{:.0}", f64::from(plans) / all * 100.0)).collect();
        let mut row = vec![Cell::new(name), number(of_goal.plans)];
        row.push(number(or_dash(of_goal.mean_steps, |mean| format!("{mean:.2}"))));
        row.extend([number(format!("{} %", spread.join(", "))), number(of_goal.shapes)]);
        row.extend(PLAN_ENDS.iter().map(|(end, _)| number(or_dash(of_goal.ends.get(end).copied(), percent))));
        plans.add_row(row);
    }
    plans.to_string()
}

/// Promised against delivered: for each action, how often its effects held when it ended, of the times it was chosen.
fn deliveries_table(deliveries: &Deliveries) -> String {
    let mut promised = table(&["action", "chosen", "delivered", "broken off", ""]);
    for (action, delivery) in &deliveries.0 {
        let percent = |part: u32| format!("{:.0} %", f64::from(part) * 100.0 / f64::from(delivery.chosen.max(1)));
        let note = if delivery.attempt { "attempt" } else { "" };
        promised.add_row([
            Cell::new(action),
            number(delivery.chosen),
            number(percent(delivery.kept)),
            number(percent(delivery.broken_off)),
            Cell::new(note),
        ]);
    }
    promised.to_string()
}

fn add_totals(totals: &mut Table, scores: &[ScoreSpec], outcomes: &[&OutcomeSpec], name: &str, summary: &Summary) {
    let mut row = vec![Cell::new(name), number(summary.matches)];
    row.extend(outcomes.iter().map(|outcome| match outcome.share_field {
        Some(_) => number(won(summary.count(outcome), summary.share(outcome))),
        None => number(summary.count(outcome)),
    }));
    row.extend(scores.iter().map(|score| number(summary.sum(score))));
    row.push(number(or_dash(summary.seconds, |seconds| {
        format!("{:.0} s ({:.0} to {:.0})", seconds.median, seconds.min, seconds.max)
    })));
    totals.add_row(row);
}

fn won(count: usize, interval: Option<Proportion>) -> String {
    format!("{count}: {}", share(interval))
}

fn share(interval: Option<Proportion>) -> String {
    or_dash(interval, |interval| interval.percent())
}

/// A table without lines and with little space, with a header.
pub(super) fn table(head: &[&str]) -> Table {
    let mut table = plain_table(head);
    for column in table.column_iter_mut() {
        column.set_padding((0, 2));
    }
    table
}

/// A table without lines, with a header.
pub(super) fn plain_table(head: impl Into<Row>) -> Table {
    let mut table = Table::new();
    table.load_preset(presets::NOTHING).set_header(head);
    table
}

/// A cell with its text at the right.
pub(super) fn number(value: impl ToString) -> Cell {
    Cell::new(value).set_alignment(CellAlignment::Right)
}

/// A number, or the least and the greatest of several that differ.
pub(super) fn range(numbers: impl Iterator<Item = usize> + Clone) -> String {
    match (numbers.clone().min(), numbers.max()) {
        (Some(min), Some(max)) if min != max => format!("{min} to {max}"),
        (_, max) => max.unwrap_or(0).to_string(),
    }
}
