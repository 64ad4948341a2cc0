//! Harm and death: what hurts an animal, who notices, and the carcass that is left.

use bevy::{ecs::prelude::*, math::Vec3};
use quarry_minds::protocol::{AgentId, Label, Percept, Percepts, Roster, Side, SignOrigin, Subject};

use super::{
    events::WildEvent,
    schema::{WildRules, rules_of},
    state::{Attack, Wild},
};
use crate::world::{
    Body, BodyKind, Departure, EventEmitter, Gauges, Harm, InPlay, Leaver, MatchRules, PendingHarm, SiteService,
    StockState, Things,
};

/// Takes harm from the health of animals, and takes those without health out of play.
pub(super) fn settle_harm(
    roster: Res<Roster>,
    site: Res<SiteService>,
    mut commands: Commands,
    mut harm: ResMut<PendingHarm>,
    mut things: ResMut<Things>,
    mut wild: ResMut<Wild>,
    mut emitter: EventEmitter,
    mut animals: Query<(&Side, &BodyKind, Leaver, &mut Gauges), With<InPlay>>,
) {
    wild.attacks.clear();
    wild.died.clear();
    harm.0.append(&mut wild.done_by_hand);
    if harm.0.is_empty() {
        return;
    }
    let all = emitter.rules.0.clone();
    let Some(rules) = rules_of(&all) else { return };
    let (health, cry) = (wild.names.health, wild.names.cry);
    for Harm { agent, by, means, amount } in harm.0.drain(..) {
        if wild.died.contains(&agent) {
            continue;
        }
        let Some(entity) = roster.entity(agent) else { continue };
        let Ok((side, kind, mut leaver, mut gauges)) = animals.get_mut(entity) else { continue };
        gauges.add(health, -amount, &kind.0);
        if let Some(by) = by {
            emitter.make_noise(cry, leaver.body.place, Some(agent));
            let killed = gauges.get(health).is_none_or(|left| left <= 0.0).then_some((agent, side.0));
            wild.attacks.push(Attack { by, place: leaver.body.place, killed });
        }
        if gauges.get(health).is_some_and(|left| left > 0.0) {
            continue;
        }
        wild.died.push(agent);
        let cause = rules.causes.get(&means).copied().unwrap_or(means);
        leaver.come_out(&site, &mut things, &mut emitter);
        let place = leaver.body.place;
        emitter.log(WildEvent::Died { agent, by, cause, at: place.into() }.into());
        leaver.leave(Departure { how: cause, by, meant: false }, &mut commands, &mut emitter);
        wild.count_death(side.0, cause);
        let meals = rules.species.get(&side.0).map_or(0.0, |species| species.meals);
        leave_carcass(&mut things, wild.names.meat, place, meals, rules);
    }
}

/// Lets those nearby sense the attacks of this tick, whether they see them or not. They and the attacker notice a death.
pub(super) fn spread_danger(
    roster: Res<Roster>,
    rules: Res<MatchRules>,
    mut wild: ResMut<Wild>,
    mut animals: Query<(&AgentId, &Side, &Body, &mut Percepts), With<InPlay>>,
) {
    let Some(rules) = rules_of(&rules.0) else { return };
    let wild = &mut *wild;
    for attack in &wild.attacks {
        wild.dangers = wild.dangers.wrapping_add(1);
        let subject = Subject::sign(SignOrigin::Game, wild.dangers);
        for entity in &roster.agents {
            let Ok((agent, side, body, mut percepts)) = animals.get_mut(*entity) else { continue };
            let radius = rules.species.get(&side.0).map_or(0.0, |species| species.danger_radius);
            let is_attacker = *agent == attack.by;
            let is_near = body.place.distance_squared(attack.place) <= radius * radius;
            if is_near && !is_attacker {
                percepts.0.push(Percept::felt(wild.names.danger, subject, attack.place, 1.0));
            }
            if let Some((killed, kind)) = attack.killed.filter(|_| is_near || is_attacker) {
                let felt = Percept::felt(kind, Subject::Agent(killed), attack.place, 0.0);
                percepts.0.push(Percept { state: wild.names.dead, ..felt });
            }
        }
    }
}

/// Leaves meat where an animal died. Carcasses that are gone make room for new ones.
fn leave_carcass(things: &mut Things, meat: Label, place: Vec3, meals: f32, rules: &WildRules) {
    if meals <= 0.0 {
        return;
    }
    let rot = -meals / rules.rot_seconds.max(1.0);
    things.appear_stock(meat, place, StockState { amount: meals, max: meals, regrow: rot });
}
