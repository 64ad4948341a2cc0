//! The timeline of a match: to go to any moment of it, to see at a glance who wanted what when, to jump from event to event,
//! to note moments, and to keep the match as a recording.
//!
//! It moves the [`Playback`]; the match goes on from its newest moment when one returns there.

mod axis;
mod bar;
mod controls;
mod kinds;
mod recording_files;
mod tracks;

use std::{collections::BTreeSet, path::PathBuf};

use bevy::prelude::*;
use bevy_egui::EguiContexts;

pub use kinds::MarkerKind;
pub use recording_files::RecordingTarget;

use self::{
    controls::TimelineCommand,
    tracks::{TimelineMarker, TimelineTracks},
};
use super::{
    ClientSystems,
    panels::{self, AddPanel, Dock, Panel, Panels, is_open, theme},
    playback::Playback,
    role::watching,
    scene_setup::SceneSetup,
    screen::Screen,
    timings::Timings,
    watch_keys::{WatchAction, pressed},
};
use crate::lab::recording::Bookmark;

/// The panel.
pub(super) const PANEL: Panel =
    Panel::new("timeline", "Timeline", "all of the match: scrub, jump, note, save", Dock::Bottom, 168.0)
        .with_key(KeyCode::KeyT, "T");

/// What a timeline shows and what is being done with it.
#[derive(Resource, Default)]
pub struct Timeline {
    tracks: TimelineTracks,
    /// What a recording tells before its match has been played again.
    story: TimelineTracks,
    /// The kinds of events that are marked.
    shown: BTreeSet<MarkerKind>,
    bookmarks: Vec<Bookmark>,
    draft: Option<BookmarkDraft>,
    /// The last tick and the number of bookmarks of what was saved.
    saved: Option<(u32, usize)>,
    /// What came of saving, and whether it went well.
    said: Option<(String, bool)>,
    zoom: axis::Zoom,
    /// Whether the show was stopped when the mouse took hold.
    held: Option<bool>,
    /// How playing a recording again has ended.
    replayed: Option<Result<bool, String>>,
}

/// A note being written.
#[derive(Clone, Debug, Default)]
struct BookmarkDraft {
    tick: u32,
    text: String,
    begun: bool,
}

impl Timeline {
    /// Saves the match so far with its bookmarks; returns the file.
    ///
    /// # Errors
    /// In words, where the match is not recorded or the file cannot be written.
    pub fn save(&mut self, playback: &Playback) -> Result<PathBuf, String> {
        let recording = playback.recording(&self.bookmarks).ok_or("this match is not recorded")?;
        let path = recording_files::save(&recording, &recording_files::folder())?;
        self.saved = Some((playback.played_until(), self.bookmarks.len()));
        Ok(path)
    }

    fn add_note(&mut self) {
        if let Some(BookmarkDraft { tick, text, .. }) = self.draft.take() {
            let place = self.bookmarks.partition_point(|note| note.tick <= tick);
            self.bookmarks.insert(place, Bookmark { tick, text });
        }
    }

    /// Hands over each mark of a kind that is shown, the bookmarks last.
    fn each_mark(&self, playback: &Playback, mut each: impl FnMut(&TimelineMarker)) {
        let played = playback.played_until();
        let told = self.story.marks.iter().filter(|mark| mark.tick > played);
        self.tracks.marks.iter().chain(told).filter(|mark| self.shown.contains(&mark.kind)).for_each(&mut each);
        if self.shown.contains(&MarkerKind::Bookmark) {
            for note in &self.bookmarks {
                let words = if note.text.is_empty() { "a note".to_owned() } else { note.text.clone() };
                each(&TimelineMarker { tick: note.tick, kind: MarkerKind::Bookmark, agent: None, words });
            }
        }
    }

    /// The tick of the mark before or after a tick.
    fn mark_beside(&self, playback: &Playback, tick: u32, after: bool) -> Option<u32> {
        let mut best = None;
        self.each_mark(playback, |mark| {
            let better = if after {
                mark.tick > tick && best.is_none_or(|best| mark.tick < best)
            } else {
                mark.tick < tick && best.is_none_or(|best| mark.tick > best)
            };
            if better {
                best = Some(mark.tick);
            }
        });
        best
    }

    fn grant(&mut self, command: TimelineCommand, playback: &mut Playback, panels: &mut Panels) {
        match command {
            TimelineCommand::Last | TimelineCommand::Next => {
                if let Some(tick) = self.mark_beside(playback, playback.now.tick, command == TimelineCommand::Next) {
                    playback.paused = true;
                    playback.seek(tick);
                    self.reach(playback);
                    debug!("at the event of tick {tick}");
                }
            }
            TimelineCommand::Back => {
                playback.paused = true;
                playback.step_back();
                self.reach(playback);
            }
            TimelineCommand::On => {
                playback.paused = true;
                playback.step();
                playback.blend = 1.0;
                self.reach(playback);
            }
            TimelineCommand::Pause => playback.paused = !playback.paused,
            TimelineCommand::Begin => {
                playback.seek(0);
                self.reach(playback);
            }
            TimelineCommand::Newest => {
                playback.seek_newest();
                self.reach(playback);
            }
            TimelineCommand::Pace(faster) => playback.speed = controls::other_speed(playback.speed, faster),
            TimelineCommand::Bookmark => {
                panels.set(PANEL.id, true);
                self.shown.insert(MarkerKind::Bookmark);
                self.draft = Some(BookmarkDraft { tick: playback.now.tick, ..BookmarkDraft::default() });
            }
            TimelineCommand::Save => {
                self.said = Some(match self.save(playback) {
                    Ok(path) => (format!("saved: {}", path.display()), true),
                    Err(error) => (error, false),
                });
            }
        }
    }

