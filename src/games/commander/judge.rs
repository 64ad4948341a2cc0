//! The rules of a match: harm and losses, and the end.

use bevy::ecs::prelude::*;
use quarry_minds::protocol::{AgentId, Label, Roster, label};

use super::{
    events::CommanderEvent,
    map::PlotState,
    schema::{CommanderRules, SIDES, rules_of},
    state::Commander,
    units::{Building, Census, Unit},
};
use crate::world::{
    BodyCondition, BodyKind, Departure, EventEmitter, Gauges, Harm, InPlay, Leaver, MatchState, PendingHarm,
};

/// The class of a product that the rules do not list.
pub(super) const LIGHT: &str = "light";
/// Two scores are equal within this share of the larger.
const CLOSE: f64 = 0.01;

type Mortal = (
    &'static Unit,
    &'static BodyKind,
    Leaver,
    &'static mut Gauges,
    &'static mut BodyCondition,
    Option<&'static Building>,
);

impl CommanderRules {
    /// The factor on the harm that one product does to another.
    pub fn damage_factor(&self, from: Label, to: Label) -> f32 {
        let class = self.classes.get(&to).copied().unwrap_or_else(|| label(LIGHT));
        self.damage.get(&from).and_then(|classes| classes.get(&class)).copied().unwrap_or(1.0)
    }
}

/// Subtracts the pending harm from the health of units and buildings; what has no health left leaves play.
pub(super) fn settle_harm(
    roster: Res<Roster>,
    mut commands: Commands,
    mut harm: ResMut<PendingHarm>,
    mut state: ResMut<Commander>,
    mut emitter: EventEmitter,
    mut agents: Query<Mortal, With<InPlay>>,
) {
    if harm.0.is_empty() {
        return;
    }
    let all = emitter.rules.0.clone();
    let (Some(rules), Some(catalogue)) = (rules_of(&all), state.catalogue.clone()) else { return };
    let mut dead: Vec<AgentId> = Vec::new();
    for Harm { agent, by, amount, .. } in harm.0.drain(..) {
        let attacker = by.and_then(|by| roster.entity(by)).and_then(|entity| agents.get(entity).ok());
        let attacker = attacker.map(|(unit, ..)| *unit);
        let from = attacker.map(|unit| catalogue.get(unit.product).name);
        let Some(entity) = roster.entity(agent).filter(|_| !dead.contains(&agent)) else { continue };
        let Ok((unit, kind, mut leaver, mut gauges, mut condition, building)) = agents.get_mut(entity) else {
            continue;
        };
        let name = catalogue.get(unit.product).name;
        let deals = attacker.map_or(1.0, |attacker| {
            catalogue.improvement(attacker.product, &state.sides[attacker.side].upgrades).deals
        });
        let takes = catalogue.improvement(unit.product, &state.sides[unit.side].upgrades).takes;
        let factor = from.map_or(1.0, |from| rules.damage_factor(from, name)) * deals * takes;
        gauges.add(state.names.health, -amount * factor, &kind.0);
        let of_side = &mut state.sides[unit.side];
        // Where the attacker is seen, if it is.
        let clock = &emitter.clock;
        let seen = by.and_then(|by| of_side.known.get(&by)).filter(|known| clock.tick - known.seen <= clock.rate);
        of_side.hit = Some((clock.tick, seen.map_or(leaver.body.place, |known| known.place)));
        let left = gauges.get(state.names.health).unwrap_or_default();
        condition.visible_harm = show_harm(&gauges, kind, state.names.health);
        if left > 0.0 {
            continue;
        }
        dead.push(agent);
        let of_side = &mut state.sides[unit.side];
        if let Some(lost) = of_side.counts.lost.get_mut(unit.product.index()) {
            *lost += 1;
        }
        state.sides[1 - unit.side].witness_loss(agent, unit.product, emitter.clock.tick, emitter.clock.rate);
        let at = leaver.body.place.into();
        if let Some(building) = building {
            state.map.plots[building.plot].state = PlotState::Free;
        }
        emitter.log(CommanderEvent::Lost { agent, by, product: name, at }.into());
        leaver.leave(Departure { how: label("killed"), by, meant: false }, &mut commands, &mut emitter);
    }
}

/// The share of its health that a body lacks, as others see it.
pub(super) fn show_harm(gauges: &Gauges, kind: &BodyKind, health: Label) -> f32 {
    1.0 - gauges.get(health).unwrap_or_default() / kind.full(health).max(1.0)
}

/// Ends the match when a side has no building left, or at the time limit by score.
pub(super) fn check_end(
    census: Res<Census>,
    mut match_state: ResMut<MatchState>,
    state: Res<Commander>,
    units: Query<(&Unit, Has<Building>), With<InPlay>>,
) {
    if match_state.outcome.is_some() || census.all.is_empty() {
        return;
    }
    let mut buildings = [0_u32; 2];
    for (unit, building) in &units {
        buildings[unit.side] += u32::from(building);
    }
    let worker = state.catalogue.as_ref().map(|catalogue| catalogue.numbers.worker);
    let can_build = |side: usize| worker.is_some_and(|worker| census.standing(side, worker) > 0);
    let ordered = |side: usize| !state.sides[side].ordered.is_empty() && can_build(side);
    let lost = [0, 1].map(|side| buildings[side] == 0 && !ordered(side));
    let winner = match lost {
        [true, true] => Some("draw"),
        [true, false] => Some(SIDES[1]),
        [false, true] => Some(SIDES[0]),
        [false, false] if match_state.time_left <= 0.0 => Some(by_score(&state, &census)),
        [false, false] => None,
    };
    match_state.outcome = winner.map(label);
}

/// The score of a side: a fiftieth of what all that it has costs, and of what it has in store.
pub fn score(state: &Commander, census: &Census, side: usize) -> f64 {
    let things: f32 = census.of_side(side).map(|entry| state.worth(entry.product)).sum();
    let store = (state.sides[side].minerals + state.sides[side].gas) as f32 / 50.0;
    f64::from(things + store)
}

fn by_score(state: &Commander, census: &Census) -> &'static str {
    let [red, blue] = [0, 1].map(|side| score(state, census, side));
    if (red - blue).abs() <= CLOSE * red.max(blue) {
        "draw"
    } else if red > blue {
        SIDES[0]
    } else {
        SIDES[1]
    }
}
