//! Staying: waiting, looking around, guarding.

use bevy::math::Vec3;
use rand::Rng;

use super::{Act, Behaviour, Parameter, Progress, Range, Scene, Settings, Walk, parameters::GAITS, walk::stay};
use crate::protocol::{FailReason, Gait, LookRequest};

/// Stands still for a while.
pub struct Wait;

impl Behaviour for Wait {
    fn name(&self) -> &'static str {
        "wait"
    }

    fn summary(&self) -> &'static str {
        "stand still for a while"
    }

    fn parameters(&self) -> &'static [Parameter] {
        &[
            Parameter { name: "seconds", meaning: "how long, seconds", range: Range::Number(2.0, 0.0, 600.0) },
            Parameter { name: "stance", meaning: "the gait whose stance to take", range: Range::Choice(GAITS) },
        ]
    }

    fn start(&self, settings: &Settings) -> Box<dyn Act> {
        Box::new(Standing { seconds: settings.number("seconds"), stance: settings.gait("stance"), look: None })
    }
}

/// Stands still and looks around.
pub struct Scan;

impl Behaviour for Scan {
    fn name(&self) -> &'static str {
        "scan"
    }

    fn summary(&self) -> &'static str {
        "stand still and look to and fro"
    }

    fn parameters(&self) -> &'static [Parameter] {
        &[
            Parameter { name: "seconds", meaning: "how long, seconds", range: Range::Number(2.0, 0.0, 600.0) },
            Parameter { name: "stance", meaning: "the gait whose stance to take", range: Range::Choice(GAITS) },
            Parameter { name: "degrees", meaning: "how far to each side", range: Range::Number(90.0, 0.0, 180.0) },
            Parameter {
                name: "period",
                meaning: "seconds for one look to and fro",
                range: Range::Number(2.0, 0.2, 30.0),
            },
        ]
    }

    fn start(&self, settings: &Settings) -> Box<dyn Act> {
        let look = LookRequest::Scan { degrees: settings.number("degrees"), period: settings.number("period") };
        Box::new(Standing { seconds: settings.number("seconds"), stance: settings.gait("stance"), look: Some(look) })
    }
}

struct Standing {
    seconds: f32,
    stance: Gait,
    look: Option<LookRequest>,
}

impl Act for Standing {
    fn tick(&mut self, scene: &mut Scene) -> Progress {
        stay(scene, self.stance);
        if let Some(look) = self.look {
            scene.board.look.post(look);
        }
        if scene.elapsed >= self.seconds { Progress::Done } else { Progress::Running }
    }
}

/// Walks about near the target, keeping it in view.
pub struct Guard;

impl Behaviour for Guard {
    fn name(&self) -> &'static str {
        "guard"
    }

    fn summary(&self) -> &'static str {
        "walk about near the target, from one spot that overlooks it to another"
    }

    fn parameters(&self) -> &'static [Parameter] {
        &[
            Parameter { name: "gait", meaning: "how to move", range: Range::Choice(GAITS) },
            Parameter {
                name: "nearest",
                meaning: "how near to stay at least, metres",
                range: Range::Number(3.0, 0.0, 50.0),
            },
            Parameter {
                name: "farthest",
                meaning: "how far to go at most, metres",
                range: Range::Number(10.0, 0.5, 60.0),
            },
            Parameter {
                name: "pause",
                meaning: "how long to stand at each spot, seconds",
                range: Range::Number(2.5, 0.0, 60.0),
            },
            Parameter {
                name: "degrees",
                meaning: "how far to look to each side there",
                range: Range::Number(100.0, 0.0, 180.0),
            },
            Parameter {
                name: "period",
                meaning: "seconds for one look to and fro",
                range: Range::Number(3.0, 0.2, 30.0),
            },
        ]
    }

    fn start(&self, settings: &Settings) -> Box<dyn Act> {
        Box::new(Guarding {
            gait: settings.gait("gait"),
            nearest: settings.number("nearest"),
            farthest: settings.number("farthest"),
            pause: settings.number("pause"),
            look: LookRequest::Scan { degrees: settings.number("degrees"), period: settings.number("period") },
            next: None,
            until: None,
            walk: Walk::default(),
        })
    }
}

struct Guarding {
    gait: Gait,
    nearest: f32,
    farthest: f32,
    pause: f32,
    look: LookRequest,
    next: Option<Vec3>,
    until: Option<f32>,
    walk: Walk,
}

impl Act for Guarding {
    fn tick(&mut self, scene: &mut Scene) -> Progress {
        scene.board.look.post(self.look);
        if let Some(until) = self.until {
            if scene.elapsed < until {
                return Progress::Running;
            }
            self.until = None;
        }
        let Some(target) = scene.target_place() else { return Progress::Failed(FailReason::Gone) };
        let Some(place) = self.next.or_else(|| self.choose(scene, target)) else {
            return Progress::Failed(FailReason::Unreachable);
        };
        self.next = Some(place);
        match self.walk.towards(scene, place, 0.8, self.gait) {
            Progress::Running => return Progress::Running,
            Progress::Done => {
                stay(scene, Gait::Walk);
                self.until = Some(scene.elapsed + self.pause);
            }
            Progress::Failed(reason) if self.until.is_none() && scene.elapsed < 1.0 => return Progress::Failed(reason),
            Progress::Failed(_) => {}
        }
        self.next = None;
        self.walk.reset();
        Progress::Running
    }

    fn heading(&self) -> Option<Vec3> {
        self.walk.heading()
    }
}

impl Guarding {
    /// One of the spots around the target from which it is seen; any near one where none is.
    fn choose(&self, scene: &mut Scene, target: Vec3) -> Option<Vec3> {
        let at = scene.terrain.place_at(target);
        let here = scene.terrain.place_at(scene.sense.place);
        let mut best: Option<(f32, Vec3)> = None;
        for (index, place) in scene.terrain.places().iter().enumerate() {
            let id = index as u16;
            let distance = place.position.distance(target);
            let way = scene.terrain.place_travel(at, id);
            if id == here || distance < self.nearest || way > self.farthest * 1.5 || distance > self.farthest {
                continue;
            }
            let seen = if scene.terrain.place_sees(id, at) { 20.0 } else { 0.0 };
            let neglect = scene.memory.stood_ago(id).unwrap_or(60.0).min(60.0) * 0.2;
            let worth = seen + neglect + scene.chance.gen_range(0.0..4.0_f32);
            if best.is_none_or(|(known, _)| worth > known) {
                best = Some((worth, place.position));
            }
        }
        best.map(|(_, place)| place)
    }
}