    fn reach(&mut self, playback: &Playback) {
        let (first, last) = playback.span();
        self.zoom.reach(playback.now.tick as f32, (first as f32, last as f32));
    }
}

pub(super) fn plugin(app: &mut App) {
    let shown = MarkerKind::ALL.into_iter().filter(|kind| kind.shown_at_first()).collect();
    app.add_panel(PANEL)
        .insert_resource(Timeline { shown, ..Timeline::default() })
        .add_systems(OnEnter(Screen::Loading), (record.run_if(resource_exists::<Playback>), forget).chain())
        .add_systems(OnEnter(Screen::Result), record)
        .add_systems(Last, record.run_if(on_event::<AppExit>.and(resource_exists::<Playback>)))
        .add_systems(Update, use_keys.in_set(ClientSystems::Input).run_if(watching.and(not(in_state(Screen::Loading)))))
        .add_systems(Update, draw.in_set(Dock::Bottom).run_if(is_open(PANEL.id)));
}

/// Whether leaving the match would lose its recording, or bookmarks added to one. `recorded` says that it is written to a file by
/// itself.
pub fn has_unsaved_recording(playback: &Playback, timeline: &Timeline, recorded: bool) -> bool {
    match playback.recorded() {
        Some(recording) => timeline.bookmarks.iter().any(|bookmark| !recording.header.bookmarks.contains(bookmark)),
        None => !recorded && timeline.saved != Some((playback.played_until(), timeline.bookmarks.len())),
    }
}

/// Opens the timeline from the start.
pub fn open_timeline(app: &mut App) {
    app.world_mut().resource_mut::<Panels>().set(PANEL.id, true);
}

/// Records the match on screen where that was asked for on the command line.
fn record(to: Option<ResMut<RecordingTarget>>, playback: Res<Playback>, timeline: Res<Timeline>) {
    if let Some(mut to) = to {
        recording_files::record(&mut to, &playback, &timeline.bookmarks);
    }
}

/// Forgets the match before.
fn forget(mut timeline: ResMut<Timeline>) {
    let shown = std::mem::take(&mut timeline.shown);
    *timeline = Timeline { shown, ..Timeline::default() };
}

fn use_keys(
    keys: Res<ButtonInput<KeyCode>>,
    setup: Res<SceneSetup>,
    mut playback: ResMut<Playback>,
    mut panels: ResMut<Panels>,
    mut timeline: ResMut<Timeline>,
) {
    for (act, command) in [
        (WatchAction::StepBack, TimelineCommand::Back),
        (WatchAction::PreviousEvent, TimelineCommand::Last),
        (WatchAction::NextEvent, TimelineCommand::Next),
        (WatchAction::Start, TimelineCommand::Begin),
        (WatchAction::Latest, TimelineCommand::Newest),
        (WatchAction::Bookmark, TimelineCommand::Bookmark),
    ] {
        if pressed(&keys, act) {
            timeline.tracks.read(playback.full_log(), &setup.agents);
            timeline.grant(command, &mut playback, &mut panels);
        }
    }
}

fn draw(
    mut contexts: EguiContexts,
    setup: Res<SceneSetup>,
    timings: Res<Timings>,
    mut playback: ResMut<Playback>,
    mut panels: ResMut<Panels>,
    mut timeline: ResMut<Timeline>,
) {
    let _spent = timings.start("panel: timeline");
    let Some(context) = contexts.try_ctx_mut() else { return };
    let scale = theme::scale(context);
    let timeline = timeline.as_mut();
    take_up(timeline, &mut playback, &setup);
    let (mut asked, mut command) = (bar::BarResponse::default(), None);
    panels::show(&mut panels, context, PANEL.id, |ui| {
        command = controls::draw(ui, timeline, &playback, scale);
        asked = bar::draw(ui, timeline, &playback, &setup, scale);
    });
    if let Some(agent) = asked.choose {
        panels.selected = Some(agent);
    }
    match asked.held {
        Some(true) => {
            timeline.held = Some(playback.paused);
            playback.paused = true;
        }
        Some(false) => playback.paused = timeline.held.take().unwrap_or(playback.paused),
        None => {}
    }
    if let Some(tick) = asked.seek.filter(|tick| *tick != playback.now.tick) {
        playback.seek(tick);
    }
    if let Some(command) = command {
        timeline.grant(command, &mut playback, &mut panels);
    }
}

/// Reads what is new in the match, and what a recording tells of itself.
fn take_up(timeline: &mut Timeline, playback: &mut Playback, setup: &SceneSetup) {
    if let Some(recording) =
        playback.recorded().filter(|_| timeline.story.marks.is_empty() && timeline.bookmarks.is_empty())
    {
        timeline.bookmarks.clone_from(&recording.header.bookmarks);
        timeline.story.read(&recording.story, &setup.agents);
    }
    timeline.tracks.read(playback.full_log(), &setup.agents);
    if timeline.replayed.is_none() {
        timeline.replayed = playback.replayed();
        if let Some(end) = &timeline.replayed {
            debug!("replayed: {end:?}");
        }
    }
}
