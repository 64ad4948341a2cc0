//! Awareness: how certain an agent is of another one. It fills while the other is in view and drains while it is not;
//! the stages latch.
//!
//! Numbers only; independent of rays, bodies or percepts.

use bevy::{ecs::prelude::*, math::Vec3};
use quarry_minds::protocol::{AgentId, ThingId, evaluate_curve};

use crate::data::senses::{AwarenessDecay, AwarenessThresholds, Vision};

/// How far below the detection threshold a glimpse stops.
const SHORT_OF_DETECTION: f32 = 0.01;

/// The stage of awareness. A stage is kept until the level is back at 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum AwarenessStage {
    /// Too little to act on.
    #[default]
    Unaware,
    /// Something moved.
    Suspicious,
    /// Worth going there.
    Investigating,
    /// Recognised.
    Detected,
}

impl AwarenessStage {
    /// The highest stage whose threshold is at or below `level`.
    pub fn at(level: f32, thresholds: &AwarenessThresholds) -> Self {
        if level >= thresholds.detected {
            AwarenessStage::Detected
        } else if level >= thresholds.investigating {
            AwarenessStage::Investigating
        } else if level >= thresholds.suspicious {
            AwarenessStage::Suspicious
        } else {
            AwarenessStage::Unaware
        }
    }
}

/// A level of awareness and its latched stage.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct AwarenessMeter {
    /// From 0 to 1.
    pub level: f32,
    /// The highest stage since the level was last 0.
    pub stage: AwarenessStage,
}

impl AwarenessMeter {
    /// Raises the level at `rate` per second. Unless the other is in plain view (`plainly`) or already detected, the level
    /// stays below detection.
    pub fn fill(&mut self, rate: f32, seconds: f32, plainly: bool, thresholds: &AwarenessThresholds) {
        let most = if plainly || self.stage == AwarenessStage::Detected {
            1.0
        } else {
            thresholds.detected - SHORT_OF_DETECTION
        };
        self.level = (self.level + rate.max(0.0) * seconds).min(most.max(self.level)).min(1.0);
        self.stage = self.stage.max(AwarenessStage::at(self.level, thresholds));
    }

    /// Lowers the level while the other is out of view. The stage resets at level 0.
    pub fn drain(&mut self, seconds: f32, decay: &AwarenessDecay) {
        let rate = if self.stage == AwarenessStage::Detected { decay.detected } else { decay.suspicious };
        self.level = (self.level - rate * seconds).max(0.0);
        if self.level == 0.0 {
            self.stage = AwarenessStage::Unaware;
        }
    }

    /// Jumps to full awareness, as after a touch.
    pub fn set_detected(&mut self) {
        *self = Self { level: 1.0, stage: AwarenessStage::Detected };
    }
}

/// Awareness gained per second at a distance in metres, in plain view. A fill curve without points fills at once.
pub fn fill_rate(vision: &Vision, distance: f32) -> f32 {
    1.0 / evaluate_curve(&vision.fill_curve, distance).unwrap_or(0.0).max(1e-3)
}

/// The factor of a visible fraction of a body (0 to 1): 0 up to `glimpse_fraction`, linear to 1 at `full_view_fraction`.
pub fn fraction_factor(vision: &Vision, share: f32) -> f32 {
    if share >= vision.full_view_fraction {
        1.0
    } else if share <= vision.glimpse_fraction {
        0.0
    } else {
        (share - vision.glimpse_fraction) / (vision.full_view_fraction - vision.glimpse_fraction)
    }
}

/// The factor of a brightness from 0 to 1.
pub fn light_factor(vision: &Vision, brightness: f32) -> f32 {
    vision.rate_factors.dark + (1.0 - vision.rate_factors.dark) * brightness.clamp(0.0, 1.0)
}

