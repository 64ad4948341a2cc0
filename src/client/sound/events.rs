//! The cues of events.

use bevy::prelude::*;

use super::PlayCue;
use crate::{
    client::session::{playback::Playback, scene_setup::SceneSetup},
    protocol::{AgentId, Event as Happening, ThingId, label},
};

/// The number of log entries read, and the number of jumps in time at that moment.
#[derive(Resource, Default)]
pub(super) struct LogCursor(usize, u32);

/// More new entries than this at once are a jump in time, and stay silent.
const MAX_NEW_ENTRIES: usize = 200;

pub(super) fn play_event_cues(
    playback: Option<Res<Playback>>,
    setup: Option<Res<SceneSetup>>,
    mut read: ResMut<LogCursor>,
    mut cues: EventWriter<PlayCue>,
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
        cues.send_batch(fresh.iter().filter_map(|entry| cue_of(&entry.event, &playback, &setup)));
    }
}

fn cue_of(event: &Happening, playback: &Playback, setup: &SceneSetup) -> Option<PlayCue> {
    let person = |agent: AgentId| playback.now.agents.get(usize::from(agent.0)).map(|person| person.body.place);
    let thing = |thing: ThingId| setup.level.thing(thing).map(|thing| thing.place);
    let (name, place) = match event {
        Happening::MatchStarted { .. } => return Some(PlayCue::plain("match_start".into())),
        Happening::ExitOpened { .. } => return Some(PlayCue::plain("exit_open".into())),
        Happening::Caught { .. } => return Some(PlayCue::plain("caught".into())),
        Happening::Escaped { .. } => return Some(PlayCue::plain("escape".into())),
        Happening::MatchEnded { .. } => return Some(PlayCue::plain("match_end".into())),
        // Doors, hiding places and throws have events of their own with a better cue.
        Happening::Noise { kind, .. } if *kind == "door" || *kind == "hiding" || *kind == "cast" => return None,
        Happening::Noise { kind, at, .. } => (*kind, Vec3::from(*at)),
        Happening::KeyDropped { at, .. } => ("key_drop".into(), Vec3::from(*at)),
        Happening::Door { door, open: true, .. } => ("door_open".into(), thing(*door)?),
        Happening::Door { door, open: false, .. } => ("door_close".into(), thing(*door)?),
        Happening::Hid { agent, inside: true, .. } => ("hide_in".into(), person(*agent)?),
        Happening::Hid { agent, inside: false, .. } => ("hide_out".into(), person(*agent)?),
        Happening::ExitProgress { exit, .. } => ("exit_third".into(), thing(*exit)?),
        Happening::Wounded { agent, .. } => ("wounded".into(), person(*agent)?),
        Happening::Struck { by, hit: Some(_) } => ("hit".into(), person(*by)?),
        Happening::Thrown { what, at, .. } => (label(&format!("throw_{what}")), Vec3::from(*at)),
        _ => return None,
    };
    Some(PlayCue::at(name, place))
}
