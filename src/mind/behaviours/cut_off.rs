//! Cutting somebody off: to be at the doorway he makes for before he is.

use bevy::math::Vec3;

use super::{Act, Behaviour, Parameter, Progress, Scene, Settings, Walk, walk::stay};
use crate::{
    mind::notions::Meeting,
    protocol::{FailReason, Gait, LookRequest},
};

/// Goes to the member of a notion that the target moves towards, and waits for it there.
pub struct CutOff;

impl Behaviour for CutOff {
    fn name(&self) -> &'static str {
        "cut_off"
    }

    fn summary(&self) -> &'static str {
        "go to the member of a notion that the target makes for, where one can be there first, and wait for it there"
    }

    fn parameters(&self) -> &'static [Parameter] {
        const ALL: &[Parameter] = &[
            Parameter::notion("at", "the notion at whose members one waits: doorways"),
            Parameter::GAIT,
            Parameter::number("lead", "how much shorter one's own way there must be, metres", 3.0, 0.0, 50.0),
            Parameter::number("farthest", "how far the target's way there may be, metres", 25.0, 1.0, 100.0),
            Parameter::number("again", "how often to look where it makes for, seconds", 0.4, 0.05, 5.0),
            Parameter::number("within", "how near is near enough, metres", 0.8, 0.1, 10.0),
            Parameter::number("wait", "how long to wait there, seconds", 1.5, 0.0, 30.0),
        ];
        ALL
    }

    fn start(&self, settings: &Settings) -> Box<dyn Act> {
        let with = settings.clone();
        Box::new(CuttingOff { with, place: None, looked: 0.0, arrived: None, walk: Walk::default() })
    }
}

struct CuttingOff {
    with: Settings,
    place: Option<Vec3>,
    looked: f32,
    arrived: Option<f32>,
    walk: Walk,
}

impl Act for CuttingOff {
    fn tick(&mut self, scene: &mut Scene) -> Progress {
        let with = &self.with;
        let Some(known) = scene.target.and_then(|target| scene.memory.about(target)) else {
            return Progress::Failed(FailReason::Gone);
        };
        let (estimate, in_sight) = (known.estimate, known.in_sight);
        if let Some(since) = self.arrived {
            stay(scene, Gait::Walk);
            scene.board.look.post(LookRequest::At(estimate + Vec3::Y));
            return if scene.elapsed - since >= with.number("wait") { Progress::Done } else { Progress::Running };
        }
        if self.place.is_none() || in_sight && scene.elapsed - self.looked >= with.number("again") {
            self.looked = scene.elapsed;
            let meeting = with.notion("at").map(|at| Meeting {
                at,
                lead: if self.place.is_some() { 0.0 } else { with.number("lead") },
                farthest: with.number("farthest"),
            });
            self.place = meeting.and_then(|meeting| scene.view().meet(&meeting, known));
        }
        // It has turned away, or will be there first: run after it instead.
        let Some(place) = self.place else { return Progress::Failed(FailReason::Missed) };
        scene.board.look.post(if in_sight { LookRequest::At(estimate + Vec3::Y) } else { LookRequest::Ahead });
        match self.walk.towards(scene, place, with.number("within"), with.gait("gait")) {
            Progress::Done => {
                self.arrived = Some(scene.elapsed);
                Progress::Running
            }
            other => other,
        }
    }

    fn heading(&self) -> Option<Vec3> {
        self.walk.heading()
    }
}
