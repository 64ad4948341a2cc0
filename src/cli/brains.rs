//! What chooses the actions of agents, on the command line: `--brain SIDE=BRAIN`.

use std::collections::BTreeMap;

use clap::Args;
use quarry_minds::protocol::{Label, label};
use quarry_minds::schema::brain::BrainChoice;
use quarry_ron::finding::suggestion;

use super::{CliError, games::game_of};
use crate::data::Library;
use crate::data::rules::{Rules, SideRules};

/// The brains of sides or kinds of agents.
#[derive(Args, Debug, Clone, Default)]
pub struct BrainOptions {
    /// What chooses the actions of a side or kind of agent [default: as in the rules]: goap, state_machine, behaviour_tree, utility, or a
    /// name in assets/GAME/brains/. Agents take turns through a list: SIDE=utility,goap. May be repeated
    #[arg(long = "brain", id = "brain", value_name = "SIDE=BRAIN", value_parser = parse)]
    brains: Vec<(String, BrainChoice)>,
}

/// Parses "SIDE=utility,goap".
fn parse(text: &str) -> Result<(String, BrainChoice), String> {
    let read = text.split_once('=').map(|(group, choice)| (group.trim().to_owned(), BrainChoice::parse(choice)));
    let given = |choice: &BrainChoice| choice.0.iter().all(|one| !one.as_str().is_empty());
    read.filter(|(_, choice)| given(choice)).ok_or_else(|| "expected SIDE=BRAIN, such as SIDE=utility".to_owned())
}

impl BrainOptions {
    /// The choices that were given.
    pub fn of(&self, library: &Library, rules: &Rules) -> Result<BTreeMap<Label, BrainChoice>, CliError> {
        self.brains
            .iter()
            .map(|(group, choice)| Ok((checked(library, rules, group, choice)?, choice.clone())))
            .collect()
    }
}

/// The side or kind of agent of this name, which can have these brains.
pub(super) fn checked(library: &Library, rules: &Rules, group: &str, choice: &BrainChoice) -> Result<Label, CliError> {
    let contest = game_of(library)?.results().contest;
    let singular = contest.iter().flatten().find(|side| side.plural == group).map_or(group, |side| side.side);
    let group = label(singular);
    let of_side = |side: &SideRules| side.agent;
    let kind = rules.sides.get(&group).map(of_side).or_else(|| library.agents.contains_key(&group).then_some(group));
    let Some(kind) = kind else {
        let known = rules.sides.keys().chain(library.agents.keys()).map(|name| name.as_str());
        let help = suggestion(singular, known).unwrap_or_default();
        return Err(CliError::new(format!("--brain: there is no side or kind of agent called `{group}`: {help}")));
    };
    for one in &choice.0 {
        library
            .brain_of_kind(kind, *one)
            .map_err(|problem| CliError::new(format!("--brain {group}={choice}: {problem}")))?;
    }
    Ok(group)
}
