//! The options shared by all subcommands that play matches.

use std::{collections::BTreeMap, path::PathBuf};

use clap::Args;
use quarry_minds::protocol::{Label, label};
use quarry_minds::schema::brain::BrainChoice;
use quarry_ron::finding::suggestion;

use super::{CliError, brains::BrainOptions, games::game_of, team_sizes::TeamSizes};
use crate::data::Library;
use crate::data::level::Level;
use crate::data::rules::{Rules, SideRules};
use crate::lab::recording::{DataManifest, MAX_AGENTS_PER_SIDE};
use crate::lab::{Arena, RunPlan};
use crate::simulation::{SwitchedOff, check_switched_off, compile_brains};

fn positive_seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds: &f64| seconds.is_finite() && *seconds > 0.0);
    seconds.ok_or_else(|| "expected a number of seconds above 0".to_owned())
}

/// Which matches are played.
#[derive(Args, Debug, Clone)]
pub struct MatchArgs {
    /// The level: a name in levels/GAME/, may be repeated; "all" is every level for this number of agents
    #[arg(long = "level", value_name = "NAME", default_value = "all")]
    levels: Vec<String>,
    /// The number of matches on each level
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    matches: u64,
    /// The random seed of the first match; each further match uses the next number
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// The number of matches to play in parallel [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    #[command(flatten)]
    sizes: TeamSizes<MAX_AGENTS_PER_SIDE>,
    #[command(flatten)]
    brains: BrainOptions,
    /// Switch a goal, an action or a recipe off for all agents of a side, or of all sides; may be repeated
    #[arg(long = "switch-off", value_name = "[SIDE=]NAME")]
    switched_off: Vec<String>,
    /// The rules: a name in assets/GAME/rules/
    #[arg(long, value_name = "NAME", default_value = "standard")]
    rules: String,
    /// Keep the numbers of the game every N seconds of game time: "series" in --json and --out, curves in the page of "report"
    #[arg(long, value_name = "N", value_parser = positive_seconds)]
    series: Option<f64>,
    /// Append each match to this file as it ends; an interrupted run continues from it
    #[arg(long, value_name = "FILE.jsonl")]
    pub out: Option<PathBuf>,
}

impl MatchArgs {
    /// The levels to play on.
    pub fn levels(&self, library: &Library) -> Result<Vec<Label>, CliError> {
        if self.levels.iter().any(|name| name == "all") {
            let agents = self.agents(library)?;
            let fits = |(_, level): &(&Label, &Level)| level.min_agents <= agents;
            return Ok(library.levels.iter().filter(fits).map(|(name, _)| *name).collect());
        }
        let mut levels = Vec::new();
        for name in &self.levels {
            let (level, _) = library.level(name).map_err(CliError::new)?;
            if !levels.contains(&level) {
                levels.push(level);
            }
        }
        Ok(levels)
    }

    /// The number of agents in a match.
    fn agents(&self, library: &Library) -> Result<u16, CliError> {
        let rules = self.rules(library)?;
        let sizes = self.sizes.of(&*game_of(library)?, rules)?;
        let count = |(name, side): (&Label, &SideRules)| sizes.get(name).copied().unwrap_or(side.count);
        Ok(rules.sides.iter().map(count).fold(0, u16::saturating_add))
    }

    /// Prepares the rules, levels and minds of these matches.
    pub fn arena(&self, library: &Library) -> Result<Arena, CliError> {
        self.arena_on(library, &self.levels(library)?)
    }

    /// As [`Self::arena`], without levels.
    pub fn arena_without_levels(&self, library: &Library) -> Result<Arena, CliError> {
        self.arena_on(library, &[])
    }

    fn arena_on(&self, library: &Library, levels: &[Label]) -> Result<Arena, CliError> {
        let (game, rules) = (game_of(library)?, self.rules(library)?);
        let sizes = self.sizes.of(&*game, rules)?;
        let brains = self.brains.of(library, rules)?;
        let arena = Arena::new(&game, library, levels, rules, &sizes).map_err(CliError::from_findings)?;
        // A brain file that does not compile is missing among the kinds.
        let is_missing = |(group, choice): (&Label, &BrainChoice)| {
            let kind = rules.sides.get(group).map_or(*group, |side| side.agent);
            let kind = arena.kinds.shared.get(&kind);
            kind.is_some_and(|kind| choice.0.iter().any(|one| kind.brain_for(*one).is_none()))
        };
        if rules.brains.iter().chain(&brains).any(is_missing) {
            compile_brains(library).map_err(CliError::from_findings)?;
        }
        let switched_off = self.switched_off(rules)?;
        check_switched_off(&switched_off, &arena.kinds, &*game, rules)
            .map_err(|error| CliError::new(format!("--switch-off: {error}")))?;
        Ok(Arena { series_interval: self.series, brains, switched_off, ..arena })
    }

    /// What is switched off, by side.
    fn switched_off(&self, rules: &Rules) -> Result<SwitchedOff, CliError> {
        let mut off = SwitchedOff::new();
        for text in &self.switched_off {
            let (side, name) = text.split_once('=').map_or((None, text.as_str()), |(side, name)| (Some(side), name));
            let sides: Vec<Label> =
                rules.sides.keys().copied().filter(|known| side.is_none_or(|side| known.as_str() == side)).collect();
            if sides.is_empty() {
                let known = rules.sides.keys().map(|side| side.as_str());
                let help = suggestion(side.unwrap_or_default(), known).unwrap_or_default();
                return Err(CliError::new(format!("--switch-off {text}: unknown side; {help}")));
            }
            for side in sides {
                off.entry(side).or_default().insert(label(name));
            }
        }
        Ok(off)
    }

    /// The rules of the matches.
    pub fn rules<'l>(&self, library: &'l Library) -> Result<&'l Rules, CliError> {
        library.rules(&self.rules).map(|(_, rules)| rules).map_err(CliError::new)
    }

    /// The data manifests for recordings of these matches, by level.
    pub fn data_manifests(&self, library: &Library, levels: &[Label]) -> BTreeMap<Label, DataManifest> {
        levels
            .iter()
            .map(|level| (*level, DataManifest::for_match(library, *level, label(&self.rules), None)))
            .collect()
    }

    /// The matches of a shard of the run on these levels.
    pub fn plan(&self, levels: &[Label], shard: (usize, usize)) -> RunPlan {
        RunPlan { levels: levels.to_vec(), seed: self.seed, matches: self.matches, shard }
    }

    /// The digest of a set of data together with the number of players, which is in no file.
    pub fn data_digest(&self, data: impl std::fmt::Display, arena: &Arena) -> String {
        let counts: Vec<String> = arena.counts.iter().map(|(side, count)| format!("{side}={count}")).collect();
        let brains: String = arena.brains.iter().map(|(group, choice)| format!(" brain:{group}={choice}")).collect();
        let off: String = self.switched_off.iter().map(|name| format!(" off:{name}")).collect();
        format!("{data} {} rules={}{brains}{off}", counts.join(" "), self.rules)
    }

    /// The number of matches to play in parallel.
    pub fn jobs(&self) -> usize {
        self.jobs.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from)
    }
}
