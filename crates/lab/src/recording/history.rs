//! The history of a match: every frame, snapshots of the minds, and the event log.
//!
//! Frames come back exactly. What does not change from tick to tick is stored once. If the history outgrows its limit, it
//! first keeps fewer mind snapshots, down to one every half minute; then it drops the oldest frames.

use std::{collections::VecDeque, mem::size_of, sync::Arc};

use quarry_minds::protocol::{AgentId, Label, LogEntry};

use super::frame::{AgentFrame, MatchFrame};
use super::gauges::GaugeTable;
use quarry_engine::world::level::{DoorSet, LevelThing};
use quarry_engine::world::{MatchState, Projectile, ThingState, Trace};

/// How much memory a value takes, approximately.
pub trait MemorySize {
    /// In bytes, including everything it owns.
    fn memory_size(&self) -> usize;
}

impl MemorySize for () {
    fn memory_size(&self) -> usize {
        0
    }
}

/// The limit of a history without its log, in bytes.
const MAX_BYTES: usize = 256 << 20;
/// So many agents are stored together, and not again if none of them has changed.
const GROUP: usize = 8;
/// All things are stored again if more than one in this many has changed.
const REBASE: usize = 8;
/// The largest gap that thinning out may create between a mind's snapshots: the first time, and at most, in ticks.
const THINNING: (u32, u32) = (7, 896);

/// The history of a match; `A` is a snapshot of a mind.
#[derive(Clone, Debug)]
pub struct History<A> {
    /// The tick of the first frame.
    first: u32,
    frames: VecDeque<StoredFrame>,
    /// All scratch marks that any frame shows, oldest first.
    traces: VecDeque<Trace>,
    /// The snapshots of each mind with their ticks, by agent number.
    snapshots: Vec<VecDeque<(u32, Arc<A>)>>,
    log: Vec<LogEntry>,
    /// The largest gap that the last thinning could create between a mind's snapshots, in ticks; 0 before the first.
    min_gap: u32,
    memory_size: usize,
    max_bytes: usize,
}

#[derive(Clone, Debug)]
struct StoredFrame {
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
    /// Without `things` and the groups of `agents`, which frames share.
    fn memory_size(&self) -> usize {
        size_of::<Self>()
            + self.agents.len() * size_of::<Arc<[AgentFrame]>>()
            + self.gauges.memory_size()
            + self.changed.len() * size_of::<(u16, ThingState)>()
            + self.flights.len() * size_of::<Projectile>()
    }
}

impl<A: MemorySize> Default for History<A> {
    fn default() -> Self {
        Self::with_limit(MAX_BYTES)
    }
}

impl<A: MemorySize> History<A> {
    /// A history limited to this many bytes, not counting the log and the newest frame.
    pub fn with_limit(max_bytes: usize) -> Self {
        Self {
            first: 0,
            frames: VecDeque::new(),
            traces: VecDeque::new(),
            snapshots: Vec::new(),
            log: Vec::new(),
            min_gap: 0,
            memory_size: 0,
            max_bytes,
        }
    }

    /// Removes everything.
    pub fn clear(&mut self) {
        *self = Self::with_limit(self.max_bytes);
    }

    /// The first and the last tick; `None` if the history is empty.
    pub fn span(&self) -> Option<(u32, u32)> {
        let last = self.frames.len().checked_sub(1)?;
        Some((self.first, self.first + last as u32))
    }

    /// The approximate size without the log, in bytes.
    pub fn memory_size(&self) -> usize {
        self.memory_size
    }

    /// Whether it will soon drop something for what is added.
    pub fn is_nearly_full(&self) -> bool {
        self.memory_size > self.max_bytes / 10 * 9
    }

    /// The events up to and including this tick.
    pub fn log_until(&self, tick: u32) -> &[LogEntry] {
        self.log.get(..self.log.partition_point(|entry| entry.tick <= tick)).unwrap_or_default()
    }

    /// All events.
    pub fn log(&self) -> &[LogEntry] {
        &self.log
    }

