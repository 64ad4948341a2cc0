//! The state of the level's things in a match: items, doors, gates and hiding places.

use bevy::{ecs::prelude::*, math::Vec3};
use quarry_minds::protocol::{AgentId, Label, ThingId};
use rand::{Rng, RngCore};

use super::level::{BuiltLevel, Door, DoorSet, LevelThing, ThingKind};
use super::light::Lantern;
use super::timed_states::TimedStates;
use super::veils::Veil;
use crate::data::thing::ThingSpecs;

/// The state of every thing, indexed by its number.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Things {
    /// The states.
    pub states: Vec<ThingState>,
    /// The doors and gates that are open to sight and passage.
    pub open: DoorSet,
    /// The doors that devices keep shut.
    pub(crate) barred: DoorSet,
    /// The things that have appeared during the match. Their numbers follow those of the level.
    pub appeared: Vec<LevelThing>,
    /// Whether any thing is a stock.
    pub(super) has_stocks: bool,
    /// Whether any thing is a device, or an item that gives light.
    pub(crate) has_devices: bool,
    /// Whether any device stands in a doorway.
    pub(crate) in_doorways: bool,
    /// The wires of the level whose conditions hold.
    pub(super) live_wires: Vec<bool>,
    /// The smoke of devices.
    pub veils: Vec<Veil>,
    /// The light of devices and items.
    pub lanterns: Vec<Lantern>,
    /// Which things of the level are items that shine.
    pub(super) shines: Vec<bool>,
    /// The agents that see nothing.
    pub dazzled: TimedStates,
    /// The agents that things hold fast, each with the tick until when.
    pub held: TimedStates,
}

/// The state of one thing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ThingState {
    /// A place for an item, and the location of its item.
    Item(ItemLocation),
    /// A door.
    Door(DoorState),
    /// A gate.
    Gate(GateState),
    /// A hiding place.
    HidingPlace(HidingState),
    /// Something that can be used up.
    Stock(StockState),
    /// A thing with the states and uses of its kind.
    Device(DeviceState),
    /// A thing without state.
    Still,
}

/// The location of an item.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ItemLocation {
    /// The seed placed no item here.
    Nowhere,
    /// On the ground or on furniture, in metres.
    Lying(Vec3),
    /// Carried by this agent.
    Carried(AgentId),
}

/// A door.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct DoorState {
    /// From 0 (closed) to 1 (open).
    pub swing: f32,
    /// Whether it is opening or held open.
    pub opening: bool,
    /// Seconds since an agent last stood in it.
    pub idle: f32,
    /// The agent that moved it last, even if it has closed by itself since.
    pub by: Option<AgentId>,
}

/// A gate: a door that only the rules of the game open.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GateState {
    /// Seconds of work so far.
    pub work: f32,
    /// The fraction of the work done, from 0 to 1.
    pub progress: f32,
    /// The thirds of the work that were announced.
    pub thirds: u8,
    /// Whether agents can pass through it.
    pub open: bool,
    /// From 0 (closed) to 1 (open), for drawing.
    pub swing: f32,
}

/// A device.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct DeviceState {
    /// One of the states of its kind.
    pub state: Label,
    /// The tick since when it has been in this state.
    pub since: u32,
    /// The agent that brought it into this state, if one did.
    pub by: Option<AgentId>,
    /// Whether everybody learns of this state.
    pub announced: bool,
    /// Seconds of work that was kept.
    pub work: f32,
    /// The verb of that work.
    pub verb: Label,
    /// The agent that used it last, and the tick.
    pub user: Option<(AgentId, u32)>,
    /// Who hides in it.
    pub inside: HidingState,
}

impl DeviceState {
    /// A device that goes into a state.
    pub fn entering(state: Label, since: u32, by: Option<AgentId>) -> Self {
        Self { state, since, by, ..Self::default() }
    }
}

/// A hiding place, or the shelter of a device.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HidingState {
    /// The agents inside, in the order of coming in; the free places follow.
    inside: [Option<AgentId>; MAX_CAPACITY],
    /// The number of agents it has room for.
    pub capacity: u8,
}

/// The largest number of agents in one hiding place.
const MAX_CAPACITY: usize = 8;

impl HidingState {
    /// An empty hiding place with room for this many agents.
    pub fn new(capacity: u8) -> Self {
        Self { inside: [None; MAX_CAPACITY], capacity: capacity.min(MAX_CAPACITY as u8) }
    }

    /// Changes the room that it has; nobody inside stays if there is none.
    pub(super) fn resize(&mut self, capacity: u8) {
        if self.capacity != capacity {
            let inside = *self;
            *self = Self::new(capacity);
            inside.occupants().for_each(|agent| self.enter(agent));
        }
    }

    /// The agents inside, in the order of coming in.
    pub fn occupants(&self) -> impl Iterator<Item = AgentId> + use<> {
        self.inside.into_iter().flatten()
    }

    /// Whether nobody is inside.
    pub fn is_empty(&self) -> bool {
        self.occupants().next().is_none()
    }

    /// Whether there is no room left.
    pub fn is_full(&self) -> bool {
        self.occupants().count() >= usize::from(self.capacity)
    }

