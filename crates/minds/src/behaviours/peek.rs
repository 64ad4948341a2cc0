//! Peeking: going where the target can be seen if it is where it is believed to be, looking, and going back into cover. A body cannot
//! lean, so that leaning out is a step aside or upright.

use std::sync::Arc;

use bevy_math::Vec3;

use super::{
    Behaviour, BehaviourContext, Progress, RunningBehaviour, WalkTo,
    held_place::{HeldPlace, Spacing},
    parameters::{Flag, GaitName, Number, QueryName},
    visit::VisitProgress,
    walk::stand_still,
};
use crate::behaviour_settings;
use crate::{
    positions::{PerFactor, PositionCandidate, PositionFactor, PositionRequest},
    protocol::{BodyPosture, FailReason, Gait, LookRequest},
    queries::CHEST,
};

/// Back in cover within this many metres of where it was left.
const RETURN_RADIUS: f32 = 0.3;
/// A step aside must end within this many metres of where it was to end.
const STEP_RADIUS: f32 = 0.2;

behaviour_settings! {
    /// Settings of `peek`. The place with the highest score wins.
    struct PeekSettings {
        /// query of other threats, to stay hidden from
        threats: QueryName(),
        /// query of the team-mates whose places are not chosen
        mates: QueryName(),
        /// how to move
        gait: GaitName(),
        /// longest path to a place that sees the target, m
        max_distance: Number(6.0, 0.5, 60.0),
        /// shortest distance of such a place from the target, m
        min_target_distance: Number(5.0, 0.0, 60.0),
        /// no place within this distance of a team-mate, or of a place that one has reserved, m
        spacing: Number(1.0, 0.0, 20.0),
        /// how far to step aside from where the agent stands, if that is enough to see the target, m; 0 for not at all
        lean_distance: Number(0.0, 0.0, 3.0),
        /// score of a place that sees the target according to the baked table; rays confirm the choice
        fire_weight: Number(20.0, 0.0, 1000.0),
        /// score of a place that hides a crouching body from all other threats
        cover_weight: Number(0.0, 0.0, 1000.0),
        /// penalty per metre of path
        path_weight: Number(1.0, 0.0, 100.0),
        /// penalty per metre of path in view of a threat or of the target
        danger_weight: Number(0.0, 0.0, 100.0),
        /// how long to look from there, s
        hold_seconds: Number(1.5, 0.0, 60.0),
        /// whether to go back afterwards, if the agent was in cover from the target at first, and crouch there
        return_to_cover: Flag(false),
    }
}

impl Behaviour for PeekSettings {
    const NAME: &'static str = "peek";
    const SUMMARY: &'static str =
        "go where there is a line of sight to where the target is believed to be, and look there";

    fn start(self: Arc<Self>) -> Box<dyn RunningBehaviour> {
        Box::new(Peeking { settings: self, place: HeldPlace::default(), cover: None, back: None })
    }
}

struct Peeking {
    settings: Arc<PeekSettings>,
    place: HeldPlace,
    /// The cover that was left.
    cover: Option<Vec3>,
    /// The walk back into it.
    back: Option<WalkTo>,
}

impl RunningBehaviour for Peeking {
    fn tick(&mut self, context: &mut BehaviourContext) -> Progress {
        let settings = &*self.settings;
        let Some(target) = context.target_place() else { return Progress::Failed(FailReason::Gone) };
        context.board.look.post(LookRequest::At(target + Vec3::Y * CHEST));
        if let (Some(walk), Some(cover)) = (&mut self.back, self.cover) {
            return match walk.walk(context, cover, RETURN_RADIUS, settings.gait) {
                Progress::Running => Progress::Running,
                _ => {
                    stand_still(context, Gait::Crouch);
                    Progress::Done
                }
            };
        }
        let spacing = Spacing { mates: settings.mates, distance: settings.spacing };
        match self.place.advance(context, settings.gait, spacing) {
            VisitProgress::Running => {}
            VisitProgress::Reached => {
                stand_still(context, settings.gait);
                if self.place.has_stayed(context, settings.hold_seconds) {
                    if self.cover.is_none() {
                        return Progress::Done;
                    }
                    self.back = Some(WalkTo::default());
                }
            }
            VisitProgress::Missed(reason) => return Progress::Failed(reason),
            VisitProgress::Free => {
                let here = context.sense.place;
                let in_cover =
                    settings.return_to_cover && !context.terrain.is_exposed(target, here, BodyPosture::Crouched);
                self.cover = self.cover.or(in_cover.then_some(here));
                match settings.choose(context, target) {
                    Some(place) => self.place.set_out(place),
                    None => return Progress::Failed(FailReason::Unreachable),
                }
            }
        }
        Progress::Running
    }

    fn heading(&self) -> Option<Vec3> {
        if self.back.is_some() { self.cover } else { self.place.heading() }
    }
}

impl PeekSettings {
    fn choose(&self, context: &mut BehaviourContext, target: Vec3) -> Option<PositionCandidate> {
        let (points, taken) = (self.points(context, target), context.taken_places(self.mates));
        let mut threats = context.places_of(self.threats);
        threats.retain(|threat| *threat != target);
        context.choose_position(
            Self::NAME,
            &PositionRequest {
                target: Some(target),
                threats: &threats,
                points: &points,
                taken: &taken,
                spacing: self.spacing,
                weights: PerFactor::of(&[
                    (PositionFactor::LineOfFire, self.fire_weight),
                    (PositionFactor::Cover, self.cover_weight),
                    (PositionFactor::Path, -self.path_weight),
                    (PositionFactor::Danger, -self.danger_weight),
                ]),
                max_path: self.max_distance,
                min_target_distance: self.min_target_distance,
                needs_line_of_fire: true,
                ..PositionRequest::default()
            },
        )
    }

    /// Upright where the agent is, and a step or half a step to either side.
    fn points(&self, context: &BehaviourContext, target: Vec3) -> Vec<Vec3> {
        if self.lean_distance <= 0.0 {
            return Vec::new();
        }
        let here = context.sense.place;
        let aside = (target - here).cross(Vec3::Y).normalize_or_zero() * self.lean_distance;
        let steps = [0.0, 0.5, -0.5, 1.0, -1.0].map(|share| here + aside * share);
        steps.into_iter().filter_map(|point| context.terrain.nearest_walkable(point, STEP_RADIUS)).collect()
    }
}
