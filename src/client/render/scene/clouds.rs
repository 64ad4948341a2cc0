//! The picture of a day sky that is cheap to draw: haze over the horizon, and clouds on a layer above. It is added to the colour of the
//! zenith, so that one texture serves every time of day.

use bevy::asset::RenderAssetUsages;
use bevy::image::{ImageAddressMode, ImageSampler, ImageSamplerDescriptor};
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};

use crate::client::render::mesh::{MeshBuffer, Vertex};
use crate::client::render::texture::noise::{fractal_noise, linear_step};

/// The texels around the horizon and up to the zenith.
const SIZE: UVec2 = UVec2::new(1024, 256);
/// The elevations of the lower and the upper edge of the picture, in radians.
const EDGES: (f32, f32) = (-0.35, std::f32::consts::FRAC_PI_2);
/// How many times as bright as the haze at the horizon the brightest texel is.
pub(super) const BRIGHTEST: f32 = 3.6;
/// What a cloud adds, so that with the blue of the sky it is white.
const CLOUD: Vec3 = Vec3::new(0.86, 0.66, 0.26);
/// How often the noise of the clouds repeats for each height of their layer, and the values of it at which a cloud begins and is thickest.
const TILES: f32 = 0.16;
const DENSITY: (f32, f32) = (0.49, 0.74);

/// The dome that shows the picture, as seen from its middle.
pub(super) fn dome(radius: f32) -> MeshBuffer {
    let mut shape = MeshBuffer::new(1.0);
    let (across, along) = (40, 14);
    for row in 0..along {
        for column in 0..across {
            let corner = |x: i32, y: i32| {
                let share = Vec2::new((column + x) as f32 / across as f32, (row + y) as f32 / along as f32);
                let elevation = EDGES.0 + (EDGES.1 - EDGES.0) * share.y;
                let out = Vec2::from_angle(share.x * std::f32::consts::TAU) * elevation.cos();
                let at = Vec3::new(out.x, elevation.sin(), out.y) * radius;
                Vertex { at, uv: Vec2::new(share.x, 1.0 - share.y), light: 1.0 }
            };
            shape.quad([corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)], Vec3::Y);
        }
    }
    shape
}

/// The picture: in each texel the haze and the cloud of one direction.
pub(super) fn picture() -> Image {
    let texel = |point: u32| {
        let share = Vec2::new((point % SIZE.x) as f32 + 0.5, (point / SIZE.x) as f32 + 0.5) / SIZE.as_vec2();
        let light = light(share.x * std::f32::consts::TAU, EDGES.1 + (EDGES.0 - EDGES.1) * share.y);
        let byte = |part: f32| (part.clamp(0.0, 1.0) * 255.0).round() as u8;
        [byte(light.x), byte(light.y), byte(light.z), 255]
    };
    let bytes: Vec<u8> = (0..SIZE.x * SIZE.y).flat_map(texel).collect();
    let size = Extent3d { width: SIZE.x, height: SIZE.y, depth_or_array_layers: 1 };
    let format = TextureFormat::Rgba8Unorm;
    let mut image = Image::new_fill(size, TextureDimension::D2, &[0; 4], format, RenderAssetUsages::RENDER_WORLD);
    image.data = Some(bytes);
    image.sampler = ImageSampler::Descriptor(ImageSamplerDescriptor {
        address_mode_u: ImageAddressMode::Repeat,
        address_mode_v: ImageAddressMode::ClampToEdge,
        ..ImageSamplerDescriptor::linear()
    });
    image
}

/// What haze and clouds add in a direction, as a share of the brightest.
fn light(turn: f32, elevation: f32) -> Vec3 {
    let haze = (-4.2 * elevation.max(0.0)).exp() / BRIGHTEST;
    if elevation <= 0.0 {
        return Vec3::splat(haze);
    }
    // A flat layer of clouds: they are smaller and closer together towards the horizon.
    let out = Vec2::from_angle(turn) / (elevation.tan() + 0.16);
    let at = (out * TILES + Vec2::new(0.37, 0.61)).rem_euclid(Vec2::ONE);
    let thick = fractal_noise(at, 4, 6, 861);
    let dense = linear_step(DENSITY.0, DENSITY.1, thick);
    let near_horizon = (elevation / 0.1).min(1.0);
    let cloud = dense * (2.0 - dense) * near_horizon;
    // Thick clouds are grey below.
    let grey = 1.0 - 0.35 * dense * dense;
    Vec3::splat(haze * (1.0 - 0.6 * cloud)) + CLOUD * (cloud * grey * 0.8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_horizon_is_hazy_and_clouds_have_blue_between_them() {
        let horizon = light(1.0, 0.0);
        assert!((horizon.x - 1.0 / BRIGHTEST).abs() < 0.01);
        let above: Vec<f32> = (0..400).map(|step| light(step as f32 * 0.37, 0.25 + 0.003 * step as f32).x).collect();
        let clouded = above.iter().filter(|light| **light > 0.4).count();
        let clear = above.iter().filter(|light| **light < 0.2).count();
        assert!(clouded > 20 && clear > 60, "{clouded} of 400 directions with a cloud, {clear} without");
    }
}
