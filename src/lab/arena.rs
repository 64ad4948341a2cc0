//! Where matches are played: the data, the levels made ready, the rules, and how many play. Shared by all threads.

use std::{collections::BTreeMap, sync::Arc};

use super::recording::DataManifest;
use crate::{
    data::{Finding, Library, rules::Rules},
    motion::navigation::BakedLevel,
    protocol::Label,
    simulation::{Archetypes, MatchSetup, bake_levels},
};

/// How many play, where it is not what the rules say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TeamSizes {
    /// How many of those who catch.
    pub hunters: Option<u16>,
    /// How many of those who escape.
    pub hunted: Option<u16>,
}

/// All that matches share.
pub struct Arena {
    /// The kinds of agents.
    pub kinds: Archetypes,
    /// The rules of every match.
    pub rules: Arc<Rules>,
    /// The levels made ready.
    pub levels: BTreeMap<Label, Arc<BakedLevel>>,
    /// How many play for each side.
    pub counts: BTreeMap<Label, u16>,
    /// What recordings tell of the data, by level; matches on levels that are not here are not recorded.
    pub manifests: BTreeMap<Label, DataManifest>,
}

impl Arena {
    /// Makes levels of a library ready for matches under these rules.
    ///
    /// # Errors
    /// All that keeps the minds or the levels from being used, each with its place in a file.
    pub fn new(library: &Library, levels: &[Label], rules: &Rules, sides: TeamSizes) -> Result<Self, Vec<Finding>> {
        let mut counts = BTreeMap::new();
        for (side, of_side) in &rules.sides {
            let told = if of_side.can_escape { sides.hunted } else { sides.hunters };
            counts.insert(*side, told.unwrap_or(of_side.count));
        }
        Ok(Self {
            kinds: Archetypes::load(library)?,
            rules: Arc::new(rules.clone()),
            levels: bake_levels(library, levels.iter().copied())?,
            counts,
            manifests: BTreeMap::new(),
        })
    }

    /// The setup of the match with this seed.
    pub fn setup(&self, seed: u64) -> MatchSetup {
        MatchSetup { seed, counts: self.counts.clone(), people: Vec::new() }
    }

    /// How many play who escape, or else of those who catch.
    pub(super) fn count(&self, escapes: bool) -> u16 {
        let of_kind = self.rules.sides.iter().filter(|(_, rules)| rules.can_escape == escapes);
        of_kind.filter_map(|(side, _)| self.counts.get(side)).sum()
    }

    /// After how many ticks a match that has not ended is broken off: its time limit and a second.
    pub(super) fn most_ticks(&self) -> u32 {
        ((self.rules.time_limit + 1.0) * self.rules.tick_rate as f32).ceil() as u32
    }
}
