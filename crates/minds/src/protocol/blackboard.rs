//! Requests to a body. A mind or a player posts them, a subsystem fulfils them, and neither knows the other.

use bevy_ecs::{prelude::*, reflect::ReflectComponent};
use bevy_math::Vec3;
use bevy_reflect::Reflect;
use serde::{Deserialize, Serialize};

use super::{AgentId, Label, OrderRequest, Subject};

/// How a body moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Reflect)]
#[serde(rename_all = "snake_case")]
pub enum Gait {
    /// Slow, quiet and hard to see.
    Crouch,
    /// The default gait.
    #[default]
    Walk,
    /// Faster than a walk, for a brisk search.
    Hurry,
    /// The fastest and loudest gait.
    Run,
}

/// Why a request failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Reflect)]
#[serde(rename_all = "snake_case")]
pub enum FailReason {
    /// No path leads there.
    Unreachable,
    /// The body made no progress for too long.
    Stuck,
    /// The thing or the target is too far away.
    OutOfReach,
    /// The thing does not allow this now: taken by another agent, locked or occupied.
    Refused,
    /// No such thing or agent is in play.
    Gone,
    /// The attack missed.
    Missed,
    /// The weapon is on cooldown, or the agent spoke a moment ago.
    NotReady,
    /// A newer request replaced this one.
    Superseded,
}

impl FailReason {
    /// A short phrase for tables.
    pub fn describe(self) -> &'static str {
        match self {
            Self::Unreachable => "unreachable",
            Self::Stuck => "stuck",
            Self::OutOfReach => "out of reach",
            Self::Refused => "refused",
            Self::Gone => "gone",
            Self::Missed => "missed",
            Self::NotReady => "not ready",
            Self::Superseded => "superseded",
        }
    }
}

/// The progress of a request.
#[derive(Clone, Copy, Debug, Default, PartialEq, Reflect)]
pub enum Status {
    /// No subsystem has picked it up yet.
    #[default]
    Posted,
    /// In progress, with the fraction done (0 to 1) if it is known.
    Running(f32),
    /// Fulfilled.
    Done,
    /// Rejected, or tried and failed.
    Failed(FailReason),
}

impl Status {
    /// Whether the request is finished, successfully or not.
    #[inline]
    pub fn is_over(self) -> bool {
        matches!(self, Status::Done | Status::Failed(_))
    }
}

/// The newest request of one kind, and its status.
#[derive(Clone, Debug, Reflect)]
pub struct Slot<T> {
    request: Option<T>,
    serial: u32,
    status: Status,
}

impl<T> Default for Slot<T> {
    #[inline]
    fn default() -> Self {
        Self { request: None, serial: 0, status: Status::Posted }
    }
}

impl<T: Clone + PartialEq> Slot<T> {
    /// Posts a request, which replaces the previous one, and returns its serial number for [`Slot::status_of`].
    /// Posting a request equal to the active one changes nothing.
    #[inline]
    pub fn post(&mut self, request: T) -> u32 {
        if self.request.as_ref() == Some(&request) && !self.status.is_over() {
            return self.serial;
        }
        self.request = Some(request);
        self.serial = self.serial.wrapping_add(1);
        self.status = Status::Posted;
        self.serial
    }

    /// Replaces the request with this serial number by a more exact one; its status stays. Does nothing if it is over or no longer the
    /// newest.
    #[inline]
    pub fn revise(&mut self, serial: u32, request: T) {
        if serial == self.serial && self.active().is_some() {
            self.request = Some(request);
        }
    }

    /// Withdraws the request, if there is one.
    #[inline]
    pub fn clear(&mut self) {
        if self.request.take().is_some() {
            self.serial = self.serial.wrapping_add(1);
            self.status = Status::Posted;
        }
    }

    /// The newest request, finished or not.
    #[inline]
    pub fn request(&self) -> Option<&T> {
        self.request.as_ref()
    }

    /// The newest request, unless it is finished.
    #[inline]
    pub fn active(&self) -> Option<&T> {
        if self.status.is_over() { None } else { self.request.as_ref() }
    }

    /// The serial number of the newest request.
    #[inline]
    pub fn serial(&self) -> u32 {
        self.serial
    }

    /// The status of the newest request.
    #[inline]
    pub fn status(&self) -> Status {
        self.status
    }

    /// The status of the request with this serial number; [`FailReason::Superseded`] if it is no longer the newest.
    #[inline]
    pub fn status_of(&self, serial: u32) -> Status {
        if serial == self.serial && self.request.is_some() {
            self.status
        } else {
            Status::Failed(FailReason::Superseded)
        }
    }

    /// Sets the status of the request with this serial number, if it is still the newest and not over.
    pub fn report_for(&mut self, serial: u32, status: Status) {
        if serial == self.serial && self.active().is_some() {
            self.status = status;
        }
    }

    /// Sets the status of the newest request. Called by the subsystem that fulfils it.
    #[inline]
    pub fn report(&mut self, status: Status) {
        if self.request.is_some() {
            self.status = status;
        }
    }
}

