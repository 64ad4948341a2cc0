//! Carrying out commands, or saying why not.
//!
//! Must not know: what data says; `data.rs` does.

use std::{
    fmt,
    hash::{Hash, Hasher},
};

use bevy::ecs::prelude::*;

use super::{
    RetuneCommand, SwitchScope, SwitchTarget,
    command::digest_of,
    data::{edited, reloaded, take_up},
};
use crate::{
    data::{
        Finding,
        ron_map::{EditError, RonPathError, ValueChange},
    },
    mind::{
        Dormant, Mind, PlayerControlled, WorkingMemory,
        memory::BeliefError,
        retune::{PlanCheck, order_plan, release_plan, think_again},
    },
    protocol::{AgentId, Digest, Event, EventLog, Label, Roster, Side, SimulationClock, TerrainService, label},
    world::MatchState,
};

/// How far from ground something may be put into a memory, in metres.
const NEAR_GROUND: f32 = 2.5;

/// What a command came to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RetuneReport {
    /// The values of data that are others now.
    pub changes: Vec<Change>,
    /// The agents that got another brain, body or senses, in order.
    pub retuned: Vec<AgentId>,
    /// The agents that now pursue something else, or by other steps, in order.
    pub replanned: Vec<AgentId>,
    /// What holds only from the next match on, in words.
    pub later: Vec<String>,
}

/// A value of a data file that is another now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The path of the file below the root.
    pub file: String,
    /// Where in it, and what it was and is; none where the whole file came or went.
    pub what: Option<ValueChange>,
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.what {
            Some(what) => write!(f, "{}: {what}", self.file),
            None => write!(f, "{}: came or went", self.file),
        }
    }
}

