//! The timeline of a match: to go to any moment of it, to see at a glance who wanted what when, to jump from event to event,
//! to note moments, and to keep the match as a recording.
//!
//! It moves the [`Show`]; the match goes on from its newest moment when one returns there.

mod axis;
mod bar;
mod controls;
mod keep;
mod kinds;
mod tracks;

use std::collections::BTreeSet;

use bevy::prelude::*;
use bevy_egui::EguiContexts;

pub use keep::RecordTo;
pub use kinds::Kind;

use self::{
    controls::Wish,
    tracks::{Mark, Tracks},
};
use super::{
    ClientSystems,
    keys::{Act, pressed},
    panels::{self, AddPanel, Dock, Panel, Panels, is_open, look},
    role::watching,
    screen::Screen,
    show::Show,
    stage::Stage,
    timings::Timings,
};
use crate::lab::recording::Note;

/// The panel.
pub(super) const PANEL: Panel =
    Panel::new("timeline", "Timeline", "all of the match: scrub, jump, note, save", Dock::Bottom, 168.0)
        .by(KeyCode::KeyT, "T");

/// What a timeline shows and what is being done with it.
#[derive(Resource, Default)]
pub struct Timeline {
    tracks: Tracks,
    /// What a recording tells before its match has been played again.
    tale: Tracks,
    /// The kinds of events that are marked.
    shown: BTreeSet<Kind>,
    notes: Vec<Note>,
    draft: Option<Draft>,
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
struct Draft {
    tick: u32,
    text: String,
    begun: bool,
}

impl Timeline {
    fn add_note(&mut self) {
        if let Some(Draft { tick, text, .. }) = self.draft.take() {
            let place = self.notes.partition_point(|note| note.tick <= tick);
            self.notes.insert(place, Note { tick, text });
        }
    }

    /// Hands over each mark of a kind that is shown, the notes last.
    fn each_mark(&self, show: &Show, mut each: impl FnMut(&Mark)) {
        let played = show.played_until();
        let told = self.tale.marks.iter().filter(|mark| mark.tick > played);
        self.tracks.marks.iter().chain(told).filter(|mark| self.shown.contains(&mark.kind)).for_each(&mut each);
        if self.shown.contains(&Kind::Note) {
            for note in &self.notes {
                let words = if note.text.is_empty() { "a note".to_owned() } else { note.text.clone() };
                each(&Mark { tick: note.tick, kind: Kind::Note, agent: None, words });
            }
        }
    }

