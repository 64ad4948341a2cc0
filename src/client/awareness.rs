//! How sure eyes are of whom, read out of what is shown.
//!
//! Must not know: how it is drawn.

use super::{playback::Playback, scene_setup::SceneSetup};
use crate::{
    data::senses::AwarenessThresholds,
    protocol::{AgentId, Roster},
    senses::{AgentSenses, Awareness, AwarenessStage as Noticed},
};

/// How sure somebody's eyes are of somebody else.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AwarenessBar {
    /// Of whom: the number of the agent.
    pub observed: usize,
    /// How sure, 0 to 1.
    pub level: f32,
    /// The stage reached.
    pub stage: Noticed,
    /// Whether he is in view now.
    pub in_view: bool,
    /// Where the stages begin, 0 to 1.
    pub stages: (f32, f32, f32),
}

impl AwarenessBar {
    /// A sign for the stage.
    pub fn sign(&self) -> &'static str {
        match self.stage {
            Noticed::Unaware => "",
            Noticed::Suspicious => "?",
            Noticed::Investigating => "??",
            Noticed::Detected => "!",
        }
    }
}

/// The awareness_bars of an agent: of all of the other side of whom its eyes hold anything.
pub fn awareness_bars(playback: &Playback, setup: &SceneSetup, agent: usize) -> Vec<AwarenessBar> {
    let read = || {
        let world = playback.shown_world()?;
        let entity = world.get_resource::<Roster>()?.entity(AgentId(agent as u16))?;
        let (awareness, kit) = (world.get::<Awareness>(entity)?, world.get::<AgentSenses>(entity)?);
        let AwarenessThresholds { suspicious, investigating, detected, .. } = kit.0.vision.thresholds;
        let side = setup.agents.get(agent)?.side;
        let others = awareness.watched().iter().filter(|watched| {
            watched.meter.level > 0.0 && setup.agent(watched.agent).is_some_and(|player| player.side != side)
        });
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
