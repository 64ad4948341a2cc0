//! What a person has set: volumes, pointing, picture, help for eyes and ears, bindings. Kept from one start to the next.
//!
//! Knows nothing of a match. Who needs a setting reads [`Settings`] and acts when it changes.

mod keep;
mod values;

use bevy::prelude::*;

use bevy::window::{MonitorSelection, WindowMode as BevyWindowMode};
pub use keep::{SettingsFolder, default_folder, load, peek, save};
pub use values::{Access, Picture, Pointing, Settings, Volumes, WindowMode};

/// Adds the settings: read at the start, written a moment after each change and at the end.
pub fn plugin(app: &mut App) {
    let folder =
        app.world().get_resource::<SettingsFolder>().cloned().unwrap_or_else(|| SettingsFolder(default_folder()));
    let (settings, report) = match &folder.0 {
        Some(folder) => load(folder),
        None => (Settings::default(), Some("found no folder to keep settings in: they last until you quit".to_owned())),
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

/// A window mode as the engine has it.
pub fn window_mode(mode: WindowMode) -> BevyWindowMode {
    match mode {
        WindowMode::Windowed => BevyWindowMode::Windowed,
        WindowMode::Borderless => BevyWindowMode::BorderlessFullscreen(MonitorSelection::Current),
    }
}

/// What went wrong with the settings file, for the title screen to say; `None` where all is well.
#[derive(Resource, Clone, Debug, Default)]
pub struct SettingsReport(pub Option<String>);

/// Seconds since an unsaved change.
#[derive(Resource, Default)]
struct Unsaved(Option<f32>);

/// How long a change rests before it is written: a slider being dragged changes every frame.
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
    exits: EventReader<AppExit>,
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
        warn!("the settings could not be written to {}: {error}", folder.display());
    }
}
