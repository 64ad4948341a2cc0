//! What the character a person leads may know: its own body, what is announced to all, what it hears, whether those whom it
//! sees notice it, and what is in reach. Read out of the simulation after each tick; nothing of it goes back.

use bevy::{ecs::prelude::*, math::Vec3};

use crate::{
    mind::WorkingMemory,
    protocol::{
        AgentId, Blackboard, Label, PerceptSource, Roster, SelfSense, Side, SimulationClock, Status, Subject, ThingId,
        UseRequest,
    },
    senses::{Awareness, AwarenessStage},
    world::{
        Body, BodyKind, Hidden, InPlay, MatchRules, MatchState, SiteService, ThingState, Things, WeaponState,
        geometry::{flat, flat_distance},
        level::{LevelThing, ThingKind},
        things::KeyLocation,
    },
};

/// What the character may know.
#[derive(Clone, Debug, Default)]
pub struct PlayerKnowledge {
    /// The tick it was gathered in.
    pub tick: u32,
    /// What it feels of itself and has been announced, by name.
    pub self_sense: SelfSense,
    /// What it is doing with its hands, and how far it has come, 0 to 1.
    pub active_use: Option<(UseRequest, f32)>,
    /// What it could use here.
    pub prompt: Option<InteractionPrompt>,
    /// What it throws or casts.
    pub throws: Vec<ThrowState>,
    /// Those who are about to notice it, as far as it sees them.
    pub detections: Vec<DetectionCue>,
    /// What it hears, newest first.
    pub sounds: Vec<HeardSound>,
    /// The hiding place it is in.
    pub hidden: Option<ThingId>,
    /// Those whom it sees.
    pub in_view: Vec<AgentId>,
    /// The tick until which it knows itself chased.
    pub chased_until: u32,
}

/// Something in reach.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InteractionPrompt {
    /// The use.
    pub request: UseRequest,
    /// Where the thing is, in metres.
    pub place: Vec3,
    /// How many keys are wanting before it can be used; 0: it can.
    pub keys_missing: u8,
}

/// How a throw stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ThrowState {
    /// What is thrown.
    pub kind: Label,
    /// Seconds until it can be thrown again; `None`: there is none left.
    pub ready_in: Option<f32>,
    /// Seconds from one throw to the next.
    pub cooldown: f32,
    /// How many are left, where they are counted.
    pub left: Option<u8>,
}

/// Somebody in view who is about to notice, or has noticed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DetectionCue {
    /// Where it stands, in metres.
    pub place: Vec3,
    /// How sure it is, 0 to 1.
    pub level: f32,
    /// Whether it is sure.
    pub detected: bool,
}

/// A sound of late.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HeardSound {
    /// What it sounds like.
    pub kind: Label,
    /// Where it seems to come from, in metres.
    pub place: Vec3,
    /// Seconds since.
    pub age: f32,
}

/// How long a sound is remembered on the screen, in seconds.
const SOUND_SECONDS: f32 = 2.5;
/// How long one knows oneself chased after seeing that one is, in seconds.
const CHASE_SECONDS: f32 = 6.0;
/// How far above or below a thing one may stand to use it, in metres: the rule of the world.
const MAX_HEIGHT_DIFFERENCE: f32 = 1.5;

impl PlayerKnowledge {
    /// A reading of the own body, or of what is announced; 0 where there is none.
    pub fn reading(&self, name: &str) -> f32 {
        self.self_sense.get(name.into()).unwrap_or(0.0)
    }

    /// Whether it knows itself chased.
    pub fn chased(&self) -> bool {
        self.tick < self.chased_until
    }

    /// Gathers what the agent with this entity may know now.
    pub fn update(&mut self, world: &World, me: Entity) {
        let agent = world.entity(me);
        let (Some(id), Some(side), Some(body), Some(kind)) =
            (agent.get::<AgentId>(), agent.get::<Side>(), agent.get::<Body>(), agent.get::<BodyKind>())
        else {
            return;
        };
        let clock = world.resource::<SimulationClock>();
        self.tick = clock.tick;
        if let Some(sense) = agent.get::<SelfSense>() {
            self.self_sense.clone_from(sense);
        }
        self.hidden = agent.get::<Hidden>().and_then(|hidden| hidden.0);
        self.active_use =
            agent.get::<Blackboard>().and_then(|board| match (board.use_thing.active(), board.use_thing.status()) {
                (Some(request), Status::Running(progress)) => Some((*request, progress)),
                _ => None,
            });
        self.throws.clear();
        if let Some(arms) = agent.get::<WeaponState>() {
            self.throws.extend(kind.0.throws.iter().map(|(what, throw)| ThrowState {
                kind: *what,
                ready_in: arms.cooldown(*what),
                cooldown: throw.cooldown,
                left: arms.ammo.iter().find(|(name, _)| name == what).map(|(_, left)| *left),
            }));
        }
        self.prompt = offer(world, side.0, body, kind.0.reach, self.hidden);
        self.look_around(world, *id, side.0, agent.get::<Awareness>());
        self.listen(agent.get::<WorkingMemory>());
    }

