//! `quarry compare A B`: plays the same matches with two sets of data and reports the differences.

use std::{collections::BTreeMap, path::PathBuf};

use clap::Args;
use serde::Serialize;

use super::{
    CliError, CommandOutcome, CommandResult, CommonOptions, data_set, games::game_of, matches::MatchArgs, print,
    print_json, results::plain_table, runner::MatchRunner,
};
use crate::lab::faults::detectors_of;
use crate::lab::{MatchComparison, MatchRecord, MatchSpec, PairedDifference, RunProgress, or_dash};
use crate::simulation::ResultSpec;

/// Compare two sets of data on the same matches: what differs, by how much, and whether it is significant
#[derive(Args, Debug)]
pub struct Options {
    /// The first: a data folder, or a file that replaces the shipped one of the same kind and name
    first: PathBuf,
    /// The second: also a folder or a file
    second: PathBuf,
    #[command(flatten)]
    matches: MatchArgs,
    /// Play all matches, even if the answer is conclusive earlier
    #[arg(long)]
    all: bool,
    /// Print JSON instead of a table
    #[arg(long)]
    json: bool,
}

/// What `--json` prints.
#[derive(Serialize)]
struct ComparisonReport<'a> {
    first: String,
    second: String,
    /// Whether the answer was conclusive before all matches were played.
    stopped_early: bool,
    #[serde(flatten)]
    progress: RunProgress,
    #[serde(flatten)]
    comparison: &'a MatchComparison,
}

/// Plays the matches and reports the differences.
pub fn run(options: Options, common: &CommonOptions) -> CommandResult {
    let (first, second) =
        (data_set::load(&options.first, common)?.library, data_set::load(&options.second, common)?.library);
    let results = game_of(&first)?.results();
    let mut arenas = [options.matches.arena(&first)?, options.matches.arena(&second)?];
    // Both are watched with the limits of the first: other limits would count other faults.
    let watches = detectors_of(&*game_of(&first)?, &first).map_err(|finding| CliError::from_findings(vec![finding]))?;
    arenas.iter_mut().for_each(|arena| arena.watches.clone_from(&watches));
    let digests = [(&first, &arenas[0]), (&second, &arenas[1])]
        .map(|(library, arena)| options.matches.data_digest(format_args!("{:016x}", library.digest), arena));
    let plan = options.matches.plan(&options.matches.levels(&first)?, (1, 1));
    let planned = plan.specs().len();
    let (mut pairs, mut stopped_early) = (Vec::new(), false);
    // Each part is a look at whether the answer is conclusive.
    let progress = MatchRunner::new(&options.matches, plan, &digests)?.play_all(&arenas, |mut halves| {
        if let (Some(second), Some(first)) = (halves.pop(), halves.pop()) {
            let mut seconds: BTreeMap<MatchSpec, MatchRecord> =
                second.into_iter().map(|record| (record.spec(), record)).collect();
            pairs.extend(first.into_iter().filter_map(|first| {
                let second = seconds.remove(&first.spec())?;
                Some((first, second))
            }));
        }
        let conclusive = || MatchComparison::from_pairs(results, &pairs).is_conclusive();
        stopped_early = !options.all && pairs.len() < planned && conclusive();
        !stopped_early
    })?;
    stopped_early &= !progress.interrupted;
    let comparison = MatchComparison::from_pairs(results, &pairs);
    if options.json {
        print_json(&ComparisonReport {
            first: options.first.display().to_string(),
            second: options.second.display().to_string(),
            stopped_early,
            progress,
            comparison: &comparison,
        })?;
    } else {
        print(render(results, &comparison, stopped_early, &progress))?;
    }
    Ok(if progress.interrupted { CommandOutcome::Negative } else { CommandOutcome::Success })
}

