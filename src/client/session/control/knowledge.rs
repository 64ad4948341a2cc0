//! What the player may know: the controlled agent's body, public announcements, what it hears, who in view is noticing it, and what is in
//! reach. Read from the simulation after each tick; nothing is written back.

use bevy::{ecs::prelude::*, math::Vec3};
use quarry_minds::WorkingMemory;
use quarry_minds::protocol::{
    AgentId, Blackboard, Label, PerceptSource, Roster, SelfSense, Side, SimulationClock, Status, Subject, ThingId,
    UseRequest,
};

use super::{
    at_hand::{AgentsAtHand, at_hand},
    others,
};
use crate::client::session::{GameView, PurchaseOffer, UsableThing, UseOffer};
use crate::client::ui::{capitalised, humanize};
use crate::data::{body::BodySpec, thing::ThingSpec};
use crate::senses::{Awareness, AwarenessStage};
use crate::world::geometry::{flat, flat_distance};
use crate::world::{
    Body, BodyKind, Gun, Hands, Hidden, InPlay, ItemLocation, MAX_HEIGHT_DIFFERENCE, MatchRules, SiteService,
    ThingState, Things, WeaponState, level::ThingKind,
};

/// What the controlled agent knows, for the HUD.
#[derive(Clone, Debug, Default)]
pub struct PlayerKnowledge {
    /// The tick it was read in.
    pub tick: u32,
    /// The side that the agent is on now. Squads may swap sides during a match.
    pub side: Label,
    /// Whether the agent is in play. If not, it perceives nothing, and the readings are its last ones.
    pub in_play: bool,
    /// How often the agent has been set down at a start since the match began, and the direction that it looked in then.
    pub starts: (u32, Vec3),
    /// The readings of the agent's own body and the public announcements, by name.
    pub self_sense: SelfSense,
    /// The use in progress, and its progress from 0 to 1.
    pub active_use: Option<(UseRequest, f32)>,
    /// The thing in reach that the use button would use.
    pub prompt: Option<InteractionPrompt>,
    /// The items that it carries, in the order of taking. Keys and what it can throw are left out.
    pub carried: Vec<CarriedItem>,
    /// The agents in reach, and what it could do with what it carries.
    pub at_hand: AgentsAtHand,
    /// The gun of the body, if it has one.
    pub gun: Option<GunKnowledge>,
    /// One entry for each kind of projectile that the body can throw; of those that use up items, for the items at hand.
    pub throws: Vec<ThrowState>,
    /// What it can buy now.
    pub offers: Vec<PurchaseOffer>,
    /// The attackers in view that are noticing the agent.
    pub detections: Vec<DetectionCue>,
    /// The sounds it has heard, newest first.
    pub sounds: Vec<RecentPercept>,
    /// Where it believes things and agents to be, of the kinds that the game names; its own mates are where it sees or hears of them.
    pub known: Vec<KnownPlace>,
    /// What it has felt, such as hits, newest first; the place is where it seems to come from.
    pub felt: Vec<RecentPercept>,
    /// The hiding place it is in.
    pub hidden: Option<ThingId>,
    /// The agents in view.
    pub in_view: Vec<AgentId>,
    /// The tick until which the agent counts as chased.
    pub chased_until: u32,
}

/// A thing in reach, and what the use button does with it.
#[derive(Clone, Debug, PartialEq)]
pub struct InteractionPrompt {
    /// The request the button posts.
    pub request: UseRequest,
    /// The thing's place, in metres.
    pub place: Vec3,
    /// Why it cannot be used yet; `None` if it can.
    pub blocked: Option<String>,
    /// What people call the thing, if its kind has a file.
    pub what: Option<String>,
}

/// The state of a gun.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GunKnowledge {
    /// The ammunition in the magazine.
    pub loaded: u16,
    /// The ammunition that a full magazine holds.
    pub magazine: u16,
    /// The ammunition besides.
    pub reserve: u16,
    /// How far the change of the magazine is, 0 to 1; `None` if it is not being changed.
    pub reloading: Option<f32>,
    /// The largest angle of the next shot from the line of the eyes, in degrees.
    pub spread: f32,
}

/// An item that the agent carries.
#[derive(Clone, Debug, PartialEq)]
pub struct CarriedItem {
    /// What people call it.
    pub title: String,
    /// What it is good for, if its file says so.
    pub hint: String,
    /// Whether it takes a hand.
    pub in_hand: bool,
}

