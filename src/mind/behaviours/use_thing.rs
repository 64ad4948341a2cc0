//! Using a thing: taking, opening, working at it.

use bevy::math::Vec3;

use super::{Act, Behaviour, Parameter, Progress, Range, Scene, Settings, Walk, parameters::GAITS};
use crate::protocol::{FailReason, Gait, Label, LookRequest, Status, Subject, UseRequest};

/// Uses the target, stepping up to it first where it is out of reach.
pub struct Use;

impl Behaviour for Use {
    fn name(&self) -> &'static str {
        "use"
    }

    fn summary(&self) -> &'static str {
        "use the target by a verb, stepping up to it where need be"
    }

    fn parameters(&self) -> &'static [Parameter] {
        &[
            Parameter { name: "verb", meaning: "what to do with it", range: Range::Word("take") },
            Parameter { name: "gait", meaning: "how to step up to it", range: Range::Choice(GAITS) },
            Parameter {
                name: "step_up",
                meaning: "how near to step up where it is out of reach, metres",
                range: Range::Number(0.3, 0.05, 3.0),
            },
        ]
    }

    fn start(&self, settings: &Settings) -> Box<dyn Act> {
        Box::new(Using {
            verb: settings.word("verb"),
            gait: settings.gait("gait"),
            step_up: settings.number("step_up"),
            walk: Walk::default(),
            posted: None,
            stepping: false,
            tries: 0,
        })
    }
}

struct Using {
    verb: Label,
    gait: Gait,
    step_up: f32,
    walk: Walk,
    posted: Option<u32>,
    stepping: bool,
    tries: u8,
}

impl Act for Using {
    fn tick(&mut self, scene: &mut Scene) -> Progress {
        let (Some(Subject::Thing(thing)), Some(place)) = (scene.target, scene.target_place()) else {
            return Progress::Failed(FailReason::Gone);
        };
        if self.stepping {
            match self.walk.towards(scene, place, self.step_up, self.gait) {
                Progress::Done => self.stepping = false,
                other => return other,
            }
        }
        scene.board.look.post(LookRequest::At(place + Vec3::Y * 0.5));
        let serial = match self.posted {
            Some(serial) => serial,
            None => {
                let serial = scene.board.use_thing.post(UseRequest { thing, verb: self.verb });
                self.posted = Some(serial);
                serial
            }
        };
        match scene.board.use_thing.status_of(serial) {
            Status::Posted | Status::Running(_) => Progress::Running,
            Status::Done => Progress::Done,
            Status::Failed(FailReason::OutOfReach) if self.tries < 2 => {
                self.tries += 1;
                self.stepping = true;
                self.walk.reset();
                self.posted = None;
                Progress::Running
            }
            Status::Failed(reason) => Progress::Failed(reason),
        }
    }

    fn heading(&self) -> Option<Vec3> {
        self.walk.heading()
    }
}
