//! What a person may change in a running match, as values to store, send and repeat.
//!
//! Must not know: how it is done.

use std::{
    collections::{BTreeMap, BTreeSet},
    hash::{Hash, Hasher},
};

use serde::{Deserialize, Serialize};

use crate::{
    data::Library,
    mind::{memory::Belief, retune::ManualStep},
    protocol::{AgentId, Digest, Label, Subject},
};

/// One change of a running match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum RetuneCommand {
    /// Data files have other texts now, or are gone.
    Reload {
        /// The whole new texts, by the path below the root.
        files: BTreeMap<String, String>,
        /// The paths of those that are gone.
        #[serde(default)]
        removed: BTreeSet<String>,
        /// A sum over paths and texts, as sixteen hexadecimal digits: a damaged one is refused.
        digest: String,
    },
    /// One value of a data file is another now.
    Edit(Edit),
    /// A goal or an action is switched on or off.
    Switch {
        /// For whom.
        who: SwitchScope,
        /// What.
        what: SwitchTarget,
        /// On, or off.
        on: bool,
    },
    /// An agent believes something else, or something more.
    Believe {
        /// Who.
        agent: AgentId,
        /// What.
        belief: Belief,
    },
    /// An agent forgets all about something.
    Forget {
        /// Who.
        agent: AgentId,
        /// About what.
        subject: Subject,
    },
    /// An agent carries out a plan made by hand.
    Order {
        /// Who.
        agent: AgentId,
        /// The steps, first to last.
        steps: Vec<ManualStep>,
    },
    /// An agent drops the plan made by hand and thinks for itself again.
    Release {
        /// Who.
        agent: AgentId,
    },
}

/// Another value at a place of a data file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Edit {
    /// The path of the file below the root.
    pub file: String,
    /// The way to the value in it, as `goals[0].base_relevance`.
    pub path: String,
    /// The value, in RON.
    pub value: String,
}

/// Whom a switch is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SwitchScope {
    /// One agent.
    Agent(AgentId),
    /// All agents of a side.
    Side(Label),
}

/// What a switch is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SwitchTarget {
    /// The goal of this name.
    Goal(Label),
    /// The action of this name.
    Action(Label),
}

impl RetuneCommand {
    /// The command that brings these files of a running match to what they are in a library.
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

    /// The command that gives files these texts and takes others away, by their paths below the root.
    pub fn reload_texts(files: BTreeMap<String, String>, removed: BTreeSet<String>) -> Self {
        let digest = digest_of(&files, &removed);
        Self::Reload { files, removed, digest }
    }

    /// The kind of command, in a word.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Reload { .. } => "reload",
            Self::Edit(_) => "edit",
            Self::Switch { .. } => "switch",
            Self::Believe { .. } => "believe",
            Self::Forget { .. } => "forget",
            Self::Order { .. } => "order",
            Self::Release { .. } => "release",
        }
    }
}

/// A sum over paths and texts, as sixteen hexadecimal digits.
pub(super) fn digest_of(files: &BTreeMap<String, String>, removed: &BTreeSet<String>) -> String {
    let mut digest = Digest::default();
    (files, removed).hash(&mut digest);
    format!("{:016x}", digest.finish())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::{PerceptSource, ThingId, label};

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
        ] {
            let json = serde_json::to_string(&command).unwrap();
            assert_eq!(serde_json::from_str::<RetuneCommand>(&json).unwrap(), command, "{json}");
            let ron = ron::to_string(&command).unwrap();
            assert_eq!(ron::from_str::<RetuneCommand>(&ron).unwrap(), command, "{ron}");
        }
    }
}
