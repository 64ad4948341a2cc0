//! Staying near the target: openly, to guard it, or out of sight of threats, to lurk.

use std::sync::Arc;

use bevy_math::Vec3;

use super::{
    Behaviour, BehaviourContext, Progress, RunningBehaviour,
    parameters::{GaitName, Number, QueryName},
    visit::{Visit, VisitProgress, best_place},
    walk::stand_still,
};
use crate::behaviour_settings;
use crate::protocol::FailReason;

/// A post counts as reached within this many metres.
const GUARD_ARRIVE_RADIUS: f32 = 0.8;
/// The path to a post may be longer than `max_distance` by this factor.
const MAX_DETOUR: f32 = 1.5;
/// If the first post is missed within this many seconds, the target cannot be guarded.
const FIRST_POST_SECONDS: f32 = 1.0;
/// A lurking place counts as reached within this many metres.
const LURK_ARRIVE_RADIUS: f32 = 0.6;

behaviour_settings! {
    /// Settings of `guard`. The post with the highest score wins.
    struct GuardSettings {
        /// how to move
        gait: GaitName(),
        /// minimum distance to the target, m
        min_distance: Number(3.0, 0.0, 50.0),
        /// maximum distance to the target, m
        max_distance: Number(10.0, 0.5, 60.0),
        /// score of a post that sees the target
        visible_bonus: Number(20.0, 0.0, 100.0),
        /// score per second since the agent last stood there
        neglect_weight: Number(0.2, 0.0, 10.0),
        /// those seconds count up to, s
        max_neglect: Number(60.0, 0.0, 600.0),
        /// maximum random addition to a score
        randomness: Number(4.0, 0.0, 60.0),
        /// how long to stand at each post, s
        pause_seconds: Number(2.5, 0.0, 60.0),
        /// how far to look to each side, degrees
        scan_degrees: Number(100.0, 0.0, 180.0),
        /// duration of one look to both sides and back, s
        scan_period: Number(3.0, 0.2, 30.0),
    }
}

impl Behaviour for GuardSettings {
    const NAME: &'static str = "guard";
    const SUMMARY: &'static str = "walk from one post near the target to another, preferring posts that see it";

    fn start(self: Arc<Self>) -> Box<dyn RunningBehaviour> {
        Box::new(Guarding { settings: self, visit: Visit::default() })
    }
}

/// A place chosen by where the target is, or why there is none.
fn near_target(
    context: &mut BehaviourContext,
    choose: impl FnOnce(&mut BehaviourContext, Vec3) -> Option<Vec3>,
) -> Result<Vec3, FailReason> {
    let target = context.target_place().ok_or(FailReason::Gone)?;
    choose(context, target).ok_or(FailReason::Unreachable)
}

struct Guarding {
    settings: Arc<GuardSettings>,
    visit: Visit,
}

impl RunningBehaviour for Guarding {
    fn tick(&mut self, context: &mut BehaviourContext) -> Progress {
        let settings = &*self.settings;
        context.look_around(settings.scan_degrees, settings.scan_period);
        match self.visit.advance(context, settings.gait, GUARD_ARRIVE_RADIUS, settings.pause_seconds) {
            VisitProgress::Running | VisitProgress::Reached => {}
            VisitProgress::Missed(reason) if context.elapsed < FIRST_POST_SECONDS => return Progress::Failed(reason),
            VisitProgress::Free | VisitProgress::Missed(_) => {
                match near_target(context, |context, target| settings.choose(context, target)) {
                    Ok(place) => self.visit.set_out(place, None),
                    Err(reason) => return Progress::Failed(reason),
                }
            }
        }
        Progress::Running
    }

    fn heading(&self) -> Option<Vec3> {
        self.visit.heading()
    }
}

