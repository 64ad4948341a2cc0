//! `quarry tournament ENTRANT...`: plays every set of hunters against every set of hunted.

use std::path::PathBuf;

use clap::Args;
use comfy_table::{Cell, CellAlignment, Table, presets};
use serde::Serialize;

use super::{
    CliError, CommandOutcome, CommandResult, CommonOptions, data_set, load_library,
    matches::{MatchArgs, play, progress_bar},
    result_output::ResultOutput,
};
use crate::{
    data::Library,
    lab::{Arena, Entrant, MatchRecord, Proportion, Tournament, pairing_arena, tournament_csv, tournament_html},
    simulation::{Archetypes, bake_levels_for},
};

/// So many parts a tournament is played in, so that one that is stopped has played all matchups alike.
const PARTS: usize = 10;
/// The name of the shipped data in tables.
const SHIPPED: &str = "shipped";

/// Play a tournament: every set of hunters against every set of hunted, on the same levels and seeds
#[derive(Args, Debug)]
pub struct Options {
    /// A data folder, which plays both sides; or an agent or mind file that replaces the shipped one of the same name, which plays
    /// its side
    #[arg(value_name = "ENTRANT")]
    entrants: Vec<PathBuf>,
    /// Leave out the shipped data
    #[arg(long)]
    without_shipped: bool,
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
    tournament: &'a Tournament,
}

/// The entrants of each side.
#[derive(Default)]
struct Entrants {
    hunters: Vec<Entrant>,
    hunted: Vec<Entrant>,
    libraries: Vec<Library>,
}

/// Plays the tournament and reports the results.
///
/// # Errors
/// An entrant has errors, or a side has no entrant.
pub fn run(options: Options, common: &CommonOptions) -> CommandResult {
    let shipped = load_library(common)?;
    let entered = enter(&options, &shipped, common)?;
    if entered.hunters.is_empty() || entered.hunted.is_empty() {
        return Err(CliError::new("each side needs an entrant: name a data folder, or leave out --without-shipped"));
    }
    let levels = options.matches.levels(&shipped)?;
    let mut base = options.matches.arena_without_levels(&shipped)?;
    // All meet on the same ground, wide enough for the broadest of them.
    base.levels =
        bake_levels_for(&shipped, levels.iter().copied(), &entered.libraries).map_err(CliError::from_findings)?;
    let mut specs = options.matches.specs(&levels);
    specs.sort_by_key(|spec| (spec.seed, spec.level));

    let pairs = entered.hunters.iter().flat_map(|hunters| entered.hunted.iter().map(move |hunted| (hunters, hunted)));
    let arenas: Vec<Arena> = pairs.map(|(hunters, hunted)| pairing_arena(&base, hunters, hunted)).collect();
    let bar = progress_bar(specs.len() * arenas.len());
    let mut records: Vec<Vec<MatchRecord>> = vec![Vec::new(); arenas.len()];
    let mut complete = true;
    'parts: for part in specs.chunks(specs.len().div_ceil(PARTS).max(1)) {
        for (arena, records) in arenas.iter().zip(&mut records) {
            complete = play(arena, part, options.matches.jobs(), &bar, |played| {
                records.push(played.record);
                Ok(())
            })?;
            if !complete {
                break 'parts;
            }
        }
    }
    bar.finish_and_clear();
    let tournament = Tournament::from_records(&entered.hunters, &entered.hunted, &records);
    options.results.give(
        || tournament_csv(&tournament),
        || tournament_html(&tournament),
        &TournamentReport { complete, tournament: &tournament },
        || render(&tournament),
    )?;
    Ok(if complete { CommandOutcome::Success } else { CommandOutcome::Negative })
}

fn enter(options: &Options, shipped: &Library, common: &CommonOptions) -> Result<Entrants, CliError> {
    let mut entered = Entrants::default();
    if !options.without_shipped {
        entered.add(SHIPPED.to_owned(), shipped.clone(), None, &options.matches)?;
    }
    for path in &options.entrants {
        let entry = data_set::load(path, common)?;
        entered.add(path.display().to_string(), entry.library, entry.replaced.as_deref(), &options.matches)?;
    }
    Ok(entered)
}

impl Entrants {
    /// Enters a set of data on both sides, or on those that the one file it changes plays for.
    fn add(
        &mut self,
        name: String,
        library: Library,
        changed: Option<&str>,
        matches: &MatchArgs,
    ) -> Result<(), CliError> {
        if self.hunters.iter().chain(&self.hunted).any(|known| known.name == name) {
            return Err(CliError::new(format!("{name} was named twice")));
        }
        let kinds = Archetypes::load(&library).map_err(CliError::from_findings)?;
        let rules = matches.rules(&library)?;
        let of_side = |escapes: bool| {
            let sides = rules.sides.iter().filter(|(_, side)| side.can_escape == escapes);
            sides.filter_map(|(side, of_side)| Some((*side, kinds.0.get(&of_side.agent)?.clone()))).collect()
        };
        let takes_part = |escapes: bool| {
            let Some(file) = changed else { return true };
            rules.sides.values().filter(|side| side.can_escape == escapes).any(|side| {
                let mind = library.agents.get(&side.agent).map(|agent| agent.mind);
                file == format!("assets/agents/{}.ron", side.agent)
                    || mind.is_some_and(|mind| file == format!("assets/minds/{mind}.ron"))
            })
        };
        let (catches, escapes) = (takes_part(false), takes_part(true));
        if !catches && !escapes {
            let file = changed.unwrap_or_default();
            return Err(CliError::new(format!("{name}: {file} is neither an agent that the rules name nor its mind")));
        }
        if catches {
            self.hunters.push(Entrant { name: name.clone(), kinds: of_side(false) });
        }
        if escapes {
            self.hunted.push(Entrant { name, kinds: of_side(true) });
        }
        self.libraries.push(library);
        Ok(())
    }
}

fn render(tournament: &Tournament) -> String {
    let mut matrix = table();
    let mut head = vec!["hunters \\ hunted".to_owned()];
    head.extend(tournament.hunted.iter().cloned());
    matrix.set_header(head);
    for (row, name) in tournament.hunters.iter().enumerate() {
        let mut cells = vec![Cell::new(name)];
        for column in 0..tournament.hunted.len() {
            let matchup = tournament.matchup(row, column);
            let text = matchup.map_or_else(String::new, |matchup| percent(matchup.hunters_won));
            cells.push(Cell::new(text).set_alignment(CellAlignment::Right));
        }
        matrix.add_row(cells);
    }
    let mut standings = table();
    standings.set_header(["", "won as hunters", "won as hunted", "both"]);
    let dash = || "-".to_owned();
    for standing in &tournament.standings {
        standings.add_row([
            standing.name.clone(),
            standing.as_hunters.map_or_else(dash, percent),
            standing.as_hunted.map_or_else(dash, percent),
            standing.overall.map_or_else(dash, |share| format!("{:.0} %", share * 100.0)),
        ]);
    }
    let matches = tournament.matchups.first().map_or(0, |matchup| matchup.matches);
    format!(
        "Matches the hunters won:\n\n{matrix}\n\n{standings}\n\n{matches} matches in each matchup, on the same levels and \
         seeds. Shares stand with their 95 % interval (Wilson)."
    )
}

fn table() -> Table {
    let mut table = Table::new();
    table.load_preset(presets::NOTHING);
    table
}

fn percent(share: Proportion) -> String {
    format!("{:.0} % ({:.0} to {:.0})", share.share * 100.0, share.low * 100.0, share.high * 100.0)
}
