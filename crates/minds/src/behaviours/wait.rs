//! Standing still, with or without looking around.

use std::sync::Arc;

use super::{
    Behaviour, BehaviourContext, Progress, RunningBehaviour,
    parameters::{GaitName, Number},
    walk::stand_still,
};
use crate::behaviour_settings;
use crate::protocol::{Gait, LookRequest};

behaviour_settings! {
    /// Settings of `wait`.
    struct WaitSettings {
        /// how long, s
        duration: Number(2.0, 0.0, 600.0),
        /// gait whose stance to take
        stance: GaitName(),
    }
}

impl Behaviour for WaitSettings {
    const NAME: &'static str = "wait";
    const SUMMARY: &'static str = "stand still";

    fn start(self: Arc<Self>) -> Box<dyn RunningBehaviour> {
        Box::new(Waiting { duration: self.duration, stance: self.stance, look: None })
    }
}

behaviour_settings! {
    /// Settings of `scan`.
    struct ScanSettings {
        /// how long, s
        duration: Number(2.0, 0.0, 600.0),
        /// gait whose stance to take
        stance: GaitName(),
        /// how far to look to each side, degrees
        scan_degrees: Number(90.0, 0.0, 180.0),
        /// duration of one look to both sides and back, s
        scan_period: Number(2.0, 0.2, 30.0),
    }
}

impl Behaviour for ScanSettings {
    const NAME: &'static str = "scan";
    const SUMMARY: &'static str = "stand still and look around";

    fn start(self: Arc<Self>) -> Box<dyn RunningBehaviour> {
        let look = LookRequest::Scan { degrees: self.scan_degrees, period: self.scan_period };
        Box::new(Waiting { duration: self.duration, stance: self.stance, look: Some(look) })
    }
}

struct Waiting {
    duration: f32,
    stance: Gait,
    look: Option<LookRequest>,
}

impl RunningBehaviour for Waiting {
    fn tick(&mut self, context: &mut BehaviourContext) -> Progress {
        stand_still(context, self.stance);
        if let Some(look) = self.look {
            context.board.look.post(look);
        }
        if context.elapsed >= self.duration { Progress::Done } else { Progress::Running }
    }
}
