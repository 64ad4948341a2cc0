//! The cues of events.

use bevy::prelude::*;
use quarry_minds::protocol::label;

use super::PlayCue;
use crate::client::session::{
    EventContext, EventCue, EventPlace, GameViewService, Playback, SceneSetup, playback::LogReader,
    shared_events::describe,
};

pub(super) fn play_event_cues(
    playback: If<Res<Playback>>,
    setup: If<Res<SceneSetup>>,
    view: Res<GameViewService>,
    mut read: Local<LogReader>,
    mut cues: MessageWriter<PlayCue>,
) {
    let context = EventContext::of(&setup);
    let fresh = read.fresh(&playback).unwrap_or_default();
    let cues_of = fresh.iter().filter_map(|entry| describe(view.0, &entry.event, &context)?.cue);
    cues.write_batch(cues_of.filter_map(|cue| placed(cue, &playback, &setup)));
}

/// The cue at its place; `None` if the match does not have the agent or thing there.
fn placed(EventCue { mut name, at }: EventCue, playback: &Playback, setup: &SceneSetup) -> Option<PlayCue> {
    let place = match at {
        None => return Some(PlayCue::plain(name)),
        Some(EventPlace::Agent(agent)) => playback.agent(agent)?.body.place,
        Some(EventPlace::Thing(thing)) => setup.level.thing(thing)?.place,
        Some(EventPlace::Point(at)) => Vec3::from(at),
        Some(EventPlace::Struck(at)) => {
            name = label(&format!("{name}_{}", setup.impact(Vec3::from(at)).name()));
            Vec3::from(at)
        }
    };
    Some(PlayCue::at(name, place))
}
