//! Hiding in something, until the coast is clear.

use bevy::math::Vec3;

use super::{Act, Behaviour, Parameter, Progress, Scene, Settings, Walk, walk::come_out};
use crate::protocol::{FailReason, LookRequest, Status, Subject, UseRequest};

/// Goes to a hiding place, gets in, peeks, and comes out when nothing threatens.
pub struct Hide;

impl Behaviour for Hide {
    fn name(&self) -> &'static str {
        "hide"
    }

    fn summary(&self) -> &'static str {
        "go to the target, get into it, stay while a notion has members, come out"
    }

    fn parameters(&self) -> &'static [Parameter] {
        const ALL: &[Parameter] = &[
            Parameter::gait("gait", "how to get there"),
            Parameter::notion("threats", "the notion while whose members are near one stays"),
            Parameter::number("calm", "how long nothing must threaten before one comes out, seconds", 5.0, 0.0, 120.0),
            Parameter::word(
                "stay_while",
                "a reading: while it is above 0 one stays, whether or not something threatens",
                "",
            ),
            Parameter::number("longest", "the longest to stay, seconds", 30.0, 1.0, 600.0),
            Parameter::degrees(40.0),
            Parameter::period(4.0),
        ];
        ALL
    }

    fn start(&self, settings: &Settings) -> Box<dyn Act> {
        Box::new(Hiding { with: settings.clone(), stage: Stage::Going, walk: Walk::default() })
    }
}

enum Stage {
    Going,
    Entering(u32),
    Inside { since: f32, alarmed: f32 },
    Leaving,
}

struct Hiding {
    with: Settings,
    stage: Stage,
    walk: Walk,
}

impl Act for Hiding {
    fn tick(&mut self, scene: &mut Scene) -> Progress {
        match self.stage {
            Stage::Going => self.go(scene),
            Stage::Entering(serial) => self.enter(scene, serial),
            Stage::Inside { since, alarmed } => self.stay_inside(scene, since, alarmed),
            Stage::Leaving => {
                if scene.is_inside() {
                    return come_out(scene);
                }
                scene.memory.set_inside(None);
                Progress::Done
            }
        }
    }

    fn heading(&self) -> Option<Vec3> {
        self.walk.heading()
    }
}

impl Hiding {
    fn go(&mut self, scene: &mut Scene) -> Progress {
        let (Some(target), Some(place)) = (scene.target, scene.target_place()) else {
            return Progress::Failed(FailReason::Gone);
        };
        let Subject::Thing(thing) = target else { return Progress::Failed(FailReason::Gone) };
        if scene.is_inside() && scene.memory.inside() == Some(thing) {
            self.stage = Stage::Inside { since: scene.elapsed, alarmed: scene.elapsed };
            return Progress::Running;
        }
        scene.board.look.post(LookRequest::Ahead);
        match self.walk.towards(scene, place, 0.4, self.with.gait("gait")) {
            Progress::Done => {
                let verb = scene.memory.settings().data.shelter.enter;
                self.stage = Stage::Entering(scene.board.use_thing.post(UseRequest { thing, verb }));
                Progress::Running
            }
            other => other,
        }
    }

    fn enter(&mut self, scene: &mut Scene, serial: u32) -> Progress {
        match scene.board.use_thing.status_of(serial) {
            Status::Failed(reason) => Progress::Failed(reason),
            Status::Done => {
                if let Some(Subject::Thing(thing)) = scene.target {
                    scene.memory.set_inside(Some(thing));
                }
                self.stage = Stage::Inside { since: scene.elapsed, alarmed: scene.elapsed };
                Progress::Running
            }
            _ => Progress::Running,
        }
    }

    fn stay_inside(&mut self, scene: &mut Scene, since: f32, alarmed: f32) -> Progress {
        scene.board.look.post(self.with.look());
        let view = scene.view();
        let threatened = self.with.notion("threats").is_some_and(|notion| view.members(notion).next().is_some());
        let ailing = scene.sense.get(self.with.word("stay_while")).unwrap_or(0.0) > 0.0;
        let alarmed = if threatened || ailing { scene.elapsed } else { alarmed };
        let over =
            scene.elapsed - alarmed >= self.with.number("calm") || scene.elapsed - since >= self.with.number("longest");
        // Pulled out by somebody, one is inside no more.
        let out = scene.elapsed - since > 0.5 && !scene.is_inside();
        self.stage = if over || out { Stage::Leaving } else { Stage::Inside { since, alarmed } };
        Progress::Running
    }
}
