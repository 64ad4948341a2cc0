//! A game, as the engine knows it: rules that plug into a match, and a description of its data and of the numbers it keeps.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Debug,
    sync::Arc,
};

use bevy::{app::App, ecs::prelude::*};
use quarry_minds::protocol::{AgentId, Label, MatchEvent, QuantisedPoint, label};

use super::{
    arrivals::Arrival,
    begin::MatchSetup,
    build_request::{BuildAnswer, BuildRequest},
    faults::Detector,
    retune::Intervention,
};
use crate::{
    data::{GameSchema, GameSection, rules::Rules},
    world::Site,
};

/// A game. The rooms below know it by this trait; `src/cli` lists all games.
///
/// Adding a game: `docs/new-game.md`.
pub trait Game: Debug + Send + Sync + 'static {
    /// Its name, and what it adds to the data files.
    fn schema(&self) -> &'static GameSchema;

    /// Adds its systems: rules to [`crate::world::WorldSystems::Judge`], uses with [`crate::world::add_uses`]. A match ends when
    /// one of them sets the outcome of [`crate::world::MatchState`].
    fn plugin(&self, app: &mut App);

    /// The rules of a match with these numbers of agents, where they depend on the numbers.
    fn rules_for(&self, rules: &Arc<Rules>, _counts: &BTreeMap<Label, u16>) -> Arc<Rules> {
        rules.clone()
    }

    /// Prepares a match: inserts its own resources and places items. The world holds what [`crate::world::install`] inserts; the
    /// agents are not spawned yet.
    fn begin(&self, _world: &mut World, _start: &MatchStart<'_>) {}

    /// Gives an agent that has just been spawned the components of the game. The arrival says who it is; the roster does not hold it
    /// yet.
    fn equip(&self, _world: &mut World, _agent: Entity, _arrival: &Arrival) {}

    /// The numbers of the match so far, by name.
    fn numbers(&self, _world: &World) -> Numbers {
        Numbers::default()
    }

    /// The detectors of faults that it adds to those of the lab; its schema names them in the same order.
    fn detectors(&self) -> &'static [Detector] {
        &[]
    }

    /// How results, tables and comparisons show outcomes and numbers.
    fn results(&self) -> &'static ResultSpec {
        &ResultSpec::PLAIN
    }

    /// The name under which statistics count an event of this game; `None` for events that are not counted.
    fn count(&self, _event: &MatchEvent) -> Option<&'static str> {
        None
    }

    /// What a map of the match marks where an event happened, and where; `None` for events without a mark.
    fn marker(&self, _event: &MatchEvent) -> Option<(Label, QuantisedPoint)> {
        None
    }

    /// How a person may intervene in a running match; [`InterventionSpec::of_rules`] gives those that match its rules.
    fn interventions(&self) -> &'static [InterventionSpec] {
        &[]
    }

    /// Intervenes between two ticks. What the intervention needs is there, and a place lies on walkable ground.
    ///
    /// # Errors
    /// Why it is not possible now. The world is then unchanged.
    fn intervene(&self, _world: &mut World, wanted: &Intervention) -> Result<(), String> {
        Err(format!("this game knows no intervention `{}`", wanted.what))
    }

    /// Takes changed rules over into a running match, where the game keeps a copy of a part of them. Returns what changes only in the next
    /// match, as a sentence without a full stop.
    fn take_over_rules(&self, _world: &mut World, _new: &Rules) -> Option<String> {
        None
    }

    /// Switches an action of an agent without a mind on or off, such as a recipe of its planner. Returns a sentence for each goal that can no
    /// longer be reached; `None` if the agent has no such action.
    fn switch(&self, _world: &mut World, _agent: AgentId, _action: Label, _on: bool) -> Option<Vec<String>> {
        None
    }

    /// The actions that [`Self::switch`] knows.
    fn recipes(&self, _rules: &Rules) -> Vec<Label> {
        Vec::new()
    }

    /// The build order that reaches a goal from the start of a catalogue, outside of a match.
    ///
    /// # Errors
    /// What is wrong with the request: an unknown name, or that this game has no catalogue.
    fn plan_build_order(&self, _catalogue: &GameSection, _wanted: &BuildRequest) -> Result<BuildAnswer, String> {
        Err("this game has no catalogue".to_owned())
    }

    /// Visits the state of the game that must be deterministic: resources, and the components of an agent.
    fn visit_state(&self, _world: &World, _agent: Option<Entity>, _visit: &mut dyn FnMut(&'static str, &dyn Debug)) {}
}

/// A way in which a person may intervene.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InterventionSpec {
    /// Its name in commands. With a `*`, as in `place_*`, it stands for one intervention for each side of the rules.
    pub name: &'static str,
    /// Its title in the window; a `*` in it is the side.
    pub title: &'static str,
    /// What it needs.
    pub needs: InterventionNeeds,
}