    /// Lets an agent in; nothing happens if there is no room.
    pub fn enter(&mut self, agent: AgentId) {
        if self.is_full() {
            return;
        }
        if let Some(free) = self.inside.iter_mut().find(|place| place.is_none()) {
            *free = Some(agent);
        }
    }

    /// Lets an agent out.
    pub fn leave(&mut self, agent: AgentId) {
        let left: Vec<AgentId> = self.occupants().filter(|inside| *inside != agent).collect();
        *self = Self::new(self.capacity);
        left.into_iter().for_each(|inside| self.enter(inside));
    }
}

/// Something that can be used up.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StockState {
    /// How much there is.
    pub amount: f32,
    /// How much there can be.
    pub max: f32,
    /// How much grows per second.
    pub regrow: f32,
}

impl ThingState {
    /// Who hides in it; `None` if nobody can.
    pub fn shelter(&self) -> Option<&HidingState> {
        match self {
            Self::HidingPlace(hiding) => Some(hiding),
            Self::Device(device) => Some(&device.inside).filter(|inside| inside.capacity > 0),
            _ => None,
        }
    }

    /// The same, mutably.
    pub fn shelter_mut(&mut self) -> Option<&mut HidingState> {
        match self {
            Self::HidingPlace(hiding) => Some(hiding),
            Self::Device(device) => Some(&mut device.inside).filter(|inside| inside.capacity > 0),
            _ => None,
        }
    }
}

impl Things {
    /// The things of a level before the game places its items: everything closed, free and empty.
    pub fn new(level: &BuiltLevel) -> Self {
        let states = level
            .things
            .iter()
            .map(|thing| match thing.kind {
                ThingKind::Item => ThingState::Item(ItemLocation::Nowhere),
                ThingKind::Door => ThingState::Door(DoorState::default()),
                ThingKind::Gate => ThingState::Gate(GateState::default()),
                ThingKind::HidingPlace => ThingState::HidingPlace(HidingState::new(thing.capacity.max(1))),
                ThingKind::Stock => ThingState::Stock(thing.stock),
                ThingKind::Device => ThingState::Device(DeviceState::default()),
                ThingKind::PatrolPoint => ThingState::Still,
            })
            .collect();
        let has_stocks = level.things.iter().any(|thing| thing.kind == ThingKind::Stock);
        Self {
            states,
            open: DoorSet::default(),
            barred: DoorSet::default(),
            appeared: Vec::new(),
            has_stocks,
            has_devices: false,
            in_doorways: level.things_of(ThingKind::Device).any(|device| device.door.is_some()),
            live_wires: Vec::new(),
            veils: Vec::new(),
            lanterns: Vec::new(),
            shines: Vec::new(),
            dazzled: TimedStates::default(),
            held: TimedStates::default(),
        }
    }

    /// A thing of the level, or one that has appeared since; `None` if there is no such thing.
    pub fn thing<'a>(&'a self, level: &'a BuiltLevel, id: ThingId) -> Option<&'a LevelThing> {
        let appeared = usize::from(id.0).checked_sub(level.things.len());
        level.thing(id).or_else(|| self.appeared.get(appeared?))
    }

    /// Adds a stock at a place, in metres, and returns its number. A stock of this name that has appeared earlier and has nothing
    /// left is moved there instead. `None` if a match can have no more things.
    pub fn appear_stock(&mut self, name: Label, place: Vec3, stock: StockState) -> Option<ThingId> {
        let spent = |state: &ThingState| matches!(state, ThingState::Stock(stock) if stock.amount <= 0.0);
        let thing = LevelThing { stock, ..LevelThing::at(ThingId(0), ThingKind::Stock, name, place) };
        self.has_stocks = true;
        self.appear(thing, ThingState::Stock(stock), spent)
    }

    /// Lays a new item down at a place, in metres, and returns its number. An item of this name that has appeared earlier and is used up
    /// lies there instead. `None` if a match can have no more things.
    pub fn appear_item(&mut self, name: Label, place: Vec3) -> Option<ThingId> {
        let spent = |state: &ThingState| matches!(state, ThingState::Item(ItemLocation::Nowhere));
        let thing = LevelThing::at(ThingId(0), ThingKind::Item, name, place);
        self.appear(thing, ThingState::Item(ItemLocation::Lying(place)), spent)
    }

    /// Sets up a new device in its first state at a place, in metres, since a tick, left there by an agent or by nobody, and returns its
    /// number. One of this name that has appeared earlier and is spent stands there instead. `None` if no such kind is a device, or a match can have no more things.
    pub fn appear_device(
        &mut self,
        name: Label,
        place: Vec3,
        specs: &ThingSpecs,
        tick: u32,
        by: Option<AgentId>,
    ) -> Option<ThingId> {
        let spec = specs.get(&name).filter(|spec| !spec.is_item())?;
        let spent = |state: &ThingState| matches!(state, ThingState::Device(device) if spec.is_spent_in(device.state));
        let thing = LevelThing::at(ThingId(0), ThingKind::Device, name, place);
        self.has_devices = true;
        self.appear(thing, ThingState::Device(DeviceState::entering(spec.start, tick, by)), spent)
    }

