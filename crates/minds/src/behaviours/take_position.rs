//! Taking a firing position and holding an angle: standing where the target can be shot at, with cover from other threats, and
//! where crouching breaks the target's line of sight, and watching where the target will come into view.

use std::sync::Arc;

use bevy_math::Vec3;

use super::{
    Behaviour, BehaviourContext, Progress, RunningBehaviour,
    held_place::{HeldPlace, Spacing, look_at_nearest},
    parameters::{GaitName, Number, QueryName},
    visit::VisitProgress,
    walk::stand_still,
};
use crate::behaviour_settings;
use crate::{
    positions::{PerFactor, PositionCandidate, PositionFactor, PositionRequest, watched_corner},
    protocol::{FailReason, LookRequest},
    queries::CHEST,
};

/// The angle is chosen again once the target is believed to have moved this far, in metres.
const ANGLE_MOVES: f32 = 1.0;

behaviour_settings! {
    /// Settings of `take_position`. The place with the highest score wins.
    struct FiringPositionSettings {
        /// query of other threats, to stay hidden from
        threats: QueryName(),
        /// query of the team-mates whose places are not chosen
        mates: QueryName(),
        /// how to get there
        gait: GaitName(),
        /// gait whose stance to take there
        stance: GaitName(),
        /// longest path to the place, m
        max_distance: Number(14.0, 1.0, 100.0),
        /// shortest distance of the target or a threat from the place, m
        min_distance: Number(4.0, 0.0, 60.0),
        /// best distance of the target from the place, m
        preferred_range: Number(14.0, 0.0, 100.0),
        /// no place within this distance of a team-mate, or of a place that one has reserved, m
        spacing: Number(1.5, 0.0, 20.0),
        /// score of a place that sees the target according to the baked table; rays confirm the choice
        fire_weight: Number(20.0, 0.0, 1000.0),
        /// score of a place that hides a crouching body from all other threats
        cover_weight: Number(15.0, 0.0, 1000.0),
        /// score of a place where crouching hides the body from the target
        crouch_weight: Number(8.0, 0.0, 1000.0),
        /// penalty per metre of path
        path_weight: Number(1.0, 0.0, 100.0),
        /// penalty per metre that the target is off the preferred range
        range_weight: Number(0.5, 0.0, 100.0),
        /// penalty per metre of path in view of a threat or of the target
        danger_weight: Number(0.5, 0.0, 100.0),
        /// how long to hold the angle, s
        hold_seconds: Number(3.0, 0.0, 600.0),
    }
}

impl Behaviour for FiringPositionSettings {
    const NAME: &'static str = "take_position";
    const SUMMARY: &'static str =
        "go to a place to shoot at the target from, and watch where the target will come into view";

    fn start(self: Arc<Self>) -> Box<dyn RunningBehaviour> {
        Box::new(HoldingPosition { settings: self, place: HeldPlace::default(), angle: None })
    }
}

struct HoldingPosition {
    settings: Arc<FiringPositionSettings>,
    place: HeldPlace,
    /// Where the target was believed to be when the angle was chosen, and the point to watch.
    angle: Option<(Vec3, Vec3)>,
}

impl RunningBehaviour for HoldingPosition {
    fn tick(&mut self, context: &mut BehaviourContext) -> Progress {
        let settings = &*self.settings;
        let Some(target) = context.target_place() else { return Progress::Failed(FailReason::Gone) };
        let spacing = Spacing { mates: settings.mates, distance: settings.spacing };
        match self.place.advance(context, settings.gait, spacing) {
            VisitProgress::Running => look_at_nearest(context, settings.threats),
            VisitProgress::Reached => {
                stand_still(context, settings.stance);
                let seconds = settings.hold_seconds;
                self.hold_angle(context, target);
                if self.place.has_stayed(context, seconds) {
                    return Progress::Done;
                }
            }
            VisitProgress::Missed(reason) => return Progress::Failed(reason),
            VisitProgress::Free => match settings.choose(context, target) {
                Some(place) => self.place.set_out(place),
                None => return Progress::Failed(FailReason::Unreachable),
            },
        }
        Progress::Running
    }

    fn heading(&self) -> Option<Vec3> {
        self.place.heading()
    }
}

impl HoldingPosition {
    fn hold_angle(&mut self, context: &mut BehaviourContext, target: Vec3) {
        let known = self.angle.filter(|(at, _)| at.distance(target) < ANGLE_MOVES);
        let (_, watched) = known.unwrap_or_else(|| {
            let from = self.place.position().unwrap_or(context.sense.place);
            (target, watched_corner(context.terrain, from, target))
        });
        if known.is_none() {
            self.angle = Some((target, watched));
        }
        context.board.look.post(LookRequest::At(watched + Vec3::Y * CHEST));
    }
}

impl FiringPositionSettings {
    fn choose(&self, context: &mut BehaviourContext, target: Vec3) -> Option<PositionCandidate> {
        let taken = context.taken_places(self.mates);
        let mut threats = context.places_of(self.threats);
        threats.retain(|threat| *threat != target);
        context.choose_position(
            Self::NAME,
            &PositionRequest {
                target: Some(target),
                threats: &threats,
                taken: &taken,
                spacing: self.spacing,
                weights: PerFactor::of(&[
                    (PositionFactor::LineOfFire, self.fire_weight),
                    (PositionFactor::Cover, self.cover_weight),
                    (PositionFactor::CrouchCover, self.crouch_weight),
                    (PositionFactor::Path, -self.path_weight),
                    (PositionFactor::Range, -self.range_weight),
                    (PositionFactor::Danger, -self.danger_weight),
                ]),
                max_path: self.max_distance,
                min_threat_distance: self.min_distance,
                min_target_distance: self.min_distance,
                preferred_range: self.preferred_range,
                needs_line_of_fire: true,
                ..PositionRequest::default()
            },
        )
    }
}
