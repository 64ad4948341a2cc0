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
mod round;
mod search;
mod use_thing;
mod walk;
mod weapons;

use std::{collections::BTreeMap, fmt, sync::Arc};

use bevy::{ecs::prelude::*, math::Vec3};
use rand_chacha::ChaCha8Rng;

pub use parameters::{Parameter, Range, Setting, Settings};
pub use walk::Walk;

use super::{
    memory::WorkingMemory,
    notions::{NotionSpec, View},
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
pub struct Scene<'a> {
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
    /// The mind's notions, for parameters that name one.
    pub notions: &'a [NotionSpec],
    /// What the action is about.
    pub target: Option<Subject>,
    /// The length of a tick in seconds.
    pub dt: f32,
    /// Seconds since the action began.
    pub elapsed: f32,
}

impl Scene<'_> {
    /// The mind's view of its memory.
    pub fn view(&self) -> View<'_> {
        View {
            notions: self.notions,
            memory: self.memory,
            sense: self.sense,
            terrain: self.terrain,
            mark: self.target,
            pursued: 0.0,
        }
    }

    /// Where the target is believed to be.
    pub fn target_place(&self) -> Option<Vec3> {
        self.target.and_then(|target| self.memory.whereabouts(target))
    }

    /// Where the members of a notion are believed to be; nowhere without a notion.
    pub fn places_of(&self, notion: Option<usize>) -> Vec<Vec3> {
        notion.map(|notion| self.view().members(notion).map(|fact| fact.estimate).collect()).unwrap_or_default()
    }

    /// Whether the body is inside something that hides it.
    pub fn is_inside(&self) -> bool {
        self.sense.get(self.memory.settings().data.shelter.reading).unwrap_or(0.0) > 0.0
    }
}

/// One run of a behaviour.
pub trait Act: Send + Sync {
    /// Goes on for a tick. The first call begins it. When it is broken off, the executer takes its requests back.
    fn tick(&mut self, scene: &mut Scene) -> Progress;

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
    fn start(&self, settings: &Settings) -> Box<dyn Act>;
}

/// The behaviours by name.
#[derive(Resource, Clone)]
pub struct Behaviours(BTreeMap<Label, Arc<dyn Behaviour>>);

impl Default for Behaviours {
    fn default() -> Self {
        let mut all = Self(BTreeMap::new());
        let shipped: [Arc<dyn Behaviour>; 16] = [
            Arc::new(go_to::GoTo),
            Arc::new(use_thing::Use),
            Arc::new(weapons::Strike),
            Arc::new(weapons::Throw),
            Arc::new(ground::Patrol),
            Arc::new(ground::Explore),
            Arc::new(search::Search),
            Arc::new(investigate::Investigate),
            Arc::new(hide::Hide),
            Arc::new(flee::Flee),
            Arc::new(linger::Wait),
            Arc::new(cut_off::CutOff),
            Arc::new(linger::Guard),
            Arc::new(linger::Lurk),
            Arc::new(linger::Scan),
            Arc::new(go_to::Pass),
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
