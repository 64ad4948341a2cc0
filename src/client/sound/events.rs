//! The cues of events.

use bevy::prelude::*;

use super::PlayCue;
use crate::client::session::{
    EventContext, EventCue, EventPlace, GameViewService, Playback, SceneSetup, shared_events::describe,
};

/// The number of log entries read, and the number of jumps in time at that moment.
#[derive(Resource, Default)]
pub(super) struct LogCursor(usize, u32);

/// More new entries than this at once are a jump in time, and stay silent.
const MAX_NEW_ENTRIES: usize = 200;

pub(super) fn play_event_cues(
    playback: Option<Res<Playback>>,
    setup: Option<Res<SceneSetup>>,
    view: Res<GameViewService>,
    mut read: ResMut<LogCursor>,
    mut cues: MessageWriter<PlayCue>,
) {
    let (Some(playback), Some(setup)) = (playback, setup) else {
        read.0 = 0;
        return;
    };
    let entries = playback.log().entries();
    // A shorter log belongs to another match.
    if entries.len() < read.0 {
        read.0 = 0;
    }
    // After a jump in time, the events in between stay silent.
    if read.1 != playback.jumps {
        *read = LogCursor(entries.len(), playback.jumps);
    }
    let fresh = entries.get(read.0..).unwrap_or_default();
    read.0 = entries.len();
    if fresh.len() <= MAX_NEW_ENTRIES {
        let context = EventContext { cast: &setup.agents, ..EventContext::default() };
        let cues_of = fresh.iter().filter_map(|entry| describe(&*view.0, &entry.event, &context)?.cue);
        cues.write_batch(cues_of.filter_map(|cue| placed(cue, &playback, &setup)));
    }
}

/// The cue at its place; `None` if the match does not have the agent or thing there.
fn placed(EventCue { name, at }: EventCue, playback: &Playback, setup: &SceneSetup) -> Option<PlayCue> {
    let place = match at {
        None => return Some(PlayCue::plain(name)),
        Some(EventPlace::Agent(agent)) => playback.now.agents.get(usize::from(agent.0))?.body.place,
        Some(EventPlace::Thing(thing)) => setup.level.thing(thing)?.place,
        Some(EventPlace::Point(at)) => Vec3::from(at),
    };
    Some(PlayCue::at(name, place))
}
