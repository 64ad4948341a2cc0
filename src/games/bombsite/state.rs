//! The state of a match: its rounds, the bomb, the orders of the attackers, and the count of each side.

use std::collections::BTreeMap;

use bevy::{ecs::prelude::*, math::Vec3};
use quarry_minds::protocol::{AgentId, Label, SimulationClock, ThingId, label};

use super::{
    beliefs::SiteRecord,
    buying::BuyChoice,
    purses::Purse,
    schema::{DefenderPost, SIDES, SITES, SQUADS},
};
use crate::{data::declare::labels, simulation::Numbers};

/// The fractional parts of its multiples spread successive numbers evenly between 0 and 1.
pub(super) const GOLDEN_RATIO: f32 = 0.618_034;

/// The name of a number of each side, in the order of [`SIDES`].
fn of_sides(what: &str) -> [Label; 2] {
    SIDES.map(|side| label(&format!("{what}.{side}")))
}

labels! {
    /// The names that the game uses on every tick.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub(super) struct BombNames {
        beep, bomb, bomb_state, carrier, danger, defuse, defused, entry, exploded, go, health, leader, led, money, of_rounds,
        plant, planted, planted_bomb, post, retake, round, attack_site, hunch,
        attacking: Label = label("attacking_squad"),
        /// The attackers and the defenders.
        sides: [Label; 2] = SIDES.map(label),
        sites: [Label; 2] = SITES.map(label),
        /// What announces how many soldiers of a squad are left.
        left: [Label; 2] = SIDES.map(|side| label(&format!("{side}_left"))),
        /// What the squads remember of the sites.
        luck: [Label; 2] = ["luck_at_a", "luck_at_b"].map(label),
        met: [Label; 2] = ["met_at_a", "met_at_b"].map(label),
        attacked: [Label; 2] = ["attacks_on_a", "attacks_on_b"].map(label),
        alive: [Label; 2] = of_sides("alive"),
        deaths: [Label; 2] = of_sides("deaths"),
        kills: [Label; 2] = of_sides("kills"),
        wins: [Label; 2] = of_sides("wins"),
        shots: [Label; 2] = of_sides("shots"),
        /// How often each side has decided to buy so, in the order of [`BuyChoice::ALL`].
        choices: [[Label; 2]; 4] = BuyChoice::ALL.map(|choice| of_sides(choice.name())),
        /// The rounds that each squad has won.
        rounds: [Label; 2] = SQUADS.map(|squad| label(&format!("rounds.{squad}"))),
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

/// How a round has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoundEnd {
    /// The outcome.
    pub outcome: Label,
    /// The side that has won: an index into [`SIDES`].
    pub winner: usize,
    /// The tick of the end.
    pub tick: u32,
}

/// What has happened in all rounds of a match so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RoundCounts {
    /// The rounds in which the bomb was planted.
    pub planted: u16,
    /// The rounds in which it was defused.
    pub defused: u16,
    /// The rounds in which it exploded.
    pub exploded: u16,
    /// The rounds won by each side.
    pub wins: [u16; 2],
    /// The shots fired by each side in the rounds before this one.
    pub shots: [u32; 2],
    /// How often each side has decided to buy so, in the order of [`BuyChoice::ALL`].
    pub choices: [[u16; 4]; 2],
}

/// The leader of a side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Leader {
    /// Its host, one of the soldiers; `None` while the side has no leader.
    pub host: Option<AgentId>,
    /// The last tick in which the side had a leader that is gone; `None` if it has one now, or has had none.
    pub(super) vacant: Option<u32>,
}

/// The count of a side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SideCount {
    /// The soldiers in play.
    pub alive: u16,
    /// The enemies that they have killed.
    pub kills: u16,
    /// The soldiers that have died.
    pub deaths: u16,
}

