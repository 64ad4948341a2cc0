//! Devices, each in the prop of its state, and the items that have a prop, where they lie or in the hands that carry them. A model for every state is made when the level is; the one of the
//! moment is shown.

use std::collections::BTreeMap;

use bevy::prelude::*;
use quarry_minds::protocol::{AgentId, Label, ThingId};

use super::props::{add_part, part_transform};
use super::{Layer, OnFloor, PaletteMaterials, Present, SceneBuilder, scene_part};
use crate::client::render::character::CharacterModel;
use crate::client::render::mesh::MeshBuffer;
use crate::client::session::Playback;
use crate::world::geometry::rotation;
use crate::world::level::{LevelThing, ThingKind};
use crate::world::{ItemLocation, ThingState};

/// A part of a device in one of its states, or of an item.
#[derive(Component, Clone, Copy, Debug)]
pub struct ThingModel {
    thing: ThingId,
    /// The state of a device in which it is shown; `None` for an item.
    state: Option<Label>,
}

/// Spawns the hidden models of all devices and items.
pub fn spawn(builder: &mut SceneBuilder, palette: &PaletteMaterials) {
    let (level, specs) = (builder.setup.level.clone(), builder.setup.things.clone());
    for thing in &level.things {
        let Some(spec) = specs.get(&thing.name) else { continue };
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
    for (material, shape) in shapes {
        let Some(surface) = palette.get(material) else { continue };
        let mesh = builder.textured_mesh(shape);
        let part = scene_part(format!("{material} of {}", thing.name), mesh, surface.handle.clone());
        let model = ThingModel { thing: thing.id, state };
        builder.commands.spawn((
            part,
            model,
            OnFloor(thing.cell.0),
            Layer::Whole,
            Present(false),
            place,
            Visibility::Hidden,
        ));
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
                let thing = setup.level.thing(model.thing);
                !thing.is_some_and(|item| things.is_concealed(item, &setup.level, &setup.things))
            }
            Some(ThingState::Item(ItemLocation::Carried(by))) => {
                let spec = setup.level.thing(model.thing).and_then(|thing| setup.things.get(&thing.name));
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
