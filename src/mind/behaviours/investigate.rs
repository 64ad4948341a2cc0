//! Looking into a sign: a noise, a movement, a mark.

use bevy::math::Vec3;

use super::{
    Behaviour, BehaviourContext, BehaviourSettings, Parameter, Progress, RunningBehaviour,
    visit::{Visit, VisitProgress},
    walk::stay,
};
use crate::protocol::{FailReason, Gait, LookRequest};

/// Goes to where the sign was and looks around.
pub struct InvestigateBehaviour;

impl Behaviour for InvestigateBehaviour {
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
            Parameter::number("ground_radius", "how far from the target to look for ground, metres", 4.0, 0.0, 20.0),
            Parameter::number("face_seconds", "how long to stand and look there first, seconds", 0.5, 0.0, 10.0),
            Parameter::number("arrive_radius", "how near to go, metres", 1.2, 0.2, 10.0),
            Parameter::number("pause_seconds", "how long to look around there, seconds", 2.0, 0.0, 30.0),
            Parameter::degrees(100.0),
            Parameter::period(2.0),
        ];
        ALL
    }

    fn start(&self, settings: &BehaviourSettings) -> Box<dyn RunningBehaviour> {
        Box::new(Investigating { with: settings.clone(), arrived: false, visit: Visit::default() })
    }
}

struct Investigating {
    with: BehaviourSettings,
    arrived: bool,
    visit: Visit,
}

impl RunningBehaviour for Investigating {
    fn tick(&mut self, context: &mut BehaviourContext) -> Progress {
        if self.arrived {
            context.board.look.post(self.with.look());
        } else {
            let Some(place) = context.target_place() else { return Progress::Failed(FailReason::Gone) };
            let place = context.terrain.nearest_walkable(place, self.with.number("ground_radius")).unwrap_or(place);
            context.board.look.post(LookRequest::At(place + Vec3::Y));
            if context.elapsed < self.with.number("face_seconds") && !context.is_inside() {
                stay(context, Gait::Walk);
                return Progress::Running;
            }
            self.visit.follow(place);
        }
        match self.visit.go(
            context,
            self.with.gait("gait"),
            self.with.number("arrive_radius"),
            self.with.number("pause_seconds"),
        ) {
            VisitProgress::Running => Progress::Running,
            VisitProgress::Reached => {
                self.arrived = true;
                Progress::Running
            }
            VisitProgress::Free => Progress::Done,
            VisitProgress::Missed(reason) => Progress::Failed(reason),
        }
    }

    fn heading(&self) -> Option<Vec3> {
        self.visit.heading()
    }
}
