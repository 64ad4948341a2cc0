//! The command line: one file a subcommand. It may use every room, and no room may use it.
//!
//! A subcommand is a file with a `struct Options` (its [`clap::Args`]) and a
//! `fn run(options: Options, common: &Common) -> Answer`; it is added to [`Command`] and to [`dispatch`].

mod account_of;
mod check;
mod compare;
mod entries;
mod failure;
mod matches;
mod output;
mod plan;
#[cfg(feature = "client")]
mod play;
mod replay;
mod report;
mod results;
mod results_to;
mod root;
mod simulate;
mod sweep;
mod tournament;
mod verify;
#[cfg(feature = "client")]
mod watch;

use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};
use tracing_subscriber::EnvFilter;

pub use failure::Failure;
pub use output::{print, print_json, stdout_is_terminal};
pub use root::{data_root, load_library};

/// Hunters, the hunted, and minds you can read: a game in which every character thinks by goal-oriented action planning.
#[derive(Parser, Debug)]
#[command(name = "quarry", version, max_term_width = 110, after_help = EXIT_STATUS)]
struct Arguments {
    #[command(flatten)]
    common: Common,
    #[command(subcommand)]
    command: Option<Command>,
}

const EXIT_STATUS: &str =
    "Exit status: 0 done, 1 the answer is \"no\" (findings, no plan), 2 bad usage or unreadable input.";

/// What every subcommand understands.
#[derive(Args, Debug, Clone, Default)]
pub struct Common {
    /// The folder that holds assets/ and levels/ [default: beside the program, or the current folder]
    #[arg(long, global = true, value_name = "DIR")]
    pub data: Option<std::path::PathBuf>,
    /// Say more on standard error; repeat it for more still
    #[arg(short, long, global = true, action = clap::ArgAction::Count)]
    pub verbose: u8,
    /// What to log on standard error, as "level" or "module=level,..." (for example quarry::mind=debug)
    #[arg(long, global = true, value_name = "FILTER")]
    pub log: Option<String>,
}

#[derive(Subcommand, Debug)]
enum Command {
    Plan(plan::Options),
    Check(check::Options),
    Simulate(simulate::Options),
    Replay(replay::Options),
    Report(report::Options),
    Compare(compare::Options),
    Sweep(sweep::Options),
    Tournament(tournament::Options),
    #[cfg(feature = "client")]
    Watch(watch::Options),
    #[cfg(feature = "client")]
    Play(play::Options),
}

/// What a subcommand found: the exit status 0 or 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is done, or the answer is yes.
    Yes,
    /// The answer is no: there are findings, there is no plan.
    No,
}

/// What a subcommand returns. A [`Failure`] is bad usage or unreadable input: exit status 2.
pub type Answer = Result<Verdict, Failure>;

/// Runs the program with the arguments of the process.
pub fn run() -> ExitCode {
    let arguments = Arguments::parse();
    match start_log(&arguments.common).and_then(|()| dispatch(arguments)) {
        Ok(Verdict::Yes) => ExitCode::SUCCESS,
        Ok(Verdict::No) => ExitCode::from(1),
        // Whoever read the output has had enough of it (`| head`): that is no failure of ours.
        Err(failure) if failure.is_closed_pipe() => ExitCode::SUCCESS,
        Err(failure) => {
            failure.report();
            ExitCode::from(2)
        }
    }
}

fn dispatch(arguments: Arguments) -> Answer {
    match arguments.command {
        Some(Command::Plan(options)) => plan::run(options, &arguments.common),
        Some(Command::Check(options)) => check::run(options, &arguments.common),
        Some(Command::Simulate(options)) => simulate::run(options, &arguments.common),
        Some(Command::Replay(options)) => replay::run(options, &arguments.common),
        Some(Command::Report(options)) => report::run(options, &arguments.common),
        Some(Command::Compare(options)) => compare::run(options, &arguments.common),
        Some(Command::Sweep(options)) => sweep::run(options, &arguments.common),
        Some(Command::Tournament(options)) => tournament::run(options, &arguments.common),
        #[cfg(feature = "client")]
        Some(Command::Watch(options)) => watch::run(options, &arguments.common),
        #[cfg(feature = "client")]
        Some(Command::Play(options)) => play::run(options, &arguments.common),
        #[cfg(feature = "client")]
        None => play::run_title(&arguments.common),
        #[cfg(not(feature = "client"))]
        None => {
            print(<Arguments as clap::CommandFactory>::command().render_help())?;
            Ok(Verdict::Yes)
        }
    }
}

/// Sends the log to standard error: standard output belongs to results.
fn start_log(common: &Common) -> Result<(), Failure> {
    let wanted = match (&common.log, common.verbose) {
        (Some(filter), _) => filter.as_str(),
        (None, 0) => "error,quarry=warn",
        (None, 1) => "warn,quarry=info",
        (None, 2) => "info,quarry=debug",
        (None, _) => "debug,quarry=trace",
    };
    let filter = EnvFilter::try_new(wanted).map_err(|error| Failure::new(format!("--log {wanted}: {error}")))?;
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
}
