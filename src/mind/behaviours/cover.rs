//! Taking cover from threats, and peeking: going where the agent can see a target. Both judge places by the positions that the agent
//! believes, not by the true ones.

use std::sync::Arc;

use bevy::math::Vec3;

use super::{
    Behaviour, BehaviourContext, Progress, RunningBehaviour,
    parameters::{GaitName, Number, QueryName, behaviour_settings},
    visit::{Visit, VisitProgress, best_place},
    walk::stand_still,
};
use crate::{
    mind::queries::{CHEST, cover_at, is_in_view},
    protocol::{FailReason, LookRequest, PlaceId},
};

/// A place counts as reached within this many metres.
const ARRIVE_RADIUS: f32 = 0.4;
/// The largest number of places whose cover is tested in one choice, to limit its cost.
const MOST_TESTS: usize = 80;
/// The score of a place counts the distance to the nearest threat only up to this many metres.
const FAR: f32 = 20.0;

behaviour_settings! {
    /// Settings of `take_cover`. The place with the highest score wins.
    struct CoverSettings {
        /// query of the threats to hide from
        threats: QueryName(),
        /// how to get there
        gait: GaitName(),
        /// gait whose stance to take there
        stance: GaitName(),
        /// longest path to the place, m
        max_distance: Number(14.0, 1.0, 100.0),
        /// shortest distance of a threat from the place, m
        min_threat_distance: Number(4.0, 0.0, 60.0),
        /// score of a place that hides a crouching body from all threats
        cover_weight: Number(30.0, 0.0, 1000.0),
        /// penalty per metre of path
        path_weight: Number(1.5, 0.0, 100.0),
        /// score per metre that the nearest threat is farther away, up to 20 m
        away_weight: Number(0.2, -100.0, 100.0),
        /// how long to stay there, s; at 0 the action ends on arrival
        duration: Number(0.0, 0.0, 600.0),
    }
}

impl Behaviour for CoverSettings {
    const NAME: &'static str = "take_cover";
    const SUMMARY: &'static str = "go where obstacles hide a crouching body from the threats, and stay there";

    fn start(self: Arc<Self>) -> Box<dyn RunningBehaviour> {
        Box::new(TakingCover { settings: self, visit: Visit::default(), since: None })
    }
}

struct TakingCover {
    settings: Arc<CoverSettings>,
    visit: Visit,
    /// When the agent arrived, in seconds since the action began; `None` on the way.
    since: Option<f32>,
}

impl RunningBehaviour for TakingCover {
    fn tick(&mut self, context: &mut BehaviourContext) -> Progress {
        let settings = &*self.settings;
        look_at_nearest(context, settings.threats);
        if let Some(since) = self.since {
            stand_still(context, settings.stance);
            return if context.elapsed - since >= settings.duration { Progress::Done } else { Progress::Running };
        }
        match self.visit.advance(context, settings.gait, ARRIVE_RADIUS, 0.0) {
            VisitProgress::Running => {}
            VisitProgress::Reached => self.since = Some(context.elapsed),
            VisitProgress::Missed(reason) => return Progress::Failed(reason),
            VisitProgress::Free => match settings.choose(context) {
                Some(place) => self.visit.set_out(place, None),
                None => return Progress::Failed(FailReason::Unreachable),
            },
        }
        Progress::Running
    }

    fn heading(&self) -> Option<Vec3> {
        self.visit.heading()
    }
}

/// Looks at the nearest threat, or ahead if there is none.
fn look_at_nearest(context: &mut BehaviourContext, threats: Option<usize>) {
    let nearest = threats.and_then(|query| context.view().nearest(query)).map(|fact| fact.estimate);
    context.board.look.post(nearest.map_or(LookRequest::Ahead, |threat| LookRequest::At(threat + Vec3::Y * CHEST)));
}

