//! The command line, with one file per subcommand. It may use every module, and no module may use it.
//!
//! The file of a subcommand has a `struct Options` (its [`clap::Args`]) and a
//! `fn run(options: Options, common: &CommonOptions) -> CommandResult`; it is added to [`CliCommand`] and to [`dispatch`].

mod activity;
mod brain_tournament;
mod brains;
mod check;
mod compare;
mod data_set;
mod entrants;
mod failure;
mod faults;
mod games;
#[cfg(feature = "client")]
mod graphics;
mod matches;
mod mods;
mod output;
mod plan;
#[cfg(feature = "client")]
mod play;
mod replay;
mod report;
mod result_output;
mod results;
mod runner;
mod simulate;
mod sweep;
mod team_sizes;
mod tournament;
mod verify;
#[cfg(feature = "client")]
mod watch;

use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};
use tracing_subscriber::EnvFilter;

pub use data_set::{data_folders, load_library};
pub use failure::CliError;
pub use output::{print, print_json};

/// 3D games in which goal-oriented action planning (GOAP) drives every character
#[derive(Parser, Debug)]
#[command(name = "quarry", version = VERSION, max_term_width = 110, after_help = EXIT_STATUS)]
struct Arguments {
    #[command(flatten)]
    common: CommonOptions,
    #[cfg(feature = "client")]
    #[command(flatten, next_help_heading = "Options of the game without a command")]
    graphics: graphics::GraphicsFlags,
    #[command(subcommand)]
    command: Option<CliCommand>,
}

/// The version of the package, and the commit that `build.rs` has found.
const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), " (", env!("QUARRY_COMMIT"), ")");

const EXIT_STATUS: &str =
    "Exit status: 0 success, 1 negative answer (findings, no plan, a difference), 2 bad usage or unreadable input.";

/// The options of every subcommand.
#[derive(Args, Debug, Clone, Default)]
pub struct CommonOptions {
    /// Data folder, with assets/ and levels/ [default: beside the program, the current folder, or the system's]
    #[arg(long, global = true, value_name = "DIR")]
    pub data: Option<std::path::PathBuf>,
    /// Lay a mod over the data: a folder in mods/ of the data folder or of your own; repeat it for more, of which the last counts
    #[arg(long = "mod", global = true, value_name = "NAME")]
    pub mods: Vec<String>,
    /// The game: a name that "quarry games" lists [default: the first of them]
    #[arg(long, global = true, value_name = "NAME")]
    pub game: Option<String>,
    /// Log more to standard error; repeat it for more detail
    #[arg(short, long, global = true, action = clap::ArgAction::Count)]
    pub verbose: u8,
    /// Log filter: "level" or "module=level,...", for example quarry::mind=debug
    #[arg(long, global = true, value_name = "FILTER")]
    pub log: Option<String>,
}

#[derive(Subcommand, Debug)]
enum CliCommand {
    Plan(plan::Options),
    Games(games::Options),
    Check(check::Options),
    Mods(mods::Options),
    Simulate(simulate::Options),
    Replay(replay::Options),
    Report(report::Options),
    Compare(compare::Options),
    Faults(faults::Options),
    Sweep(sweep::Options),
    Tournament(tournament::Options),
    #[cfg(feature = "client")]
    Watch(watch::Options),
    #[cfg(feature = "client")]
    Play(play::Options),
}

/// The outcome of a subcommand that ran: the exit status 0 or 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommandOutcome {
    /// Success.
    Success,
    /// A negative answer: there are findings, there is no plan.
    Negative,
}

/// What a subcommand returns. A [`CliError`] gives the exit status 2.
pub type CommandResult = Result<CommandOutcome, CliError>;

/// Runs the program with the arguments of the process.
pub fn run() -> ExitCode {
    let arguments = Arguments::parse();
    match start_log(&arguments.common).and_then(|()| dispatch(arguments)) {
        Ok(CommandOutcome::Success) => ExitCode::SUCCESS,
        Ok(CommandOutcome::Negative) => ExitCode::from(1),
        // The reader closed the pipe (`| head`), which is no error.
        Err(failure) if failure.is_closed_pipe() => ExitCode::SUCCESS,
        Err(failure) => {
            failure.report();
            ExitCode::from(2)
        }
    }
}

fn dispatch(arguments: Arguments) -> CommandResult {
    #[cfg(feature = "client")]
    if arguments.command.is_some() && arguments.graphics.any() {
        return Err(CliError::new(
            "--quality, --size and --offscreen go after the command: quarry play --as SIDE --size 640x360",
        ));
    }
    match arguments.command {
        Some(CliCommand::Plan(options)) => plan::run(options, &arguments.common),
        Some(CliCommand::Games(options)) => games::run(options),
        Some(CliCommand::Check(options)) => check::run(options, &arguments.common),
        Some(CliCommand::Mods(options)) => mods::run(options, &arguments.common),
        Some(CliCommand::Simulate(options)) => simulate::run(options, &arguments.common),
        Some(CliCommand::Replay(options)) => replay::run(options, &arguments.common),
        Some(CliCommand::Report(options)) => report::run(options, &arguments.common),
        Some(CliCommand::Compare(options)) => compare::run(options, &arguments.common),
        Some(CliCommand::Faults(options)) => faults::run(options, &arguments.common),
        Some(CliCommand::Sweep(options)) => sweep::run(options, &arguments.common),
        Some(CliCommand::Tournament(options)) => tournament::run(options, &arguments.common),
        #[cfg(feature = "client")]
        Some(CliCommand::Watch(options)) => watch::run(options, &arguments.common),
        #[cfg(feature = "client")]
        Some(CliCommand::Play(options)) => play::run(options, &arguments.common),
        #[cfg(feature = "client")]
        None => play::run_title(&arguments.graphics, &arguments.common),
        #[cfg(not(feature = "client"))]
        None => {
            print(<Arguments as clap::CommandFactory>::command().render_help())?;
            Ok(CommandOutcome::Success)
        }
    }
}

/// Sends the log to standard error, because standard output belongs to results.
fn start_log(common: &CommonOptions) -> Result<(), CliError> {
    let wanted = match (&common.log, common.verbose) {
        (Some(filter), _) => filter.as_str(),
        (None, 0) => "error,quarry=warn",
        (None, 1) => "warn,quarry=info",
        (None, 2) => "info,quarry=debug",
        (None, _) => "debug,quarry=trace",
    };
    let filter = EnvFilter::try_new(wanted).map_err(|error| CliError::new(format!("--log {wanted}: {error}")))?;
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).init();
    Ok(())
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_arguments_are_consistent() {
        Arguments::command().debug_assert();
    }

    #[cfg(feature = "client")]
    #[test]
    fn the_game_without_a_command_takes_a_window_size_and_a_quality() {
        let arguments = Arguments::try_parse_from(["quarry", "--size", "640x360", "--quality", "low"]).unwrap();
        assert_eq!((arguments.graphics.size, arguments.graphics.quality.as_deref()), (Some((640, 360)), Some("low")));
        let misplaced = Arguments::try_parse_from(["quarry", "--size", "640x360", "check"]).unwrap();
        assert!(dispatch(misplaced).is_err(), "before a command they would be ignored");
    }
}
