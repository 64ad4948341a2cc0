//! The state of a round: the bomb, the plan of the attackers, and the numbers.

use bevy::{ecs::prelude::*, math::Vec3};

use crate::{
    protocol::{AgentId, Label, ThingId, label},
    simulation::Numbers,
};

/// The names that the game uses on every tick, interned once.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct BombNames {
    pub alive_attackers: Label,
    pub alive_defenders: Label,
    pub beep: Label,
    pub bomb: Label,
    pub carrier: Label,
    pub danger: Label,
    pub defuse: Label,
    pub fuse: Label,
    pub go: Label,
    pub health: Label,
    pub plant: Label,
    pub planted: Label,
    pub post: Label,
    pub planted_bomb: Label,
    pub round_left: Label,
    pub target_site: Label,
}

impl Default for BombNames {
    fn default() -> Self {
        Self {
            alive_attackers: label("alive.attackers"),
            alive_defenders: label("alive.defenders"),
            beep: label("beep"),
            bomb: label("bomb"),
            carrier: label("carrier"),
            danger: label("danger"),
            defuse: label("defuse"),
            fuse: label("fuse"),
            go: label("go"),
            health: label("health"),
            plant: label("plant"),
            planted: label("planted"),
            post: label("post"),
            planted_bomb: label("planted_bomb"),
            round_left: label("round_left"),
            target_site: label("target_site"),
        }
    }
}

/// The bomb, once it is planted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Planted {
    /// The thing that stands for it.
    pub thing: ThingId,
    /// Where it lies, in metres.
    pub place: Vec3,
    /// The tick in which it was planted.
    pub tick: u32,
    /// Who planted it.
    pub by: AgentId,
}

/// The state of a round.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Bombsite {
    pub(super) names: BombNames,
    /// The agent that carries the bomb.
    pub carrier: Option<AgentId>,
    /// An agent that has just finished planting, and the site.
    pub(super) planting: Option<(AgentId, ThingId)>,
    /// The planted bomb.
    pub planted: Option<Planted>,
    /// The agent that defused it.
    pub defused: Option<AgentId>,
    /// Whether it has exploded.
    pub exploded: bool,
    /// The site that the attackers have agreed on before the round: an index into the sites of the level, from 0.
    pub plan: u8,
    /// When the attackers have agreed to set out, in seconds.
    pub go_at: f32,
    /// The number of sites that the level has.
    pub(super) sites: u8,
    /// The numbers of the round.
    pub numbers: Numbers,
    /// The kills so far, and the hits felt, so that each is sensed as something new.
    pub(super) dangers: u32,
}

impl Bombsite {
    /// Adds to a number of the round.
    pub(super) fn count(&mut self, name: &str, more: f64) {
        *self.numbers.entry(label(name)).or_insert(0.0) += more;
    }

    /// The seconds until the bomb explodes; `None` if it is not planted.
    pub fn fuse_left(&self, tick: u32, rate: u32, fuse_seconds: f32) -> Option<f32> {
        let planted = self.planted?;
        let burnt = tick.saturating_sub(planted.tick) as f32 / rate.max(1) as f32;
        Some((fuse_seconds - burnt).max(0.0))
    }
}
