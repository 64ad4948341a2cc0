//! What a use with one of the shared verbs brings about.

use bevy::math::Vec3;
use quarry_minds::protocol::{AgentId, FailReason, MatchEvent, Status, ThingId};

use super::{TargetUser, Verb};
use crate::world::{Body, ItemLocation, ThingState, level::LevelThing, uses::UseEffects};

impl UseEffects<'_, '_> {
    /// Whether an agent that carries these has no hand free.
    pub(super) fn is_laden(&self, carried: &[ThingId]) -> bool {
        let rules = &self.emitter.rules.0;
        self.things.in_hands(carried, &self.site.0.built, &rules.things) >= usize::from(rules.hands)
    }
}

impl TargetUser<'_> {
    /// The item in its hands that it took most recently.
    pub(super) fn last_in_hand(&self, effects: &UseEffects) -> Option<ThingId> {
        let (level, specs) = (&effects.site.0.built, &effects.emitter.rules.0.things);
        let in_hand = |item: &&ThingId| effects.things.in_hands(&[**item], level, specs) > 0;
        self.hands.carried.iter().rev().find(in_hand).copied()
    }

    /// The carried item that staggers for longest, and for how long, in seconds.
    pub(super) fn stagger_item(&self, effects: &UseEffects) -> Option<(ThingId, f32)> {
        let (level, specs) = (&effects.site.0.built, &effects.emitter.rules.0.things);
        let seconds = |item: ThingId| Some(specs.get(&effects.things.thing(level, item)?.name)?.staggers);
        let all = self.hands.carried.iter().filter_map(|item| Some((*item, seconds(*item)?)));
        all.filter(|(_, seconds)| *seconds > 0.0).max_by(|a, b| a.1.total_cmp(&b.1))
    }

    /// Lays down what it took last of the items in its hands.
    pub(super) fn drop_item(&mut self, effects: &mut UseEffects) -> Status {
        let Some(item) = self.last_in_hand(effects) else { return Status::Failed(FailReason::Refused) };
        let (agent, here) = (self.attempt.agent, self.body.place);
        self.hands.carried.retain(|carried| *carried != item);
        effects.things.states[usize::from(item.0)] = ThingState::Item(ItemLocation::Lying(here));
        effects.emitter.log(MatchEvent::Dropped { by: agent, item, at: here.into() });
        Status::Done
    }

    /// Hands an agent what it took last, or staggers it.
    pub(super) fn complete_on(&mut self, verb: Verb, other: AgentId, there: Vec3, effects: &mut UseEffects) {
        let by = self.attempt.agent;
        match verb {
            Verb::Give => {
                let Some(item) = self.last_in_hand(effects) else { return };
                self.hands.carried.retain(|carried| *carried != item);
                effects.things.states[usize::from(item.0)] = ThingState::Item(ItemLocation::Carried(other));
                effects.emitter.log(MatchEvent::Given { by, to: other, item });
                self.gift = Some(item);
            }
            Verb::Stagger => {
                let Some((item, seconds)) = self.stagger_item(effects) else { return };
                effects.things.use_up(item, self.hands);
                let until = effects.emitter.clock.tick + effects.emitter.clock.ticks(seconds);
                effects.things.held.extend_to(other, until);
                effects.emitter.log(MatchEvent::Staggered { by, agent: other });
                let kind = effects.emitter.names.strike;
                effects.emitter.make_noise(kind, there, Some(by));
            }
            _ => {}
        }
    }

    /// The effect of a use of a thing.
    pub(super) fn complete(&mut self, verb: Verb, thing: &LevelThing, effects: &mut UseEffects) {
        let (agent, here) = (self.attempt.agent, self.body.place);
        let UseEffects { things, emitter, .. } = effects;
        match (verb, things.state_mut(thing.id)) {
            (Verb::Take, Some(ThingState::Item(at))) => {
                *at = ItemLocation::Carried(agent);
                self.hands.carried.push(thing.id);
                emitter.log(MatchEvent::Taken { by: agent, item: thing.id });
                let kind = emitter.names.pickup;
                emitter.make_noise(kind, here, Some(agent));
            }
            (Verb::Enter, Some(state)) => {
                state.shelter_mut().into_iter().for_each(|shelter| shelter.enter(agent));
                self.hidden.0 = Some(thing.id);
                *self.body = Body::at(thing.place, thing.heading);
                emitter.log(MatchEvent::Hid { agent, place: thing.id, inside: true });
                let kind = emitter.names.hiding;
                emitter.make_noise(kind, thing.entry, Some(agent));
            }
            (Verb::Leave, Some(state)) => {
                state.shelter_mut().into_iter().for_each(|shelter| shelter.leave(agent));
                self.hidden.0 = None;
                *self.body = Body::at(self.outside.unwrap_or(thing.entry), thing.heading);
                emitter.log(MatchEvent::Hid { agent, place: thing.id, inside: false });
                let kind = emitter.names.hiding;
                emitter.make_noise(kind, thing.entry, Some(agent));
            }
            (Verb::Open, Some(ThingState::Door(door))) if !door.opening => {
                door.opening = true;
                door.idle = 0.0;
                door.by = Some(agent);
            }
            (Verb::Close, Some(ThingState::Door(door))) if door.opening => {
                door.opening = false;
                door.by = Some(agent);
            }
            _ => {}
        }
    }
}
