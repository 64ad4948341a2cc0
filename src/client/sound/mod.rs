//! What is heard: the events of what is shown, steps, the nearness of a hunter, the night; placed around the camera.
//!
//! Reads pictures and the event log, as the eyes do; knows nothing of minds. Without an audio device it says so once and
//! plays nothing.

mod bank;
mod book;
mod device;
mod ears;
mod events;
mod loops;
mod steps;
mod subtitles;
mod tension;

use bevy::{audio::AudioPlugin, prelude::*};

pub use book::{FloorSound, MixerBus, SoundConfig, SoundCue};
pub use device::in_sight;
pub use ears::{AudioState, PlayCue};
pub use subtitles::{Caption, Captions};
pub use tension::TensionLevel;

/// Adds sound; without the engine's audio plugin all is reckoned, and nothing played. Needs [`super::settings::Settings`] and [`super::DataRoot`].
pub fn plugin(app: &mut App) {
    let deaf = !app.is_plugin_added::<AudioPlugin>();
    if deaf {
        warn!("{}", ears::DEAF);
        app.init_asset::<AudioSource>();
    }
    app.add_event::<PlayCue>()
        .insert_resource(AudioState::new(deaf))
        .init_resource::<Captions>()
        .init_resource::<TensionLevel>()
        .init_resource::<events::LogCursor>()
        .init_resource::<steps::Strides>()
        .init_resource::<tension::Heartbeat>()
        .add_systems(Startup, (bank::load, ears::grow, loops::begin).chain())
        .add_systems(
            Update,
            (
                events::tell,
                steps::tell,
                tension::beat,
                ears::follow_camera,
                ears::play,
                loops::follow,
                ears::give_up_without_device,
                subtitles::fade,
            )
                .chain()
                .run_if(resource_exists::<bank::SoundBank>),
        );
}

/// How loud a bucket is set, everything considered.
fn volume_of(bucket: MixerBus, settings: &super::settings::Settings) -> f32 {
    let volumes = settings.volumes;
    volumes.all
        * match bucket {
            MixerBus::Effects => volumes.effects,
            MixerBus::Tension => volumes.tension,
            MixerBus::Ambience => volumes.ambience,
            MixerBus::Interface => volumes.interface,
        }
}