/// Vectors as arrays of three numbers, which must be finite.
mod vec3_array {
    use bevy_math::Vec3;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub fn serialize<S: Serializer>(vector: &Vec3, serializer: S) -> Result<S::Ok, S::Error> {
        vector.to_array().serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec3, D::Error> {
        let vector = Vec3::from_array(Deserialize::deserialize(deserializer)?);
        let finite = vector.is_finite().then_some(vector);
        finite.ok_or_else(|| serde::de::Error::custom("expected finite numbers"))
    }
}

/// The same for a vector that may be missing.
pub(super) mod optional_vec3_array {
    use bevy_math::Vec3;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub fn serialize<S: Serializer>(vector: &Option<Vec3>, serializer: S) -> Result<S::Ok, S::Error> {
        vector.map(|vector| vector.to_array()).serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Vec3>, D::Error> {
        let vector: Option<[f32; 3]> = Deserialize::deserialize(deserializer)?;
        let vector = vector.map(Vec3::from_array);
        let finite = vector.is_none_or(Vec3::is_finite).then_some(vector);
        finite.ok_or_else(|| serde::de::Error::custom("expected finite numbers"))
    }
}

/// A request to move or to stand still.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, Reflect)]
#[serde(rename_all = "snake_case")]
pub enum GoRequest {
    /// Follow a path to a place; done within `within` metres of it.
    To {
        /// The goal, in metres.
        #[serde(with = "vec3_array")]
        place: Vec3,
        /// The radius around the goal that counts as reached, in metres.
        within: f32,
        /// How to move.
        gait: Gait,
    },
    /// Move straight in a direction, as a player steers. Never done.
    Steer {
        /// A direction on the ground; its length (0 to 1) scales the speed.
        #[serde(with = "vec3_array")]
        direction: Vec3,
        /// How to move.
        gait: Gait,
    },
    /// Stand still. Never done.
    Stay {
        /// [`Gait::Crouch`] crouches, any other gait stands upright.
        gait: Gait,
    },
}

/// A request to turn the eyes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, Reflect)]
#[serde(rename_all = "snake_case")]
pub enum LookRequest {
    /// In the direction of movement.
    Ahead,
    /// At a point, in metres.
    At(#[serde(with = "vec3_array")] Vec3),
    /// In a direction.
    Along {
        /// Of any length.
        #[serde(with = "vec3_array")]
        direction: Vec3,
    },
    /// Sweep left and right of the body's heading, as when searching.
    Scan {
        /// The angle to each side, in degrees.
        degrees: f32,
        /// The seconds of one sweep to both sides.
        period: f32,
    },
}

/// A request to use a thing or an agent: take an item, enter or leave a hiding place, open or close a door, or what the game adds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, Reflect)]
pub struct UseRequest {
    /// The thing or agent to use.
    pub target: Subject,
    /// `"take"`, `"enter"`, `"leave"`, `"open"`, `"close"`, or a verb of the game.
    pub verb: Label,
}

/// A request to strike a blow.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, Reflect)]
pub struct StrikeRequest {
    /// The agent to hit; `None` hits the nearest one in front.
    pub target: Option<AgentId>,
    /// The name of the blow; empty for the first that the body has.
    #[serde(default)]
    pub with: Label,
}

/// The target of a throw.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, Reflect)]
#[serde(rename_all = "snake_case")]
pub enum Aim {
    /// A point to land at, in metres.
    Place(#[serde(with = "vec3_array")] Vec3),
    /// A direction from the eyes.
    Direction(#[serde(with = "vec3_array")] Vec3),
}

/// A request to throw a projectile.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, Reflect)]
pub struct ThrowRequest {
    /// The name of a projectile in the rules, such as `"bolt"`.
    pub what: Label,
    /// The target.
    pub aim: Aim,
}

/// A request to use the gun. A shot goes where the eyes look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Reflect)]
#[serde(rename_all = "snake_case")]
pub enum GunRequest {
    /// Hold the trigger. Never done; fails when the gun is empty or being reloaded.
    Fire,
    /// Change the magazine; done when it is full.
    Reload,
}

/// A request to speak to the team-mates within earshot.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, Reflect)]
pub struct SayRequest {
    /// `"report"` shares the agent's [`super::Utterance`].
    pub what: Label,
}

/// A request to do something that only the game knows: the step of a plan that is a task of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Reflect)]
pub struct TaskRequest {
    /// The name of the task.
    pub name: Label,
    /// The target of the action.
    pub target: Option<Subject>,
}

/// What a mind or a player asks of one body: the newest request of each kind.
#[derive(Component, Default, Debug, Clone, Reflect)]
#[reflect(Component)]
pub struct Blackboard {
    /// Locomotion and navigation.
    pub go: Slot<GoRequest>,
    /// Gaze.
    pub look: Slot<LookRequest>,
    /// Interaction.
    pub use_thing: Slot<UseRequest>,
    /// Melee.
    pub strike: Slot<StrikeRequest>,
    /// Projectiles.
    pub throw: Slot<ThrowRequest>,
    /// Guns.
    pub gun: Slot<GunRequest>,
    /// What only the game knows how to do.
    pub task: Slot<TaskRequest>,
    /// Voice: reports.
    pub say: Slot<SayRequest>,
    /// Voice: orders to team-mates. Running once the receiver has heard it; see [`super::OrderStatus::of_request`].
    pub order: Slot<OrderRequest>,
}

impl Blackboard {
    /// Withdraws every request, so that the body stands still.
    pub fn clear(&mut self) {
        self.go.clear();
        self.look.clear();
        self.use_thing.clear();
        self.strike.clear();
        self.throw.clear();
        self.gun.clear();
        self.task.clear();
        self.say.clear();
        self.order.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reposting_the_same_request_keeps_its_progress() {
        let mut slot = Slot::default();
        let first = slot.post(StrikeRequest { target: None, with: Label::default() });
        slot.report(Status::Running(0.5));
        assert_eq!(slot.post(StrikeRequest { target: None, with: Label::default() }), first);
        assert_eq!(slot.status(), Status::Running(0.5));
        let second = slot.post(StrikeRequest { target: Some(AgentId(1)), with: Label::default() });
        assert_eq!(slot.status_of(first), Status::Failed(FailReason::Superseded));
        assert_eq!(slot.status_of(second), Status::Posted);
    }
}
