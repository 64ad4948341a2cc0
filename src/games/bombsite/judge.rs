//! The rules of a round: harm and deaths, the planted bomb, the orders and posts of the soldiers.

use bevy::{ecs::prelude::*, math::Vec3};
use quarry_minds::{
    PlayerControlled,
    protocol::{AgentId, Label, Percept, Percepts, Roster, SelfSense, Side, SignOrigin, Subject, ThingId, label},
};

use super::{
    events::BombEvent,
    schema::{BombRules, rules_of},
    state::{Bombsite, GOLDEN_RATIO, Planted},
};
use crate::world::{
    Announcements, Body, BodyCondition, BodyKind, Departure, EventEmitter, Gauges, Hands, Harm, InPlay, ItemLocation,
    Leaver, MatchState, PendingHarm, SHOT_MEANS, SiteService, StockState, ThingState, Things,
};

/// Subtracts the pending harm from the health of the agents; an agent without health left leaves play. An agent that is shot also gets a
/// percept `danger` with a guess of where the shooter is.
pub(super) fn settle_harm(
    roster: Res<Roster>,
    site: Res<SiteService>,
    mut commands: Commands,
    mut harm: ResMut<PendingHarm>,
    mut things: ResMut<Things>,
    mut state: ResMut<Bombsite>,
    mut emitter: EventEmitter,
    mut agents: Query<(&Side, &BodyKind, Leaver, &mut Gauges, &mut Percepts), With<InPlay>>,
) {
    // After the end of a round no soldier is hurt.
    if state.ended.is_some() {
        harm.0.clear();
    }
    if harm.0.is_empty() {
        return;
    }
    let all = emitter.rules.0.clone();
    let Some(rules) = rules_of(&all) else { return };
    let names = state.names;
    let mut dead: Vec<AgentId> = Vec::new();
    for Harm { agent, by, means, amount } in harm.0.drain(..) {
        let attacker = by.and_then(|by| roster.entity(by));
        let from = attacker.and_then(|entity| agents.get(entity).ok());
        let gun = from.as_ref().and_then(|(_, kind, ..)| Some(kind.0.gun.as_ref()?.look));
        let from = from.map(|(side, _, attacker, ..)| (side.0, attacker.body.place));
        let Some(entity) = roster.entity(agent).filter(|_| !dead.contains(&agent)) else { continue };
        let Ok((side, kind, mut leaver, mut gauges, mut percepts)) = agents.get_mut(entity) else { continue };
        gauges.add(names.health, -amount * state.harm_factor(agent, means, rules), &kind.0);
        if let Some((_, from)) = from {
            state.hits_felt = state.hits_felt.wrapping_add(1);
            let subject = Subject::sign(SignOrigin::Game, state.hits_felt);
            let guess = guess_of_origin(leaver.body.place, from, state.hits_felt, rules.hit_error);
            percepts.0.push(Percept::felt(names.danger, subject, guess, rules.hit_error));
        }
        if gauges.get(names.health).is_some_and(|left| left > 0.0) {
            continue;
        }
        dead.push(agent);
        let gun = gun.filter(|_| SHOT_MEANS.contains(&means.as_str())).map(|look| label(look.name()));
        let means = rules.means.get(&means).copied().or(gun).unwrap_or(means);
        leaver.come_out(&site, &mut things, &mut emitter);
        leaver.drop_items(&site, &mut things, &mut emitter);
        emitter.log(BombEvent::Killed { agent, by, means, at: leaver.body.place.into() }.into());
        leaver.leave(Departure { how: label("killed"), by, meant: false }, &mut commands, &mut emitter);
        if let Some(index) = state.side_index(side.0) {
            state.sides[index].deaths += 1;
        }
        if let Some(purse) = state.purses.get_mut(&agent) {
            purse.items.clear();
        }
        let killer = from.filter(|(killer, _)| *killer != side.0);
        if let Some(index) = killer.and_then(|(killer, _)| state.side_index(killer)) {
            state.sides[index].kills += 1;
            if let (Some(economy), Some(purse)) = (&rules.economy, by.and_then(|by| state.purses.get_mut(&by))) {
                purse.earn(economy.kill, economy);
            }
        }
    }
}

