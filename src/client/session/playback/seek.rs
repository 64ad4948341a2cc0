//! Moving in time: to any tick that has been simulated, and back to the newest.

use quarry_minds::protocol::LogEntry;

use super::{MatchFrame, Playback, rewind::Rewind};
use crate::lab::recording::{Bookmark, Recording};

/// The entries of a tick and later ones.
fn since(log: &[LogEntry], tick: u32) -> &[LogEntry] {
    log.get(log.partition_point(|entry| entry.tick < tick)..).unwrap_or_default()
}

/// More new events than this at once are a jump in time, such as the end of a pause of the machine.
const MAX_NEW_EVENTS: usize = 200;

/// How far a part of the window has read the event log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct LogReader {
    read: usize,
    jumps: u32,
}

impl LogReader {
    /// The events since the last call; `None` after a jump in time: what lies between did not happen now.
    pub(crate) fn fresh<'l>(&mut self, playback: &'l Playback) -> Option<&'l [LogEntry]> {
        let entries = playback.log();
        // Another match has a shorter log, and no jumps yet.
        let from = if entries.len() < self.read { 0 } else { self.read };
        let jumped = playback.jumps > self.jumps;
        *self = Self { read: entries.len(), jumps: playback.jumps };
        let fresh = entries.get(from..).unwrap_or_default();
        (!jumped && fresh.len() <= MAX_NEW_EVENTS).then_some(fresh)
    }
}

impl Playback {
    /// The events up to the tick shown, oldest first.
    pub fn log(&self) -> &[LogEntry] {
        self.history.log_until(self.now.tick)
    }

    /// The events since a tick, that of the tick included, up to the tick shown; oldest first.
    pub fn log_since(&self, tick: u32) -> &[LogEntry] {
        since(self.log(), tick)
    }

    /// The events of the last so many seconds up to the tick shown, oldest first.
    pub fn log_of_last(&self, seconds: f32) -> &[LogEntry] {
        self.log_since(self.now.tick.saturating_sub((seconds * self.rate()) as u32))
    }

    /// All events so far, also those after the tick shown.
    pub fn full_log(&self) -> &[LogEntry] {
        self.history.log()
    }

    /// The events of a tick.
    pub fn log_at(&self, tick: u32) -> &[LogEntry] {
        since(self.history.log_until(tick), tick)
    }

    /// Reads the frame of a tick that has been simulated; `false` if the history does not hold it.
    pub fn frame_at(&self, tick: u32, into: &mut MatchFrame) -> bool {
        self.history.at(tick, into)
    }

    /// The first and the last tick of the timeline. A recording has its whole length from the start.
    pub fn span(&self) -> (u32, u32) {
        let (first, played) = self.history.span().unwrap_or((1, self.now.tick));
        let unplayed = self.recorded().filter(|_| self.replay_outcome().is_none());
        (first, played.max(unplayed.map_or(0, |recording| recording.header.ticks)))
    }

    /// The last tick that has been simulated.
    pub fn played_until(&self) -> u32 {
        self.history.span().map_or(0, |(_, last)| last)
    }

    /// Whether the tick shown is the last that has been simulated.
    pub fn is_newest(&self) -> bool {
        self.now.tick >= self.played_until()
    }

    /// The tick to which a jump goes as soon as the recording has been simulated up to it.
    pub fn sought(&self) -> Option<u32> {
        self.pending_seek
    }

    /// The recording of all that has been played, or the recording that is being played.
    pub fn recording(&self, bookmarks: &[Bookmark]) -> Option<Recording> {
        match self.recorded() {
            Some(recorded) => {
                let mut recording = recorded.as_ref().clone();
                recording.header.bookmarks = bookmarks.to_vec();
                Some(recording)
            }
            None => self.source.recording(bookmarks),
        }
    }

    /// Goes to a tick. If a recording has not been simulated that far, it goes to the newest tick and then on.
    pub fn seek(&mut self, tick: u32) {
        let (first, last) = self.span();
        let tick = tick.clamp(first, last.max(first));
        self.pending_seek = (tick > self.played_until()).then_some(tick);
        let tick = tick.min(self.played_until());
        if !self.history.at(tick, &mut self.now) {
            return;
        }
        if !self.history.at(tick.saturating_sub(1), &mut self.before) {
            self.before.clone_from(&self.now);
            self.before.tick = tick.saturating_sub(1);
        }
        self.blend = 1.0;
        self.jumped = true;
        self.jumps = self.jumps.wrapping_add(1);
    }

    /// Goes one tick back.
    pub fn step_back(&mut self) {
        self.seek(self.now.tick.saturating_sub(1));
    }

    /// Goes to the newest tick.
    pub fn seek_newest(&mut self) {
        self.seek(self.played_until());
    }

    /// Why overlays cannot show the world of this tick; `None` if they can.
    pub fn why_no_world(&self) -> Option<String> {
        if self.shown_world().is_some() {
            return None;
        }
        Some(match self.rewind.as_ref().map(|rewind| &rewind.failed) {
            Some(Some(why)) => format!("overlays of the past are not available: {why}"),
            Some(None) => "simulating the match again up to this moment".to_owned(),
            None => "overlays are not available for this moment".to_owned(),
        })
    }

    /// Simulates the match again up to the tick shown, as long as overlays need its world. `frame`: real seconds.
    pub(super) fn update_rewind(&mut self, frame: f32) {
        if !self.instrumentation.past_worlds {
            self.rewind = None;
            return;
        }
        if self.world().is_some() {
            return;
        }
        let tick = self.now.tick;
        match &mut self.rewind {
            Some(rewind) if rewind.last() >= tick => {}
            Some(rewind) => {
                if let Some(inputs) = self.source.rerun_inputs() {
                    rewind.continue_with(inputs);
                }
            }
            None => self.rewind = self.source.rerun_inputs().map(Rewind::new),
        }
        if let Some(rewind) = &mut self.rewind {
            rewind.approach(tick, frame);
        }
    }
}
