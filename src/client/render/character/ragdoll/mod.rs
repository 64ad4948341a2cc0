//! Ragdolls: the dead fall as rigid bodies joined at hips, shoulders, knees and elbows.
//!
//! Each has a physics world of its own with its parts and the solids of the level around it. Nothing of it reaches the simulation, and
//! ragdolls do not touch each other. A fall is determined by the last tick in play, the killing hit and the level; the time of the playback
//! selects the step that is shown. So it is the same however a moment is reached.

mod body;
mod parts;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use bevy::prelude::*;
use quarry_minds::protocol::AgentId;

use self::body::{FallingBody, STEP};
use super::pose::{Pose, PoseInput};
use super::skeleton::{BONES, Bone};
use super::{CharacterModel, gait, guns::close_grip};
use crate::client::session::{AgentFrame, GameViewService, MatchFrame, Playback, SceneSetup};
use crate::world::geometry::rotation;

/// The most ragdolls; further dead fall by animation.
const MAX_RAGDOLLS: usize = 24;
/// A ragdoll is at rest after this time at the latest, in seconds.
const MAX_FALL_SECONDS: f32 = 4.5;
/// A figure passes from its animation into its fall within this time, in seconds.
const PASSING_SECONDS: f32 = 0.15;
/// The share of its velocity with which a body goes on as it falls: its feet still brake it.
const GOES_ON: f32 = 0.6;
/// The stride of the legs at the start of a fall: their phase per metre of the place.
const PHASE_PER_METRE: f32 = 2.1;
/// The most steps of all ragdolls in a frame. After a jump in time they need several frames to catch up.
const MAX_STEPS: u32 = 160;

/// The figures that fall or lie.
#[derive(Resource, Default)]
pub struct Ragdolls {
    /// By the index of their agent.
    figures: BTreeMap<usize, Ragdoll>,
    /// How long figures have fallen on after the end of the match, in seconds: its last tick may be that of a death.
    after_end: f32,
}

pub(super) struct Ragdoll {
    /// The tick in which the agent left play.
    left: u32,
    /// The steps computed so far.
    steps: u32,
    /// `None` once it rests.
    body: Option<FallingBody>,
    /// Each bone in the level before and after the last step.
    bones: [[Option<Transform>; BONES]; 2],
    /// How far the moment drawn lies between the two, 0 to 1.
    blend: f32,
    /// How far the figure has passed from its animation into its fall at the moment drawn, 0 to 1.
    passed: f32,
    /// The pose at the start, for bones that are no part of the falling body.
    start: Pose,
}

impl Ragdolls {
    /// The figure of an agent; `None` while it stands, or falls by animation.
    pub(super) fn of(&self, agent: usize) -> Option<&Ragdoll> {
        self.figures.get(&agent)
    }
}

/// The steps that are computed at an age in seconds: one more than have passed, because the last two are blended.
fn steps_at(age: f32) -> u32 {
    (age.clamp(0.0, MAX_FALL_SECONDS) / STEP) as u32 + 1
}

impl Ragdoll {
    /// Computes the steps up to an age in seconds, or as many as are left in the budget.
    fn advance(&mut self, age: f32, budget: &mut u32) {
        let due = steps_at(age);
        while let Some(body) = self.body.as_mut().filter(|_| self.steps < due && *budget > 0) {
            body.step();
            self.steps += 1;
            *budget -= 1;
            self.bones = [self.bones[1], body.bones()];
            if body.rests() || self.steps as f32 * STEP >= MAX_FALL_SECONDS {
                self.body = None;
            }
        }
        self.passed = (age / PASSING_SECONDS).clamp(0.0, 1.0);
        self.blend = if self.steps == due { (age.clamp(0.0, MAX_FALL_SECONDS) / STEP).fract() } else { 1.0 };
    }

    /// The pose at the moment drawn, which passes from that of an animation into the fall.
    pub(super) fn pose_after(&self, animated: Pose, root: &Transform) -> Pose {
        if self.passed <= 0.0 {
            return animated;
        }
        let mut pose = self.pose(root);
        if self.passed >= 1.0 {
            return pose;
        }
        for (bone, from) in pose.iter_mut().zip(animated) {
            bone.translation = from.translation.lerp(bone.translation, self.passed);
            bone.rotation = from.rotation.slerp(bone.rotation, self.passed);
        }
        pose
    }

