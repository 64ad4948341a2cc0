//! The command line's entry; the subcommands live in `cli/`.

fn main() {}
