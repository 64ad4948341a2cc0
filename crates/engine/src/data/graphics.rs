//! Graphics settings of the client: named quality presets, and how bright the night is drawn.

use std::collections::BTreeMap;

use quarry_minds::protocol::Label;
use serde::{Deserialize, Serialize};

/// The graphics file: `assets/shared/graphics.ron`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GraphicsFile {
    /// The preset that is used unless another is chosen: a name of `qualities`.
    pub default_quality: Label,
    /// The default preset if the graphics adapter is a software renderer: a name of `qualities`.
    pub software_quality: Label,
    /// The presets, by name.
    pub qualities: BTreeMap<Label, Quality>,
    /// The exposure and the light of the night.
    pub night: NightLighting,
}

/// One quality preset.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Quality {
    /// The width and height of a texture, in pixels.
    pub texture_size: u32,
    /// Whether surfaces have normal maps.
    pub normal_maps: bool,
    /// Anisotropic filtering: the maximum number of samples per texture lookup; 1 is off.
    pub anisotropy: u16,
    /// The width and height of the moon's shadow map, in pixels; 0 turns its shadows off.
    pub moon_shadow_size: u32,
    /// How many shadow cascades the moon has.
    pub moon_cascades: u8,
    /// How many lamps cast shadows: those nearest to the camera's subject.
    pub shadowed_lamps: u8,
    /// The width and height of a lamp's shadow map, in pixels.
    pub lamp_shadow_size: u32,
    /// The method of anti-aliasing.
    pub anti_aliasing: AntiAliasing,
    /// The intensity of bloom; 0 is off.
    pub bloom: f32,
    /// Whether small things cast shadows where they touch the ground.
    pub contact_shadows: bool,
    /// Whether the air of a sky with a time of day scatters the light of the sun.
    pub atmosphere: bool,
    /// Whether the distance fades into fog.
    pub fog: bool,
    /// Whether the firs of a skyline are drawn.
    pub background_trees: bool,
}

/// A method of anti-aliasing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AntiAliasing {
    /// Off.
    None,
    /// Fast approximate anti-aliasing, on the finished image: cheap.
    Fxaa,
    /// Subpixel morphological anti-aliasing, on the finished image: sharper, and slower.
    Smaa,
    /// Multisample anti-aliasing, with four samples per pixel.
    Msaa,
}

/// The exposure and the light of the night.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NightLighting {
    /// The camera's exposure value (EV100): lower is brighter.
    pub exposure: f32,
    /// A factor on the moon's illuminance.
    pub moon_scale: f32,
    /// A factor on the luminous flux of lamps.
    pub lamp_scale: f32,
    /// The ambient light, in cd/m², where the level's `ambient_light` is 1.
    pub ambient: f32,
    /// Light of the sky from all sides, without shadows, in lux, where the level's `ambient_light` is 1. It gives shape to
    /// surfaces that neither the moon nor a lamp reaches.
    pub fill_light: f32,
    /// The colour of moonlight.
    pub moon_colour: super::look::Rgb,
    /// The colour of the sky and of the ambient light.
    pub sky_colour: super::look::Rgb,
}
