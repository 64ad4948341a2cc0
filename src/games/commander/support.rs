//! Units that heal: they follow their group, and go to the nearest wounded mate of a class that they can heal.

use bevy::ecs::prelude::*;
use quarry_minds::{
    Mind,
    protocol::{AgentId, Blackboard, Gait, GoRequest, LookRequest, SimulationClock, label},
};

use super::{
    catalogue::{Catalogue, ProductId},
    judge::{LIGHT, show_harm},
    schema::{CommanderRules, Healing, rules_of},
    soldiers::{go, passes_by},
    state::Commander,
    units::{Census, CensusEntry, Combatant},
};
use crate::world::{Body, BodyCondition, BodyKind, Gauges, Gun, InPlay, MatchRules};

/// A mate with at least this share of its health is not wounded.
const WELL: f32 = 0.95;
/// Healers look for another mate on every so many ticks.
const CHOOSE_EVERY: u32 = 8;

type HealerQuery = (&'static AgentId, &'static Body, &'static mut Combatant, &'static mut Blackboard);
type PatientQuery<'w, 's> =
    Query<'w, 's, (&'static mut Gauges, &'static BodyKind, &'static mut BodyCondition), With<InPlay>>;

impl CommanderRules {
    /// How a product heals; `None` if it does not.
    pub(super) fn healing(&self, catalogue: &Catalogue, product: ProductId) -> Option<&Healing> {
        self.heals.get(&catalogue.get(product).name)
    }

    /// Whether a healer can do something for a product.
    pub(super) fn can_heal(&self, healing: &Healing, catalogue: &Catalogue, product: ProductId) -> bool {
        let class = self.classes.get(&catalogue.get(product).name).copied();
        healing.classes.contains(&class.unwrap_or_else(|| label(LIGHT)))
    }
}

/// Lets the healers without a mind heal and move.
pub(super) fn heal(
    clock: Res<SimulationClock>,
    rules: Res<MatchRules>,
    census: Res<Census>,
    state: Res<Commander>,
    mut healers: Query<HealerQuery, (With<InPlay>, Without<Gun>, Without<Mind>)>,
    mut patients: PatientQuery,
) {
    let (Some(of_game), Some(catalogue)) = (rules_of(&rules.0), state.catalogue.as_deref()) else { return };
    for entry in &census.all {
        let Ok((agent, body, mut healer, mut board)) = healers.get_mut(entry.entity) else { continue };
        let Some(healing) = of_game.healing(catalogue, entry.product) else { continue };
        let is_wounded = |mate: &CensusEntry| {
            let of_kind = mate.side == entry.side && of_game.can_heal(healing, catalogue, mate.product);
            of_kind
                && mate.agent != *agent
                && patients.get(mate.entity).is_ok_and(|(gauges, kind, _)| {
                    gauges.get(state.names.health).is_some_and(|health| health < WELL * kind.full(state.names.health))
                })
        };
        let known = healer.target.and_then(|mate| census.get(mate)).filter(|mate| is_wounded(mate));
        let looks = known.is_none() && (clock.tick + u32::from(agent.0)).is_multiple_of(CHOOSE_EVERY);
        let near = |mate: &&CensusEntry| mate.place.distance(body.place) <= of_game.chase_radius && is_wounded(mate);
        let nearest = || {
            let all = census.all.iter().filter(near).map(|mate| (mate.place.distance(body.place), mate));
            all.min_by(|(a, one), (b, other)| a.total_cmp(b).then(one.agent.cmp(&other.agent))).map(|(_, mate)| mate)
        };
        let mate = if looks { nearest() } else { known }.filter(|_| !passes_by(&state, entry, body.place)).copied();
        healer.target = mate.map(|mate| mate.agent);
        let Some(mate) = mate else {
            board.look.clear();
            go(&mut board, &state, &state.sides[entry.side], entry, body, of_game);
            continue;
        };
        board.look.post(LookRequest::At(mate.place));
        if mate.place.distance(body.place) > healing.reach {
            board.go.post(GoRequest::To { place: mate.place, within: healing.reach * 0.7, gait: Gait::Run });
            continue;
        }
        board.go.post(GoRequest::Stay { gait: Gait::Run });
        if let Ok((mut gauges, kind, mut condition)) = patients.get_mut(mate.entity) {
            gauges.add(state.names.health, healing.per_second * clock.dt(), &kind.0);
            condition.visible_harm = show_harm(&gauges, kind, state.names.health);
        }
    }
}