/// The state of a match.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Bombsite {
    pub(super) names: BombNames,
    /// The seed of the match.
    pub(super) seed: u64,
    /// The number of the round, from 0.
    pub round: u16,
    /// The tick in which the round began.
    pub(super) began: u32,
    /// Whether the squads have swapped sides.
    pub swapped: bool,
    /// How the round has ended; `None` while it goes on.
    pub ended: Option<RoundEnd>,
    /// What has happened in all rounds.
    pub(super) counts: RoundCounts,
    /// The rounds won by each squad: those that attack first, and those that defend first.
    pub rounds_won: [u16; 2],
    /// What each soldier has; empty in a match without money.
    pub purses: BTreeMap<AgentId, Purse>,
    /// The rounds that each squad has lost in a row.
    pub losses: [u16; 2],
    /// Whether the squads have bought for this round.
    pub(super) shopped: bool,
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
    /// The number of the first soldier of the squad that defends first.
    pub(super) second_squad: u16,
    /// The posts of successive defenders.
    pub(super) posts: Vec<DefenderPost>,
    /// A number from 0 to 1, drawn for each round: the mood in which the leader of the attackers chooses between sites of equal worth.
    pub(super) hunch: f32,
    /// What is remembered of the sites, in the order of [`SITES`].
    pub records: [SiteRecord; 2],
    /// The earliest and the latest second of the round in which an attacker would set out on its own.
    pub(super) go_after: (f32, f32),
    /// A number from 0 to 1, drawn for each round: it spreads the attackers' seconds to set out.
    pub(super) go_share: f32,
    /// The attackers and the defenders.
    pub sides: [SideCount; 2],
    /// The leaders of the attackers and the defenders.
    pub leaders: [Leader; 2],
    /// The hits and near misses felt so far, so that each is sensed as something new.
    pub(super) hits_felt: u32,
    /// The tick in which each soldier felt a near miss last.
    pub(super) near_misses: BTreeMap<AgentId, u32>,
}

impl Bombsite {
    /// The index of a side: 0 for the attackers, 1 for the defenders; `None` for others.
    pub(super) fn side_index(&self, side: Label) -> Option<usize> {
        self.names.sides.iter().position(|known| *known == side)
    }

    /// The place of a soldier in its squad, from 0.
    pub(super) fn place_in_squad(&self, agent: AgentId) -> u16 {
        agent.0.checked_sub(self.second_squad).unwrap_or(agent.0)
    }

    /// The second of the round in which an attacker would set out on its own. Successive agents are spread over the range.
    pub(super) fn go_at(&self, agent: AgentId) -> f32 {
        let (earliest, latest) = self.go_after;
        earliest + (latest - earliest).max(0.0) * (self.go_share + f32::from(agent.0) * GOLDEN_RATIO).fract()
    }

    /// The seconds until the bomb explodes; `None` if it is not planted.
    pub fn fuse_left(&self, tick: u32, rate: u32, fuse_seconds: f32) -> Option<f32> {
        let planted = self.planted?;
        let burnt = tick.saturating_sub(planted.tick) as f32 / rate.max(1) as f32;
        Some((fuse_seconds - burnt).max(0.0))
    }

    /// The seconds since the round began.
    pub(super) fn seconds(&self, clock: &SimulationClock) -> f32 {
        clock.seconds_at(clock.tick.saturating_sub(self.began))
    }

    /// The numbers of the match, without the shots. `bomb_state` is 1 once the bomb of this round is planted, 2 once it is defused, and
    /// 3 once it has exploded.
    /// `attacking_squad` is 0 while the first squad attacks, and 1 after the sides have been swapped.
    pub(super) fn numbers(&self) -> Numbers {
        let (names, counts) = (&self.names, &self.counts);
        let bomb = match self {
            Self { exploded: true, .. } => 3,
            Self { defused: Some(_), .. } => 2,
            Self { planted: Some(_), .. } => 1,
            _ => 0,
        };
        let mut numbers = Numbers::from([
            (names.planted, counts.planted.into()),
            (names.defused, counts.defused.into()),
            (names.exploded, counts.exploded.into()),
            (names.bomb_state, bomb.into()),
            (names.round, f64::from(self.round) + 1.0),
            (names.attacking, u8::from(self.swapped).into()),
            (names.rounds[0], self.rounds_won[0].into()),
            (names.rounds[1], self.rounds_won[1].into()),
        ]);
        for (index, side) in self.sides.iter().enumerate() {
            numbers.insert(names.alive[index], side.alive.into());
            numbers.insert(names.kills[index], side.kills.into());
            numbers.insert(names.deaths[index], side.deaths.into());
            numbers.insert(names.wins[index], counts.wins[index].into());
        }
        if !self.purses.is_empty() {
            for (choice, sides) in names.choices.into_iter().enumerate() {
                numbers.extend(sides.into_iter().zip(counts.choices).map(|(name, made)| (name, made[choice].into())));
            }
        }
        numbers
    }
}