impl InterventionSpec {
    /// These interventions under some rules: one for each side in place of one for all sides.
    pub fn of_rules(all: &[Self], rules: &Rules) -> Vec<Self> {
        let of_side =
            |spec: &Self, side: Label| Self { name: fill(spec.name, side), title: fill(spec.title, side), ..*spec };
        let expanded = all.iter().flat_map(|spec| match spec.name.contains('*') {
            true => rules.sides.keys().map(|side| of_side(spec, *side)).collect(),
            false => vec![*spec],
        });
        expanded.collect()
    }
}

/// A text with a word in place of its `*`.
fn fill(text: &str, word: Label) -> &'static str {
    label(&text.replace('*', word.as_str())).as_str()
}

/// What an intervention needs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum InterventionNeeds {
    /// An agent in play.
    Agent,
    /// A place on walkable ground.
    Place,
    /// A number in this range.
    Amount(f32, f32),
    /// Nothing.
    Nothing,
    /// An agent in play, and what else the game says. A page of the game offers it, not the panel of interventions.
    Details,
}

/// The game of a world.
#[derive(Resource, Clone, Debug)]
pub struct GameService(pub Arc<dyn Game>);

/// What a match begins with.
pub struct MatchStart<'a> {
    /// The level.
    pub site: &'a Arc<Site>,
    /// The rules.
    pub rules: &'a Arc<Rules>,
    /// The parameters of the match.
    pub setup: &'a MatchSetup,
    /// The number of agents of each side.
    pub counts: BTreeMap<Label, u16>,
}

/// Named numbers of a match. Names are lower case, with dots between their parts: `points.red`.
pub type Numbers = BTreeMap<Label, f64>;

/// The outcome of a match that did not end by its rules.
pub const BROKEN: &str = "broken";

/// How results, tables and comparisons show the outcomes and numbers of a game.
#[derive(Debug, PartialEq, Eq)]
pub struct ResultSpec {
    /// The outcomes of a match, in the order of tables. Outcomes that are not listed only appear match by match.
    pub outcomes: &'static [OutcomeSpec],
    /// The numbers, in the order of tables; [`ResultSpec::scores_of`] gives those of matches. Numbers that are not listed only appear match
    /// by match.
    pub scores: &'static [ScoreSpec],
    /// The names under which [`Game::count`] counts events: every result has them, also where nothing was counted.
    pub counted: &'static [&'static str],
    /// The two opposing sides that tournaments are about, if there are two.
    pub contest: Option<[ContestSide; 2]>,
}

impl ResultSpec {
    /// No outcomes and no numbers.
    pub const PLAIN: Self = Self { outcomes: &[], scores: &[], counted: &[], contest: None };

