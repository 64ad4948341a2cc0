//! The settings and their defaults.

use std::ops::RangeInclusive;

use bevy::prelude::*;
use quarry_minds::protocol::Label;
use quarry_minds::with_defaults;
use serde::{Deserialize, Serialize};

use crate::client::input::bindings::Bindings;

/// Everything a player can set: `settings.ron` in the configuration folder.
#[derive(Resource, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    pub audio: VolumeSettings,
    /// Mouse and gamepad sticks.
    pub controls: ControlSettings,
    /// Window and rendering.
    pub graphics: GraphicsSettings,
    /// Subtitles, colours, motion and text size.
    pub accessibility: AccessibilitySettings,
    /// Which button triggers which action.
    pub bindings: Bindings,
    /// The mods that are switched on, in the order in which they are laid over the data.
    pub mods: Vec<String>,
    /// Whether the player has finished a match with the tutorial prompts. Default false.
    pub tutorial_done: bool,
}

with_defaults! {
/// The volume of each mixer bus, 0 (silent) to 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct VolumeSettings {
    /// Scales all other volumes. Default 0.8.
    pub master: f32 = 0.8,
    /// Doors, keys, hits, footsteps. Default 1.
    pub effects: f32 = 1.0,
    /// Heartbeat, terror radius and chase music. Default 0.9.
    pub tension: f32 = 0.9,
    /// Wind, crickets, the creaking house. Default 0.6.
    pub ambience: f32 = 0.6,
    /// Menu sounds. Default 0.6.
    pub interface: f32 = 0.6,
}

/// How the view turns and how run and crouch respond.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ControlSettings {
    /// Degrees the view turns for 100 points of mouse travel; 1 to 60. Default 12.
    pub mouse_sensitivity: f32 = 12.0,
    /// Whether moving the mouse up looks down. Default false.
    pub invert_mouse: bool,
    /// Degrees per second the view turns at full stick deflection; 30 to 480. Default 170.
    pub stick_sensitivity: f32 = 170.0,
    /// Whether pushing the stick up looks down. Default false.
    pub invert_stick: bool,
    /// Whether one press starts running or crouching and the next press ends it, instead of holding the button. Default false.
    pub toggle_run_and_crouch: bool,
}
}

/// Whether the game runs in a window or covers the screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WindowMode {
    /// A window of the chosen size.
    #[default]
    Windowed,
    /// A window without a border that covers the screen.
    Borderless,
}

with_defaults! {
/// Window and rendering. The effects below are drawn only if the quality preset includes them.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct GraphicsSettings {
    /// Window or full screen. Default windowed.
    pub window_mode: WindowMode,
    /// Width and height of the window in points; 320 x 200 to 7680 x 4320. None (the default): 1280 x 720, or 640 x 360 if the
    /// processor has to do the rendering.
    pub size: Option<(u32, u32)>,
    /// Whether frames wait for the display's refresh. Default true.
    pub vsync: bool = true,
    /// The vertical field of view in degrees; 40 to 100. Default 60.
    pub field_of_view: f32 = 60.0,
    /// The quality preset: a name in `assets/shared/graphics.ron`. None (the default): that file's `default_quality`, or `low` if the
    /// processor has to do the rendering.
    pub quality: Option<Label>,
    /// Whether the moon and the lamps cast shadows. Default true.
    pub shadows: bool = true,
    /// Whether edges are anti-aliased. Default true.
    pub anti_aliasing: bool = true,
    /// Whether corners are darkened by screen-space ambient occlusion, which is expensive. Default false.
    pub ambient_occlusion: bool,
    /// Whether bright surfaces glow. Default true.
    pub bloom: bool = true,
    /// Whether distant objects fade into fog. Default true.
    pub fog: bool = true,
    /// Exposure steps added to the night's brightness; -2 to 2. Default 0.
    pub brightness: f32,
}

/// Subtitles, colours, motion and text size.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct AccessibilitySettings {
    /// Whether the HUD lists the sounds the character hears. Default false.
    pub subtitles: bool,
    /// Whether agents speak: captions over their heads, and their voices. Default true.
    pub speech: bool = true,
    /// Whether colours come from a palette for colour-blind players. Default false.
    pub colour_blind_palette: bool,
    /// Whether head bob, camera shake and pulsing screen edges are off. Default false.
    pub reduce_motion: bool,
    /// Scale of all text; 0.75 to 2. Default 1.
    pub text_size: f32 = 1.0,
}
}

/// The ranges of the numbers, for the check of the file and for the sliders of the menu.
pub mod range {
    use super::RangeInclusive;

    pub const VOLUME: RangeInclusive<f32> = 0.0..=1.0;
    /// Degrees for 100 points of mouse travel.
    pub const MOUSE_SENSITIVITY: RangeInclusive<f32> = 1.0..=60.0;
    /// Degrees per second.
    pub const STICK_SENSITIVITY: RangeInclusive<f32> = 30.0..=480.0;
    /// Degrees, vertical.
    pub const FIELD_OF_VIEW: RangeInclusive<f32> = 40.0..=100.0;
    /// Exposure steps.
    pub const BRIGHTNESS: RangeInclusive<f32> = -2.0..=2.0;
    /// Scale.
    pub const TEXT_SIZE: RangeInclusive<f32> = 0.75..=2.0;
    /// Points.
    pub const WINDOW_WIDTH: RangeInclusive<u32> = 320..=7680;
    /// Points.
    pub const WINDOW_HEIGHT: RangeInclusive<u32> = 200..=4320;
}

impl Settings {
    /// Clamps every number to its range and returns the names of the fields that were out of it.
    pub fn clamp_to_ranges(&mut self) -> Vec<&'static str> {
        let mut changed = Vec::new();
        let mut clamp = |name: &'static str, value: &mut f32, range: RangeInclusive<f32>| {
            let clamped = if value.is_finite() { value.clamp(*range.start(), *range.end()) } else { *range.start() };
            if clamped != *value {
                *value = clamped;
                changed.push(name);
            }
        };
        let (audio, controls) = (&mut self.audio, &mut self.controls);
        clamp("audio.master", &mut audio.master, range::VOLUME);
        clamp("audio.effects", &mut audio.effects, range::VOLUME);
        clamp("audio.tension", &mut audio.tension, range::VOLUME);
        clamp("audio.ambience", &mut audio.ambience, range::VOLUME);
        clamp("audio.interface", &mut audio.interface, range::VOLUME);
        clamp("controls.mouse_sensitivity", &mut controls.mouse_sensitivity, range::MOUSE_SENSITIVITY);
        clamp("controls.stick_sensitivity", &mut controls.stick_sensitivity, range::STICK_SENSITIVITY);
        clamp("graphics.field_of_view", &mut self.graphics.field_of_view, range::FIELD_OF_VIEW);
        clamp("graphics.brightness", &mut self.graphics.brightness, range::BRIGHTNESS);
        clamp("accessibility.text_size", &mut self.accessibility.text_size, range::TEXT_SIZE);
        if let Some((width, height)) = &mut self.graphics.size {
            let clamped = (
                (*width).clamp(*range::WINDOW_WIDTH.start(), *range::WINDOW_WIDTH.end()),
                (*height).clamp(*range::WINDOW_HEIGHT.start(), *range::WINDOW_HEIGHT.end()),
            );
            if clamped != (*width, *height) {
                (*width, *height) = clamped;
                changed.push("graphics.size");
            }
        }
        changed
    }
}
