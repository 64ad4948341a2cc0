//! Striking and throwing.

use bevy::math::Vec3;

use super::{Act, Behaviour, Parameter, Progress, Range, Scene, Settings, Walk, parameters::GAITS};
use crate::protocol::{Aim, FailReason, Gait, Label, LookRequest, Status, StrikeRequest, Subject, ThrowRequest};

/// Strikes the target, staying close to it meanwhile.
pub struct Strike;

impl Behaviour for Strike {
    fn name(&self) -> &'static str {
        "strike"
    }

    fn summary(&self) -> &'static str {
        "strike the target, closing in on it meanwhile"
    }

    fn parameters(&self) -> &'static [Parameter] {
        &[
            Parameter { name: "gait", meaning: "how to close in", range: Range::Choice(GAITS) },
            Parameter {
                name: "reach",
                meaning: "how near the target must be to strike, metres",
                range: Range::Number(1.1, 0.2, 5.0),
            },
            Parameter {
                name: "lose",
                meaning: "how far away it gives up, metres",
                range: Range::Number(3.5, 0.5, 20.0),
            },
        ]
    }

    fn start(&self, settings: &Settings) -> Box<dyn Act> {
        Box::new(Striking {
            gait: settings.gait("gait"),
            reach: settings.number("reach"),
            lose: settings.number("lose"),
            walk: Walk::default(),
            posted: None,
        })
    }
}

struct Striking {
    gait: Gait,
    reach: f32,
    lose: f32,
    walk: Walk,
    posted: Option<u32>,
}

impl Act for Striking {
    fn tick(&mut self, scene: &mut Scene) -> Progress {
        let Some(fact) = scene.target.and_then(|target| scene.memory.about(target)) else {
            return Progress::Failed(FailReason::Gone);
        };
        let Subject::Agent(agent) = fact.subject else { return Progress::Failed(FailReason::Gone) };
        let place = fact.estimate;
        scene.board.look.post(LookRequest::At(place + Vec3::Y));
        let distance = scene.sense.place.distance(place);
        if let Some(serial) = self.posted {
            // The blow is on its way: keep at it.
            let _ = self.walk.towards(scene, place, 0.4, self.gait);
            return match scene.board.strike.status_of(serial) {
                Status::Posted | Status::Running(_) => Progress::Running,
                Status::Done => Progress::Done,
                Status::Failed(FailReason::NotReady) => {
                    self.posted = None;
                    Progress::Running
                }
                Status::Failed(reason) => Progress::Failed(reason),
            };
        }
        if distance > self.lose {
            return Progress::Failed(FailReason::OutOfReach);
        }
        if distance <= self.reach {
            self.posted = Some(scene.board.strike.post(StrikeRequest { target: Some(agent) }));
        }
        match self.walk.towards(scene, place, 0.4, self.gait) {
            Progress::Failed(reason) => Progress::Failed(reason),
            _ => Progress::Running,
        }
    }

    fn heading(&self) -> Option<Vec3> {
        self.walk.heading()
    }
}

/// Throws or casts something at the target, or near it.
pub struct Throw;

impl Behaviour for Throw {
    fn name(&self) -> &'static str {
        "throw"
    }

    fn summary(&self) -> &'static str {
        "throw something at the target, ahead of it where it moves, or away from oneself to distract it"
    }

    fn parameters(&self) -> &'static [Parameter] {
        &[
            Parameter { name: "what", meaning: "a projectile of the rules", range: Range::Word("bolt") },
            Parameter {
                name: "speed",
                meaning: "how fast it is believed to fly, metres a second",
                range: Range::Number(18.0, 1.0, 100.0),
            },
            Parameter {
                name: "steady",
                meaning: "how long to stand and aim first, seconds",
                range: Range::Number(0.25, 0.0, 5.0),
            },
            Parameter {
                name: "height",
                meaning: "how high above the target's feet to aim, metres",
                range: Range::Number(1.1, 0.0, 3.0),
            },
            Parameter {
                name: "aside",
                meaning: "how far from the target to throw, on its far side from oneself, metres; 0 throws at it",
                range: Range::Number(0.0, 0.0, 40.0),
            },
        ]
    }

    fn start(&self, settings: &Settings) -> Box<dyn Act> {
        Box::new(Throwing {
            what: settings.word("what"),
            speed: settings.number("speed"),
            steady: settings.number("steady"),
            height: settings.number("height"),
            aside: settings.number("aside"),
            posted: None,
        })
    }
}

struct Throwing {
    what: Label,
    speed: f32,
    steady: f32,
    height: f32,
    aside: f32,
    posted: Option<u32>,
}

impl Act for Throwing {
    fn tick(&mut self, scene: &mut Scene) -> Progress {
        let Some((place, velocity, in_sight)) = scene
            .target
            .and_then(|target| scene.memory.about(target))
            .map(|fact| (fact.estimate, fact.velocity, fact.in_sight))
        else {
            return Progress::Failed(FailReason::Gone);
        };
        if let Some(serial) = self.posted {
            return match scene.board.throw.status_of(serial) {
                Status::Posted | Status::Running(_) => Progress::Running,
                Status::Done => Progress::Done,
                Status::Failed(reason) => Progress::Failed(reason),
            };
        }
        let at = if self.aside > 0.0 {
            aside_of(scene, place, self.aside)
        } else {
            let flight = scene.sense.place.distance(place) / self.speed.max(1.0);
            place + velocity * flight + Vec3::Y * self.height
        };
        super::walk::stay(scene, Gait::Walk);
        scene.board.look.post(LookRequest::At(at));
        // One aims with one's eyes: what has left sight is not thrown at.
        if self.aside <= 0.0 && !in_sight {
            return Progress::Failed(FailReason::Gone);
        }
        if scene.elapsed >= self.steady {
            self.posted = Some(scene.board.throw.post(ThrowRequest { what: self.what, aim: Aim::Place(at) }));
        }
        Progress::Running
    }
}

/// A spot beside the target that one can see oneself, as far from oneself as may be: where a noise leads astray.
fn aside_of(scene: &Scene, place: Vec3, metres: f32) -> Vec3 {
    let eyes = scene.sense.place + Vec3::Y * 1.5;
    scene
        .terrain
        .places()
        .iter()
        .filter(|known| known.position.distance(place) <= metres)
        .filter(|known| scene.terrain.sight(eyes, known.position + Vec3::Y * 0.5))
        .max_by(|a, b| {
            a.position.distance_squared(scene.sense.place).total_cmp(&b.position.distance_squared(scene.sense.place))
        })
        .map_or(place, |known| known.position)
}
