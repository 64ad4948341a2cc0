//! Components of a body: where it is, how it moves and looks, and whether it is still in play.

use std::sync::Arc;

use bevy::{
    ecs::{prelude::*, reflect::ReflectComponent},
    math::Vec3,
    reflect::Reflect,
};
use quarry_minds::protocol::{Gait, Label, Subject, ThingId};

use super::{
    Departure,
    geometry::{direction, wrap_angle},
    transients::set_number,
};
use crate::data::body::BodySpec;

/// The kind of a body: shared data.
#[derive(Component, Clone, Debug)]
pub struct BodyKind(pub Arc<BodySpec>);

impl BodyKind {
    /// The largest value of a gauge; 0 if there is no such gauge.
    pub fn full(&self, gauge: Label) -> f32 {
        self.0.gauges.get(&gauge).map_or(0.0, |gauge| gauge.max)
    }
}

/// The pose and motion of a body. Motion writes it; the rules write it when an agent enters or leaves a hiding place.
#[derive(Component, Clone, Copy, Debug, PartialEq, Reflect)]
#[reflect(Component)]
pub struct Body {
    /// The position of the feet, in metres.
    pub place: Vec3,
    /// In m/s, along the ground.
    pub velocity: Vec3,
    /// The direction of the body, in radians clockwise from north.
    pub heading: f32,
    /// The direction of the eyes, in radians clockwise from north.
    pub gaze: f32,
    /// The elevation of the eyes in radians, positive upwards.
    pub pitch: f32,
    /// The gait of the current or next movement.
    pub gait: Gait,
    /// From 0 (standing) to 1 (crouched).
    pub crouch: f32,
}

impl Body {
    /// The body on its way from here to a later moment: here at a share of 0, there at 1.
    pub fn between(&self, later: &Self, share: f32) -> Self {
        let turn = |from: f32, to: f32| from + wrap_angle(to - from) * share;
        Self {
            place: self.place.lerp(later.place, share),
            velocity: self.velocity.lerp(later.velocity, share),
            heading: turn(self.heading, later.heading),
            gaze: turn(self.gaze, later.gaze),
            pitch: self.pitch + (later.pitch - self.pitch) * share,
            crouch: self.crouch + (later.crouch - self.crouch) * share,
            gait: later.gait,
        }
    }

    /// A body that stands still.
    pub fn at(place: Vec3, heading: f32) -> Self {
        Self { place, velocity: Vec3::ZERO, heading, gaze: heading, pitch: 0.0, gait: Gait::Walk, crouch: 0.0 }
    }

    /// The position of the eyes, in metres.
    pub fn eye_position(&self, kind: &BodySpec) -> Vec3 {
        self.place + Vec3::Y * (kind.eye_height + (kind.crouched_eye_height - kind.eye_height) * self.crouch)
    }

    /// The current height, in metres.
    pub fn height(&self, kind: &BodySpec) -> f32 {
        kind.height + (kind.crouched_height - kind.height) * self.crouch
    }

    /// The direction of gaze, of length 1.
    pub fn gaze_direction(&self) -> Vec3 {
        let level = bevy::math::ops::cos(self.pitch);
        direction(self.gaze) * level + Vec3::Y * bevy::math::ops::sin(self.pitch)
    }

    /// The direction of the body on the ground, of length 1.
    pub fn facing(&self) -> Vec3 {
        direction(self.heading)
    }

    /// The speed over the ground, in m/s.
    pub fn speed(&self) -> f32 {
        self.velocity.length()
    }
}

/// Marks agents in play. An agent that has left has [`OutOfPlay`] instead.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct InPlay;

/// Marks an agent that has left play.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfPlay {
    /// How it left.
    pub departure: Departure,
    /// The tick in which it left.
    pub tick: u32,
}

/// The hiding place an agent is in, if any. A hidden agent does not move.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hidden(pub Option<ThingId>);

/// What an agent carries, and the thing it is using.
#[derive(Component, Clone, Debug, Default, PartialEq)]
pub struct Hands {
    /// The carried items, in the order of taking.
    pub carried: Vec<ThingId>,
    /// The use in progress.
    pub task: Option<UseProgress>,
}

/// The progress of a use.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UseProgress {
    /// The thing or agent in use.
    pub target: Subject,
    /// One of the verbs of the rules.
    pub verb: Label,
    /// The serial number of the request.
    pub serial: u32,
    /// Seconds of work so far.
    pub seconds: f32,
    /// Seconds since the work last made a noise.
    pub since_noise: f32,
}

