//! Cutting somebody off: to be at the doorway he makes for before he is.

use bevy::math::Vec3;

use super::{
    Behaviour, BehaviourContext, BehaviourSettings, Parameter, Progress, RunningBehaviour, WalkTo, walk::stay,
};
use crate::{
    mind::queries::Interception,
    protocol::{FailReason, Gait, LookRequest},
};

/// Goes to the member of a query that the target moves towards, and waits for it there.
pub struct CutOffBehaviour;

impl Behaviour for CutOffBehaviour {
    fn name(&self) -> &'static str {
        "cut_off"
    }

    fn summary(&self) -> &'static str {
        "go to the member of a query that the target makes for, where one can be there first, and wait for it there"
    }

    fn parameters(&self) -> &'static [Parameter] {
        const ALL: &[Parameter] = &[
            Parameter::query("intercept_at", "the query at whose members one waits: doorways"),
            Parameter::GAIT,
            Parameter::number("min_lead", "how much shorter one's own way there must be, metres", 3.0, 0.0, 50.0),
            Parameter::number("max_distance", "how far the target's way there may be, metres", 25.0, 1.0, 100.0),
            Parameter::number("update_interval", "how often to look where it makes for, seconds", 0.4, 0.05, 5.0),
            Parameter::number("arrive_radius", "how near is near enough, metres", 0.8, 0.1, 10.0),
            Parameter::number("wait_seconds", "how long to wait there, seconds", 1.5, 0.0, 30.0),
        ];
        ALL
    }

    fn start(&self, settings: &BehaviourSettings) -> Box<dyn RunningBehaviour> {
        let with = settings.clone();
        Box::new(CuttingOff { with, place: None, looked: 0.0, arrived: None, walk: WalkTo::default() })
    }
}

struct CuttingOff {
    with: BehaviourSettings,
    place: Option<Vec3>,
    looked: f32,
    arrived: Option<f32>,
    walk: WalkTo,
}

impl RunningBehaviour for CuttingOff {
    fn tick(&mut self, context: &mut BehaviourContext) -> Progress {
        let with = &self.with;
        let Some(known) = context.target.and_then(|target| context.memory.about(target)) else {
            return Progress::Failed(FailReason::Gone);
        };
        let (estimate, in_sight) = (known.estimate, known.in_sight);
        if let Some(since) = self.arrived {
            stay(context, Gait::Walk);
            context.board.look.post(LookRequest::At(estimate + Vec3::Y));
            return if context.elapsed - since >= with.number("wait_seconds") {
                Progress::Done
            } else {
                Progress::Running
            };
        }
        if self.place.is_none() || in_sight && context.elapsed - self.looked >= with.number("update_interval") {
            self.looked = context.elapsed;
            let interception = with.query("intercept_at").map(|at| Interception {
                at,
                lead: if self.place.is_some() { 0.0 } else { with.number("min_lead") },
                max_distance: with.number("max_distance"),
            });
            self.place = interception.and_then(|interception| context.view().intercept(&interception, known));
        }
        // It has turned away, or will be there first: run after it instead.
        let Some(place) = self.place else { return Progress::Failed(FailReason::Missed) };
        context.board.look.post(if in_sight { LookRequest::At(estimate + Vec3::Y) } else { LookRequest::Ahead });
        match self.walk.towards(context, place, with.number("arrive_radius"), with.gait("gait")) {
            Progress::Done => {
                self.arrived = Some(context.elapsed);
                Progress::Running
            }
            other => other,
        }
    }

    fn heading(&self) -> Option<Vec3> {
        self.walk.heading()
    }
}
