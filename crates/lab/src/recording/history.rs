//! The history of a match: every frame, snapshots of the minds, and the event log.
//!
//! Frames come back exactly, until the history outgrows its limit. Then it is thinned out: the older the moment, the wider apart the
//! frames and mind snapshots that are kept, and between two of them bodies glide.

use std::{collections::VecDeque, sync::Arc};

use quarry_minds::protocol::{AgentId, LogEntry};

use super::{
    frame::MatchFrame,
    kept_frames::KeptFrames,
    thinning::{self, CLOSE_SNAPSHOTS, WIDEST_SNAPSHOTS},
};

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

/// The history of a match; `A` is a snapshot of a mind.
#[derive(Clone, Debug)]
pub struct History<A> {
    frames: KeptFrames,
    /// The snapshots of each mind with their ticks, by agent number.
    snapshots: Vec<VecDeque<(u32, Arc<A>)>>,
    snapshot_size: usize,
    log: Vec<LogEntry>,
    max_bytes: usize,
}

impl<A: MemorySize> Default for History<A> {
    fn default() -> Self {
        Self::with_limit(MAX_BYTES)
    }
}

impl<A: MemorySize> History<A> {
    /// A history limited to this many bytes, not counting the log and the newest frame.
    pub fn with_limit(max_bytes: usize) -> Self {
        Self { frames: KeptFrames::default(), snapshots: Vec::new(), snapshot_size: 0, log: Vec::new(), max_bytes }
    }

    /// Removes everything.
    pub fn clear(&mut self) {
        *self = Self::with_limit(self.max_bytes);
    }

    /// The first and the last tick; `None` if the history is empty.
    pub fn span(&self) -> Option<(u32, u32)> {
        self.frames.span()
    }

    /// The approximate size without the log, in bytes.
    pub fn memory_size(&self) -> usize {
        self.frames.size() + self.snapshot_size
    }

    /// Whether it will soon drop something for what is added.
    pub fn is_nearly_full(&self) -> bool {
        self.memory_size() > self.max_bytes / 10 * 9
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
        self.log.extend(happened);
        for (agent, snapshot) in snapshots {
            let row = usize::from(agent.0);
            if self.snapshots.len() <= row {
                self.snapshots.resize_with(row + 1, VecDeque::new);
            }
            self.snapshot_size += snapshot.memory_size();
            if let Some(row) = self.snapshots.get_mut(row) {
                row.push_back((frame.tick, Arc::new(snapshot)));
            }
        }
        self.frames.push(frame);
        while self.memory_size() > self.max_bytes && self.frames.span().is_some_and(|(first, last)| first < last) {
            let mostly_minds = self.snapshot_size > self.frames.size();
            let thinned =
                mostly_minds && self.thin_out_snapshots() || self.frames.thin_out() || self.thin_out_snapshots();
            if !thinned {
                self.drop_oldest();
            }
        }
    }

    /// Drops snapshots of each mind: first of those that follow one another closely, then of the older half. Returns whether there were enough
    /// to drop.
    fn thin_out_snapshots(&mut self) -> bool {
        self.drop_snapshots(|all| all, CLOSE_SNAPSHOTS) || self.drop_snapshots(|all| all / 2, WIDEST_SNAPSHOTS)
    }

    fn drop_snapshots(&mut self, oldest: fn(usize) -> usize, widest: u32) -> bool {
        let count = |rows: &[VecDeque<(u32, Arc<A>)>]| rows.iter().map(VecDeque::len).sum::<usize>();
        let before = count(&self.snapshots);
        for row in &mut self.snapshots {
            let oldest = oldest(row.len());
            thinning::thin_out(row, |(from, _)| *from, oldest, widest);
        }
        self.count_snapshots();
        thinning::is_enough(before, count(&self.snapshots))
    }

    fn drop_oldest(&mut self) {
        self.frames.drop_oldest();
        let first = self.frames.span().map_or(0, |(first, _)| first);
        for row in &mut self.snapshots {
            // The last snapshot before the first frame is still valid in it.
            while row.get(1).is_some_and(|(from, _)| *from <= first) {
                row.pop_front();
            }
        }
        self.count_snapshots();
    }

    fn count_snapshots(&mut self) {
        self.snapshot_size = self.snapshots.iter().flatten().map(|(_, snapshot)| snapshot.memory_size()).sum();
    }

    /// Reads the frame of a tick; `false` if it is not in the history. Between two frames that were kept, bodies are on the way from one to
    /// the other, and all else is as in the earlier one.
    pub fn at(&self, tick: u32, into: &mut MatchFrame) -> bool {
        self.frames.at(tick, into)
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
    use crate::recording::AgentFrame;
    use quarry_engine::world::{
        Body, DoorState, ThingState, Trace, WeaponPhase,
        level::{LevelThing, ThingKind},
    };
    use quarry_minds::protocol::{Label, MatchEvent, ThingId};

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
    fn beyond_the_limit_the_past_is_thinned_out_and_what_is_kept_stays_exact() {
        let most = 1_500_000;
        let mut history = History::with_limit(most);
        filled(&mut history, 3000);
        assert_eq!(history.span(), Some((1, 3000)), "the beginning is still there");
        assert!(history.memory_size() <= most);
        let mut shown = MatchFrame::default();
        let mut exact = |tick: u32| {
            assert!(history.at(tick, &mut shown));
            let body = shown.agents[0].body.place;
            assert!((body.x - tick as f32).abs() < 0.01, "at {tick} it is on its way at {body}");
            shown == frame_at(tick)
        };
        assert!([1, 2998, 2999, 3000].into_iter().all(&mut exact));
        let counted = [1..1000, 1000..2000, 2000..3000].map(|ticks| ticks.filter(|tick| exact(*tick)).count());
        assert!(counted[0] > 0 && counted[0] < counted[1] && counted[1] < counted[2], "{counted:?}");
        assert!(history.mind_snapshot(AgentId(1), 1).is_some());
        assert_eq!(history.log_until(u32::MAX).len(), 3000);
    }

    #[test]
    fn what_no_thinning_makes_fit_loses_its_beginning() {
        let most = 60_000;
        let mut history = History::with_limit(most);
        filled(&mut history, 12_000);
        let (first, last) = history.span().unwrap();
        assert!(first > 1000 && last == 12_000, "{first} to {last}");
        assert!(history.memory_size() <= most);
        let mut shown = MatchFrame::default();
        assert!(!history.at(first - 1, &mut shown) && history.at(first, &mut shown) && shown == frame_at(first));
        assert!(history.mind_snapshot(AgentId(1), first).is_some(), "the snapshot before the first frame is kept");
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
