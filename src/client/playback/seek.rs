//! Going about in time: to any moment that was, or that a recording knows of, and back to the present.

use super::{MatchFrame, Playback, rewind_worker::RewindWorker};
use crate::{
    lab::recording::{Bookmark, Recording},
    protocol::LogEntry,
};

/// What has happened up to the moment shown.
#[derive(Clone, Copy, Debug)]
pub struct LogView<'l>(&'l [LogEntry]);

impl<'l> LogView<'l> {
    /// The events, oldest first.
    pub fn entries(self) -> &'l [LogEntry] {
        self.0
    }
}

impl Playback {
    /// What has happened up to the moment shown.
    pub fn log(&self) -> LogView<'_> {
        LogView(self.history.log_until(self.now.tick))
    }

    /// All that has happened in what has been played, also after the moment shown.
    pub fn full_log(&self) -> &[LogEntry] {
        self.history.log()
    }

    /// The first and the last tick one can go to.
    pub fn span(&self) -> (u32, u32) {
        let (first, played) = self.history.span().unwrap_or((1, self.now.tick));
        let recorded = self.known.as_ref().map_or(0, |recording| recording.header.ticks);
        (if recorded > played { 1 } else { first }, played.max(recorded))
    }

    /// The last tick that has been played; later ones are known only roughly.
    pub fn played_until(&self) -> u32 {
        self.history.span().map_or(0, |(_, last)| last)
    }

    /// Whether the moment shown is the last that has been played.
    pub fn is_newest(&self) -> bool {
        self.now.tick >= self.played_until()
    }

    /// Whether the moment shown is drawn up roughly, until it has been played again.
    pub fn is_preview(&self) -> bool {
        self.preview_only
    }

    /// What was recorded, where it is a recording that is shown.
    pub fn recorded(&self) -> Option<&Recording> {
        self.known.as_deref()
    }

    /// How playing a recording again has ended: whether it was the same match, or why it could not be played; `None` while it
    /// is being played, and where it is no recording.
    pub fn replayed(&mut self) -> Option<Result<bool, String>> {
        self.source.replay().and_then(|replay| replay.end())
    }

    /// A recording of all that has been played, or of what is shown where that is one.
    pub fn recording(&self, bookmarks: &[Bookmark]) -> Option<Recording> {
        match &self.known {
            Some(known) => {
                let mut recording = known.as_ref().clone();
                recording.header.bookmarks = bookmarks.to_vec();
                Some(recording)
            }
            None => self.source.recording(bookmarks),
        }
    }

    /// Goes to a tick, or as near to it as one can.
    pub fn seek(&mut self, tick: u32) {
        let (first, last) = self.span();
        let tick = tick.clamp(first, last.max(first));
        let old = std::mem::take(&mut self.now);
        if !self.draw_up(tick) {
            self.now = old;
            return;
        }
        let mut before = std::mem::take(&mut self.before);
        if !self.history.at(tick.saturating_sub(1), &mut before) {
            before.clone_from(&self.now);
            before.tick = tick.saturating_sub(1);
        }
        self.before = before;
        self.blend = 1.0;
        self.jumped = true;
        self.jumps = self.jumps.wrapping_add(1);
    }

    /// Goes back by one tick.
    pub fn step_back(&mut self) {
        self.seek(self.now.tick.saturating_sub(1));
    }

    /// Goes to the last tick that has been played.
    pub fn seek_newest(&mut self) {
        self.seek(self.played_until());
    }

    /// Why nothing of the world of the moment shown is at hand, where that is to be drawn; `None` where it is at hand.
    pub fn why_no_world(&self) -> Option<String> {
        if self.shown_world().is_some() {
            return None;
        }
        Some(match self.rewind.as_ref().map(RewindWorker::failed) {
            Some(Some(why)) => format!("not to be had of the past: {why}"),
            Some(None) => "the match is being played again up to here".to_owned(),
            None => "not to be had of this moment".to_owned(),
        })
    }

    /// Has the match played again up to the moment one looks back at, while what only a world holds is to be drawn.
    pub(super) fn update_rewind(&mut self) {
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
                if let Some(past) = self.source.rerun_inputs() {
                    rewind.go_on(past);
                }
            }
            None => self.rewind = self.source.rerun_inputs().map(RewindWorker::new),
        }
        if let Some(rewind) = &mut self.rewind {
            rewind.want(tick);
        }
    }

    /// Draws up a tick as the present one, exactly or roughly; `false` where that cannot be.
    pub(super) fn draw_up(&mut self, tick: u32) -> bool {
        if self.history.at(tick, &mut self.now) {
            self.preview_only = false;
            return true;
        }
        let known = self.known.as_ref().is_some_and(|recording| tick <= recording.header.ticks);
        let drawn = known && self.source.replay().is_some_and(|replay| replay.preview(tick, &mut self.now));
        self.preview_only |= drawn;
        drawn
    }

    /// Takes over what has been played beside the window. What was shown roughly becomes exact.
    pub(super) fn take_over(&mut self) {
        let Some(replay) = self.source.replay() else { return };
        replay.take(&mut self.history);
        if self.preview_only && self.now.tick <= self.played_until() {
            let mut exact = MatchFrame::default();
            if self.history.at(self.now.tick, &mut exact) {
                self.now = exact;
                self.preview_only = false;
            }
            if !self.history.at(self.now.tick.saturating_sub(1), &mut self.before) {
                self.before.clone_from(&self.now);
            }
        }
    }
}
