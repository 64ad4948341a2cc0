//! Perception settings that all agents share: how sight tests work, and how much work a tick may do. The `perception`
//! part of the rules.

use std::collections::BTreeMap;

use quarry_minds::protocol::Label;
use serde::{Deserialize, Serialize};

use super::declare::with_defaults;

with_defaults! {
/// The perception settings of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Perception {
    /// The sight rays that all agents together may use for tests of each other per tick. The test of a body is always finished; the
    /// remaining tests come first in the next tick. Observers are tested in batches of at most 32, so some more rays may be cast in the
    /// last batch, whose results are dropped. Default 96.
    pub rays_per_tick: u32 = 96,
    /// The ticks between two sight tests of a pair of agents. Default 3.
    pub agent_interval: u32 = 3,
    /// The ticks between an agent's looks for things. Default 6.
    pub thing_interval: u32 = 6,
    /// The ticks between an agent's reports of empty places. Default 10.
    pub place_interval: u32 = 10,
    /// The cell size of the grid for neighbour queries, in metres. Default 8.
    pub grid_cell_size: f32 = 8.0,
    /// The number of agents from which on that grid is used. Default 24.
    pub grid_min_agents: usize = 24,
    /// The rays an agent may cast at things per look. The remaining things come first in the next look. Default 16.
    pub thing_rays: u32 = 16,
    /// The height of the target point in front of a door, a gate or a hiding place, in metres. Default 1.
    pub thing_height: f32 = 1.0,
    /// The height of the target point above a lying item or a scratch mark, in metres. Default 0.15.
    pub item_height: f32 = 0.15,
    /// A place counts as empty if no visible agent is nearer than this, in metres. Default 1.5.
    pub occupied_radius: f32 = 1.5,
    /// The largest number of agents that look around in one tick. With more agents they take turns. Default 60.
    pub looks_per_tick: u32 = 60,
    /// The largest number of agents that update their action and their view of visible agents in one tick. With more
    /// agents they take turns, and bodies continue their last request. Default 200.
    pub acts_per_tick: u32 = 200,
    /// The largest number of agents that update their memory and evaluate their goals in one tick. With more agents they
    /// take turns; a quarter as many may think out of turn because their action has ended. Default 40.
    pub thoughts_per_tick: u32 = 40,
    /// Where agents take turns: how many times rarer those are of an agent whose body is in one of these states ("asleep",
    /// "hiding"). It hears as before, and what it learns gives it back its turns to think. Default none.
    pub rarer: BTreeMap<Label, u8>,
    /// The largest number of agents that one agent observes while agents take turns: other sides first, then the
    /// nearest. Default 12.
    pub max_attention: u32 = 12,
    /// The largest number of noises that an agent hears in one tick: the loudest at its position. Default 12.
    pub max_noises: u32 = 12,
    /// The largest number of team-mates that a report reaches: the nearest. Default 12.
    pub max_listeners: u32 = 12,
    /// The test points of a body.
    pub body_points: BodyPoints,
}
}

impl Perception {
    /// The violations of limits that depend on several fields: the field, and the problem.
    pub fn problems(&self) -> Vec<(&'static str, String)> {
        let points = &self.body_points;
        let stances = [("standing", &points.standing), ("crouching", &points.crouching), ("hiding", &points.hiding)];
        let empty = stances.into_iter().filter(|(_, points)| points.iter().all(|point| point.weight <= 0.0));
        empty.map(|(stance, _)| (stance, "expected at least one test point of weight above 0".to_owned())).collect()
    }
}

/// The test points of a body by stance, in the order of testing. A test stops as soon as its result is certain.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct BodyPoints {
    /// Upright.
    pub standing: Vec<BodyPoint>,
    /// Crouching.
    pub crouching: Vec<BodyPoint>,
    /// In an open hiding place.
    pub hiding: Vec<BodyPoint>,
}

/// A test point of a body.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BodyPoint {
    /// The part of the body, for the overlay.
    pub part: Label,
    /// Its height as a fraction of the current height of the body.
    pub height: f32,
    /// Its distance to the right of the centre, in metres; negative to the left. Default 0.
    #[serde(default)]
    pub right: f32,
    /// Its distance in front of the centre, in metres. Default 0.
    #[serde(default)]
    pub forward: f32,
    /// Its weight in the visible fraction, relative to the sum of the list.
    pub weight: f32,
}

impl Default for BodyPoints {
    /// Head and chest decide, as in The Last of Us and Splinter Cell: Blacklist.
    fn default() -> Self {
        let point =
            |part: &str, height, right, weight| BodyPoint { part: part.into(), height, right, forward: 0.0, weight };
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
