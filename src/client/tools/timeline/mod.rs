//! The timeline of a match: seek, step, jump from event to event, see which mind pursued which goal when, set bookmarks, and
//! save the match as a recording.

mod axis;
mod bar;
mod controls;
mod kinds;
mod recording_files;
mod tracks;

use self::axis::{Axis, Zoom};
use self::tracks::{GoalSpan, TimelineMarker, TimelineTracks};

use std::{borrow::Cow, collections::BTreeMap, path::PathBuf};

use crate::client::ClientSystems;
use crate::client::input::watch_keys::{WatchAction, pressed};
use crate::client::session::{
    EventContext, GameViewService, MarkerKind, Playback, SceneSetup, Screen, loaded, match_flow::control, watching,
};
use crate::lab::recording::Bookmark;
use bevy::prelude::*;

pub use recording_files::RecordingTarget;

use self::kinds::{BOOKMARK, FAULT};
use super::panels::{AddPanel, Dock, Panel, PanelContext, Panels, theme};

pub(in crate::client) const PANEL: Panel =
    Panel::new("timeline", "Timeline", "seek, jump to events, set bookmarks, save a recording", Dock::Bottom, 168.0)
        .with_key(KeyCode::KeyT);

#[derive(Resource, Default)]
pub struct Timeline {
    tracks: TimelineTracks,
    /// The kinds of markers of the game on screen.
    kinds: Vec<MarkerKind>,
    /// Whether markers are shown, by the names of kinds for which a person has chosen.
    chosen: BTreeMap<&'static str, bool>,
    bookmarks: Vec<Bookmark>,
    draft: Option<BookmarkDraft>,
    /// The last tick and the number of bookmarks of the last save.
    saved: Option<(u32, usize)>,
    /// The result of saving, and whether it succeeded.
    save_message: Option<(String, bool)>,
    zoom: axis::Zoom,
    /// While the playhead is dragged: whether playback was paused before.
    paused_before_drag: Option<bool>,
    /// Whether the bookmarks of the recording have been read.
    bookmarks_read: bool,
}

#[derive(Clone, Debug, Default)]
struct BookmarkDraft {
    tick: u32,
    text: String,
    focused: bool,
}

impl Timeline {
    /// Saves the match so far with its bookmarks; returns the file.
    pub fn save(&mut self, playback: &Playback) -> Result<PathBuf, String> {
        let recording = playback.recording(&self.bookmarks).ok_or("this match cannot be recorded")?;
        let path = recording_files::save(&recording, &recording_files::folder())?;
        self.saved = Some((playback.played_until(), self.bookmarks.len()));
        Ok(path)
    }

    fn add_bookmark(&mut self) {
        if let Some(BookmarkDraft { tick, text, .. }) = self.draft.take() {
            let index = self.bookmarks.partition_point(|bookmark| bookmark.tick <= tick);
            self.bookmarks.insert(index, Bookmark { tick, text });
        }
    }

    fn kind(&self, name: &str) -> Option<&MarkerKind> {
        self.kinds.iter().find(|kind| kind.name == name)
    }

    fn shows(&self, name: &str) -> bool {
        let chosen = self.chosen.get(name).copied();
        chosen.unwrap_or_else(|| self.kind(name).is_some_and(|kind| kind.shown))
    }

    /// The markers of each kind that is shown, oldest first; the bookmarks last.
    fn shown_marks(&self) -> Vec<(MarkerKind, Cow<'_, [TimelineMarker]>)> {
        let shown = self.kinds.iter().filter(|kind| self.shows(kind.name));
        let marks = |kind: &MarkerKind| {
            if kind.name == BOOKMARK.name {
                return (*kind, self.bookmarks.iter().map(marker_of).collect());
            }
            let marks = self.tracks.marks.get(kind.name).map(Vec::as_slice).unwrap_or_default();
            (*kind, Cow::Borrowed(marks))
        };
        shown.map(marks).collect()
    }

