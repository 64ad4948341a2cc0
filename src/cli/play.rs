//! `quarry play`: straight into a match as a player; and `quarry` without a subcommand: the title screen.

use std::{path::PathBuf, sync::Arc};

use clap::{Args, ValueEnum};

use super::{
    CliError, CommandOutcome, CommandResult, CommonOptions, data_root, load_library,
    watch::{known_quality, window_size},
};
use crate::{
    client::{
        self,
        app::WindowSetup,
        input::settings::{Settings, default_folder, peek},
        menu::{GameContent, MatchSelection, random_seed},
        render::graphics::GraphicsEnvironment,
        session::{
            match_flow::OpenedFromMenu,
            menu_stack::{MenuPage, MenuStack},
            role::PlayerSlot,
        },
        tools::timeline::RecordingTarget,
    },
    data::{FileKind, difficulty::Difficulty, load_ron},
    protocol::label,
};

/// Play a match with and against AI agents
#[derive(Args, Debug)]
pub struct Options {
    /// Your side
    #[arg(long = "as", value_enum, value_name = "SIDE")]
    side: PlayerSide,
    /// The level: a name in levels/GAME/
    #[arg(long, default_value = "manor", value_name = "NAME")]
    level: String,
    /// The random seed of the match [default: a new one each time]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Record the match into this file when it ends or is left; later matches go beside it, named by their seed
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// The number of hunters
    #[arg(long, default_value_t = 1, value_name = "N")]
    hunters: u16,
    /// The number of hunted
    #[arg(long, default_value_t = 3, value_name = "N")]
    hunted: u16,
    /// The difficulty: a name in assets/GAME/difficulty.ron
    #[arg(long, default_value = "fair", value_name = "NAME")]
    difficulty: String,
    #[command(flatten)]
    graphics: GraphicsFlags,
}

/// How the window is drawn. These options apply to this session only; the saved settings keep their values.
#[derive(Args, Clone, Debug, Default)]
pub struct GraphicsFlags {
    /// The graphics quality: a name in assets/shared/graphics.ron [default: as in Settings]
    #[arg(long, value_name = "NAME")]
    pub quality: Option<String>,
    /// The width and height of the window, in points [default: as in Settings]
    #[arg(long, value_name = "WxH", value_parser = window_size)]
    pub size: Option<(u32, u32)>,
}

impl GraphicsFlags {
    /// Whether any of the flags was given.
    pub fn any(&self) -> bool {
        self.quality.is_some() || self.size.is_some()
    }
}

/// The sides a player can choose.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum PlayerSide {
    /// Catch the hunted
    Hunter,
    /// Find the keys and escape
    Hunted,
}

/// Opens the window with the match.
///
/// # Errors
/// If the data cannot be used or no window opens.
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
    open(wanted, None, options.record, &options.graphics, common)
}

/// Opens the window at the title screen, in front of a match between AI agents.
///
/// # Errors
/// If the data cannot be used or no window opens.
pub fn run_title(graphics: &GraphicsFlags, common: &CommonOptions) -> CommandResult {
    open(MatchSelection::default(), Some(MenuPage::Title), None, graphics, common)
}

fn open(
    wanted: MatchSelection,
    page: Option<MenuPage>,
    record: Option<PathBuf>,
    flags: &GraphicsFlags,
    common: &CommonOptions,
) -> CommandResult {
    if let Some(path) = &record {
        super::output::check_writable("--record", path)?;
    }
    let root = data_root(common)?;
    let library = load_library(common)?;
    let graphics =
        library.graphics.clone().ok_or_else(|| CliError::new("there is no file assets/shared/graphics.ron"))?;
    let difficulties = library.game.path(FileKind::Difficulty, "");
    let content = GameContent {
        library: Arc::new(library),
        graphics,
        difficulties: read::<Vec<Difficulty>>(&root, &difficulties)?,
    };
    let refused =
        |name: &str, known: Vec<&str>| CliError::new(format!("there is no {name}; known: {}", known.join(", ")));
    content.library.level(wanted.level.as_str()).map_err(CliError::new)?;
    if !content.difficulties.iter().any(|difficulty| difficulty.name == wanted.difficulty) {
        let known = content.difficulties.iter().map(|one| one.name.as_str()).collect();
        return Err(refused(&format!("difficulty \"{}\"", wanted.difficulty), known));
    }
    let mut environment = GraphicsEnvironment::detect().map_err(|error| CliError::new(error.to_string()))?;
    environment.size = flags.size;
    environment.quality = match &flags.quality {
        Some(name) => Some(known_quality(&content.graphics, name)?),
        None => None,
    };
    // The window reads the settings again and reports what is wrong with them.
    let settings = default_folder().map_or_else(Settings::default, |folder| peek(&folder));
    let shown = if page.is_some() { MatchSelection { side: None, ..wanted.clone() } } else { wanted.clone() };
    let seed = wanted.seed.unwrap_or_else(random_seed);
    let prepared =
        content.prepare(&shown, &settings.graphics, &environment, seed, |_| ()).map_err(CliError::from_findings)?;
    let control = prepared.control;
    let configure = move |app: &mut bevy::app::App| {
        app.insert_resource(content)
            .insert_resource(wanted)
            .insert_resource(OpenedFromMenu)
            .insert_resource(PlayerSlot(control.clone()));
        if let Some(control) = control {
            app.insert_resource(control);
        }
        if let Some(path) = record {
            app.insert_resource(RecordingTarget::new(path));
        }
        if let Some(page) = page {
            app.world_mut().resource_mut::<MenuStack>().open(page);
        }
    };
    let opening = WindowSetup {
        setup: prepared.setup,
        session: prepared.session,
        speed: 1.0,
        graphics: environment,
        root,
        configure: Box::new(configure),
    };
    client::app::open(opening).map_err(|error| CliError::new(error.to_string()))?;
    Ok(CommandOutcome::Success)
}

fn read<T: serde::de::DeserializeOwned>(root: &std::path::Path, file: &str) -> Result<T, CliError> {
    load_ron::<T>(&root.join(file)).map(|(value, _)| value).map_err(|finding| CliError::from_findings([finding]))
}
