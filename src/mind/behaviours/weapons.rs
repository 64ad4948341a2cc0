//! Striking and throwing.

use bevy::math::Vec3;

use super::{Behaviour, BehaviourContext, BehaviourSettings, Parameter, Progress, RunningBehaviour, WalkTo};
use crate::protocol::{Aim, FailReason, Gait, LookRequest, Status, StrikeRequest, Subject, ThrowRequest};

/// Strikes the target, staying close to it meanwhile.
pub struct StrikeBehaviour;

impl Behaviour for StrikeBehaviour {
    fn name(&self) -> &'static str {
        "strike"
    }

    fn summary(&self) -> &'static str {
        "strike the target, closing in on it meanwhile"
    }

    fn parameters(&self) -> &'static [Parameter] {
        const ALL: &[Parameter] = &[
            Parameter::gait("gait", "how to close in"),
            Parameter::number("reach", "how near the target must be to strike, metres", 1.1, 0.2, 5.0),
            Parameter::number("give_up_distance", "how far away it gives up, metres", 3.5, 0.5, 20.0),
        ];
        ALL
    }

    fn start(&self, settings: &BehaviourSettings) -> Box<dyn RunningBehaviour> {
        Box::new(Striking { with: settings.clone(), walk: WalkTo::default(), posted: None })
    }
}

struct Striking {
    with: BehaviourSettings,
    walk: WalkTo,
    posted: Option<u32>,
}

impl RunningBehaviour for Striking {
    fn tick(&mut self, context: &mut BehaviourContext) -> Progress {
        let Some(fact) = context.target.and_then(|target| context.memory.about(target)) else {
            return Progress::Failed(FailReason::Gone);
        };
        let Subject::Agent(agent) = fact.subject else { return Progress::Failed(FailReason::Gone) };
        let place = fact.estimate;
        context.board.look.post(LookRequest::At(place + Vec3::Y));
        let distance = context.sense.place.distance(place);
        if let Some(serial) = self.posted {
            // The blow is on its way: keep at it.
            let _ = self.walk.towards(context, place, 0.4, self.with.gait("gait"));
            return match context.board.strike.status_of(serial) {
                Status::Posted | Status::Running(_) => Progress::Running,
                Status::Done => Progress::Done,
                Status::Failed(FailReason::NotReady) => {
                    self.posted = None;
                    Progress::Running
                }
                Status::Failed(reason) => Progress::Failed(reason),
            };
        }
        if distance > self.with.number("give_up_distance") {
            return Progress::Failed(FailReason::OutOfReach);
        }
        if distance <= self.with.number("reach") {
            self.posted = Some(context.board.strike.post(StrikeRequest { target: Some(agent) }));
        }
        match self.walk.towards(context, place, 0.4, self.with.gait("gait")) {
            Progress::Failed(reason) => Progress::Failed(reason),
            _ => Progress::Running,
        }
    }

    fn heading(&self) -> Option<Vec3> {
        self.walk.heading()
    }
}

/// Throws or casts something at the target, or near it.
pub struct ThrowBehaviour;

impl Behaviour for ThrowBehaviour {
    fn name(&self) -> &'static str {
        "throw"
    }

    fn summary(&self) -> &'static str {
        "throw something at the target, ahead of it where it moves, or away from oneself to distract it"
    }

    fn parameters(&self) -> &'static [Parameter] {
        const ALL: &[Parameter] = &[
            Parameter::word("projectile", "a projectile of the rules", "bolt"),
            Parameter::number("projectile_speed", "how fast it is believed to fly, metres a second", 18.0, 1.0, 100.0),
            Parameter::number("aim_seconds", "how long to stand and aim first, seconds", 0.25, 0.0, 5.0),
            Parameter::number("aim_height", "how high above the target's feet to aim, metres", 1.1, 0.0, 3.0),
            Parameter::number(
                "decoy_distance",
                "how far from the target to throw, on its far side from oneself, metres; 0 throws at it",
                0.0,
                0.0,
                40.0,
            ),
        ];
        ALL
    }

    fn start(&self, settings: &BehaviourSettings) -> Box<dyn RunningBehaviour> {
        Box::new(Throwing { with: settings.clone(), posted: None })
    }
}

struct Throwing {
    with: BehaviourSettings,
    posted: Option<u32>,
}

impl RunningBehaviour for Throwing {
    fn tick(&mut self, context: &mut BehaviourContext) -> Progress {
        let Some((place, velocity, in_sight)) = context
            .target
            .and_then(|target| context.memory.about(target))
            .map(|fact| (fact.estimate, fact.velocity, fact.in_sight))
        else {
            return Progress::Failed(FailReason::Gone);
        };
        if let Some(serial) = self.posted {
            return match context.board.throw.status_of(serial) {
                Status::Posted | Status::Running(_) => Progress::Running,
                Status::Done => Progress::Done,
                Status::Failed(reason) => Progress::Failed(reason),
            };
        }
        let at = if self.with.number("decoy_distance") > 0.0 {
            aside_of(context, place, self.with.number("decoy_distance"))
        } else {
            let flight = context.sense.place.distance(place) / self.with.number("projectile_speed").max(1.0);
            place + velocity * flight + Vec3::Y * self.with.number("aim_height")
        };
        super::walk::stay(context, Gait::Walk);
        context.board.look.post(LookRequest::At(at));
        // One aims with one's eyes: what has left sight is not thrown at.
        if self.with.number("decoy_distance") <= 0.0 && !in_sight {
            return Progress::Failed(FailReason::Gone);
        }
        if context.elapsed >= self.with.number("aim_seconds") {
            self.posted = Some(
                context.board.throw.post(ThrowRequest { what: self.with.word("projectile"), aim: Aim::Place(at) }),
            );
        }
        Progress::Running
    }
}

/// A spot beside the target that one can see oneself, as far from oneself as may be: where a noise leads astray.
fn aside_of(context: &BehaviourContext, place: Vec3, metres: f32) -> Vec3 {
    let eyes = context.sense.place + Vec3::Y * 1.5;
    context
        .terrain
        .places()
        .iter()
        .filter(|known| known.position.distance(place) <= metres)
        .filter(|known| context.terrain.has_line_of_sight(eyes, known.position + Vec3::Y * 0.5))
        .max_by(|a, b| {
            a.position
                .distance_squared(context.sense.place)
                .total_cmp(&b.position.distance_squared(context.sense.place))
        })
        .map_or(place, |known| known.position)
}
