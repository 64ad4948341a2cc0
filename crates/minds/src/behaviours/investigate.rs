//! Investigating a sign such as a noise, a movement or a trace.

use std::sync::Arc;

use bevy_math::Vec3;

use super::{
    Behaviour, BehaviourContext, Progress, RunningBehaviour,
    parameters::{GaitName, Number},
    visit::{Visit, VisitProgress},
    walk::stand_still,
};
use crate::behaviour_settings;
use crate::protocol::{FailReason, Gait, LookRequest};

behaviour_settings! {
    /// Settings of `investigate`.
    struct InvestigateSettings {
        /// how to move
        gait: GaitName(),
        /// how far from the target to look for walkable ground, m; a noise may come from inside a wall
        ground_radius: Number(4.0, 0.0, 20.0),
        /// how long to stand and face the target before going there, s
        face_seconds: Number(0.5, 0.0, 10.0),
        /// distance at which the target counts as reached, m
        arrive_radius: Number(1.2, 0.2, 10.0),
        /// how long to look around there, s
        pause_seconds: Number(2.0, 0.0, 30.0),
        /// how far to look to each side, degrees
        scan_degrees: Number(100.0, 0.0, 180.0),
        /// duration of one look to both sides and back, s
        scan_period: Number(2.0, 0.2, 30.0),
    }
}

impl Behaviour for InvestigateSettings {
    const NAME: &'static str = "investigate";
    const SUMMARY: &'static str = "face the target, go there and look around";

    fn start(self: Arc<Self>) -> Box<dyn RunningBehaviour> {
        Box::new(Investigating { settings: self, arrived: false, visit: Visit::default() })
    }
}

struct Investigating {
    settings: Arc<InvestigateSettings>,
    arrived: bool,
    visit: Visit,
}

impl RunningBehaviour for Investigating {
    fn tick(&mut self, context: &mut BehaviourContext) -> Progress {
        let settings = &*self.settings;
        if self.arrived {
            context.look_around(settings.scan_degrees, settings.scan_period);
        } else {
            let Some(place) = context.target_place() else { return Progress::Failed(FailReason::Gone) };
            let place = context.terrain.nearest_walkable(place, settings.ground_radius).unwrap_or(place);
            context.board.look.post(LookRequest::At(place + Vec3::Y));
            if context.elapsed < settings.face_seconds && !context.is_inside() {
                stand_still(context, Gait::Walk);
                return Progress::Running;
            }
            self.visit.follow(place);
        }
        match self.visit.advance(context, settings.gait, settings.arrive_radius, settings.pause_seconds) {
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
