//! Behaviours execute actions. Each is registered by name, configured by the `parameters` of an action, and posts requests on
//! the blackboard.
//!
//! A behaviour knows what the mind knows. Independent of: goals, plans, the world.

mod cover;
mod cut_off;
mod explore;
mod flee;
mod go_to;
mod guard;
mod held_place;
mod hide;
mod investigate;
mod order;
mod parameters;
mod patrol;
mod peek;
mod search;
mod separation;
mod shoot;
mod take_position;
mod task;
mod use_thing;
mod visit;
mod wait;
mod walk;
mod wander;
mod weapons;

use std::{any::Any, collections::BTreeMap, fmt, sync::Arc};

use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use rand_chacha::ChaCha8Rng;

pub use parameters::{
    BehaviourSettings, Count, Flag, GAITS, GaitName, Number, Parameter, ParameterKind, ParameterProblem,
    ParameterRange, ParameterReader, QueryName, Word,
};
pub use walk::WalkTo;

use super::{
    memory::WorkingMemory,
    positions::{CandidateStatus, PositionCandidate, PositionEvaluation, PositionRequest, evaluate_positions},
    queries::{MemoryQuery, MemoryView},
};
use crate::{
    protocol::{Blackboard, FailReason, Label, LookRequest, SelfSense, Status, Subject, Terrain, label},
    schema::domain::{Entries, Scalar},
};

/// The state of a behaviour after a tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// It goes on.
    Running,
    /// It has succeeded.
    Done,
    /// It cannot go on.
    Failed(FailReason),
}

/// The progress of a behaviour that waits for a request to the body.
impl From<Status> for Progress {
    fn from(status: Status) -> Self {
        match status {
            Status::Posted | Status::Running(_) => Self::Running,
            Status::Done => Self::Done,
            Status::Failed(reason) => Self::Failed(reason),
        }
    }
}

/// What a behaviour reads and writes.
pub struct BehaviourContext<'a> {
    /// The agent's memory.
    pub memory: &'a mut WorkingMemory,
    /// Readings of the agent's own body.
    pub sense: &'a SelfSense,
    /// The terrain.
    pub terrain: &'a dyn Terrain,
    /// Where requests to the body are posted.
    pub board: &'a mut Blackboard,
    /// The agent's own random number generator.
    pub rng: &'a mut ChaCha8Rng,
    /// Where to keep the last evaluation of positions; `None` unless evaluations are recorded.
    pub positions: Option<&'a mut Option<Arc<PositionEvaluation>>>,
    /// The queries of the mind, for settings that name one.
    pub queries: &'a [MemoryQuery],
    /// The target of the action.
    pub target: Option<Subject>,
    /// The length of a tick, in seconds.
    pub dt: f32,
    /// Seconds since the action began.
    pub elapsed: f32,
}

impl BehaviourContext<'_> {
    /// The memory as queries read it.
    pub fn view(&self) -> MemoryView<'_> {
        let view = MemoryView::new(self.queries, self.memory, self.sense, self.terrain);
        MemoryView { current_target: self.target, ..view }
    }

    /// Where the target is believed to be; `None` without a target, or if it has been forgotten.
    pub fn target_place(&self) -> Option<Vec3> {
        self.target.and_then(|target| self.memory.estimated_place(target))
    }

    /// Where the members of a query are believed to be; empty without a query.
    pub fn places_of(&self, query: Option<usize>) -> Vec<Vec3> {
        query.map(|query| self.view().members(query).map(|fact| fact.estimate).collect()).unwrap_or_default()
    }

    /// The place around the agent with the highest score; `None` if none will do. `behaviour` is noted in the record.
    pub fn choose_position(&mut self, behaviour: &'static str, request: &PositionRequest) -> Option<PositionCandidate> {
        let candidates = evaluate_positions(self.terrain, self.sense.place, request);
        let chosen = candidates.iter().find(|candidate| candidate.status == CandidateStatus::Chosen).copied();
        if let Some(record) = self.positions.as_deref_mut() {
            *record = Some(Arc::new(PositionEvaluation {
                behaviour: label(behaviour),
                tick: self.memory.now(),
                target: request.target,
                threats: request.threats.to_vec(),
                weights: request.weights,
                candidates,
            }));
        }
        chosen
    }

    /// Whether the body is inside a hiding place.
    pub fn is_inside(&self) -> bool {
        self.sense.inside.is_some()
    }

    /// Looks around: this many degrees to each side, once there and back in `period` seconds.
    fn look_around(&mut self, degrees: f32, period: f32) {
        self.board.look.post(LookRequest::Scan { degrees, period });
    }
}

/// One execution of a behaviour.
pub trait RunningBehaviour: Send + Sync {
    /// Runs for a tick. If the action is interrupted, the executer clears its requests.
    fn tick(&mut self, context: &mut BehaviourContext) -> Progress;

    /// The place it is heading for, for display; `None` if there is none.
    fn heading(&self) -> Option<Vec3> {
        None
    }
}

