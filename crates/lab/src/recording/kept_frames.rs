//! The frames of a match that its history keeps. What does not change from one to the next is stored once.

use std::{collections::VecDeque, mem::size_of, sync::Arc};

use super::{
    frame::{AgentFrame, MatchFrame},
    gauges::GaugeTable,
    thinning::{self, WIDEST_FRAMES},
};
use quarry_engine::world::level::{DoorSet, LevelThing};
use quarry_engine::world::{MatchState, Projectile, ThingState, Trace};
use quarry_minds::protocol::Label;

/// So many agents are stored together, and not again if none of them has changed.
const GROUP: usize = 8;
/// All things are stored again if more than one in this many has changed.
const REBASE: usize = 8;
/// A body that moves faster than this is set down there and does not glide, in metres per tick.
const FASTEST: f32 = 1.2;

/// Frames by tick, oldest first.
#[derive(Clone, Debug, Default)]
pub(super) struct KeptFrames {
    frames: VecDeque<StoredFrame>,
    /// All scratch marks that any frame shows, oldest first.
    traces: VecDeque<Trace>,
    size: usize,
}

#[derive(Clone, Debug)]
struct StoredFrame {
    tick: u32,
    /// The agents in groups; frames share the groups that do not change, such as those of agents that have left play.
    agents: Box<[Arc<[AgentFrame]>]>,
    gauges: GaugeTable,
    things: Arc<Vec<ThingState>>,
    /// The things that differ from `things`, by index.
    changed: Box<[(u16, ThingState)]>,
    /// The things that have appeared since the match began, which frames share.
    appeared: Arc<[LevelThing]>,
    open: DoorSet,
    flights: Box<[Projectile]>,
    /// The range of the numbers of the visible scratch marks; the end is exclusive.
    traces: (u32, u32),
    state: MatchState,
    numbers: Arc<[(Label, f64)]>,
}

impl StoredFrame {
    /// The size without what it shares with the frame before it, in bytes.
    fn size_after(&self, before: Option<&Self>) -> usize {
        let group = |(index, group): (usize, &Arc<[AgentFrame]>)| {
            let shared =
                before.and_then(|before| before.agents.get(index)).is_some_and(|kept| Arc::ptr_eq(kept, group));
            if shared { 0 } else { size_of_val(&**group) }
        };
        let things = before.is_some_and(|before| Arc::ptr_eq(&before.things, &self.things));
        let appeared = before.is_some_and(|before| Arc::ptr_eq(&before.appeared, &self.appeared));
        let numbers = before.is_some_and(|before| Arc::ptr_eq(&before.numbers, &self.numbers));
        size_of::<Self>()
            + self.agents.len() * size_of::<Arc<[AgentFrame]>>()
            + self.agents.iter().enumerate().map(group).sum::<usize>()
            + self.gauges.memory_size()
            + self.changed.len() * size_of::<(u16, ThingState)>()
            + self.flights.len() * size_of::<Projectile>()
            + if things { 0 } else { self.things.len() * size_of::<ThingState>() }
            + if appeared { 0 } else { size_of_val(&*self.appeared) }
            + if numbers { 0 } else { size_of_val(&*self.numbers) }
    }
}

impl KeptFrames {
    /// The first and the last tick; `None` if there is none.
    pub fn span(&self) -> Option<(u32, u32)> {
        Some((self.frames.front()?.tick, self.frames.back()?.tick))
    }

    /// The approximate size, in bytes.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Appends a frame.
    pub fn push(&mut self, frame: &MatchFrame) {
        let next = self.next_trace();
        self.traces.extend(frame.traces.iter().filter(|trace| trace.number >= next).copied());
        let stored = self.store(frame);
        self.size += stored.size_after(self.frames.back());
        self.frames.push_back(stored);
    }

    /// The number of the next scratch mark.
    fn next_trace(&self) -> u32 {
        self.traces.back().map_or(0, |trace| trace.number + 1)
    }

