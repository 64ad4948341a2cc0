//! How a game shows the bodies of agents: how they leave play, how they hold themselves, and their gauges.

use bevy::math::Vec3;
use bevy_egui::egui::Color32;
use quarry_minds::protocol::AgentId;

use super::event_line::Tone;

/// A way in which agents leave play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DepartureSpec {
    /// The name in the log, which is also the word for it.
    pub name: &'static str,
    /// Whether it is good or bad for the agent.
    pub tone: Tone,
    /// Whether the body falls and stays; otherwise it vanishes.
    pub body_stays: bool,
}

/// What struck an agent down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FinalBlow {
    /// Where it hit, in metres.
    pub at: Vec3,
    /// How it changes the velocity of a body at the height of its shoulders, in m/s; less below.
    pub push: Vec3,
}

/// Where the body of an agent is that has left play but is not left where it fell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keeping {
    /// Over the shoulder of this agent.
    Shouldered(AgentId),
    /// On its feet, shut in.
    Caged,
}

/// How an agent holds its body while it stands still.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Posture {
    /// On its feet, with its head up.
    #[default]
    Upright,
    /// With its mouth at the ground: it eats or drinks.
    HeadDown,
    Asleep,
    /// It cannot be seen: it is inside of something.
    OutOfSight,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GaugeBar {
    pub gauge: &'static str,
    /// Its name for people.
    pub title: &'static str,
    pub colour: Color32,
}