    /// Whom it sees, and whether they see it. Whoever it does not see might stare at it unknown.
    fn look_around(&mut self, world: &World, me: AgentId, side: Label, own: Option<&Awareness>) {
        self.in_view.clear();
        self.detections.clear();
        let (Some(own), rules) = (own, world.resource::<MatchRules>()) else { return };
        for entity in &world.resource::<Roster>().agents {
            let other = world.entity(*entity);
            let (Some(id), Some(other_side), Some(body)) =
                (other.get::<AgentId>(), other.get::<Side>(), other.get::<Body>())
            else {
                continue;
            };
            if *id == me || other.get::<InPlay>().is_none() || !own.get(*id).is_some_and(|watched| watched.in_view) {
                continue;
            }
            self.in_view.push(*id);
            if !rules.0.catches(other_side.0, side) {
                continue;
            }
            let Some(theirs) = other.get::<Awareness>().and_then(|awareness| awareness.get(me)) else { continue };
            if theirs.meter.level > 0.0 {
                let detected = theirs.meter.stage == AwarenessStage::Detected;
                self.detections.push(DetectionCue { place: body.place, level: theirs.meter.level, detected });
                if detected && theirs.in_view {
                    self.chased_until = self.tick + world.resource::<SimulationClock>().ticks(CHASE_SECONDS);
                }
            }
        }
    }

    fn listen(&mut self, memory: Option<&WorkingMemory>) {
        self.sounds.clear();
        let Some(memory) = memory else { return };
        let heard = memory.facts().iter().filter(|fact| {
            fact.source == PerceptSource::Heard
                && matches!(fact.subject, Subject::Unknown(_))
                && memory.age(fact) <= SOUND_SECONDS
        });
        self.sounds.extend(heard.map(|fact| HeardSound { kind: fact.kind, place: fact.place, age: memory.age(fact) }));
        self.sounds.sort_by(|a, b| a.age.total_cmp(&b.age));
    }
}

/// What the agent could use where it stands, preferring what it looks at.
fn offer(world: &World, side: Label, body: &Body, reach: f32, hidden: Option<ThingId>) -> Option<InteractionPrompt> {
    if let Some(thing) = hidden {
        return Some(InteractionPrompt {
            request: UseRequest { thing, verb: "leave".into() },
            place: body.place,
            keys_missing: 0,
        });
    }
    let (site, things) = (world.resource::<SiteService>(), world.resource::<Things>());
    let (rules, state) = (world.resource::<MatchRules>(), world.resource::<MatchState>());
    let mut best: Option<(f32, InteractionPrompt)> = None;
    for thing in &site.0.built.things {
        let Some((verb, place)) = use_of(thing, things.state(thing.id)) else { continue };
        let verb = if thing.kind == ThingKind::HidingPlace && !rules.0.allows_verb(side, verb.into()) {
            "search"
        } else {
            verb
        };
        if !rules.0.allows_verb(side, verb.into()) {
            continue;
        }
        let near = |there: Vec3| {
            flat_distance(body.place, there) <= reach && (body.place.y - there.y).abs() <= MAX_HEIGHT_DIFFERENCE
        };
        if !near(place) && !near(thing.entry) {
            continue;
        }
        let towards = flat(place - body.place).normalize_or_zero();
        let aside = 1.0 - towards.dot(flat(body.gaze_direction()).normalize_or_zero());
        // A door swings by itself: everything else goes before it.
        let score = flat_distance(body.place, place) + aside + if thing.kind == ThingKind::Door { 4.0 } else { 0.0 };
        let keys_missing = if verb == "unlock" { state.keys_needed.saturating_sub(state.team_keys) } else { 0 };
        let offer =
            InteractionPrompt { request: UseRequest { thing: thing.id, verb: verb.into() }, place, keys_missing };
        if best.is_none_or(|(known, _)| score < known) {
            best = Some((score, offer));
        }
    }
    best.map(|(_, offer)| offer)
}

/// What one does with a thing in its present state, and where it is.
fn use_of(thing: &LevelThing, state: Option<&ThingState>) -> Option<(&'static str, Vec3)> {
    match state? {
        ThingState::Key(KeyLocation::Lying(place)) => Some(("take", *place)),
        ThingState::Exit(exit) if !exit.open => Some(("unlock", thing.place)),
        ThingState::HidingPlace(_) => Some(("enter", thing.place)),
        ThingState::Door(door) if door.opening => Some(("close", thing.place)),
        _ => None,
    }
}
