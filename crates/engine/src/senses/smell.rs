//! Smelling: which stocks and which agents a nose reaches, and roughly where they are. It tells what smells, not which agent it is.
//!
//! A smell reaches a nose within the nose's range for it, which wind stretches downwind of the source and shortens upwind. Walls do not
//! stop smells, but none gets into or out of a hiding place. A nose sniffs at intervals, not in every tick.

use std::{
    collections::BTreeSet,
    hash::{Hash, Hasher},
};

use bevy::{
    ecs::{prelude::*, system::SystemParam},
    math::{Vec3, ops},
};
use quarry_minds::protocol::{
    AgentId, Digest, Label, MatchThreads, Percept, PerceptSource, Percepts, SignOrigin, SimulationClock, Subject,
};

use super::{
    acquaintances::Acquaintances,
    agent_snapshot::{AgentSnapshot, AgentSnapshots},
    hearing::audibility,
    setup::AgentSenses,
    words::PerceptNames,
};
use crate::{
    data::senses::Smell,
    world::{InPlay, SiteService, ThingState, Things, Wind},
};

/// The sense as minds name it: `sources: [sensed("smelt")]`.
pub const SMELT: &str = "smelt";

/// What an agent smells of: kinds of percepts, each with its strength, a factor on the ranges of noses from 0 (none) to 1. The game
/// gives it to agents, and changes only the strengths: a scent is recognised by its place in the list.
#[derive(Component, Clone, Debug, Default, PartialEq)]
pub struct Scents(pub Vec<(Label, f32)>);

/// Something that smells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Source {
    kind: Label,
    subject: Subject,
    /// The agent that smells; `None` for a stock.
    agent: Option<AgentId>,
    place: Vec3,
    /// The factor on the ranges of noses.
    strength: f32,
    state: Label,
    /// How much of a stock there is; the strength of the scent of an agent.
    amount: f32,
}

/// A source that a nose smells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Smelt {
    source: Source,
    distance: f32,
    confidence: f32,
}

/// What the nose reads of the world.
#[derive(SystemParam)]
pub(super) struct SmellContext<'w, 's> {
    clock: Res<'w, SimulationClock>,
    site: Res<'w, SiteService>,
    things: Res<'w, Things>,
    wind: Res<'w, Wind>,
    snapshots: Res<'w, AgentSnapshots>,
    words: Res<'w, PerceptNames>,
    scents: Query<'w, 's, &'static Scents>,
}

/// Lets every agent smell what is around it, on its own ticks.
pub(super) fn sniff(
    context: SmellContext,
    threads: Res<MatchThreads>,
    mut sources: Local<Vec<Source>>,
    mut parts: Local<Vec<Vec<Smelt>>>,
    mut agents: Query<(&AgentId, &AgentSenses, Option<&Acquaintances>, &mut Percepts), With<InPlay>>,
) {
    let sniffs = agents.iter_mut().filter_map(|(agent, kit, known, percepts)| {
        if kit.0.smell.ranges.is_empty() || !context.clock.is_turn_of(*agent, context.clock.ticks(kit.0.smell.interval))
        {
            return None;
        }
        let observer = context.snapshots.get(*agent).filter(|observer| observer.concealment.is_none())?;
        Some((Nose { observer, smell: &kit.0.smell, known, wind: *context.wind }, percepts))
    });
    let mut sniffs: Vec<_> = sniffs.collect();
    if sniffs.is_empty() {
        return;
    }
    sources.clear();
    let kinds: BTreeSet<Label> = sniffs.iter().flat_map(|(nose, _)| nose.smell.ranges.keys().copied()).collect();
    context.find_stocks(&kinds, &mut sources);
    context.find_agents(&kinds, &mut sources);
    let sense = PerceptSource::Sensed(context.words.smelt);
    threads.for_each(&mut sniffs, &mut parts, |found, (nose, percepts)| {
        nose.sniff(&sources, found);
        percepts.0.extend(found.iter().map(|smelt| nose.percept(smelt, sense)));
    });
}

impl SmellContext<'_, '_> {
    /// The stocks of these kinds.
    fn find_stocks(&self, kinds: &BTreeSet<Label>, sources: &mut Vec<Source>) {
        let things = self.site.0.built.things.iter().chain(&self.things.appeared);
        sources.extend(things.filter(|thing| kinds.contains(&thing.name)).filter_map(|thing| {
            let Some(ThingState::Stock(stock)) = self.things.state(thing.id) else { return None };
            (stock.amount > 0.0).then_some(Source {
                kind: thing.name,
                subject: Subject::Thing(thing.id),
                agent: None,
                place: thing.entry,
                strength: 1.0,
                state: self.words.lying,
                amount: stock.amount,
            })
        }));
    }

