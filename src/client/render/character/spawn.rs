//! Spawns the characters of agents when the frame on screen shows them first, and despawns those that it does not show any more:
//! agents enter and leave, and a person may go back in time.

use std::collections::BTreeSet;

use bevy::{ecs::system::SystemParam, prelude::*};
use quarry_minds::protocol::Label;

use super::{BONES, BodyPart, Bone, CharacterModel, FigureCache, FigureMeshes, Figures, PartMaterial, PoseInput};
use crate::client::render::{scene::InScene, scene::shared_materials::SharedMaterials};
use crate::client::session::{GameViewService, Playback, SceneSetup, colour};
use crate::world::Departure;

/// How long an agent is still drawn that has left play without leaving a body, in seconds of game time.
const VANISH_SECONDS: f32 = 0.4;

#[derive(Resource, Debug, Default)]
pub struct Characters {
    /// The root of each agent's character, if it has one.
    roots: Vec<Option<Entity>>,
    pub(super) figures: FigureCache,
    /// The models that the game does not draw, each warned of once.
    unknown: BTreeSet<Label>,
}

/// Whether the frame on screen shows an agent: it has a body, it has entered, and it has not left without leaving a body.
pub(super) fn is_shown(playback: &Playback, game: &GameViewService, agent: usize) -> bool {
    playback.now.agents.get(agent).is_some_and(|frame| {
        let stays = |(departure, tick): (Departure, u32)| {
            let since = playback.seconds() - playback.seconds_at(tick);
            since <= VANISH_SECONDS
                || game.departure(departure.how).body_stays && (game.0.body_remains)(playback, agent)
        };
        !frame.bodiless && frame.gone.is_none_or(stays)
    })
}

#[derive(SystemParam)]
pub struct CharacterAssets<'w> {
    setup: Res<'w, SceneSetup>,
    shared: Res<'w, SharedMaterials>,
    figures: Res<'w, Figures>,
    meshes: ResMut<'w, Assets<Mesh>>,
}

/// Spawns the characters that are missing, and despawns those that are not shown. Before a match plays, all agents are shown.
pub fn spawn(
    mut commands: Commands,
    playback: Option<Res<Playback>>,
    game: Option<Res<GameViewService>>,
    mut characters: ResMut<Characters>,
    mut assets: CharacterAssets,
) {
    let count = assets.setup.agents.len();
    if characters.roots.len() < count {
        characters.roots.resize(count, None);
    }
    let match_shown = playback.as_deref().zip(game.as_deref());
    for agent in 0..count {
        let shown = match_shown.is_none_or(|(playback, game)| is_shown(playback, game, agent));
        let known = characters.roots.get(agent).copied().flatten();
        let root = match known {
            None if shown => spawn_one(&mut commands, &mut characters, &mut assets, agent),
            Some(root) if !shown => {
                commands.entity(root).despawn();
                None
            }
            _ => continue,
        };
        if let Some(slot) = characters.roots.get_mut(agent) {
            *slot = root;
        }
    }
}

fn spawn_one(
    commands: &mut Commands,
    characters: &mut Characters,
    assets: &mut CharacterAssets,
    agent: usize,
) -> Option<Entity> {
    let CharacterAssets { setup, shared, figures, meshes } = assets;
    let player = setup.agents.get(agent)?;
    let own = colour(player.colour).to_linear();
    let Some(figure) = characters.figures.get(figures, meshes, player, own, agent) else {
        if characters.unknown.insert(player.look.model) {
            warn!("{}: the game does not draw the model {:?}", player.name, player.look.model);
        }
        return None;
    };
    let scale = player.body.height / figure.height.max(0.1);
    // Hidden until its first pose.
    let root = commands
        .spawn((Name::new(player.name.clone()), InScene, Transform::from_scale(Vec3::splat(scale)), Visibility::Hidden))
        .id();
    let bones = spawn_bones(commands, root);
    spawn_parts(commands, &figure, &bones, shared, agent);
    for gun in &*figure.guns {
        gun.spawn(commands, agent, bones[Bone::Held as usize], shared);
    }
    if let Some(lantern) = figure.lantern {
        let hand = bones[Bone::ForearmLeft as usize];
        let light = PointLight {
            color: Color::srgb(1.0, 0.55, 0.22),
            intensity: 420.0 * setup.night.lamp_scale,
            range: 7.5,
            shadow_maps_enabled: false,
            ..default()
        };
        commands.spawn((Transform::from_translation(lantern - Vec3::Z * 0.12), light)).insert(ChildOf(hand));
    }
    commands.entity(root).insert(CharacterModel {
        agent,
        proportions: figure.proportions,
        movement: figure.movement,
        scale,
        bones,
        motion: PoseInput {
            lantern: f32::from(u8::from(figure.lantern.is_some())),
            finished: 1.0,
            ..PoseInput::default()
        },
        last: Vec3::ZERO,
        holds: !figure.guns.is_empty() || figure.parts.iter().any(|(bone, ..)| *bone == Bone::Held),
    });
    Some(root)
}

fn spawn_bones(commands: &mut Commands, root: Entity) -> [Entity; BONES] {
    let mut bones = [root; BONES];
    for bone in Bone::ALL {
        let parent = bone.parent().map_or(root, |parent| bones[parent as usize]);
        let spawned = (Name::new(format!("{bone:?}")), Transform::default(), Visibility::default(), ChildOf(parent));
        bones[bone as usize] = commands.spawn(spawned).id();
    }
    bones
}

fn spawn_parts(
    commands: &mut Commands,
    figure: &FigureMeshes,
    bones: &[Entity; BONES],
    shared: &SharedMaterials,
    agent: usize,
) {
    for (bone, part_material, mesh) in &figure.parts {
        let part = BodyPart { agent, arm: bone.is_arm() };
        let parent = bones[*bone as usize];
        let material = match part_material {
            PartMaterial::Painted => &shared.character,
            PartMaterial::Iron => &shared.iron,
            PartMaterial::Flame => &shared.flame,
            PartMaterial::Ember => &shared.ember,
        };
        commands.spawn((part, Mesh3d(mesh.clone()), MeshMaterial3d(material.clone()))).insert(ChildOf(parent));
    }
}
