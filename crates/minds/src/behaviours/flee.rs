//! Fleeing to a place out of sight that this agent reaches before its pursuer.

use std::sync::Arc;

use bevy_math::Vec3;

use super::{
    Behaviour, BehaviourContext, Progress, RunningBehaviour, WalkTo,
    parameters::{Count, GaitName, Number, QueryName},
    visit::best_place,
    walk::ground_distance,
};
use crate::behaviour_settings;
use crate::{
    memory::MemoryFact,
    protocol::{FailReason, LookRequest, PlaceId},
};

/// A refuge counts as reached within this many metres.
const ARRIVE_RADIUS: f32 = 0.8;

/// By how much precomputed paths may break the triangle inequality, in metres.
const ROUNDING: f32 = 0.01;

behaviour_settings! {
    /// Settings of `flee`. A refuge is scored in metres; the place with the highest score wins.
    struct FleeSettings {
        /// query of the threats to flee from
        threats: QueryName(),
        /// how to move
        gait: GaitName(),
        /// longest path to a refuge, m
        max_distance: Number(35.0, 5.0, 200.0),
        /// shortest path to a refuge while threatened, m
        min_distance: Number(6.0, 0.0, 50.0),
        /// time between two choices of a refuge while threatened, s
        update_interval: Number(0.7, 0.1, 10.0),
        /// score per metre of the threat's path to the refuge
        threat_distance_weight: Number(1.0, 0.0, 10.0),
        /// the threat's path counts up to this length, m
        max_threat_distance: Number(60.0, 1.0, 500.0),
        /// penalty per metre of this agent's path to the refuge
        path_weight: Number(0.6, 0.0, 10.0),
        /// score of a refuge that no threat sees, m
        hidden_bonus: Number(10.0, 0.0, 100.0),
        /// penalty if a threat may get there first or stands on the path, m
        cut_off_penalty: Number(40.0, 0.0, 500.0),
        /// how much shorter this agent's path must be for the threat not to get there first, m
        min_lead: Number(2.0, 0.0, 50.0),
        /// a threat stands on the path if the detour over it is shorter than this, m
        pass_margin: Number(2.0, 0.0, 20.0),
        /// number of threats considered, the nearest first
        max_threats: Count(6, 1, 64),
        /// a refuge is a dead end if there is no way on from it within this distance, m
        escape_radius: Number(9.0, 0.0, 40.0),
        /// a way on must lead away from every threat by this share of its length
        escape_gain: Number(0.5, 0.0, 1.0),
        /// penalty for a dead end, m
        dead_end_penalty: Number(12.0, 0.0, 200.0),
        /// assumed speed of threats that are out of sight, m/s
        threat_speed: Number(3.0, 0.0, 20.0),
        /// how much better another refuge must be to change over, m
        hysteresis: Number(4.0, 0.0, 100.0),
        /// maximum random addition to a score, m
        randomness: Number(1.0, 0.0, 60.0),
        /// time between two glances over the shoulder, s
        glance_interval: Number(2.2, 0.2, 60.0),
        /// duration of a glance, s
        glance_seconds: Number(0.4, 0.0, 10.0),
    }
}

impl Behaviour for FleeSettings {
    const NAME: &'static str = "flee";
    const SUMMARY: &'static str = "run to a refuge out of sight of the threats, far from them and near this agent";

    fn start(self: Arc<Self>) -> Box<dyn RunningBehaviour> {
        Box::new(Fleeing { settings: self, refuge: None, chosen: 0.0, walk: WalkTo::default() })
    }
}

struct Fleeing {
    settings: Arc<FleeSettings>,
    refuge: Option<(PlaceId, Vec3)>,
    /// When the refuge was chosen, in seconds since the action began.
    chosen: f32,
    walk: WalkTo,
}