    /// The tick of the next marker after a tick, or of the last one before it.
    fn adjacent_marker(&self, tick: u32, after: bool) -> Option<u32> {
        let shown = self.shown_marks();
        let nearest = shown.iter().filter_map(|(_, marks)| {
            let ticks = marks.iter().map(|mark| mark.tick);
            if after { ticks.into_iter().find(|at| *at > tick) } else { ticks.rev().find(|at| *at < tick) }
        });
        if after { nearest.min() } else { nearest.max() }
    }

    /// Does what a key or a button of the timeline means, and keeps the playhead in view.
    fn act(&mut self, action: WatchAction, playback: &mut Playback, panels: &mut Panels) {
        match action {
            WatchAction::PreviousEvent | WatchAction::NextEvent => {
                let next = self.adjacent_marker(playback.now.tick, action == WatchAction::NextEvent);
                let Some(tick) = next else { return };
                playback.paused = true;
                playback.seek(tick);
                debug!("at the event of tick {tick}");
            }
            WatchAction::StepBack => {
                playback.paused = true;
                playback.step_back();
            }
            WatchAction::Start => playback.seek(0),
            WatchAction::Latest => playback.seek_newest(),
            WatchAction::Bookmark => {
                panels.set(PANEL.id, true);
                self.chosen.insert(BOOKMARK.name, true);
                self.draft = Some(BookmarkDraft { tick: playback.now.tick, ..BookmarkDraft::default() });
                return;
            }
            action => {
                control(playback, action);
                if action != WatchAction::Step {
                    return;
                }
            }
        }
        let (first, last) = playback.span();
        self.zoom.show(playback.now.tick as f32, (first as f32, last as f32));
    }
}

pub(in crate::client) fn plugin(app: &mut App) {
    app.add_panel(PANEL, draw)
        .init_resource::<Timeline>()
        .add_systems(Update, read_kinds.in_set(ClientSystems::Input).run_if(resource_changed::<GameViewService>))
        .add_systems(OnEnter(Screen::Loading), (record.run_if(resource_exists::<Playback>), reset).chain())
        .add_systems(OnEnter(Screen::Result), record)
        .add_systems(Last, record.run_if(on_message::<AppExit>.and_then(resource_exists::<Playback>)))
        .add_systems(Update, use_keys.in_set(ClientSystems::Input).run_if(watching.and_then(loaded)));
}

/// Whether leaving the match would lose its recording, or bookmarks added to one. `recorded` means that `--record` saves it.
pub fn has_unsaved_recording(playback: &Playback, timeline: &Timeline, recorded: bool) -> bool {
    match playback.recorded() {
        Some(recording) => timeline.bookmarks.iter().any(|bookmark| !recording.header.bookmarks.contains(bookmark)),
        None => !recorded && timeline.saved != Some((playback.played_until(), timeline.bookmarks.len())),
    }
}

pub fn show_faults(app: &mut App) {
    app.world_mut().resource_mut::<Timeline>().chosen.insert(FAULT.name, true);
}

pub fn open_timeline(app: &mut App) {
    app.world_mut().resource_mut::<Panels>().set(PANEL.id, true);
}

/// Records the match on screen, for `--record`.
fn record(to: Option<ResMut<RecordingTarget>>, playback: Res<Playback>, timeline: Res<Timeline>) {
    if let Some(mut to) = to {
        recording_files::record(&mut to, &playback, &timeline.bookmarks);
    }
}

/// Resets the timeline for a new match; the choice of markers stays.
fn reset(mut timeline: ResMut<Timeline>) {
    let (kinds, chosen) = (std::mem::take(&mut timeline.kinds), std::mem::take(&mut timeline.chosen));
    *timeline = Timeline { kinds, chosen, ..Timeline::default() };
}

fn marker_of(bookmark: &Bookmark) -> TimelineMarker {
    let words = if bookmark.text.is_empty() { "bookmark".to_owned() } else { bookmark.text.clone() };
    TimelineMarker { tick: bookmark.tick, words }
}

