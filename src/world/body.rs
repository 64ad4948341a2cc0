//! Bodies: where agents are, how they stand and look, and whether they are still in play.

use std::sync::Arc;

use bevy::{ecs::prelude::*, math::Vec3};

use super::{Wounds, geometry::direction};
use crate::{
    data::body::BodySpec,
    protocol::{AgentId, Gait, Label, ThingId},
};

/// The kind of body an agent has: data, shared.
#[derive(Component, Clone, Debug)]
pub struct BodyKind(pub Arc<BodySpec>);

/// Where a body is and what it does with itself. Written by motion, and by the rules where they set somebody down.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct Body {
    /// Where the feet are, in metres.
    pub place: Vec3,
    /// In metres a second, along the ground.
    pub velocity: Vec3,
    /// Where the body faces: radians clockwise from north.
    pub heading: f32,
    /// Where the eyes look: radians clockwise from north.
    pub gaze: f32,
    /// How far up (+) or down (-) the eyes look, in radians.
    pub pitch: f32,
    /// How it moves or would move.
    pub gait: Gait,
    /// 0 standing to 1 crouched.
    pub crouch: f32,
}

impl Body {
    /// A body standing still.
    pub fn at(place: Vec3, heading: f32) -> Self {
        Self { place, velocity: Vec3::ZERO, heading, gaze: heading, pitch: 0.0, gait: Gait::Walk, crouch: 0.0 }
    }

    /// Where the eyes are, in metres.
    pub fn eye_position(&self, kind: &BodySpec) -> Vec3 {
        self.place + Vec3::Y * (kind.eyes + (kind.crouched_eyes - kind.eyes) * self.crouch)
    }

    /// How tall it stands now, in metres.
    pub fn height(&self, kind: &BodySpec) -> f32 {
        kind.height + (kind.crouched_height - kind.height) * self.crouch
    }

    /// The direction of gaze; a unit vector.
    pub fn gaze_direction(&self) -> Vec3 {
        let level = bevy::math::ops::cos(self.pitch);
        direction(self.gaze) * level + Vec3::Y * bevy::math::ops::sin(self.pitch)
    }

    /// The direction the body faces; a unit vector on the ground.
    pub fn facing(&self) -> Vec3 {
        direction(self.heading)
    }

    /// How fast it moves over the ground, in metres a second.
    pub fn speed(&self) -> f32 {
        self.velocity.length()
    }
}

/// Marks agents that take part in the match. Who was caught or has escaped has [`OutOfPlay`] instead.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct InPlay;

/// Why an agent is no longer in play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AgentStatus {
    /// Caught by somebody.
    Caught(AgentId),
    /// Out through an exit.
    Escaped(ThingId),
}

/// An agent that has left play, and how.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfPlay {
    /// How it left.
    pub fate: AgentStatus,
    /// In which tick.
    pub tick: u32,
}

/// The hiding place an agent is in, if it is in one. Who is inside does not move.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hidden(pub Option<ThingId>);

/// What an agent carries and works at.
#[derive(Component, Clone, Debug, Default, PartialEq)]
pub struct Hands {
    /// What it carries, in the order of taking.
    pub carried: Vec<ThingId>,
    /// What it is using.
    pub task: Option<UseProgress>,
}

/// A use of a thing that has begun.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UseProgress {
    /// The thing.
    pub thing: ThingId,
    /// What is done with it.
    pub verb: Label,
    /// The serial number of the request.
    pub serial: u32,
    /// Seconds of work so far.
    pub seconds: f32,
    /// Seconds since the work last made a noise.
    pub quiet: f32,
}

/// What an agent does with its weapons.
#[derive(Component, Clone, Debug, Default, PartialEq)]
pub struct WeaponState {
    /// What it is in the middle of.
    pub stage: WeaponPhase,
    /// Seconds until each kind of throw may begin again, by name.
    pub cooldowns: Vec<(Label, f32)>,
    /// How many of each are left, by name; not listed: as many as it likes.
    pub stock: Vec<(Label, u8)>,
}

/// The stage of a blow or a throw; seconds left in it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum WeaponPhase {
    /// Ready.
    #[default]
    Ready,
    /// About to strike; the serial number of the request.
    Striking(f32, u32),
    /// About to throw; the serial number of the request.
    Throwing(f32, u32),
    /// Recovering from a blow.
    Recovering(f32),
}

impl WeaponState {
    /// The arms of a body at the start of a match.
    pub fn new(kind: &BodySpec) -> Self {
        Self {
            stage: WeaponPhase::Ready,
            cooldowns: kind.throws.iter().map(|(name, throw)| (*name, throw.first_after)).collect(),
            stock: kind.throws.iter().filter_map(|(name, throw)| Some((*name, throw.stock?))).collect(),
        }
    }

    /// Goes on with another body: what it can throw is what that body can, what was thrown is gone all the same.
    pub fn adapt(&mut self, old: &BodySpec, new: &BodySpec) {
        let cooldown =
            |name: &Label| self.cooldowns.iter().find(|(known, _)| known == name).map(|(_, seconds)| *seconds);
        let left = |name: &Label| self.stock.iter().find(|(known, _)| known == name).map(|(_, left)| *left);
        let cooldowns = new.throws.iter().map(|(name, throw)| {
            let longest = throw.cooldown.max(throw.first_after);
            (*name, cooldown(name).map_or(0.0, |seconds| seconds.min(longest)))
        });
        let stock = new.throws.iter().filter_map(|(name, throw)| {
            let stock = throw.stock?;
            let used = old.throws.get(name).and_then(|throw| Some(throw.stock?.saturating_sub(left(name)?)));
            Some((*name, stock.saturating_sub(used.unwrap_or(0))))
        });
        (self.cooldowns, self.stock) = (cooldowns.collect(), stock.collect());
    }

    /// Whether a blow or a throw may begin.
    pub fn ready(&self) -> bool {
        self.stage == WeaponPhase::Ready
    }

    /// Seconds until this may be thrown again; `None` where there is none of it left or the body knows no such throw.
    pub fn cooldown(&self, what: Label) -> Option<f32> {
        if self.stock.iter().any(|(name, left)| *name == what && *left == 0) {
            return None;
        }
        self.cooldowns.iter().find(|(name, _)| *name == what).map(|(_, seconds)| *seconds)
    }
}

/// How far a body has come since its last step was heard and its last mark was left, in metres.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
pub struct StepProgress {
    /// Since its last audible step.
    pub step: f32,
    /// Since its last mark.
    pub trace: f32,
}

/// All of a body, for spawning an agent at a place, facing `heading` (radians clockwise from north).
pub fn body_bundle(kind: &Arc<BodySpec>, place: Vec3, heading: f32) -> impl Bundle + use<> {
    (
        BodyKind(kind.clone()),
        Body::at(place, heading),
        InPlay,
        Hidden::default(),
        Hands::default(),
        WeaponState::new(kind),
        StepProgress::default(),
        Wounds::default(),
    )
}
