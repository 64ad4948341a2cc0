//! Awareness bars: how aware an agent is of each opponent, read from the shown match. Independent of how they are drawn.

use quarry_minds::protocol::AgentId;

use super::{component, playback::Playback, scene_setup::SceneSetup};
use crate::data::senses::AwarenessThresholds;
use crate::senses::{AgentSenses, Awareness, AwarenessStage};

/// How aware one agent is of one opponent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AwarenessBar {
    /// The index of the observed agent.
    pub observed: usize,
    /// The awareness, 0 to 1.
    pub level: f32,
    pub stage: AwarenessStage,
    /// Whether the observed agent is in view now.
    pub in_view: bool,
    /// The thresholds of suspicious, investigating and detected, 0 to 1.
    pub stages: (f32, f32, f32),
}

impl AwarenessBar {
    /// A symbol for the stage; empty for unaware.
    pub fn sign(&self) -> &'static str {
        match self.stage {
            AwarenessStage::Unaware => "",
            AwarenessStage::Suspicious => "?",
            AwarenessStage::Investigating => "??",
            AwarenessStage::Detected => "!",
        }
    }
}

/// The bars of an agent, one for each opponent of which it is at all aware.
pub fn awareness_bars(playback: &Playback, setup: &SceneSetup, agent: usize) -> Vec<AwarenessBar> {
    let read = || {
        let world = playback.shown_world()?;
        let me = AgentId(agent as u16);
        let (awareness, kit) = (component::<Awareness>(world, me)?, component::<AgentSenses>(world, me)?);
        let AwarenessThresholds { suspicious, investigating, detected, .. } = kit.0.vision.thresholds;
        let others =
            awareness.watched().iter().filter(|watched| watched.meter.level > 0.0 && setup.enemies(me, watched.agent));
        let all = others.map(|watched| AwarenessBar {
            observed: usize::from(watched.agent.0),
            level: watched.meter.level,
            stage: watched.meter.stage,
            in_view: watched.in_view,
            stages: (suspicious, investigating, detected),
        });
        Some(all.collect())
    };
    read().unwrap_or_default()
}
