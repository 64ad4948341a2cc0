//! The number of agents of each side, on the command line.

use std::collections::BTreeMap;

use clap::Args;

use super::CliError;
use crate::{
    data::{finding::suggestion, rules::Rules},
    protocol::{Label, label},
    simulation::Game,
};

/// The number of agents of each side, at most `MAX`.
#[derive(Args, Debug, Clone, Default)]
pub struct TeamSizes<const MAX: u16> {
    /// The number of agents of a side [default: as in the rules]; may be repeated
    #[arg(long = "count", value_name = "SIDE=N", value_parser = parse::<MAX>)]
    counts: Vec<(String, u16)>,
    /// The number of hunters [default: as in the rules]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(0..=i64::from(MAX)))]
    hunters: Option<u16>,
    /// The number of hunted [default: as in the rules]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(0..=i64::from(MAX)))]
    hunted: Option<u16>,
}

/// Parses "hunter=3".
fn parse<const MAX: u16>(text: &str) -> Result<(String, u16), String> {
    let read = text.split_once('=').and_then(|(side, count)| Some((side.trim().to_owned(), count.parse().ok()?)));
    read.filter(|(_, count)| *count <= MAX).ok_or_else(|| format!("expected SIDE=N, with N from 0 to {MAX}"))
}

impl<const MAX: u16> TeamSizes<MAX> {
    /// The sides whose number was given. A side may be named as in the rules or in the plural.
    ///
    /// # Errors
    /// The game has no such side.
    pub fn of(&self, game: &dyn Game, rules: &Rules) -> Result<BTreeMap<Label, u16>, CliError> {
        let short = [("hunters", self.hunters), ("hunted", self.hunted)];
        let short = short.into_iter().filter_map(|(side, count)| Some((side.to_owned(), count?)));
        let contest = game.results().contest;
        let side_of = |name: &str| {
            let singular = contest.iter().flatten().find(|side| side.plural == name).map_or(name, |side| side.side);
            rules.sides.contains_key(&label(singular)).then(|| label(singular))
        };
        let all = self.counts.iter().cloned().chain(short);
        all.map(|(name, count)| {
            let side = side_of(&name).ok_or_else(|| {
                let help = suggestion(&name, rules.sides.keys().map(|side| side.as_str())).unwrap_or_default();
                CliError::new(format!("the rules have no side called `{name}`: {help}"))
            })?;
            Ok((side, count))
        })
        .collect()
    }
}