/// Whether one kind of projectile can be thrown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ThrowState {
    /// Its name.
    pub kind: Label,
    /// Seconds until it is ready; `None` if none is left.
    pub ready_in: Option<f32>,
    /// Seconds from one throw to the next.
    pub cooldown: f32,
    /// How many are left, of the items that it uses up those at hand; `None` if they are unlimited.
    pub left: Option<u8>,
}

impl ThrowState {
    /// Whether there is one to throw, now or after the cooldown.
    pub fn is_at_hand(&self) -> bool {
        self.ready_in.is_some() && self.left != Some(0)
    }
}

/// An attacker in view that is noticing the agent, or has detected it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DetectionCue {
    /// Its place, in metres.
    pub place: Vec3,
    /// Its awareness of the agent, 0 to 1.
    pub level: f32,
    /// Whether it has detected the agent.
    pub detected: bool,
}

/// Something the agent has heard or felt a moment ago.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RecentPercept {
    /// The kind of percept, such as the kind of noise.
    pub kind: Label,
    /// Where it seems to come from, in metres.
    pub place: Vec3,
    /// Seconds since it was perceived.
    pub age: f32,
}

/// A place that the agent remembers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KnownPlace {
    /// The kind of the fact.
    pub kind: Label,
    /// The state that it was last known in.
    pub state: Label,
    /// The place, in metres.
    pub place: Vec3,
    /// Seconds since it was perceived.
    pub age: f32,
}

/// How long a sound or a hit stays on the HUD, in seconds.
pub const RECENT_SECONDS: f32 = 2.5;
/// How long the agent counts as chased after it was last seen by an attacker that has detected it, in seconds.
const CHASE_SECONDS: f32 = 6.0;

impl PlayerKnowledge {
    /// A reading of the body or an announcement; 0 if there is none of this name.
    pub fn reading(&self, name: &str) -> f32 {
        self.self_sense.get(name.into()).unwrap_or(0.0)
    }

    /// Whether the agent counts as chased.
    pub fn chased(&self) -> bool {
        self.tick < self.chased_until
    }

    /// Reads what the agent with this entity knows now.
    pub fn update(&mut self, world: &World, me: Entity, view: &GameView) {
        let agent = world.entity(me);
        let (Some(id), Some(side), Some(body), Some(kind)) =
            (agent.get::<AgentId>(), agent.get::<Side>(), agent.get::<Body>(), agent.get::<BodyKind>())
        else {
            return;
        };
        let clock = world.resource::<SimulationClock>();
        self.tick = clock.tick;
        self.side = side.0;
        self.in_play = agent.get::<InPlay>().is_some();
        if !self.in_play {
            self.forget_perceptions();
            return;
        }
        if let Some(sense) = agent.get::<SelfSense>() {
            self.self_sense.clone_from(sense);
        }
        self.hidden = agent.get::<Hidden>().and_then(|hidden| hidden.0);
        self.active_use =
            agent.get::<Blackboard>().and_then(|board| match (board.use_thing.active(), board.use_thing.status()) {
                (Some(request), Status::Running(progress)) => Some((*request, progress)),
                _ => None,
            });
        self.carried = agent.get::<Hands>().map_or_else(Vec::new, |hands| carried_items(world, hands, &kind.0));
        self.gun = agent.get::<Gun>().zip(kind.0.gun.as_ref()).map(|(gun, spec)| GunKnowledge {
            loaded: gun.loaded,
            magazine: spec.magazine,
            reserve: gun.reserve,
            reloading: gun.reload_progress(spec),
            spread: gun.spread(spec, body, &kind.0),
        });
        self.throws.clear();
        if let Some((arms, hands)) = agent.get::<WeaponState>().zip(agent.get::<Hands>()) {
            let (things, level) = (world.resource::<Things>(), &world.resource::<SiteService>().0.built);
            self.throws.extend(kind.0.throws.iter().filter_map(|(what, throw)| {
                let of_item = throw.item.map(|item| things.carried_count(&hands.carried, item, level) as u8);
                let ammo = || arms.ammo.iter().find(|(name, _)| name == what).map(|(_, left)| *left);
                let left = of_item.or_else(ammo);
                let state = ThrowState { kind: *what, ready_in: arms.cooldown(*what), cooldown: throw.cooldown, left };
                (of_item != Some(0)).then_some(state)
            }));
        }
        self.offers = (view.offers)(world, *id);
        self.prompt = best_prompt(view, world, (*id, side.0), body, kind.0.reach, self.hidden);
        self.update_view(world, *id, side.0, agent.get::<Awareness>(), view.shows_awareness);
        self.at_hand = at_hand(world, me, &self.in_view);
        if let Some(memory) = agent.get::<WorkingMemory>() {
            recent(memory, PerceptSource::Heard, &mut self.sounds);
            recent(memory, PerceptSource::Felt, &mut self.felt);
            self.known.clear();
            let facts = memory.facts().iter().filter(|fact| view.map_kinds.contains(&fact.kind.as_str()));
            self.known.extend(facts.map(|fact| KnownPlace {
                kind: fact.kind,
                state: fact.state,
                place: fact.place,
                age: memory.age(fact),
            }));
        }
    }

