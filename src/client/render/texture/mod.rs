//! Procedural textures: a seamless colour map and normal map for each pattern of the palette. Independent of levels.

pub mod noise;
mod patterns;

use bevy::asset::RenderAssetUsages;
use bevy::image::{ImageAddressMode, ImageFilterMode, ImageSampler, ImageSamplerDescriptor};
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};

use crate::data::look::{Pattern, Rgb, Surface};

/// One sample of a pattern.
#[derive(Clone, Copy, Debug, Default)]
struct Texel {
    /// The share of the second colour, 0 to 1.
    second: f32,
    /// The brightness factor, around 1.
    light: f32,
    /// The relief height, 0 to 1.
    height: f32,
}

pub struct Texture {
    /// The colour map, sRGB.
    pub colour: Image,
    /// The tangent-space normal map.
    pub normals: Image,
}

/// Generates the maps of a surface with `side` x `side` texels, rounded up to a power of two; `None` for a plain colour.
/// `anisotropy` is the limit of anisotropic filtering, 1 to 16.
pub fn generate(surface: &Surface, side: u32, anisotropy: u16) -> Option<Texture> {
    if surface.pattern == Pattern::Plain {
        return None;
    }
    let side = side.next_power_of_two().clamp(16, 2048);
    let texels: Vec<Texel> = (0..side * side)
        .map(|point| {
            let at = Vec2::new((point % side) as f32 + 0.5, (point / side) as f32 + 0.5) / side as f32;
            patterns::sample(surface.pattern, at)
        })
        .collect();
    let (main, second) = (vector(surface.colour), vector(surface.second_colour()));
    let colour = |texel: &Texel| main.lerp(second, texel.second.clamp(0.0, 1.0)) * texel.light;
    // What stands out reaches farther over an edge: see the edges of natural ground.
    let colours: Vec<Vec4> =
        texels.iter().map(|texel| colour(texel).extend(0.5 + 0.5 * texel.height.clamp(0.0, 1.0))).collect();
    let steepness = patterns::relief(surface.pattern) * side as f32 / 64.0;
    let height = |x: i32, y: i32| {
        let wrap = |value: i32| value.rem_euclid(side as i32) as u32;
        texels.get((wrap(y) * side + wrap(x)) as usize).map_or(0.0, |texel| texel.height)
    };
    let normals: Vec<Vec4> = (0..(side * side) as i32)
        .map(|point| {
            let (x, y) = (point % side as i32, point / side as i32);
            let east = height(x - 1, y) - height(x + 1, y);
            let south = height(x, y - 1) - height(x, y + 1);
            (Vec3::new(east * steepness, south * steepness, 1.0).normalize() * 0.5 + 0.5).extend(1.0)
        })
        .collect();
    Some(Texture {
        colour: image(&colours, side, TextureFormat::Rgba8UnormSrgb, anisotropy),
        normals: image(&normals, side, TextureFormat::Rgba8Unorm, anisotropy),
    })
}

fn vector((red, green, blue): Rgb) -> Vec3 {
    Vec3::new(red, green, blue)
}

/// An image with its mip levels.
fn image(points: &[Vec4], side: u32, format: TextureFormat, anisotropy: u16) -> Image {
    let mut bytes = Vec::with_capacity((side * side * 6) as usize);
    let (mut level, mut width, mut levels) = (points.to_vec(), side as usize, 0);
    loop {
        levels += 1;
        for point in &level {
            let byte = |part: f32| (part.clamp(0.0, 1.0) * 255.0).round() as u8;
            bytes.extend([byte(point.x), byte(point.y), byte(point.z), byte(point.w)]);
        }
        if width == 1 {
            break;
        }
        level = next_mip_level(&level, width);
        width /= 2;
    }
    let size = Extent3d { width: side, height: side, depth_or_array_layers: 1 };
    let mut image = Image::new_fill(size, TextureDimension::D2, &[0; 4], format, RenderAssetUsages::RENDER_WORLD);
    image.data = Some(bytes);
    image.texture_descriptor.mip_level_count = levels;
    image.sampler = ImageSampler::Descriptor(ImageSamplerDescriptor {
        address_mode_u: ImageAddressMode::Repeat,
        address_mode_v: ImageAddressMode::Repeat,
        mag_filter: ImageFilterMode::Linear,
        min_filter: ImageFilterMode::Linear,
        mipmap_filter: ImageFilterMode::Linear,
        anisotropy_clamp: anisotropy.clamp(1, 16),
        ..default()
    });
    image
}

fn next_mip_level(points: &[Vec4], width: usize) -> Vec<Vec4> {
    let at = |x: usize, y: usize| points.get(y * width + x).copied().unwrap_or_default();
    let half = width / 2;
    (0..half * half)
        .map(|point| {
            let (x, y) = (point % half * 2, point / half * 2);
            (at(x, y) + at(x + 1, y) + at(x, y + 1) + at(x + 1, y + 1)) * 0.25
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pattern_varies_and_has_all_mip_levels() {
        use Pattern::*;
        for pattern in [
            Planks, Wood, Bricks, Blocks, Flagstones, Tiles, Plaster, Rock, Cloth, Carpet, Grass, Earth, Leaves, Metal,
            Straw, Water, Corrugated, Container, QuarryFace,
        ] {
            let surface = Surface {
                impact: None,
                pattern,
                colour: (0.5, 0.4, 0.3),
                secondary_colour: None,
                tile_size: 2.0,
                roughness: 0.8,
                metallic: 0.0,
                emissive: 0.0,
            };
            let Some(texture) = generate(&surface, 32, 1) else { panic!("{pattern:?} has no texture") };
            let texels = texture.colour.data.unwrap();
            assert_eq!(texels.len(), 4 * (1024 + 256 + 64 + 16 + 4 + 1));
            let (darkest, brightest) = texels[..4096]
                .chunks(4)
                .fold((255u8, 0u8), |(darkest, brightest), texel| (darkest.min(texel[0]), brightest.max(texel[0])));
            assert!(brightest > darkest + 8, "{pattern:?} is flat: {darkest} to {brightest}");
        }
    }
}
