//! The entry point. The subcommands are in `cli/`.

use std::process::ExitCode;

fn main() -> ExitCode {
    quarry::cli::run()
}
