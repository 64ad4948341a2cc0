//! The command line's entry; the subcommands live in `cli/`.

use std::process::ExitCode;

fn main() -> ExitCode {
    quarry::cli::run()
}
