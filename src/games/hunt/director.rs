//! The director: keeps the tension of a match in a band, by lawful means only.
//!
//! It measures tension from outside. Where that stays too low, a hunter is told a hunch: that prey may be somewhere within a wide error, never
//! where it is. Where tension stays too high, it announces a lull, in which hunters who have lost their prey may rest. What agents make of
//! either is up to their minds (`assets/hunt/minds/directed_hunter.ron`).

use std::collections::BTreeSet;

use bevy::{ecs::prelude::*, math::Vec3};
use quarry_minds::protocol::{
    AgentId, EventLog, Label, MatchEvent, Percept, PerceptSource, Percepts, RngStream, Roster, Side, SignOrigin,
    SimulationClock, Subject, evaluate_curve, label, rng_for,
};
use rand::Rng;
use rand_chacha::ChaCha8Rng;

use super::{schema::rules_of, wounds::Wounds};
use crate::world::{Announcements, Body, InPlay, MatchRules};

/// The state of the director.
#[derive(Resource, Clone, Debug)]
pub struct Director {
    /// The tension now, from 0 to 1.
    pub tension: f32,
    /// Seconds that the tension has been below the band (negative: above it).
    outside: f32,
    /// Seconds since a hunter had prey in sight.
    calm: f32,
    /// Seconds left of the lull.
    lull: f32,
    /// Seconds until it may intervene again.
    wait: f32,
    /// The pairs of hunter and prey in sight.
    sighted: BTreeSet<(AgentId, Subject)>,
    read: usize,
    hunches: u32,
    lulls: u32,
    /// The number of ticks, the sum of the tension, and of its square.
    sums: (f64, f64, f64),
    chance: ChaCha8Rng,
}

impl Director {
    /// At the start of the match with this seed.
    pub(super) fn new(seed: u64) -> Self {
        Self {
            tension: 0.0,
            outside: 0.0,
            calm: 0.0,
            lull: 0.0,
            wait: 0.0,
            sighted: BTreeSet::new(),
            read: 0,
            hunches: 0,
            lulls: 0,
            sums: (0.0, 0.0, 0.0),
            // A stream of its own: no other of the match has this seed.
            chance: rng_for(!seed, RngStream::World),
        }
    }

    /// The numbers of results: the mean tension and its spread (standard deviation), and how often it intervened.
    pub(super) fn numbers(&self) -> [(Label, f64); 4] {
        let (ticks, sum, squares) = self.sums;
        let mean = sum / ticks.max(1.0);
        let spread = (squares / ticks.max(1.0) - mean * mean).max(0.0).sqrt();
        [
            (label("hunches"), self.hunches.into()),
            (label("lulls"), self.lulls.into()),
            (label("tension_mean"), mean),
            (label("tension_spread"), spread),
        ]
    }

    fn follow(&mut self, log: &EventLog, prey: &BTreeSet<AgentId>) {
        for entry in log.entries().get(self.read..).unwrap_or_default() {
            match &entry.event {
                MatchEvent::Sighted { by, subject: Subject::Agent(who), .. }
                    if prey.contains(who) && !prey.contains(by) =>
                {
                    self.sighted.insert((*by, Subject::Agent(*who)));
                }
                MatchEvent::Lost { by, subject, .. } => drop(self.sighted.remove(&(*by, *subject))),
                MatchEvent::Left { agent, .. } => {
                    self.sighted.retain(|(_, subject)| *subject != Subject::Agent(*agent))
                }
                _ => {}
            }
        }
        self.read = log.entries().len();
    }
}

