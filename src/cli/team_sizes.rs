//! The number of agents of each side, on the command line: `--count SIDE=N`, and an option of its own for each of two opposing sides.

use std::collections::BTreeMap;

use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, value_parser};
use quarry_minds::protocol::{Label, label};
use quarry_ron::finding::suggestion;

use super::CliError;
use crate::data::rules::Rules;
use crate::games;
use crate::simulation::{ContestSide, Game};

/// The number of agents of each side, at most `MAX`. A side may be named as in the rules or in the plural.
#[derive(Debug, Clone, Default)]
pub struct TeamSizes<const MAX: u16>(Vec<(String, u16)>);

/// The option for the number of agents of any side.
const COUNT: &str = "count";

/// Parses "SIDE=3".
fn parse<const MAX: u16>(text: &str) -> Result<(String, u16), String> {
    let read = text.split_once('=').and_then(|(side, count)| Some((side.trim().to_owned(), count.parse().ok()?)));
    read.filter(|(_, count)| *count <= MAX).ok_or_else(|| format!("expected SIDE=N, with N from 0 to {MAX}"))
}

/// The opposing sides of all games, each plural once.
fn contest_sides() -> Vec<ContestSide> {
    let mut sides: Vec<ContestSide> = Vec::new();
    for side in games::all().iter().filter_map(|game| game.results().contest).flatten() {
        if !sides.iter().any(|known| known.plural == side.plural) {
            sides.push(side);
        }
    }
    sides
}

impl<const MAX: u16> Args for TeamSizes<MAX> {
    fn augment_args(command: Command) -> Command {
        let count = Arg::new(COUNT)
            .long(COUNT)
            .value_name("SIDE=N")
            .action(ArgAction::Append)
            .value_parser(parse::<MAX>)
            .help("The number of agents of a side [default: as in the rules]; may be repeated");
        contest_sides().into_iter().fold(command.arg(count), |command, side| {
            command.arg(
                Arg::new(side.plural)
                    .long(side.plural)
                    .value_name("N")
                    .value_parser(value_parser!(u16).range(0..=i64::from(MAX)))
                    .help(format!("Short for --{COUNT} {}=N", side.side)),
            )
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<const MAX: u16> FromArgMatches for TeamSizes<MAX> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut sizes = Self::default();
        sizes.update_from_arg_matches(matches)?;
        Ok(sizes)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        self.0.extend(matches.get_many::<(String, u16)>(COUNT).into_iter().flatten().cloned());
        let short = |side: ContestSide| Some((side.plural.to_owned(), *matches.get_one::<u16>(side.plural)?));
        self.0.extend(contest_sides().into_iter().filter_map(short));
        Ok(())
    }
}

impl<const MAX: u16> TeamSizes<MAX> {
    /// The sides whose number was given.
    pub fn of(&self, game: &dyn Game, rules: &Rules) -> Result<BTreeMap<Label, u16>, CliError> {
        let contest = game.results().contest;
        let number = |(name, count): &(String, u16)| {
            let singular =
                contest.iter().flatten().find(|side| side.plural == name).map_or(name.as_str(), |side| side.side);
            if rules.sides.contains_key(&label(singular)) {
                return Ok((label(singular), *count));
            }
            let help = suggestion(name, rules.sides.keys().map(|side| side.as_str())).unwrap_or_default();
            Err(CliError::new(format!("the rules have no side called `{name}`: {help}")))
        };
        self.0.iter().map(number).collect()
    }
}
