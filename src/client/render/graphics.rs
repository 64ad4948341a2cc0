//! Which graphics adapter draws the window, and the window size and quality preset that follow from it.
//!
//! A software adapter (llvmpipe, SwiftShader, WARP) draws a few frames per second at best. Where there is no other, the game starts
//! small and at the preset named for it, until the player chooses otherwise.

use bevy::{prelude::*, render::settings::WgpuSettings, tasks::block_on, window::Monitor};
use quarry_minds::protocol::Label;

use super::display::{WindowError, display_answers};
use super::offscreen::Offscreen;
use crate::client::input::settings::{GraphicsSettings, WindowMode};
use crate::data::graphics::{GraphicsFile, Quality};

/// The window size with a GPU, and with software rendering, in points.
const DEFAULT_SIZE: (u32, u32) = (1280, 720);
const SOFTWARE_SIZE: (u32, u32) = (640, 360);

/// The adapter that draws, and what the command line asked for.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct GraphicsEnvironment {
    /// The adapter's name, as its driver reports it.
    pub adapter: String,
    /// Whether the processor does the rendering.
    pub software: bool,
    /// The quality preset given on the command line. It holds until the player chooses another.
    pub quality: Option<Label>,
    /// The window size given on the command line, in points. It holds until the player chooses another.
    pub size: Option<(u32, u32)>,
    /// Where the pictures go if no window opens.
    pub offscreen: Option<Offscreen>,
}

impl GraphicsEnvironment {
    /// Finds the adapter that will draw, into a window or without one.
    pub fn detect(offscreen: Option<Offscreen>) -> Result<Self, WindowError> {
        if offscreen.is_none() && !display_answers() {
            return Err(WindowError::NoDisplay);
        }
        let settings = WgpuSettings::default();
        let instance = wgpu::Instance::new(wgpu::InstanceDescriptor {
            backends: settings.backends.unwrap_or(wgpu::Backends::all()),
            ..wgpu::InstanceDescriptor::new_without_display_handle()
        });
        let options = wgpu::RequestAdapterOptions { power_preference: settings.power_preference, ..default() };
        let adapter = block_on(instance.request_adapter(&options)).map_err(|_| WindowError::NoAdapter)?.get_info();
        Ok(Self {
            software: adapter.device_type == wgpu::DeviceType::Cpu,
            adapter: adapter.name,
            quality: None,
            size: None,
            offscreen,
        })
    }

    /// The quality preset to draw with. Names that the file does not define are ignored.
    pub fn quality(&self, settings: &GraphicsSettings, file: &GraphicsFile) -> Label {
        let known = |name: &Label| file.qualities.contains_key(name);
        let chosen = self.quality.filter(known).or(settings.quality.filter(known));
        let software = || Some(file.software_quality).filter(|name| self.software && known(name));
        chosen.or_else(software).unwrap_or(file.default_quality)
    }

    /// What of a preset this adapter draws. Mesa's software renderer (22.3) dies in the compute shaders of the atmosphere, so that it draws
    /// the sky of the low preset.
    pub fn drawn(&self, preset: Quality) -> Quality {
        Quality { atmosphere: preset.atmosphere && !self.software, ..preset }
    }

    /// The size of the window in points.
    pub fn window_size(&self, settings: &GraphicsSettings) -> (u32, u32) {
        let default = if self.software { SOFTWARE_SIZE } else { DEFAULT_SIZE };
        self.size.or(settings.size).unwrap_or(default)
    }

    /// A note for the player about software rendering.
    pub fn note(&self) -> Option<String> {
        self.software.then(|| {
            format!(
                "No graphics processor was found. The processor renders ({}), so the game starts in a small window at low \
                 quality. Change this in Settings, Graphics.",
                self.adapter
            )
        })
    }
}

pub(in crate::client) fn plugin(app: &mut App) {
    app.init_resource::<GraphicsEnvironment>().add_systems(Update, fit_to_screen);
}

/// Shrinks a window that is larger than every screen: once the screens are known, and when its size changes.
fn fit_to_screen(mut windows: Query<&mut Window, Changed<Window>>, monitors: Query<&Monitor>) {
    let Some(largest) = monitors.iter().map(Monitor::physical_size).max_by_key(|size| size.x * size.y) else { return };
    for mut window in &mut windows {
        let size = window.physical_size();
        let fitted = size.min(largest);
        if window.mode == bevy::window::WindowMode::Windowed && fitted != size && fitted.min_element() > 0 {
            debug!("the window shrinks from {size} to the screen's {fitted}");
            window.resolution.set_physical_resolution(fitted.x, fitted.y);
        }
    }
}

/// A window mode of the settings in the engine's type.
pub fn engine_window_mode(mode: WindowMode) -> bevy::window::WindowMode {
    match mode {
        WindowMode::Windowed => bevy::window::WindowMode::Windowed,
        WindowMode::Borderless => {
            bevy::window::WindowMode::BorderlessFullscreen(bevy::window::MonitorSelection::Current)
        }
    }
}

#[cfg(test)]
mod tests {
    use bevy::window::WindowResolution;

    use super::*;
    use quarry_minds::protocol::label;

    fn shipped() -> GraphicsFile {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/shared/graphics.ron");
        quarry_ron::load_ron::<GraphicsFile>(&path).unwrap().0
    }

    #[test]
    fn a_software_adapter_draws_no_atmosphere() {
        let medium = shipped().qualities[&label("medium")];
        assert!(medium.atmosphere);
        assert_eq!(GraphicsEnvironment::default().drawn(medium), medium);
        let software = GraphicsEnvironment { software: true, ..default() };
        assert_eq!(software.drawn(medium), Quality { atmosphere: false, ..medium });
    }

    #[test]
    fn a_software_adapter_starts_small_and_low_until_the_player_chooses() {
        let file = shipped();
        let mut settings = GraphicsSettings::default();
        let hardware = GraphicsEnvironment::default();
        let software = GraphicsEnvironment { software: true, ..default() };
        assert_eq!(hardware.quality(&settings, &file), file.default_quality);
        assert_eq!(hardware.window_size(&settings), DEFAULT_SIZE);
        assert_eq!(software.quality(&settings, &file), label("low"));
        assert_eq!(software.window_size(&settings), SOFTWARE_SIZE);
        assert!(software.note().is_some() && hardware.note().is_none());
        settings.quality = Some(label("high"));
        settings.size = Some((1024, 576));
        assert_eq!((software.quality(&settings, &file), software.window_size(&settings)), (label("high"), (1024, 576)));
        let asked = GraphicsEnvironment { quality: Some(label("medium")), size: Some((800, 450)), ..software };
        assert_eq!((asked.quality(&settings, &file), asked.window_size(&settings)), (label("medium"), (800, 450)));
        settings.quality = Some(label("no such preset"));
        assert_eq!(hardware.quality(&settings, &file), file.default_quality);
    }

    #[test]
    fn a_window_larger_than_the_screen_is_shrunk() {
        let mut app = App::new();
        app.add_systems(Update, fit_to_screen);
        let screen = Monitor {
            name: None,
            physical_height: 768,
            physical_width: 1366,
            physical_position: IVec2::ZERO,
            refresh_rate_millihertz: None,
            scale_factor: 1.0,
            video_modes: Vec::new(),
        };
        app.world_mut().spawn(screen);
        let wide = Window { resolution: WindowResolution::new(1920, 720), ..default() };
        let window = app.world_mut().spawn(wide).id();
        app.update();
        app.update();
        assert_eq!(app.world().get::<Window>(window).unwrap().physical_size(), UVec2::new(1366, 720));
    }
}
