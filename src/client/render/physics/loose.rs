//! All that moves in one match, tick by tick: loose and hanging furniture, doors, dropped items and stones that have landed.

use std::collections::{BTreeMap, VecDeque};

use bevy::prelude::*;
use bevy_rapier3d::rapier::{dynamics::RigidBodyHandle, geometry::Ray, math::Pose, pipeline::PhysicsPipeline};
use quarry_minds::protocol::{LogEntry, MatchEvent, ThingId};

use super::furniture;
use super::furniture::Leaf;
use super::places::{open_angle, prop_transform, shut_transform};
use super::world::{PhysicsWorld, transform};
use crate::client::session::{GameView, MatchFrame, SceneSetup};
use crate::world::level::{BuiltLevel, ThingKind};
use crate::world::{ItemLocation, Projectile};

/// Steps per tick.
const STEPS: u32 = 2;
/// The most steps in which the things of a level come to rest before a match.
const MOST_REST_STEPS: u32 = 120;
/// The agents that push things away; further ones pass through them.
const MAX_WALKERS: usize = 48;
/// An agent that moves farther than this in a tick is set down there, in metres.
const JUMP: f32 = 1.2;
/// The most stones that lie about; the oldest vanish first.
pub const MAX_STONES: usize = 12;
/// What a projectile in flight does to a thing that it passes through: its mass, in kilograms.
const PROJECTILE_MASS: f32 = 0.4;
/// An item is dropped from this height, in metres.
const DROP_HEIGHT: f32 = 0.9;
/// In radians per second.
const DROP_SPIN: Vec3 = Vec3::new(5.0, 2.0, 3.0);
/// A door that moves pushes hanging things within this distance, in metres, to a speed of at most this, in m/s.
const DRAUGHT: (f32, f32) = (5.0, 0.35);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Movable {
    /// The prop with this index in the level.
    Prop(usize),
    Door(ThingId),
    /// An item that has been dropped.
    Item(ThingId),
    /// A stone that has landed, by its number as a projectile.
    Stone(u32),
}

/// What a match looks like from outside: the scene, and what the game says of its things.
#[derive(Clone, Copy)]
pub struct PhysicsInputs<'s> {
    pub setup: &'s SceneSetup,
    pub view: &'s GameView,
    /// The length of a tick, in seconds.
    pub tick: f32,
}

/// All that moves, at one tick. A copy goes on exactly as the original would.
#[derive(Clone)]
pub struct LooseThings {
    world: PhysicsWorld,
    pub tick: u32,
    bodies: BTreeMap<Movable, RigidBodyHandle>,
    leaves: BTreeMap<ThingId, (Leaf, f32)>,
    walkers: Vec<Option<RigidBodyHandle>>,
    stones: VecDeque<u32>,
    /// The projectiles in flight, the items that lie and the swing of the doors at this tick.
    flights: Vec<Projectile>,
    lying: Vec<ThingId>,
    swings: BTreeMap<ThingId, f32>,
    /// Where everything was one tick before.
    before: BTreeMap<Movable, Transform>,
}

impl LooseThings {
    /// All that moves at the first frame of a match; `None` if there is nothing, and never will be.
    pub fn new(inputs: PhysicsInputs<'_>, first: &MatchFrame) -> Option<Self> {
        let level = &inputs.setup.level;
        let moves = |name| inputs.setup.props.0.get(name).is_some_and(|prop| prop.moves.is_some());
        if level.doors.is_empty() && !level.props.iter().any(|placed| moves(&placed.name)) {
            return None;
        }
        let mut world = PhysicsWorld::new(inputs.tick / STEPS as f32);
        world.add_level(level, furniture::FRICTION, |_, _| true);
        let mut bodies = BTreeMap::new();
        for (index, placed) in level.props.iter().enumerate() {
            let Some(prop) = inputs.setup.props.0.get(&placed.name) else { continue };
            if let Some(body) = furniture::add_prop(&mut world, prop, prop_transform(placed)) {
                bodies.insert(Movable::Prop(index), body);
            }
        }
        let mut leaves = BTreeMap::new();
        for door in level.doors.iter().filter(|door| !door.is_gate) {
            let open = open_angle(door);
            let leaf = furniture::add_leaf(&mut world, door, shut_transform(door), open);
            leaves.insert(door.thing, (leaf, open));
            bodies.insert(Movable::Door(door.thing), leaf.body);
        }
        world.come_to_rest(MOST_REST_STEPS);
        let mut things = Self {
            world,
            tick: first.tick,
            bodies,
            leaves,
            walkers: Vec::new(),
            stones: VecDeque::new(),
            flights: first.flights.clone(),
            lying: lying(level, first).map(|(thing, _)| thing).collect(),
            swings: BTreeMap::new(),
            before: BTreeMap::new(),
        };
        things.follow_doors(first, level);
        things.before = things.places();
        Some(things)
    }

