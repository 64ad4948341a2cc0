//! What agents of a side can bring about in a level, at whichever of their places its items lie: the states of things, the items that they get hold of, and
//! so the uses that are ever possible. This is a relaxation, as planners use it: a state that was reached is never lost, and what one thing uses up is not
//! missing for another. So a use that is reported is impossible, and one that is not may still fail in a match. Whether places can be reached on foot is
//! checked with the navigation mesh.

use std::collections::{BTreeMap, BTreeSet};

use quarry_minds::protocol::{Label, label};

use crate::data::{
    level::{CellContent, Level},
    thing::{ThingSpec, ThingSpecs, ThingUse},
};

/// What is used up on the way to a state, by the kind of item.
type Spent = BTreeMap<Label, u8>;

/// What agents of one side can bring about, or those of all sides together.
pub(super) struct Attainable<'a> {
    level: &'a Level,
    specs: &'a ThingSpecs,
    side: Option<Label>,
    /// The items that they get hold of in every draw.
    items: BTreeSet<Label>,
    /// The states of the things that are placed, each with what one thing uses up on the way there that was found first.
    states: BTreeMap<(Label, Label), Spent>,
}

/// Why a use is never possible in a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum UseObstacle {
    /// None of this item lies there.
    Missing(Label),
    /// This item may lie where they cannot get at it, or is not for them.
    Concealed(Label),
    /// There are not as many of this item as have to be used up.
    TooFew(Label),
    /// The thing is never in a state in which it can be used so.
    State,
}

impl<'a> Attainable<'a> {
    /// What agents of a side, or those of all, can bring about in a level, if things start as their files say.
    pub(super) fn new(level: &'a Level, specs: &'a ThingSpecs, side: Option<Label>) -> Self {
        let gates = level.contents().filter_map(|held| match held {
            CellContent::Gate { name, .. } => Some((*name, label("locked"))),
            _ => None,
        });
        let starts = placed(level, specs).map(|(name, spec)| (name, spec.start)).chain(gates);
        let starts = starts.map(|start| (start, Spent::new()));
        let mut found = Self { level, specs, side, items: BTreeSet::new(), states: starts.collect() };
        while found.add_items() | found.add_states() | found.add_wired() {}
        found
    }

    /// Why they can never use a thing so; `None` if they can.
    pub(super) fn obstacle(&self, name: Label, of_use: &ThingUse) -> Option<UseObstacle> {
        if let Some(item) = of_use.needed().find(|item| !self.items.contains(item)) {
            let lies = self.level.items.get(&item).is_some_and(|count| *count > 0);
            return Some(if lies { UseObstacle::Concealed(item) } else { UseObstacle::Missing(item) });
        }
        let ways = of_use.from.iter().filter_map(|state| self.states.get(&(name, *state)));
        let lacks = |spent: &Spent| self.lacking(&with(spent, of_use));
        let mut lacking: Vec<Option<Label>> = ways.map(lacks).collect();
        lacking.sort_unstable();
        lacking.first().map_or(Some(UseObstacle::State), |least| least.map(UseObstacle::TooFew))
    }

    fn can(&self, of_use: &ThingUse) -> bool {
        self.side.is_none_or(|side| of_use.is_for(side))
    }

    /// Whether a thing or a gate ever gets into a state.
    pub(super) fn reaches(&self, name: Label, state: Label) -> bool {
        self.states.contains_key(&(name, state))
    }

    /// The first item of which more would be used up than there is.
    fn lacking(&self, spent: &Spent) -> Option<Label> {
        let enough = |item: &Label, count: u8| self.appears(*item) || self.level.items.get(item) >= Some(&count);
        spent.iter().find(|(item, count)| !enough(item, **count)).map(|(item, _)| *item)
    }

    /// Whether the rules of the game bring it into play, or a use that is possible gives it.
    fn appears(&self, item: Label) -> bool {
        let gives = |(name, spec): (&Label, &ThingSpec)| {
            let given = spec.uses.values().filter(|of_use| self.can(of_use) && of_use.gives.contains(&item));
            given.flat_map(|of_use| &of_use.from).any(|state| self.reaches(*name, *state))
        };
        self.specs.get(&item).is_some_and(|spec| spec.appears) || self.specs.iter().any(gives)
    }