fn render(results: &ResultSpec, comparison: &MatchComparison, stopped_early: bool, progress: &RunProgress) -> String {
    let mut table = plain_table(["", "first", "second", "change", "95 % CI", ""]);
    // The difference of two percentages is in percentage points.
    let mut row = |name: &str, difference: &Option<PairedDifference>, scale: f64, unit: &str, change_unit: &str| {
        let with = |of: fn(&PairedDifference) -> f64, unit: &str| {
            or_dash(difference.as_ref(), |difference| format!("{:.1}{unit}", of(difference) * scale))
        };
        table.add_row([
            name.to_owned(),
            with(|difference| difference.first, unit),
            with(|difference| difference.second, unit),
            or_dash(difference.as_ref(), |difference| format!("{:+.1}{change_unit}", difference.change * scale)),
            or_dash(difference.as_ref(), |difference| {
                format!("{:+.1} to {:+.1}", difference.low * scale, difference.high * scale)
            }),
            or_dash(difference.as_ref(), |difference| verdict(comparison, difference).to_owned()),
        ]);
    };
    for outcome in results.wins() {
        row(outcome.title, &comparison.difference(outcome.count_field).copied(), 100.0, " %", " points");
    }
    for score in &comparison.scores {
        let (scale, unit, change_unit) = if score.part_of.is_some() { (100.0, " %", " points") } else { (1.0, "", "") };
        row(score.title, &comparison.difference(score.name).copied(), scale, unit, change_unit);
    }
    row("steps per plan", &comparison.steps_per_plan, 1.0, "", "");
    row("completed plans", &comparison.completed_plans, 100.0, " %", " points");
    row("faults per agent-hour", &comparison.all_faults, 1.0, "", "");
    // The kinds that have clearly become rarer or more frequent.
    for (kind, faults) in &comparison.faults {
        if faults.as_ref().is_some_and(PairedDifference::is_significant) {
            row(&format!("  {kind}"), faults, 1.0, "", "");
        }
    }
    row("length", &comparison.seconds, 1.0, " s", " s");
    let pairs = match (comparison.pairs, comparison.identical) {
        (0, _) => "No pair of matches was played.".to_owned(),
        (pairs, identical) if pairs == identical => {
            format!("All {pairs} pairs of matches on the same seeds are identical, event for event.")
        }
        (pairs, identical) => {
            format!("{pairs} pairs of matches on the same seeds; {identical} of them are identical, event for event.")
        }
    };
    let early = if stopped_early { " Stopped early: the answer is conclusive." } else { "" };
    let notice = progress.heading();
    format!("{notice}{table}\n\n{pairs}{early}")
}

fn verdict(comparison: &MatchComparison, difference: &PairedDifference) -> &'static str {
    if comparison.identical == comparison.pairs {
        "identical"
    } else if difference.is_zero() {
        "no difference"
    } else if difference.is_significant() {
        "significant"
    } else {
        "not significant"
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simulation::{OutcomeSpec, ScoreSpec};

    const RESULTS: ResultSpec = ResultSpec {
        outcomes: &[OutcomeSpec::won("cats", "cats won", "cats_won", "cats_share")],
        scores: &[ScoreSpec { name: "caught", title: "caught", part_of: Some("mice"), measure: None }],
        counted: &[],
        contest: None,
    };

    fn comparison(pairs: usize, identical: usize, change: f64) -> MatchComparison {
        let pair = |n: usize| (0.38 + (n % 2) as f64 * 0.01, 0.38 + (n % 2) as f64 * 0.01 + change);
        let difference = PairedDifference::from_pairs((0..pairs).map(pair));
        let mut comparison = MatchComparison::from_pairs(&RESULTS, &[]);
        (comparison.pairs, comparison.identical) = (pairs, identical);
        comparison.differences.values_mut().for_each(|one| *one = difference);
        comparison
    }

    #[test]
    fn differences_of_percentages_are_points() {
        let text = render(&RESULTS, &comparison(40, 3, 0.04), false, &RunProgress::default());
        assert!(text.contains("+4.0 points") && text.contains("significant") && text.contains("3 of them"), "{text}");
        assert!(!text.contains("Interrupted"), "{text}");
    }

    #[test]
    fn identical_matches_are_called_identical() {
        let text = render(&RESULTS, &comparison(40, 40, 0.0), false, &RunProgress::default());
        assert!(text.contains("All 40 pairs") && !text.contains("significant"), "{text}");
    }

    #[test]
    fn an_interrupted_comparison_without_pairs_has_no_numbers() {
        let progress = RunProgress { planned: 8, played: 3, interrupted: true };
        let text = render(&RESULTS, &comparison(0, 0, 0.0), false, &progress);
        assert!(text.starts_with("Interrupted: 3 of 8 matches were played."), "{text}");
        assert!(text.contains('–') && !text.contains('%'.to_string().repeat(2).as_str()), "{text}");
        assert!(!text.contains("0.0") && text.contains("No pair of matches was played."), "{text}");
    }
}
