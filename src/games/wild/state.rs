//! The state of the wild: the time, who was born and who died of what, and what an animal is besides its body.

use std::collections::{BTreeMap, BTreeSet};

use bevy::{ecs::prelude::*, math::Vec3};
use quarry_minds::protocol::{AgentId, Label, label};
use rand_chacha::ChaCha8Rng;

use super::{
    schema::{heat_of, scent_of},
    wind::TurningWind,
};
use crate::{data::declare::labels, simulation::Numbers, world::Harm};

/// The state of the wild.
#[derive(Resource, Clone, Debug, Default)]
pub struct Wild {
    /// The days since the midnight before the match began.
    pub days: f32,
    /// By how many days a person has moved the sun.
    pub sun_moved: f32,
    /// The wind.
    pub(super) wind: Option<TurningWind>,
    /// The kinds of stock that grow in this season.
    pub(super) ripe: Vec<Label>,
    /// What animals gained in this tick.
    pub(super) gained: Vec<Gained>,
    /// The animals that are ready to mate and want to, and whether each is female.
    pub(super) courting: BTreeMap<AgentId, bool>,
    /// The matings of this tick.
    pub(super) matings: Vec<Mating>,
    /// The young that enter at the end of this tick.
    pub(super) births: Vec<Birth>,
    /// The animals that have grown up in this tick.
    pub(super) grown_up: Vec<AgentId>,
    /// The animals that have died in this tick.
    pub(super) died: Vec<AgentId>,
    /// The harm that a person did since the last tick.
    pub(super) done_by_hand: Vec<Harm>,
    /// The attacks of this tick.
    pub(super) attacks: Vec<Attack>,
    /// The number of attacks so far.
    pub(super) dangers: u32,
    /// The numbers of the match.
    pub numbers: Numbers,
    pub(super) species: BTreeMap<Label, SpeciesNames>,
    pub(super) chance: Option<ChaCha8Rng>,
    pub(super) names: WildNames,
}

/// An attack that those nearby sense.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Attack {
    pub by: AgentId,
    pub place: Vec3,
    /// The animal that died of it, and its species.
    pub killed: Option<(AgentId, Label)>,
}

/// What an animal gains by eating, drinking or sleeping.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Gained {
    pub agent: AgentId,
    pub verb: Label,
    pub gauge: Label,
    pub amount: f32,
}

/// Two animals that have mated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Mating {
    pub mother: AgentId,
    pub father: AgentId,
}

/// A young animal that is about to enter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Birth {
    pub mother: AgentId,
    pub father: AgentId,
}

/// The names of the numbers and smells of a species.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct SpeciesNames {
    pub scent: Label,
    pub heat: Label,
    pub alive: Label,
    pub births: Label,
    pub deaths: Label,
}

impl SpeciesNames {
    fn of(species: Label) -> Self {
        let named = |what: &str| label(&format!("{what}.{species}"));
        let (scent, heat) = (scent_of(species), heat_of(species));
        Self { scent, heat, alive: named("alive"), births: named("births"), deaths: named("deaths") }
    }
}

impl Wild {
    /// The state at the start of a match: nobody has entered yet. Numbers that may be counted later are there from the start.
    pub(super) fn new(species: impl Iterator<Item = Label>, causes: &BTreeSet<Label>, chance: ChaCha8Rng) -> Self {
        // No season has this list, so that the first one is begun.
        let mut wild = Self { ripe: vec![Label::default()], chance: Some(chance), ..Self::default() };
        for name in species {
            let of = SpeciesNames::of(name);
            for number in [of.alive, of.births, of.deaths] {
                wild.numbers.insert(number, 0.0);
            }
            for cause in causes {
                wild.numbers.insert(label(&format!("{}.{cause}", of.deaths)), 0.0);
            }
            wild.species.insert(name, of);
        }
        wild.numbers.insert(wild.names.day, 0.0);
        wild
    }

    /// Counts an animal that lives, by its species.
    pub(super) fn count_alive(&mut self, species: Label, change: f64) {
        if let Some(names) = self.species.get(&species) {
            *self.numbers.entry(names.alive).or_default() += change;
        }
    }

    /// Counts a birth.
    pub(super) fn count_birth(&mut self, species: Label) {
        if let Some(names) = self.species.get(&species) {
            *self.numbers.entry(names.births).or_default() += 1.0;
        }
    }

    /// Counts a death.
    pub(super) fn count_death(&mut self, species: Label, cause: Label) {
        self.count_alive(species, -1.0);
        if let Some(names) = self.species.get(&species).copied() {
            *self.numbers.entry(names.deaths).or_default() += 1.0;
            *self.numbers.entry(label(&format!("{}.{cause}", names.deaths))).or_default() += 1.0;
        }
    }

    /// The sex of the animal of a species that has entered last and is counted as alive: those of a species alternate, in the order in which
    /// they enter, and the first is female. Were each drawn, a species of a handful would sooner or later have males alone.
    pub(super) fn is_last_female(&self, species: Label) -> bool {
        let Some(names) = self.species.get(&species) else { return true };
        let entered = [names.alive, names.deaths].iter().filter_map(|number| self.numbers.get(number)).sum::<f64>();
        entered as u64 % 2 == 1
    }

    /// The living animals of all species.
    pub(super) fn alive(&self) -> f64 {
        self.species.values().filter_map(|names| self.numbers.get(&names.alive)).sum()
    }
}

/// What an animal is besides its body.
#[derive(Component, Clone, Debug, Default, PartialEq)]
pub struct Animal {
    /// Whether it is female.
    pub female: bool,
    /// Whether it is grown.
    pub grown: bool,
    /// Whether it is asleep.
    pub asleep: bool,
    /// The share by which it ages faster than its kind; slower, if negative.
    pub ages_faster: f32,
    /// Seconds until it can mate again.
    pub mating_rest: f32,
    /// Whether more of its kind live around it than it tolerates.
    pub crowded: bool,
    /// The goal that it pursues.
    pub goal: Option<Label>,
    /// What it has gained by eating since it took up that goal.
    pub eaten: f32,
    /// What it has gained by drinking since then.
    pub drunk: f32,
    /// What it has gained by sleep since then.
    pub slept: f32,
    /// The young it expects.
    pub expecting: Option<Expecting>,
    /// Its mother and its father; `None` for those that were there at the start.
    pub parents: Option<(AgentId, AgentId)>,
}

/// Young that are to be born.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Expecting {
    /// The father.
    pub father: AgentId,
    /// Seconds until the birth.
    pub seconds: f32,
}

labels! {
    /// The names that the wild uses on every tick.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub(super) struct WildNames {
        adult, age, asleep, blood, courting, cry, danger, day, dead, daylight, drink, drinking, drunk, eat, eaten, eating, expecting, female, health, kin, mate,
        mating, meat, parent, ready, sleep, slept, time_of_day, water, wounds, young,
    }
}
