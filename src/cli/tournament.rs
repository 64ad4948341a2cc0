//! `quarry tournament ENTRANT...`: plays every entrant of one side against every entrant of the other.

use std::path::PathBuf;

use clap::Args;
use comfy_table::{Cell, CellAlignment, Table, presets};
use serde::Serialize;

use super::{
    CliError, CommandOutcome, CommandResult, CommonOptions,
    brain_tournament::{self, compare_brains},
    data_set,
    entrants::Entrants,
    games::game_of,
    load_library,
    matches::MatchArgs,
    result_output::ResultOutput,
    results,
    runner::MatchRunner,
};
use crate::{
    games,
    lab::{
        Arena, Entrant, MatchRecord, RunProgress, Tournament, or_dash, pairing_arena, tournament_csv, tournament_html,
    },
    simulation::{ContestSide, Game, bake_levels_for},
};

/// The number of parts in which a tournament is played, so that an interrupted one has played all matchups about equally.
const PARTS: usize = 10;
/// The name of the shipped data in tables.
const SHIPPED: &str = "shipped";

/// Play a tournament: every entrant of one side against every entrant of the other, on the same levels and seeds
#[derive(Args, Debug)]
pub struct Options {
    /// A data folder, which plays both sides; or a file of an agent, a mind, an action set, a brain or senses that replaces the shipped
    /// one of the same name, which plays the sides whose agents it changes. Levels and rules are the shipped ones
    #[arg(value_name = "ENTRANT")]
    entrants: Vec<PathBuf>,
    /// Leave out the shipped data
    #[arg(long)]
    without_shipped: bool,
    /// Compare brains in the place of data: all four, or those named, such as --brains=goap,utility. Each plays both sides
    #[arg(
        long,
        value_name = "BRAIN,BRAIN",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = brain_tournament::ALL,
        conflicts_with_all = ["entrants", "without_shipped", "csv", "html", "brain"]
    )]
    brains: Option<String>,
    #[command(flatten)]
    matches: MatchArgs,
    #[command(flatten)]
    results: ResultOutput,
}

/// What `--json` prints.
#[derive(Serialize)]
struct TournamentReport<'a> {
    complete: bool,
    #[serde(flatten)]
    progress: RunProgress,
    #[serde(flatten)]
    tournament: &'a Tournament,
}

/// Plays the tournament and reports the results.
///
/// # Errors
/// The game has no two opposing sides, an entrant has errors, or a side has no entrant. Matches that fail are named, and the outcome is
/// negative.
pub fn run(options: Options, common: &CommonOptions) -> CommandResult {
    let shipped = load_library(common)?;
    let game = game_of(&shipped)?;
    let contest = contest_of(&*game)?;
    if let Some(brains) = &options.brains {
        let names: Vec<String> = brains.split(',').map(|name| name.trim().to_owned()).collect();
        let json = options.results.wants_json();
        return compare_brains(&names, &options.matches, &shipped, contest, json);
    }
    let mut entered = Entrants::new(contest, options.matches.rules(&shipped)?);
    if !options.without_shipped {
        entered.add(SHIPPED.to_owned(), &shipped, None, &options.matches)?;
    }
    for path in &options.entrants {
        let entry = data_set::load(path, common)?;
        entered.add(path.display().to_string(), &entry.library, entry.replaced.as_deref(), &options.matches)?;
    }
    let [first, second] = &entered.of_side;
    if first.is_empty() || second.is_empty() {
        return Err(CliError::new("each side needs an entrant: name a data folder, or leave out --without-shipped"));
    }
    let levels = options.matches.levels(&shipped)?;
    let mut base = options.matches.arena_without_levels(&shipped)?;
    // All meet on the same ground, wide enough for the broadest of them.
    base.levels =
        bake_levels_for(&shipped, levels.iter().copied(), &entered.libraries).map_err(CliError::from_findings)?;
    let plan = options.matches.plan(&levels, (1, 1));
    let mut specs = plan.specs();
    // Seed by seed, so that an interrupted run has played all levels alike.
    specs.sort_by_key(|spec| (spec.seed, spec.level));

    let pairs: Vec<[&Entrant; 2]> =
        first.iter().flat_map(|first| second.iter().map(move |second| [first, second])).collect();
    let arenas: Vec<Arena> = pairs.iter().map(|pair| pairing_arena(&base, contest, *pair)).collect();
    let digests: Vec<String> = pairs
        .iter()
        .zip(&arenas)
        .map(|(pair, arena)| options.matches.data_digest(entered.digest(&shipped, *pair), arena))
        .collect();
    let mut runner = MatchRunner::new(&options.matches, plan, &digests)?;
    let mut records: Vec<Vec<MatchRecord>> = vec![Vec::new(); arenas.len()];
    for part in specs.chunks(specs.len().div_ceil(PARTS).max(1)) {
        for (data, (arena, records)) in arenas.iter().zip(&mut records).enumerate() {
            records.extend(runner.play(data, arena, part)?);
        }
        if runner.is_interrupted() {
            break;
        }
    }
    let progress = runner.finish();
    let tournament = Tournament::from_records(contest, game.results().shares().next(), [first, second], &records);
    options.results.give(
        || tournament_csv(&tournament, specs.len()),
        || tournament_html(&tournament, &progress),
        &TournamentReport { complete: !progress.interrupted, progress, tournament: &tournament },
        || render(&tournament, &progress),
    )?;
    let sound = results::report_failed(records.iter().flatten());
    Ok(if sound && !progress.interrupted { CommandOutcome::Success } else { CommandOutcome::Negative })
}