/// Why a command was not carried out. The match is then as it was.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum RetuneError {
    /// There is no match, or it is over.
    #[error("no match is running")]
    NoMatch,
    /// What is shown is a recording.
    #[error("a recording shows what was, and cannot be changed")]
    Recorded,
    /// The match was begun without its data.
    #[error("this match was begun without data to change")]
    NoData,
    /// There is no such agent, or it has left play.
    #[error("agent {} is not in play", number(.0))]
    NotInPlay(AgentId),
    /// A person leads the agent.
    #[error("agent {} is led by a person and carries out no plans", number(.0))]
    LedByPerson(AgentId),
    /// There is no such side.
    #[error("nobody plays for \"{0}\"")]
    NoSuchSide(Label),
    /// No mind meant has it.
    #[error("no goal or action is called \"{name}\"; there are: {}", .known.join(", "))]
    NoSuchSwitch {
        /// What was asked for.
        name: Label,
        /// What there is.
        known: Vec<String>,
    },
    /// Nothing is remembered about it.
    #[error("nothing is remembered about {0}")]
    NotRemembered(String),
    /// What cannot be believed.
    #[error(transparent)]
    Belief(#[from] BeliefError),
    /// There is no ground where something is said to be.
    #[error("there is no ground within {} m of that place", NEAR_GROUND)]
    NoGround,
    /// A plan that cannot be carried out.
    #[error("{0}")]
    Plan(Box<PlanCheck>),
    /// There is no such file.
    #[error("there is no file {0}")]
    NoSuchFile(String),
    /// The way to a value is none.
    #[error(transparent)]
    Path(#[from] RonPathError),
    /// A value could not be put in.
    #[error(transparent)]
    Edit(#[from] EditError),
    /// The data would be wrong.
    #[error("{}", in_words(.0))]
    Data(Vec<Finding>),
    /// The command is not as it was written.
    #[error("the command is damaged: its texts are not those it was made of")]
    Damaged,
}

fn number(agent: &AgentId) -> u16 {
    agent.0
}

fn in_words(findings: &[Finding]) -> String {
    findings.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

/// Carries out a command between two ticks. It is logged, so that the digest of the match tells that it was changed, and by what.
///
/// # Errors
/// Why it was not; the match is then as it was.
pub fn apply(world: &mut World, command: &RetuneCommand) -> Result<RetuneReport, RetuneError> {
    let running = world.get_resource::<MatchState>().is_some_and(|state| state.result.is_none());
    let tick = world.get_resource::<SimulationClock>().filter(|_| running).ok_or(RetuneError::NoMatch)?.tick;
    let applied = match command {
        RetuneCommand::Reload { files, removed, digest } => {
            if digest_of(files, removed) != *digest {
                return Err(RetuneError::Damaged);
            }
            let library = reloaded(world, files, removed)?;
            take_up(world, library)?
        }
        RetuneCommand::Edit(edit) => {
            let library = edited(world, std::slice::from_ref(edit))?;
            take_up(world, library)?
        }
        RetuneCommand::Switch { who, what, on } => switch(world, *who, *what, *on)?,
        RetuneCommand::Believe { agent, belief } => {
            let entity = in_play(world, *agent)?;
            let terrain = world.get_resource::<TerrainService>().ok_or(RetuneError::NoMatch)?.0.clone();
            let ground = terrain.nearest_walkable(belief.place.into(), NEAR_GROUND).ok_or(RetuneError::NoGround)?;
            let belief = crate::mind::memory::Belief { place: ground.into(), ..belief.clone() };
            world.get_mut::<WorkingMemory>(entity).ok_or(RetuneError::NotInPlay(*agent))?.believe(&belief)?;
            rethought(world, *agent, entity)
        }
        RetuneCommand::Forget { agent, subject } => {
            let entity = in_play(world, *agent)?;
            let mut memory = world.get_mut::<WorkingMemory>(entity).ok_or(RetuneError::NotInPlay(*agent))?;
            if memory.about(*subject).is_none() {
                return Err(RetuneError::NotRemembered(format!("{subject:?}")));
            }
            memory.forget(*subject);
            rethought(world, *agent, entity)
        }
        RetuneCommand::Order { agent, steps } => {
            let entity = in_play(world, *agent)?;
            if world.get::<PlayerControlled>(entity).is_some() {
                return Err(RetuneError::LedByPerson(*agent));
            }
            let refused = |check: Option<PlanCheck>| match check {
                Some(check) => RetuneError::Plan(Box::new(check)),
                None => RetuneError::NotInPlay(*agent),
            };
            order_plan(world, entity, steps).map_err(refused)?;
            RetuneReport { replanned: vec![*agent], ..RetuneReport::default() }
        }
        RetuneCommand::Release { agent } => {
            let entity = in_play(world, *agent)?;
            let replanned = if release_plan(world, entity) { vec![*agent] } else { Vec::new() };
            RetuneReport { replanned, ..RetuneReport::default() }
        }
    };
    let how = label(command.word());
    if let Some(mut log) = world.get_resource_mut::<EventLog>() {
        log.push(tick, Event::Retuned { how, sum: sum_of(command) });
    }
    Ok(applied)
}

/// A sum over all that a command says, for the log.
fn sum_of(command: &RetuneCommand) -> u64 {
    let mut digest = Digest::default();
    format!("{command:?}").hash(&mut digest);
    digest.finish()
}

fn in_play(world: &World, agent: AgentId) -> Result<Entity, RetuneError> {
    let entity = world.get_resource::<Roster>().and_then(|roster| roster.entity(agent));
    entity.filter(|entity| world.get::<Dormant>(*entity).is_none()).ok_or(RetuneError::NotInPlay(agent))
}

fn rethought(world: &mut World, agent: AgentId, entity: Entity) -> RetuneReport {
    let replanned = if think_again(world, entity) { vec![agent] } else { Vec::new() };
    RetuneReport { replanned, ..RetuneReport::default() }
}

fn switch(world: &mut World, who: SwitchScope, what: SwitchTarget, on: bool) -> Result<RetuneReport, RetuneError> {
    let agents = match who {
        SwitchScope::Agent(agent) => vec![(agent, in_play(world, agent)?)],
        SwitchScope::Side(side) => {
            let roster = world.get_resource::<Roster>().cloned().unwrap_or_default();
            let of_side = |entity: &Entity| {
                let id = *world.get::<AgentId>(*entity)?;
                world.get::<Side>(*entity).is_some_and(|of| of.0 == side).then_some((id, *entity))
            };
            roster.agents.iter().filter_map(of_side).collect()
        }
    };
    if let (SwitchScope::Side(side), true) = (who, agents.is_empty()) {
        return Err(RetuneError::NoSuchSide(side));
    }
    let mut applied = RetuneReport::default();
    let mut known = Vec::new();
    let mut switched = false;
    for (id, entity) in agents {
        let Some(mut mind) = world.get_mut::<Mind>(entity) else { continue };
        let brain = mind.brain.clone();
        let (name, names, off): (Label, Vec<Label>, _) = match what {
            SwitchTarget::Goal(name) => {
                (name, brain.goals.iter().map(|goal| goal.data.name).collect(), &mut mind.disabled.goals)
            }
            SwitchTarget::Action(name) => {
                (name, brain.actions.iter().map(|action| action.data.name).collect(), &mut mind.disabled.actions)
            }
        };
        if !names.contains(&name) {
            known.extend(names.iter().map(|name| name.as_str().to_owned()));
            continue;
        }
        switched = true;
        let changed = if on { off.remove(&name) } else { off.insert(name) };
        if changed {
            applied.retuned.push(id);
            if think_again(world, entity) {
                applied.replanned.push(id);
            }
        }
    }
    if switched {
        return Ok(applied);
    }
    let (SwitchTarget::Goal(name) | SwitchTarget::Action(name)) = what;
    known.dedup();
    Err(RetuneError::NoSuchSwitch { name, known })
}
