//! `quarry tournament ENTRANT...`: plays every set of hunters against every set of hunted.

use std::{collections::BTreeMap, path::PathBuf};

use clap::Args;
use comfy_table::{Cell, CellAlignment, Table, presets};
use serde::Serialize;

use super::{
    CliError, CommandOutcome, CommandResult, CommonOptions, data_set, load_library, matches::MatchArgs,
    result_output::ResultOutput, runner::MatchRunner,
};
use crate::{
    data::Library,
    lab::{
        Arena, Entrant, MatchRecord, RunProgress, Tournament, or_dash, pairing_arena, tournament_csv, tournament_html,
    },
    simulation::{Archetypes, bake_levels_for},
};

/// The number of parts in which a tournament is played, so that an interrupted one has played all matchups about equally.
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
    progress: RunProgress,
    #[serde(flatten)]
    tournament: &'a Tournament,
}

/// The entrants of each side.
#[derive(Default)]
struct Entrants {
    hunters: Vec<Entrant>,
    hunted: Vec<Entrant>,
    libraries: Vec<Library>,
    /// The digest of each entrant's data.
    digests: BTreeMap<String, u64>,
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
    let plan = options.matches.plan(&levels, (1, 1));
    let mut specs = plan.specs();
    // Seed by seed, so that an interrupted run has played all levels alike.
    specs.sort_by_key(|spec| (spec.seed, spec.level));

    let pairs: Vec<(&Entrant, &Entrant)> =
        entered.hunters.iter().flat_map(|hunters| entered.hunted.iter().map(move |hunted| (hunters, hunted))).collect();
    let arenas: Vec<Arena> = pairs.iter().map(|(hunters, hunted)| pairing_arena(&base, hunters, hunted)).collect();
    let digests: Vec<String> = pairs
        .iter()
        .zip(&arenas)
        .map(|((hunters, hunted), arena)| options.matches.data_digest(entered.digest(&shipped, hunters, hunted), arena))
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
    let tournament = Tournament::from_records(&entered.hunters, &entered.hunted, &records);
    options.results.give(
        || tournament_csv(&tournament, specs.len()),
        || tournament_html(&tournament, &progress),
        &TournamentReport { complete: !progress.interrupted, progress, tournament: &tournament },
        || render(&tournament, &progress),
    )?;
    Ok(if progress.interrupted { CommandOutcome::Negative } else { CommandOutcome::Success })
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
        self.digests.insert(name.clone(), library.digest);
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

    /// What the matches of a pairing depend on: the data of both, and the levels, whose navigation meshes are baked for the
    /// widest agents of all entrants.
    fn digest(&self, shipped: &Library, hunters: &Entrant, hunted: &Entrant) -> String {
        let of = |entrant: &Entrant| self.digests.get(&entrant.name).copied().unwrap_or_default();
        let all: Vec<String> = self.libraries.iter().map(|library| format!("{:016x}", library.digest)).collect();
        format!("{:016x}/{:016x} of {:016x}+{}", of(hunters), of(hunted), shipped.digest, all.join("+"))
    }
}

fn render(tournament: &Tournament, progress: &RunProgress) -> String {
    let mut matrix = table();
    let mut header = vec!["hunters \\ hunted".to_owned()];
    header.extend(tournament.hunted.iter().cloned());
    matrix.set_header(header);
    for (row, name) in tournament.hunters.iter().enumerate() {
        let mut cells = vec![Cell::new(name)];
        for column in 0..tournament.hunted.len() {
            let won = tournament.matchup(row, column).and_then(|matchup| matchup.hunters_won);
            cells.push(Cell::new(or_dash(won, |won| won.percent())).set_alignment(CellAlignment::Right));
        }
        matrix.add_row(cells);
    }
    let mut standings = table();
    standings.set_header(["", "won as hunters", "won as hunted", "both"]);
    for standing in &tournament.standings {
        standings.add_row([
            standing.name.clone(),
            or_dash(standing.as_hunters, |won| won.percent()),
            or_dash(standing.as_hunted, |won| won.percent()),
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
        "{notice}Matches the hunters won:\n\n{matrix}\n\n{standings}\n\n{matches} matches per matchup, on the same levels and \
         seeds. Shares with 95 % CI (Wilson)."
    )
}

fn table() -> Table {
    let mut table = Table::new();
    table.load_preset(presets::NOTHING);
    table
}
