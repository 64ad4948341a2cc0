//! The changes a person can make to a running match, as values to store, send and replay.

use std::{
    collections::{BTreeMap, BTreeSet},
    hash::{Hash, Hasher},
};

use quarry_minds::{
    memory::Belief,
    protocol::{AgentId, Digest, Label, QuantisedPoint, Subject},
    retune::ManualStep,
};
use serde::{Deserialize, Serialize};

use crate::data::Library;

/// A change of a running match.
#[allow(missing_docs, reason = "the line above each of them says what it is about")]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum RetuneCommand {
    /// Replaces or removes data files.
    Reload {
        /// The new texts of files, by their path in the data folder.
        files: BTreeMap<String, String>,
        /// The paths of removed files.
        #[serde(default)]
        removed: BTreeSet<String>,
        /// A hash over paths and texts, as 16 hexadecimal digits. A command with a wrong hash is refused.
        digest: String,
    },
    /// Changes one value of a data file.
    Edit(Edit),
    /// Enables or disables a goal or an action.
    Switch { who: SwitchScope, what: SwitchTarget, on: bool },
    /// Adds or replaces a belief of an agent.
    Believe { agent: AgentId, belief: Belief },
    /// Removes all beliefs of an agent about a subject.
    Forget { agent: AgentId, subject: Subject },
    /// Gives an agent a manual plan.
    Order {
        agent: AgentId,
        /// The steps, first to last.
        steps: Vec<ManualStep>,
    },
    /// Ends the manual plan of an agent.
    Release { agent: AgentId },
    /// Gives an agent another brain: `goap`, a kind of brain file or the name of one.
    ThinkBy { agent: AgentId, brain: Label },
    /// Intervenes in a way that the game offers.
    Intervene(Intervention),
}

/// An intervention of a person in the world of a game: an agent placed or removed, food, a shot. The game lists what it offers, and
/// what each needs ([`crate::simulation::Game::interventions`]).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Intervention {
    /// What to do.
    pub what: Label,
    /// The agent it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agent: Option<AgentId>,
    /// Where to do it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<QuantisedPoint>,
    /// How much, in the unit that the game names.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amount: Option<f32>,
    /// What it is about, by name: the order that is given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<Label>,
}

/// A new value in a data file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Edit {
    /// The path of the file in the data folder.
    pub file: String,
    /// The path of the value in the file, such as `goals[0].base_relevance`.
    pub path: String,
    /// The value in RON.
    pub value: String,
}

/// The agents that a switch applies to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SwitchScope {
    /// One agent.
    Agent(AgentId),
    /// All agents of a side.
    Side(Label),
}

/// The goal or action to switch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SwitchTarget {
    /// The goal with this name.
    Goal(Label),
    /// The action with this name.
    Action(Label),
}

impl RetuneCommand {
    /// The command that updates these files of a running match from a library.
    pub fn reload<'p>(library: &Library, changed: impl IntoIterator<Item = &'p str>) -> Self {
        let (mut files, mut removed) = (BTreeMap::new(), BTreeSet::new());
        for path in changed {
            match library.documents.get(path) {
                Some(document) => drop(files.insert(path.to_owned(), document.text().to_owned())),
                None => drop(removed.insert(path.to_owned())),
            }
        }
        Self::reload_texts(files, removed)
    }

    /// The command that sets the texts of files and removes others, by their paths in the data folder.
    pub fn reload_texts(files: BTreeMap<String, String>, removed: BTreeSet<String>) -> Self {
        let digest = digest_of(&files, &removed);
        Self::Reload { files, removed, digest }
    }

    /// The kind of command, as the log names it.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Reload { .. } => "reload",
            Self::Edit(_) => "edit",
            Self::Switch { .. } => "switch",
            Self::Believe { .. } => "believe",
            Self::Forget { .. } => "forget",
            Self::Order { .. } => "order",
            Self::Release { .. } => "release",
            Self::ThinkBy { .. } => "think_by",
            Self::Intervene(_) => "intervene",
        }
    }
}

/// A hash over paths and texts, as 16 hexadecimal digits.
pub(super) fn digest_of(files: &BTreeMap<String, String>, removed: &BTreeSet<String>) -> String {
    let mut digest = Digest::default();
    (files, removed).hash(&mut digest);
    format!("{:016x}", digest.finish())
}

#[cfg(test)]
mod tests {
    use super::*;
    use quarry_minds::protocol::{PerceptSource, ThingId, label};

    #[test]
    fn commands_are_read_as_they_are_written() {
        let subject = Subject::Thing(ThingId(4));
        let agent = AgentId(1);
        let belief = Belief {
            subject,
            kind: label("lamp"),
            state: label("lit"),
            amount: 0.25,
            place: bevy::math::Vec3::new(1.0, 0.0, -2.5).into(),
            confidence: 1.0,
            age: 2.0,
            source: PerceptSource::Heard,
        };
        let (files, removed) = (BTreeMap::from([("a.ron".into(), "(a: \"1\")\n".into())]), BTreeSet::new());
        let edit = Edit { file: "a.ron".into(), path: "goals[0].base_relevance".into(), value: "4.5".into() };
        for command in [
            RetuneCommand::reload_texts(files, removed),
            RetuneCommand::Edit(edit),
            RetuneCommand::Switch {
                who: SwitchScope::Side(label("owls")),
                what: SwitchTarget::Goal(label("hoot")),
                on: false,
            },
            RetuneCommand::Switch {
                who: SwitchScope::Agent(agent),
                what: SwitchTarget::Action(label("fly")),
                on: true,
            },
            RetuneCommand::Believe { agent, belief },
            RetuneCommand::Forget { agent, subject },
            RetuneCommand::Order { agent, steps: vec![ManualStep { action: label("fly"), target: Some(subject) }] },
            RetuneCommand::Release { agent },
            RetuneCommand::ThinkBy { agent, brain: label("utility") },
            RetuneCommand::Intervene(Intervention {
                what: label("feed"),
                agent: Some(agent),
                ..Intervention::default()
            }),
        ] {
            let json = serde_json::to_string(&command).unwrap();
            assert_eq!(serde_json::from_str::<RetuneCommand>(&json).unwrap(), command, "{json}");
            let ron = ron::to_string(&command).unwrap();
            assert_eq!(ron::from_str::<RetuneCommand>(&ron).unwrap(), command, "{ron}");
        }
    }
}