    /// The tick of the mark before or after a tick.
    fn mark_beside(&self, show: &Show, tick: u32, after: bool) -> Option<u32> {
        let mut best = None;
        self.each_mark(show, |mark| {
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

    fn grant(&mut self, wish: Wish, show: &mut Show, panels: &mut Panels) {
        match wish {
            Wish::Last | Wish::Next => {
                if let Some(tick) = self.mark_beside(show, show.now.tick, wish == Wish::Next) {
                    show.paused = true;
                    show.seek(tick);
                    self.reach(show);
                    debug!("at the event of tick {tick}");
                }
            }
            Wish::Back => {
                show.paused = true;
                show.step_back();
                self.reach(show);
            }
            Wish::On => {
                show.paused = true;
                show.step();
                show.share = 1.0;
                self.reach(show);
            }
            Wish::Pause => show.paused = !show.paused,
            Wish::Begin => {
                show.seek(0);
                self.reach(show);
            }
            Wish::Newest => {
                show.seek_newest();
                self.reach(show);
            }
            Wish::Pace(faster) => show.speed = controls::other_speed(show.speed, faster),
            Wish::Note => {
                panels.set(PANEL.id, true);
                self.shown.insert(Kind::Note);
                self.draft = Some(Draft { tick: show.now.tick, ..Draft::default() });
            }
            Wish::Save => {
                self.said = Some(match show.recording(&self.notes) {
                    None => ("this match is not recorded".to_owned(), false),
                    Some(recording) => match keep::save(&recording, &keep::folder()) {
                        Ok(path) => (format!("saved: {}", path.display()), true),
                        Err(error) => (error, false),
                    },
                });
            }
        }
    }

    fn reach(&mut self, show: &Show) {
        let (first, last) = show.span();
        self.zoom.reach(show.now.tick as f32, (first as f32, last as f32));
    }
}

pub(super) fn plugin(app: &mut App) {
    let shown = Kind::ALL.into_iter().filter(|kind| kind.shown_at_first()).collect();
    app.add_panel(PANEL)
        .insert_resource(Timeline { shown, ..Timeline::default() })
        .add_systems(OnEnter(Screen::Loading), (record.run_if(resource_exists::<Show>), forget).chain())
        .add_systems(OnEnter(Screen::Result), record)
        .add_systems(Last, record.run_if(on_event::<AppExit>.and(resource_exists::<Show>)))
        .add_systems(Update, use_keys.in_set(ClientSystems::Input).run_if(watching.and(not(in_state(Screen::Loading)))))
        .add_systems(Update, draw.in_set(Dock::Bottom).run_if(is_open(PANEL.id)));
}

/// Opens the timeline from the start.
pub fn open_timeline(app: &mut App) {
    app.world_mut().resource_mut::<Panels>().set(PANEL.id, true);
}

/// Records the match on screen where that was asked for on the command line.
fn record(to: Option<ResMut<RecordTo>>, show: Res<Show>, timeline: Res<Timeline>) {
    if let Some(mut to) = to {
        keep::record(&mut to, &show, &timeline.notes);
    }
}

/// Forgets the match before.
fn forget(mut timeline: ResMut<Timeline>) {
    let shown = std::mem::take(&mut timeline.shown);
    *timeline = Timeline { shown, ..Timeline::default() };
}

fn use_keys(
    keys: Res<ButtonInput<KeyCode>>,
    stage: Res<Stage>,
    mut show: ResMut<Show>,
    mut panels: ResMut<Panels>,
    mut timeline: ResMut<Timeline>,
) {
    for (act, wish) in [
        (Act::StepBack, Wish::Back),
        (Act::LastEvent, Wish::Last),
        (Act::NextEvent, Wish::Next),
        (Act::Begin, Wish::Begin),
        (Act::Newest, Wish::Newest),
        (Act::Note, Wish::Note),
    ] {
        if pressed(&keys, act) {
            timeline.tracks.read(show.whole_log(), &stage.cast);
            timeline.grant(wish, &mut show, &mut panels);
        }
    }
}

fn draw(
    mut contexts: EguiContexts,
    stage: Res<Stage>,
    timings: Res<Timings>,
    mut show: ResMut<Show>,
    mut panels: ResMut<Panels>,
    mut timeline: ResMut<Timeline>,
) {
    let _spent = timings.of("panel: timeline");
    let Some(context) = contexts.try_ctx_mut() else { return };
    let scale = look::scale(context);
    let timeline = timeline.as_mut();
    take_up(timeline, &mut show, &stage);
    let (mut asked, mut wish) = (bar::Asked::default(), None);
    panels::show(&mut panels, context, PANEL.id, |ui| {
        wish = controls::draw(ui, timeline, &show, scale);
        asked = bar::draw(ui, timeline, &show, &stage, scale);
    });
    if let Some(agent) = asked.choose {
        panels.chosen = Some(agent);
    }
    match asked.held {
        Some(true) => {
            timeline.held = Some(show.paused);
            show.paused = true;
        }
        Some(false) => show.paused = timeline.held.take().unwrap_or(show.paused),
        None => {}
    }
    if let Some(tick) = asked.seek.filter(|tick| *tick != show.now.tick) {
        show.seek(tick);
    }
    if let Some(wish) = wish {
        timeline.grant(wish, &mut show, &mut panels);
    }
}

/// Reads what is new in the match, and what a recording tells of itself.
fn take_up(timeline: &mut Timeline, show: &mut Show, stage: &Stage) {
    if let Some(recording) = show.recorded().filter(|_| timeline.tale.marks.is_empty() && timeline.notes.is_empty()) {
        timeline.notes.clone_from(&recording.head.notes);
        timeline.tale.read(&recording.tale, &stage.cast);
    }
    timeline.tracks.read(show.whole_log(), &stage.cast);
    if timeline.replayed.is_none() {
        timeline.replayed = show.replayed();
        if let Some(end) = &timeline.replayed {
            debug!("replayed: {end:?}");
        }
    }
}
