//! Looking into a sign: a noise, a movement, a mark.

use bevy::math::Vec3;

use super::{Act, Behaviour, Parameter, Progress, Range, Scene, Settings, Walk, parameters::GAITS, walk::stay};
use crate::protocol::{FailReason, Gait, LookRequest};

/// Goes to where the sign was and looks around.
pub struct Investigate;

impl Behaviour for Investigate {
    fn name(&self) -> &'static str {
        "investigate"
    }

    fn summary(&self) -> &'static str {
        "turn to the target's place, go there and look around"
    }

    fn parameters(&self) -> &'static [Parameter] {
        &[
            Parameter { name: "gait", meaning: "how to move", range: Range::Choice(GAITS) },
            Parameter {
                name: "turn",
                meaning: "how long to stand and look there first, seconds",
                range: Range::Number(0.5, 0.0, 10.0),
            },
            Parameter { name: "within", meaning: "how near to go, metres", range: Range::Number(1.2, 0.2, 10.0) },
            Parameter {
                name: "pause",
                meaning: "how long to look around there, seconds",
                range: Range::Number(2.0, 0.0, 30.0),
            },
            Parameter {
                name: "degrees",
                meaning: "how far to look to each side there",
                range: Range::Number(100.0, 0.0, 180.0),
            },
            Parameter {
                name: "period",
                meaning: "seconds for one look to and fro",
                range: Range::Number(2.0, 0.2, 30.0),
            },
        ]
    }

    fn start(&self, settings: &Settings) -> Box<dyn Act> {
        Box::new(Investigating {
            gait: settings.gait("gait"),
            turn: settings.number("turn"),
            within: settings.number("within"),
            pause: settings.number("pause"),
            scan: LookRequest::Scan { degrees: settings.number("degrees"), period: settings.number("period") },
            arrived: None,
            walk: Walk::default(),
        })
    }
}

struct Investigating {
    gait: Gait,
    turn: f32,
    within: f32,
    pause: f32,
    scan: LookRequest,
    arrived: Option<f32>,
    walk: Walk,
}

impl Act for Investigating {
    fn tick(&mut self, scene: &mut Scene) -> Progress {
        if let Some(arrived) = self.arrived {
            scene.board.look.post(self.scan);
            return if scene.elapsed - arrived >= self.pause { Progress::Done } else { Progress::Running };
        }
        let Some(place) = scene.target_place() else { return Progress::Failed(FailReason::Gone) };
        // What is heard is a place with an error, and may lie inside a wall.
        let place = scene.terrain.nearest(place, 4.0).unwrap_or(place);
        scene.board.look.post(LookRequest::At(place + Vec3::Y));
        if scene.elapsed < self.turn && !scene.is_inside() {
            stay(scene, Gait::Walk);
            return Progress::Running;
        }
        match self.walk.towards(scene, place, self.within, self.gait) {
            Progress::Done => {
                self.arrived = Some(scene.elapsed);
                stay(scene, Gait::Walk);
                Progress::Running
            }
            other => other,
        }
    }

    fn heading(&self) -> Option<Vec3> {
        self.walk.heading()
    }
}
