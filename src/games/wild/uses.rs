//! The verbs of the wild: eat, drink, sleep and mate.

use quarry_minds::protocol::{FailReason, Status};

use super::{
    schema::rules_of,
    state::{Mating, Wild},
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
                let both = [attempt.agent, agent].iter().all(|one| self.courting.contains(one));
                ok(side == attempt.side && (both || self.has_mated(attempt)), FailReason::Refused)
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
                    self.gained.push((attempt.agent, gain.gauge, gain.amount * taken / BITE));
                }
            }
            UseTarget::Oneself => {
                let share = effects.emitter.clock.dt() / work.needed.max(0.1);
                self.gained.push((attempt.agent, rules.sleep.gauge, rules.sleep.amount * share));
            }
            UseTarget::Agent { agent, .. } => {
                if self.has_mated(attempt) {
                    return Status::Done;
                }
                if status == Status::Done {
                    let tick = effects.emitter.clock.tick;
                    self.matings.push(Mating { mother: attempt.agent, father: agent, tick });
                }
            }
        }
        status
    }
}

impl Wild {
    /// Whether the two have mated within the last second: the one of them that asked second is done as well.
    fn has_mated(&self, attempt: &UseAttempt) -> bool {
        let UseTarget::Agent { agent, .. } = attempt.target else { return false };
        self.matings.iter().any(|mating| mating.mother == agent && mating.father == attempt.agent)
    }
}
