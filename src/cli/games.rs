//! `quarry games`: lists the games; and the game that `--game` names.

use std::sync::Arc;

use clap::Args;
use serde::Serialize;

use super::{CliError, CommandOutcome, CommandResult, CommonOptions, print, print_json};
use quarry_ron::finding::suggestion;

#[cfg(feature = "client")]
use crate::client::session::GameView;
use crate::{data::Library, games, simulation::Game};

/// List the games: a name a line, with a sentence about each
#[derive(Args, Debug)]
pub struct Options {
    /// Print JSON instead of text
    #[arg(long)]
    json: bool,
}

/// What `--json` prints of each game.
#[derive(Serialize)]
struct ListedGame {
    name: &'static str,
    summary: &'static str,
}

/// Prints the games, the default one first.
pub fn run(options: Options) -> CommandResult {
    let all: Vec<ListedGame> = games::all()
        .iter()
        .map(|game| ListedGame { name: game.schema().name, summary: game.schema().summary })
        .collect();
    if options.json {
        print_json(&all)?;
    } else {
        let width = all.iter().map(|game| game.name.len()).max().unwrap_or(0);
        let lines: Vec<String> = all.iter().map(|game| format!("{:width$}  {}", game.name, game.summary)).collect();
        print(lines.join("\n"))?;
    }
    Ok(CommandOutcome::Success)
}

impl CommonOptions {
    /// The game that `--game` names; the first one without it.
    pub fn game(&self) -> Result<Arc<dyn Game>, CliError> {
        let name = match &self.game {
            Some(name) => name.as_str(),
            None => games::all().first().map_or("", |game| game.schema().name),
        };
        named(name)
    }
}

pub fn named(name: &str) -> Result<Arc<dyn Game>, CliError> {
    games::named(name).ok_or_else(|| {
        let all = games::all();
        let help = suggestion(name, all.iter().map(|game| game.schema().name)).unwrap_or_default();
        CliError::new(format!("there is no game called `{name}`: {help}"))
    })
}

pub fn game_of(library: &Library) -> Result<Arc<dyn Game>, CliError> {
    named(library.game.name)
}

#[cfg(feature = "client")]
pub fn view_of(library: &Library) -> Result<&'static GameView, CliError> {
    let name = library.game.name;
    games::view_of(name)
        .ok_or_else(|| CliError::new(format!("there is no game called `{name}` that a window can show")))
}
