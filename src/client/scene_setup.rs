//! What a match is drawn from: the level as it stands, the catalogue and palette, who plays, and how richly to draw.
//!
//! Plain data, shared; nothing of a running match.

use std::sync::Arc;

use bevy::prelude::*;

use crate::{
    data::{
        body::BodySpec,
        graphics::{NightLighting, Quality},
        look::{AgentIcon, Look, Palette, Rgb},
        prop::PropCatalogue,
    },
    protocol::Label,
    world::level::BuiltLevel,
};

/// What a match is drawn from.
#[derive(Resource, Clone)]
pub struct SceneSetup {
    /// The level.
    pub level: Arc<BuiltLevel>,
    /// The furniture.
    pub props: Arc<PropCatalogue>,
    /// The materials.
    pub palette: Arc<Palette>,
    /// Who plays, by the number of the agent.
    pub agents: Arc<Vec<AgentInfo>>,
    /// How richly to draw.
    pub quality: Quality,
    /// How bright the night is.
    pub night: NightLighting,
}

/// Somebody who plays, as a person watching knows them.
#[derive(Clone, Debug)]
pub struct AgentInfo {
    /// What it is called.
    pub name: String,
    /// The side it plays for.
    pub side: Label,
    /// Whether its side catches others.
    pub catches: bool,
    /// The colour that tells it apart.
    pub colour: Rgb,
    /// The shape that tells its side apart.
    pub mark: AgentIcon,
    /// How its kind looks.
    pub look: Arc<Look>,
    /// Its body.
    pub body: Arc<BodySpec>,
}

impl AgentInfo {
    /// The player with this place in the order of its own kind, from 0.
    pub fn new(look: &Arc<Look>, body: &Arc<BodySpec>, side: Label, catches: bool, order: usize) -> Self {
        let round = order.checked_div(look.names.len()).unwrap_or(0);
        let name = match order.checked_rem(look.names.len()).and_then(|place| look.names.get(place)) {
            Some(name) if round == 0 => name.clone(),
            Some(name) => format!("{name} {}", round + 1),
            None => format!("{side} {}", order + 1),
        };
        let colour = order
            .checked_rem(look.colours.len())
            .and_then(|place| look.colours.get(place))
            .copied()
            .unwrap_or((0.8, 0.8, 0.8));
        Self { name, side, catches, colour, mark: look.icon, look: look.clone(), body: body.clone() }
    }
}

impl SceneSetup {
    /// A player by the number of the agent.
    pub fn agent(&self, agent: crate::protocol::AgentId) -> Option<&AgentInfo> {
        self.agents.get(usize::from(agent.0))
    }
}

/// A colour from data.
pub fn colour((red, green, blue): Rgb) -> Color {
    Color::srgb(red, green, blue)
}
