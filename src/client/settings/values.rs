//! The settings and their defaults.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::{
    client::bindings::Bindings,
    protocol::{Label, label},
};

/// All a person can set: `settings.ron` in their configuration folder.
#[derive(Resource, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// How loud.
    pub volumes: Volumes,
    /// Mouse and sticks.
    pub pointing: Pointing,
    /// Window and drawing.
    pub picture: Picture,
    /// Help for eyes and ears.
    pub access: Access,
    /// What does what.
    pub bindings: Bindings,
    /// Whether a first match has been played with its prompts. Default no.
    pub taught: bool,
}

/// How loud each bucket of sounds is, 0 (silent) to 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Volumes {
    /// Everything. Default 0.8.
    pub all: f32,
    /// What happens: doors, keys, blows, steps. Default 1.
    pub effects: f32,
    /// Heartbeat, terror and chase. Default 0.9.
    pub tension: f32,
    /// Wind, crickets, the house. Default 0.6.
    pub ambience: f32,
    /// Menus. Default 0.6.
    pub interface: f32,
}

impl Default for Volumes {
    fn default() -> Self {
        Self { all: 0.8, effects: 1.0, tension: 0.9, ambience: 0.6, interface: 0.6 }
    }
}

/// How the view turns.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Pointing {
    /// How far the view turns by the mouse, in degrees for a hundred points; 1 to 60. Default 12.
    pub mouse: f32,
    /// Whether the mouse moved up looks down. Default no.
    pub invert_mouse: bool,
    /// How fast the view turns by the stick, in degrees a second; 30 to 480. Default 170.
    pub stick: f32,
    /// Whether the stick pushed up looks down. Default no.
    pub invert_stick: bool,
    /// Whether one press starts to run or crouch and another ends it, in place of holding. Default no.
    pub toggle_gaits: bool,
}

impl Default for Pointing {
    fn default() -> Self {
        Self { mouse: 12.0, invert_mouse: false, stick: 170.0, invert_stick: false, toggle_gaits: false }
    }
}

/// How the window stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WindowMode {
    /// A window of the given size.
    #[default]
    Windowed,
    /// The whole screen, as a window without a frame.
    Borderless,
}

/// Window and drawing.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Picture {
    /// How the window stands. Default windowed.
    pub window: WindowMode,
    /// Width and height of a window in points; 320 x 200 to 7680 x 4320. Default 1280 x 720.
    pub size: (u32, u32),
    /// Whether frames wait for the screen. Default yes.
    pub wait_for_screen: bool,
    /// The upright angle of view in degrees; 40 to 100. Default 60.
    pub field_of_view: f32,
    /// The quality of drawing: a name of `assets/graphics.ron`. Default "medium".
    pub quality: Label,
    /// Whether the moon and lamps cast shadows, where the quality has them. Default yes.
    pub shadows: bool,
    /// Whether edges are smoothed, where the quality does it. Default yes.
    pub smoothing: bool,
    /// Whether corners are darkened (ambient occlusion); costs much. Default no.
    pub occlusion: bool,
    /// Whether what shines glows, where the quality has it. Default yes.
    pub bloom: bool,
    /// Whether distance fades into mist, where the quality has it. Default yes.
    pub mist: bool,
    /// How bright the night is drawn, in exposure steps from what its designer meant; -2 to 2. Default 0.
    pub brightness: f32,
}

impl Default for Picture {
    fn default() -> Self {
        Self {
            window: WindowMode::Windowed,
            size: (1280, 720),
            wait_for_screen: true,
            field_of_view: 60.0,
            quality: label("medium"),
            shadows: true,
            smoothing: true,
            occlusion: false,
            bloom: true,
            mist: true,
            brightness: 0.0,
        }
    }
}

/// Help for eyes and ears.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Access {
    /// Whether sounds one hears are written out. Default no.
    pub subtitles: bool,
    /// Whether colours are taken from a palette that colour-blind eyes tell apart. Default no.
    pub colour_safe: bool,
    /// Whether the view keeps still: no head bob, no shake, no pulsing edges. Default no.
    pub reduced_motion: bool,
    /// How large text is drawn; 0.75 to 2. Default 1.
    pub text_size: f32,
}

impl Default for Access {
    fn default() -> Self {
        Self { subtitles: false, colour_safe: false, reduced_motion: false, text_size: 1.0 }
    }
}

impl Settings {
    /// Brings every number into its range; the names of those that were out of it.
    pub fn bring_into_range(&mut self) -> Vec<&'static str> {
        let mut changed = Vec::new();
        let mut within = |name: &'static str, value: &mut f32, low: f32, high: f32| {
            let kept = if value.is_finite() { value.clamp(low, high) } else { low };
            if kept != *value {
                *value = kept;
                changed.push(name);
            }
        };
        let volumes = &mut self.volumes;
        for (name, value) in [
            ("volumes.all", &mut volumes.all),
            ("volumes.effects", &mut volumes.effects),
            ("volumes.tension", &mut volumes.tension),
            ("volumes.ambience", &mut volumes.ambience),
            ("volumes.interface", &mut volumes.interface),
        ] {
            within(name, value, 0.0, 1.0);
        }
        within("pointing.mouse", &mut self.pointing.mouse, 1.0, 60.0);
        within("pointing.stick", &mut self.pointing.stick, 30.0, 480.0);
        within("picture.field_of_view", &mut self.picture.field_of_view, 40.0, 100.0);
        within("picture.brightness", &mut self.picture.brightness, -2.0, 2.0);
        within("access.text_size", &mut self.access.text_size, 0.75, 2.0);
        let (width, height) = self.picture.size;
        let kept = (width.clamp(320, 7680), height.clamp(200, 4320));
        if kept != self.picture.size {
            self.picture.size = kept;
            changed.push("picture.size");
        }
        changed
    }
}