    /// Nothing is in view, heard, felt, in reach or in use any more.
    fn forget_perceptions(&mut self) {
        self.in_view.clear();
        self.detections.clear();
        self.sounds.clear();
        self.felt.clear();
        self.known.clear();
        self.throws.clear();
        self.offers.clear();
        self.carried.clear();
        (self.prompt, self.active_use, self.hidden, self.gun) = (None, None, None, None);
        self.at_hand = AgentsAtHand::default();
        self.chased_until = 0;
    }

    /// The agents in view, and which attackers among them are noticing this one. Attackers out of view do not show up.
    fn update_view(&mut self, world: &World, me: AgentId, side: Label, own: Option<&Awareness>, noticing: bool) {
        self.in_view.clear();
        self.detections.clear();
        let (Some(own), rules) = (own, world.resource::<MatchRules>()) else { return };
        let in_view = |id: AgentId| own.get(id).is_some_and(|watched| watched.in_view);
        for (other, id, other_side, body) in others(world, me).filter(|(_, id, ..)| in_view(*id)) {
            self.in_view.push(id);
            if !noticing || !rules.0.attacks(other_side, side) {
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
}

/// The items that an agent carries and does not throw.
fn carried_items(world: &World, hands: &Hands, body: &BodySpec) -> Vec<CarriedItem> {
    let (site, things) = (world.resource::<SiteService>(), world.resource::<Things>());
    let specs = &world.resource::<MatchRules>().0.things;
    let throws = |name: &Label| body.throws.values().any(|throw| throw.item == Some(*name));
    let names = hands.carried.iter().filter_map(|item| things.thing(&site.0.built, *item)).map(|thing| thing.name);
    let kinds = names.filter(|name| !throws(name)).filter_map(|name| Some((name, specs.get(&name)?)));
    let item = |(name, spec): (Label, &ThingSpec)| CarriedItem {
        title: spec.title_of(name),
        hint: spec.hint.clone(),
        in_hand: !spec.pocketed,
    };
    kinds.map(item).collect()
}

/// What came to the mind through one sense a moment ago and belongs to nothing known, newest first.
fn recent(memory: &WorkingMemory, source: PerceptSource, into: &mut Vec<RecentPercept>) {
    into.clear();
    let unknown = memory.facts().iter().filter(|fact| {
        fact.source == source && matches!(fact.subject, Subject::Unknown(_)) && memory.age(fact) <= RECENT_SECONDS
    });
    into.extend(unknown.map(|fact| RecentPercept { kind: fact.kind, place: fact.place, age: memory.age(fact) }));
    into.sort_by(|a, b| a.age.total_cmp(&b.age));
}

/// The best thing to use from here: the lowest sum of its distance and how far the agent faces away from it; doors come last.
/// An agent in a hiding place can only leave it.
fn best_prompt(
    view: &GameView,
    world: &World,
    (agent, side): (AgentId, Label),
    body: &Body,
    reach: f32,
    hidden: Option<ThingId>,
) -> Option<InteractionPrompt> {
    if let Some(thing) = hidden {
        return Some(InteractionPrompt {
            request: UseRequest { target: Subject::Thing(thing), verb: "leave".into() },
            place: body.place,
            blocked: None,
            what: None,
        });
    }
    let (site, things) = (world.resource::<SiteService>(), world.resource::<Things>());
    let rules = world.resource::<MatchRules>();
    let mut best: Option<(f32, InteractionPrompt)> = None;
    for thing in site.0.built.things.iter().chain(&things.appeared) {
        let Some(state) = things.state(thing.id) else { continue };
        let place = if let ThingState::Item(ItemLocation::Lying(place)) = state { *place } else { thing.place };
        let near = |there: Vec3| {
            flat_distance(body.place, there) <= reach && (body.place.y - there.y).abs() <= MAX_HEIGHT_DIFFERENCE
        };
        if !near(place) && !near(thing.entry) {
            continue;
        }
        let usable = UsableThing { world, agent, thing, state, side };
        let device = if let ThingState::Device(_) = state { device_use(&usable) } else { None };
        let offer = device.clone().or_else(|| (view.use_for)(&usable)).or_else(|| use_for(&usable));
        let Some(offer) = offer else { continue };
        let allowed = match offer.verb.as_str() {
            _ if device.is_some() => true,
            "take" => rules.0.allows_taking(side, thing.name),
            _ => rules.0.allows_verb(side, offer.verb),
        };
        if !allowed {
            continue;
        }
        let towards = flat(place - body.place).normalize_or_zero();
        let aside = 1.0 - towards.dot(flat(body.gaze_direction()).normalize_or_zero());
        // Doors open by themselves, so everything else goes first; and what can be used goes before what cannot yet.
        let last = if thing.kind == ThingKind::Door || offer.blocked.is_some() { 4.0 } else { 0.0 };
        let score = flat_distance(body.place, place) + aside + last;
        if best.as_ref().is_none_or(|(known, _)| score < *known) {
            let request = UseRequest { target: Subject::Thing(thing.id), verb: offer.verb };
            let what = rules.0.things.get(&thing.name).map(|spec| spec.title_of(thing.name));
            best = Some((score, InteractionPrompt { request, place, blocked: offer.blocked, what }));
        }
    }
    best.map(|(_, prompt)| prompt)
}

/// What every game lets agents do with a thing in its current state.
fn use_for(usable: &UsableThing<'_>) -> Option<UseOffer> {
    match usable.state {
        ThingState::Item(ItemLocation::Lying(_)) => item_offer(usable),
        state if state.shelter().is_some() => Some(UseOffer::of("enter")),
        ThingState::Door(door) if door.opening => Some(UseOffer::of("close")),
        _ => None,
    }
}

/// Taking an item: not what a device conceals, and only with a free hand.
fn item_offer(usable: &UsableThing<'_>) -> Option<UseOffer> {
    let (site, things) = (usable.world.resource::<SiteService>(), usable.world.resource::<Things>());
    let rules = &usable.world.resource::<MatchRules>().0;
    if things.is_concealed(usable.thing, &site.0.built, &rules.things) {
        return None;
    }
    let has_hand = |hands: &Hands| things.has_hand_for(usable.thing.name, &hands.carried, &site.0.built, rules);
    let full = carried(usable).is_some_and(|hands| !has_hand(hands));
    let blocked = full.then(|| format!("Hands full: lay something down to take the {}", humanize(usable.thing.name)));
    Some(UseOffer { blocked, ..UseOffer::of("take") })
}

/// The first use of a device that the player's side has in its state; blocked if an item is missing.
fn device_use(usable: &UsableThing<'_>) -> Option<UseOffer> {
    let ThingState::Device(device) = usable.state else { return None };
    let (site, things) = (usable.world.resource::<SiteService>(), usable.world.resource::<Things>());
    let specs = &usable.world.resource::<MatchRules>().0.things;
    let spec = specs.get(&usable.thing.name)?;
    let (verb, of_use) = spec.uses.iter().find(|(verb, _)| spec.use_in(**verb, device.state, usable.side).is_some())?;
    let has = |kind: Label| {
        carried(usable).is_some_and(|hands| things.carried(&hands.carried, kind, &site.0.built).is_some())
    };
    let missing: Vec<String> = of_use.needed().filter(|kind| !has(*kind)).map(humanize).collect();
    let title = spec.title_of(usable.thing.name);
    let blocked = (!missing.is_empty())
        .then(|| format!("{} the {title}: you need a {}", capitalised(&humanize(*verb)), missing.join(" and a ")));
    Some(UseOffer { verb: *verb, blocked })
}

fn carried<'w>(usable: &UsableThing<'w>) -> Option<&'w Hands> {
    let entity = usable.world.resource::<Roster>().entity(usable.agent)?;
    usable.world.get::<Hands>(entity)
}
