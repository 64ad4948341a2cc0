//! The verbs of the hunt: `unlock` at an exit and `search` at a hiding place; and what taking a key means.

use quarry_minds::protocol::{FailReason, Status};

use super::{events::HuntEvent, state::HuntState};
use crate::world::{GameUses, Harm, HidingState, ThingState, Things, UseAttempt, UseEffects, UseTarget, UseWork};

/// The fraction done of the work at the exit that is nearest to opening.
pub(super) fn exit_progress(things: &Things) -> f32 {
    let progress = |thing: &ThingState| if let ThingState::Gate(exit) = thing { exit.progress } else { 0.0 };
    things.states.iter().map(progress).fold(0.0, f32::max)
}

impl GameUses for HuntState {
    fn check(&self, attempt: &UseAttempt) -> Result<(), FailReason> {
        let UseTarget::Thing(thing, state) = attempt.target else { return Err(FailReason::Refused) };
        let allowed = match (attempt.verb, state) {
            (verb, ThingState::Gate(exit)) if verb == self.names.unlock && thing.name == self.names.exit => {
                !exit.open && self.team_keys >= self.keys_needed
            }
            (verb, state) if state.shelter().is_some() => verb == self.names.search,
            _ => false,
        };
        if allowed { Ok(()) } else { Err(FailReason::Refused) }
    }

    fn work(&mut self, attempt: &UseAttempt, work: UseWork, effects: &mut UseEffects<'_, '_>) -> Status {
        if attempt.verb == self.names.unlock {
            return self.unlock(attempt, work, effects);
        }
        let status = work.status();
        if let (Status::Done, UseTarget::Thing(thing, state)) = (status, attempt.target) {
            // How many hits it counts for to be found is a matter of the rules: `resolve_hits` asks them.
            for found in state.shelter().into_iter().flat_map(HidingState::occupants) {
                let means = self.names.melee;
                let by = Some(attempt.agent);
                effects.harm.0.push(Harm { agent: found, by, means, amount: 1.0 });
            }
            effects.emitter.make_noise(self.names.searching, thing.entry, Some(attempt.agent));
        }
        status
    }

    fn used(&mut self, attempt: &UseAttempt, effects: &mut UseEffects<'_, '_>) {
        if let UseTarget::Thing(thing, ThingState::Item(_)) = attempt.target
            && thing.name == self.names.key
        {
            self.count_keys(1);
        }
        if let UseTarget::Thing(thing, ThingState::Device(device)) = attempt.target {
            let things = &effects.emitter.rules.0.things;
            let of_use = things.get(&thing.name).and_then(|spec| spec.use_in(attempt.verb, device.state, attempt.side));
            if of_use.is_some_and(|of_use| of_use.departs == Some(self.names.escaped)) {
                self.leaving.push((attempt.agent, thing.id));
            }
        }
    }
}

impl HuntState {
    /// The work of all agents at one exit adds up and is never lost.
    fn unlock(&mut self, attempt: &UseAttempt, work: UseWork, effects: &mut UseEffects<'_, '_>) -> Status {
        let UseTarget::Thing(thing, _) = attempt.target else { return Status::Failed(FailReason::Gone) };
        let UseEffects { things, emitter, .. } = effects;
        let Some(ThingState::Gate(exit)) = things.state_mut(thing.id) else {
            return Status::Failed(FailReason::Gone);
        };
        exit.work += emitter.clock.dt();
        exit.progress = if work.needed > 0.0 { (exit.work / work.needed).min(1.0) } else { 1.0 };
        let (progress, thirds) = (exit.progress, (exit.progress * 3.0 + 1e-4) as u8);
        let another = thirds > exit.thirds;
        exit.thirds = exit.thirds.max(thirds);
        exit.open = progress >= 1.0;
        if work.loud {
            emitter.make_noise(self.names.unlocking, thing.entry, Some(attempt.agent));
        }
        if another {
            emitter.log(HuntEvent::ExitProgress { exit: thing.id, thirds }.into());
        }
        if progress < 1.0 {
            return Status::Running(progress);
        }
        self.exit_open = true;
        if let Some(door) = thing.door {
            things.open.set(door, true);
        }
        emitter.log(HuntEvent::ExitOpened { exit: thing.id }.into());
        Status::Done
    }
}