impl RunningBehaviour for Fleeing {
    fn tick(&mut self, context: &mut BehaviourContext) -> Progress {
        let threats = self.threats(context);
        let threatened = !threats.is_empty();
        context.board.look.post(self.look(context));
        // Choose the next refuge shortly before reaching this one, to avoid a stop.
        let nearly_there = self
            .refuge
            .is_some_and(|(_, place)| ground_distance(context.sense.place, place) < self.settings.min_distance * 0.5);
        let due = context.elapsed - self.chosen >= self.settings.update_interval;
        if self.refuge.is_none() || threatened && (due || nearly_there) {
            self.choose(context, &threats);
        }
        let Some((_, place)) = self.refuge else { return Progress::Failed(FailReason::Unreachable) };
        match self.walk.walk(context, place, ARRIVE_RADIUS, self.settings.gait) {
            Progress::Running => Progress::Running,
            Progress::Done if threatened => {
                self.refuge = None;
                Progress::Running
            }
            other => other,
        }
    }

    fn heading(&self) -> Option<Vec3> {
        self.walk.heading()
    }
}

impl Fleeing {
    /// Ahead, with a glance over the shoulder now and then to see whether a threat follows.
    fn look(&self, context: &BehaviourContext) -> LookRequest {
        let back = -context.sense.velocity.with_y(0.0);
        let interval = self.settings.glance_interval;
        let glances = context.elapsed % interval.max(0.1) > interval - self.settings.glance_seconds;
        if glances && back.length_squared() > 0.5 { LookRequest::Along { direction: back } } else { LookRequest::Ahead }
    }

    /// Where each threat is believed to be, and how many metres it may have moved since it was perceived.
    fn threats(&self, context: &BehaviourContext) -> Vec<(PlaceId, f32)> {
        let Some(query) = self.settings.threats else { return Vec::new() };
        let speed = self.settings.threat_speed;
        let (view, memory) = (context.view(), &context.memory);
        let place_and_reach =
            |fact: &MemoryFact| (context.terrain.nearest_place(fact.estimate), speed * memory.age(fact));
        let mut threats: Vec<&MemoryFact> = view.members(query).collect();
        let most = self.settings.max_threats as usize;
        if threats.len() > most {
            let distance = |fact: &MemoryFact| fact.estimate.distance_squared(context.sense.place);
            threats.sort_by(|a, b| distance(a).total_cmp(&distance(b)));
            threats.truncate(most);
        }
        threats.into_iter().map(place_and_reach).collect()
    }

    fn choose(&mut self, context: &mut BehaviourContext, threats: &[(PlaceId, f32)]) {
        let settings = &*self.settings;
        self.chosen = context.elapsed;
        let here = context.terrain.nearest_place(context.sense.place);
        let scoring = RefugeScoring::new(settings, context, here, threats);
        let min_distance = if threats.is_empty() { 0.0 } else { settings.min_distance };
        let score = |context: &BehaviourContext, id: PlaceId, to_beat: f32| {
            let path = context.terrain.place_distance(here, id);
            let in_range = path <= settings.max_distance && path >= min_distance;
            // Cheap bounds first: the rest can only lower the score, and looking for dead ends is the most expensive part.
            if !in_range || scoring.upper_bound(path) <= to_beat {
                return None;
            }
            let score = scoring.score(context, id, path, to_beat)?;
            Some(score - scoring.dead_end_penalty(context, id))
        };
        let best = best_place(context, settings.max_distance, settings.randomness, |context, id, _, to_beat| {
            score(context, id, to_beat)
        });
        let full_score = |context: &BehaviourContext, id: PlaceId| score(context, id, f32::NEG_INFINITY);
        // Keep the current refuge unless the new one is clearly better.
        let kept = self
            .refuge
            .filter(|(id, _)| *id != here)
            .and_then(|kept| Some((kept, full_score(context, kept.0)? + settings.hysteresis)));
        self.refuge = match (kept, best) {
            (Some((kept, kept_score)), Some(found))
                if full_score(context, found.0).is_none_or(|new| kept_score >= new) =>
            {
                Some(kept)
            }
            (kept, best) => best.or(kept.map(|(kept, _)| kept)),
        };
    }
}

