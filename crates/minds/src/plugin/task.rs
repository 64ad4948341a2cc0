//! Steps that the game carries out itself: tasks. A task is a system that is run in every tick of the step, or an observer that hears of its
//! beginning, with the report on the blackboard whenever it is done.

use std::collections::BTreeMap;

use bevy_app::App;
use bevy_ecs::{prelude::*, system::SystemId};
use bevy_math::Vec3;

use super::entities::{Perceivable, Subjects};
use crate::{
    Behaviours, Dormant, Mind, PlanExecuter, PlayerControlled, WorkingMemory,
    behaviours::{Parameter, ParameterRange, Progress},
    protocol::{
        AgentId, Blackboard, FailReason, Label, Percept, PerceptSource, Percepts, Roster, Status, Subject, TaskRequest,
        label,
    },
    schema::domain::{Entries, Scalar},
};

/// A step that the game carries out, as it stands in this tick.
#[derive(Clone, Debug, PartialEq)]
pub struct TaskStep {
    /// Who carries it out.
    pub entity: Entity,
    /// Its number.
    pub agent: AgentId,
    /// The action, as the mind names it.
    pub action: Label,
    /// The target that the plan chose.
    pub target: Option<Subject>,
    /// The entity of the target, if it is an agent or a thing that still exists.
    pub at: Option<Entity>,
    /// Where the target is believed to be, in metres.
    pub place: Option<Vec3>,
    /// Seconds since the step began.
    pub elapsed: f32,
    /// The parameters of the action as data set them; [`TaskStep::number`] knows the defaults too.
    pub parameters: Entries<Scalar>,
    declared: &'static [Parameter],
}

impl TaskStep {
    /// A parameter that is a number: as data set it, or else its default. 0 if the task has no such parameter.
    pub fn number(&self, name: &str) -> f32 {
        let declared = || match self.declared.iter().find(|parameter| parameter.name == name).map(|known| &known.range)
        {
            Some(ParameterRange::Number { default, .. }) => *default,
            _ => 0.0,
        };
        match self.parameters.get(name) {
            Some(Scalar::Number(number)) => *number as f32,
            _ => declared(),
        }
    }
}

/// A step that the game carries out has begun. For observers.
#[derive(EntityEvent, Clone, Debug, PartialEq)]
pub struct TaskStarted {
    /// Who carries it out.
    pub entity: Entity,
    /// The name of the task.
    pub task: Label,
    /// The number of the request: an observer that is done later reports with `blackboard.task.report_for(serial, ..)`.
    pub serial: u32,
    /// The step.
    pub step: TaskStep,
}

/// A step that the game carried out is over: done, failed, or dropped by the mind. For observers.
#[derive(EntityEvent, Clone, Copy, Debug, PartialEq)]
pub struct TaskEnded {
    /// Who carried it out.
    pub entity: Entity,
    /// The name of the task.
    pub task: Label,
    /// How it ended; `None` if the mind dropped it.
    pub result: Option<Progress>,
}

/// The tasks that are systems, and those that are running.
#[derive(Resource, Default)]
pub(super) struct Tasks {
    systems: BTreeMap<Label, SystemId<In<TaskStep>, Progress>>,
    running: BTreeMap<AgentId, Running>,
}

/// A task that has begun and is not known to be over.
#[derive(Clone, Copy)]
struct Running {
    entity: Entity,
    serial: u32,
    task: Label,
    target: Option<Subject>,
    at: Option<Entity>,
}

/// Registers tasks: behaviours that the game carries out itself. Data name them as `behaviour: "NAME"`.
pub trait AddTask {
    /// Registers a task that a system carries out: it is run in every tick of the step and says how it goes.
    fn add_task<M>(&mut self, task: Task, system: impl IntoSystem<In<TaskStep>, Progress, M> + 'static) -> &mut Self;

    /// Registers a task that observers of [`TaskStarted`] carry out. It goes on until the game calls
    /// `blackboard.task.report_for(serial, Status::Done)`, or `Status::Failed` with a reason.
    fn add_observed_task(&mut self, task: Task) -> &mut Self;
}

/// The name of a task, what it does and which parameters it has.
#[derive(Clone, Copy, Debug)]
pub struct Task {
    /// Its name in data.
    pub name: &'static str,
    /// What it does, as a sentence without a full stop.
    pub summary: &'static str,
    /// What data may set.
    pub parameters: &'static [Parameter],
}

impl Task {
    /// A task without parameters.
    pub const fn new(name: &'static str, summary: &'static str) -> Self {
        Self { name, summary, parameters: &[] }
    }
}

impl AddTask for App {
    fn add_task<M>(&mut self, task: Task, system: impl IntoSystem<In<TaskStep>, Progress, M> + 'static) -> &mut Self {
        self.add_observed_task(task);
        let system = self.register_system(system);
        self.world_mut().get_resource_or_init::<Tasks>().systems.insert(label(task.name), system);
        self
    }

