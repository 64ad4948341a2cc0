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

/// Defenders within this distance of a site are met there, in metres.
const AT_SITE: f32 = 25.0;

/// What is remembered of a site. Each further round leaves the share `memory_kept` of it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SiteRecord {
    /// The attacks on it.
    pub attacks: f32,
    /// Those of them that the attackers have won.
    pub won: f32,
    /// The defenders that attackers have seen there in a round in which it was attacked.
    pub met: f32,
}

impl SiteRecord {
    /// Adds a round in which this many defenders were seen there. `won` is `None` if the attack went elsewhere.
    fn add(&mut self, won: Option<bool>, seen: usize, kept: f32) {
        let before = self.attacks;
        (self.attacks, self.won) = (self.attacks * kept, self.won * kept);
        let Some(won) = won else { return };
        self.attacks += 1.0;
        self.won += f32::from(u8::from(won));
        self.met = if before > 0.0 { self.met * kept + seen as f32 * (1.0 - kept) } else { seen as f32 };
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
    let [attackers, defenders] = state.names.sides;
    // Where the bomb lies, or else where most attackers were ordered to.
    let ordered = |site: usize| {
        let sense = |entity: &Entity| soldiers.get(*entity).ok().filter(|(_, side, _)| side.0 == attackers)?.2;
        let orders = roster.agents.iter().filter_map(sense).filter_map(|sense| sense.get(state.names.attack_site));
        orders.filter(|order| *order as usize == site + 1).count()
    };
    let planted = state.planted.and_then(|planted| nearest(planted.place)).map(|(site, _)| site);
    let by_order = [ordered(0), ordered(1)];
    let attacked = planted.or_else(|| match by_order {
        [0, 0] => None,
        [a, b] => Some(usize::from(b > a)),
    });
    let mut seen = [BTreeSet::new(), BTreeSet::new()];
    for entry in log.since(state.began) {
        let MatchEvent::Sighted { by, subject: Subject::Agent(agent), at, .. } = entry.event else { continue };
        let met = of(by) == Some(attackers) && of(agent) == Some(defenders);
        if let Some((site, _)) = nearest(at.into()).filter(|(_, far)| met && *far < AT_SITE) {
            seen[site].insert(agent);
        }
    }
    for (site, record) in state.records.iter_mut().enumerate() {
        record.add((attacked == Some(site)).then_some(ended.winner == 0), seen[site].len(), of_game.memory_kept);
    }
}

impl Bombsite {
    /// Writes what the side with this index remembers into the readings of a soldier. Without a memory there are no such readings.
    pub(super) fn recall(&self, side: usize, names: &BombNames, condition: &mut BodyCondition) {
        if self.records.iter().all(|record| record.attacks <= 0.0) {
            return;
        }
        for (site, record) in self.records.iter().enumerate() {
            if side == 0 {
                condition.set(names.luck[site], record.luck());
                condition.set(names.met[site], record.met);
            } else {
                condition.set(names.attacked[site], record.attacks);
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
        record.add(Some(true), 2, 0.5);
        assert_eq!((record.luck(), record.met), (0.5, 2.0));
        record.add(Some(false), 4, 0.5);
        assert!(record.luck() < 0.0 && record.met == 3.0, "{record:?}");
        let lost = record.luck();
        (0..6).for_each(|_| record.add(None, 5, 0.5));
        assert!(record.luck() > lost * 0.1 && record.met == 3.0, "{record:?}");
    }
}
