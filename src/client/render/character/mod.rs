//! Character models: a skeleton of bones for each agent, posed from the recorded frames.
//!
//! Characters are entities of the client. They read the simulated bodies and never write them.

pub mod animal;
mod figure;
pub mod first_person;
pub mod four_legged;
mod gesture;
mod ground_marker;
pub mod guns;
pub mod pose;
mod ragdoll;
mod refuge;
pub mod skeleton;
pub mod soldier;
mod spawn;
pub mod stance;
#[cfg(test)]
mod tests;

use self::figure::{FigureCache, FigureMeshes, Movement};
use self::pose::{Pose, PoseInput};
use self::skeleton::{BONES, Bone, CharacterMesh, PartMaterial, Proportions, Stride};
use self::stance::FOREARM;

use bevy::prelude::*;

pub use self::figure::{Figure, Figures};
pub use self::spawn::{Characters, spawn};
use quarry_minds::protocol::{AgentId, Subject};

use self::spawn::is_shown;
use super::scene::{OnFloor, visible};
use crate::client::ClientSystems;
use crate::client::session::{
    AgentFrame, CameraView, GameViewService, Keeping, Playback, Posture, SceneSetup, init_for_match, loaded,
};
use crate::world::geometry::{rotation, wrap_angle};
use crate::world::{Body, ItemLocation, WeaponPhase};

/// A blow lands on a body within this distance, in metres, at this part of its height.
const MAX_BLOW: f32 = 2.4;
const CHEST: f32 = 0.7;
/// The right shoulder of a figure that carries another one, and how far the hips of that one are from its feet, in metres.
const SHOULDER: Vec3 = Vec3::new(0.18, 1.42, 0.05);
const FEET_TO_HIPS: f32 = 0.9;

/// The root entity of a character, with its animation state.
#[derive(Component, Debug)]
pub struct CharacterModel {
    pub agent: usize,
    proportions: Proportions,
    movement: Movement,
    scale: f32,
    bones: [Entity; BONES],
    motion: PoseInput,
    last: Vec3,
    /// Whether it has something on [`skeleton::Bone::Held`].
    holds: bool,
}

impl CharacterModel {
    /// Where its right hand is (`true`) or its left, in the window, given the transforms of its bones.
    pub fn hand(&self, right: bool, bones: &Query<&GlobalTransform>) -> Option<Vec3> {
        let forearm = if right { Bone::ForearmRight } else { Bone::ForearmLeft };
        let forearm = bones.get(*self.bones.get(forearm as usize)?).ok()?;
        Some(forearm.transform_point(Vec3::NEG_Y * stance::FOREARM))
    }
}

/// A mesh of a character. In first person only the arms of the own character are seen, with what they hold.
#[derive(Component, Clone, Copy, Debug)]
pub struct BodyPart {
    pub agent: usize,
    pub arm: bool,
}

pub(in crate::client) fn plugin(app: &mut App) {
    init_for_match::<Characters>(app);
    init_for_match::<ragdoll::Ragdolls>(app);
    app.init_resource::<Figures>().init_resource::<first_person::OwnFigure>().add_systems(
        Update,
        (
            (
                spawn,
                ground_marker::spawn,
                ragdoll::advance,
                animate,
                guns::show,
                hide_upper_floors,
                ground_marker::follow,
            )
                .chain(),
            (first_person::hold, first_person::show_parts).chain(),
        )
            .chain()
            .in_set(ClientSystems::Draw)
            .run_if(loaded),
    );
}

/// Moves a value towards a target at `speed` per second.
fn move_towards(value: f32, target: f32, speed: f32, seconds: f32) -> f32 {
    let step = speed * seconds;
    value + (target - value).clamp(-step, step)
}

