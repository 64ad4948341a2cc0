//! `quarry mods`: lists the mods that are found, and the files that each replaces and adds.

use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use super::{CommandOutcome, CommandResult, CommonOptions, data_folders, print, print_json};

/// List the mods that are found: the folder of each, and the files that it replaces and adds
#[derive(Args, Debug)]
pub struct Options {
    /// Print JSON instead of text
    #[arg(long)]
    json: bool,
}

/// What `--json` prints of each mod.
#[derive(Serialize)]
struct ModReport {
    name: String,
    folder: PathBuf,
    replaces: Vec<String>,
    adds: Vec<String>,
}

/// Prints the mods by name.
pub fn run(options: Options, common: &CommonOptions) -> CommandResult {
    let folders = data_folders(common)?;
    let report = |found| {
        let (replaces, adds) = folders.contents_of(&found);
        ModReport { name: found.name, folder: found.path, replaces, adds }
    };
    let all: Vec<ModReport> = folders.found_mods().into_iter().map(report).collect();
    if options.json {
        print_json(&all)?;
    } else if all.is_empty() {
        let places: Vec<String> = folders.mod_places().map(|place| place.display().to_string()).collect();
        print(format!("no mods in {}", places.join(" or ")))?;
    } else {
        for ModReport { name, folder, replaces, adds } in all {
            print(format!("{name}  {}", folder.display()))?;
            replaces.iter().try_for_each(|path| print(format!("  replaces {path}")))?;
            adds.iter().try_for_each(|path| print(format!("  adds     {path}")))?;
        }
    }
    Ok(CommandOutcome::Success)
}