impl GuardSettings {
    fn choose(&self, context: &mut BehaviourContext, target: Vec3) -> Option<Vec3> {
        let target_place = context.terrain.nearest_place(target);
        let here = context.terrain.nearest_place(context.sense.place);
        let best = best_place(context, f32::INFINITY, self.randomness, |context, id, place, _| {
            let distance = place.position.distance(target);
            let path = context.terrain.place_distance(target_place, id);
            let out_of_range =
                distance < self.min_distance || path > self.max_distance * MAX_DETOUR || distance > self.max_distance;
            if id == here || out_of_range {
                return None;
            }
            let visible = context.terrain.is_place_visible(id, target_place);
            let bonus = if visible { self.visible_bonus } else { 0.0 };
            let neglect = context.memory.seconds_since_visited(id).unwrap_or(self.max_neglect);
            Some(bonus + neglect.min(self.max_neglect) * self.neglect_weight)
        });
        best.map(|(_, place)| place)
    }
}

behaviour_settings! {
    /// Settings of `lurk`. The place with the highest score wins.
    struct LurkSettings {
        /// query of the threats to stay hidden from
        threats: QueryName(),
        /// how to get to the place
        gait: GaitName(),
        /// gait whose stance to take there
        stance: GaitName(),
        /// shortest path of any threat to the place, m
        min_distance: Number(10.0, 0.0, 60.0),
        /// longest path from the target to the place, m
        max_distance: Number(22.0, 1.0, 100.0),
        /// score of a place that no threat sees, m
        hidden_bonus: Number(30.0, 0.0, 100.0),
        /// penalty per metre of this agent's path
        path_weight: Number(0.7, 0.0, 10.0),
        /// how long to lurk, s
        duration: Number(15.0, 0.5, 600.0),
        /// maximum random addition to a score, m
        randomness: Number(2.0, 0.0, 60.0),
        /// how far to look to each side, degrees
        scan_degrees: Number(60.0, 0.0, 180.0),
        /// duration of one look to both sides and back, s
        scan_period: Number(3.0, 0.2, 30.0),
    }
}

impl Behaviour for LurkSettings {
    const NAME: &'static str = "lurk";
    const SUMMARY: &'static str = "stay near the target, out of sight of the threats";

    fn start(self: Arc<Self>) -> Box<dyn RunningBehaviour> {
        Box::new(Lurking { settings: self, arrived: false, visit: Visit::default() })
    }
}

struct Lurking {
    settings: Arc<LurkSettings>,
    arrived: bool,
    visit: Visit,
}

impl RunningBehaviour for Lurking {
    fn tick(&mut self, context: &mut BehaviourContext) -> Progress {
        let settings = &*self.settings;
        context.look_around(settings.scan_degrees, settings.scan_period);
        if context.elapsed >= settings.duration {
            return Progress::Done;
        }
        if self.arrived {
            stand_still(context, settings.stance);
            return Progress::Running;
        }
        match self.visit.advance(context, settings.gait, LURK_ARRIVE_RADIUS, 0.0) {
            VisitProgress::Running => {}
            VisitProgress::Reached => self.arrived = true,
            VisitProgress::Missed(reason) => return Progress::Failed(reason),
            VisitProgress::Free => match near_target(context, |context, target| settings.choose(context, target)) {
                Ok(place) => self.visit.set_out(place, None),
                Err(reason) => return Progress::Failed(reason),
            },
        }
        Progress::Running
    }

    fn heading(&self) -> Option<Vec3> {
        self.visit.heading()
    }
}

impl LurkSettings {
    fn choose(&self, context: &mut BehaviourContext, target: Vec3) -> Option<Vec3> {
        let (here, target_place) =
            (context.terrain.nearest_place(context.sense.place), context.terrain.nearest_place(target));
        let threats = context.places_of(self.threats);
        let threats: Vec<_> = threats.iter().map(|threat| context.terrain.nearest_place(*threat)).collect();
        let best = best_place(context, f32::INFINITY, self.randomness, |context, id, _, _| {
            let terrain = context.terrain;
            let (from_target, own_path) = (terrain.place_distance(target_place, id), terrain.place_distance(here, id));
            let threat_paths = threats.iter().map(|threat| terrain.place_distance(*threat, id));
            let nearest_threat = threat_paths.fold(f32::MAX, f32::min);
            if from_target > self.max_distance || !own_path.is_finite() || nearest_threat < self.min_distance {
                return None;
            }
            let seen = threats.iter().any(|threat| terrain.is_place_visible(*threat, id));
            Some(if seen { 0.0 } else { self.hidden_bonus } - from_target - own_path * self.path_weight)
        });
        best.map(|(_, place)| place)
    }
}
