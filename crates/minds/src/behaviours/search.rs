//! Searching for a lost agent: first where it was last, then where it could have gone.

use std::sync::Arc;

use bevy_math::Vec3;

use super::{
    Behaviour, BehaviourContext, Progress, RunningBehaviour,
    parameters::{Count, GaitName, Number},
    visit::{Visit, VisitProgress},
};
use crate::behaviour_settings;
use crate::protocol::{LookRequest, PlaceId, Subject};

/// The last known position is searched at the nearest ground within this many metres.
const GROUND_RADIUS: f32 = 2.0;
/// A searched place counts as reached within this many metres.
const ARRIVE_RADIUS: f32 = 1.0;

behaviour_settings! {
    /// Settings of `search`.
    struct SearchSettings {
        /// how to move
        gait: GaitName(),
        /// number of places to search after the last known one
        max_places: Count(4, 1, 16),
        /// how long to search, s
        duration: Number(20.0, 1.0, 300.0),
        /// how long to look around at each place, s
        pause_seconds: Number(1.4, 0.0, 20.0),
        /// likelihood that a metre of path outweighs, in thousandths
        path_weight: Number(15.0, 0.0, 1000.0),
        /// a place seen within this many seconds is skipped, s
        skip_seen_within: Number(2.0, 0.0, 60.0),
        /// how far to look to each side, degrees
        scan_degrees: Number(110.0, 0.0, 180.0),
        /// duration of one look to both sides and back, s
        scan_period: Number(2.0, 0.2, 30.0),
    }
}

impl Behaviour for SearchSettings {
    const NAME: &'static str = "search";
    const SUMMARY: &'static str = "go to the last known place of the target, then to the likeliest places it could have reached, looking around at each";

    fn start(self: Arc<Self>) -> Box<dyn RunningBehaviour> {
        let places_left = self.max_places;
        Box::new(Searching { settings: self, places_left, to: None, begun: false, visit: Visit::default() })
    }
}

struct Searching {
    settings: Arc<SearchSettings>,
    places_left: u32,
    to: Option<PlaceId>,
    begun: bool,
    visit: Visit,
}

impl RunningBehaviour for Searching {
    fn tick(&mut self, context: &mut BehaviourContext) -> Progress {
        let settings = &*self.settings;
        if context.elapsed > settings.duration {
            return Progress::Done;
        }
        if self.visit.is_pausing() {
            context.look_around(settings.scan_degrees, settings.scan_period);
        } else {
            context.board.look.post(LookRequest::Ahead);
        }
        match self.visit.advance(context, settings.gait, ARRIVE_RADIUS, settings.pause_seconds) {
            VisitProgress::Running => {}
            VisitProgress::Free => {
                let Some((place, position)) = self.choose(context) else { return Progress::Done };
                self.to = Some(place);
                self.visit.set_out(position, Some(Subject::Place(place)));
            }
            // A place that cannot be reached need not be searched either.
            VisitProgress::Reached | VisitProgress::Missed(_) => {
                if let Some(place) = self.to.take() {
                    context.memory.mark_seen(place);
                }
            }
        }
        Progress::Running
    }

    fn heading(&self) -> Option<Vec3> {
        self.visit.heading()
    }
}

impl Searching {
    fn choose(&mut self, context: &BehaviourContext) -> Option<(PlaceId, Vec3)> {
        let target = context.target?;
        if !self.begun {
            self.begun = true;
            let place = context.terrain.nearest_walkable(context.target_place()?, GROUND_RADIUS)?;
            return Some((context.terrain.nearest_place(place), place));
        }
        self.places_left = self.places_left.checked_sub(1)?;
        let (path_weight, skip) = (self.settings.path_weight / 1000.0, self.settings.skip_seen_within);
        let view = context.view();
        let best = context
            .memory
            .hypotheses()
            .iter()
            .filter(|known| known.of == target && !known.inside)
            .filter(|known| context.memory.seconds_since_seen(known.place).is_none_or(|ago| ago > skip))
            .map(|known| (known.weight - view.path_distance(context.sense.place, known.position) * path_weight, known))
            .max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.place.cmp(&a.1.place)));
        best.map(|(_, found)| (found.place, found.position))
    }
}