/// Where an agent that is hit believes the shooter to be: in the right direction, but up to `error` metres too near or too far. The error
/// is computed from the number of the hit, without a random number, so it is the same in every run.
pub(super) fn guess_of_origin(here: Vec3, from: Vec3, number: u32, error: f32) -> Vec3 {
    let to = from - here;
    let share = (number as f32 * GOLDEN_RATIO).fract() * 2.0 - 1.0;
    here + to.normalize_or_zero() * (to.length() + share * error).max(1.0)
}

/// Replaces a bomb that was just planted by the thing `planted_bomb` at its site. A planted bomb beeps until it is defused or explodes.
pub(super) fn run_bomb(
    roster: Res<Roster>,
    site: Res<SiteService>,
    mut harm: ResMut<PendingHarm>,
    mut things: ResMut<Things>,
    mut state: ResMut<Bombsite>,
    mut emitter: EventEmitter,
    mut agents: Query<(&AgentId, &mut Hands, &Body), With<InPlay>>,
) {
    let all = emitter.rules.0.clone();
    let Some(rules) = rules_of(&all) else { return };
    let bomb = state.names.bomb;
    let is_bomb = |things: &Things, item| things.thing(&site.0.built, item).is_some_and(|thing| thing.name == bomb);
    if let Some((by, at_site)) = state.planting.take()
        && let Some((_, mut hands, body)) = roster.entity(by).and_then(|entity| agents.get_mut(entity).ok())
        && let Some(place) = hands.carried.iter().position(|item| is_bomb(&things, *item))
    {
        let item = hands.carried.remove(place);
        if let Some(location) = things.state_mut(item) {
            *location = ThingState::Item(ItemLocation::Nowhere);
        }
        let stock = StockState { amount: 1.0, max: 1.0, regrow: 0.0 };
        let place = things.thing(&site.0.built, at_site).map_or(body.place, |thing| thing.place);
        if let Some(thing) = things.appear_stock(state.names.planted_bomb, place, stock) {
            state.planted = Some(Planted { thing, place, tick: emitter.clock.tick });
            state.counts.planted += 1;
            emitter.log(BombEvent::Planted { by, thing, at: place.into() }.into());
        }
    }
    let Some(planted) = state.planted.filter(|_| !state.exploded && state.ended.is_none()) else { return };
    if let Some(by) = state.defused {
        if let Some(ThingState::Stock(stock)) = things.state_mut(planted.thing)
            && stock.amount > 0.0
        {
            stock.amount = 0.0;
            state.counts.defused += 1;
            emitter.log(BombEvent::Defused { by, at: planted.place.into() }.into());
        }
        return;
    }
    let every = emitter.clock.ticks(rules.beep_interval).max(1);
    if (emitter.clock.tick - planted.tick).is_multiple_of(every) {
        emitter.make_noise(state.names.beep, planted.place, None);
    }
    if state.fuse_left(emitter.clock.tick, emitter.clock.rate, rules.fuse_seconds).is_some_and(|left| left <= 0.0) {
        state.exploded = true;
        state.counts.exploded += 1;
        emitter.log(BombEvent::Exploded { at: planted.place.into() }.into());
        for entity in &roster.agents {
            if let Ok((agent, _, body)) = agents.get(*entity)
                && body.place.distance(planted.place) <= rules.blast_radius
            {
                harm.0.push(Harm { agent: *agent, by: None, means: label("explosion"), amount: f32::MAX });
            }
        }
    }
}

/// Updates the carrier of the bomb in the state of the round.
pub(super) fn note_carrier(
    roster: Res<Roster>,
    site: Res<SiteService>,
    things: Res<Things>,
    mut state: ResMut<Bombsite>,
    agents: Query<(&AgentId, &Hands), With<InPlay>>,
) {
    let bomb = state.names.bomb;
    let is_bomb = |item: &ThingId| things.thing(&site.0.built, *item).is_some_and(|thing| thing.name == bomb);
    let carrier = roster.agents.iter().find_map(|entity| {
        let (agent, hands) = agents.get(*entity).ok()?;
        hands.carried.iter().any(is_bomb).then_some(*agent)
    });
    if state.carrier != carrier {
        state.carrier = carrier;
    }
}

impl Bombsite {
    /// Writes what a soldier is told before the round into the readings of its body.
    pub(super) fn brief(&self, agent: AgentId, side: usize, rules: &BombRules, condition: &mut BodyCondition) {
        let names = &self.names;
        if side == 0 {
            condition.set(names.hunch, self.hunch);
        } else {
            let post = usize::from(self.place_in_squad(agent)) % self.posts.len().max(1);
            condition.set(names.post, self.posts.get(post).map_or(0.0, |post| post.reading()));
        }
        self.recall(side, names, condition);
        condition.set(names.led, f32::from(u8::from(rules.leaders.contains_key(&names.sides[side]))));
    }
}