/// A behaviour, implemented by the type of its settings.
pub trait Behaviour: BehaviourSettings {
    /// Its name in data.
    const NAME: &'static str;
    /// What it does, as a sentence without a full stop.
    const SUMMARY: &'static str;

    /// Begins an execution.
    fn start(self: Arc<Self>) -> Box<dyn RunningBehaviour>;
}

/// A registered behaviour.
#[derive(Clone)]
pub struct BehaviourType {
    /// Its name in data.
    pub name: &'static str,
    /// What it does, as a sentence without a full stop.
    pub summary: &'static str,
    /// What data may set.
    pub parameters: &'static [Parameter],
    read: Arc<dyn Fn(&mut ParameterReader) -> ConfiguredBehaviour + Send + Sync>,
}

impl BehaviourType {
    /// Configures the behaviour. `query` finds queries of the mind by name.
    ///
    /// # Errors
    /// Each wrong parameter.
    pub fn configure(
        &self,
        parameters: &Entries<Scalar>,
        query: &dyn Fn(Label) -> Option<usize>,
    ) -> Result<ConfiguredBehaviour, Vec<ParameterProblem>> {
        let mut reader = ParameterReader::new(self.parameters, parameters, query);
        let configured = (self.read)(&mut reader);
        if reader.problems.is_empty() { Ok(configured) } else { Err(reader.problems) }
    }
}

/// A behaviour with its settings, ready to be started. Equal if behaviour and settings are.
#[derive(Clone)]
pub struct ConfiguredBehaviour(Arc<dyn Configured>);

trait Configured: Any + Send + Sync {
    fn start(&self) -> Box<dyn RunningBehaviour>;

    fn is_same(&self, other: &dyn Configured) -> bool;
}

impl<B: Behaviour> Configured for Arc<B> {
    fn start(&self) -> Box<dyn RunningBehaviour> {
        B::start(self.clone())
    }

    fn is_same(&self, other: &dyn Configured) -> bool {
        (other as &dyn Any).downcast_ref::<Self>().is_some_and(|other| **self == **other)
    }
}

impl ConfiguredBehaviour {
    /// Begins an execution.
    pub fn start(&self) -> Box<dyn RunningBehaviour> {
        self.0.start()
    }
}

impl PartialEq for ConfiguredBehaviour {
    fn eq(&self, other: &Self) -> bool {
        self.0.is_same(&*other.0)
    }
}

/// The registered behaviours by name.
#[derive(Resource, Clone)]
pub struct Behaviours(BTreeMap<Label, BehaviourType>);

impl Default for Behaviours {
    fn default() -> Self {
        let mut all = Self(BTreeMap::new());
        all.register::<cover::CoverSettings>();
        all.register::<peek::PeekSettings>();
        all.register::<cut_off::CutOffSettings>();
        all.register::<flee::FleeSettings>();
        all.register::<go_to::GoToSettings>();
        all.register::<go_to::PassSettings>();
        all.register::<explore::ExploreSettings>();
        all.register::<patrol::PatrolSettings>();
        all.register::<hide::HideSettings>();
        all.register::<investigate::InvestigateSettings>();
        all.register::<order::OrderSettings>();
        all.register::<guard::GuardSettings>();
        all.register::<guard::LurkSettings>();
        all.register::<wait::ScanSettings>();
        all.register::<wait::WaitSettings>();
        all.register::<search::SearchSettings>();
        all.register::<shoot::ReloadSettings>();
        all.register::<shoot::ShootSettings>();
        all.register::<take_position::FiringPositionSettings>();
        all.register::<use_thing::UseSettings>();
        all.register::<wander::WanderSettings>();
        all.register::<weapons::StrikeSettings>();
        all.register::<weapons::ThrowSettings>();
        all
    }
}

impl Behaviours {
    /// Registers a behaviour, replacing any with the same name.
    pub fn register<B: Behaviour>(&mut self) {
        let read = |reader: &mut ParameterReader| ConfiguredBehaviour(Arc::new(Arc::new(B::read(reader))));
        let (name, summary, parameters) = (B::NAME, B::SUMMARY, B::PARAMETERS);
        self.0.insert(label(name), BehaviourType { name, summary, parameters, read: Arc::new(read) });
    }

    /// Registers a task: a behaviour that only asks the game, with [`Blackboard::task`], to do something. The game reads the parameters
    /// from the action.
    pub fn register_task(&mut self, name: &'static str, summary: &'static str, parameters: &'static [Parameter]) {
        let read = move |reader: &mut ParameterReader| {
            reader.check(parameters);
            ConfiguredBehaviour(Arc::new(task::TaskSettings {
                name: label(name),
                parameters: reader.written().clone(),
            }))
        };
        self.0.insert(label(name), BehaviourType { name, summary, parameters, read: Arc::new(read) });
    }

    /// A behaviour by name.
    pub fn get(&self, name: Label) -> Option<BehaviourType> {
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
