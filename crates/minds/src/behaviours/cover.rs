//! Taking cover from threats, where they are believed to be.

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
    positions::{PerFactor, PositionCandidate, PositionFactor, PositionRequest},
    protocol::FailReason,
};

behaviour_settings! {
    /// Settings of `take_cover`. The place with the highest score wins.
    struct CoverSettings {
        /// query of the threats to hide from
        threats: QueryName(),
        /// query of the team-mates whose places are not chosen
        mates: QueryName(),
        /// how to get there
        gait: GaitName(),
        /// gait whose stance to take there
        stance: GaitName(),
        /// longest path to the place, m
        max_distance: Number(14.0, 1.0, 100.0),
        /// shortest distance of a threat from the place, m
        min_threat_distance: Number(4.0, 0.0, 60.0),
        /// no place within this distance of a team-mate, or of a place that one has reserved, m
        spacing: Number(1.5, 0.0, 20.0),
        /// score of a place that hides a crouching body from all threats
        cover_weight: Number(30.0, 0.0, 1000.0),
        /// penalty per metre of path
        path_weight: Number(1.5, 0.0, 100.0),
        /// score per metre that the nearest threat is farther away, up to 20 m
        away_weight: Number(0.2, -100.0, 100.0),
        /// penalty per metre of path in view of a threat
        danger_weight: Number(0.0, 0.0, 100.0),
        /// how long to stay there, s; at 0 the action ends on arrival
        duration: Number(0.0, 0.0, 600.0),
    }
}

impl Behaviour for CoverSettings {
    const NAME: &'static str = "take_cover";
    const SUMMARY: &'static str = "go where obstacles hide a crouching body from the threats, and stay there";

    fn start(self: Arc<Self>) -> Box<dyn RunningBehaviour> {
        Box::new(TakingCover { settings: self, place: HeldPlace::default() })
    }
}

struct TakingCover {
    settings: Arc<CoverSettings>,
    place: HeldPlace,
}

impl RunningBehaviour for TakingCover {
    fn tick(&mut self, context: &mut BehaviourContext) -> Progress {
        let settings = &*self.settings;
        look_at_nearest(context, settings.threats);
        let spacing = Spacing { mates: settings.mates, distance: settings.spacing };
        match self.place.advance(context, settings.gait, spacing) {
            VisitProgress::Running => {}
            VisitProgress::Reached => {
                stand_still(context, settings.stance);
                // On arrival the agent takes the stance first, so that the action never ends upright.
                if self.place.has_stayed(context, settings.duration) {
                    return Progress::Done;
                }
            }
            VisitProgress::Missed(reason) => return Progress::Failed(reason),
            VisitProgress::Free => match settings.choose(context) {
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

impl CoverSettings {
    fn choose(&self, context: &mut BehaviourContext) -> Option<PositionCandidate> {
        let (threats, taken) = (context.places_of(self.threats), context.taken_places(self.mates));
        context.choose_position(
            Self::NAME,
            &PositionRequest {
                threats: &threats,
                taken: &taken,
                spacing: self.spacing,
                weights: PerFactor::of(&[
                    (PositionFactor::Cover, self.cover_weight),
                    (PositionFactor::Path, -self.path_weight),
                    (PositionFactor::Away, self.away_weight),
                    (PositionFactor::Danger, -self.danger_weight),
                ]),
                max_path: self.max_distance,
                min_threat_distance: self.min_threat_distance,
                needs_cover: true,
                ..PositionRequest::default()
            },
        )
    }
}
