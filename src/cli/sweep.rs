//! `quarry sweep FILE --field PATH`: plays matches for several values of one number and reports its effect.

use clap::Args;
use quarry_ron::map::{RonPath, replace};
use serde::Serialize;

use super::{
    CliError, CommandOutcome, CommandResult, CommonOptions, data_folders, matches::MatchArgs,
    result_output::ResultOutput, results::plain_table, runner::MatchRunner,
};
use crate::data::{DataFiles, GameSchema, Library};
use crate::lab::{Proportion, RunProgress, Summary, SweptValue, or_dash, sweep_csv, sweep_html, swept_shares};
use crate::simulation::ResultSpec;

/// The width of the longest bar, in characters.
const BAR: f64 = 40.0;

/// Vary one number in the data and report its effect on the outcome of matches
#[derive(Args, Debug)]
pub struct Options {
    /// The file, by its path in the data folder, for example assets/GAME/agents/NAME.ron
    file: String,
    /// The path of the number in the file, for example body.speeds.run
    #[arg(long, value_name = "PATH")]
    field: RonPath,
    /// The first value
    #[arg(long, value_name = "X", allow_negative_numbers = true)]
    from: f64,
    /// The last value
    #[arg(long, value_name = "Y", allow_negative_numbers = true)]
    to: f64,
    /// The number of values, with the first and the last
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u16).range(2..=1000))]
    steps: u16,
    #[command(flatten)]
    matches: MatchArgs,
    #[command(flatten)]
    results: ResultOutput,
}

/// What `--json` prints.
#[derive(Serialize)]
struct SweepReport<'a> {
    file: &'a str,
    field: String,
    #[serde(flatten)]
    progress: RunProgress,
    steps: &'a [SweptValue],
}

/// Plays the matches and reports the results.
pub fn run(options: Options, common: &CommonOptions) -> CommandResult {
    let game = common.game()?;
    let results = game.results();
    let files = DataFiles::read(&data_folders(common)?, game.schema().name).map_err(CliError::from_findings)?;
    let libraries = values(&options)
        .map(|value| Ok((value, with_value(game.schema(), &files, &options, value)?)))
        .collect::<Result<Vec<_>, CliError>>()?;
    let Some((_, first)) = libraries.first() else { return Ok(CommandOutcome::Success) };
    let plan = options.matches.plan(&options.matches.levels(first)?, (1, 1));
    let specs = plan.specs();
    let bare = options.matches.arena_without_levels(first)?;
    let digests: Vec<String> = libraries
        .iter()
        .map(|(_, library)| options.matches.data_digest(format_args!("{:016x}", library.digest), &bare))
        .collect();

    let mut runner = MatchRunner::new(&options.matches, plan, &digests)?;
    let mut steps = Vec::new();
    for (data, (value, library)) in libraries.iter().enumerate() {
        let records = if runner.is_interrupted() {
            Vec::new()
        } else {
            runner.play(data, &options.matches.arena(library)?, &specs)?
        };
        steps.push(SweptValue { value: *value, summary: Summary::from_records(results, &records) });
    }
    let progress = runner.finish();
    let field = options.field.to_string();
    options.results.give(
        || sweep_csv(results, &field, &steps, specs.len()),
        || sweep_html(results, &options.file, &field, &steps, &progress),
        &SweepReport { file: &options.file, field: field.clone(), progress, steps: &steps },
        || render(results, &options, &steps, specs.len(), &progress),
    )?;
    Ok(if progress.interrupted { CommandOutcome::Negative } else { CommandOutcome::Success })
}

fn values(options: &Options) -> impl Iterator<Item = f64> {
    let (from, to, last) = (options.from, options.to, f64::from(options.steps - 1));
    (0..options.steps).map(move |step| from + (to - from) * f64::from(step) / last)
}

fn with_value(
    game: &'static GameSchema,
    files: &DataFiles,
    options: &Options,
    value: f64,
) -> Result<Library, CliError> {
    let file = &options.file;
    let bytes = files.get(file).ok_or_else(|| {
        let known: Vec<&str> = files.iter().map(|(path, _, _)| path).collect();
        let help = quarry_ron::finding::suggestion(file, known).unwrap_or_default();
        CliError::new(format!("unknown data file {file}: {help}"))
    })?;
    let text = replace(&String::from_utf8_lossy(bytes), &options.field, &value.to_string())
        .map_err(|error| CliError::new(format!("{file}: {}: {error}", options.field)))?;
    let mut changed = files.clone();
    changed.put(file, text);
    Library::from_files(&changed, game).map_err(CliError::from_findings)
}

fn render(
    results: &'static ResultSpec,
    options: &Options,
    steps: &[SweptValue],
    planned: usize,
    progress: &RunProgress,
) -> String {
    let field = options.field.to_string();
    let shares = swept_shares(results);
    let mut header = vec![field, "matches".to_owned()];
    for (index, (_, title, _)) in shares.iter().enumerate() {
        header.push(title.clone());
        header.extend((index == 0).then(|| "95 % CI".to_owned()));
    }
    header.push("median length".to_owned());
    header.extend(shares.first().map(|(_, title, _)| title.clone()));
    let mut table = plain_table(header);
    let percent = |share: Option<Proportion>| or_dash(share, |share| format!("{:.0} %", share.share * 100.0));
    for SweptValue { value, summary } in steps {
        let mut row = vec![
            format!("{value:.4}").trim_end_matches('0').trim_end_matches('.').to_owned(),
            summary.matches.to_string(),
        ];
        for (index, (_, _, of)) in shares.iter().enumerate() {
            let share = of(summary);
            row.push(percent(share));
            row.extend(
                (index == 0)
                    .then(|| or_dash(share, |share| format!("{:.0} to {:.0}", share.low * 100.0, share.high * 100.0))),
            );
        }
        row.push(or_dash(summary.seconds, |seconds| format!("{:.0} s", seconds.median)));
        let bar = |share: Proportion| "#".repeat((share.share * BAR).round() as usize);
        row.extend(shares.first().map(|(_, _, of)| of(summary).map_or_else(String::new, bar)));
        table.add_row(row);
    }
    let notice = progress.heading();
    format!("{notice}{table}\n\n{planned} matches per value, on the same seeds.")
}