/// One agent's awareness of another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WatchedAgent {
    /// The observed agent.
    pub agent: AgentId,
    /// The level and stage of awareness.
    pub meter: AwarenessMeter,
    /// Whether it was in view at the last test.
    pub in_view: bool,
    /// The visible fraction of its body at the last test, from 0 to 1.
    pub visible_fraction: f32,
    /// The tick of the last test.
    pub tested: u32,
    /// The tick from which on the next test is due.
    pub due: u32,
    /// The tick from which on it is recognised, after the reaction delay.
    pub recognised_from: u32,
    /// The tick in which it was last in view.
    pub last_seen: u32,
    /// Whether its sighting has been logged and its loss has not.
    pub sighted: bool,
    /// A number for percepts of it while it is unrecognised, counted per observer.
    pub serial: u32,
    /// The direction of the position error while it is unrecognised: east and south, from -1 to 1.
    pub guess: (f32, f32),
    /// The tick in which it was last felt.
    pub felt: Option<u32>,
    /// Whether the suspicion was logged.
    pub suspected: bool,
    /// The last perceived position, in metres.
    pub last_place: Vec3,
    /// The hiding place it was seen entering and not leaving.
    pub hidden_in: Option<ThingId>,
}

impl WatchedAgent {
    /// Records a test that found nothing in view, and when the next one is due.
    pub fn set_out_of_view(&mut self, tick: u32, due: u32) {
        self.in_view = false;
        self.visible_fraction = 0.0;
        self.tested = tick;
        self.due = due;
    }

    /// Whether the other is recognised and perceived in this tick: felt less than `felt` ticks ago, or in view at a
    /// test at most `fresh` ticks ago. Older tests keep awareness up, but reveal no position.
    pub fn is_recognised(&self, tick: u32, fresh: u32, felt: u32) -> bool {
        let seen = self.in_view && tick.saturating_sub(self.tested) <= fresh;
        let touched = self.felt.is_some_and(|at| tick.saturating_sub(at) < felt);
        self.meter.stage == AwarenessStage::Detected && tick >= self.recognised_from && (seen || touched)
    }
}

/// One agent's awareness of all others, in the order of agents.
#[derive(Component, Clone, Debug, Default)]
pub struct Awareness {
    watched: Vec<WatchedAgent>,
    serials: u32,
    /// Whether the ray budget ran out before all agents due for a test were tested.
    pub(super) owed: bool,
    /// The tick up to which awareness of agents out of view has been drained.
    pub(super) drained: u32,
    /// Whether any observed agent is of another side. Only maintained with time slicing.
    pub(super) sees_others: bool,
}

impl Awareness {
    /// All observed agents, in the order of agents.
    pub fn watched(&self) -> &[WatchedAgent] {
        &self.watched
    }

    /// All observed agents, mutably.
    pub fn watched_mut(&mut self) -> &mut [WatchedAgent] {
        &mut self.watched
    }

    /// The awareness of one agent.
    pub fn get(&self, agent: AgentId) -> Option<&WatchedAgent> {
        self.place(agent).ok().and_then(|place| self.watched.get(place))
    }

    /// The awareness of one agent, mutably.
    pub fn get_mut(&mut self, agent: AgentId) -> Option<&mut WatchedAgent> {
        self.place(agent).ok().and_then(|place| self.watched.get_mut(place))
    }

    /// The awareness of one agent; a new entry gets the next serial number.
    pub fn get_or_insert(&mut self, agent: AgentId, tick: u32) -> Option<&mut WatchedAgent> {
        let place = match self.place(agent) {
            Ok(place) => place,
            Err(place) => {
                self.serials = self.serials.wrapping_add(1);
                let fresh = WatchedAgent {
                    agent,
                    meter: AwarenessMeter::default(),
                    in_view: false,
                    visible_fraction: 0.0,
                    tested: tick,
                    due: tick,
                    recognised_from: u32::MAX,
                    last_seen: tick,
                    sighted: false,
                    serial: self.serials,
                    guess: (0.0, 0.0),
                    felt: None,
                    suspected: false,
                    last_place: Vec3::ZERO,
                    hidden_in: None,
                };
                self.watched.insert(place, fresh);
                place
            }
        };
        self.watched.get_mut(place)
    }