/// The amount of the order `retake` for the soldier that goes in first.
const FIRST: f32 = 1.0;

/// Counts the soldiers in play, tells the attackers when to go, marks the carrier of the bomb, the leaders and who goes in first, and sets the clock: the time left to plant, then the time left of the fuse,
/// then that of the break.
pub(super) fn announce(
    mut state: ResMut<Bombsite>,
    emitter: EventEmitter,
    mut announcements: ResMut<Announcements>,
    mut of_match: ResMut<MatchState>,
    mut agents: Query<(&AgentId, &Side, &mut BodyCondition, Option<&SelfSense>, Has<PlayerControlled>), With<InPlay>>,
) {
    let Some(rules) = rules_of(&emitter.rules.0) else { return };
    let (names, clock) = (state.names, &emitter.clock);
    let yes = |is: bool| f32::from(u8::from(is));
    let mut alive = [0; 2];
    for (agent, side, mut condition, sense, person) in &mut agents {
        let Some(index) = state.side_index(side.0) else { continue };
        alive[index] += 1;
        if index == 0 {
            condition.set(names.go, yes(state.seconds(clock) >= state.go_at(*agent)));
        }
        let carries = state.carrier == Some(*agent);
        condition.set(names.bomb, yes(carries));
        if let Some(purse) = state.purses.get(agent) {
            condition.set(names.money, purse.money.into());
        }
        let leads = person || state.leaders[index].host == Some(*agent);
        let enters = sense.and_then(|sense| sense.get(names.retake)) == Some(FIRST);
        condition.state = match (carries, enters, leads) {
            (true, ..) => names.carrier,
            (false, true, _) => names.entry,
            (false, false, true) => names.leader,
            (false, false, false) => Label::default(),
        };
    }
    for (side, alive) in state.sides.iter_mut().zip(alive) {
        side.alive = alive;
    }
    let fuse = state.fuse_left(clock.tick, clock.rate, rules.fuse_seconds);
    // Nobody has anything to do with the bomb once the round is decided.
    announcements.set(names.planted, yes(state.planted.is_some() && state.ended.is_none()));
    for (name, side) in names.left.into_iter().zip(&state.sides) {
        announcements.set(name, side.alive.into());
    }
    let in_break = state.ended.map(|ended| {
        let since = clock.seconds_at(clock.tick.saturating_sub(ended.tick));
        rules.break_seconds - since
    });
    let left = in_break.or(fuse).unwrap_or_else(|| rules.round_seconds - state.seconds(clock));
    of_match.time_left = left.max(0.0);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::bombsite::DefenderPost;

    #[test]
    fn a_squad_has_the_posts_of_the_level_whether_it_defends_first_or_after_the_swap() {
        let posts = vec![DefenderPost::Patrol, DefenderPost::SiteB, DefenderPost::SiteA];
        let state = Bombsite { second_squad: 4, posts: posts.clone(), ..Bombsite::default() };
        let told = |agent: u16| {
            let mut condition = BodyCondition::default();
            state.brief(AgentId(agent), 1, &BombRules::default(), &mut condition);
            condition.readings.iter().find(|(name, _)| *name == state.names.post).map(|(_, post)| *post)
        };
        for squad in [0..4, 4..8] {
            let wanted: Vec<_> = posts.iter().chain(&posts[..1]).map(|post| Some(post.reading())).collect();
            assert_eq!(squad.map(told).collect::<Vec<_>>(), wanted);
        }
    }

    #[test]
    fn a_soldier_that_is_hit_knows_the_direction_and_guesses_the_distance() {
        let (here, from) = (Vec3::new(2.0, 0.0, 3.0), Vec3::new(2.0, 0.0, 23.0));
        let guesses: Vec<Vec3> = (1..=50).map(|number| guess_of_origin(here, from, number, 5.0)).collect();
        assert!(guesses.iter().all(|guess| guess.x == 2.0 && (18.0..=28.0).contains(&guess.z)), "{guesses:?}");
        let (near, far) = (guesses.iter().any(|guess| guess.z < 19.5), guesses.iter().any(|guess| guess.z > 26.5));
        assert!(near && far, "{guesses:?}");
        assert_eq!(guess_of_origin(here, here, 3, 5.0), here);
    }
}