fn animate(
    playback: Res<Playback>,
    setup: Res<SceneSetup>,
    game: Res<GameViewService>,
    ragdolls: Res<ragdoll::Ragdolls>,
    mut models: Query<(&mut CharacterModel, &mut Transform, &mut Visibility)>,
    mut bones: Query<&mut Transform, Without<CharacterModel>>,
) {
    let seconds = playback.played.min(0.5);
    for (mut model, mut root, mut visibility) in &mut models {
        let frame = (playback.body(model.agent), playback.now.agents.get(model.agent));
        let (Some(body), Some(person)) = frame else {
            visibility.set_if_neq(Visibility::Hidden);
            continue;
        };
        let posture = if person.gone.is_some() { Posture::Upright } else { (game.0.posture)(person) };
        let shown = posture != Posture::OutOfSight && is_shown(&playback, &game, model.agent);
        visibility.set_if_neq(visible(shown));
        let model = &mut *model;
        let ragdoll = ragdolls.of(model.agent);
        let stays = person.gone.is_some_and(|(departure, _)| game.departure(departure.how).body_stays);
        let keeping = (game.0.keeping)(&playback.now, model.agent, &setup);
        let refuge = person.hidden.and_then(|place| refuge::of(&setup, place));
        let falls = ragdoll.is_none() && stays && keeping != Some(Keeping::Caged);
        let size = setup.agents.get(model.agent).map_or(1.0, |info| (game.0.size)(&playback.now, model.agent, info));
        let scale = model.scale * size.max(0.01);
        update_pose_input(model, &body, person, falls, scale, seconds);
        let motion = &mut model.motion;
        if matches!(keeping, Some(Keeping::Shouldered(_))) {
            // It lay there when it was lifted.
            motion.fallen = 1.0;
        }
        let weight = |wanted: Posture| f32::from(u8::from(posture == wanted));
        motion.finished = (game.0.completion)(&playback, AgentId(model.agent as u16)).unwrap_or(motion.finished);
        motion.graze = move_towards(motion.graze, weight(Posture::HeadDown), 1.8, seconds);
        motion.asleep = move_towards(motion.asleep, weight(Posture::Asleep), 0.8, seconds);
        // No two agents breathe in step.
        motion.time = playback.seconds() + model.agent as f32 * 0.73;
        *root = Transform::from_translation(body.place)
            .with_rotation(rotation(body.heading))
            .with_scale(Vec3::splat(scale));
        if let Some(refuge) = refuge {
            refuge.apply(&mut root, motion);
        } else {
            motion.tucked = 0.0;
        }
        if let Some(Keeping::Shouldered(by)) = keeping
            && let Some(carrier) = playback.body(usize::from(by.0))
        {
            over_shoulder(&mut root, &carrier);
        }
        touch(motion, person, &root, &playback, &setup);
        match person.arms {
            WeaponPhase::Striking(..) => motion.target = struck_body(&playback, &setup, model.agent, &root),
            WeaponPhase::Recovering(_) => {}
            _ if motion.struck > 0.0 => {}
            _ => motion.target = None,
        }
        let animated = model.movement.pose(&model.proportions, &model.motion);
        let pose = ragdoll.map_or(animated, |ragdoll| ragdoll.pose_after(animated, &root));
        for (entity, posed) in model.bones.iter().zip(pose) {
            if let Ok(mut transform) = bones.get_mut(*entity) {
                *transform = posed;
            }
        }
    }
}

/// Leads the hands to what a figure works on.
fn touch(motion: &mut PoseInput, person: &AgentFrame, root: &Transform, playback: &Playback, setup: &SceneSetup) {
    let worked_on = person.working.and_then(|subject| match subject {
        Subject::Thing(thing) => setup.level.thing(thing),
        _ => None,
    });
    if let Some(thing) = worked_on {
        let item = match playback.now.things.item(thing.id) {
            Some(ItemLocation::Lying(place)) => Some(place),
            _ => None,
        };
        let point = gesture::handle(item, thing.place, thing.entry);
        motion.touch = Some(root.to_matrix().inverse().transform_point3(point));
    } else if motion.reach <= 0.0 {
        motion.touch = None;
    }
    if let Some(point) = motion.touch {
        motion.crouch = motion.crouch.max(gesture::squat(point.y) * motion.reach);
    }
}

