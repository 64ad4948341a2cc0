//! Looking into a sign: a noise, a movement, a mark.

use bevy::math::Vec3;

use super::{
    Act, Behaviour, Parameter, Progress, Scene, Settings,
    round::{Leg, Round},
    walk::stay,
};
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
        const ALL: &[Parameter] = &[
            Parameter::GAIT,
            // What is heard may lie inside a wall.
            Parameter::number("ground", "how far from the target to look for ground, metres", 4.0, 0.0, 20.0),
            Parameter::number("turn", "how long to stand and look there first, seconds", 0.5, 0.0, 10.0),
            Parameter::number("within", "how near to go, metres", 1.2, 0.2, 10.0),
            Parameter::number("pause", "how long to look around there, seconds", 2.0, 0.0, 30.0),
            Parameter::degrees(100.0),
            Parameter::period(2.0),
        ];
        ALL
    }

    fn start(&self, settings: &Settings) -> Box<dyn Act> {
        Box::new(Investigating { with: settings.clone(), arrived: false, round: Round::default() })
    }
}

struct Investigating {
    with: Settings,
    arrived: bool,
    round: Round,
}

impl Act for Investigating {
    fn tick(&mut self, scene: &mut Scene) -> Progress {
        if self.arrived {
            scene.board.look.post(self.with.look());
        } else {
            let Some(place) = scene.target_place() else { return Progress::Failed(FailReason::Gone) };
            let place = scene.terrain.nearest(place, self.with.number("ground")).unwrap_or(place);
            scene.board.look.post(LookRequest::At(place + Vec3::Y));
            if scene.elapsed < self.with.number("turn") && !scene.is_inside() {
                stay(scene, Gait::Walk);
                return Progress::Running;
            }
            self.round.follow(place);
        }
        match self.round.go(scene, self.with.gait("gait"), self.with.number("within"), self.with.number("pause")) {
            Leg::Running => Progress::Running,
            Leg::Reached => {
                self.arrived = true;
                Progress::Running
            }
            Leg::Free => Progress::Done,
            Leg::Missed(reason) => Progress::Failed(reason),
        }
    }

    fn heading(&self) -> Option<Vec3> {
        self.round.heading()
    }
}
