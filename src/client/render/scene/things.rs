//! Devices, each in the prop of its state, and the items that have a prop, where they lie or in the hands that carry them. A model for every state is made when the level is; the one of the
//! moment is shown.

use std::collections::{BTreeMap, BTreeSet};

use bevy::prelude::*;
use quarry_minds::protocol::{AgentId, Label, ThingId};

use super::props::{add_part, part_transform};
use super::{InScene, Layer, OnFloor, PaletteMaterials, Present, SceneBuilder, lamps, scene_part};
use crate::client::render::character::CharacterModel;
use crate::client::render::mesh::MeshBuffer;
use crate::client::session::Playback;
use crate::world::geometry::rotation;
use crate::world::level::{LevelThing, ThingKind};
use crate::world::{ItemLocation, ThingState};

/// A part of a device in one of its states, or of an item.
#[derive(Component, Clone, Copy, Debug)]
pub struct ThingModel {
    /// The device or the item.
    pub thing: ThingId,
    /// The state of a device in which it is shown; `None` for an item.
    state: Option<Label>,
}

/// Spawns the hidden models of all devices and items of the level.
pub fn spawn(builder: &mut SceneBuilder, palette: &PaletteMaterials) {
    let level = builder.setup.level.clone();
    level.things.iter().for_each(|thing| spawn_thing(builder, palette, thing));
}

/// Spawns the hidden models of what has appeared since.
pub fn spawn_appeared(
    playback: Res<Playback>,
    palette: Res<PaletteMaterials>,
    mut builder: SceneBuilder,
    models: Query<&ThingModel>,
) {
    let appeared = &playback.now.things.appeared;
    // Numbers follow those of the level; what was spawned stays when the match is sought back.
    let first = appeared.first().map(|thing| thing.id);
    let has_model = models.iter().map(|model| model.thing).filter(|thing| first.is_some_and(|first| *thing >= first));
    let has_model: BTreeSet<ThingId> = if appeared.is_empty() { BTreeSet::new() } else { has_model.collect() };
    for thing in appeared.iter().filter(|thing| !has_model.contains(&thing.id)) {
        spawn_thing(&mut builder, &palette, thing);
    }
}

fn spawn_thing(builder: &mut SceneBuilder, palette: &PaletteMaterials, thing: &LevelThing) {
    let specs = builder.setup.things.clone();
    let Some(spec) = specs.get(&thing.name) else { return };
    match thing.kind {
        ThingKind::Item => {
            if let Some(prop) = spec.prop {
                spawn_prop(builder, palette, thing, prop, None);
            }
        }
        ThingKind::Device => {
            for (state, of_state) in &spec.states {
                if let Some(prop) = of_state.prop {
                    spawn_prop(builder, palette, thing, prop, Some(*state));
                }
            }
        }
        _ => {}
    }
}

fn spawn_prop(
    builder: &mut SceneBuilder,
    palette: &PaletteMaterials,
    thing: &LevelThing,
    prop: Label,
    state: Option<Label>,
) {
    let catalogue = builder.setup.props.clone();
    let Some(prop) = catalogue.0.get(&prop) else { return };
    let mut shapes: BTreeMap<Label, MeshBuffer> = BTreeMap::new();
    for part in &prop.parts {
        let Some(surface) = palette.get(part.material) else { continue };
        let shape = shapes.entry(part.material).or_insert_with(|| MeshBuffer::new(surface.tile_size));
        add_part(shape, part, &part_transform(part), surface.leafy);
    }
    let place = Transform::from_translation(thing.place).with_rotation(rotation(thing.heading));
    let shown = (ThingModel { thing: thing.id, state }, OnFloor(thing.cell.0), Layer::Whole, Present(false), place);
    for (material, shape) in shapes {
        let Some(surface) = palette.get(material) else { continue };
        let mesh = builder.textured_mesh(shape);
        let part = scene_part(format!("{material} of {}", thing.name), mesh, surface.handle.clone());
        builder.commands.spawn((part, shown, Visibility::Hidden));
    }
    if let Some(lamp) = &prop.lamp {
        let light = lamps::light_of(lamp, builder.setup.night.lamp_scale);
        let light = (light, Transform::from_translation(Vec3::from(lamp.at)));
        let part = (Name::new(format!("light of {}", thing.name)), InScene, shown, Visibility::Hidden);
        builder.commands.spawn(part).with_child(light);
    }
}

/// Shows each device in its state, and the items that lie somewhere and are not inside of one.
pub fn show(
    playback: Res<Playback>,
    setup: Res<crate::client::session::SceneSetup>,
    characters: Query<&CharacterModel>,
    bones: Query<&GlobalTransform>,
    mut models: Query<(&ThingModel, &mut Transform, &mut Present)>,
) {
    let things = &playback.now.things;
    // What each agent has in its right hand; the other item is in the left one.
    let mut right_hands: BTreeMap<AgentId, ThingId> = BTreeMap::new();
    for (model, mut transform, mut present) in &mut models {
        let shown = match things.state(model.thing) {
            Some(ThingState::Device(device)) => model.state == Some(device.state),
            Some(ThingState::Item(ItemLocation::Lying(at))) => {
                transform.translation = *at;
                let thing = things.thing(&setup.level, model.thing);
                !thing.is_some_and(|item| things.is_concealed(item, &setup.level, &setup.things))
            }
            Some(ThingState::Item(ItemLocation::Carried(by))) => {
                let spec = things.thing(&setup.level, model.thing).and_then(|thing| setup.things.get(&thing.name));
                let figure = characters.iter().find(|figure| figure.agent == usize::from(by.0));
                let place = figure.filter(|_| spec.is_some_and(|spec| !spec.pocketed)).and_then(|figure| {
                    let right = *right_hands.entry(*by).or_insert(model.thing) == model.thing;
                    figure.hand(right, &bones)
                });
                if let (Some(place), Some(body)) = (place, playback.body(usize::from(by.0))) {
                    *transform = Transform::from_translation(place).with_rotation(rotation(body.heading));
                }
                place.is_some()
            }
            _ => false,
        };
        present.set_if_neq(Present(shown));
    }
}