    /// Goes on to the next tick of the match, with the events of that tick.
    pub fn advance(
        &mut self,
        inputs: PhysicsInputs<'_>,
        frame: &MatchFrame,
        happened: &[LogEntry],
        pipeline: &mut PhysicsPipeline,
    ) {
        self.before = self.places();
        self.tick = frame.tick;
        self.follow_items(inputs, frame);
        self.follow_projectiles(inputs, frame, happened);
        self.follow_doors(frame, &inputs.setup.level);
        let moves = self.follow_walkers(inputs, frame);
        for step in 1..=STEPS {
            for (walker, from, to) in &moves {
                if let Some(body) = self.world.bodies.get_mut(*walker) {
                    body.set_next_kinematic_translation(from.lerp(*to, step as f32 / STEPS as f32));
                }
            }
            self.world.step(pipeline);
        }
    }

    /// Moves everything on for the length of a tick in which nothing happens.
    pub fn settle(&mut self, pipeline: &mut PhysicsPipeline) {
        self.before = self.places();
        (0..STEPS).for_each(|_| self.world.step(pipeline));
    }

    /// Where a thing is between the tick before (0) and this one (1); `None` for what does not move by itself, or is not there.
    pub fn place_of(&self, thing: Movable, blend: f32) -> Option<Transform> {
        let now = self.place(thing)?;
        let before = self.before.get(&thing).copied().unwrap_or(now);
        Some(Transform {
            translation: before.translation.lerp(now.translation, blend),
            rotation: before.rotation.slerp(now.rotation, blend),
            scale: Vec3::ONE,
        })
    }

    /// The stones that lie about, oldest first.
    pub fn stones(&self) -> impl Iterator<Item = Movable> {
        self.stones.iter().map(|stone| Movable::Stone(*stone))
    }

    fn place(&self, thing: Movable) -> Option<Transform> {
        let body = self.world.bodies.get(*self.bodies.get(&thing)?)?;
        Some(transform(body.position()))
    }

    /// Where everything is that moves at this tick.
    fn places(&self) -> BTreeMap<Movable, Transform> {
        let place = |(thing, body): (&Movable, &RigidBodyHandle)| {
            Some((*thing, transform(self.world.bodies.get(*body).filter(|body| !body.is_sleeping())?.position())))
        };
        self.bodies.iter().filter_map(place).collect()
    }

    fn remove(&mut self, thing: Movable) {
        if let Some(body) = self.bodies.remove(&thing) {
            self.world.remove(body);
        }
    }

    /// Lets items fall that have been dropped in this tick, and removes those that have been picked up.
    fn follow_items(&mut self, inputs: PhysicsInputs<'_>, frame: &MatchFrame) {
        let level = &inputs.setup.level;
        let now: Vec<(ThingId, Vec3)> = lying(level, frame).collect();
        for gone in self.lying.clone() {
            if !now.iter().any(|(thing, _)| *thing == gone) {
                self.remove(Movable::Item(gone));
            }
        }
        for (thing, place) in &now {
            let size = level.thing(*thing).and_then(|thing| (inputs.view.dropped_size)(thing.name));
            let (Some(half), false) = (size, self.lying.contains(thing)) else { continue };
            let from = *place + Vec3::Y * DROP_HEIGHT;
            let body = furniture::add_item(&mut self.world, from, half, DROP_SPIN);
            self.bodies.insert(Movable::Item(*thing), body);
        }
        self.lying = now.into_iter().map(|(thing, _)| thing).collect();
    }

    /// Lets projectiles push what they fly through, and stones bounce where they have landed.
    fn follow_projectiles(&mut self, inputs: PhysicsInputs<'_>, frame: &MatchFrame, happened: &[LogEntry]) {
        let ended = |flight: &&Projectile| !frame.flights.iter().any(|other| other.number == flight.number);
        let landed: Vec<Projectile> = self.flights.iter().filter(ended).copied().collect();
        for flight in &frame.flights {
            let from = self.flights.iter().find(|other| other.number == flight.number);
            self.strike(from.map_or(flight.place, |from| from.place), flight.place, flight.velocity);
        }
        for flight in landed {
            let end = happened.iter().find_map(|entry| match &entry.event {
                MatchEvent::Landed { by, what, at, .. } if (*by, *what) == (flight.by, flight.what) => {
                    Some(Vec3::from(*at))
                }
                _ => None,
            });
            let Some(end) = end else { continue };
            self.strike(flight.place, end, flight.velocity);
            // What has broken into something else leaves no stone.
            let breaks = frame.things.appeared.iter().any(|thing| thing.place.distance(end) < furniture::STONE_RADIUS);
            if breaks || (inputs.view.projectile_glows)(flight.what) {
                continue;
            }
            let outside = end - flight.velocity.normalize_or_zero() * (furniture::STONE_RADIUS * 2.0);
            let body = furniture::add_stone(&mut self.world, outside, flight.velocity);
            self.bodies.insert(Movable::Stone(flight.number), body);
            self.stones.push_back(flight.number);
            if self.stones.len() > MAX_STONES {
                self.stones.pop_front().map(Movable::Stone).into_iter().for_each(|oldest| self.remove(oldest));
            }
        }
        self.flights.clone_from(&frame.flights);
    }

