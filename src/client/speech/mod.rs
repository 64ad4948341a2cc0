//! What agents say: captions over their heads, and the sounds of their voices. `quarry_minds::speech` chooses the lines.
//!
//! Who plays sees the captions of agents in view only. The settings turn them off.

mod captions;

use bevy::prelude::*;
use quarry_minds::speech::{SpeechMemory, SpokenLine, speak, speaker_of};

use crate::client::ClientSystems;
use crate::client::input::settings::Settings;
use crate::client::play::PlayerHudSystems;
use crate::client::session::{
    MindSnapshotCache, Playback, SceneSetup, Screen, Timings, init_for_match, playback::LogReader, playing, watching,
};
use crate::client::sound::PlayCue;
use crate::client::watch::hud::WatchHudSystems;
use crate::simulation::retune::MatchData;

/// What has been said lately.
#[derive(Resource, Default)]
pub(super) struct Speech {
    said: SpeechMemory,
    /// The last line of each agent, while its caption is shown.
    shown: Vec<SpokenLine>,
    read: LogReader,
}

/// Adds speech. Needs the sounds, and the HUD of watching and playing.
pub fn plugin(app: &mut App) {
    init_for_match::<Speech>(app);
    app.add_systems(
        Update,
        (
            listen.before(ClientSystems::Camera).after(ClientSystems::Simulate),
            captions::draw
                .after(PlayerHudSystems)
                .after(WatchHudSystems)
                .in_set(ClientSystems::Ui)
                .run_if(in_state(Screen::Match).and_then(watching.or_else(playing))),
        ),
    );
}

/// Reads the new events, and lets their agents speak.
fn listen(
    playback: If<Res<Playback>>,
    setup: If<Res<SceneSetup>>,
    settings: Res<Settings>,
    timings: Res<Timings>,
    mut speech: ResMut<Speech>,
    mut minds: ResMut<MindSnapshotCache>,
    mut cues: MessageWriter<PlayCue>,
) {
    let fresh = speech.read.fresh(&playback);
    if fresh.is_none() {
        speech.shown.clear();
    }
    let data = playback.world().and_then(|world| world.get_resource::<MatchData>());
    let Some(lines) = data.and_then(|data| data.library.speech.as_ref()).filter(|_| settings.accessibility.speech)
    else {
        speech.shown.clear();
        return;
    };
    let rate = playback.rate();
    let now = playback.now.tick;
    speech.shown.retain(|line| {
        line.tick <= now && (now - line.tick) as f32 / rate < lines.caption_seconds && playback.in_play(line.agent)
    });
    let read = playback.log().len() as u64;
    for entry in fresh.unwrap_or_default() {
        let Some(agent) = speaker_of(&entry.event).filter(|agent| playback.in_play(*agent)) else { continue };
        let Some(info) = setup.agents.get(usize::from(agent.0)) else { continue };
        let Some(mind) = minds.get(&playback, &timings, agent) else { continue };
        let Speech { said, shown, .. } = &mut *speech;
        let Some(line) = speak(lines, said, &entry.event, &mind, info.side, read) else { continue };
        if let (Some(voice), Some(frame)) = (line.voice, playback.agent(agent)) {
            let cue = PlayCue { subtitled: false, ..PlayCue::at(voice, frame.body.place + Vec3::Y * 1.6) };
            cues.write(cue);
        }
        shown.retain(|other| other.agent != agent);
        shown.push(line);
    }
}
