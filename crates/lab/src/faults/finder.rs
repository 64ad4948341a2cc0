//! Watches a match: keeps a trace of every mind and lets the detectors look at it.

use std::collections::BTreeMap;

use bevy::{ecs::prelude::*, math::Vec3};
use quarry_minds::protocol::{
    AgentId, Blackboard, EventLog, GoRequest, HeldOrder, Label, LogEntry, MatchEvent, Orders, RejectReason, Roster,
    SelfSense, Side, SimulationClock, Subject, TerrainService, label,
};
use quarry_minds::{Mind, PlanExecuter, PlayerControlled, WorkingMemory};
use serde::{Deserialize, Serialize};

use super::{Watch, detectors_of, truth::truth_of};
use quarry_engine::data::Library;
use quarry_engine::simulation::Game;
use quarry_engine::simulation::faults::{
    AgentTrace, Deed, DeedKind, Fault, Foe, Sample, Suspicion, TRACE_SECONDS, Truth, Watched,
};
use quarry_engine::world::{
    Body, BodyKind, Hands, Hidden, InPlay, MatchRules, WeaponPhase, WeaponState, geometry::distance_from_segment,
};

/// The time between two samples of a trace, in seconds.
const SAMPLE_SECONDS: f32 = 0.2;
/// Detectors look at every this many samples.
const LOOK_EVERY: u32 = 5;
/// A fault of one kind and agent is reported again only after this time, in seconds, or the window of its limit if that is longer.
const AGAIN_SECONDS: f32 = 10.0;
/// Detectors that find the same moment: the first tells more of it, and the second is silent then.
const TELLS_MORE: [(&str, &str); 2] = [("known_to_mate", "phantom"), ("dithering", "plan_dropped")];
/// The most faults that are kept of a match; further ones are only counted.
const MOST_FAULTS: usize = 20_000;
/// What is farther from its believed place than this is elsewhere, in metres: many things are used from beside them.
pub(super) const ELSEWHERE: f32 = 3.0;
/// An agent nearer to an empty place than this can see that it is empty, in metres.
const SEES_EMPTY: f32 = 10.0;
/// The eyes of an agent above its place, in metres.
const EYES: Vec3 = Vec3::new(0.0, 1.5, 0.0);
/// A shot that passes this close to an agent is a shot at it, in metres. What stops a shot before it is cover.
const SHOT_NEAR: f32 = 1.0;

/// The faults of one match, counted.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FaultCounts {
    /// The time that agents with minds were watched, in hours of game time.
    pub agent_hours: f64,
    /// How many faults there were, by the name of the detector.
    pub counts: BTreeMap<Label, u32>,
}

impl FaultCounts {
    /// Faults of one kind per agent-hour.
    pub fn rate(&self, kind: &Label) -> f64 {
        self.per_hour(self.counts.get(kind).copied().unwrap_or(0))
    }

    /// Faults of all kinds per agent-hour.
    pub fn total_rate(&self) -> f64 {
        self.per_hour(self.counts.values().sum())
    }

    fn per_hour(&self, count: u32) -> f64 {
        if self.agent_hours > 0.0 { f64::from(count) / self.agent_hours } else { 0.0 }
    }
}

/// The faults of one match.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MatchFaults {
    /// How many.
    pub counts: FaultCounts,
    /// Each of them, in the order in which they were found.
    pub faults: Vec<Fault>,
}

type WatchedComponents = (
    &'static AgentId,
    &'static Side,
    &'static SelfSense,
    &'static Mind,
    &'static PlanExecuter,
    &'static WorkingMemory,
    &'static Blackboard,
    Option<&'static Orders>,
    Option<(&'static BodyKind, &'static Hidden, &'static Hands, &'static WeaponState)>,
    Has<InPlay>,
    Has<PlayerControlled>,
);

/// Watches one match. It only reads the world.
pub struct FaultFinder {
    query: QueryState<WatchedComponents>,
    watches: Vec<Watch>,
    traces: Vec<AgentTrace>,
    /// By agent and detector: the tick until which the same fault goes on.
    lasting: BTreeMap<(AgentId, usize), u32>,
    read: usize,
    samples: u32,
    agent_ticks: u64,
    rate: f32,
    found: MatchFaults,
}

impl FaultFinder {
    /// Watches the match that has just been set up in this world with these detectors.
    pub fn new(world: &mut World, watches: Vec<Watch>) -> Self {
        Self {
            query: world.query(),
            watches,
            traces: Vec::new(),
            lasting: BTreeMap::new(),
            read: 0,
            samples: 0,
            agent_ticks: 0,
            rate: 1.0,
            found: MatchFaults::default(),
        }
    }

