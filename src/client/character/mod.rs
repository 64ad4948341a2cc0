//! Figures: a body of bones for everybody who plays, posed from the pictures of the show.
//!
//! Figures are the client's own entities: they read the simulation's bodies and never touch them.

mod ground_marker;
mod pose;
mod runner;
mod skeleton;
mod stalker;

use bevy::prelude::*;
use pose::PoseInput;
use skeleton::{BONES, Bone, CharacterMesh, PartMaterial, Proportions};

use super::{
    ClientSystems,
    playback::Playback,
    scene::{InScene, OnFloor, shared_materials::SharedMaterials},
    scene_setup::{AgentInfo, SceneSetup, colour},
    screen::Screen,
    view::CameraView,
};
use crate::{
    data::look::FigureModel as Form,
    world::{
        body::{AgentStatus, Body, WeaponPhase},
        geometry::{rotation, wrap_angle},
    },
};

/// A figure, and what it remembers from frame to frame.
#[derive(Component, Debug)]
pub struct CharacterModel {
    /// The number of the agent.
    pub agent: usize,
    frame: Proportions,
    scale: f32,
    bones: [Entity; BONES],
    motion: PoseInput,
    last: Vec3,
}

/// A piece of a figure, and whose: an arm is all that one sees of oneself from inside.
#[derive(Component, Clone, Copy, Debug)]
pub struct BodyPart {
    /// The number of the agent.
    pub agent: usize,
    /// Whether it is of an arm, or held in a hand.
    pub arm: bool,
}

/// The light somebody carries.
#[derive(Component, Clone, Copy, Debug)]
pub struct CarriedLight;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnExit(Screen::Loading), (spawn, ground_marker::spawn)).add_systems(
        Update,
        (animate, show_on_storey, ground_marker::follow)
            .chain()
            .in_set(ClientSystems::Draw)
            .run_if(not(in_state(Screen::Loading))),
    );
}

/// Spawns the figures of everybody who plays.
pub(super) fn spawn(
    mut commands: Commands,
    setup: Res<SceneSetup>,
    kit: Res<SharedMaterials>,
    mut meshes: ResMut<Assets<Mesh>>,
) {
    for (agent, player) in setup.agents.iter().enumerate() {
        let build = build_of(player, agent);
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
        let frame = build.frame;
        for (bone, stuff, shape) in build.pieces {
            let piece = BodyPart { agent, arm: arm(bone) };
            let Some(bone) = bones.get(bone as usize).copied() else { continue };
            let material = match stuff {
                PartMaterial::Painted => &kit.figure,
                PartMaterial::Iron => &kit.iron,
                PartMaterial::Flame => &kit.flame,
                PartMaterial::Ember => &kit.ember,
            };
            commands
                .spawn((piece, Mesh3d(meshes.add(shape.mesh(false))), MeshMaterial3d(material.clone())))
                .set_parent(bone);
            if stuff == PartMaterial::Flame {
                commands
                    .spawn((
                        CarriedLight,
                        Transform::from_translation(stalker::LANTERN_LIGHT - Vec3::Z * 0.12),
                        PointLight {
                            color: Color::srgb(1.0, 0.55, 0.22),
                            intensity: 420.0 * setup.night.lamp_scale,
                            range: 7.5,
                            shadows_enabled: false,
                            ..default()
                        },
                    ))
                    .set_parent(bone);
            }
        }
        let motion =
            PoseInput { lantern: f32::from(u8::from(player.look.model == Form::Stalker)), ..PoseInput::default() };
        commands.entity(root).insert(CharacterModel { agent, frame, scale, bones, motion, last: Vec3::ZERO });
    }
}

fn build_of(player: &AgentInfo, agent: usize) -> CharacterMesh {
    let own = colour(player.colour).to_linear();
    match player.look.model {
        Form::Stalker => stalker::build(own),
        Form::Runner => runner::build(own, agent),
    }
}

/// Moves a value towards another at so many a second.
fn towards(value: f32, wanted: f32, pace: f32, seconds: f32) -> f32 {
    let most = pace * seconds;
    value + (wanted - value).clamp(-most, most)
}