fn read_kinds(view: Res<GameViewService>, mut timeline: ResMut<Timeline>) {
    timeline.kinds = kinds::kinds_of(&view);
}

fn use_keys(
    keys: Res<ButtonInput<KeyCode>>,
    setup: Res<SceneSetup>,
    view: Res<GameViewService>,
    mut playback: ResMut<Playback>,
    mut panels: ResMut<Panels>,
    mut timeline: ResMut<Timeline>,
) {
    use WatchAction::{Bookmark, Latest, NextEvent, PreviousEvent, Start, StepBack};
    for action in [StepBack, PreviousEvent, NextEvent, Start, Latest, Bookmark] {
        if pressed(&keys, action) {
            timeline.tracks.read(playback.full_log(), &EventContext::of(&setup), view.0);
            timeline.act(action, &mut playback, &mut panels);
        }
    }
}

fn draw(mut cx: PanelContext, mut timeline: ResMut<Timeline>) {
    let timeline = timeline.as_mut();
    let (mut response, mut action) = (bar::BarResponse::default(), None);
    cx.show(PANEL.id, |ui, cx| {
        update(timeline, &cx.playback, &cx.setup, &cx.game);
        let scale = theme::scale(ui.ctx());
        action = controls::draw(ui, timeline, &cx.playback, scale);
        response = bar::draw(ui, timeline, &cx.playback, &cx.setup, cx.panels.selected, scale);
    });
    let PanelContext { mut panels, mut playback, .. } = cx;
    if let Some(agent) = response.selected {
        panels.selected = Some(agent);
    }
    match response.dragging {
        Some(true) => {
            timeline.paused_before_drag = Some(playback.paused);
            playback.paused = true;
        }
        Some(false) => playback.paused = timeline.paused_before_drag.take().unwrap_or(playback.paused),
        None => {}
    }
    if let Some(tick) = response.seek.filter(|tick| *tick != playback.now.tick) {
        playback.seek(tick);
    }
    if let Some(action) = action {
        timeline.act(action, &mut playback, &mut panels);
    }
}

/// Reads new events, and once the bookmarks of a recording.
fn update(timeline: &mut Timeline, playback: &Playback, setup: &SceneSetup, view: &GameViewService) {
    if let Some(recording) = playback.recorded().filter(|_| !timeline.bookmarks_read) {
        timeline.bookmarks.clone_from(&recording.header.bookmarks);
        timeline.bookmarks.sort_by_key(|bookmark| bookmark.tick);
        timeline.bookmarks_read = true;
    }
    timeline.tracks.read(playback.full_log(), &EventContext::of(setup), view.0);
    timeline.tracks.read_faults(playback.faults(), &setup.agents);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_marker_is_the_nearest_of_the_kinds_that_are_shown() {
        let view = GameViewService(crate::games::views().remove(0));
        let mark = |tick: u32| TimelineMarker { tick, words: String::new() };
        let mut timeline = Timeline { kinds: kinds::kinds_of(&view), ..Timeline::default() };
        timeline.tracks.marks.insert("hid", vec![mark(10), mark(50)]);
        timeline.tracks.marks.insert("goal", vec![mark(20), mark(45)]);
        timeline.bookmarks = vec![Bookmark { tick: 40, text: String::new() }];
        assert_eq!((timeline.adjacent_marker(10, true), timeline.adjacent_marker(50, false)), (Some(40), Some(40)));
        timeline.chosen.insert("goal", true);
        assert_eq!((timeline.adjacent_marker(10, true), timeline.adjacent_marker(50, false)), (Some(20), Some(45)));
        assert_eq!((timeline.adjacent_marker(50, true), timeline.adjacent_marker(10, false)), (None, None));
        let last = timeline.shown_marks().pop();
        assert!(last.is_some_and(|(kind, marks)| kind.name == BOOKMARK.name && marks[0].words == "bookmark"));
    }
}