    /// Watches the match with the detectors that the data of its game ask for.
    pub fn of_library(world: &mut World, game: &dyn Game, library: &Library) -> Self {
        // Loading the data has already said which names are unknown.
        Self::new(world, detectors_of(game, library).unwrap_or_default())
    }

    /// Watches all agents after a tick.
    pub fn observe(&mut self, world: &World) {
        let (Some(clock), Some(log)) = (world.get_resource::<SimulationClock>(), world.get_resource::<EventLog>())
        else {
            return;
        };
        self.rate = clock.rate.max(1) as f32;
        if self.watches.is_empty() || clock.tick % ((SAMPLE_SECONDS * self.rate) as u32).max(1) != 0 {
            return;
        }
        self.take_samples(world, clock.tick);
        let entries = log.entries();
        for entry in entries.get(self.read..).unwrap_or_default() {
            self.take_event(entry);
        }
        self.read = entries.len();
        self.samples += 1;
        if self.samples.is_multiple_of(LOOK_EVERY) {
            self.look(world, clock.tick);
        }
    }

    /// The faults found so far.
    pub fn faults(&self) -> &[Fault] {
        &self.found.faults
    }

    /// The faults of the match.
    pub fn finish(mut self) -> MatchFaults {
        let hours =
            self.agent_ticks as f64 * f64::from((SAMPLE_SECONDS * self.rate).floor().max(1.0) / self.rate) / 3600.0;
        self.found.counts.agent_hours = (hours * 1e6).round() / 1e6;
        self.found
    }

    fn take_samples(&mut self, world: &World, tick: u32) {
        self.query.update_archetypes(world);
        let Some(roster) = world.get_resource::<Roster>() else { return };
        let horizon = tick.saturating_sub((TRACE_SECONDS * self.rate) as u32);
        for (number, entity) in roster.agents.iter().enumerate() {
            let id = AgentId(u16::try_from(number).unwrap_or(u16::MAX));
            if self.traces.len() <= number {
                let side = world.get::<Side>(*entity).map(|side| side.0).unwrap_or_default();
                self.traces.push(AgentTrace::new(id, side));
            }
            let Some(trace) = self.traces.get_mut(number) else { continue };
            trace.forget_before(horizon);
            let Ok((_, side, sense, mind, executer, memory, board, orders, body, in_play, by_hand)) =
                self.query.get_manual(world, *entity)
            else {
                trace.in_play = false;
                continue;
            };
            (trace.side, trace.in_play) = (side.0, in_play);
            (trace.walks, trace.radius) = body.map_or((false, 0.0), |(kind, ..)| (kind.0.walks(), kind.0.radius));
            // What a person does is no fault of a mind.
            trace.in_play &= !by_hand;
            if !trace.in_play {
                continue;
            }
            self.agent_ticks += 1;
            let step = executer.active();
            let target = step.and_then(|step| step.target);
            let action = step.and_then(|step| mind.brain.actions.get(step.action));
            let (foe, threat) = if trace.walks { foes(world, side.0, sense.place, memory) } else { (None, None) };
            let belief = target.and_then(|target| memory.about(target)).map(|fact| fact.estimate);
            let truth = target.map_or(Truth::Unknown, |target| truth_of(world, target));
            trace.samples.push_back(Sample {
                tick,
                place: sense.place,
                destination: match board.go.active() {
                    Some(GoRequest::To { place, within, .. }) if sense.place.distance(*place) > *within => Some(*place),
                    _ => None,
                },
                goal: mind.pursuit.and_then(|pursuit| mind.brain.goals.get(pursuit.goal)).map(|goal| goal.data.name),
                action: step.map(|step| step.display_name),
                behaviour: action.map(|action| action.data.behaviour).unwrap_or_default(),
                target,
                belief,
                truth,
                sees_mistake: belief.is_some_and(|belief| sees_mistake(world, sense.place, belief, truth)),
                order_outranked: orders.is_some_and(|orders| is_outranked(mind, orders)),
                crouches: world.get::<Body>(*entity).is_some_and(|body| body.crouch > 0.5),
                busy: body.is_some_and(|(_, hidden, hands, weapon)| {
                    hidden.0.is_some() || hands.task.is_some() || weapon.phase != WeaponPhase::Ready
                }),
                foe,
                threat,
            });
        }
    }

    fn note(&mut self, agent: AgentId, tick: u32, what: DeedKind) {
        if let Some(trace) = self.traces.get_mut(usize::from(agent.0)) {
            trace.deeds.push_back(Deed { tick, what });
        }
    }

