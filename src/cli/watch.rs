//! `quarry watch`: a window on matches between AI agents.

use std::{path::PathBuf, sync::Arc};

use bevy::app::{App, AppExit};
use clap::Args;

use super::{
    CliError, CommandOutcome, CommandResult, CommonOptions,
    brains::BrainOptions,
    data_folders, faults,
    games::view_of,
    graphics::{GraphicsFlags, unknown_quality},
    load_library,
    output::check_writable,
    replay,
    team_sizes::TeamSizes,
};
use crate::client::app::{WindowSetup, open};
use crate::client::input::settings::GraphicsSettings;
use crate::client::render::display::WindowError;
use crate::client::session::playback::SPEEDS;
use crate::client::session::{LiveMatches, MatchSession, SceneSetup};
use crate::client::tools::moment::{Moment, begin_at, open_at};
use crate::client::tools::panels::open_panels;
use crate::client::tools::timeline::RecordingTarget;
use crate::data::{Library, rules::Rules};
use crate::motion::navigation::BakedLevel;
use crate::simulation::bake_level;
use crate::simulation::retune::MatchData;

/// Watch matches between AI agents in a window
#[derive(Args, Debug)]
pub struct Options {
    /// The level: a name in levels/GAME/ [default: that of the game]
    #[arg(long, value_name = "NAME")]
    level: Option<String>,
    /// The random seed of the first match; each further match uses the next number
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    window: WindowOptions,
    /// Record the match into this file when it ends or is left; later matches go beside it, named by their seed
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    #[command(flatten)]
    sizes: TeamSizes<64>,
    #[command(flatten)]
    brains: BrainOptions,
    /// The rules: a name in assets/GAME/rules/
    #[arg(long, value_name = "NAME", default_value = "standard")]
    rules: String,
    /// Show the K-th of the worst faults that "quarry faults" found: its match, paused at that moment, with the mind of the agent
    #[arg(long, value_name = "K", conflicts_with_all = ["level", "record"])]
    fault: Option<usize>,
    /// The folder into which "quarry faults" wrote them
    #[arg(long, value_name = "DIR", default_value = faults::FOLDER, requires = "fault")]
    faults: PathBuf,
    /// Show the fault even if the program or the data differ from those of its recording; the match may then differ
    #[arg(long, requires = "fault")]
    anyway: bool,
}

/// The options of a window that shows matches.
#[derive(Args, Debug)]
pub struct WindowOptions {
    /// The playback speed, 0.125 to 16 times real time
    #[arg(long, value_name = "X", default_value_t = 1.0, value_parser = speed)]
    speed: f32,
    /// Show the match at this second, paused; what comes before it is simulated as fast as possible
    #[arg(long, value_name = "SECONDS", value_parser = second)]
    at: Option<f32>,
    #[command(flatten)]
    graphics: GraphicsFlags,
    /// Panels and overlays to open at the start, by name: inspector, timeline, cones, ...; "panels" or "overlays" opens all
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    show: Vec<String>,
    /// Print the cost of each panel and overlay at the end
    #[arg(long)]
    timings: bool,
}

/// Opens the window and runs until it is closed.
pub fn run(options: Options, common: &CommonOptions) -> CommandResult {
    if let Some(path) = &options.record {
        check_writable("--record", path)?;
    }
    if let Some(number) = options.fault {
        return show_fault(number, &options, common);
    }
    let game = common.game()?;
    let library = Arc::new(load_library(common)?);
    let wanted = options.level.unwrap_or_else(|| library.default_level().to_string());
    let (name, _) = library.level(&wanted).map_err(CliError::new)?;
    let game_name = library.game.name;
    let headless = format!(
        "to play matches without a window: quarry simulate --game {game_name} --level {name} --matches 20 --seed 1"
    );
    let (rules_name, rules) = library.rules(&options.rules).map_err(CliError::new)?;
    let tuning = MatchData { library: library.clone(), rules: rules_name, difficulty_modifiers: None };
    let level = bake_level(&library, name).map_err(CliError::from_findings)?;
    let counts = options.sizes.of(&*game, rules)?;
    let brains = options.brains.of(&library, rules)?;
    let matches = LiveMatches::new(game, tuning, level.clone()).map_err(CliError::from_findings)?;
    let matches = LiveMatches { counts, brains, ..matches };
    // A match that cannot start is reported before the window opens.
    matches.start(options.seed)?;
    let session = MatchSession { provider: Box::new(matches), seed: options.seed };
    let also = move |app: &mut App| {
        if let Some(path) = options.record {
            app.insert_resource(RecordingTarget::new(path));
        }
    };
    open_window(session, (&level, rules), &options.window, &library, common, also, &headless)
}