    /// What agents in the open smell of, of these kinds.
    fn find_agents(&self, kinds: &BTreeSet<Label>, sources: &mut Vec<Source>) {
        for agent in self.snapshots.all().iter().filter(|agent| agent.concealment.is_none()) {
            let Ok(scents) = self.scents.get(agent.entity) else { continue };
            let smells = |(kind, strength): &(Label, f32)| *strength > 0.0 && kinds.contains(kind);
            let given_off = scents.0.iter().enumerate().filter(|(_, scent)| smells(scent));
            sources.extend(given_off.map(|(index, &(kind, strength))| Source {
                kind,
                subject: Subject::sign(SignOrigin::Smell, (index as u32) << 16 | u32::from(agent.agent.0)),
                agent: Some(agent.agent),
                place: agent.place,
                strength,
                state: Label::default(),
                amount: strength,
            }));
        }
    }
}

/// The nose of an agent in a tick.
struct Nose<'a> {
    observer: &'a AgentSnapshot,
    smell: &'a Smell,
    known: Option<&'a Acquaintances>,
    wind: Wind,
}

impl Nose<'_> {
    /// Finds the strongest sources of each smell.
    fn sniff(&self, sources: &[Source], found: &mut Vec<Smelt>) {
        found.clear();
        let farthest = self.smell.ranges.values().copied().fold(0.0, f32::max) * (1.0 + self.wind.0.length());
        let farthest = farthest * self.observer.attention.hearing;
        for source in sources {
            let offset = self.observer.place - source.place;
            if offset.length_squared() > farthest * farthest {
                continue;
            }
            let Some((_, range)) = self.smell.ranges.iter().find(|(kind, _)| **kind == source.kind) else { continue };
            let range = range * source.strength * self.observer.attention.hearing * self.wind.carries(offset);
            let distance = offset.length();
            let Some(confidence) = audibility(range, distance) else { continue };
            if !self.passes_over(source) {
                self.keep(Smelt { source: *source, distance, confidence }, found);
            }
        }
    }

    /// Whether the source is the agent itself or an acquaintance, which smells familiar.
    fn passes_over(&self, source: &Source) -> bool {
        source.agent.is_some_and(|agent| {
            agent == self.observer.agent || self.known.is_some_and(|known| known.get(agent).is_some())
        })
    }

    /// Adds a source, or lets it replace the weakest of its kind if there are enough.
    fn keep(&self, smelt: Smelt, found: &mut Vec<Smelt>) {
        let same = |other: &&mut Smelt| other.source.kind == smelt.source.kind;
        if found.iter_mut().filter(same).count() < usize::from(self.smell.most_sources) {
            return found.push(smelt);
        }
        let weakest = found.iter_mut().filter(same).min_by(|a, b| a.confidence.total_cmp(&b.confidence));
        if let Some(weakest) = weakest.filter(|weakest| weakest.confidence < smelt.confidence) {
            *weakest = smelt;
        }
    }

    fn percept(&self, smelt: &Smelt, sense: PerceptSource) -> Percept {
        let Smelt { source, distance, confidence } = *smelt;
        let error = self.smell.min_error.max(distance * self.smell.error_per_metre);
        let place = source.place + self.astray(source.subject) * error;
        let felt = Percept::felt(source.kind, source.subject, place, error);
        Percept { state: source.state, amount: source.amount, confidence, source: sense, ..felt }
    }

    /// A point of the unit disc: how far off this nose is with this subject, as a share of the largest error. It is always the same for
    /// the two, so that the place does not jump about from sniff to sniff, and comes true as the nose comes near.
    fn astray(&self, subject: Subject) -> Vec3 {
        let mut hash = Digest::default();
        (self.observer.agent, subject).hash(&mut hash);
        let bits = hash.finish();
        let share = |shift: u32| ((bits >> shift) & 0xffff) as f32 / 65_536.0;
        let (sin, cos) = ops::sin_cos(share(8) * std::f32::consts::TAU);
        Vec3::new(cos, 0.0, sin) * share(32).sqrt()
    }
}
