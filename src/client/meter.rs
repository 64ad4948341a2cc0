//! How sure eyes are of whom, read out of what is shown.
//!
//! Must not know: how it is drawn.

use super::{show::Show, stage::Stage};
use crate::{
    data::senses::Stages,
    protocol::{AgentId, Roster},
    senses::{Awareness, SenseKit, Stage as Noticed},
};

/// How sure somebody's eyes are of somebody else.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Meter {
    /// Of whom: the number of the agent.
    pub of: usize,
    /// How sure, 0 to 1.
    pub level: f32,
    /// The stage reached.
    pub stage: Noticed,
    /// Whether he is in view now.
    pub in_view: bool,
    /// Where the stages begin, 0 to 1.
    pub stages: (f32, f32, f32),
}

impl Meter {
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

/// The meters of an agent: of all of the other side of whom its eyes hold anything.
pub fn meters(show: &Show, stage: &Stage, agent: usize) -> Vec<Meter> {
    let read = || {
        let world = show.scene()?;
        let entity = world.get_resource::<Roster>()?.entity(AgentId(agent as u16))?;
        let (awareness, kit) = (world.get::<Awareness>(entity)?, world.get::<SenseKit>(entity)?);
        let Stages { suspicious, investigating, detected, .. } = kit.0.vision.stages;
        let side = stage.cast.get(agent)?.side;
        let others = awareness.watched().iter().filter(|watched| {
            watched.gauge.level > 0.0 && stage.player(watched.agent).is_some_and(|player| player.side != side)
        });
        let all = others.map(|watched| Meter {
            of: usize::from(watched.agent.0),
            level: watched.gauge.level,
            stage: watched.gauge.stage,
            in_view: watched.in_view,
            stages: (suspicious, investigating, detected),
        });
        Some(all.collect())
    };
    read().unwrap_or_default()
}
