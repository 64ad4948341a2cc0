//! Carries out retune commands, or returns why they are refused. `data.rs` handles changed data files.

use std::{
    fmt,
    hash::{Hash, Hasher},
};

use bevy::ecs::prelude::*;
use quarry_minds::{
    Dormant, Mind, OutOfReach, PlayerControlled, WorkingMemory,
    memory::BeliefError,
    protocol::{AgentId, Digest, Label, MatchEvent, Roster, Side, SimulationClock, TerrainService, label},
    retune::{PlanCheck, exchange_brain, order_plan, release_plan, think_again},
};
use quarry_ron::{
    Finding,
    map::{EditError, RonPathError, ValueChange},
};

use super::{
    super::{GameService, InterventionNeeds, InterventionSpec, KindName, arrivals::MatchKinds, log_event},
    Intervention, RetuneCommand, SwitchScope, SwitchTarget,
    command::digest_of,
    data::{apply_data, library_with_edit, library_with_texts},
};
use crate::world::{MatchRules, MatchState};

/// The largest distance between an edited belief and walkable ground, in metres.
const NEAR_GROUND: f32 = 2.5;

/// What a command has changed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RetuneReport {
    /// The changed values in data files.
    pub changes: Vec<DataChange>,
    /// The agents whose mind, body or senses changed, in the order of the roster.
    pub retuned: Vec<AgentId>,
    /// The agents whose goal or plan changed, in the order of the roster.
    pub replanned: Vec<AgentId>,
    /// Notes about changes that take effect in the next match.
    pub deferred: Vec<String>,
    /// The goals that no plan can reach since this change, and why, as sentences.
    pub out_of_reach: Vec<String>,
}

impl RetuneReport {
    /// Notes what takes effect only in the next match, once.
    pub(super) fn defer(&mut self, note: impl Into<String>) {
        let note = note.into();
        if !self.deferred.contains(&note) {
            self.deferred.push(note);
        }
    }

    /// Notes the goals that no plan can reach now and could reach before.
    pub(super) fn note_out_of_reach(&mut self, before: &[OutOfReach], now: Vec<OutOfReach>) {
        for lost in now.into_iter().filter(|lost| before.iter().all(|known| known.goal != lost.goal)) {
            let note = format!("no plan reaches the goal `{}` any more: {}", lost.goal, lost.why);
            if !self.out_of_reach.contains(&note) {
                self.out_of_reach.push(note);
            }
        }
    }
}

/// A changed value of a data file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataChange {
    /// The path of the file in the data folder.
    pub file: String,
    /// The location, the old and the new value; `None` if the whole file was added or removed.
    pub what: Option<ValueChange>,
}

impl fmt::Display for DataChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.what {
            Some(what) => write!(f, "{}: {what}", self.file),
            None => write!(f, "{}: file added or removed", self.file),
        }
    }
}