    /// Adds the items that can be got at wherever they lie.
    fn add_items(&mut self) -> bool {
        let takes =
            |spec: &ThingSpec| spec.taken_by.is_empty() || self.side.is_none_or(|side| spec.taken_by.contains(&side));
        let laid = |item: Label| self.level.items.get(&item).is_some_and(|count| *count > 0);
        let specs = self.specs.iter().filter(|(_, spec)| spec.is_item() && takes(spec));
        let got = specs.filter(|(item, _)| self.appears(**item) || laid(**item) && self.is_open_everywhere(**item));
        let got: Vec<Label> = got.map(|(item, _)| *item).collect();
        let before = self.items.len();
        self.items.extend(got);
        self.items.len() > before
    }

    /// Whether every place of an item is open, or inside of something that can be opened.
    fn is_open_everywhere(&self, item: Label) -> bool {
        let holds =
            |cell: &&Vec<CellContent>| cell.iter().any(|held| matches!(held, CellContent::Item(name) if *name == item));
        let opens = |name: Label, spec: &ThingSpec| {
            spec.states.iter().any(|(state, of_state)| !of_state.conceals && self.reaches(name, *state))
        };
        self.level.legend.values().map(|entry| &entry.contains).filter(holds).all(|cell| {
            let around = cell.iter().find_map(|held| device(held, self.specs));
            around.is_none_or(|(name, spec)| opens(name, spec))
        })
    }

    /// Adds the states that uses, clocks and treading bring about.
    fn add_states(&mut self) -> bool {
        let mut added = Vec::new();
        for ((name, state), spent) in &self.states {
            let Some(spec) = self.specs.get(name) else { continue };
            let of_state = spec.states.get(state);
            let turn = of_state.and_then(|of_state| of_state.turns.as_ref()).map(|turn| turn.to);
            let tread = of_state.and_then(|of_state| of_state.trodden.as_ref());
            let tread = tread.filter(|tread| self.side.is_none_or(|side| tread.is_for(side))).map(|tread| tread.to);
            added.extend(turn.into_iter().chain(tread).map(|to| ((*name, to), spent.clone())));
            let uses = spec.uses.values().filter(|of_use| self.can(of_use) && of_use.from.contains(state));
            for of_use in uses.filter(|of_use| of_use.needed().all(|item| self.items.contains(&item))) {
                let spent = with(spent, of_use);
                if self.lacking(&spent).is_none() {
                    added.extend(of_use.to.map(|to| ((*name, to), spent)));
                }
            }
        }
        self.add(added)
    }

    /// Adds the states into which wires put things.
    fn add_wired(&mut self) -> bool {
        let live =
            self.level.wires.iter().filter(|wire| wire.when.iter().all(|(name, state)| self.reaches(*name, *state)));
        let added = live.flat_map(|wire| &wire.then).map(|(name, state)| ((*name, *state), Spent::new())).collect();
        self.add(added)
    }

    fn add(&mut self, states: Vec<((Label, Label), Spent)>) -> bool {
        let before = self.states.len();
        for (state, spent) in states {
            self.states.entry(state).or_insert(spent);
        }
        self.states.len() > before
    }
}

/// The devices that are placed in a level.
fn placed<'a>(level: &'a Level, specs: &'a ThingSpecs) -> impl Iterator<Item = (Label, &'a ThingSpec)> {
    level.contents().filter_map(|held| device(held, specs))
}

fn device<'a>(held: &CellContent, specs: &'a ThingSpecs) -> Option<(Label, &'a ThingSpec)> {
    let CellContent::Thing { name, .. } = held else { return None };
    specs.get(name).filter(|spec| !spec.is_item()).map(|spec| (*name, spec))
}

/// What is used up with a further use.
fn with(spent: &Spent, of_use: &ThingUse) -> Spent {
    let mut spent = spent.clone();
    for item in &of_use.consumes {
        *spent.entry(*item).or_default() += 1;
    }
    spent
}
