//! Hiding in a hiding place until there is no threat.

use std::sync::Arc;

use bevy_math::Vec3;

use super::{
    Behaviour, BehaviourContext, Progress, RunningBehaviour, WalkTo,
    parameters::{GaitName, Number, QueryName, Word},
    walk::leave_hiding_place,
};
use crate::behaviour_settings;
use crate::protocol::{FailReason, LookRequest, Status, Subject, UseRequest};

/// How near to approach a hiding place, in metres.
const APPROACH_RADIUS: f32 = 0.4;
/// The reading of being inside follows the request with a delay of up to this, in seconds.
const INSIDE_DELAY: f32 = 0.5;

behaviour_settings! {
    /// Settings of `hide`.
    struct HideSettings {
        /// how to get there
        gait: GaitName(),
        /// query of the threats; while it has members the agent stays inside
        threats: QueryName(),
        /// time without threats after which the agent comes out, s
        calm_seconds: Number(5.0, 0.0, 120.0),
        /// name of a reading; while it is above 0 the agent stays inside
        stay_while_reading: Word(""),
        /// longest stay, s
        max_seconds: Number(30.0, 1.0, 600.0),
        /// how far to look to each side, degrees
        scan_degrees: Number(40.0, 0.0, 180.0),
        /// duration of one look to both sides and back, s
        scan_period: Number(4.0, 0.2, 30.0),
    }
}

impl Behaviour for HideSettings {
    const NAME: &'static str = "hide";
    const SUMMARY: &'static str = "go to the target, get into it, stay while there are threats, come out";

    fn start(self: Arc<Self>) -> Box<dyn RunningBehaviour> {
        Box::new(Hiding { settings: self, stage: HideStage::Going, walk: WalkTo::default() })
    }
}

enum HideStage {
    Going,
    /// The serial number of the request.
    Entering(u32),
    /// Times in seconds since the action began.
    Inside {
        since: f32,
        threatened: f32,
    },
    /// When it got in, in seconds since the action began.
    Leaving {
        since: f32,
    },
}

struct Hiding {
    settings: Arc<HideSettings>,
    stage: HideStage,
    walk: WalkTo,
}

impl RunningBehaviour for Hiding {
    fn tick(&mut self, context: &mut BehaviourContext) -> Progress {
        match self.stage {
            HideStage::Going => self.go(context),
            HideStage::Entering(serial) => self.enter(context, serial),
            HideStage::Inside { since, threatened } => self.stay_inside(context, since, threatened),
            HideStage::Leaving { since } => self.leave(context, since),
        }
    }

    fn heading(&self) -> Option<Vec3> {
        self.walk.heading()
    }
}

impl Hiding {
    fn go(&mut self, context: &mut BehaviourContext) -> Progress {
        let (Some(target), Some(place)) = (context.target, context.target_place()) else {
            return Progress::Failed(FailReason::Gone);
        };
        let Subject::Thing(thing) = target else { return Progress::Failed(FailReason::Gone) };
        if context.sense.inside == Some(thing) {
            self.stage = HideStage::Inside { since: context.elapsed, threatened: context.elapsed };
            return Progress::Running;
        }
        context.board.look.post(LookRequest::Ahead);
        match self.walk.walk(context, place, APPROACH_RADIUS, self.settings.gait) {
            Progress::Done => {
                let verb = context.memory.settings().data.hiding.enter;
                self.stage = HideStage::Entering(
                    context.board.use_thing.post(UseRequest { target: Subject::Thing(thing), verb }),
                );
                Progress::Running
            }
            other => other,
        }
    }

    fn enter(&mut self, context: &mut BehaviourContext, serial: u32) -> Progress {
        match context.board.use_thing.status_of(serial) {
            Status::Failed(reason) => Progress::Failed(reason),
            Status::Done => {
                self.stage = HideStage::Inside { since: context.elapsed, threatened: context.elapsed };
                Progress::Running
            }
            _ => Progress::Running,
        }
    }

    fn stay_inside(&mut self, context: &mut BehaviourContext, since: f32, threatened: f32) -> Progress {
        let settings = &*self.settings;
        context.look_around(settings.scan_degrees, settings.scan_period);
        let has_threats = self.has_threats(context);
        let must_stay = context.sense.get(settings.stay_while_reading).unwrap_or(0.0) > 0.0;
        let threatened = if has_threats || must_stay { context.elapsed } else { threatened };
        let over =
            context.elapsed - threatened >= settings.calm_seconds || context.elapsed - since >= settings.max_seconds;
        // Another agent may have pulled this one out.
        let pulled_out = context.elapsed - since > INSIDE_DELAY && !context.is_inside();
        self.stage =
            if over || pulled_out { HideStage::Leaving { since } } else { HideStage::Inside { since, threatened } };
        Progress::Running
    }

    fn has_threats(&self, context: &BehaviourContext) -> bool {
        let view = context.view();
        self.settings.threats.is_some_and(|query| view.members(query).next().is_some())
    }

    /// Comes out, or stays after all if a threat appears meanwhile.
    fn leave(&mut self, context: &mut BehaviourContext, since: f32) -> Progress {
        let Some(thing) = context.sense.inside else { return Progress::Done };
        if context.elapsed - since < self.settings.max_seconds && self.has_threats(context) {
            context.board.use_thing.clear();
            self.stage = HideStage::Inside { since, threatened: context.elapsed };
            return Progress::Running;
        }
        leave_hiding_place(context, thing)
    }
}