/// Scores places as refuges from the threats of one moment.
struct RefugeScoring<'t> {
    settings: &'t FleeSettings,
    threats: &'t [(PlaceId, f32)],
    /// Path from here to each threat, in metres.
    to_threats: Vec<f32>,
    /// The shortest of them; infinite without threats.
    nearest_threat: f32,
}

impl<'t> RefugeScoring<'t> {
    fn new(
        settings: &'t FleeSettings,
        context: &BehaviourContext,
        here: PlaceId,
        threats: &'t [(PlaceId, f32)],
    ) -> Self {
        let to_threats: Vec<f32> =
            threats.iter().map(|(threat, _)| context.terrain.place_distance(here, *threat)).collect();
        let nearest_threat = to_threats.iter().copied().fold(f32::INFINITY, f32::min);
        Self { settings, threats, to_threats, nearest_threat }
    }

    /// A score that no place `path` metres from here exceeds: the nearest threat has at most the path over here.
    fn upper_bound(&self, path: f32) -> f32 {
        let settings = self.settings;
        let threat_path = settings.max_threat_distance.min(self.nearest_threat + path + ROUNDING);
        settings.threat_distance_weight * threat_path - settings.path_weight * path + settings.hidden_bonus
    }

    /// The score of a place, not counting dead ends; `None` unless it is above `to_beat`.
    fn score(&self, context: &BehaviourContext, place: PlaceId, path: f32, to_beat: f32) -> Option<f32> {
        let settings = self.settings;
        let (mut nearest, mut seen, mut cut_off) = (settings.max_threat_distance, false, false);
        let score = |nearest: f32, seen: bool, cut_off: bool| {
            let hidden = if seen { 0.0 } else { settings.hidden_bonus };
            let penalty = if cut_off { settings.cut_off_penalty } else { 0.0 };
            settings.threat_distance_weight * nearest - settings.path_weight * path + hidden - penalty
        };
        for ((threat, reach), to_threat) in self.threats.iter().zip(&self.to_threats) {
            let threat_path = context.terrain.place_distance(*threat, place);
            nearest = nearest.min(threat_path);
            seen |= context.terrain.is_place_visible(*threat, place);
            cut_off |=
                threat_path - reach < path + settings.min_lead || to_threat + threat_path < path + settings.pass_margin;
            // The other threats can only lower it.
            if score(nearest, seen, cut_off) <= to_beat {
                return None;
            }
        }
        Some(score(nearest, seen, cut_off)).filter(|score| *score > to_beat)
    }

    /// The penalty for a place without a way on that leads away from all threats; smaller if there is a short way on.
    fn dead_end_penalty(&self, context: &BehaviourContext, place: PlaceId) -> f32 {
        let settings = self.settings;
        if self.threats.is_empty() || settings.dead_end_penalty <= 0.0 || settings.escape_radius <= 0.0 {
            return 0.0;
        }
        let terrain = context.terrain;
        let Some(refuge) = terrain.places().get(usize::from(place)) else { return 0.0 };
        let threat_paths: Vec<(PlaceId, f32)> =
            self.threats.iter().map(|(threat, _)| (*threat, terrain.place_distance(*threat, place))).collect();
        let leads_away = |on: f32, id: PlaceId| {
            threat_paths
                .iter()
                .all(|(threat, path)| terrain.place_distance(*threat, id) >= path + on * settings.escape_gain)
        };
        let mut farthest = 0.0;
        terrain.visit_places_within(refuge.position, settings.escape_radius, &mut |id| {
            let on = terrain.place_distance(place, id);
            if on > farthest && on <= settings.escape_radius && leads_away(on, id) {
                farthest = on;
            }
        });
        settings.dead_end_penalty * (1.0 - farthest / settings.escape_radius)
    }
}
