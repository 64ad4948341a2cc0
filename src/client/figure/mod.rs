//! Figures: a body of bones for everybody who plays, posed from the pictures of the show.
//!
//! Figures are the client's own entities: they read the simulation's bodies and never touch them.

mod build;
mod pose;
mod rings;
mod runner;
mod stalker;

use bevy::prelude::*;
use build::{BONES, Bone, Build, Frame, Stuff};
use pose::Motion;

use super::{
    ClientSystems,
    scene::{InScene, OnStorey, kit::Kit},
    screen::Screen,
    show::Show,
    stage::{Player, Stage, colour},
    view::View,
};
use crate::{
    data::look::Figure as Form,
    world::{
        body::{Body, Fate, Stage as Arms},
        geometry::{rotation, wrap_angle},
    },
};

/// A figure, and what it remembers from frame to frame.
#[derive(Component, Debug)]
pub struct Figure {
    /// The number of the agent.
    pub agent: usize,
    frame: Frame,
    scale: f32,
    bones: [Entity; BONES],
    motion: Motion,
    last: Vec3,
}

/// A piece of a figure, and whose: an arm is all that one sees of oneself from inside.
#[derive(Component, Clone, Copy, Debug)]
pub struct Piece {
    /// The number of the agent.
    pub agent: usize,
    /// Whether it is of an arm, or held in a hand.
    pub arm: bool,
}

/// The light somebody carries.
#[derive(Component, Clone, Copy, Debug)]
pub struct Carried;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnExit(Screen::Loading), (spawn, rings::spawn)).add_systems(
        Update,
        (animate, show_on_storey, rings::follow)
            .chain()
            .in_set(ClientSystems::Draw)
            .run_if(not(in_state(Screen::Loading))),
    );
}

/// Spawns the figures of everybody who plays.
pub(super) fn spawn(mut commands: Commands, stage: Res<Stage>, kit: Res<Kit>, mut meshes: ResMut<Assets<Mesh>>) {
    for (agent, player) in stage.cast.iter().enumerate() {
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
            let parent = bone.hangs_on().and_then(|parent| bones.get(parent as usize)).copied().unwrap_or(root);
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
            let piece = Piece { agent, arm: arm(bone) };
            let Some(bone) = bones.get(bone as usize).copied() else { continue };
            let material = match stuff {
                Stuff::Painted => &kit.figure,
                Stuff::Iron => &kit.iron,
                Stuff::Flame => &kit.flame,
                Stuff::Ember => &kit.ember,
            };
            commands
                .spawn((piece, Mesh3d(meshes.add(shape.mesh(false))), MeshMaterial3d(material.clone())))
                .set_parent(bone);
            if stuff == Stuff::Flame {
                commands
                    .spawn((
                        Carried,
                        Transform::from_translation(stalker::LANTERN_LIGHT - Vec3::Z * 0.12),
                        PointLight {
                            color: Color::srgb(1.0, 0.55, 0.22),
                            intensity: 420.0 * stage.night.lamps,
                            range: 7.5,
                            shadows_enabled: false,
                            ..default()
                        },
                    ))
                    .set_parent(bone);
            }
        }
        let motion = Motion { lantern: f32::from(u8::from(player.look.figure == Form::Stalker)), ..Motion::default() };
        commands.entity(root).insert(Figure { agent, frame, scale, bones, motion, last: Vec3::ZERO });
    }
}

fn build_of(player: &Player, agent: usize) -> Build {
    let own = colour(player.colour).to_linear();
    match player.look.figure {
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
    show: Res<Show>,
    mut figures: Query<(&mut Figure, &mut Transform, &mut Visibility)>,
    mut bones: Query<&mut Transform, Without<Figure>>,
) {
    let seconds = show.played.min(0.5);
    for (mut figure, mut root, mut visibility) in &mut figures {
        let (Some(body), Some(person)) = (show.body(figure.agent), show.now.agents.get(figure.agent)) else { continue };
        let figure = &mut *figure;
        let since = person.gone.map_or(0.0, |(_, tick)| (show.seconds() - show.seconds_at(tick)).max(0.0));
        let caught = matches!(person.gone, Some((Fate::Caught(_), _)));
        let vanished = matches!(person.gone, Some((Fate::Escaped(_), _))) && since > 0.4;
        visibility.set_if_neq(if vanished { Visibility::Hidden } else { Visibility::Inherited });
        observe(figure, &body, person, caught, seconds);
        figure.motion.time = show.seconds();
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
fn observe(figure: &mut Figure, body: &Body, person: &super::show::Person, caught: bool, seconds: f32) {
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
        Arms::Ready => (0.0, 0.0),
        Arms::Striking(..) | Arms::Throwing(..) => (1.0, 0.0),
        Arms::Recovering(_) => (0.0, 1.0),
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

/// Hides whoever is on a storey that the look from above takes away, or out of sight inside a hiding place.
fn show_on_storey(
    show: Res<Show>,
    stage: Res<Stage>,
    view: Res<View>,
    mut figures: Query<(&Figure, &mut Visibility), Without<OnStorey>>,
) {
    for (figure, mut visibility) in &mut figures {
        let Some(person) = show.now.agents.get(figure.agent) else { continue };
        let feet = person.body.place.y + 0.4;
        let storey = stage.level.storeys.iter().rposition(|storey| storey.height <= feet).unwrap_or(0);
        if view.cut && storey > view.storey {
            visibility.set_if_neq(Visibility::Hidden);
        }
    }
}
