//! Which brain drives an agent: the planner, or one of the brain files of its mind.

use std::{collections::BTreeMap, fmt};

use quarry_ron::finding::suggestion;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::BrainFile;
use crate::protocol::{Label, label};

/// The choice of the planner, which is also the default.
pub const GOAP: &str = "goap";

/// The brains of a group of agents, taken in turn by their numbers: each is `goap`, a kind of structure (`state_machine`,
/// `behaviour_tree`, `utility`), or the name of a brain file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BrainChoice(pub Vec<Label>);

impl BrainChoice {
    /// Reads `utility` or `utility,goap`.
    pub fn parse(text: &str) -> Self {
        Self(text.split(',').map(|one| label(one.trim())).collect())
    }

    /// The choice of the agent with this number; `goap` if there is none.
    pub fn of(&self, agent: u16) -> Label {
        let index = usize::from(agent) % self.0.len().max(1);
        self.0.get(index).copied().unwrap_or_else(|| label(GOAP))
    }
}

impl fmt::Display for BrainChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.0.iter().map(|name| name.as_str()).collect();
        f.write_str(&names.join(","))
    }
}

impl Serialize for BrainChoice {
    fn serialize<S: Serializer>(&self, writer: S) -> Result<S::Ok, S::Error> {
        writer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for BrainChoice {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Self, D::Error> {
        String::deserialize(reader).map(|text| Self::parse(&text))
    }
}

/// The brain file that a choice means for a mind; `None` for the planner.
///
/// # Errors
/// The mind has no such brain, or several of that kind.
pub fn brain_file_of<'b>(
    brains: impl Iterator<Item = (Label, &'b BrainFile)>,
    mind: Label,
    choice: Label,
) -> Result<Option<Label>, String> {
    if choice == GOAP {
        return Ok(None);
    }
    let of_mind: BTreeMap<Label, &BrainFile> = brains.filter(|(_, brain)| brain.mind == mind).collect();
    if of_mind.contains_key(&choice) {
        return Ok(Some(choice));
    }
    let of_kind: Vec<Label> =
        of_mind.iter().filter(|(_, brain)| choice == brain.structure.kind()).map(|(name, _)| *name).collect();
    match of_kind.as_slice() {
        [one] => Ok(Some(*one)),
        [] => {
            let kinds = of_mind.values().map(|brain| brain.structure.kind());
            let known: Vec<&str> = kinds.chain(of_mind.keys().map(|name| name.as_str())).chain([GOAP]).collect();
            let help = suggestion(choice.as_str(), known.iter().copied()).unwrap_or_default();
            Err(format!("the mind `{mind}` has no brain `{choice}`: {help}"))
        }
        several => {
            let names: Vec<&str> = several.iter().map(|name| name.as_str()).collect();
            Err(format!(
                "the mind `{mind}` has several brains of the kind `{choice}`: name one of {}",
                names.join(", ")
            ))
        }
    }
}