impl CoverSettings {
    /// The place with the highest score, among those that hide from at least one threat. Cover takes rays and is tested last: places are
    /// sorted by the rest of their score, and the tests end as soon as even full cover could not make the next place the best.
    fn choose(&self, context: &BehaviourContext) -> Option<Vec3> {
        let (terrain, threats) = (context.terrain, context.places_of(self.threats));
        let here = terrain.nearest_place(context.sense.place);
        let mut near = Vec::new();
        terrain.places_within(context.sense.place, self.max_distance, &mut near);
        let plain = |id: PlaceId| {
            let place = terrain.places().get(usize::from(id))?.position;
            let path = terrain.place_distance(here, id);
            let nearest = threats.iter().map(|threat| threat.distance(place)).fold(f32::INFINITY, f32::min);
            let fits = path <= self.max_distance && nearest >= self.min_threat_distance;
            fits.then(|| (nearest.min(FAR) * self.away_weight - path * self.path_weight, place))
        };
        let mut places: Vec<(f32, Vec3)> = near.into_iter().filter_map(plain).collect();
        places.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut best: Option<(f32, Vec3)> = None;
        for (plain, place) in places.into_iter().take(MOST_TESTS) {
            if best.is_some_and(|(known, _)| plain + self.cover_weight <= known) {
                break;
            }
            let cover = cover_at(terrain, place, threats.iter().copied());
            let score = plain + cover * self.cover_weight;
            if cover > 0.0 && best.is_none_or(|(known, _)| score > known) {
                best = Some((score, place));
            }
        }
        best.map(|(_, place)| place)
    }
}

behaviour_settings! {
    /// Settings of `peek`.
    struct PeekSettings {
        /// how to move
        gait: GaitName(),
        /// longest way to a place that sees the target, m
        max_distance: Number(6.0, 0.5, 60.0),
        /// shortest distance of such a place from the target, m
        min_target_distance: Number(5.0, 0.0, 60.0),
        /// how long to look from there, s
        hold_seconds: Number(1.5, 0.0, 60.0),
    }
}

impl Behaviour for PeekSettings {
    const NAME: &'static str = "peek";
    const SUMMARY: &'static str =
        "go to the nearest place with a line of sight to where the target is believed to be, and look there";

    fn start(self: Arc<Self>) -> Box<dyn RunningBehaviour> {
        Box::new(Peeking { settings: self, visit: Visit::default(), since: None })
    }
}

struct Peeking {
    settings: Arc<PeekSettings>,
    visit: Visit,
    /// When the agent arrived, in seconds since the action began; `None` on the way.
    since: Option<f32>,
}

impl RunningBehaviour for Peeking {
    fn tick(&mut self, context: &mut BehaviourContext) -> Progress {
        let settings = &*self.settings;
        let Some(target) = context.target_place() else { return Progress::Failed(FailReason::Gone) };
        context.board.look.post(LookRequest::At(target + Vec3::Y * CHEST));
        if let Some(since) = self.since {
            stand_still(context, settings.gait);
            return if context.elapsed - since >= settings.hold_seconds { Progress::Done } else { Progress::Running };
        }
        match self.visit.advance(context, settings.gait, ARRIVE_RADIUS, 0.0) {
            VisitProgress::Running => {}
            VisitProgress::Reached => self.since = Some(context.elapsed),
            VisitProgress::Missed(reason) => return Progress::Failed(reason),
            VisitProgress::Free => match settings.choose(context, target) {
                Some(place) => self.visit.set_out(place, None),
                None => return Progress::Failed(FailReason::Unreachable),
            },
        }
        Progress::Running
    }

    fn heading(&self) -> Option<Vec3> {
        self.visit.heading()
    }
}

impl PeekSettings {
    /// The place with the shortest path, of those from which the target can be seen.
    fn choose(&self, context: &mut BehaviourContext, target: Vec3) -> Option<Vec3> {
        let here = context.terrain.nearest_place(context.sense.place);
        let best = best_place(context, self.max_distance, 0.0, |context, id, place, to_beat| {
            let path = context.terrain.place_distance(here, id);
            let near = place.position.distance(target) < self.min_target_distance;
            if near || path > self.max_distance || -path <= to_beat {
                return None;
            }
            is_in_view(context.terrain, place.position, target).then_some(-path)
        });
        best.map(|(_, place)| place)
    }
}
