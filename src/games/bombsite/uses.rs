//! The verbs of the bomb site: `plant` at a site, `defuse` at the planted bomb.

use quarry_minds::protocol::{FailReason, Status};

use super::{schema::rules_of, state::Bombsite};
use crate::world::{GameUses, ThingState, UseAttempt, UseEffects, UseTarget, UseWork};

impl GameUses for Bombsite {
    fn check(&self, attempt: &UseAttempt) -> Result<(), FailReason> {
        let UseTarget::Thing(thing, ThingState::Stock(_)) = attempt.target else { return Err(FailReason::Refused) };
        let allowed = if self.ended.is_some() {
            false
        } else if attempt.verb == self.names.plant {
            self.carrier == Some(attempt.agent) && self.names.sites.contains(&thing.name)
        } else {
            attempt.verb == self.names.defuse
                && self.defused.is_none()
                && self.planted.is_some_and(|planted| planted.thing == thing.id)
        };
        if allowed { Ok(()) } else { Err(FailReason::Refused) }
    }

    fn work(&mut self, attempt: &UseAttempt, work: UseWork, effects: &mut UseEffects<'_, '_>) -> Status {
        let helped = rules_of(&effects.emitter.rules.0).filter(|_| attempt.verb == self.names.defuse);
        let factor = helped.map_or(1.0, |rules| self.defuse_factor(attempt.agent, rules));
        let status = UseWork { needed: work.needed * factor, ..work }.status();
        let UseTarget::Thing(thing, _) = attempt.target else { return Status::Failed(FailReason::Gone) };
        if work.loud {
            effects.emitter.make_noise(attempt.verb, attempt.place, Some(attempt.agent));
        }
        if status == Status::Done {
            if attempt.verb == self.names.plant {
                self.planting = Some((attempt.agent, thing.id));
            } else {
                self.defused = Some(attempt.agent);
            }
        }
        status
    }
}