    /// Keeps at most this many entries: those out of view with the lowest awareness go first.
    pub(super) fn truncate_to(&mut self, most: usize) {
        while self.watched.len() > most {
            let least = self.watched.iter().enumerate().min_by(|(_, a), (_, b)| {
                let rank = |watched: &WatchedAgent| (watched.in_view, watched.sighted);
                rank(a).cmp(&rank(b)).then(a.meter.level.total_cmp(&b.meter.level)).then(a.agent.cmp(&b.agent))
            });
            let Some((place, _)) = least else { return };
            self.watched.remove(place);
        }
    }

    /// Keeps the entries that `keep` accepts.
    pub fn retain(&mut self, keep: impl FnMut(&WatchedAgent) -> bool) {
        self.watched.retain(keep);
    }

    fn place(&self, agent: AgentId) -> Result<usize, usize> {
        self.watched.binary_search_by_key(&agent, |watched| watched.agent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vision() -> Vision {
        ron::from_str("(cones: [])").expect("the smallest eyes")
    }

    fn seconds_to_detect(rate: f32) -> f32 {
        let vision = vision();
        let mut meter = AwarenessMeter::default();
        let mut ticks = 0;
        while meter.stage < AwarenessStage::Detected && ticks < 3000 {
            meter.fill(rate, 0.01, true, &vision.thresholds);
            ticks += 1;
        }
        ticks as f32 * 0.01
    }

    #[test]
    fn awareness_fills_in_the_published_times() {
        let vision = vision();
        for (distance, seconds) in [(3.0, 1.0), (12.0, 2.5), (24.0, 6.0), (1.0, 1.0), (18.0, 4.25)] {
            let took = seconds_to_detect(fill_rate(&vision, distance));
            assert!((took - seconds).abs() < 0.03, "{took} s at {distance} m");
        }
    }

    #[test]
    fn a_stage_stays_until_awareness_is_gone() {
        let vision = vision();
        let mut meter = AwarenessMeter::default();
        meter.fill(1.0, 0.65, true, &vision.thresholds);
        assert_eq!(meter.stage, AwarenessStage::Investigating);
        meter.drain(3.0, &vision.decay_per_second);
        assert!((meter.level - 0.05).abs() < 1e-4);
        assert_eq!(meter.stage, AwarenessStage::Investigating);
        meter.drain(1.0, &vision.decay_per_second);
        assert_eq!(meter, AwarenessMeter::default());
        meter.set_detected();
        meter.drain(19.0, &vision.decay_per_second);
        assert_eq!(meter.stage, AwarenessStage::Detected, "detection drains slowly");
        meter.drain(1.1, &vision.decay_per_second);
        assert_eq!(meter.stage, AwarenessStage::Unaware);
    }

    #[test]
    fn a_glimpse_never_detects() {
        let vision = vision();
        let mut meter = AwarenessMeter::default();
        meter.fill(1.0, 60.0, false, &vision.thresholds);
        assert_eq!(meter.stage, AwarenessStage::Investigating);
        meter.fill(1.0, 0.1, true, &vision.thresholds);
        assert_eq!(meter.stage, AwarenessStage::Detected);
    }

    #[test]
    fn share_and_light_have_no_hard_edges() {
        let vision = vision();
        assert_eq!(fraction_factor(&vision, 0.6), 1.0);
        assert_eq!(fraction_factor(&vision, 0.2), 0.0);
        assert!((fraction_factor(&vision, 0.475) - 0.5).abs() < 1e-3);
        assert!((light_factor(&vision, 0.0) - 0.4).abs() < 1e-6);
        assert!((light_factor(&vision, 1.0) - 1.0).abs() < 1e-6);
    }

    #[test]
    fn awareness_keeps_the_order_of_agents() {
        let mut awareness = Awareness::default();
        for agent in [3, 1, 2, 1] {
            awareness.get_or_insert(AgentId(agent), 0);
        }
        let order: Vec<u16> = awareness.watched().iter().map(|watched| watched.agent.0).collect();
        assert_eq!(order, [1, 2, 3]);
        assert_eq!(awareness.get(AgentId(2)).map(|watched| watched.serial), Some(3));
    }
}
