//! Character models: a skeleton of bones for each agent, posed from the recorded frames.
//!
//! Characters are entities of the client. They read the simulated bodies and never write them.

mod ground_marker;
mod pose;
pub mod skeleton;

use std::collections::BTreeMap;

use bevy::prelude::*;

use self::{
    pose::PoseInput,
    skeleton::{BONES, Bone, CharacterMesh, PartMaterial, Proportions},
};
use super::scene::{InScene, OnFloor, shared_materials::SharedMaterials};
use crate::client::{
    ClientSystems,
    session::{
        game_view::GameViewService,
        playback::Playback,
        scene_setup::{SceneSetup, colour},
        screen::Screen,
        view::CameraView,
    },
};
use crate::{
    protocol::Label,
    world::{
        Body, WeaponPhase,
        geometry::{rotation, wrap_angle},
    },
};

/// Builds the model of an agent from its own colour and its number, which selects a variant.
pub type FigureBuilder = fn(LinearRgba, usize) -> CharacterMesh;

/// The models that agents can have. Games add theirs.
#[derive(Resource, Clone, Debug, Default)]
pub struct Figures(pub BTreeMap<Label, FigureBuilder>);

/// The root entity of a character, with its animation state.
#[derive(Component, Debug)]
pub struct CharacterModel {
    /// The agent's index.
    pub agent: usize,
    proportions: Proportions,
    scale: f32,
    bones: [Entity; BONES],
    motion: PoseInput,
    last: Vec3,
}

/// A mesh of a character. In first person the player sees only the arms of their own character.
#[derive(Component, Clone, Copy, Debug)]
pub struct BodyPart {
    /// The agent's index.
    pub agent: usize,
    /// Whether it is part of an arm or held in a hand.
    pub arm: bool,
}

pub(in crate::client) fn plugin(app: &mut App) {
    app.init_resource::<Figures>().add_systems(OnExit(Screen::Loading), (spawn, ground_marker::spawn)).add_systems(
        Update,
        (animate, hide_upper_floors, ground_marker::follow)
            .chain()
            .in_set(ClientSystems::Draw)
            .run_if(not(in_state(Screen::Loading))),
    );
}

/// Spawns the characters of all agents.
pub fn spawn(
    mut commands: Commands,
    setup: Res<SceneSetup>,
    shared: Res<SharedMaterials>,
    figures: Res<Figures>,
    mut meshes: ResMut<Assets<Mesh>>,
) {
    for (agent, player) in setup.agents.iter().enumerate() {
        let Some(builder) = figures.0.get(&player.look.model) else {
            warn!("{}: the game does not draw the model {:?}", player.name, player.look.model);
            continue;
        };
        let build = builder(colour(player.colour).to_linear(), agent);
        let scale = player.body.height / build.height.max(0.1);
        let root = commands
            .spawn((
                Name::new(player.name.clone()),
                InScene,
                Transform::from_scale(Vec3::splat(scale)),
                Visibility::default(),
            ))
            .id();
        let arm = |bone: Bone| matches!(bone, Bone::ForearmLeft | Bone::ForearmRight);
        let mut bones = [root; BONES];
        for bone in Bone::ALL {
            let parent = bone.parent().and_then(|parent| bones.get(parent as usize)).copied().unwrap_or(root);
            let entity = commands
                .spawn((Name::new(format!("{bone:?}")), Transform::default(), Visibility::default()))
                .set_parent(parent)
                .id();
            if let Some(place) = bones.get_mut(bone as usize) {
                *place = entity;
            }
        }
        let proportions = build.proportions;
        for (bone, part_material, shape) in build.parts {
            let part = BodyPart { agent, arm: arm(bone) };
            let Some(bone) = bones.get(bone as usize).copied() else { continue };
            let material = match part_material {
                PartMaterial::Painted => &shared.character,
                PartMaterial::Iron => &shared.iron,
                PartMaterial::Flame => &shared.flame,
                PartMaterial::Ember => &shared.ember,
            };
            commands
                .spawn((part, Mesh3d(meshes.add(shape.mesh(false))), MeshMaterial3d(material.clone())))
                .set_parent(bone);
        }
        if let Some((lantern, hand)) = build.lantern.zip(bones.get(Bone::ForearmLeft as usize)) {
            let light = PointLight {
                color: Color::srgb(1.0, 0.55, 0.22),
                intensity: 420.0 * setup.night.lamp_scale,
                range: 7.5,
                shadows_enabled: false,
                ..default()
            };
            commands.spawn((Transform::from_translation(lantern - Vec3::Z * 0.12), light)).set_parent(*hand);
        }
        let motion = PoseInput { lantern: f32::from(u8::from(build.lantern.is_some())), ..PoseInput::default() };
        commands.entity(root).insert(CharacterModel { agent, proportions, scale, bones, motion, last: Vec3::ZERO });
    }
}

