//! Using a thing: taking, opening, working at it.

use bevy::math::Vec3;

use super::{Behaviour, BehaviourContext, BehaviourSettings, Parameter, Progress, RunningBehaviour, WalkTo};
use crate::protocol::{FailReason, LookRequest, Status, Subject, UseRequest};

/// Uses the target, stepping up to it first where it is out of reach.
pub struct UseBehaviour;

impl Behaviour for UseBehaviour {
    fn name(&self) -> &'static str {
        "use"
    }

    fn summary(&self) -> &'static str {
        "use the target by a verb, stepping up to it where need be"
    }

    fn parameters(&self) -> &'static [Parameter] {
        const ALL: &[Parameter] = &[
            Parameter::word("verb", "what to do with it", "take"),
            Parameter::gait("gait", "how to step up to it"),
            Parameter::number(
                "approach_radius",
                "how near to step up where it is out of reach, metres",
                0.3,
                0.05,
                3.0,
            ),
        ];
        ALL
    }

    fn start(&self, settings: &BehaviourSettings) -> Box<dyn RunningBehaviour> {
        let (with, walk) = (settings.clone(), WalkTo::default());
        Box::new(Using { with, walk, posted: None, stepping: false, tries: 0 })
    }
}

struct Using {
    with: BehaviourSettings,
    walk: WalkTo,
    posted: Option<u32>,
    stepping: bool,
    tries: u8,
}

impl RunningBehaviour for Using {
    fn tick(&mut self, context: &mut BehaviourContext) -> Progress {
        let (Some(Subject::Thing(thing)), Some(place)) = (context.target, context.target_place()) else {
            return Progress::Failed(FailReason::Gone);
        };
        if self.stepping {
            match self.walk.towards(context, place, self.with.number("approach_radius"), self.with.gait("gait")) {
                Progress::Done => self.stepping = false,
                // As near as it gets: what stands against a wall may be believed to be inside it.
                Progress::Running if context.board.go.status() == Status::Done => self.stepping = false,
                other => return other,
            }
        }
        context.board.look.post(LookRequest::At(place + Vec3::Y * 0.5));
        let serial = match self.posted {
            Some(serial) => serial,
            None => {
                let serial = context.board.use_thing.post(UseRequest { thing, verb: self.with.word("verb") });
                self.posted = Some(serial);
                serial
            }
        };
        match context.board.use_thing.status_of(serial) {
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
