//! `quarry sweep FILE --field PATH`: plays matches for several values of one number and reports its effect.

use clap::Args;
use comfy_table::{Table, presets};
use serde::Serialize;

use super::{
    CliError, CommandOutcome, CommandResult, CommonOptions, data_root,
    matches::{MatchArgs, play, progress_bar},
    result_output::ResultOutput,
};
use crate::{
    data::{
        DataFiles, Library,
        ron_map::{RonPath, replace},
    },
    lab::{Summary, sweep_csv, sweep_html},
};

/// The width of the longest bar, in characters.
const BAR: f64 = 40.0;

/// Vary one number in the data and report its effect on the outcome of matches
#[derive(Args, Debug)]
pub struct Options {
    /// The file, by its path in the data folder, for example assets/agents/hunter.ron
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

#[derive(Serialize)]
struct SweptValue {
    value: f64,
    summary: Summary,
}

#[derive(Serialize)]
struct SweepReport<'a> {
    file: &'a str,
    field: String,
    steps: &'a [SweptValue],
}

/// Plays the matches and reports the results.
///
/// # Errors
/// The file or the field does not exist, or a value is not allowed there.
pub fn run(options: Options, common: &CommonOptions) -> CommandResult {
    let files = DataFiles::read(&data_root(common)?).map_err(CliError::from_findings)?;
    let libraries = values(&options)
        .map(|value| Ok((value, with_value(&files, &options, value)?)))
        .collect::<Result<Vec<_>, CliError>>()?;
    let Some((_, first)) = libraries.first() else { return Ok(CommandOutcome::Success) };
    let specs = options.matches.specs(&options.matches.levels(first)?);

    let bar = progress_bar(specs.len() * libraries.len());
    let (mut steps, mut complete) = (Vec::new(), true);
    for (value, library) in &libraries {
        let arena = options.matches.arena(library)?;
        let mut records = Vec::new();
        complete = play(&arena, &specs, options.matches.jobs(), &bar, |played| {
            records.push(played.record);
            Ok(())
        })?;
        if !complete {
            break;
        }
        steps.push(SweptValue { value: *value, summary: Summary::from_records(&records) });
    }
    bar.finish_and_clear();
    let field = options.field.to_string();
    let rows: Vec<_> = steps.iter().map(|step| (step.value, &step.summary)).collect();
    options.results.give(
        || sweep_csv(&field, &rows),
        || sweep_html(&options.file, &field, &rows),
        &SweepReport { file: &options.file, field: field.clone(), steps: &steps },
        || render(&options, &steps),
    )?;
    Ok(if complete { CommandOutcome::Success } else { CommandOutcome::Negative })
}

fn values(options: &Options) -> impl Iterator<Item = f64> {
    let (from, to, last) = (options.from, options.to, f64::from(options.steps - 1));
    (0..options.steps).map(move |step| from + (to - from) * f64::from(step) / last)
}

fn with_value(files: &DataFiles, options: &Options, value: f64) -> Result<Library, CliError> {
    let file = &options.file;
    let bytes = files.get(file).ok_or_else(|| {
        let known: Vec<&str> = files.iter().map(|(path, _, _)| path).collect();
        let help = crate::data::finding::suggestion(file, known).unwrap_or_default();
        CliError::new(format!("unknown data file {file}: {help}"))
    })?;
    let text = replace(&String::from_utf8_lossy(bytes), &options.field, &value.to_string())
        .map_err(|error| CliError::new(format!("{file}: {}: {error}", options.field)))?;
    let mut changed = files.clone();
    changed.put(file, text);
    Library::from_files(&changed).map_err(CliError::from_findings)
}

fn render(options: &Options, steps: &[SweptValue]) -> String {
    let mut table = Table::new();
    table.load_preset(presets::NOTHING);
    let field = options.field.to_string();
    table.set_header([&field, "hunters won", "95 % interval", "hunted won", "caught", "median length", "hunters won"]);
    for SweptValue { value, summary } in steps {
        let won = summary.hunters_share;
        table.add_row([
            format!("{value:.4}").trim_end_matches('0').trim_end_matches('.').to_owned(),
            format!("{:.0} %", won.share * 100.0),
            format!("{:.0} to {:.0}", won.low * 100.0, won.high * 100.0),
            format!("{:.0} %", summary.hunted_share.share * 100.0),
            format!("{:.0} %", summary.caught_share.share * 100.0),
            format!("{:.0} s", summary.seconds.median),
            "#".repeat((won.share * BAR).round() as usize),
        ]);
    }
    let matches = steps.first().map_or(0, |step| step.summary.matches);
    format!("{table}\n\n{matches} matches for each value, on the same seeds.")
}
