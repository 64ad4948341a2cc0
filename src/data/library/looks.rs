//! What must hold of the palette and of the prop catalogue.

use super::names::{self, NameIndex};
use crate::data::{
    document::Cursor,
    finding::Diagnostics,
    graphics::GraphicsFile,
    look::{Palette, Rgb},
    prop::{PartShape, PropCatalogue},
};

pub(super) fn check_palette(palette: &Palette, at: &Cursor<'_>, out: &mut Diagnostics) {
    for (name, surface) in &palette.0 {
        let at = at.entry(name.as_str());
        colour(surface.colour, &at.field("colour"), out);
        if let Some(second) = surface.second {
            colour(second, &at.field("second"), out);
        }
        at.field("size").in_range(surface.size, 0.25..=8.0, "metres", out);
        at.field("roughness").in_range(surface.roughness, 0.05..=1.0, "", out);
        at.field("metallic").in_range(surface.metallic, 0.0..=1.0, "", out);
        at.field("emissive").in_range(surface.emissive, 0.0..=100.0, "", out);
    }
}

pub(super) fn check_graphics(graphics: &GraphicsFile, at: &Cursor<'_>, out: &mut Diagnostics) {
    for (field, name) in
        [("default_quality", graphics.default_quality), ("software_quality", graphics.software_quality)]
    {
        if !graphics.qualities.contains_key(&name) {
            let known = graphics.qualities.keys().map(|name| name.as_str());
            out.push(at.field(field).unknown("quality", name.as_str(), known));
        }
    }
    for (name, quality) in &graphics.qualities {
        let at = at.field("qualities").entry(name.as_str());
        let mut within = |field: &str, value: f32, low: f32, high: f32, unit: &str| {
            at.field(field).in_range(value, low..=high, unit, out);
        };
        within("texture_size", quality.texture_size as f32, 16.0, 2048.0, "points");
        within("anisotropy", f32::from(quality.anisotropy), 1.0, 16.0, "samples");
        within("moon_shadow_size", quality.moon_shadow_size as f32, 0.0, 4096.0, "points");
        within("moon_cascades", f32::from(quality.moon_cascades), 1.0, 4.0, "");
        within("shadowed_lamps", f32::from(quality.shadowed_lamps), 0.0, 8.0, "lamps");
        within("lamp_shadow_size", quality.lamp_shadow_size as f32, 64.0, 2048.0, "points");
        within("bloom", quality.bloom, 0.0, 1.0, "");
    }
    let night = at.field("night");
    night.field("exposure").in_range(graphics.night.exposure, -4.0..=16.0, "", out);
    night.field("moon_scale").in_range(graphics.night.moon_scale, 0.0..=100.0, "", out);
    night.field("lamp_scale").in_range(graphics.night.lamp_scale, 0.0..=100.0, "", out);
    night.field("ambient").in_range(graphics.night.ambient, 0.0..=1000.0, "candela a square metre", out);
    night.field("fill_light").in_range(graphics.night.fill_light, 0.0..=1000.0, "lux", out);
    colour(graphics.night.moon_colour, &night.field("moon_colour"), out);
    colour(graphics.night.sky_colour, &night.field("sky_colour"), out);
}

fn colour((red, green, blue): Rgb, at: &Cursor<'_>, out: &mut Diagnostics) {
    for (part, value) in [red, green, blue].into_iter().enumerate() {
        at.index(part).in_range(value, 0.0..=1.0, "", out);
    }
}

pub(super) fn check_props(props: &PropCatalogue, at: &Cursor<'_>, names: &NameIndex, out: &mut Diagnostics) {
    for (name, prop) in &props.0 {
        let at = at.entry(name.as_str());
        if prop.parts.is_empty() {
            out.push(at.field("parts").error(format!("the prop `{name}` has no parts")).help("at least one is needed"));
        }
        for (index, part) in prop.parts.iter().enumerate() {
            let at = at.field("parts").index(index);
            names::check("material", part.material, &names.materials, &at.field("material"), out);
            let shape = at.field("shape");
            let sizes = match part.shape {
                PartShape::Box(width, height, depth) => {
                    vec![(shape.index(0), width), (shape.index(1), height), (shape.index(2), depth)]
                }
                PartShape::Cylinder { radius, height } => {
                    vec![(shape.field("radius"), radius), (shape.field("height"), height)]
                }
                PartShape::Ball { radius } => vec![(shape.field("radius"), radius)],
            };
            for (at, size) in sizes {
                at.in_range(size, 0.001..=20.0, "metres", out);
            }
            for (axis, offset) in [part.at.0, part.at.1, part.at.2].into_iter().enumerate() {
                at.field("at").index(axis).in_range(offset, -20.0..=20.0, "metres", out);
            }
        }
        if let Some(hides) = prop.hides {
            let at = at.field("hides");
            at.field("shows").in_range(hides.shows, 0.0..=1.0, "", out);
            for (axis, offset) in [hides.entry.0, hides.entry.1].into_iter().enumerate() {
                at.field("entry").index(axis).in_range(offset, -5.0..=5.0, "metres", out);
            }
        }
        if let Some(lamp) = prop.lamp {
            let at = at.field("lamp");
            colour(lamp.colour, &at.field("colour"), out);
            at.field("reach").in_range(lamp.reach, 0.1..=60.0, "metres", out);
            at.field("lumens").in_range(lamp.lumens, 0.0..=100_000.0, "lumens", out);
        }
    }
}
