//! Awareness: how sure eyes are of somebody. It fills while he is in view, drains while he is not, and its stages latch.
//!
//! Numbers only; knows nothing of rays, bodies or percepts.

use bevy::{ecs::prelude::*, math::Vec3};

use crate::{
    data::senses::{Decay, Stages, Vision},
    protocol::{AgentId, ThingId},
};

/// How far short of detection a mere glimpse may carry awareness.
const SHORT_OF_DETECTION: f32 = 0.01;

/// How far awareness of somebody has come; a stage reached is kept until awareness is back at 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum AwarenessStage {
    /// Nothing, or too little to act upon.
    #[default]
    Unaware,
    /// Something moved.
    Suspicious,
    /// It is worth going there.
    Investigating,
    /// It is recognised.
    Detected,
}

impl AwarenessStage {
    /// The stage that begins at or below a level of awareness.
    pub fn at(level: f32, stages: &Stages) -> Self {
        if level >= stages.detected {
            AwarenessStage::Detected
        } else if level >= stages.investigating {
            AwarenessStage::Investigating
        } else if level >= stages.suspicious {
            AwarenessStage::Suspicious
        } else {
            AwarenessStage::Unaware
        }
    }
}

/// A level of awareness and its latched stage.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct AwarenessMeter {
    /// The level, 0 to 1.
    pub level: f32,
    /// The highest stage reached since the level was last 0.
    pub stage: AwarenessStage,
}

impl AwarenessMeter {
    /// Raises awareness by a rate (a second) over some seconds. Without `plainly` it stays short of detection.
    pub fn fill(&mut self, rate: f32, seconds: f32, plainly: bool, stages: &Stages) {
        let most =
            if plainly || self.stage == AwarenessStage::Detected { 1.0 } else { stages.detected - SHORT_OF_DETECTION };
        self.level = (self.level + rate.max(0.0) * seconds).min(most.max(self.level)).min(1.0);
        self.stage = self.stage.max(AwarenessStage::at(self.level, stages));
    }

    /// Lowers awareness over some seconds out of view; at 0 the stage is given up.
    pub fn drain(&mut self, seconds: f32, decay: &Decay) {
        let rate = if self.stage == AwarenessStage::Detected { decay.detected } else { decay.suspicious };
        self.level = (self.level - rate * seconds).max(0.0);
        if self.level == 0.0 {
            self.stage = AwarenessStage::Unaware;
        }
    }

    /// Makes sure at once, as one recognises whom one bumps into.
    pub fn set_detected(&mut self) {
        *self = Self { level: 1.0, stage: AwarenessStage::Detected };
    }
}

/// Awareness gained a second at a distance in metres in plain view, from the fill curve of data: the line through its points,
/// level beyond its ends. A curve without points fills at once.
pub fn fill_rate(vision: &Vision, distance: f32) -> f32 {
    1.0 / fill_seconds(&vision.fill, distance).max(1e-3)
}

fn fill_seconds(curve: &[(f32, f32)], distance: f32) -> f32 {
    let Some(&(first, at_first)) = curve.first() else { return 0.0 };
    if distance <= first {
        return at_first;
    }
    for pair in curve.windows(2) {
        let [(a, at_a), (b, at_b)] = *pair else { continue };
        if distance <= b {
            let along = if b > a { (distance - a) / (b - a) } else { 1.0 };
            return at_a + (at_b - at_a) * along;
        }
    }
    curve.last().map_or(0.0, |&(_, at_last)| at_last)
}

/// How a visible share of a body (0 to 1) counts: 0 up to a glimpse, rising evenly to 1 where it is plainly seen.
pub fn share_factor(vision: &Vision, share: f32) -> f32 {
    if share >= vision.seen_share {
        1.0
    } else if share <= vision.glimpse_share {
        0.0
    } else {
        (share - vision.glimpse_share) / (vision.seen_share - vision.glimpse_share)
    }
}

/// How a brightness of 0 to 1 counts.
pub fn light_factor(vision: &Vision, brightness: f32) -> f32 {
    vision.factors.dark + (1.0 - vision.factors.dark) * brightness.clamp(0.0, 1.0)
}

/// What one agent's eyes hold about another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WatchedAgent {
    /// Whom.
    pub agent: AgentId,
    /// How aware.
    pub meter: AwarenessMeter,
    /// Whether he was in view at the last test.
    pub in_view: bool,
    /// The visible share of his body at the last test, 0 to 1.
    pub share: f32,
    /// The tick of the last test.
    pub tested: u32,
    /// The tick from which the next test is due.
    pub due: u32,
    /// The tick from which he is recognised: reaction takes its time.
    pub recognised_from: u32,
    /// The tick in which he was last in view.
    pub last_seen: u32,
    /// Whether his sighting has been reported and not yet his loss.
    pub sighted: bool,
    /// The number of this noticing among those of its observer, for what is not yet recognised.
    pub serial: u32,
    /// Where the guess of an unrecognised place lies, as a share of its error: east and south.
    pub guess: (f32, f32),
    /// The tick in which he was last felt close by.
    pub felt: Option<u32>,
    /// Whether this noticing has been reported.
    pub suspected: bool,
    /// Where he was last perceived, in metres.
    pub last_place: Vec3,
    /// The hiding place he was seen to go into and not to leave.
    pub hidden_in: Option<ThingId>,
}