    fn take_event(&mut self, LogEntry { tick, event }: &LogEntry) {
        let (agent, what) = match event {
            MatchEvent::GoalChosen { agent, goal, .. } => (*agent, DeedKind::Chose(*goal)),
            MatchEvent::PlanMade { agent, steps, .. } => {
                let Some((action, target)) = steps.first() else { return };
                (*agent, DeedKind::Planned(*action, *target))
            }
            MatchEvent::ActionStarted { agent, action, target } => (*agent, DeedKind::Began(*action, *target)),
            MatchEvent::ActionEnded { agent, action, target, outcome } => {
                (*agent, DeedKind::Ended(*action, *target, *outcome))
            }
            MatchEvent::Sighted { by, .. }
            | MatchEvent::Lost { by, .. }
            | MatchEvent::Suspected { by, .. }
            | MatchEvent::Heard { by, .. } => (*by, DeedKind::Noticed),
            MatchEvent::Told { by, to, subject, .. } => {
                self.note(*to, *tick, DeedKind::Told(*by, *subject));
                (*to, DeedKind::Noticed)
            }
            MatchEvent::Ordered { to, what, .. } => (*to, DeedKind::Ordered(*what)),
            MatchEvent::Answered { by, what, status, .. } => (*by, DeedKind::Answered(*what, *status)),
            MatchEvent::Shot { by, from, to, hit } => {
                let (from, to) = (Vec3::from(*from), Vec3::from(*to));
                self.note_shot_at(*by, *tick, (from, to), *hit);
                (*by, DeedKind::Fired(from, to, *hit))
            }
            MatchEvent::Left { agent, how } => (*agent, DeedKind::Left(*how)),
            // What is taken is announced to all; what the rules do is felt by those it is done to.
            MatchEvent::Taken { by, item } => {
                self.note(*by, *tick, DeedKind::Took(*item));
                return self.traces.iter_mut().for_each(|trace| trace.notice(*tick));
            }
            MatchEvent::Game(done) => {
                let felt = |trace: &&mut AgentTrace| done.agent == Some(trace.id) || done.by == Some(trace.id);
                return self.traces.iter_mut().filter(felt).for_each(|trace| {
                    trace.deeds.push_back(Deed { tick: *tick, what: DeedKind::Ruled });
                    trace.notice(*tick);
                });
            }
            _ => return,
        };
        self.note(agent, *tick, what);
    }

    fn note_shot_at(&mut self, by: AgentId, tick: u32, line: (Vec3, Vec3), hit: Option<AgentId>) {
        let side = self.traces.get(usize::from(by.0)).map(|trace| trace.side);
        for trace in self.traces.iter_mut().filter(|trace| trace.in_play && trace.walks && Some(trace.side) != side) {
            let near = trace.place().is_some_and(|place| passes(place + Vec3::Y, line));
            if near || hit == Some(trace.id) {
                trace.deeds.push_back(Deed { tick, what: DeedKind::ShotAt });
            }
        }
    }

    fn look(&mut self, world: &World, now: u32) {
        let (mut found, window) = (Vec::new(), (LOOK_EVERY as f32 * SAMPLE_SECONDS * self.rate) as u32 + 1);
        for me in self.traces.iter().filter(|trace| trace.in_play || trace.left_since(now.saturating_sub(window))) {
            let watched = Watched { me, all: &self.traces, now, rate: self.rate, world };
            for (number, (detector, limit)) in self.watches.iter().enumerate() {
                if detector.when_left == me.in_play {
                    continue;
                }
                if self.lasting.get(&(me.id, number)).is_some_and(|until| now < *until) {
                    continue;
                }
                if let Some(suspicion) = (detector.find)(&watched, limit) {
                    found.push((me.id, number, suspicion));
                }
            }
        }
        // What tells more of a moment is reported first.
        let tells_less = |number: usize| {
            self.watches
                .get(number)
                .is_some_and(|(detector, _)| TELLS_MORE.iter().any(|(_, less)| *less == detector.name))
        };
        found.sort_by_key(|(_, number, _)| tells_less(*number));
        for (agent, number, suspicion) in found {
            if self.is_told_already(agent, number, now) {
                continue;
            }
            self.report(world, now, agent, number, suspicion);
        }
    }

    /// Whether another fault of the agent tells of the same moment, and more of it.
    fn is_told_already(&self, agent: AgentId, number: usize, now: u32) -> bool {
        let name_of = |number: usize| self.watches.get(number).map(|(detector, _)| detector.name);
        let tells_more = TELLS_MORE.iter().find(|(_, less)| Some(*less) == name_of(number)).map(|(more, _)| *more);
        let more = self.watches.iter().position(|(detector, _)| Some(detector.name) == tells_more);
        more.is_some_and(|more| self.lasting.get(&(agent, more)).is_some_and(|until| now < *until))
    }

