//! What all matches of a run share: minds, rules, baked levels and team sizes. Threads share it read-only.

use std::{collections::BTreeMap, sync::Arc};

use super::recording::DataManifest;
use crate::{
    data::{Finding, Library, rules::Rules},
    motion::navigation::BakedLevel,
    protocol::Label,
    simulation::{Archetypes, MatchSetup, bake_levels},
};

/// Team sizes that override the rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TeamSizes {
    /// The number of hunters; `None` as in the rules.
    pub hunters: Option<u16>,
    /// The number of hunted; `None` as in the rules.
    pub hunted: Option<u16>,
}

/// What matches share.
pub struct Arena {
    /// The kinds of agents.
    pub kinds: Archetypes,
    /// The rules of every match.
    pub rules: Arc<Rules>,
    /// The baked levels.
    pub levels: BTreeMap<Label, Arc<BakedLevel>>,
    /// The number of agents of each side.
    pub counts: BTreeMap<Label, u16>,
    /// The data that recordings name, by level; matches on other levels are not recorded.
    pub manifests: BTreeMap<Label, DataManifest>,
}

impl Arena {
    /// Compiles the minds and bakes the levels for matches with these rules.
    ///
    /// # Errors
    /// Every error in the minds and levels, each with its position in a file.
    pub fn new(library: &Library, levels: &[Label], rules: &Rules, sides: TeamSizes) -> Result<Self, Vec<Finding>> {
        let mut counts = BTreeMap::new();
        for (side, of_side) in &rules.sides {
            let size = if of_side.can_escape { sides.hunted } else { sides.hunters };
            counts.insert(*side, size.unwrap_or(of_side.count));
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

    /// The number of agents on the sides that escape, or on those that do not.
    pub(super) fn count(&self, escapes: bool) -> u16 {
        let of_kind = self.rules.sides.iter().filter(|(_, rules)| rules.can_escape == escapes);
        of_kind.filter_map(|(side, _)| self.counts.get(side)).sum()
    }

    /// A match that runs this many ticks is broken off: its time limit and one second.
    pub(super) fn max_ticks(&self) -> u32 {
        ((self.rules.time_limit + 1.0) * self.rules.tick_rate as f32).ceil() as u32
    }
}
