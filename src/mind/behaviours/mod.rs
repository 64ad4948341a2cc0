//! Behaviours: what carries actions out. They are registered by name, configured by data, and post requests on the
//! blackboard; they know what the mind knows and nothing more.
//!
//! Must not know: goals, plans, the world.

mod cut_off;
mod flee;
mod go_to;
mod ground;
mod hide;
mod investigate;
mod linger;
mod parameters;
mod search;
mod use_thing;
mod visit;
mod walk;
mod weapons;

use std::{collections::BTreeMap, fmt, sync::Arc};

use bevy::{ecs::prelude::*, math::Vec3};
use rand_chacha::ChaCha8Rng;

pub use parameters::{BehaviourSettings, Parameter, ParameterRange, ParameterValue};
pub use walk::WalkTo;

use super::{
    memory::WorkingMemory,
    queries::{MemoryQuery, MemoryView},
};
use crate::protocol::{Blackboard, FailReason, Label, SelfSense, Subject, Terrain, label};

/// How far a behaviour has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// More is to come.
    Running,
    /// It did what it was for.
    Done,
    /// It cannot go on.
    Failed(FailReason),
}

/// All that a behaviour may look at and act on.
pub struct BehaviourContext<'a> {
    /// What is remembered.
    pub memory: &'a mut WorkingMemory,
    /// The own body.
    pub sense: &'a SelfSense,
    /// The ground.
    pub terrain: &'a dyn Terrain,
    /// Where requests are posted.
    pub board: &'a mut Blackboard,
    /// The agent's own stream of chance.
    pub chance: &'a mut ChaCha8Rng,
    /// The mind's queries, for parameters that name one.
    pub queries: &'a [MemoryQuery],
    /// What the action is about.
    pub target: Option<Subject>,
    /// The length of a tick in seconds.
    pub dt: f32,
    /// Seconds since the action began.
    pub elapsed: f32,
}

impl BehaviourContext<'_> {
    /// The mind's view of its memory.
    pub fn view(&self) -> MemoryView<'_> {
        MemoryView {
            queries: self.queries,
            memory: self.memory,
            sense: self.sense,
            terrain: self.terrain,
            current_target: self.target,
            goal_age: 0.0,
        }
    }

    /// Where the target is believed to be.
    pub fn target_place(&self) -> Option<Vec3> {
        self.target.and_then(|target| self.memory.whereabouts(target))
    }

    /// Where the members of a query are believed to be; nowhere without a query.
    pub fn places_of(&self, query: Option<usize>) -> Vec<Vec3> {
        query.map(|query| self.view().members(query).map(|fact| fact.estimate).collect()).unwrap_or_default()
    }

    /// Whether the body is inside something that hides it.
    pub fn is_inside(&self) -> bool {
        self.sense.get(self.memory.settings().data.hiding.reading).unwrap_or(0.0) > 0.0
    }
}

/// One run of a behaviour.
pub trait RunningBehaviour: Send + Sync {
    /// Goes on for a tick. The first call begins it. When it is broken off, the executer takes its requests back.
    fn tick(&mut self, context: &mut BehaviourContext) -> Progress;

    /// Where it is heading, for whoever watches; `None` where that has no place.
    fn heading(&self) -> Option<Vec3> {
        None
    }
}

/// A way to carry out an action.
pub trait Behaviour: Send + Sync {
    /// By which data names it.
    fn name(&self) -> &'static str;

    /// What it does, in a sentence.
    fn summary(&self) -> &'static str;

    /// What data may set.
    fn parameters(&self) -> &'static [Parameter];

    /// Begins a run.
    fn start(&self, settings: &BehaviourSettings) -> Box<dyn RunningBehaviour>;
}

/// The behaviours by name.
#[derive(Resource, Clone)]
pub struct Behaviours(BTreeMap<Label, Arc<dyn Behaviour>>);

impl Default for Behaviours {
    fn default() -> Self {
        let mut all = Self(BTreeMap::new());
        let shipped: [Arc<dyn Behaviour>; 16] = [
            Arc::new(go_to::GoToBehaviour),
            Arc::new(use_thing::UseBehaviour),
            Arc::new(weapons::StrikeBehaviour),
            Arc::new(weapons::ThrowBehaviour),
            Arc::new(ground::PatrolBehaviour),
            Arc::new(ground::ExploreBehaviour),
            Arc::new(search::SearchBehaviour),
            Arc::new(investigate::InvestigateBehaviour),
            Arc::new(hide::HideBehaviour),
            Arc::new(flee::FleeBehaviour),
            Arc::new(linger::WaitBehaviour),
            Arc::new(cut_off::CutOffBehaviour),
            Arc::new(linger::GuardBehaviour),
            Arc::new(linger::LurkBehaviour),
            Arc::new(linger::ScanBehaviour),
            Arc::new(go_to::PassBehaviour),
        ];
        for behaviour in shipped {
            all.register(behaviour);
        }
        all
    }
}

impl Behaviours {
    /// Registers a behaviour, in place of any of the same name.
    pub fn register(&mut self, behaviour: Arc<dyn Behaviour>) {
        self.0.insert(label(behaviour.name()), behaviour);
    }

    /// The behaviour of this name.
    pub fn get(&self, name: Label) -> Option<Arc<dyn Behaviour>> {
        self.0.get(&name).cloned()
    }

    /// All names, sorted.
    pub fn names(&self) -> impl Iterator<Item = Label> + '_ {
        self.0.keys().copied()
    }
}

impl fmt::Debug for Behaviours {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.0.keys()).finish()
    }
}