/// Why a command was refused. The match is unchanged.
#[allow(missing_docs, reason = "the message of each error says what it is about")]
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum RetuneError {
    #[error("no match is running")]
    NoMatch,
    #[error("a recording cannot be changed")]
    Recorded,
    /// The match was started without [`super::MatchData`].
    #[error("this match was started without its data files")]
    NoData,
    #[error("agent {} is not in play", agent_number(.0))]
    NotInPlay(AgentId),
    #[error("agent {} is controlled by a player and takes no plans", agent_number(.0))]
    LedByPerson(AgentId),
    #[error("agents of the kind `{kind}` have no brain `{choice}`")]
    NoSuchBrain { kind: Label, choice: Label },
    #[error("no agent plays for the side `{0}`")]
    NoSuchSide(Label),
    #[error("unknown goal or action `{name}`; known: {}", .known.join(", "))]
    NoSuchSwitch { name: Label, known: Vec<String> },
    #[error("the agent remembers nothing about {0}")]
    NotRemembered(String),
    /// The belief is impossible.
    #[error(transparent)]
    Belief(#[from] BeliefError),
    #[error("no walkable ground within {} m of that place", NEAR_GROUND)]
    NoGround,
    /// The plan cannot be carried out.
    #[error("{0}")]
    Plan(Box<PlanCheck>),
    #[error("unknown data file `{0}`")]
    NoSuchFile(String),
    /// The path into the file is malformed.
    #[error(transparent)]
    Path(#[from] RonPathError),
    /// The value cannot be inserted.
    #[error(transparent)]
    Edit(#[from] EditError),
    #[error("{}", join_findings(.0))]
    Data(Vec<Finding>),
    /// The game cannot intervene so.
    #[error("{0}")]
    Intervention(String),
    #[error("the command is damaged: its digest does not match its texts")]
    Damaged,
}

fn agent_number(agent: &AgentId) -> u16 {
    agent.0
}

fn join_findings(findings: &[Finding]) -> String {
    findings.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

/// Carries out a command between two ticks, and logs it, so that the digest of the match shows the change.
///
/// # Errors
/// Why the command was refused. The match is then unchanged.
pub fn apply(world: &mut World, command: &RetuneCommand) -> Result<RetuneReport, RetuneError> {
    let running = world.get_resource::<MatchState>().is_some_and(|state| state.outcome.is_none());
    if !running || !world.contains_resource::<SimulationClock>() {
        return Err(RetuneError::NoMatch);
    }
    let applied = match command {
        RetuneCommand::Reload { files, removed, digest } => {
            if digest_of(files, removed) != *digest {
                return Err(RetuneError::Damaged);
            }
            let library = library_with_texts(world, files, removed)?;
            apply_data(world, library)?
        }
        RetuneCommand::Edit(edit) => {
            let library = library_with_edit(world, edit)?;
            apply_data(world, library)?
        }
        RetuneCommand::Switch { who, what, on } => switch(world, *who, *what, *on)?,
        RetuneCommand::Believe { agent, belief } => {
            let entity = in_play(world, *agent)?;
            let terrain = world.get_resource::<TerrainService>().ok_or(RetuneError::NoMatch)?.0.clone();
            let ground = terrain.nearest_walkable(belief.place.into(), NEAR_GROUND).ok_or(RetuneError::NoGround)?;
            let belief = quarry_minds::memory::Belief { place: ground.into(), ..belief.clone() };
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
        RetuneCommand::ThinkBy { agent, brain } => {
            let entity = in_play(world, *agent)?;
            let kind = world.get::<KindName>(entity).ok_or(RetuneError::NotInPlay(*agent))?.0;
            let kinds = world.get_resource::<MatchKinds>().ok_or(RetuneError::NoMatch)?.kinds.clone();
            let chosen = kinds.shared.get(&kind).and_then(|kind| kind.brain_for(*brain));
            let chosen = chosen.ok_or(RetuneError::NoSuchBrain { kind, choice: *brain })?;
            exchange_brain(world, entity, chosen);
            let mut report = rethought(world, *agent, entity);
            report.retuned.push(*agent);
            report
        }
        RetuneCommand::Intervene(intervention) => {
            let game = world.get_resource::<GameService>().cloned().ok_or(RetuneError::NoMatch)?;
            intervene(world, &game, intervention)?;
            RetuneReport::default()
        }
    };
    let how = label(command.kind());
    log_event(world, MatchEvent::Retuned { how, sum: hash_command(command) });
    Ok(applied)
}

/// Intervenes, once everything that the intervention needs is there.
fn intervene(world: &mut World, game: &GameService, wanted: &Intervention) -> Result<(), RetuneError> {
    let rules = world.get_resource::<MatchRules>().ok_or(RetuneError::NoMatch)?.0.clone();
    let known = InterventionSpec::of_rules(game.0.interventions(), &rules);
    let refused = |message: String| Err(RetuneError::Intervention(message));
    let Some(spec) = known.iter().find(|spec| wanted.what == spec.name) else {
        let names: Vec<&str> = known.iter().map(|spec| spec.name).collect();
        return refused(format!("unknown intervention `{}`; known: {}", wanted.what, names.join(", ")));
    };
    match spec.needs {
        InterventionNeeds::Agent | InterventionNeeds::Details => {
            let Some(agent) = wanted.agent else { return refused(format!("`{}` needs an agent", spec.name)) };
            in_play(world, agent)?;
        }
        InterventionNeeds::Place => {
            let Some(place) = wanted.place else { return refused(format!("`{}` needs a place", spec.name)) };
            let terrain = world.get_resource::<TerrainService>().ok_or(RetuneError::NoMatch)?.0.clone();
            let ground = terrain.nearest_walkable(place.into(), NEAR_GROUND).ok_or(RetuneError::NoGround)?;
            let there = Intervention { place: Some(ground.into()), ..wanted.clone() };
            return game.0.intervene(world, &there).map_err(RetuneError::Intervention);
        }
        InterventionNeeds::Amount(least, most) => {
            let Some(amount) = wanted.amount else { return refused(format!("`{}` needs an amount", spec.name)) };
            if !(least..=most).contains(&amount) {
                return refused(format!("{amount} is out of range: expected a number from {least} to {most}"));
            }
        }
        InterventionNeeds::Nothing => {}
    }
    game.0.intervene(world, wanted).map_err(RetuneError::Intervention)
}

/// A hash over the whole command, for the log.
fn hash_command(command: &RetuneCommand) -> u64 {
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
        if world.get::<Mind>(entity).is_none() {
            let game = world.get_resource::<GameService>().cloned();
            if let (SwitchTarget::Action(name), Some(game)) = (what, game)
                && let Some(lost) = game.0.switch(world, id, name, on)
            {
                switched = true;
                applied.retuned.push(id);
                applied.out_of_reach.extend(lost);
            }
            continue;
        }
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
            let mut before = mind.disabled.actions.clone();
            let now = brain.out_of_reach(&before);
            if matches!(what, SwitchTarget::Action(_)) {
                if on {
                    before.insert(name)
                } else {
                    before.remove(&name)
                };
            }
            applied.note_out_of_reach(&brain.out_of_reach(&before), now);
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
    known.sort();
    known.dedup();
    Err(RetuneError::NoSuchSwitch { name, known })
}
