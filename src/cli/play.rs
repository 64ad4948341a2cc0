//! `quarry play`: straight into a match as a player; and `quarry` without a subcommand: the title screen.

use std::{path::PathBuf, sync::Arc};

use clap::Args;
use quarry_minds::protocol::{Label, label};
use quarry_ron::finding::suggestion;

use super::brains::BrainOptions;
use super::games::view_of;
use super::graphics::GraphicsFlags;
use super::team_sizes::TeamSizes;
use super::{CliError, CommandOutcome, CommandResult, CommonOptions, data_folders, load_library};
use crate::client::app::WindowSetup;
use crate::client::input::settings::{Settings, peek};
use crate::client::menu::{MenuNotice, prepare, random_seed};
use crate::client::session::{
    CameraMode, CameraView, GameContent, MatchSelection, MenuPage, MenuStack, OpenedFromMenu, PlayerSlot, SetupSpec,
};
use crate::client::tools::timeline::RecordingTarget;
use crate::data::user_folder;
use crate::{client, games};

/// Play a match with and against AI agents
#[derive(Args, Debug)]
pub struct Options {
    /// Your side: one that the setup page offers
    #[arg(long = "as", value_name = "SIDE")]
    side: String,
    /// The level: a name in levels/GAME/ [default: that of the setup page]
    #[arg(long, value_name = "NAME")]
    level: Option<String>,
    /// The rules: a name in assets/GAME/rules/ [default: those of the setup page]
    #[arg(long, value_name = "NAME")]
    rules: Option<String>,
    /// The random seed of the match [default: a new one each time]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Record the match into this file when it ends or is left; later matches go beside it, named by their seed
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    #[command(flatten)]
    sizes: TeamSizes<64>,
    #[command(flatten)]
    brains: BrainOptions,
    /// The difficulty: a name in assets/GAME/difficulty.ron [default: that of the setup page]
    #[arg(long, value_name = "NAME")]
    difficulty: Option<String>,
    #[command(flatten)]
    graphics: GraphicsFlags,
}

/// Opens the window with the match.
pub fn run(options: Options, common: &CommonOptions) -> CommandResult {
    let OpenedData { content, common, notice } = open_data(common)?;
    let spec = content.view.setup;
    let mut wanted = MatchSelection::of(content.view, Some(&content.library));
    wanted.rules = options.rules.map_or(wanted.rules, |rules| label(&rules));
    let (_, rules) = content.library.rules(wanted.rules.as_str()).map_err(CliError::new)?;
    wanted.side = Some(known_side(spec, &options.side)?);
    wanted.counts.extend(options.sizes.of(&*(content.view.game)(), rules)?);
    wanted.brains = options.brains.of(&content.library, rules)?;
    wanted.level = options.level.map_or(wanted.level, |level| label(&level));
    wanted.difficulty = options.difficulty.map_or(wanted.difficulty, |difficulty| label(&difficulty));
    wanted.seed = options.seed;
    open(OpenedData { content, common, notice }, wanted, None, options.record, &options.graphics)
}

/// A side that a player can choose, by its name.
fn known_side(spec: &SetupSpec, name: &str) -> Result<Label, CliError> {
    if spec.roles.is_empty() {
        return Err(CliError::new("nobody plays this game: use quarry watch"));
    }
    spec.roles.iter().find(|role| role.side == name).map(|role| label(role.side)).ok_or_else(|| {
        let help = suggestion(name, spec.roles.iter().map(|role| role.side)).unwrap_or_default();
        CliError::new(format!("there is no side called `{name}` to play: {help}"))
    })
}

/// The data that the menus start with.
struct OpenedData {
    content: GameContent,
    /// The options, with the mods that are in use.
    common: CommonOptions,
    /// Why mods that are switched on in the settings are not in use.
    notice: Option<String>,
}

/// Loads the data with the mods of `--mod`, or else with those of the settings. If these cannot be used the game begins without mods: they are switched in
/// its menu.
fn open_data(common: &CommonOptions) -> Result<OpenedData, CliError> {
    let mut notice = None;
    let switched_on = if common.mods.is_empty() { read_settings().mods } else { Vec::new() };
    if !switched_on.is_empty() {
        let common = CommonOptions { mods: switched_on, ..common.clone() };
        match load_content(&common) {
            Ok(content) => return Ok(OpenedData { content, common, notice }),
            Err(failure) => notice = Some(format!("Mods are off. {}", failure.text())),
        }
    }
    Ok(OpenedData { content: load_content(common)?, common: common.clone(), notice })
}

/// The settings as they are on the disk. The window reads them again and reports what is wrong with them.
fn read_settings() -> Settings {
    user_folder().map_or_else(Settings::default, |folder| peek(&folder))
}

fn load_content(common: &CommonOptions) -> Result<GameContent, CliError> {
    let library = Arc::new(load_library(common)?);
    GameContent::new(view_of(&library)?, library).map_err(|finding| CliError::from_findings([finding]))
}

/// Opens the window at the title screen, in front of a match between AI agents.
pub fn run_title(graphics: &GraphicsFlags, common: &CommonOptions) -> CommandResult {
    let data = open_data(common)?;
    let wanted = MatchSelection::of(data.content.view, Some(&data.content.library));
    open(data, wanted, Some(MenuPage::Title), None, graphics)
}

fn open(
    OpenedData { content, common, notice }: OpenedData,
    wanted: MatchSelection,
    page: Option<MenuPage>,
    record: Option<PathBuf>,
    flags: &GraphicsFlags,
) -> CommandResult {
    if let Some(path) = &record {
        super::output::check_writable("--record", path)?;
    }
    if let Some(notice) = &notice {
        tracing::warn!("{notice}");
    }
    let root = data_folders(&common)?;
    let refused =
        |name: &str, known: Vec<&str>| CliError::new(format!("there is no {name}; known: {}", known.join(", ")));
    content.library.level(wanted.level.as_str()).map_err(CliError::new)?;
    if !content.difficulties.iter().any(|difficulty| difficulty.name == wanted.difficulty) {
        let known = content.difficulties.iter().map(|one| one.name.as_str()).collect();
        return Err(refused(&format!("difficulty \"{}\"", wanted.difficulty), known));
    }
    let environment = flags.environment(&content.graphics, |error| CliError::new(error.to_string()))?;
    let settings = read_settings();
    let shown = if page.is_some() { MatchSelection { side: None, ..wanted.clone() } } else { wanted.clone() };
    let seed = wanted.seed.unwrap_or_else(random_seed);
    let prepared =
        prepare(&content, &shown, &settings.graphics, &environment, seed, |_| ()).map_err(CliError::from_findings)?;
    let control = prepared.control;
    let configure = move |app: &mut bevy::app::App| {
        app.insert_resource(content)
            .insert_resource(wanted)
            .insert_resource(OpenedFromMenu)
            .insert_resource(MenuNotice(notice))
            .insert_resource(PlayerSlot(control.clone()));
        if let Some(control) = control {
            app.insert_resource(control);
        }
        if let Some(path) = record {
            app.insert_resource(RecordingTarget::new(path));
        }
        if let Some(page) = page {
            app.world_mut().resource_mut::<CameraView>().mode = CameraMode::Director;
            app.world_mut().resource_mut::<MenuStack>().open(page);
        }
    };
    let opening = WindowSetup {
        setup: prepared.setup,
        session: prepared.session,
        view: prepared.view,
        views: games::views(),
        speed: 1.0,
        graphics: environment,
        root,
        configure: Box::new(configure),
    };
    client::app::open(opening).map_err(|error| CliError::new(error.to_string()))?;
    Ok(CommandOutcome::Success)
}