impl WatchedAgent {
    /// Notes that a test found nothing in view; the next is due at a later tick.
    pub fn miss(&mut self, tick: u32, due: u32) {
        self.in_view = false;
        self.share = 0.0;
        self.tested = tick;
        self.due = due;
    }

    /// Whether he is recognised by now, and perceived in this tick: felt less than `felt` ticks ago, or in view at a test at
    /// most `fresh` ticks old. Where rays are so few that tests are older, awareness holds on to him, but nothing is told
    /// of where he is.
    pub fn is_recognised(&self, tick: u32, fresh: u32, felt: u32) -> bool {
        let seen = self.in_view && tick.saturating_sub(self.tested) <= fresh;
        let touched = self.felt.is_some_and(|at| tick.saturating_sub(at) < felt);
        self.meter.stage == AwarenessStage::Detected && tick >= self.recognised_from && (seen || touched)
    }
}

/// What an agent's eyes hold about all others they are aware of, in the order of agents.
#[derive(Component, Clone, Debug, Default)]
pub struct Awareness {
    watched: Vec<WatchedAgent>,
    noticings: u32,
    /// Whether it was passed over, for want of rays, since it last looked at all whose turn had come.
    pub(super) owed: bool,
    /// The tick up to which awareness of those out of view has been lowered.
    pub(super) drained: u32,
    /// Whether any of them is of another side; kept where agents take turns.
    pub(super) of_others: bool,
}

impl Awareness {
    /// All of whom there is any awareness, in the order of agents.
    pub fn watched(&self) -> &[WatchedAgent] {
        &self.watched
    }

    /// The same, to change.
    pub fn watched_mut(&mut self) -> &mut [WatchedAgent] {
        &mut self.watched
    }

    /// What is held about one agent.
    pub fn get(&self, agent: AgentId) -> Option<&WatchedAgent> {
        self.place(agent).ok().and_then(|place| self.watched.get(place))
    }

    /// What is held about one agent, to change.
    pub fn get_mut(&mut self, agent: AgentId) -> Option<&mut WatchedAgent> {
        self.place(agent).ok().and_then(|place| self.watched.get_mut(place))
    }

    /// What is held about one agent; begun where there is nothing yet, with a new serial number.
    pub fn begin(&mut self, agent: AgentId, tick: u32) -> Option<&mut WatchedAgent> {
        let place = match self.place(agent) {
            Ok(place) => place,
            Err(place) => {
                self.noticings = self.noticings.wrapping_add(1);
                let fresh = WatchedAgent {
                    agent,
                    meter: AwarenessMeter::default(),
                    in_view: false,
                    share: 0.0,
                    tested: tick,
                    due: tick,
                    recognised_from: u32::MAX,
                    last_seen: tick,
                    sighted: false,
                    serial: self.noticings,
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

    /// Keeps to a bound: those out of view of whom there is least awareness go.
    pub(super) fn keep_most(&mut self, most: usize) {
        while self.watched.len() > most {
            let least = self.watched.iter().enumerate().min_by(|(_, a), (_, b)| {
                let rank = |watched: &WatchedAgent| (watched.in_view, watched.sighted);
                rank(a).cmp(&rank(b)).then(a.meter.level.total_cmp(&b.meter.level)).then(a.agent.cmp(&b.agent))
            });
            let Some((place, _)) = least else { return };
            self.watched.remove(place);
        }
    }

    /// Keeps only what `keep` says.
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
            meter.fill(rate, 0.01, true, &vision.stages);
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
        meter.fill(1.0, 0.65, true, &vision.stages);
        assert_eq!(meter.stage, AwarenessStage::Investigating);
        meter.drain(3.0, &vision.decay);
        assert!((meter.level - 0.05).abs() < 1e-4);
        assert_eq!(meter.stage, AwarenessStage::Investigating);
        meter.drain(1.0, &vision.decay);
        assert_eq!(meter, AwarenessMeter::default());
        meter.set_detected();
        meter.drain(19.0, &vision.decay);
        assert_eq!(meter.stage, AwarenessStage::Detected, "detection drains slowly");
        meter.drain(1.1, &vision.decay);
        assert_eq!(meter.stage, AwarenessStage::Unaware);
    }

    #[test]
    fn a_glimpse_never_detects() {
        let vision = vision();
        let mut meter = AwarenessMeter::default();
        meter.fill(1.0, 60.0, false, &vision.stages);
        assert_eq!(meter.stage, AwarenessStage::Investigating);
        meter.fill(1.0, 0.1, true, &vision.stages);
        assert_eq!(meter.stage, AwarenessStage::Detected);
    }

    #[test]
    fn share_and_light_have_no_hard_edges() {
        let vision = vision();
        assert_eq!(share_factor(&vision, 0.6), 1.0);
        assert_eq!(share_factor(&vision, 0.2), 0.0);
        assert!((share_factor(&vision, 0.475) - 0.5).abs() < 1e-3);
        assert!((light_factor(&vision, 0.0) - 0.4).abs() < 1e-6);
        assert!((light_factor(&vision, 1.0) - 1.0).abs() < 1e-6);
    }

    #[test]
    fn awareness_keeps_the_order_of_agents() {
        let mut awareness = Awareness::default();
        for agent in [3, 1, 2, 1] {
            awareness.begin(AgentId(agent), 0);
        }
        let order: Vec<u16> = awareness.watched().iter().map(|watched| watched.agent.0).collect();
        assert_eq!(order, [1, 2, 3]);
        assert_eq!(awareness.get(AgentId(2)).map(|watched| watched.serial), Some(3));
    }
}
