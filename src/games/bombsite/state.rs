//! The state of a round: the bomb, the plan of the attackers, and the count of each squad.

use bevy::{ecs::prelude::*, math::Vec3};

use super::schema::{SIDES, SITES};
use crate::{
    protocol::{AgentId, Label, ThingId, label},
    simulation::Numbers,
};

/// The names that the game uses on every tick, interned once.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct BombNames {
    /// The attackers and the defenders.
    pub sides: [Label; 2],
    pub sites: [Label; 2],
    pub beep: Label,
    pub bomb: Label,
    pub carrier: Label,
    pub danger: Label,
    pub defuse: Label,
    pub go: Label,
    pub health: Label,
    pub plant: Label,
    pub planted: Label,
    pub planted_bomb: Label,
    pub post: Label,
    pub target_site: Label,
    // The numbers of a round; those of the squads in the order of the sides.
    alive: [Label; 2],
    deaths: [Label; 2],
    kills: [Label; 2],
    wins: [Label; 2],
    pub shots: [Label; 2],
    defused: Label,
    exploded: Label,
}

impl Default for BombNames {
    fn default() -> Self {
        let of_squads = |what: &str| SIDES.map(|side| label(&format!("{what}.{side}")));
        Self {
            sides: SIDES.map(label),
            sites: SITES.map(label),
            beep: label("beep"),
            bomb: label("bomb"),
            carrier: label("carrier"),
            danger: label("danger"),
            defuse: label("defuse"),
            go: label("go"),
            health: label("health"),
            plant: label("plant"),
            planted: label("planted"),
            planted_bomb: label("planted_bomb"),
            post: label("post"),
            target_site: label("target_site"),
            alive: of_squads("alive"),
            deaths: of_squads("deaths"),
            kills: of_squads("kills"),
            wins: of_squads("wins"),
            shots: of_squads("shots"),
            defused: label("defused"),
            exploded: label("exploded"),
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
}

/// The count of a squad.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Squad {
    /// The soldiers in play.
    pub alive: u16,
    /// The enemies that they have killed.
    pub kills: u16,
    /// The soldiers that have died.
    pub deaths: u16,
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
    /// The sites that the level has: indices into [`SITES`].
    pub(super) sites: Vec<u8>,
    /// The site that the attackers have agreed on before the round: an index into [`SITES`].
    pub plan: u8,
    /// When the attackers have agreed to set out, in seconds.
    pub go_at: f32,
    /// The attackers and the defenders.
    pub squads: [Squad; 2],
    /// The squad that has won: an index into [`SIDES`].
    pub winner: Option<usize>,
    /// The hits felt so far, so that each is sensed as something new.
    pub(super) hits_felt: u32,
}

impl Bombsite {
    /// The index of a side: 0 for the attackers, 1 for the defenders; `None` for others.
    pub(super) fn squad_of(&self, side: Label) -> Option<usize> {
        self.names.sides.iter().position(|known| *known == side)
    }

    /// The seconds until the bomb explodes; `None` if it is not planted.
    pub fn fuse_left(&self, tick: u32, rate: u32, fuse_seconds: f32) -> Option<f32> {
        let planted = self.planted?;
        let burnt = tick.saturating_sub(planted.tick) as f32 / rate.max(1) as f32;
        Some((fuse_seconds - burnt).max(0.0))
    }

    /// The numbers of the round, without the shots.
    pub(super) fn numbers(&self) -> Numbers {
        let (names, yes) = (&self.names, |is: bool| f64::from(u8::from(is)));
        let mut numbers = Numbers::from([
            (names.planted, yes(self.planted.is_some())),
            (names.defused, yes(self.defused.is_some())),
            (names.exploded, yes(self.exploded)),
        ]);
        for (index, squad) in self.squads.iter().enumerate() {
            numbers.insert(names.alive[index], squad.alive.into());
            numbers.insert(names.kills[index], squad.kills.into());
            numbers.insert(names.deaths[index], squad.deaths.into());
            numbers.insert(names.wins[index], yes(self.winner == Some(index)));
        }
        numbers
    }
}
