//! Sound: event cues, footsteps, the heartbeat, loops; placed around the camera.
//!
//! Reads frames and the event log, not minds. Without an audio device it logs that once and plays nothing.

mod bank;
mod device;
mod events;
mod footsteps;
mod loops;
mod playback;
mod subtitles;
mod tension;

use self::bank::SoundBank;
use self::playback::INAUDIBLE;

use bevy::{audio::AudioPlugin, prelude::*};

use crate::client::mods_switched;
use crate::client::session::GameViewService;
pub use crate::data::sound::{FloorSound, MixerBus};
pub use device::device_present;
pub use playback::{AudioState, PlayCue};
pub use subtitles::{Captions, SUBTITLE_SECONDS};
pub use tension::TensionLevel;

/// Adds sound. Without the engine's audio plugin everything is computed and nothing is played. Needs the settings, [`GameViewService`] and
/// [`super::DataRoot`].
pub fn plugin(app: &mut App) {
    let silent = !app.is_plugin_added::<AudioPlugin>();
    if silent {
        warn!("{}", playback::NO_DEVICE);
        app.init_asset::<AudioSource>();
    }
    app.add_message::<PlayCue>()
        .insert_resource(AudioState::new(silent))
        .init_resource::<Captions>()
        .init_resource::<TensionLevel>()
        .init_resource::<footsteps::Strides>()
        .init_resource::<tension::Heartbeat>()
        .add_systems(Startup, (bank::load, playback::spawn_listener, loops::start).chain())
        .add_systems(PreUpdate, bank::load.run_if(mods_switched))
        .add_systems(
            Update,
            (
                bank::follow_game.run_if(resource_changed::<GameViewService>),
                events::play_event_cues,
                footsteps::play_footsteps,
                tension::beat,
                playback::follow_camera,
                playback::play,
                loops::fade,
                playback::detect_missing_device,
                subtitles::fade,
            )
                .chain(),
        );
}

fn volume_of(bus: MixerBus, settings: &super::input::settings::Settings) -> f32 {
    let volumes = settings.audio;
    volumes.master
        * match bus {
            MixerBus::Effects => volumes.effects,
            MixerBus::Tension => volumes.tension,
            MixerBus::Ambience => volumes.ambience,
            MixerBus::Interface => volumes.interface,
        }
}
