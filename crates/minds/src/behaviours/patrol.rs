//! Patrolling: coverage rather than a fixed loop. The next point is the one most worth its path.

use std::sync::Arc;

use bevy_math::Vec3;
use rand::Rng;

use super::{
    Behaviour, BehaviourContext, Progress, RunningBehaviour,
    parameters::{GaitName, Number, QueryName},
    separation::Separation,
    visit::{Visit, VisitProgress, best_place},
};
use crate::behaviour_settings;
use crate::protocol::{FailReason, Subject};

/// How many points in a row may turn out to be unreachable before the behaviour fails.
pub(super) const MAX_MISSED: usize = 5;

behaviour_settings! {
    /// Settings of `patrol`. A point is scored in seconds since it was last visited; the highest score wins.
    struct PatrolSettings {
        /// query of the points to visit; without members, all terrain is patrolled
        points: QueryName(),
        /// how to move
        gait: GaitName(),
        /// distance at which a point counts as visited, m
        arrive_radius: Number(1.2, 0.2, 10.0),
        /// how long to look around at each point, s
        pause_seconds: Number(0.8, 0.0, 30.0),
        /// penalty per metre of path, s
        path_weight: Number(2.5, 0.0, 60.0),
        /// maximum score of a point not visited for long, s
        max_neglect: Number(240.0, 1.0, 3600.0),
        /// query of the team-mates to keep apart from
        separate_from: QueryName(),
        /// how far from them and from their reserved targets to keep, m
        separation_radius: Number(10.0, 0.0, 60.0),
        /// penalty right beside one of them, s
        separation_weight: Number(120.0, 0.0, 3600.0),
        /// maximum random addition to a score, s; keeps agents from walking in step
        randomness: Number(6.0, 0.0, 60.0),
        /// how far to look to each side, degrees
        scan_degrees: Number(35.0, 0.0, 180.0),
        /// duration of one look to both sides and back, s
        scan_period: Number(4.0, 0.2, 30.0),
    }
}

impl Behaviour for PatrolSettings {
    const NAME: &'static str = "patrol";
    const SUMMARY: &'static str =
        "visit points, those not visited for longest first, and leave to team-mates what they have reserved";

    fn start(self: Arc<Self>) -> Box<dyn RunningBehaviour> {
        Box::new(Patrolling { settings: self, to: None, visit: Visit::default(), missed: 0 })
    }
}

struct Patrolling {
    settings: Arc<PatrolSettings>,
    to: Option<Subject>,
    visit: Visit,
    missed: usize,
}

impl RunningBehaviour for Patrolling {
    fn tick(&mut self, context: &mut BehaviourContext) -> Progress {
        let settings = &*self.settings;
        context.look_around(settings.scan_degrees, settings.scan_period);
        match self.visit.advance(context, settings.gait, settings.arrive_radius, settings.pause_seconds) {
            VisitProgress::Running => return Progress::Running,
            VisitProgress::Free => {
                let Some((subject, place)) = settings.choose(context) else {
                    return Progress::Failed(FailReason::Unreachable);
                };
                self.to = Some(subject);
                self.visit.set_out(place, Some(subject));
                return Progress::Running;
            }
            VisitProgress::Reached => self.missed = 0,
            VisitProgress::Missed(reason) => {
                self.missed += 1;
                if self.missed >= MAX_MISSED {
                    return Progress::Failed(reason);
                }
            }
        }
        if let Some(subject) = self.to.take() {
            context.memory.mark_checked(subject);
        }
        Progress::Running
    }

    fn heading(&self) -> Option<Vec3> {
        self.visit.heading()
    }
}

impl PatrolSettings {
    fn choose(&self, context: &mut BehaviourContext) -> Option<(Subject, Vec3)> {
        let point = self.points.and_then(|points| self.choose_point(points, context));
        point.or_else(|| self.choose_terrain_place(context))
    }

    fn separation(&self, context: &BehaviourContext) -> Separation {
        Separation::new(context, self.separate_from, self.separation_radius, self.separation_weight)
    }

    /// The terrain place not visited for longest.
    fn choose_terrain_place(&self, context: &mut BehaviourContext) -> Option<(Subject, Vec3)> {
        let here = context.terrain.nearest_place(context.sense.place);
        let separation = self.separation(context);
        let best = best_place(context, f32::INFINITY, self.randomness, |context, id, place, _| {
            let path = context.terrain.place_distance(here, id);
            let neglect = context.memory.seconds_since_visited(id).unwrap_or(self.max_neglect).min(self.max_neglect);
            (path.is_finite() && id != here)
                .then(|| neglect - path * self.path_weight - separation.penalty(place.position))
        });
        best.map(|(id, place)| (Subject::Place(id), place))
    }

    fn choose_point(&self, points: usize, context: &mut BehaviourContext) -> Option<(Subject, Vec3)> {
        let separation = self.separation(context);
        let mut best: Option<(f32, Subject, Vec3)> = None;
        for index in 0..context.memory.facts().len() {
            // Drawn for every fact, so that the sequence does not depend on which facts are points.
            let random = if self.randomness > 0.0 { context.rng.gen_range(0.0..self.randomness) } else { 0.0 };
            let view = context.view();
            let Some(fact) = context.memory.facts().get(index).filter(|fact| view.matches(points, fact)) else {
                continue;
            };
            let unvisited = fact.checked.map_or(self.max_neglect, |tick| context.memory.seconds_since(tick));
            let neglect = unvisited.min(self.max_neglect);
            let path = view.path_distance(context.sense.place, fact.place);
            let score = neglect - path * self.path_weight - separation.penalty(fact.place) + random;
            if best.is_none_or(|(known, ..)| score > known) {
                best = Some((score, fact.subject, fact.place));
            }
        }
        best.map(|(_, subject, place)| (subject, place))
    }
}