    /// The outcomes with which the opposing sides win.
    pub fn wins(&self) -> impl Iterator<Item = &'static OutcomeSpec> + use<> {
        self.outcomes.iter().filter(|outcome| outcome.share_field.is_some())
    }

    /// The scores of matches that have these numbers: one for each number in place of a score for all that its name matches.
    pub fn scores_of<'n>(&self, numbers: impl IntoIterator<Item = &'n Label, IntoIter: Clone>) -> Vec<ScoreSpec> {
        let numbers = numbers.into_iter();
        let expanded = self.scores.iter().flat_map(|score| match score.name.ends_with('*') {
            false => vec![*score],
            true => {
                let ends = numbers.clone().filter_map(|number| score.end_of(number.as_str()));
                let ends = ends.collect::<BTreeSet<_>>().into_iter().map(label);
                ends.map(|end| ScoreSpec { name: fill(score.name, end), title: fill(score.title, end), ..*score })
                    .collect()
            }
        });
        expanded.collect()
    }

    /// The numbers that are part of another: tables show them as shares.
    pub fn shares(&self) -> impl Iterator<Item = &'static ScoreSpec> + use<> {
        self.scores.iter().filter(|score| score.part_of.is_some())
    }
}

/// An outcome of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutcomeSpec {
    /// Its name in every match.
    pub name: &'static str,
    /// Its title in tables.
    pub title: &'static str,
    /// The JSON field with the number of matches that ended so.
    pub count_field: &'static str,
    /// The JSON field with the share of matches that ended so; `None` for outcomes that nobody wins.
    pub share_field: Option<&'static str>,
}

impl OutcomeSpec {
    /// An outcome with which a side wins.
    pub const fn won(name: &'static str, title: &'static str, count_field: &'static str, share: &'static str) -> Self {
        Self { name, title, count_field, share_field: Some(share) }
    }

    /// An outcome that no side wins, or that is not counted as a win.
    pub const fn other(name: &'static str, title: &'static str, count_field: &'static str) -> Self {
        Self { name, title, count_field, share_field: None }
    }
}

/// A number of a match that tables and comparisons show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoreSpec {
    /// Its name among the numbers, and the name of its JSON field. With a `*` as its last part, as in `alive.*`, it is a score for each number
    /// that the match has in its place; such a score is a plain number.
    pub name: &'static str,
    /// Its title in tables; a `*` in it is what stands for the `*` of the name.
    pub title: &'static str,
    /// The number that it is a part of; tables then show a share. `None` for a plain number.
    pub part_of: Option<&'static str>,
    /// The JSON field and the title of this share among the measures; `None` to leave it out there.
    pub measure: Option<(&'static str, &'static str)>,
}

impl ScoreSpec {
    /// A plain number.
    pub const fn number(name: &'static str, title: &'static str) -> Self {
        Self { name, title, part_of: None, measure: None }
    }

    /// Whether it is the score of this number, or stands for it with its `*`.
    pub fn stands_for(&self, number: &str) -> bool {
        self.name == number || self.end_of(number).is_some()
    }

    /// What a number has in place of the `*`.
    fn end_of<'n>(&self, number: &'n str) -> Option<&'n str> {
        number.strip_prefix(self.name.strip_suffix('*')?).filter(|end| !end.contains('.'))
    }
}

/// One of two opposing sides, which a tournament counts the wins of. Where teams swap sides, these are the sides, not the teams.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ContestSide {
    /// The side, as the rules name it.
    pub side: &'static str,
    /// The side in the plural: the outcome with which it wins a match without rounds, and its option on the command line.
    pub plural: &'static str,
    /// The number of a match that counts the rounds this side won; `None` in a game without rounds.
    pub rounds_won: Option<&'static str>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_for_all_is_one_for_each_number_of_the_match() {
        const RESULTS: ResultSpec = ResultSpec {
            scores: &[ScoreSpec::number("alive.*", "* alive"), ScoreSpec::number("days", "days")],
            ..ResultSpec::PLAIN
        };
        let numbers = ["alive.hare", "alive.owl", "alive.owl.old", "days", "lost"].map(label);
        let scores = RESULTS.scores_of(&numbers);
        let shown: Vec<_> = scores.iter().map(|score| (score.name, score.title)).collect();
        assert_eq!(shown, [("alive.hare", "hare alive"), ("alive.owl", "owl alive"), ("days", "days")]);
    }
}