    /// Pushes everything that moves on a projectile's path.
    fn strike(&mut self, from: Vec3, to: Vec3, velocity: Vec3) {
        let ray = Ray::new(from, to - from);
        let hits: Vec<(RigidBodyHandle, Vec3)> = self
            .world
            .colliders
            .iter()
            .filter_map(|(_, collider)| {
                let body = collider.parent().filter(|body| self.moves_freely(*body))?;
                let at = collider.shape().cast_ray(collider.position(), &ray, 1.0, true)?;
                Some((body, ray.point_at(at)))
            })
            .collect();
        for (index, (body, at)) in hits.iter().enumerate() {
            // Once for each body, not for each of its shapes.
            if hits.iter().take(index).any(|(other, _)| other == body) {
                continue;
            }
            if let Some(body) = self.world.bodies.get_mut(*body) {
                body.apply_impulse_at_point(velocity * PROJECTILE_MASS, *at, true);
            }
        }
    }

    fn moves_freely(&self, body: RigidBodyHandle) -> bool {
        self.world.bodies.get(body).is_some_and(|body| body.is_dynamic())
    }

    /// Draws the doors to their angles. A moving door makes hanging things near it sway.
    fn follow_doors(&mut self, frame: &MatchFrame, level: &BuiltLevel) {
        let mut moved = Vec::new();
        for (thing, (leaf, open)) in &self.leaves {
            let Some(door) = frame.things.door(*thing) else { continue };
            let before = self.swings.insert(*thing, door.swing);
            if before != Some(door.swing) {
                furniture::draw_leaf(&mut self.world, *leaf, open * door.swing);
                let change = before.map_or(0.0, |before| (door.swing - before).abs());
                moved.extend(level.doors.iter().find(|door| door.thing == *thing).map(|door| (door.middle, change)));
            }
        }
        for (at, change) in moved {
            self.push_hanging(at, change);
        }
    }

    fn push_hanging(&mut self, from: Vec3, strength: f32) {
        let (reach, speed) = DRAUGHT;
        for (thing, handle) in &self.bodies {
            let Some(body) = self.world.bodies.get_mut(*handle).filter(|_| matches!(thing, Movable::Prop(_))) else {
                continue;
            };
            let away = (body.center_of_mass() - from).with_y(0.0);
            let near = (1.0 - away.length() / reach).max(0.0);
            let hangs = self.world.joints.attached_joints(*handle).next().is_some();
            if hangs && near > 0.0 {
                let impulse = away.normalize_or_zero() * speed * near * strength * body.mass();
                body.apply_impulse(impulse, true);
            }
        }
    }

    /// The agents that walk: their bodies, and from where to where they go in this tick.
    fn follow_walkers(&mut self, inputs: PhysicsInputs<'_>, frame: &MatchFrame) -> Vec<(RigidBodyHandle, Vec3, Vec3)> {
        let mut moves = Vec::new();
        let count = frame.agents.len().min(MAX_WALKERS);
        self.walkers.resize(count.max(self.walkers.len()), None);
        for (index, (agent, walker)) in frame.agents.iter().zip(&mut self.walkers).enumerate() {
            if !agent.stands() || agent.hidden.is_some() {
                walker.take().into_iter().for_each(|body| self.world.remove(body));
                continue;
            }
            let to = agent.body.place;
            let from = walker.and_then(|body| Some(self.world.bodies.get(body)?.translation()));
            match (*walker, from) {
                (Some(body), Some(from)) if from.distance(to) <= JUMP => moves.push((body, from, to)),
                _ => {
                    walker.take().into_iter().for_each(|body| self.world.remove(body));
                    let Some(info) = inputs.setup.agents.get(index) else { continue };
                    let body = furniture::add_walker(&mut self.world, info.body.radius, info.body.height);
                    if let Some(body) = self.world.bodies.get_mut(body) {
                        body.set_position(Pose::from_parts(to, Quat::IDENTITY), true);
                    }
                    *walker = Some(body);
                }
            }
        }
        moves
    }
}

/// The items that lie in the level at a frame, and where.
fn lying<'l>(level: &'l BuiltLevel, frame: &'l MatchFrame) -> impl Iterator<Item = (ThingId, Vec3)> + 'l {
    level.things_of(ThingKind::Item).filter_map(|thing| match frame.things.item(thing.id)? {
        ItemLocation::Lying(place) => Some((thing.id, place)),
        _ => None,
    })
}
