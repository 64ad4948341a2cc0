//! How richly the client draws: named levels of quality.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::protocol::Label;

/// The graphics file: `assets/graphics.ron`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GraphicsFile {
    /// The quality used where none is asked for: a name of `qualities`.
    pub default_quality: Label,
    /// The quality used in its place where the processor does the rendering: a name of `qualities`.
    pub software_quality: Label,
    /// The qualities by name.
    pub qualities: BTreeMap<Label, Quality>,
    /// How bright the night is drawn.
    pub night: NightLighting,
}

/// One level of quality.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Quality {
    /// The side of a texture in points; 16 to 2048.
    pub texture_size: u32,
    /// Whether surfaces have bumps.
    pub normal_maps: bool,
    /// How many samples a slanting view of a texture takes; 1 to 16.
    pub anisotropy: u16,
    /// The side of the moon's shadow map in points, 0 for no moon shadow; up to 4096.
    pub moon_shadow_size: u32,
    /// How many shadow maps the moon has, near to far; 1 to 4.
    pub moon_cascades: u8,
    /// How many lamps nearest to what is looked at cast shadows; 0 to 8.
    pub shadowed_lamps: u8,
    /// The side of a lamp's shadow map in points; 64 to 2048.
    pub lamp_shadow_size: u32,
    /// How edges are smoothed.
    pub anti_aliasing: AntiAliasing,
    /// How strongly what shines bleeds into its surroundings, 0 (not at all) to 1.
    pub bloom: f32,
    /// Whether distance fades into mist.
    pub fog: bool,
    /// Whether trees stand around the level.
    pub background_trees: bool,
}

/// How edges are smoothed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AntiAliasing {
    /// Not at all.
    None,
    /// Afterwards, on the finished picture (FXAA): cheap.
    Fxaa,
    /// While drawing, with four samples a point (MSAA).
    Msaa,
}

/// How bright the night is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NightLighting {
    /// How much light the picture needs, as an exposure value: lower is brighter; -4 to 16.
    pub exposure: f32,
    /// How many times stronger than its lux the moon is drawn; 0 to 100.
    pub moon_scale: f32,
    /// How many times stronger than their lumens lamps are drawn; 0 to 100.
    pub lamp_scale: f32,
    /// How bright it is where nothing shines, in candela a square metre at full ambient light; 0 to 1000.
    pub ambient: f32,
    /// Light of the sky that comes from above and aside, without shadows, in lux at full ambient light; 0 to 1000. It gives form to
    /// what neither moon nor lamp reaches.
    pub fill_light: f32,
    /// The colour of moonlight.
    pub moon_colour: super::look::Rgb,
    /// The colour of the sky and of what lies in the dark.
    pub sky_colour: super::look::Rgb,
}