/// The two opposing sides of a game.
///
/// # Errors
/// It has none; the message names the games that have, and the command that compares data without sides.
fn contest_of(game: &dyn Game) -> Result<[ContestSide; 2], CliError> {
    game.results().contest.ok_or_else(|| {
        let with = games::all().into_iter().filter(|other| other.results().contest.is_some());
        let with: Vec<String> = with.map(|other| format!("`{}`", other.schema().name)).collect();
        let name = game.schema().name;
        CliError::new(format!(
            "the game `{name}` has no two opposing sides, which a tournament needs; {} have. `quarry compare FIRST SECOND --game {name}` \
             plays the same matches with two sets of data",
            with.join(", ")
        ))
    })
}

fn render(tournament: &Tournament, progress: &RunProgress) -> String {
    let [first, second] = tournament.contest.map(|side| side.plural);
    let [rows, columns] = &tournament.entrants;
    let mut matrix = table();
    let mut header = vec![format!("{first} \\ {second}")];
    header.extend(columns.iter().cloned());
    matrix.set_header(header);
    for (row, name) in rows.iter().enumerate() {
        let mut cells = vec![Cell::new(name)];
        for column in 0..columns.len() {
            let won = tournament.matchup(row, column).and_then(|matchup| matchup.won[0]);
            cells.push(Cell::new(or_dash(won, |won| won.percent())).set_alignment(CellAlignment::Right));
        }
        matrix.add_row(cells);
    }
    let mut standings = table();
    standings.set_header(["".to_owned(), format!("won as {first}"), format!("won as {second}"), "both".to_owned()]);
    for standing in &tournament.standings {
        let [as_first, as_second] = standing.won.map(|won| or_dash(won, |won| won.percent()));
        standings.add_row([
            standing.name.clone(),
            as_first,
            as_second,
            or_dash(standing.overall, |share| format!("{:.0} %", share * 100.0)),
        ]);
    }
    let played: Vec<usize> = tournament.matchups.iter().map(|matchup| matchup.matches).collect();
    let matches = match (played.iter().min(), played.iter().max()) {
        (Some(min), Some(max)) if min != max => format!("{min} to {max}"),
        (_, max) => max.copied().unwrap_or(0).to_string(),
    };
    let notice = progress.notice().map_or_else(String::new, |notice| format!("{notice}\n\n"));
    format!(
        "{notice}{} the {first} won:\n\n{matrix}\n\n{standings}\n\n{matches} matches per matchup, on the same levels and \
         seeds. Shares with 95 % CI (Wilson).",
        tournament.unit()
    )
}

fn table() -> Table {
    let mut table = Table::new();
    table.load_preset(presets::NOTHING);
    table
}
