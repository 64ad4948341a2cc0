//! `quarry plan` with a catalogue: the build order that reaches a goal earliest, without a match.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use quarry_ron::Document;

use super::super::games::named;
use super::super::{CliError, CommandOutcome, CommandResult, CommonOptions, data_folders, print, print_json};
use super::Options;
use crate::data::FileKind;
use crate::games;
use crate::simulation::{BuildAnswer, BuildRequest, Game};

/// Plans, if the file is a catalogue, or if there is no file and `--game` names a game that has one.
pub(super) fn run(options: &Options, common: &CommonOptions) -> Option<CommandResult> {
    let (game, document) = match catalogue(options, common)? {
        Ok(found) => found,
        Err(failure) => return Some(Err(failure)),
    };
    Some(plan(options, &*game, &document))
}

type OpenedCatalogue = Result<(Arc<dyn Game>, Document), CliError>;

fn catalogue(options: &Options, common: &CommonOptions) -> Option<OpenedCatalogue> {
    let path = match &options.file {
        Some(path) => path.clone(),
        None => match default_file(common)? {
            Ok(path) => path,
            Err(failure) => return Some(Err(failure)),
        },
    };
    // What cannot be read is reported as a planning file would be.
    let document = Document::load(&path).ok()?;
    if FileKind::from_document(&document) != Some(FileKind::Catalogue) {
        return None;
    }
    let game = match &common.game {
        Some(name) => match named(name) {
            Ok(game) => Some(game),
            Err(failure) => return Some(Err(failure)),
        },
        None => games::all().into_iter().find(|game| game.schema().catalogue.is_some()),
    };
    game.map(|game| Ok((game, document)))
}

/// The catalogue of the game that `--game` names; `None` without the option, or if the game has none.
fn default_file(common: &CommonOptions) -> Option<Result<PathBuf, CliError>> {
    let game = match named(common.game.as_deref()?) {
        Ok(game) => game,
        Err(failure) => return Some(Err(failure)),
    };
    game.schema().catalogue?;
    Some(data_folders(common).map(|folders| folders.file(game.schema().path(FileKind::Catalogue, ""))))
}

fn plan(options: &Options, game: &dyn Game, document: &Document) -> CommandResult {
    let Some(read) = game.schema().catalogue else {
        return Err(CliError::new(format!("the game `{}` has no catalogue", game.schema().name)));
    };
    let catalogue = read(document).map_err(CliError::from_findings)?;
    let only_planning = [
        (options.strategy.is_some(), "--strategy"),
        (options.compare, "--compare"),
        (options.remember.is_some(), "--remember"),
        (options.nodes.is_some(), "--nodes"),
        (options.action_graph.is_some(), "--action-graph"),
        (options.search_graph.is_some(), "--search-graph"),
    ];
    if let Some((_, option)) = only_planning.into_iter().find(|(given, _)| *given) {
        return Err(CliError::new(format!("{option} is for planning files; {} is a catalogue", document.file())));
    }
    let Some(goal) = options.goal.clone() else {
        return Err(CliError::new(
            "--goal is missing: a goal of the catalogue, or products with numbers such as tank=2,academy=1",
        ));
    };
    let set = options.set.iter().map(|text| assignment(text)).collect::<Result<_, _>>()?;
    let wanted = BuildRequest { goal, set, without: options.without.clone(), faction: options.faction.clone() };
    let answer = game.plan_build_order(&catalogue, &wanted).map_err(CliError::new)?;
    if options.json {
        print_json(&answer)?
    } else {
        print(text(&answer, options.explain))?
    }
    let found = answer.outcome != "impossible";
    Ok(if found { CommandOutcome::Success } else { CommandOutcome::Negative })
}

fn assignment(text: &str) -> Result<(String, f64), CliError> {
    let parsed = text.split_once('=').and_then(|(name, value)| Some((name.trim(), value.trim().parse().ok()?)));
    let (name, value) = parsed.ok_or_else(|| CliError::new(format!("--set {text}: expected NAME=NUMBER")))?;
    Ok((name.to_owned(), value))
}

fn text(answer: &BuildAnswer, explain: bool) -> String {
    let mut out = format!("goal: {}\n", answer.goal);
    match (answer.outcome, answer.cost) {
        ("plan", Some(seconds)) => out += &format!("everything stands after {seconds:.1} s\n"),
        ("satisfied", _) => out += "everything stands already\n",
        _ => out += &format!("no build order: {}\n", answer.missing.join("; ")),
    }
    if explain && !answer.plan.is_empty() {
        out += &format!("the plan before it was scheduled: {}\n", answer.plan.join(", "));
    }
    for step in &answer.schedule {
        let stands = if step.stands > step.starts { format!("  stands at {:6.1}", step.stands) } else { String::new() };
        out += &format!("{:6.1}  {:<28}{stands}\n", step.starts, step.action);
    }
    for lost in &answer.lost {
        out += &format!("{lost}\n");
    }
    out + &format!("{} starts simulated\n", answer.starts)
}

/// The name of the file for messages.
pub(super) fn needed(file: Option<&PathBuf>) -> Result<&Path, CliError> {
    file.map(PathBuf::as_path).ok_or_else(|| {
        CliError::new("a planning file is missing; without one, --game must name a game that has a catalogue")
    })
}
