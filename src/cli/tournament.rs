//! `quarry tournament ENTRANT...`: plays every entrant of one side against every entrant of the other.

use std::path::PathBuf;

use clap::Args;
use comfy_table::{Cell, Table};

use super::brain_tournament::compare_brains;
use super::entrants::Entrants;
use super::games::game_of;
use super::matches::MatchArgs;
use super::result_output::{ResultOutput, RunDocument};
use super::results::{number, plain_table, range, report_failed};
use super::runner::MatchRunner;
use super::{CliError, CommandOutcome, CommandResult, CommonOptions, brain_tournament, data_set, load_library};
use crate::games;
use crate::lab::{
    Arena, Entrant, RunProgress, Tournament, TournamentStanding, or_dash, pairing_arena, tournament_csv,
    tournament_html,
};
use crate::simulation::{ContestSide, Game, bake_levels_for};

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
    let planned = plan.specs().len();
    let pairs: Vec<[&Entrant; 2]> =
        first.iter().flat_map(|first| second.iter().map(move |second| [first, second])).collect();
    let arenas: Vec<Arena> = pairs.iter().map(|pair| pairing_arena(&base, contest, *pair)).collect();
    let digests: Vec<String> = pairs
        .iter()
        .zip(&arenas)
        .map(|(pair, arena)| options.matches.data_digest(entered.digest(&shipped, *pair), arena))
        .collect();
    let names = [first, second].map(|side| side.iter().map(|entrant| entrant.name.clone()).collect());
    let (records, progress) = MatchRunner::new(&options.matches, plan, &digests)?.play_to_end(&arenas)?;
    let tournament = Tournament::from_records(contest, game.results().shares().next(), names, &records);
    options.results.give(
        || tournament_csv(&tournament, planned),
        || tournament_html(&tournament, &progress),
        &RunDocument::new(progress, &tournament),
        || render(&tournament, &progress),
    )?;
    let sound = report_failed(records.iter().flatten());
    Ok(if sound && !progress.interrupted { CommandOutcome::Success } else { CommandOutcome::Negative })
}

/// The two opposing sides of a game.
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

/// What the first side won of each matchup.
pub(super) fn matrix(tournament: &Tournament) -> Table {
    let [first, second] = tournament.contest.map(|side| side.plural);
    let [rows, columns] = &tournament.entrants;
    let mut header = vec![format!("{first} \\ {second}")];
    header.extend(columns.iter().cloned());
    let mut matrix = plain_table(header);
    for (row, name) in rows.iter().enumerate() {
        let mut cells = vec![Cell::new(name)];
        for column in 0..columns.len() {
            let won = tournament.matchup(row, column).and_then(|matchup| matchup.won[0]);
            cells.push(number(or_dash(won, |won| won.percent())));
        }
        matrix.add_row(cells);
    }
    matrix
}

/// How many matches were played of each matchup: a number, or the least and the greatest.
pub(super) fn matches_of_each(tournament: &Tournament) -> String {
    range(tournament.matchups.iter().map(|matchup| matchup.matches))
}

fn render(tournament: &Tournament, progress: &RunProgress) -> String {
    let [first, second] = tournament.contest.map(|side| side.plural);
    let matrix = matrix(tournament);
    let header = ["".to_owned(), format!("won as {first}"), format!("won as {second}"), "both".to_owned()];
    let mut standings = plain_table(header);
    standings.add_rows(tournament.standings.iter().map(TournamentStanding::cells));
    let matches = matches_of_each(tournament);
    let notice = progress.heading();
    format!(
        "{notice}{} the {first} won:\n\n{matrix}\n\n{standings}\n\n{matches} matches per matchup, on the same levels and \
         seeds. Shares with 95 % CI (Wilson).",
        tournament.unit()
    )
}