/// Moves a value towards a target at `speed` per second.
fn move_towards(value: f32, target: f32, speed: f32, seconds: f32) -> f32 {
    let step = speed * seconds;
    value + (target - value).clamp(-step, step)
}

fn animate(
    playback: Res<Playback>,
    game: Res<GameViewService>,
    mut models: Query<(&mut CharacterModel, &mut Transform, &mut Visibility)>,
    mut bones: Query<&mut Transform, Without<CharacterModel>>,
) {
    let seconds = playback.played.min(0.5);
    for (mut model, mut root, mut visibility) in &mut models {
        let (Some(body), Some(person)) = (playback.body(model.agent), playback.now.agents.get(model.agent)) else {
            continue;
        };
        let model = &mut *model;
        let since = person.gone.map_or(0.0, |(_, tick)| (playback.seconds() - playback.seconds_at(tick)).max(0.0));
        let body_stays = person.gone.map(|(departure, _)| game.departure(departure.how).body_stays);
        let (falls, vanished) = (body_stays == Some(true), body_stays == Some(false) && since > 0.4);
        visibility.set_if_neq(if vanished { Visibility::Hidden } else { Visibility::Inherited });
        update_pose_input(model, &body, person, falls, seconds);
        model.motion.time = playback.seconds();
        let fallen = model.motion.fallen;
        // A character whose body stays falls backwards about its heels.
        let tip = Quat::from_rotation_x(fallen * fallen * 1.5);
        *root = Transform::from_translation(body.place + Vec3::Y * 0.1 * fallen)
            .with_rotation(rotation(body.heading) * tip)
            .with_scale(Vec3::splat(model.scale));
        let pose = pose::pose(&model.proportions, &model.motion);
        for (entity, posed) in model.bones.iter().zip(pose) {
            if let Ok(mut transform) = bones.get_mut(*entity) {
                *transform = posed;
            }
        }
    }
}

/// Updates the pose input from the body, with smooth transitions.
fn update_pose_input(
    model: &mut CharacterModel,
    body: &Body,
    person: &crate::client::session::playback::AgentFrame,
    falls: bool,
    seconds: f32,
) {
    let motion = &mut model.motion;
    let speed = if person.gone.is_some() { 0.0 } else { body.speed() };
    let running = ((speed - 2.4) / 1.4).clamp(0.0, 1.0);
    motion.moving = move_towards(motion.moving, (speed / 1.2).clamp(0.0, 1.0), 6.0, seconds);
    motion.running = move_towards(motion.running, running, 5.0, seconds);
    motion.crouch = body.crouch;
    motion.gaze = wrap_angle(body.gaze - body.heading).clamp(-1.5, 1.5);
    motion.pitch = body.pitch.clamp(-0.8, 0.8);
    motion.reach = move_towards(motion.reach, f32::from(u8::from(person.working)), 5.0, seconds);
    let (raised, struck) = match person.arms {
        WeaponPhase::Ready => (0.0, 0.0),
        WeaponPhase::Striking(..) | WeaponPhase::Throwing(..) => (1.0, 0.0),
        WeaponPhase::Recovering(_) => (0.0, 1.0),
    };
    motion.raised = move_towards(motion.raised, raised, if raised > 0.0 { 5.0 } else { 12.0 }, seconds);
    motion.struck = move_towards(motion.struck, struck, if struck > 0.0 { 10.0 } else { 2.5 }, seconds);
    motion.hurt = move_towards(motion.hurt, f32::from(u8::from(person.visible_harm > 0.0)), 2.5, seconds);
    motion.fallen = move_towards(motion.fallen, f32::from(u8::from(falls)), 1.9, seconds);
    // The stride length depends on the gait and sets the speed of the leg cycle.
    let walked = if body.place.distance(model.last) > 3.0 { 0.0 } else { body.place.distance(model.last) };
    model.last = body.place;
    let length = (1.25 + 0.95 * motion.running - 0.35 * motion.crouch) * model.scale;
    motion.phase = (motion.phase + walked / length * std::f32::consts::TAU) % std::f32::consts::TAU;
    if speed < 0.05 {
        motion.phase = move_towards(motion.phase, 0.0, 4.0, seconds);
    }
}

/// Hides characters on the floors above a cutaway view.
fn hide_upper_floors(
    playback: Res<Playback>,
    setup: Res<SceneSetup>,
    view: Res<CameraView>,
    mut models: Query<(&CharacterModel, &mut Visibility), Without<OnFloor>>,
) {
    for (model, mut visibility) in &mut models {
        let Some(person) = playback.now.agents.get(model.agent) else { continue };
        let feet = person.body.place.y + 0.4;
        let floor = setup.floor_at(feet);
        if view.cutaway && floor > view.floor {
            visibility.set_if_neq(Visibility::Hidden);
        }
    }
}
