//! The verbs of the wild: eat, drink, sleep and mate.

use quarry_minds::protocol::{FailReason, Label, Status};

use super::{
    schema::rules_of,
    state::{Gained, Mating, Wild},
};
use crate::world::{GameUses, ThingState, UseAttempt, UseEffects, UseTarget, UseWork};

/// The least amount of a stock that makes a bite or a draught.
const BITE: f32 = 1.0;

impl GameUses for Wild {
    fn check(&self, attempt: &UseAttempt) -> Result<(), FailReason> {
        let names = &self.names;
        let ok = |allowed: bool, otherwise: FailReason| if allowed { Ok(()) } else { Err(otherwise) };
        match attempt.target {
            UseTarget::Thing(_, ThingState::Stock(stock))
                if attempt.verb == names.eat || attempt.verb == names.drink =>
            {
                ok(stock.amount >= BITE, FailReason::Gone)
            }
            UseTarget::Oneself if attempt.verb == names.sleep => Ok(()),
            UseTarget::Agent { agent, side, .. } if attempt.verb == names.mate => {
                // The male asks; the female consents by courting.
                let is_male = self.courting.get(&attempt.agent) == Some(&false);
                let consents = self.courting.get(&agent) == Some(&true);
                ok(side == attempt.side && is_male && consents, FailReason::Refused)
            }
            _ => Err(FailReason::Refused),
        }
    }

    fn work(&mut self, attempt: &UseAttempt, work: UseWork, effects: &mut UseEffects<'_, '_>) -> Status {
        let status = work.status();
        let all = effects.emitter.rules.0.clone();
        let Some(rules) = rules_of(&all) else { return Status::Failed(FailReason::Refused) };
        match attempt.target {
            UseTarget::Thing(thing, _) => {
                let eats = attempt.verb != self.names.eat
                    || rules.species.get(&attempt.side).is_some_and(|species| species.diet.contains(&thing.name));
                let Some(gain) = rules.gains.get(&thing.name).filter(|_| eats) else {
                    return Status::Failed(FailReason::Refused);
                };
                if status == Status::Done
                    && let Some(ThingState::Stock(stock)) = effects.things.state_mut(thing.id)
                {
                    let taken = stock.take(BITE);
                    self.gain(attempt, gain.gauge, gain.amount * taken / BITE);
                }
            }
            UseTarget::Oneself => {
                let share = effects.emitter.clock.dt() / work.needed.max(0.1);
                self.gain(attempt, rules.sleep.gauge, rules.sleep.amount * share);
            }
            UseTarget::Agent { agent, .. } => {
                if status == Status::Done {
                    self.matings.push(Mating { mother: agent, father: attempt.agent });
                }
            }
        }
        status
    }
}

impl Wild {
    fn gain(&mut self, attempt: &UseAttempt, gauge: Label, amount: f32) {
        self.gained.push(Gained { agent: attempt.agent, verb: attempt.verb, gauge, amount });
    }
}