fn animate(
    playback: Res<Playback>,
    mut figures: Query<(&mut CharacterModel, &mut Transform, &mut Visibility)>,
    mut bones: Query<&mut Transform, Without<CharacterModel>>,
) {
    let seconds = playback.played.min(0.5);
    for (mut figure, mut root, mut visibility) in &mut figures {
        let (Some(body), Some(person)) = (playback.body(figure.agent), playback.now.agents.get(figure.agent)) else {
            continue;
        };
        let figure = &mut *figure;
        let since = person.gone.map_or(0.0, |(_, tick)| (playback.seconds() - playback.seconds_at(tick)).max(0.0));
        let caught = matches!(person.gone, Some((AgentStatus::Caught(_), _)));
        let vanished = matches!(person.gone, Some((AgentStatus::Escaped(_), _))) && since > 0.4;
        visibility.set_if_neq(if vanished { Visibility::Hidden } else { Visibility::Inherited });
        observe(figure, &body, person, caught, seconds);
        figure.motion.time = playback.seconds();
        let fallen = figure.motion.fallen;
        // Down backwards, about the heels.
        let tip = Quat::from_rotation_x(fallen * fallen * 1.5);
        *root = Transform::from_translation(body.place + Vec3::Y * 0.1 * fallen)
            .with_rotation(rotation(body.heading) * tip)
            .with_scale(Vec3::splat(figure.scale));
        let pose = pose::pose(&figure.frame, &figure.motion);
        for (entity, posed) in figure.bones.iter().zip(pose) {
            if let Ok(mut transform) = bones.get_mut(*entity) {
                *transform = posed;
            }
        }
    }
}

/// Reads from a body what it does, and goes over to it smoothly.
fn observe(figure: &mut CharacterModel, body: &Body, person: &super::playback::AgentFrame, caught: bool, seconds: f32) {
    let motion = &mut figure.motion;
    let speed = if person.gone.is_some() { 0.0 } else { body.speed() };
    let running = ((speed - 2.4) / 1.4).clamp(0.0, 1.0);
    motion.moving = towards(motion.moving, (speed / 1.2).clamp(0.0, 1.0), 6.0, seconds);
    motion.running = towards(motion.running, running, 5.0, seconds);
    motion.crouch = body.crouch;
    motion.gaze = wrap_angle(body.gaze - body.heading).clamp(-1.5, 1.5);
    motion.pitch = body.pitch.clamp(-0.8, 0.8);
    motion.reach = towards(motion.reach, f32::from(u8::from(person.working)), 5.0, seconds);
    let (raised, struck) = match person.arms {
        WeaponPhase::Ready => (0.0, 0.0),
        WeaponPhase::Striking(..) | WeaponPhase::Throwing(..) => (1.0, 0.0),
        WeaponPhase::Recovering(_) => (0.0, 1.0),
    };
    motion.raised = towards(motion.raised, raised, if raised > 0.0 { 5.0 } else { 12.0 }, seconds);
    motion.struck = towards(motion.struck, struck, if struck > 0.0 { 10.0 } else { 2.5 }, seconds);
    motion.hurt = towards(motion.hurt, f32::from(u8::from(person.wounds > 0)), 2.5, seconds);
    motion.fallen = towards(motion.fallen, f32::from(u8::from(caught)), 1.9, seconds);
    // A double step is longer when one runs; its length sets how fast the legs go.
    let walked = if body.place.distance(figure.last) > 3.0 { 0.0 } else { body.place.distance(figure.last) };
    figure.last = body.place;
    let length = (1.25 + 0.95 * motion.running - 0.35 * motion.crouch) * figure.scale;
    motion.phase = (motion.phase + walked / length * std::f32::consts::TAU) % std::f32::consts::TAU;
    if speed < 0.05 {
        motion.phase = towards(motion.phase, 0.0, 4.0, seconds);
    }
}

/// Hides whoever is on a floor that the look from above takes away, or out of sight inside a hiding place.
fn show_on_storey(
    playback: Res<Playback>,
    setup: Res<SceneSetup>,
    view: Res<CameraView>,
    mut figures: Query<(&CharacterModel, &mut Visibility), Without<OnFloor>>,
) {
    for (figure, mut visibility) in &mut figures {
        let Some(person) = playback.now.agents.get(figure.agent) else { continue };
        let feet = person.body.place.y + 0.4;
        let floor = setup.level.floors.iter().rposition(|floor| floor.height <= feet).unwrap_or(0);
        if view.cutaway && floor > view.floor {
            visibility.set_if_neq(Visibility::Hidden);
        }
    }
}