    /// Adds a thing in a state, in the place of one of its name that has appeared earlier and is spent.
    fn appear(
        &mut self,
        thing: LevelThing,
        state: ThingState,
        is_spent: impl Fn(&ThingState) -> bool,
    ) -> Option<ThingId> {
        let spent = |old: &&LevelThing| old.name == thing.name && self.state(old.id).is_some_and(&is_spent);
        let spent = self.appeared.iter().find(spent).map(|thing| thing.id);
        let id = spent.or_else(|| u16::try_from(self.states.len()).ok().map(ThingId))?;
        let thing = LevelThing { id, ..thing };
        if spent.is_some() {
            *self.appeared.iter_mut().find(|thing| thing.id == id)? = thing;
            *self.state_mut(id)? = state;
        } else {
            self.appeared.push(thing);
            self.states.push(state);
        }
        Some(id)
    }

    /// Lays this many items of a kind at random places for that kind; fewer if there are not enough places.
    pub fn place_items(&mut self, level: &BuiltLevel, kind: Label, count: u8, chance: &mut impl RngCore) {
        let of_kind = |thing: &&LevelThing| thing.kind == ThingKind::Item && thing.name == kind;
        let mut places: Vec<&LevelThing> = level.things.iter().filter(of_kind).collect();
        for _ in 0..count {
            if places.is_empty() {
                break;
            }
            let drawn = places.remove(chance.gen_range(0..places.len()));
            if let Some(state) = self.state_mut(drawn.id) {
                *state = ThingState::Item(ItemLocation::Lying(drawn.place));
            }
        }
    }

    /// The state of a thing; `None` if there is no such thing.
    pub fn state(&self, thing: ThingId) -> Option<&ThingState> {
        self.states.get(usize::from(thing.0))
    }

    /// The state of a thing, mutably.
    pub fn state_mut(&mut self, thing: ThingId) -> Option<&mut ThingState> {
        self.states.get_mut(usize::from(thing.0))
    }

    /// A device; `None` if the thing is none.
    pub fn device(&self, thing: ThingId) -> Option<&DeviceState> {
        match self.state(thing)? {
            ThingState::Device(device) => Some(device),
            _ => None,
        }
    }

    /// Whether a thing holds an agent fast at a tick.
    pub fn hold(&self, agent: AgentId, tick: u32) -> bool {
        self.held.ticks_left(agent, tick) > 0
    }

    /// Whether an item lies inside of a device that conceals it in its state.
    pub fn is_concealed(&self, item: &LevelThing, level: &BuiltLevel, specs: &ThingSpecs) -> bool {
        let here = matches!(self.state(item.id), Some(ThingState::Item(ItemLocation::Lying(at))) if *at == item.place);
        let around = item.inside.filter(|_| here).and_then(|device| level.thing(device).zip(self.device(device)));
        around.is_some_and(|(thing, device)| {
            let spec = specs.get(&thing.name).and_then(|spec| spec.states.get(&device.state));
            spec.is_some_and(|state| state.conceals)
        })
    }

    /// The location of an item; `None` if the thing is not an item.
    pub fn item(&self, thing: ThingId) -> Option<ItemLocation> {
        match self.state(thing)? {
            ThingState::Item(at) => Some(*at),
            _ => None,
        }
    }

    /// The state of a door; `None` if the thing is not a door.
    pub fn door(&self, thing: ThingId) -> Option<DoorState> {
        match self.state(thing)? {
            ThingState::Door(door) => Some(*door),
            _ => None,
        }
    }

    /// The state of a gate; `None` if the thing is not a gate.
    pub fn gate(&self, thing: ThingId) -> Option<GateState> {
        match self.state(thing)? {
            ThingState::Gate(gate) => Some(*gate),
            _ => None,
        }
    }

    /// A hiding place; `None` if the thing is none.
    pub fn hiding_place(&self, thing: ThingId) -> Option<&HidingState> {
        self.state(thing)?.shelter()
    }

    /// Whether a device keeps the door of a thing shut.
    pub fn is_barred(&self, thing: &LevelThing) -> bool {
        thing.door.is_some_and(|door| self.barred.contains(door))
    }

    /// Where one stands to use a thing, in metres: one in a doorway on the side of a point, and never in the door.
    pub fn stand_before(&self, thing: &LevelThing, level: &BuiltLevel, from: Vec3) -> Vec3 {
        let doorway = thing.door.filter(|_| thing.kind == ThingKind::Device).and_then(|door| level.doors.get(door));
        doorway.map_or(thing.entry, |door| door.before(from))
    }

    /// Pushes a closed door open; gates and barred doors do not give way. Returns whether the door began to open.
    pub fn push_door(&mut self, index: usize, door: &Door, by: AgentId) -> bool {
        let barred = self.barred.contains(index);
        match self.state_mut(door.thing) {
            Some(ThingState::Door(state)) if !state.opening && !barred => {
                state.opening = true;
                state.idle = 0.0;
                state.by = Some(by);
                true
            }
            _ => false,
        }
    }
}