    /// Appends a tick, its events, and snapshots of the minds that have changed. A tick that does not follow the last one
    /// starts a new history.
    pub fn keep(
        &mut self,
        frame: &MatchFrame,
        happened: impl IntoIterator<Item = LogEntry>,
        snapshots: impl IntoIterator<Item = (AgentId, A)>,
    ) {
        if self.span().is_some_and(|(_, last)| frame.tick != last + 1) {
            self.clear();
        }
        if self.frames.is_empty() {
            self.first = frame.tick;
        }
        self.log.extend(happened);
        for (agent, snapshot) in snapshots {
            let row = usize::from(agent.0);
            if self.snapshots.len() <= row {
                self.snapshots.resize_with(row + 1, VecDeque::new);
            }
            self.memory_size += snapshot.memory_size();
            if let Some(row) = self.snapshots.get_mut(row) {
                row.push_back((frame.tick, Arc::new(snapshot)));
            }
        }
        let stored = self.store(frame);
        self.memory_size += stored.memory_size();
        self.frames.push_back(stored);
        while self.memory_size > self.max_bytes && self.frames.len() > 1 {
            if self.min_gap < THINNING.1 {
                self.thin_out();
            } else {
                self.drop_first();
            }
        }
    }

    /// Drops snapshots: keeps the first and the last of each mind, and of the others as few as leave no new gap wider than
    /// `min_gap`.
    fn thin_out(&mut self) {
        self.min_gap = (self.min_gap * 2).max(THINNING.0);
        for row in &mut self.snapshots {
            let after: Vec<Option<u32>> = row.iter().skip(1).map(|(from, _)| Some(*from)).chain([None]).collect();
            let (mut last, mut after) = (None, after.into_iter());
            row.retain(|(from, snapshot)| {
                let next = after.next().flatten();
                let (Some(before), Some(next)) = (last, next) else {
                    last = Some(*from);
                    return true;
                };
                let kept = next > before + self.min_gap;
                if kept {
                    last = Some(*from);
                } else {
                    self.memory_size = self.memory_size.saturating_sub(snapshot.memory_size());
                }
                kept
            });
        }
    }

    fn store(&mut self, frame: &MatchFrame) -> StoredFrame {
        let newest = self.traces.back().map_or(0, |trace| trace.number + 1);
        let fresh = frame.traces.iter().filter(|trace| self.traces.is_empty() || trace.number >= newest);
        let fresh: Vec<Trace> = fresh.copied().collect();
        self.memory_size += fresh.len() * size_of::<Trace>();
        self.traces.extend(fresh);
        let numbers = frame.traces.first().zip(frame.traces.last());
        let states = &frame.things.states;
        let base = self.frames.back().map(|stored| stored.things.clone()).filter(|base| base.len() == states.len());
        let differing = |base: &[ThingState]| -> Box<[(u16, ThingState)]> {
            let pairs = states.iter().zip(base).enumerate().filter(|(_, (now, then))| now != then);
            pairs.map(|(index, (now, _))| (index as u16, *now)).collect()
        };
        let kept = base.map(|base| (differing(&base), base)).filter(|(new, _)| new.len() * REBASE <= states.len());
        let (changed, things) = kept.unwrap_or_else(|| {
            self.memory_size += states.len() * size_of::<ThingState>();
            (Box::default(), Arc::new(states.clone()))
        });
        StoredFrame {
            agents: self.store_agents(&frame.agents),
            gauges: frame.gauges.clone(),
            things,
            changed,
            appeared: self.store_appeared(&frame.things.appeared),
            open: frame.things.open,
            flights: frame.flights.as_slice().into(),
            traces: numbers.map_or((0, 0), |(first, last)| (first.number, last.number + 1)),
            state: frame.state,
            numbers: frame.numbers.clone(),
        }
    }

    fn store_appeared(&mut self, appeared: &[LevelThing]) -> Arc<[LevelThing]> {
        let before = self.frames.back().map(|stored| stored.appeared.clone());
        before.filter(|before| **before == *appeared).unwrap_or_else(|| {
            self.memory_size += size_of_val(appeared);
            appeared.into()
        })
    }

