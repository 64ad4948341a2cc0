//! Exploring: look at terrain never seen, then at terrain not seen for longest.

use std::sync::Arc;

use bevy_math::Vec3;

use super::{
    Behaviour, BehaviourContext, Progress, RunningBehaviour,
    go_to::quiet_gait,
    parameters::{GaitName, Number, QueryName},
    patrol::MAX_MISSED,
    separation::Separation,
    visit::{Visit, VisitProgress, best_place},
};
use crate::behaviour_settings;
use crate::protocol::{FailReason, PlaceId, Subject};

/// A place counts as reached within this many metres.
const ARRIVE_RADIUS: f32 = 0.8;

behaviour_settings! {
    /// Settings of `explore`. A place is scored in metres of path; the highest score wins.
    struct ExploreSettings {
        /// how to move
        gait: GaitName(),
        /// query of what to keep away from
        avoid: QueryName(),
        /// how far from its members to keep, m
        avoid_radius: Number(10.0, 0.0, 60.0),
        /// penalty right beside a member, m
        avoid_weight: Number(40.0, 0.0, 500.0),
        /// crouch near members of this query
        crouch_near: QueryName(),
        /// distance to them within which to crouch, m
        crouch_radius: Number(9.0, 0.0, 60.0),
        /// score of a place never seen, m
        unseen_bonus: Number(35.0, 0.0, 500.0),
        /// additional score per other unseen place of the same room, m
        room_bonus: Number(1.0, 0.0, 20.0),
        /// number of unseen places of a room that count at most
        room_bonus_places: Number(12.0, 0.0, 100.0),
        /// a destination seen from afar is dropped if it had not been seen for so long, s
        stale_after: Number(5.0, 0.0, 600.0),
        /// score per second since a place was seen, m
        neglect_weight: Number(0.2, 0.0, 10.0),
        /// maximum score of a place that has been seen, m
        max_neglect: Number(15.0, 0.0, 500.0),
        /// query of the team-mates to keep apart from
        separate_from: QueryName(),
        /// how far from them and from their reserved targets to keep, m
        separation_radius: Number(6.0, 0.0, 60.0),
        /// penalty right beside one of them, m
        separation_weight: Number(20.0, 0.0, 500.0),
        /// maximum random addition to a score, m
        randomness: Number(2.0, 0.0, 60.0),
        /// how far to look to each side, degrees
        scan_degrees: Number(50.0, 0.0, 180.0),
        /// duration of one look to both sides and back, s
        scan_period: Number(2.4, 0.2, 30.0),
    }
}

impl Behaviour for ExploreSettings {
    const NAME: &'static str = "explore";
    const SUMMARY: &'static str = "look at terrain never seen, then at terrain not seen for longest";

    fn start(self: Arc<Self>) -> Box<dyn RunningBehaviour> {
        Box::new(Exploring { settings: self, to: None, missed: Vec::new(), visit: Visit::default() })
    }
}

struct Exploring {
    settings: Arc<ExploreSettings>,
    /// The destination, and how many seconds ago it had been seen when it was chosen; `None` for never.
    to: Option<(PlaceId, Option<f32>)>,
    missed: Vec<PlaceId>,
    visit: Visit,
}

impl RunningBehaviour for Exploring {
    fn tick(&mut self, context: &mut BehaviourContext) -> Progress {
        let settings = &*self.settings;
        context.look_around(settings.scan_degrees, settings.scan_period);
        // A place seen from afar need not be visited.
        if let Some((place, before)) = self.to {
            let seen = context.memory.seconds_since_seen(place).is_some_and(|ago| ago < 1.0);
            if seen && before.is_none_or(|before| before > settings.stale_after) {
                self.to = None;
                self.visit.cancel();
            }
        }
        let gait = quiet_gait(context, settings.crouch_near, settings.crouch_radius, settings.gait);
        match self.visit.advance(context, gait, ARRIVE_RADIUS, 0.0) {
            VisitProgress::Running => {}
            VisitProgress::Free => {
                let Some((place, position)) = settings.choose(context, &self.missed) else {
                    return Progress::Failed(FailReason::Unreachable);
                };
                self.to = Some((place, context.memory.seconds_since_seen(place)));
                self.visit.set_out(position, Some(Subject::Place(place)));
            }
            VisitProgress::Reached => {
                if let Some((place, _)) = self.to.take() {
                    context.memory.mark_seen(place);
                }
            }
            VisitProgress::Missed(reason) => {
                self.missed.extend(self.to.take().map(|(place, _)| place));
                if self.missed.len() >= MAX_MISSED {
                    return Progress::Failed(reason);
                }
            }
        }
        Progress::Running
    }

    fn heading(&self) -> Option<Vec3> {
        self.visit.heading()
    }
}

impl ExploreSettings {
    fn choose(&self, context: &mut BehaviourContext, missed: &[PlaceId]) -> Option<(PlaceId, Vec3)> {
        let unseen = unseen_by_room(context);
        let here = context.terrain.nearest_place(context.sense.place);
        let avoided = context.places_of(self.avoid);
        let avoid_radius = self.avoid_radius.max(0.1);
        let separation = Separation::new(context, self.separate_from, self.separation_radius, self.separation_weight);
        best_place(context, f32::INFINITY, self.randomness, |context, id, place, to_beat| {
            let path = context.terrain.place_distance(here, id);
            if !path.is_finite() || id == here || missed.contains(&id) {
                return None;
            }
            let interest = match context.memory.seconds_since_seen(id) {
                None => {
                    let others = unseen.get(usize::from(place.room)).copied().unwrap_or(0);
                    self.unseen_bonus + self.room_bonus * f32::from(others).min(self.room_bonus_places)
                }
                Some(ago) => (ago * self.neglect_weight).min(self.max_neglect),
            };
            // The penalties only lower the score: skip them if it is too low already.
            if interest - path < to_beat {
                return None;
            }
            let nearness = |avoided: &Vec3| (1.0 - avoided.distance(place.position) / avoid_radius).max(0.0);
            let danger: f32 = avoided.iter().map(nearness).sum();
            Some(interest - path - self.avoid_weight * danger - separation.penalty(place.position))
        })
    }
}

/// The number of places never seen, by room.
fn unseen_by_room(context: &BehaviourContext) -> Vec<u16> {
    let mut unseen = Vec::new();
    for (index, place) in context.terrain.places().iter().enumerate() {
        let room = usize::from(place.room);
        if unseen.len() <= room {
            unseen.resize(room + 1, 0);
        }
        if context.memory.seconds_since_seen(index as PlaceId).is_none()
            && let Some(count) = unseen.get_mut(room)
        {
            *count += 1;
        }
    }
    unseen
}