    fn add_observed_task(&mut self, task: Task) -> &mut Self {
        self.world_mut().get_resource_or_init::<Behaviours>().register_task(task.name, task.summary, task.parameters);
        self
    }
}

/// A task of an agent in this tick.
struct Due {
    request: TaskRequest,
    serial: u32,
    begins: bool,
    step: TaskStep,
}

type Worker =
    (Entity, &'static AgentId, &'static Mind, &'static PlanExecuter, &'static WorkingMemory, &'static Blackboard);

fn due_tasks(
    agents: Query<Worker, (Without<Dormant>, Without<PlayerControlled>)>,
    subjects: Res<Subjects>,
    roster: Res<Roster>,
    behaviours: Res<Behaviours>,
) -> Vec<Due> {
    let due = agents.iter().filter_map(|(entity, agent, mind, executer, memory, board)| {
        let request = *board.task.active()?;
        let action = mind.brain.action(executer.active()?.action)?;
        let step = TaskStep {
            entity,
            agent: *agent,
            action: action.data.name,
            target: request.target,
            at: request.target.and_then(|target| subjects.entity(&roster, target)),
            place: request.target.and_then(|target| memory.estimated_place(target)),
            elapsed: executer.since().map_or(0.0, |since| memory.seconds_since(since)),
            parameters: action.data.parameters.clone(),
            declared: behaviours.get(request.name).map_or(&[], |task| task.parameters),
        };
        let due = Due { request, serial: board.task.serial(), begins: board.task.status() == Status::Posted, step };
        (action.data.behaviour == request.name).then_some(due)
    });
    let mut due: Vec<Due> = due.collect();
    due.sort_by_key(|due| due.step.agent);
    due
}

/// Begins and carries on the tasks of all agents, and ends those that are over.
pub(super) fn run_tasks(world: &mut World) {
    let Ok(due) = world.run_system_cached(due_tasks) else { return };
    for Due { request, serial, begins, mut step } in due {
        // What ran before in this tick may have ended it, or removed what it is about.
        if !goes_on(world, step.entity, serial) {
            continue;
        }
        step.at = step.at.filter(|at| world.get_entity(*at).is_ok());
        if begins {
            begin(world, request.name, serial, &step);
        }
        let Some(system) = world.resource::<Tasks>().systems.get(&request.name).copied() else { continue };
        let entity = step.entity;
        let status = match world.run_system_with(system, step) {
            Ok(Progress::Running) => continue,
            Ok(Progress::Done) => Status::Done,
            Ok(Progress::Failed(reason)) => Status::Failed(reason),
            Err(error) => {
                tracing::error!("the task `{}` could not be run: {error}", request.name);
                Status::Failed(FailReason::NotReady)
            }
        };
        report(world, entity, serial, status);
    }
    end_tasks(world);
}

fn begin(world: &mut World, task: Label, serial: u32, step: &TaskStep) {
    let entity = step.entity;
    report(world, entity, serial, Status::Running(0.0));
    let running = Running { entity, serial, task, target: step.target, at: step.at };
    world.resource_mut::<Tasks>().running.insert(step.agent, running);
    world.trigger(TaskStarted { entity, task, serial, step: step.clone() });
}

/// Whether an agent still asks for this.
fn goes_on(world: &World, entity: Entity, serial: u32) -> bool {
    let asks = |board: &Blackboard| board.task.serial() == serial && board.task.active().is_some();
    world.get::<Dormant>(entity).is_none() && world.get::<Blackboard>(entity).is_some_and(asks)
}

fn report(world: &mut World, entity: Entity, serial: u32, status: Status) {
    if let Some(mut board) = world.get_mut::<Blackboard>(entity) {
        board.task.report_for(serial, status);
    }
}

/// Tells observers which tasks are over, and agents what they have done.
pub(super) fn end_tasks(world: &mut World) {
    let all: Vec<(AgentId, Running)> =
        world.resource::<Tasks>().running.iter().map(|(id, task)| (*id, *task)).collect();
    for (agent, running) in all {
        if goes_on(world, running.entity, running.serial) {
            continue;
        }
        world.resource_mut::<Tasks>().running.remove(&agent);
        let status = world.get::<Blackboard>(running.entity).map(|board| board.task.status_of(running.serial));
        let result = match status {
            Some(Status::Done) => Some(Progress::Done),
            Some(Status::Failed(reason)) if reason != FailReason::Superseded => Some(Progress::Failed(reason)),
            _ => None,
        };
        if result == Some(Progress::Done) {
            tell_done(world, &running);
        }
        if world.get_entity(running.entity).is_ok() {
            world.trigger(TaskEnded { entity: running.entity, task: running.task, result });
        }
    }
}

/// An agent knows what it has done: what its target is like now.
fn tell_done(world: &mut World, running: &Running) {
    let Some(target) = running.target else { return };
    let is_now = running.at.and_then(|at| world.get::<Perceivable>(at)).map(|what| (what.state, what.amount));
    let (state, amount) = is_now.unwrap_or((label("gone"), 0.0));
    let Some(fact) = world.get::<WorkingMemory>(running.entity).and_then(|memory| memory.about(target)) else { return };
    let felt = Percept::felt(fact.kind, target, fact.place, fact.error);
    if let Some(mut percepts) = world.get_mut::<Percepts>(running.entity) {
        percepts.0.push(Percept { state, amount, source: PerceptSource::Done, ..felt });
    }
}