    fn report(&mut self, world: &World, now: u32, agent: AgentId, number: usize, suspicion: Suspicion) {
        let (Some((detector, limit)), Some(trace)) = (self.watches.get(number), self.traces.get(usize::from(agent.0)))
        else {
            return;
        };
        let lasts = (limit.seconds.max(AGAIN_SECONDS) * self.rate) as u32;
        self.lasting.insert((agent, number), now + lasts);
        let kind = label(detector.name);
        *self.found.counts.counts.entry(kind).or_default() += 1;
        if self.found.faults.len() >= MOST_FAULTS {
            return;
        }
        let executer =
            world.get_resource::<Roster>().and_then(|roster| world.get::<PlanExecuter>(roster.entity(agent)?));
        let steps: Vec<String> =
            executer.map(PlanExecuter::remaining).unwrap_or_default().iter().map(step_text).collect();
        self.found.faults.push(Fault {
            kind,
            agent,
            side: trace.side,
            tick: now,
            seconds: now as f32 / self.rate,
            at: trace.place().unwrap_or_default().to_array(),
            what: suspicion.what,
            goal: trace.now().and_then(|sample| sample.goal),
            plan: steps.join(", "),
            gravity: limit.weight * suspicion.excess.clamp(1.0, 10.0),
        });
    }
}

/// Whether an agent at this place could see that its target is not where it believes it to be.
fn sees_mistake(world: &World, place: Vec3, belief: Vec3, truth: Truth) -> bool {
    let wrong = match truth {
        Truth::Unknown => false,
        Truth::At(at) => at.distance(belief) > ELSEWHERE,
        Truth::Gone | Truth::Carried(_) => true,
    };
    let terrain = world.get_resource::<TerrainService>();
    wrong
        && place.distance(belief) < SEES_EMPTY
        && terrain.is_some_and(|terrain| terrain.0.has_line_of_sight(place + EYES, belief + Vec3::Y * 0.3))
}

/// Whether the goals that serve the order which an agent holds are all less relevant to it than another, or cannot serve it while it pursues
/// another.
fn is_outranked(mind: &Mind, orders: &Orders) -> bool {
    let Some(held) = orders.held.filter(HeldOrder::stands) else { return false };
    let goals = mind.brain.goals.iter().zip(&mind.goals);
    let mut serving = goals.filter(|(goal, _)| goal.data.order == Some(held.request.what)).peekable();
    let waits = |reason: Option<RejectReason>| match reason {
        Some(RejectReason::Outranked | RejectReason::LessValue) => true,
        Some(RejectReason::Irrelevant | RejectReason::Satisfied) => mind.pursuit.is_some(),
        _ => false,
    };
    serving.peek().is_some() && serving.all(|(_, status)| waits(status.passed_over))
}

fn step_text(step: &quarry_minds::PlannedStep) -> String {
    match step.target {
        Some(target) => format!("{} {}", step.display_name, subject_text(target)),
        None => step.display_name.to_string(),
    }
}

/// A subject in words, for texts about faults.
pub(super) fn subject_text(subject: Subject) -> String {
    match subject {
        Subject::Agent(agent) => format!("agent {}", agent.0),
        Subject::Thing(thing) => format!("thing {}", thing.0),
        Subject::Unknown(number) => format!("sign {number}"),
        Subject::Place(place) => format!("place {place}"),
        Subject::Order(order) => format!("order {order}"),
    }
}

/// Whether a shot along a line passes close to a point.
fn passes(point: Vec3, (from, to): (Vec3, Vec3)) -> bool {
    (point - from).dot(to - from) < (to - from).length_squared() && distance_from_segment(point, from, to) < SHOT_NEAR
}

/// The nearest agents in sight that a side attacks, and that attack it.
fn foes(world: &World, side: Label, place: Vec3, memory: &WorkingMemory) -> (Option<Foe>, Option<Foe>) {
    let (Some(rules), Some(roster)) = (world.get_resource::<MatchRules>(), world.get_resource::<Roster>()) else {
        return (None, None);
    };
    let (mut foe, mut threat): (Option<Foe>, Option<Foe>) = (None, None);
    for fact in memory.facts().iter().filter(|fact| fact.in_sight) {
        let Subject::Agent(agent) = fact.subject else { continue };
        let Some(entity) = roster.entity(agent).filter(|entity| world.get::<InPlay>(*entity).is_some()) else {
            continue;
        };
        let (Some(other), Some(body)) = (world.get::<Side>(entity), world.get::<Body>(entity)) else { continue };
        let seen = Foe { agent, distance: body.place.distance(place) };
        for (nearest, hits) in
            [(&mut foe, rules.0.attacks(side, other.0)), (&mut threat, rules.0.attacks(other.0, side))]
        {
            if hits && nearest.is_none_or(|nearest| seen.distance < nearest.distance) {
                *nearest = Some(seen);
            }
        }
    }
    (foe, threat)
}