    fn store_agents(&mut self, agents: &[AgentFrame]) -> Box<[Arc<[AgentFrame]>]> {
        let before = self.frames.back().map(|stored| &*stored.agents).unwrap_or_default();
        let mut fresh = 0;
        let groups = agents.chunks(GROUP).enumerate().map(|(index, group)| match before.get(index) {
            Some(kept) if **kept == *group => kept.clone(),
            _ => {
                fresh += size_of_val(group);
                group.into()
            }
        });
        let groups = groups.collect();
        self.memory_size += fresh;
        groups
    }

    fn drop_first(&mut self) {
        let Some(frame) = self.frames.pop_front() else { return };
        self.first += 1;
        self.memory_size = self.memory_size.saturating_sub(frame.memory_size());
        let dropped = frame.agents.iter().filter(|group| Arc::strong_count(group) == 1);
        let bytes = dropped.map(|group| size_of_val(&**group)).sum();
        self.memory_size = self.memory_size.saturating_sub(bytes);
        if Arc::strong_count(&frame.appeared) == 1 {
            self.memory_size = self.memory_size.saturating_sub(size_of_val(&*frame.appeared));
        }
        if Arc::strong_count(&frame.things) == 1 {
            self.memory_size = self.memory_size.saturating_sub(frame.things.len() * size_of::<ThingState>());
        }
        let shown = self.frames.front().map_or(0, |frame| frame.traces.0);
        while self.traces.front().is_some_and(|trace| trace.number < shown) {
            self.traces.pop_front();
            self.memory_size = self.memory_size.saturating_sub(size_of::<Trace>());
        }
        for row in &mut self.snapshots {
            // The last snapshot before the first frame is still valid in it.
            while row.get(1).is_some_and(|(from, _)| *from <= self.first) {
                if let Some((_, snapshot)) = row.pop_front() {
                    self.memory_size = self.memory_size.saturating_sub(snapshot.memory_size());
                }
            }
        }
    }

    /// Reads the frame of a tick; `false` if it is not in the history.
    pub fn at(&self, tick: u32, into: &mut MatchFrame) -> bool {
        let frame = tick.checked_sub(self.first).and_then(|index| self.frames.get(index as usize));
        let Some(frame) = frame else { return false };
        into.tick = tick;
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
        true
    }

    /// The snapshot of a mind that is valid in a tick, and its own tick.
    pub fn mind_snapshot(&self, agent: AgentId, tick: u32) -> Option<(u32, &Arc<A>)> {
        let row = self.snapshots.get(usize::from(agent.0))?;
        let held = row.partition_point(|(from, _)| *from <= tick).checked_sub(1).and_then(|index| row.get(index));
        held.map(|(from, snapshot)| (*from, snapshot))
    }
}

#[cfg(test)]
mod tests {
    use bevy::math::Vec3;

    use super::*;
    use quarry_engine::world::{Body, DoorState, WeaponPhase, level::ThingKind};
    use quarry_minds::protocol::{MatchEvent, ThingId};

    #[derive(Clone, Debug, PartialEq)]
    struct Held(u32);

    impl MemorySize for Held {
        fn memory_size(&self) -> usize {
            1000
        }
    }

