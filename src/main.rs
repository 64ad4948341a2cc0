//! The entry point. The subcommands are in [`quarry::cli`].

use std::process::ExitCode;

fn main() -> ExitCode {
    quarry::cli::run()
}
