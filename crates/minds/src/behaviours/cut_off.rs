//! Cutting an agent off: be at the doorway it is heading for before it gets there.

use std::sync::Arc;

use bevy_math::Vec3;

use super::{
    Behaviour, BehaviourContext, Progress, RunningBehaviour, WalkTo,
    parameters::{GaitName, Number, QueryName},
    walk::stand_still,
};
use crate::behaviour_settings;
use crate::{
    protocol::{FailReason, Gait, LookRequest},
    queries::Interception,
};

behaviour_settings! {
    /// Settings of `cut_off`.
    struct CutOffSettings {
        /// query of the possible meeting points, such as doorways
        intercept_at: QueryName(),
        /// how to move
        gait: GaitName(),
        /// how much shorter this agent's path to the meeting point must be, m
        min_lead: Number(3.0, 0.0, 50.0),
        /// longest path of the target to the meeting point, m
        max_distance: Number(25.0, 1.0, 100.0),
        /// time between two predictions of where the target is heading, s
        update_interval: Number(0.4, 0.05, 5.0),
        /// distance at which the meeting point counts as reached, m
        arrive_radius: Number(0.8, 0.1, 10.0),
        /// how long to wait at the meeting point, s
        wait_seconds: Number(1.5, 0.0, 30.0),
    }
}

impl Behaviour for CutOffSettings {
    const NAME: &'static str = "cut_off";
    const SUMMARY: &'static str = "go to the meeting point that the target is heading for and wait for it there";

    fn start(self: Arc<Self>) -> Box<dyn RunningBehaviour> {
        Box::new(CuttingOff { settings: self, place: None, updated: 0.0, arrived: None, walk: WalkTo::default() })
    }
}

struct CuttingOff {
    settings: Arc<CutOffSettings>,
    place: Option<Vec3>,
    updated: f32,
    arrived: Option<f32>,
    walk: WalkTo,
}

impl RunningBehaviour for CuttingOff {
    fn tick(&mut self, context: &mut BehaviourContext) -> Progress {
        let settings = &*self.settings;
        let Some(fact) = context.target.and_then(|target| context.memory.about(target)) else {
            return Progress::Failed(FailReason::Gone);
        };
        let (estimate, in_sight) = (fact.estimate, fact.in_sight);
        if let Some(since) = self.arrived {
            stand_still(context, Gait::Walk);
            context.board.look.post(LookRequest::At(estimate + Vec3::Y));
            return if context.elapsed - since >= settings.wait_seconds { Progress::Done } else { Progress::Running };
        }
        if self.place.is_none() || in_sight && context.elapsed - self.updated >= settings.update_interval {
            self.updated = context.elapsed;
            let interception = settings.intercept_at.map(|at| Interception {
                at,
                lead: if self.place.is_some() { 0.0 } else { settings.min_lead },
                max_distance: settings.max_distance,
            });
            self.place = interception.and_then(|interception| context.view().intercept(&interception, fact));
        }
        // The target has turned away or will be there first: chasing it is better.
        let Some(place) = self.place else { return Progress::Failed(FailReason::Missed) };
        context.board.look.post(if in_sight { LookRequest::At(estimate + Vec3::Y) } else { LookRequest::Ahead });
        match self.walk.walk(context, place, settings.arrive_radius, settings.gait) {
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
