//! The player's settings: volumes, controls, graphics, accessibility, key bindings. Kept from one start to the next.
//!
//! Independent of: matches. A module that needs a setting reads [`Settings`] and reacts when it changes.

mod storage;
mod values;

use bevy::prelude::*;

use crate::data::user_folder;

pub use storage::{SettingsFolder, load, peek, save};
pub use values::{
    AccessibilitySettings, ControlSettings, GraphicsSettings, Settings, VolumeSettings, WindowMode, range,
};

/// Adds the settings. They are read at the start, and written half a second after a change and at exit.
pub fn plugin(app: &mut App) {
    let folder = app.world().get_resource::<SettingsFolder>().cloned().unwrap_or_else(|| SettingsFolder(user_folder()));
    let (settings, report) = match &folder.0 {
        Some(folder) => load(folder),
        None => {
            (Settings::default(), Some("No configuration folder was found. Settings last until you quit.".to_owned()))
        }
    };
    if let Some(report) = &report {
        warn!("{report}");
    }
    app.insert_resource(folder)
        .insert_resource(settings)
        .insert_resource(SettingsReport(report))
        .init_resource::<Unsaved>()
        .add_systems(Last, (save_after_change, save_at_exit).chain());
}

/// The faults of the settings file, for the title screen; `None` if there are none.
#[derive(Resource, Clone, Debug, Default)]
pub struct SettingsReport(pub Option<String>);

/// Seconds since a change that is not saved yet.
#[derive(Resource, Default)]
struct Unsaved(Option<f32>);

/// How long settings must stay unchanged before they are written: a slider that is dragged changes every frame.
const REST_SECONDS: f32 = 0.5;

fn save_after_change(
    settings: Res<Settings>,
    folder: Res<SettingsFolder>,
    time: Res<Time<Real>>,
    mut unsaved: ResMut<Unsaved>,
) {
    if settings.is_changed() && !settings.is_added() {
        unsaved.0 = Some(0.0);
    } else if let Some(seconds) = &mut unsaved.0 {
        *seconds += time.delta_secs();
        if *seconds >= REST_SECONDS {
            unsaved.0 = None;
            write(&settings, &folder);
        }
    }
}

fn save_at_exit(
    exits: MessageReader<AppExit>,
    settings: Res<Settings>,
    folder: Res<SettingsFolder>,
    mut unsaved: ResMut<Unsaved>,
) {
    if !exits.is_empty() && unsaved.0.take().is_some() {
        write(&settings, &folder);
    }
}

fn write(settings: &Settings, folder: &SettingsFolder) {
    if let Some(folder) = &folder.0
        && let Err(error) = save(settings, folder)
    {
        warn!("settings could not be written to {}: {error}", folder.display());
    }
}
