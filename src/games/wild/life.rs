//! The life of each animal: what it gains, how it grows, what it feels of itself, and what others see of it.

use bevy::ecs::prelude::*;
use quarry_minds::{
    Mind,
    protocol::{AgentId, Label, Roster, Side, SimulationClock},
};

use super::{
    schema::{Species, WildRules, rules_of},
    state::{Animal, Gained, SpeciesNames, Wild, WildNames},
};
use crate::{
    senses::{Attention, Scents},
    world::{BodyCondition, BodyKind, Gauges, Hands, InPlay, MatchRules},
};

/// The components of a living animal.
type Living = (
    &'static AgentId,
    &'static Side,
    &'static BodyKind,
    &'static Hands,
    &'static Mind,
    &'static mut Gauges,
    &'static mut Animal,
    &'static mut BodyCondition,
    &'static mut Attention,
    &'static mut Scents,
);

/// Updates every animal: gains, age, readiness to mate, readings, and its looks.
pub(super) fn live(
    roster: Res<Roster>,
    rules: Res<MatchRules>,
    clock: Res<SimulationClock>,
    mut wild: ResMut<Wild>,
    mut animals: Query<Living, With<InPlay>>,
) {
    let Some(rules) = rules_of(&rules.0) else { return };
    let wild = &mut *wild;
    for gain in wild.gained.drain(..) {
        if let Some((_, _, kind, _, _, mut gauges, mut animal, ..)) =
            roster.entity(gain.agent).and_then(|entity| animals.get_mut(entity).ok())
        {
            gauges.add(gain.gauge, gain.amount, &kind.0);
            animal.count(&gain, &wild.names);
        }
    }
    wild.courting.clear();
    wild.grown_up.clear();
    let room = wild.alive() < f64::from(rules.max_alive);
    let names = &wild.names;
    for entity in &roster.agents {
        let Ok((agent, side, kind, hands, mind, mut gauges, mut animal, mut condition, mut attention, mut scents)) =
            animals.get_mut(*entity)
        else {
            continue;
        };
        let Some(species) = rules.species.get(&side.0) else { continue };
        let ages = kind.0.gauges.get(&names.age).map_or(0.0, |age| age.per_second);
        gauges.add(names.age, animal.ages_faster * ages * clock.dt(), &kind.0);
        let grown = gauges.get(names.age).is_none_or(|age| age >= species.grown_at);
        if grown && !animal.grown {
            wild.grown_up.push(*agent);
        }
        animal.grown = grown;
        animal.mating_rest = (animal.mating_rest - clock.dt()).max(0.0);
        let ready = room && animal.is_ready(species, &gauges);
        let doing = hands.task.map(|task| task.verb);
        animal.asleep = doing == Some(names.sleep);
        animal.take_up(mind.goal());
        let courts = ready && mind.goal() == Some(names.mate);
        if courts {
            wild.courting.insert(*agent, animal.female);
        }
        condition.state = look_of(names, doing, courts && animal.female, grown);
        let whole = kind.0.gauges.get(&names.health).map_or(1.0, |health| health.max.max(1.0));
        let health = gauges.get(names.health).unwrap_or(whole);
        let wounds = 1.0 - health / whole;
        let yes = |holds: bool| f32::from(u8::from(holds));
        let readings = [
            (names.adult, yes(grown)),
            (names.asleep, yes(animal.asleep)),
            (names.eaten, animal.eaten),
            (names.drunk, animal.drunk),
            (names.slept, animal.slept),
            (names.wounds, wounds),
            (names.expecting, yes(animal.expecting.is_some())),
            (names.female, yes(animal.female)),
            (names.ready, yes(ready)),
        ];
        condition.readings.clear();
        condition.readings.extend(readings);
        condition.visible_harm = whole - health;
        give_off(&mut scents, wounds, courts && animal.female);
        condition.speed_factor = speed_of(rules, species, &gauges, 1.0 - wounds);
        (attention.sight, attention.hearing) = if animal.asleep { (0.0, species.asleep_hearing) } else { (1.0, 1.0) };
    }
}

/// What an animal smells of from its birth: of its species, of blood and of heat.
pub(super) fn scents_of(species: &SpeciesNames, names: &WildNames) -> Scents {
    Scents(vec![(species.scent, 1.0), (names.blood, 0.0), (species.heat, 0.0)])
}

/// Lets an animal smell of blood, the more of its health it has lost, and of heat.
fn give_off(scents: &mut Scents, wounds: f32, in_heat: bool) {
    if let [_, blood, heat] = scents.0.as_mut_slice() {
        blood.1 = wounds.clamp(0.0, 1.0);
        heat.1 = f32::from(u8::from(in_heat));
    }
}

/// The factor on the speed of an animal with this share of its health.
fn speed_of(rules: &WildRules, species: &Species, gauges: &Gauges, health: f32) -> f32 {
    let tired = gauges.get(rules.sleep.gauge).is_some_and(|energy| energy < rules.tired.below);
    let hurt = species.hurt_speed + (1.0 - species.hurt_speed) * health.clamp(0.0, 1.0);
    hurt * if tired { rules.tired.speed } else { 1.0 }
}

impl Animal {
    /// Counts what it has gained.
    fn count(&mut self, gain: &Gained, names: &WildNames) {
        match gain.verb {
            verb if verb == names.eat => self.eaten += gain.amount,
            verb if verb == names.drink => self.drunk += gain.amount,
            _ => self.slept += gain.amount,
        }
    }

    /// Begins to count anew with another goal.
    fn take_up(&mut self, goal: Option<Label>) {
        if goal != self.goal {
            (self.goal, self.eaten, self.drunk, self.slept) = (goal, 0.0, 0.0, 0.0);
        }
    }

    /// Whether it could mate now.
    fn is_ready(&self, species: &Species, gauges: &Gauges) -> bool {
        let has = |(gauge, least): (&Label, &f32)| gauges.get(*gauge).is_none_or(|value| value >= *least);
        self.grown
            && !self.crowded
            && self.expecting.is_none()
            && self.mating_rest <= 0.0
            && species.mating_needs.iter().all(has)
    }
}

/// What others see an animal do; empty for what every body shows. Only a female is seen to court.
fn look_of(names: &WildNames, doing: Option<Label>, in_heat: bool, grown: bool) -> Label {
    match doing {
        Some(verb) if verb == names.sleep => names.asleep,
        Some(verb) if verb == names.eat => names.eating,
        Some(verb) if verb == names.drink => names.drinking,
        // Also while she mates: that is how the male knows that she consents.
        _ if in_heat => names.courting,
        _ if !grown => names.young,
        _ => Label::default(),
    }
}
