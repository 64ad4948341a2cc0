//! What the squads remember of the sites from the rounds of a match before: where attacks went, how they ended, and how many defenders were
//! met there. The leaders know it as readings of their hosts, and judge it by the odds in their minds.

use std::collections::BTreeSet;

use bevy::{ecs::prelude::*, math::Vec3};
use quarry_minds::protocol::{AgentId, EventLog, MatchEvent, Roster, SelfSense, Side, SimulationClock, Subject};

use super::{
    schema::rules_of,
    state::{BombNames, Bombsite},
};
use crate::world::{BodyCondition, MatchRules, SiteService, level::ThingKind};

/// What is remembered of a site. Each further round leaves the share `memory_kept` of it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SiteRecord {
    /// The attacks on it, as the attackers know.
    pub attacks: f32,
    /// Those of them that the attackers have won.
    pub won: f32,
    /// The defenders that attackers have seen there in rounds in which it was attacked; kept until it is attacked again.
    pub met: f32,
    /// The attacks on it that defenders know of.
    pub noticed: f32,
}

/// What happened at a site in a round.
#[derive(Clone, Copy, Debug, Default)]
struct RoundAtSite {
    /// Whether the attackers won; `None` if they attacked elsewhere.
    won: Option<bool>,
    /// The defenders that they saw there.
    met: usize,
    /// Whether defenders know that it was attacked.
    noticed: bool,
}

impl SiteRecord {
    /// Adds a round.
    fn add(&mut self, round: RoundAtSite, kept: f32) {
        let before = self.attacks;
        (self.attacks, self.won, self.noticed) = (self.attacks * kept, self.won * kept, self.noticed * kept);
        self.noticed += f32::from(u8::from(round.noticed));
        let Some(won) = round.won else { return };
        self.attacks += 1.0;
        self.won += f32::from(u8::from(won));
        let met = round.met as f32;
        self.met = if before > 0.0 { self.met * kept + met * (1.0 - kept) } else { met };
    }

    /// How attacks on it went, from -1 (lost) over 0 (nothing is known) to 1 (won).
    pub fn luck(&self) -> f32 {
        (2.0 * self.won - self.attacks) / (1.0 + self.attacks)
    }
}

/// Notes the attack of a round that has just ended.
pub(super) fn remember(
    clock: Res<SimulationClock>,
    rules: Res<MatchRules>,
    roster: Res<Roster>,
    site: Res<SiteService>,
    log: Res<EventLog>,
    mut state: ResMut<Bombsite>,
    soldiers: Query<(&AgentId, &Side, Option<&SelfSense>)>,
) {
    let Some(ended) = state.ended.filter(|ended| ended.tick == clock.tick) else { return };
    let Some(of_game) = rules_of(&rules.0).filter(|of_game| of_game.rounds > 1) else { return };
    let stocks: Vec<_> = site.0.built.things_of(ThingKind::Stock).collect();
    let places = state.names.sites.map(|name| stocks.iter().find(|thing| thing.name == name).map(|thing| thing.place));
    let nearest = |at: Vec3| {
        let known = places.iter().enumerate().filter_map(|(site, place)| Some((site, place.as_ref()?.distance(at))));
        known.min_by(|a, b| a.1.total_cmp(&b.1))
    };
    let of = |agent: AgentId| Some(soldiers.get(roster.entity(agent)?).ok()?.1.0);
    // The enemies that each side has seen near each site: `seen[side][site]`.
    let mut seen: [[BTreeSet<AgentId>; 2]; 2] = Default::default();
    for entry in log.since(state.began) {
        let MatchEvent::Sighted { by, subject: Subject::Agent(agent), at, .. } = entry.event else { continue };
        let side = of(by).and_then(|side| state.side_index(side)).filter(|_| of(by) != of(agent));
        let near = nearest(at.into()).filter(|(_, far)| *far < of_game.met_within);
        if let (Some(side), Some((site, _))) = (side, near) {
            seen[side][site].insert(agent);
        }
    }
    // The attackers know what they were ordered to do, the defenders where enemies came.
    let planted = state.planted.and_then(|planted| nearest(planted.place)).map(|(site, _)| site);
    let ordered = |site: usize| {
        let sense =
            |entity: &Entity| soldiers.get(*entity).ok().filter(|(_, side, _)| side.0 == state.names.sides[0])?.2;
        let orders = roster.agents.iter().filter_map(sense).filter_map(|sense| sense.get(state.names.attack_site));
        orders.filter(|order| *order as usize == site + 1).count()
    };
    let attacked = planted.or_else(|| more_of([ordered(0), ordered(1)]));
    let noticed = planted.or_else(|| more_of([0, 1].map(|site| seen[1][site].len())));
    for (site, record) in state.records.iter_mut().enumerate() {
        let won = (attacked == Some(site)).then_some(ended.winner == 0);
        record.add(RoundAtSite { won, met: seen[0][site].len(), noticed: noticed == Some(site) }, of_game.memory_kept);
    }
}

/// The site of which there is more; `None` if there is none of either.
fn more_of([a, b]: [usize; 2]) -> Option<usize> {
    (a + b > 0).then_some(usize::from(b > a))
}

impl Bombsite {
    /// Writes what the side with this index remembers into the readings of a soldier. Without a memory there are no such readings.
    pub(super) fn recall(&self, side: usize, names: &BombNames, condition: &mut BodyCondition) {
        if self.records.iter().all(|record| [record.attacks, record.noticed][side.min(1)] <= 0.0) {
            return;
        }
        for (site, record) in self.records.iter().enumerate() {
            if side == 0 {
                condition.set(names.luck[site], record.luck());
                condition.set(names.met[site], record.met);
            } else {
                condition.set(names.attacked[site], record.noticed);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attacks_that_were_won_make_a_site_lucky_and_old_ones_fade() {
        let mut record = SiteRecord::default();
        assert_eq!(record.luck(), 0.0, "nothing is known");
        let round = |won, met, noticed| RoundAtSite { won, met, noticed };
        record.add(round(Some(true), 2, false), 0.5);
        assert_eq!((record.luck(), record.met), (0.5, 2.0));
        record.add(round(Some(false), 4, true), 0.5);
        assert!(record.luck() < 0.0 && record.met == 3.0, "{record:?}");
        let lost = record.luck();
        assert_eq!(record.noticed, 1.0, "the defenders know of one");
        (0..6).for_each(|_| record.add(round(None, 5, false), 0.5));
        assert!(record.luck() > lost * 0.1 && record.met == 3.0, "{record:?}");
    }
}