    /// A match of three agents: they walk, doors swing now and then, things appear, scratch marks appear and fade.
    fn frame_at(tick: u32) -> MatchFrame {
        let agent = AgentFrame {
            body: Body::at(Vec3::X * tick as f32, 0.0),
            bodiless: false,
            host: None,
            gone: None,
            hidden: None,
            arms: WeaponPhase::Ready,
            working: tick.is_multiple_of(7).then_some(quarry_minds::protocol::Subject::Place(1)),
            gun: None,
            carried: 1,
            visible_harm: 0.0,
            state: Label::default(),
        };
        let mut frame = MatchFrame { tick, agents: vec![agent; 3], ..MatchFrame::default() };
        frame.things.states = vec![ThingState::Still; 40];
        for (door, every) in [(3, 5), (8, 11), (20, 1)] {
            let swing = (tick / every) as f32;
            frame.things.states[door] = ThingState::Door(DoorState { swing, ..DoorState::default() });
        }
        let stone =
            |number: u32| LevelThing::at(ThingId(40), ThingKind::Stock, "stone".into(), Vec3::X * number as f32);
        frame.things.appeared = (0..tick / 60).map(stone).collect();
        let mark = |number: u32| Trace {
            number,
            place: Vec3::Z * number as f32,
            direction: Vec3::X,
            tick: number * 3,
            side: "someone".into(),
            by: AgentId(0),
        };
        frame.traces = (tick.saturating_sub(30) / 3..tick / 3).map(mark).collect();
        frame.state.time_left = 100.0 - tick as f32;
        frame
    }

    fn filled(history: &mut History<Held>, ticks: u32) {
        for tick in 1..=ticks {
            let event = LogEntry { tick, event: MatchEvent::Checkpoint { sum: u64::from(tick) } };
            let snapshot = (tick % 10 == 1).then_some((AgentId(1), Held(tick)));
            history.keep(&frame_at(tick), [event], snapshot);
        }
    }

    #[test]
    fn every_moment_comes_back_as_it_was() {
        let mut history = History::default();
        filled(&mut history, 400);
        assert_eq!(history.span(), Some((1, 400)));
        let mut shown = MatchFrame::default();
        for tick in (1..=400).rev() {
            assert!(history.at(tick, &mut shown));
            assert_eq!(shown, frame_at(tick));
        }
        assert!(!history.at(0, &mut shown) && !history.at(401, &mut shown));
        assert_eq!(history.mind_snapshot(AgentId(1), 10).map(|(from, held)| (from, held.0)), Some((1, 1)));
        assert_eq!(history.mind_snapshot(AgentId(1), 11).map(|(from, held)| (from, held.0)), Some((11, 11)));
        assert!(history.mind_snapshot(AgentId(0), 11).is_none());
        assert_eq!(history.log_until(7).len(), 7);
    }

    #[test]
    fn beyond_the_limit_the_oldest_frames_are_dropped_and_the_rest_stays_exact() {
        let most = 200_000;
        let mut history = History::with_limit(most);
        filled(&mut history, 2000);
        let (first, last) = history.span().unwrap();
        assert!(first > 1000 && last == 2000, "{first} to {last}");
        assert!(history.memory_size() <= most);
        let mut shown = MatchFrame::default();
        for tick in [first, first + 1, (first + last) / 2, last] {
            assert!(history.at(tick, &mut shown));
            assert_eq!(shown, frame_at(tick));
        }
        assert!(history.mind_snapshot(AgentId(1), first).is_some(), "the snapshot before the first frame is kept");
        assert_eq!(history.log_until(u32::MAX).len(), 2000);
    }

    #[test]
    fn agents_that_do_not_change_are_stored_once() {
        let crowd = |tick: u32, still: usize| {
            let mut frame = frame_at(tick);
            let moving = frame.agents[0];
            frame.agents = vec![frame_at(0).agents[0]; still];
            frame.agents.push(moving);
            frame
        };
        let size = |still: usize| {
            let mut history = History::<Held>::default();
            (1..=100).for_each(|tick| history.keep(&crowd(tick, still), [], []));
            let mut shown = MatchFrame::default();
            assert!(history.at(50, &mut shown) && shown == crowd(50, still));
            history.memory_size()
        };
        let (few, many) = (size(0), size(800));
        assert!(many < few + 1000 * 800, "{few} and {many} bytes");
    }

    #[test]
    fn a_tick_that_does_not_follow_starts_a_new_history() {
        let mut history = History::default();
        filled(&mut history, 20);
        history.keep(&frame_at(1), [], []);
        assert_eq!(history.span(), Some((1, 1)));
        assert!(history.log_until(20).is_empty());
    }
}