/// Measures the tension, and intervenes.
pub(super) fn direct(
    director: Option<ResMut<Director>>,
    rules: Res<MatchRules>,
    clock: Res<SimulationClock>,
    roster: Res<Roster>,
    log: Res<EventLog>,
    mut announcements: ResMut<Announcements>,
    mut agents: Query<(&AgentId, &Side, &Body, &Wounds, &mut Percepts), With<InPlay>>,
) {
    let Some(mut director) = director else { return };
    let hunt = rules_of(&rules.0);
    let Some(data) = &hunt.director else { return };
    let dt = clock.dt();
    let (mut hunters, mut prey): (Vec<(Entity, AgentId, Vec3)>, Vec<(AgentId, Vec3, f32)>) = Default::default();
    for entity in &roster.agents {
        let Ok((id, side, body, wounds, _)) = agents.get(*entity) else { continue };
        let of_side = hunt.side(side.0);
        match of_side.can_escape {
            true => prey.push((*id, body.place, f32::from(wounds.taken) / f32::from(of_side.hits_to_catch.max(1)))),
            false => hunters.push((*entity, *id, body.place)),
        }
    }
    let all: BTreeSet<AgentId> = prey.iter().map(|(id, ..)| *id).collect();
    director.follow(&log, &all);
    if hunters.is_empty() || prey.is_empty() {
        return;
    }
    let apart = hunters.iter().flat_map(|(.., here)| prey.iter().map(|(_, there, _)| here.distance(*there)));
    let nearest = apart.fold(f32::INFINITY, f32::min);
    director.calm = if director.sighted.is_empty() { director.calm + dt } else { 0.0 };
    let chased = if director.sighted.is_empty() { 0.0 } else { 1.0 };
    let wounds = prey.iter().map(|(.., wounds)| wounds).sum::<f32>() / prey.len() as f32;
    let recent = (1.0 - director.calm / data.chase_fades.max(0.1)).max(0.0);
    let near = evaluate_curve(&data.distance, nearest).unwrap_or(0.0);
    let weights = data.weights;
    let total = (weights.distance + weights.sighted + weights.wounds + weights.chase).max(f32::EPSILON);
    let raw =
        (weights.distance * near + weights.sighted * chased + weights.wounds * wounds + weights.chase * recent) / total;
    director.tension += (raw - director.tension) * (dt / data.smoothing_seconds).min(1.0);
    let tension = f64::from(director.tension);
    director.sums = (director.sums.0 + 1.0, director.sums.1 + tension, director.sums.2 + tension * tension);

    let (low, high) = data.band;
    director.outside = if director.tension < low {
        director.outside.max(0.0) + dt
    } else if director.tension > high {
        director.outside.min(0.0) - dt
    } else {
        0.0
    };
    director.wait = (director.wait - dt).max(0.0);
    director.lull = (director.lull - dt).max(0.0);
    if data.intervenes && director.wait <= 0.0 && director.outside.abs() >= data.patience_seconds {
        director.wait = data.pause_seconds;
        if director.outside > 0.0 {
            director.hunches += 1;
            director.lull = 0.0;
            let told = director.chance.gen_range(0..hunters.len());
            let about = director.chance.gen_range(0..prey.len());
            // Anywhere but the middle of the disc: a hunch is never exact.
            let angle = director.chance.gen_range(0.0..std::f32::consts::TAU);
            let off = director.chance.gen_range(0.4f32..1.0) * data.hunch_error;
            let aside = Vec3::new(bevy::math::ops::cos(angle), 0.0, bevy::math::ops::sin(angle)) * off;
            let place = prey[about].1 + aside;
            let subject = Subject::sign(SignOrigin::Game, director.hunches);
            if let Ok((.., mut percepts)) = agents.get_mut(hunters[told].0) {
                percepts.0.push(hunch(subject, place, data.hunch_error, data.hunch_confidence));
            }
        } else {
            director.lulls += 1;
            director.lull = data.lull_seconds;
        }
    }
    announcements.set(label("lull"), f32::from(u8::from(director.lull > 0.0)));
}

fn hunch(subject: Subject, place: Vec3, error: f32, confidence: f32) -> Percept {
    Percept { confidence, source: PerceptSource::Told, ..Percept::felt(label("hunch"), subject, place, error) }
}
