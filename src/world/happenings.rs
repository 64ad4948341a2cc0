//! What is in the air of a tick: noises, things in flight, marks on the ground; and how the match stands.

use std::collections::VecDeque;

use bevy::{ecs::prelude::*, math::Vec3};

use crate::protocol::{AgentId, Label, MatchResult};

/// A noise made in this tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Noise {
    /// What it sounds like.
    pub kind: Label,
    /// Where, in metres.
    pub place: Vec3,
    /// How far it is heard in the open, in metres.
    pub loudness: f32,
    /// Who made it: for the log and for one's own noises; never to be told to those who hear it.
    pub by: Option<AgentId>,
}

/// The noises since senses last listened, in the order they were made. Emptied when the actions of a tick begin.
#[derive(Resource, Clone, Debug, Default)]
pub struct Noises(pub Vec<Noise>);

/// Something in flight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Flight {
    /// Its number in the match, from 0.
    pub number: u32,
    /// Which projectile of the rules.
    pub what: Label,
    /// Who threw it.
    pub by: AgentId,
    /// Where, in metres.
    pub place: Vec3,
    /// In metres a second.
    pub velocity: Vec3,
    /// Seconds since its release.
    pub age: f32,
}

/// Everything in flight, oldest first.
#[derive(Resource, Clone, Debug, Default)]
pub struct Flights {
    /// What flies.
    pub all: Vec<Flight>,
    /// How many were ever thrown.
    pub thrown: u32,
}

/// A mark somebody left running.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trace {
    /// Its number in the match, from 0.
    pub number: u32,
    /// Where, in metres.
    pub place: Vec3,
    /// The direction of running; a unit vector on the ground.
    pub towards: Vec3,
    /// In which tick.
    pub tick: u32,
    /// Of which side; who it was cannot be told from a mark.
    pub side: Label,
    /// Who left it: for drawing and for one's own; never to be told to those who see it.
    pub by: AgentId,
}

/// All marks that have not faded, oldest first.
#[derive(Resource, Clone, Debug, Default)]
pub struct Traces {
    /// The marks.
    pub all: VecDeque<Trace>,
    /// How many were ever left.
    pub left: u32,
}

/// How the match stands: what is announced to all.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct MatchState {
    /// How many keys the team has.
    pub team_keys: u8,
    /// How many the exit needs.
    pub keys_needed: u8,
    /// Whether an exit stands open.
    pub exit_open: bool,
    /// How many have been caught.
    pub caught: u16,
    /// How many have escaped.
    pub escaped: u16,
    /// How many of those who can escape are in play.
    pub in_play: u16,
    /// Seconds until the time limit.
    pub time_left: f32,
    /// How it ended; `None` while it runs.
    pub result: Option<MatchResult>,
}