/// Moves a figure that lies on its back across the shoulder of another one.
fn over_shoulder(figure: &mut Transform, carrier: &Body) {
    let ahead = rotation(carrier.heading);
    figure.rotation = ahead * Quat::from_rotation_y(std::f32::consts::FRAC_PI_2);
    let shoulder = carrier.place + ahead * SHOULDER * (1.0 - 0.4 * carrier.crouch);
    figure.translation = shoulder - figure.rotation * Vec3::Z * FEET_TO_HIPS * figure.scale.z;
}

/// The chest of the nearest enemy before an agent within reach of a blow, relative to its figure.
fn struck_body(playback: &Playback, setup: &SceneSetup, agent: usize, root: &Transform) -> Option<Vec3> {
    let to_figure = root.to_matrix().inverse();
    let chest = |(index, other): (usize, &AgentFrame)| {
        let height = setup.agents.get(index)?.body.height * CHEST;
        let enemy =
            other.stands() && other.hidden.is_none() && setup.enemies(AgentId(agent as u16), AgentId(index as u16));
        enemy.then(|| to_figure.transform_point3(playback.body(index).unwrap_or(other.body).place + Vec3::Y * height))
    };
    let before = |point: &Vec3| point.z < 0.0 && point.with_y(0.0).length() < MAX_BLOW;
    let chests = playback.now.agents.iter().enumerate().filter(|(index, _)| *index != agent).filter_map(chest);
    chests.filter(before).min_by(|a, b| a.length_squared().total_cmp(&b.length_squared()))
}

/// How much a body moves, and how much it runs, at a speed in m/s; each from 0 to 1.
fn gait(speed: f32) -> (f32, f32) {
    ((speed / 1.2).clamp(0.0, 1.0), ((speed - 2.4) / 1.4).clamp(0.0, 1.0))
}

/// Updates the pose input from the body, with smooth transitions.
fn update_pose_input(
    model: &mut CharacterModel,
    body: &Body,
    person: &AgentFrame,
    falls: bool,
    scale: f32,
    seconds: f32,
) {
    let motion = &mut model.motion;
    let speed = if person.gone.is_some() { 0.0 } else { body.speed() };
    let (moving, running) = gait(speed);
    motion.moving = move_towards(motion.moving, moving, 6.0, seconds);
    motion.running = move_towards(motion.running, running, 5.0, seconds);
    motion.crouch = body.crouch;
    motion.close_grip = guns::close_grip(person.gun);
    motion.gaze = wrap_angle(body.gaze - body.heading).clamp(-1.5, 1.5);
    motion.pitch = body.pitch.clamp(-0.8, 0.8);
    motion.reach = move_towards(motion.reach, f32::from(u8::from(person.working.is_some())), 5.0, seconds);
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
    let length = model.movement.stride().length(motion.running, motion.crouch) * scale;
    motion.phase = (motion.phase + walked / length * std::f32::consts::TAU) % std::f32::consts::TAU;
    if speed < 0.05 {
        motion.phase = move_towards(motion.phase, 0.0, 4.0, seconds);
    }
}

fn hide_upper_floors(
    playback: Res<Playback>,
    setup: Res<SceneSetup>,
    view: Res<CameraView>,
    mut models: Query<(&CharacterModel, &mut Visibility), Without<OnFloor>>,
) {
    for (model, mut visibility) in &mut models {
        let Some(person) = playback.now.agents.get(model.agent) else { continue };
        if !view.shows_floor(setup.floor_at(person.body.place.y + 0.4)) {
            visibility.set_if_neq(Visibility::Hidden);
        }
    }
}