/// Shows the moment of one of the worst faults.
fn show_fault(number: usize, options: &Options, common: &CommonOptions) -> CommandResult {
    let list = faults::read_list(&options.faults)?;
    let worst = number.checked_sub(1).and_then(|index| list.get(index)).ok_or_else(|| {
        let folder = options.faults.display();
        CliError::new(format!("there is no fault {number}: the list in {folder} has {}", list.len()))
    })?;
    let opened = replay::open(&options.faults.join(&worst.recording), options.anyway, common)?;
    let fault = &worst.listed.fault;
    let moment = Moment { tick: fault.tick, agent: fault.agent };
    replay::show(&options.window, common, opened, move |app| open_at(app, moment))
}

/// Opens a window that shows matches on a level, and runs until it is closed.
pub(super) fn open_window(
    session: MatchSession,
    (level, rules): (&BakedLevel, &Rules),
    window: &WindowOptions,
    library: &Library,
    common: &CommonOptions,
    configure: impl FnOnce(&mut App) + 'static,
    headless: &str,
) -> CommandResult {
    let refused = |error: WindowError| CliError::new(format!("no window can open: {error}\n{headless}"));
    let file = library.graphics.clone().ok_or_else(|| CliError::new("there is no file assets/shared/graphics.ron"))?;
    let mut environment = window.graphics.environment(&file, refused)?;
    let name = environment.quality(&GraphicsSettings::default(), &file);
    // A watched match takes the window's size from the command line and not from the settings.
    environment.size = Some(environment.window_size(&GraphicsSettings::default()));
    let preset = file.qualities.get(&name).copied().ok_or_else(|| unknown_quality(&file, name.as_str()))?;
    let quality = environment.drawn(preset);
    let setup = SceneSetup::new(library, rules, &level.site.built, quality, file.night);
    let root = data_folders(common)?;
    let (shown, timings, at) = (window.show.clone(), window.timings, window.at);
    let configure = Box::new(move |app: &mut App| {
        open_panels(app, &shown, timings);
        if let Some(seconds) = at {
            begin_at(app, seconds);
        }
        configure(app);
    });
    let view = view_of(library)?;
    let views = vec![view];
    let opening =
        WindowSetup { setup, session, view, views, speed: window.speed, graphics: environment, root, configure };
    match open(opening) {
        Ok(AppExit::Success) => Ok(CommandOutcome::Success),
        Ok(AppExit::Error(_)) => Ok(CommandOutcome::Negative),
        Err(error) => Err(refused(error)),
    }
}

fn speed(text: &str) -> Result<f32, String> {
    let (least, most) = (SPEEDS[0], SPEEDS[SPEEDS.len() - 1]);
    match text.parse::<f32>() {
        Ok(speed) if (least..=most).contains(&speed) => Ok(speed),
        _ => Err(format!("expected a number from {least} to {most}")),
    }
}

fn second(text: &str) -> Result<f32, String> {
    match text.parse::<f32>() {
        Ok(seconds) if (0.0..=7200.0).contains(&seconds) => Ok(seconds),
        _ => Err("expected a number from 0 to 7200".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speeds_and_seconds_are_checked() {
        assert_eq!(speed("0.25"), Ok(0.25));
        assert!(speed("0").is_err() && speed("fast").is_err());
        assert!(second("90.5") == Ok(90.5) && second("-1").is_err());
    }
}