    /// The pose of the fall at the moment drawn, in a figure whose root is here.
    fn pose(&self, root: &Transform) -> Pose {
        let place = |bone: Bone| -> Option<Transform> {
            let [before, after] = self.bones.map(|bones| bones[bone as usize]);
            let (before, after) = before.zip(after)?;
            Some(Transform {
                translation: before.translation.lerp(after.translation, self.blend),
                rotation: before.rotation.slerp(after.rotation, self.blend),
                scale: root.scale,
            })
        };
        let mut pose = self.start;
        for bone in Bone::ALL {
            let parent = bone.parent().map_or(Some(*root), place);
            if let Some((here, parent)) = place(bone).zip(parent) {
                let turn = parent.rotation.inverse();
                let offset = turn * (here.translation - parent.translation) / root.scale.x.max(0.01);
                pose[bone as usize] = Transform::from_translation(offset).with_rotation(turn * here.rotation);
            }
        }
        pose
    }
}

/// Lets the figures of the dead fall on, adds those of the freshly dead, and removes those whose agents are in play at the moment drawn. A
/// jump back to a moment of a fall begins it again.
pub(super) fn advance(
    playback: Res<Playback>,
    setup: Res<SceneSetup>,
    game: Res<GameViewService>,
    mut ragdolls: ResMut<Ragdolls>,
    models: Query<&CharacterModel>,
) {
    let Ragdolls { figures, after_end } = &mut *ragdolls;
    *after_end = if playback.over() { *after_end + playback.played } else { 0.0 };
    let now = playback.seconds() + *after_end;
    let age = |ragdoll: &Ragdoll| now - playback.seconds_at(ragdoll.left);
    let left = |agent: usize| Some(playback.now.agents.get(agent)?.gone?.1);
    let kept = |agent: usize| (game.0.keeping)(&playback.now, agent, &setup).is_some();
    figures.retain(|agent, ragdoll| {
        left(*agent) == Some(ragdoll.left) && !kept(*agent) && ragdoll.steps <= steps_at(age(ragdoll))
    });
    for model in &models {
        let stands = left(model.agent).is_none() || kept(model.agent);
        if figures.len() >= MAX_RAGDOLLS || stands || figures.contains_key(&model.agent) {
            continue;
        }
        if let Some(ragdoll) = fallen(model, &playback, &setup, &game) {
            figures.insert(model.agent, ragdoll);
        }
    }
    let mut budget = MAX_STEPS;
    for ragdoll in figures.values_mut() {
        ragdoll.advance(age(ragdoll), &mut budget);
    }
}

/// The figure of an agent that has just left play, in the pose of its last moment.
fn fallen(model: &CharacterModel, playback: &Playback, setup: &SceneSetup, game: &GameViewService) -> Option<Ragdoll> {
    let person = playback.now.agents.get(model.agent)?;
    let (_, left) = person.gone.filter(|(departure, _)| game.departure(departure.how).body_stays)?;
    let blow = (game.0.final_blow)(playback, AgentId(model.agent as u16))?;
    let info = setup.agents.get(model.agent)?;
    let mut last = MatchFrame::default();
    let alive = playback.frame_at(left.saturating_sub(1), &mut last);
    let before = last.agents.get(model.agent).filter(|_| alive).unwrap_or(person);
    let scale = model.scale * (game.0.size)(&last, model.agent, info).max(0.01);
    let start = model.movement.pose(&model.proportions, &last_motion(before));
    let root = Transform::from_translation(person.body.place).with_rotation(rotation(person.body.heading));
    let standing = bones_in_level(&root, &start, scale);
    // The body of an agent that has left play stands still.
    let velocity = if before.gone.is_none() { before.body.velocity * GOES_ON } else { Vec3::ZERO };
    let body = FallingBody::new(&setup.level, &model.proportions, &standing, (scale, model.holds), velocity, &blow);
    let bones = body.bones();
    Some(Ragdoll { left, steps: 0, body: Some(body), bones: [bones, bones], blend: 0.0, passed: 0.0, start })
}

/// How a figure moved in its last tick in play.
fn last_motion(agent: &AgentFrame) -> PoseInput {
    let (moving, running) = gait(agent.body.speed());
    let along = agent.body.place.x + agent.body.place.z;
    PoseInput {
        moving,
        running,
        crouch: agent.body.crouch,
        close_grip: close_grip(agent.gun),
        hurt: f32::from(u8::from(agent.visible_harm > 0.0)),
        phase: (along * PHASE_PER_METRE).rem_euclid(std::f32::consts::TAU),
        ..PoseInput::default()
    }
}

/// Each bone of a pose in the level, without its scale.
fn bones_in_level(root: &Transform, pose: &Pose, scale: f32) -> Pose {
    let mut bones = [*root; BONES];
    for bone in Bone::ALL {
        let parent = bone.parent().map_or(*root, |parent| bones[parent as usize]);
        let local = pose[bone as usize];
        bones[bone as usize] =
            parent * Transform::from_translation(local.translation * scale).with_rotation(local.rotation);
    }
    bones
}