    fn store(&self, frame: &MatchFrame) -> StoredFrame {
        let next = self.next_trace();
        let numbers = frame.traces.first().zip(frame.traces.last());
        let states = &frame.things.states;
        let base = self.frames.back().map(|stored| stored.things.clone()).filter(|base| base.len() == states.len());
        let differing = |base: &[ThingState]| -> Box<[(u16, ThingState)]> {
            let pairs = states.iter().zip(base).enumerate().filter(|(_, (now, then))| now != then);
            pairs.map(|(index, (now, _))| (index as u16, *now)).collect()
        };
        let kept = base.map(|base| (differing(&base), base)).filter(|(new, _)| new.len() * REBASE <= states.len());
        let (changed, things) = kept.unwrap_or_else(|| (Box::default(), Arc::new(states.clone())));
        let before = self.frames.back().map(|stored| stored.appeared.clone());
        let appeared = before.filter(|before| **before == *frame.things.appeared);
        StoredFrame {
            tick: frame.tick,
            agents: self.store_agents(&frame.agents),
            gauges: frame.gauges.clone(),
            things,
            changed,
            appeared: appeared.unwrap_or_else(|| frame.things.appeared.as_slice().into()),
            open: frame.things.open,
            flights: frame.flights.as_slice().into(),
            traces: numbers.map_or((next, next), |(first, last)| (first.number, last.number + 1)),
            state: frame.state,
            numbers: frame.numbers.clone(),
        }
    }

    fn store_agents(&self, agents: &[AgentFrame]) -> Box<[Arc<[AgentFrame]>]> {
        let before = self.frames.back().map(|stored| &*stored.agents).unwrap_or_default();
        let groups = agents.chunks(GROUP).enumerate().map(|(index, group)| match before.get(index) {
            Some(kept) if **kept == *group => kept.clone(),
            _ => group.into(),
        });
        groups.collect()
    }

    /// Drops frames of the older half; returns whether there were enough to drop.
    pub fn thin_out(&mut self) -> bool {
        let before = self.frames.len();
        thinning::thin_out(&mut self.frames, |frame| frame.tick, before / 2, WIDEST_FRAMES);
        self.count();
        thinning::is_enough(before, self.frames.len())
    }

    /// Drops the oldest sixteenth of the frames, at least one.
    pub fn drop_oldest(&mut self) {
        self.frames.drain(..(self.frames.len() / 16).max(1).min(self.frames.len()));
        let shown = self.frames.front().map_or(0, |frame| frame.traces.0);
        while self.traces.front().is_some_and(|trace| trace.number < shown) {
            self.traces.pop_front();
        }
        self.count();
    }

    fn count(&mut self) {
        let before = std::iter::once(None).chain(self.frames.iter().map(Some));
        let frames = self.frames.iter().zip(before).map(|(frame, before)| frame.size_after(before));
        self.size = frames.sum::<usize>() + self.traces.len() * size_of::<Trace>();
    }

    /// Reads the frame of a tick; between two that were kept, the earlier one with its bodies on the way to the later one. `false` if the tick
    /// is before the first or after the last.
    pub fn at(&self, tick: u32, into: &mut MatchFrame) -> bool {
        let after = self.frames.partition_point(|frame| frame.tick <= tick);
        let Some(frame) = after.checked_sub(1).and_then(|index| self.frames.get(index)) else { return false };
        let next = self.frames.get(after);
        if frame.tick != tick && next.is_none() {
            return false;
        }
        self.read(frame, into);
        into.tick = tick;
        if let Some(next) = next.filter(|_| frame.tick != tick) {
            let gap = (next.tick - frame.tick) as f32;
            let share = (tick - frame.tick) as f32 / gap;
            for (agent, later) in into.agents.iter_mut().zip(next.agents.iter().flat_map(|group| group.iter())) {
                let glides = (agent.hidden, agent.host, agent.gone.is_some())
                    == (later.hidden, later.host, later.gone.is_some());
                if glides && agent.body.place.distance(later.body.place) <= FASTEST * gap {
                    agent.body = agent.body.between(&later.body, share);
                }
            }
        }
        true
    }

    fn read(&self, frame: &StoredFrame, into: &mut MatchFrame) {
        into.agents.clear();
        into.agents.extend(frame.agents.iter().flat_map(|group| group.iter()));
        into.gauges.clone_from(&frame.gauges);
        into.things.states.clone_from(&frame.things);
        for (index, state) in &frame.changed {
            if let Some(slot) = into.things.states.get_mut(usize::from(*index)) {
                *slot = *state;
            }
        }
        into.things.appeared.clear();
        into.things.appeared.extend_from_slice(&frame.appeared);
        into.things.open = frame.open;
        into.flights.clear();
        into.flights.extend_from_slice(&frame.flights);
        into.traces.clear();
        let (from, to) = frame.traces;
        let start = self.traces.partition_point(|trace| trace.number < from);
        into.traces.extend(self.traces.range(start..).take_while(|trace| trace.number < to));
        into.state = frame.state;
        into.numbers.clone_from(&frame.numbers);
    }
}
