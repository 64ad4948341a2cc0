//! Wandering: go to some place nearby and stay there for a moment.

use std::sync::Arc;

use bevy_math::Vec3;

use super::{
    Behaviour, BehaviourContext, Progress, RunningBehaviour,
    parameters::{GaitName, Number, QueryName},
    visit::{Visit, VisitProgress, best_place},
};
use crate::behaviour_settings;
use crate::protocol::FailReason;

/// A place counts as reached within this many metres.
const ARRIVE_RADIUS: f32 = 0.8;

behaviour_settings! {
    /// Settings of `wander`. A place is scored in metres; the highest score wins.
    struct WanderSettings {
        /// how to move
        gait: GaitName(),
        /// shortest path to the place, m
        min_distance: Number(3.0, 0.0, 60.0),
        /// longest path to the place, m
        max_distance: Number(15.0, 1.0, 100.0),
        /// query of what to stay near, such as the herd
        stay_near: QueryName(),
        /// distance from its members from which on a place is worse, m
        stay_radius: Number(8.0, 0.0, 100.0),
        /// query of what to keep away from
        avoid: QueryName(),
        /// how far from its members to keep, m
        avoid_radius: Number(12.0, 0.0, 100.0),
        /// penalty right beside one of them, m
        avoid_weight: Number(40.0, 0.0, 500.0),
        /// score per second since the agent was there, m
        neglect_weight: Number(0.1, 0.0, 10.0),
        /// those seconds count up to, s
        max_neglect: Number(120.0, 0.0, 3600.0),
        /// maximum random addition to a score, m
        randomness: Number(12.0, 0.0, 100.0),
        /// how long to stay there, s
        pause_seconds: Number(2.0, 0.0, 60.0),
        /// how far to look to each side, degrees
        scan_degrees: Number(60.0, 0.0, 180.0),
        /// duration of one look to both sides and back, s
        scan_period: Number(4.0, 0.2, 30.0),
    }
}

impl Behaviour for WanderSettings {
    const NAME: &'static str = "wander";
    const SUMMARY: &'static str = "go to some place nearby and stay there for a moment";

    fn start(self: Arc<Self>) -> Box<dyn RunningBehaviour> {
        Box::new(Wandering { settings: self, visit: Visit::default(), set_out: false })
    }
}

struct Wandering {
    settings: Arc<WanderSettings>,
    visit: Visit,
    set_out: bool,
}

impl RunningBehaviour for Wandering {
    fn tick(&mut self, context: &mut BehaviourContext) -> Progress {
        let settings = &*self.settings;
        context.look_around(settings.scan_degrees, settings.scan_period);
        match self.visit.advance(context, settings.gait, ARRIVE_RADIUS, settings.pause_seconds) {
            VisitProgress::Free if self.set_out => Progress::Done,
            VisitProgress::Free => {
                let Some(place) = settings.choose(context) else { return Progress::Failed(FailReason::Unreachable) };
                self.set_out = true;
                self.visit.set_out(place, None);
                Progress::Running
            }
            VisitProgress::Running | VisitProgress::Reached => Progress::Running,
            VisitProgress::Missed(reason) => Progress::Failed(reason),
        }
    }

    fn heading(&self) -> Option<Vec3> {
        self.visit.heading()
    }
}

impl WanderSettings {
    fn choose(&self, context: &mut BehaviourContext) -> Option<Vec3> {
        let here = context.terrain.nearest_place(context.sense.place);
        let (company, avoided) = (context.places_of(self.stay_near), context.places_of(self.avoid));
        let best = best_place(context, self.max_distance, self.randomness, |context, id, place, _| {
            let path = context.terrain.place_distance(here, id);
            if id == here || !(self.min_distance..=self.max_distance).contains(&path) {
                return None;
            }
            let neglect = context.memory.seconds_since_visited(id).unwrap_or(self.max_neglect).min(self.max_neglect);
            let to = |other: &Vec3| other.distance(place.position);
            let astray = company.iter().map(to).reduce(f32::min).map_or(0.0, |far| (far - self.stay_radius).max(0.0));
            let nearness = |other: &Vec3| (1.0 - to(other) / self.avoid_radius.max(0.1)).max(0.0);
            let danger: f32 = avoided.iter().map(nearness).sum();
            Some(neglect * self.neglect_weight - astray - danger * self.avoid_weight)
        });
        best.map(|(_, place)| place)
    }
}
