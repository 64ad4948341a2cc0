//! What can be asked of a body.

use bevy_math::Vec3;
use bevy_reflect::Reflect;
use serde::{Deserialize, Serialize};

use super::{AgentId, Label, Subject};

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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Reflect)]
pub struct TaskRequest {
    /// The name of the task.
    pub name: Label,
    /// The target of the action.
    pub target: Option<Subject>,
}