/// The state of an agent's weapons.
#[derive(Component, Clone, Debug, Default, PartialEq)]
pub struct WeaponState {
    /// The current attack, if any.
    pub phase: WeaponPhase,
    /// The blow under way, or the last one.
    pub blow: Label,
    /// Seconds until each projectile may be thrown again, by name.
    pub cooldowns: Vec<(Label, f32)>,
    /// The ammunition left, by name. A projectile without an entry is unlimited.
    pub ammo: Vec<(Label, u8)>,
}

/// The phase of an attack, with the seconds left in it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum WeaponPhase {
    /// No attack is under way.
    #[default]
    Ready,
    /// Winding up a blow; with the serial number of the request.
    Striking(f32, u32),
    /// Winding up a throw; with the serial number of the request.
    Throwing(f32, u32),
    /// Recovering from an attack.
    Recovering(f32),
}

impl WeaponState {
    /// The weapons of a body at the start of a match.
    pub fn new(kind: &BodySpec) -> Self {
        Self {
            phase: WeaponPhase::Ready,
            blow: Label::default(),
            cooldowns: kind.throws.iter().map(|(name, throw)| (*name, throw.initial_cooldown)).collect(),
            ammo: kind.throws.iter().filter_map(|(name, throw)| Some((*name, throw.ammo?))).collect(),
        }
    }

    /// Adapts to a changed body: its projectiles replace the old ones, and ammunition already used stays used.
    pub fn adapt_to(&mut self, old: &BodySpec, new: &BodySpec) {
        let cooldown =
            |name: &Label| self.cooldowns.iter().find(|(known, _)| known == name).map(|(_, seconds)| *seconds);
        let left = |name: &Label| self.ammo.iter().find(|(known, _)| known == name).map(|(_, left)| *left);
        let cooldowns = new.throws.iter().map(|(name, throw)| {
            let longest = throw.cooldown.max(throw.initial_cooldown);
            (*name, cooldown(name).map_or(0.0, |seconds| seconds.min(longest)))
        });
        let stock = new.throws.iter().filter_map(|(name, throw)| {
            let stock = throw.ammo?;
            let used = old.throws.get(name).and_then(|throw| Some(throw.ammo?.saturating_sub(left(name)?)));
            Some((*name, stock.saturating_sub(used.unwrap_or(0))))
        });
        (self.cooldowns, self.ammo) = (cooldowns.collect(), stock.collect());
    }

    /// Whether an attack may begin.
    pub fn ready(&self) -> bool {
        self.phase == WeaponPhase::Ready
    }

    /// Seconds until this projectile may be thrown again; `None` if the body has no such projectile or no ammunition
    /// left.
    pub fn cooldown(&self, what: Label) -> Option<f32> {
        if self.ammo.iter().any(|(name, left)| *name == what && *left == 0) {
            return None;
        }
        self.cooldowns.iter().find(|(name, _)| *name == what).map(|(_, seconds)| *seconds)
    }
}

/// What the game's rules make of a body. They write it; motion, senses and drawing read it.
#[derive(Component, Clone, Debug, PartialEq)]
pub struct BodyCondition {
    /// How badly hurt it looks, in the unit of the game. Others perceive it.
    pub visible_harm: f32,
    /// What others see it doing, as the game names it; empty for what every body shows: standing, walking, running, hiding.
    pub state: Label,
    /// The factor on its speed. 1 by default.
    pub speed_factor: f32,
    /// Named numbers that the agent senses of itself.
    pub readings: Vec<(Label, f32)>,
}

impl BodyCondition {
    /// Sets a named number that the agent senses of itself.
    pub fn set(&mut self, name: Label, value: f32) {
        set_number(&mut self.readings, name, value);
    }
}

impl Default for BodyCondition {
    fn default() -> Self {
        Self { visible_harm: 0.0, state: Label::default(), speed_factor: 1.0, readings: Vec::new() }
    }
}

/// The distance walked since the last footstep and the last scratch mark, in metres.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
pub struct StepProgress {
    /// Since the last audible footstep.
    pub step: f32,
    /// Since the last scratch mark.
    pub trace: f32,
}

/// The components of a body at a place, facing `heading` (radians clockwise from north).
pub fn body_bundle(kind: &Arc<BodySpec>, place: Vec3, heading: f32) -> impl Bundle + use<> {
    (
        BodyKind(kind.clone()),
        Body::at(place, heading),
        InPlay,
        Hidden::default(),
        Hands::default(),
        WeaponState::new(kind),
        StepProgress::default(),
        BodyCondition::default(),
    )
}
