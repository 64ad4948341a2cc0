//! What all eyes have in common: how a body is tested for being in view, and how much looking a tick may cost.
//! The `perception:` part of the match rules.

use serde::{Deserialize, Serialize};

use crate::protocol::Label;

/// Settings of perception for a whole match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Perception {
    /// How many sight rays all agents together may cast at each other a tick; a body once begun is looked at to the end, and
    /// what is left over waits for the next tick, in turn. Default 96.
    pub rays_per_tick: u32,
    /// Every how many ticks a pair of agents that may see each other is tested. Default 3.
    pub agents_every: u32,
    /// Every how many ticks an agent looks for lifeless things. Default 6.
    pub things_every: u32,
    /// Every how many ticks an agent notes which ground it sees empty. Default 10.
    pub places_every: u32,
    /// The side of a cell of the grid in which neighbours are looked up, in metres. Default 8.
    pub neighbour_cell: f32,
    /// How many agents a match must have for that grid to be used. Default 24.
    pub neighbours_from: usize,
    /// How many rays of its own an agent may cast at lifeless things at one look; what is left over waits for the next.
    /// Default 16.
    pub thing_rays: u32,
    /// How high above the ground before it one looks for a door, an exit or a hiding place, in metres. Default 1.
    pub thing_height: f32,
    /// How high above the spot where it lies one looks for what lies about, in metres. Default 0.15.
    pub lying_height: f32,
    /// How near somebody in view must be to a spot of ground for it not to be empty, in metres. Default 1.5.
    pub crowded_within: f32,
    /// How many agents look around in a tick at most: where more play, they take turns. Default 60.
    pub looks_per_tick: u32,
    /// How many agents see in a tick to what they are doing, and to the others in their view, at most: where more play,
    /// they take turns, and their bodies go on as they were last told. Default 200.
    pub acts_per_tick: u32,
    /// How many agents bring their memory up to date and weigh their goals in a tick at most: where more play, they take
    /// turns. A quarter as many may think besides because what they did has ended. Default 40.
    pub thoughts_per_tick: u32,
    /// To how many others in its cones an agent attends where agents take turns: those of other sides first, then the
    /// nearest. Default 12.
    pub attention: u32,
    /// How many noises of one tick an agent makes out: the loudest where it is. Default 12.
    pub heard_at_once: u32,
    /// How many team-mates one report reaches: the nearest. Default 12.
    pub told_at_once: u32,
    /// The test points of a body.
    pub outline: Outline,
}

impl Default for Perception {
    fn default() -> Self {
        Self {
            rays_per_tick: 96,
            agents_every: 3,
            things_every: 6,
            places_every: 10,
            neighbour_cell: 8.0,
            neighbours_from: 24,
            thing_rays: 16,
            thing_height: 1.0,
            lying_height: 0.15,
            crowded_within: 1.5,
            looks_per_tick: 60,
            acts_per_tick: 200,
            thoughts_per_tick: 40,
            attention: 12,
            heard_at_once: 12,
            told_at_once: 12,
            outline: Outline::default(),
        }
    }
}

impl Perception {
    /// The limits that depend on several fields: the field, and what was expected.
    pub fn problems(&self) -> Vec<(&'static str, String)> {
        let outline = &self.outline;
        let stances = [("standing", &outline.standing), ("crouching", &outline.crouching), ("hiding", &outline.hiding)];
        let empty = stances.into_iter().filter(|(_, points)| points.iter().all(|point| point.weight <= 0.0));
        empty.map(|(stance, _)| (stance, "expected at least one test point of weight above 0".to_owned())).collect()
    }
}

/// The points of a body that are looked for, by stance. Those first in a list are looked for first; the looking ends as
/// soon as the outcome is certain.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Outline {
    /// Upright.
    pub standing: Vec<BodyPoint>,
    /// Bent low.
    pub crouching: Vec<BodyPoint>,
    /// In a hiding place, as far as it shows one.
    pub hiding: Vec<BodyPoint>,
}

/// A point of a body.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BodyPoint {
    /// Which part it is, for pictures.
    pub part: Label,
    /// How high it is, as a share of the body's present height.
    pub height: f32,
    /// How far it is to the right of the middle, in metres; negative is left. Default 0.
    #[serde(default)]
    pub right: f32,
    /// How far it is ahead of the middle, in metres. Default 0.
    #[serde(default)]
    pub ahead: f32,
    /// What it counts for; the shares of a list are taken of its sum.
    pub weight: f32,
}

impl Default for Outline {
    /// Weighted as in The Last of Us and Splinter Cell: Blacklist, where head and chest decide.
    fn default() -> Self {
        let point =
            |part: &str, height, right, weight| BodyPoint { part: part.into(), height, right, ahead: 0.0, weight };
        Self {
            standing: vec![
                point("chest", 0.72, 0.0, 0.3),
                point("head", 0.93, 0.0, 0.3),
                point("hips", 0.52, 0.0, 0.16),
                point("left_hand", 0.48, -0.32, 0.06),
                point("right_hand", 0.48, 0.32, 0.06),
                point("left_foot", 0.06, -0.12, 0.06),
                point("right_foot", 0.06, 0.12, 0.06),
            ],
            crouching: vec![point("chest", 0.65, 0.0, 0.4), point("head", 0.9, 0.0, 0.4), point("hips", 0.3, 0.0, 0.2)],
            hiding: vec![point("chest", 0.6, 0.0, 0.5), point("head", 0.9, 0.0, 0.5)],
        }
    }
}
