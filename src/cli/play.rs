//! `quarry play`: straight into a match, as one of those who play it; and `quarry` alone: the title.

use std::{path::PathBuf, sync::Arc};

use clap::{Args, ValueEnum};

use super::{CliError, CommandOutcome, CommandResult, CommonOptions, data_root, load_library};
use crate::{
    client::{
        self, RecordingTarget, WindowSetup,
        menu::{GameContent, MatchSelection, random_seed},
        pages::{MenuPage, MenuStack},
        role::PlayerSlot,
        running::FromMenu,
        settings::{Settings, default_folder, peek},
    },
    data::{difficulty::Difficulty, load_ron},
    protocol::label,
};

/// Play a match against and beside the minds
#[derive(Args, Debug)]
pub struct Options {
    /// The part you play
    #[arg(long = "as", value_enum, value_name = "SIDE")]
    side: PlayerSide,
    /// The level
    #[arg(long, default_value = "manor", value_name = "NAME")]
    level: String,
    /// The seed of all chance [default: another each time]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Record the match into this file when it ends or is left; further ones beside it, by their seed
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// How many hunt
    #[arg(long, default_value_t = 1, value_name = "N")]
    hunters: u16,
    /// How many are hunted
    #[arg(long, default_value_t = 3, value_name = "N")]
    hunted: u16,
    /// How hard the others are: a name of assets/difficulty.ron
    #[arg(long, default_value = "fair", value_name = "NAME")]
    difficulty: String,
}

/// The sides a person can play for.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum PlayerSide {
    /// Catch them
    Hunter,
    /// Get out
    Hunted,
}

/// Opens the window in the match.
///
/// # Errors
/// Where the data cannot be used or no window opens.
pub fn run(options: Options, common: &CommonOptions) -> CommandResult {
    let side = match options.side {
        PlayerSide::Hunter => "hunter",
        PlayerSide::Hunted => "hunted",
    };
    let wanted = MatchSelection {
        side: Some(label(side)),
        level: label(&options.level),
        hunters: options.hunters,
        hunted: options.hunted,
        difficulty: label(&options.difficulty),
        seed: options.seed,
    };
    open(wanted, None, options.record, common)
}

/// Opens the window at the title, a match of minds behind it.
///
/// # Errors
/// Where the data cannot be used or no window opens.
pub fn run_title(common: &CommonOptions) -> CommandResult {
    open(MatchSelection::default(), Some(MenuPage::Title), None, common)
}

fn open(
    wanted: MatchSelection,
    page: Option<MenuPage>,
    record: Option<PathBuf>,
    common: &CommonOptions,
) -> CommandResult {
    if let Some(path) = &record {
        super::output::check_writable("--record", path)?;
    }
    let root = data_root(common)?;
    let library = load_library(common)?;
    let graphics = library.graphics.clone().ok_or_else(|| CliError::new("there is no file assets/graphics.ron"))?;
    let content = GameContent {
        library: Arc::new(library),
        graphics,
        difficulties: read::<Vec<Difficulty>>(&root, "assets/difficulty.ron")?,
    };
    let refused =
        |name: &str, known: Vec<&str>| CliError::new(format!("there is no {name}; known: {}", known.join(", ")));
    content.library.level(wanted.level.as_str()).map_err(CliError::new)?;
    if !content.difficulties.iter().any(|one| one.name == wanted.difficulty) {
        let known = content.difficulties.iter().map(|one| one.name.as_str()).collect();
        return Err(refused(&format!("difficulty \"{}\"", wanted.difficulty), known));
    }
    // The window's own reading of the settings reports what is wrong with them.
    let settings = default_folder().map_or_else(Settings::default, |folder| peek(&folder));
    let shown = if page.is_some() { MatchSelection { side: None, ..wanted.clone() } } else { wanted.clone() };
    let seed = wanted.seed.unwrap_or_else(random_seed);
    let opening = content.open(&shown, &settings, seed, |_| ()).map_err(CliError::from_findings)?;
    let lead = opening.lead;
    let also = move |app: &mut bevy::app::App| {
        app.insert_resource(content)
            .insert_resource(wanted)
            .insert_resource(FromMenu)
            .insert_resource(PlayerSlot(lead.clone()));
        if let Some(lead) = lead {
            app.insert_resource(lead);
        }
        if let Some(path) = record {
            app.insert_resource(RecordingTarget::new(path));
        }
        if let Some(page) = page {
            app.world_mut().resource_mut::<MenuStack>().open(page);
        }
    };
    let opening = WindowSetup {
        setup: opening.setup,
        session: opening.session,
        speed: 1.0,
        size: None,
        root,
        also: Box::new(also),
    };
    client::open(opening).map_err(|error| CliError::new(error.to_string()))?;
    Ok(CommandOutcome::Success)
}

fn read<T: serde::de::DeserializeOwned>(root: &std::path::Path, file: &str) -> Result<T, CliError> {
    load_ron::<T>(&root.join(file)).map(|(value, _)| value).map_err(|finding| CliError::from_findings([finding]))
}
