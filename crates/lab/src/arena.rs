//! What all matches of a run share: minds, rules, baked levels and team sizes. Threads share it read-only.

use std::{collections::BTreeMap, sync::Arc};

use bevy::ecs::world::World;
use quarry_minds::protocol::{Label, label};
use quarry_minds::schema::brain::BrainChoice;
use quarry_ron::Finding;

use super::{faults::Watch, recording::DataManifest};
use quarry_engine::data::Library;
use quarry_engine::data::rules::Rules;
use quarry_engine::motion::navigation::BakedLevel;
use quarry_engine::simulation::{Archetypes, Game, MatchSetup, SwitchedOff, bake_levels};
use quarry_engine::world::MatchRules;

/// What matches share.
#[derive(Clone)]
pub struct Arena {
    /// The game.
    pub game: Arc<dyn Game>,
    /// The kinds of agents.
    pub kinds: Archetypes,
    /// The rules of every match.
    pub rules: Arc<Rules>,
    /// The baked levels.
    pub levels: BTreeMap<Label, Arc<BakedLevel>>,
    /// The number of agents of each side.
    pub counts: BTreeMap<Label, u16>,
    /// What chooses the actions of agents, by side or kind of agent, where it differs from the rules.
    pub brains: BTreeMap<Label, BrainChoice>,
    /// What the minds and planners of a side do without.
    pub switched_off: SwitchedOff,
    /// The data that recordings name, by level; matches on other levels are not recorded.
    pub manifests: BTreeMap<Label, DataManifest>,
    /// The time between two values of the time series of a match, in seconds of game time; `None` for no series.
    pub series_interval: Option<f64>,
    /// The number of threads that one match uses.
    pub threads: usize,
    /// Whether matches are measured: see [`super::Measures`]. It costs a few percent of the time.
    pub measured: bool,
    /// The detectors that watch for faults; none to watch for nothing.
    pub watches: Vec<Watch>,
}

impl Arena {
    /// Compiles the minds and bakes the levels for matches of a game with these rules. `sizes` overrides their number of agents.
    ///
    /// # Errors
    /// Every error in the minds and levels, each with its position in a file.
    pub fn new(
        game: &Arc<dyn Game>,
        library: &Library,
        levels: &[Label],
        rules: &Rules,
        sizes: &BTreeMap<Label, u16>,
    ) -> Result<Self, Vec<Finding>> {
        Ok(Self {
            game: game.clone(),
            kinds: Archetypes::load(library)?,
            rules: Arc::new(rules.clone()),
            levels: bake_levels(library, levels.iter().copied())?,
            counts: sizes.clone(),
            brains: BTreeMap::new(),
            switched_off: SwitchedOff::new(),
            manifests: BTreeMap::new(),
            series_interval: None,
            threads: 1,
            measured: true,
            watches: Vec::new(),
        })
    }

    /// The same arena with other brains. Its matches are not recorded.
    pub fn with_brains(&self, brains: BTreeMap<Label, BrainChoice>) -> Self {
        Self { brains, manifests: BTreeMap::new(), ..self.clone() }
    }

    /// The name of the game.
    pub fn game_name(&self) -> Label {
        label(self.game.schema().name)
    }

    /// The setup of the match with this seed.
    pub fn setup(&self, seed: u64) -> MatchSetup {
        let (counts, brains) = (self.counts.clone(), self.brains.clone());
        MatchSetup { seed, counts, people: Vec::new(), brains, switched_off: self.switched_off.clone() }
    }
}

/// A match that runs this many ticks is broken off: its time limit and one second.
pub(super) fn max_ticks(world: &World) -> u32 {
    let of_rules = |rules: &MatchRules| ((rules.0.time_limit + 1.0) * rules.0.tick_rate as f32).ceil() as u32;
    world.get_resource::<MatchRules>().map_or(0, of_rules)
}
