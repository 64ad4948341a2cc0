//! Requests to a body. Planners and people post them, subsystems fulfil them; neither knows the other.

use bevy::{ecs::prelude::*, math::Vec3};
use serde::{Deserialize, Serialize};

use super::{AgentId, Label, ThingId};

/// How a body moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Gait {
    /// Bent low: slow, quiet, hard to see.
    Crouch,
    /// The ordinary gait.
    #[default]
    Walk,
    /// Between walking and running: a brisk search.
    Hurry,
    /// As fast as the body can: loud.
    Run,
}

/// Why a request failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FailReason {
    /// No way leads there.
    Unreachable,
    /// The body did not get nearer for too long.
    Stuck,
    /// The thing is too far away to use, or the target too far to hit.
    OutOfReach,
    /// The thing does not allow this now (taken by another, locked, occupied).
    Refused,
    /// There is no such thing or agent in play.
    Gone,
    /// The blow or the shot missed.
    Missed,
    /// The weapon or the voice is not ready.
    NotReady,
    /// Another request took its place.
    Superseded,
}

impl FailReason {
    /// A short phrase for tables.
    pub fn describe(self) -> &'static str {
        match self {
            Self::Unreachable => "no way",
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

/// How far a request has come.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Status {
    /// Posted; no subsystem has taken it up.
    #[default]
    Posted,
    /// Being done; progress 0 to 1 where it can be told.
    Running(f32),
    /// Done.
    Done,
    /// It cannot be done, or was tried and failed.
    Failed(FailReason),
}

impl Status {
    /// Whether no more is to come.
    pub fn is_over(self) -> bool {
        matches!(self, Status::Done | Status::Failed(_))
    }
}

/// One kind of request: the newest posted, and how far it has come.
#[derive(Clone, Debug)]
pub struct Slot<T> {
    request: Option<T>,
    serial: u32,
    status: Status,
}

impl<T> Default for Slot<T> {
    fn default() -> Self {
        Self { request: None, serial: 0, status: Status::Posted }
    }
}

impl<T: Clone + PartialEq> Slot<T> {
    /// Posts a request, replacing the one before; returns its serial number, by which the poster asks for its status.
    /// Posting the very request that is already posted or running changes nothing.
    pub fn post(&mut self, request: T) -> u32 {
        if self.request.as_ref() == Some(&request) && !self.status.is_over() {
            return self.serial;
        }
        self.request = Some(request);
        self.serial = self.serial.wrapping_add(1);
        self.status = Status::Posted;
        self.serial
    }

    /// Takes back whatever is posted.
    pub fn clear(&mut self) {
        if self.request.take().is_some() {
            self.serial = self.serial.wrapping_add(1);
            self.status = Status::Posted;
        }
    }

    /// The request, whether or not it is over.
    pub fn request(&self) -> Option<&T> {
        self.request.as_ref()
    }

    /// The request, unless it is over.
    pub fn active(&self) -> Option<&T> {
        if self.status.is_over() { None } else { self.request.as_ref() }
    }

    /// The serial number of the newest change.
    pub fn serial(&self) -> u32 {
        self.serial
    }

    /// How far the newest request has come.
    pub fn status(&self) -> Status {
        self.status
    }

    /// How far the request with this serial number has come; [`FailReason::Superseded`] where it is no longer the newest.
    pub fn status_of(&self, serial: u32) -> Status {
        if serial == self.serial && self.request.is_some() {
            self.status
        } else {
            Status::Failed(FailReason::Superseded)
        }
    }

    /// For the subsystem that fulfils the request.
    pub fn report(&mut self, status: Status) {
        if self.request.is_some() {
            self.status = status;
        }
    }
}

/// Go somewhere.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum GoRequest {
    /// Along the navigation mesh to a place; done within `within` metres of it.
    To {
        /// Where to, in metres.
        place: Vec3,
        /// How near is near enough, in metres.
        within: f32,
        /// How to move.
        gait: Gait,
    },
    /// Straight on in a direction (length 0 to 1), as a person steers; never done.
    Steer {
        /// The direction on the ground; its length scales the speed.
        direction: Vec3,
        /// How to move.
        gait: Gait,
    },
    /// Stand still in this stance ([`Gait::Crouch`] crouches); never done.
    Stay {
        /// The stance.
        gait: Gait,
    },
}

/// Where to look.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LookRequest {
    /// Along the way one goes.
    Ahead,
    /// At a place, in metres.
    At(Vec3),
    /// At another agent, for as long as it is perceived; the poster refreshes the place.
    Along {
        /// A direction; need not be of length 1.
        direction: Vec3,
    },
    /// To and fro around the present heading, as one who searches.
    Scan {
        /// How far to each side, in degrees.
        degrees: f32,
        /// Seconds for one sweep to and fro.
        period: f32,
    },
}

/// Use a thing: take a key, work at the exit, enter or leave a hiding place, open or close a door.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UseRequest {
    /// What to use.
    pub thing: ThingId,
    /// What to do with it: `"take"`, `"unlock"`, `"enter"`, `"leave"`, `"open"`, `"close"`, `"search"`.
    pub verb: Label,
}

/// Strike with what is in hand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StrikeRequest {
    /// Whom; `None` strikes straight ahead at whoever is there.
    pub target: Option<AgentId>,
}

/// Where a throw is aimed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Aim {
    /// At a place, in metres.
    Place(Vec3),
    /// Along a direction from the eyes.
    Direction(Vec3),
}

/// Throw or cast something.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ThrowRequest {
    /// What: `"bolt"`, `"stone"`: a projectile named in data.
    pub what: Label,
    /// At what.
    pub aim: Aim,
}

/// Say something that team-mates within earshot take in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SayRequest {
    /// What is said: `"report"` shares what one knows.
    pub what: Label,
}

/// What a mind or a person asks of one body. Each slot holds the newest request of its kind.
#[derive(Component, Default, Debug, Clone)]
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
    /// Voice.
    pub say: Slot<SayRequest>,
}

impl Blackboard {
    /// Takes back every request: the body stands still.
    pub fn clear(&mut self) {
        self.go.clear();
        self.look.clear();
        self.use_thing.clear();
        self.strike.clear();
        self.throw.clear();
        self.say.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reposting_the_same_request_keeps_its_progress() {
        let mut slot = Slot::default();
        let first = slot.post(StrikeRequest { target: None });
        slot.report(Status::Running(0.5));
        assert_eq!(slot.post(StrikeRequest { target: None }), first);
        assert_eq!(slot.status(), Status::Running(0.5));
        let second = slot.post(StrikeRequest { target: Some(AgentId(1)) });
        assert_eq!(slot.status_of(first), Status::Failed(FailReason::Superseded));
        assert_eq!(slot.status_of(second), Status::Posted);
    }
}
