//! A slot of the blackboard: the newest request of one kind, and how it is faring.
//!
//! Independent of: what is asked. It does not know when its request was posted.

use bevy_reflect::Reflect;
use serde::{Deserialize, Serialize};

use super::Label;

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
    /// A reason of the game's own, in its words: "closed".
    Other(Label),
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
            Self::Other(reason) => reason.as_str(),
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

/// What happened to one slot between two ticks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SlotChange<T> {
    /// Nothing.
    #[default]
    Unchanged,
    /// The request was withdrawn.
    Cleared,
    /// A request was posted.
    Posted(T),
    /// The request was made more exact, and goes on.
    Revised(T),
}

impl<T: Clone + PartialEq> SlotChange<T> {
    /// What happened since a slot was as `before`.
    pub fn between(before: &Slot<T>, after: &Slot<T>) -> Self {
        match after.request() {
            request if before.serial() == after.serial() => match request {
                Some(request) if before.request() != Some(request) => Self::Revised(request.clone()),
                _ => Self::Unchanged,
            },
            None => Self::Cleared,
            Some(request) => Self::Posted(request.clone()),
        }
    }

    /// Whether nothing happened.
    pub fn is_unchanged(&self) -> bool {
        matches!(self, Self::Unchanged)
    }

    /// Makes the same change to another slot.
    pub fn apply(&self, slot: &mut Slot<T>) {
        match self {
            Self::Unchanged => {}
            Self::Cleared => slot.clear(),
            Self::Posted(request) => {
                // Posting an equal request starts a new one only if the old one was withdrawn before.
                if slot.active() == Some(request) {
                    slot.clear();
                }
                slot.post(request.clone());
            }
            Self::Revised(request) => slot.revise(slot.serial(), request.clone()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::{AgentId, StrikeRequest};

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
