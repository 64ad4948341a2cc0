//! What the scene of a match is built from: level, props, palette, agents and graphics quality. Shared plain data; no state of a
//! running match.

use std::sync::Arc;

use bevy::prelude::*;
use quarry_minds::protocol::{AgentId, Label};

use crate::client::ui::humanize;
use crate::data::graphics::{NightLighting, Quality};
use crate::data::look::{AgentIcon, Impact, Look, Palette, Rgb, Surface};
use crate::data::{Library, body::BodySpec, prop::PropCatalogue, rules::Rules, thing::ThingSpecs};
use crate::world::level::BuiltLevel;

/// What the scene of a match is built from.
#[derive(Resource, Clone)]
pub struct SceneSetup {
    /// The level, built.
    pub level: Arc<BuiltLevel>,
    /// The catalogue of props.
    pub props: Arc<PropCatalogue>,
    /// The kinds of things.
    pub things: ThingSpecs,
    /// The rules with which the match began.
    pub rules: Arc<Rules>,
    /// The materials by name.
    pub palette: Arc<Palette>,
    /// How each agent is shown, by [`AgentId`]. It grows when agents enter the match.
    pub agents: Arc<Vec<AgentInfo>>,
    /// The graphics quality.
    pub quality: Quality,
    /// The brightness and colours of the night.
    pub night: NightLighting,
}

/// The part of a wall's height that the grounds of two floors may differ by to be shown together.
const SAME_FLOOR: f32 = 0.7;

/// What a shot strikes has its surface at most this far from where the shot ended, in metres.
const STRUCK_WITHIN: f32 = 0.08;

/// How an agent is shown to people.
#[derive(Clone, Debug)]
pub struct AgentInfo {
    /// Its display name, unique in the match.
    pub name: String,
    /// Its kind: the name of its agent file.
    pub kind: Label,
    /// Its side, as the rules name it.
    pub side: Label,
    /// Whether the rules let its side attack others.
    pub attacks: bool,
    /// Whether it has a mind of its own, or a person in place of one. Others are told by the game what to do.
    pub thinks: bool,
    /// Its own colour.
    pub colour: Rgb,
    /// The symbol of its side, so that colour is not the only cue.
    pub mark: AgentIcon,
    /// The look of its kind.
    pub look: Arc<Look>,
    /// The measurements of its body.
    pub body: Arc<BodySpec>,
}

impl AgentInfo {
    /// The agent with this index among its own kind, from 0. Names and colours are taken from the look in turn.
    pub fn new(kind: Label, look: &Arc<Look>, body: &Arc<BodySpec>, side: Label, attacks: bool, order: usize) -> Self {
        let round = order.checked_div(look.names.len()).unwrap_or(0);
        let name = match order.checked_rem(look.names.len()).and_then(|place| look.names.get(place)) {
            Some(name) if round == 0 => name.clone(),
            Some(name) => format!("{name} {}", round + 1),
            None => format!("{} {}", humanize(kind), order + 1),
        };
        let colour = order
            .checked_rem(look.colours.len())
            .and_then(|place| look.colours.get(place))
            .copied()
            .unwrap_or((0.8, 0.8, 0.8));
        Self {
            name,
            kind,
            side,
            attacks,
            thinks: true,
            colour,
            mark: look.icon,
            look: look.clone(),
            body: body.clone(),
        }
    }

    /// The value of a gauge as a share of its range, 0 to 1; `None` if the body has no such gauge.
    pub fn gauge_share(&self, name: Label, value: f32) -> Option<f32> {
        let spec = self.body.gauges.get(&name)?;
        Some(((value - spec.min) / (spec.max - spec.min).max(f32::EPSILON)).clamp(0.0, 1.0))
    }
}

impl SceneSetup {
    /// What flies from the surface at a place where a shot ended: dust, where nothing is known of it.
    pub fn impact(&self, at: Vec3) -> Impact {
        let struck = self.level.solids.iter().find(|solid| solid.distance(at) <= STRUCK_WITHIN);
        let surface = struck.and_then(|solid| self.palette.0.get(&solid.material));
        surface.map_or(Impact::Dust, Surface::impact)
    }

    /// The scene of a level of a game with these rules; its agents are not known yet.
    pub fn new(library: &Library, rules: &Rules, level: &BuiltLevel, quality: Quality, night: NightLighting) -> Self {
        let (props, palette) = (Arc::new(library.props.clone()), Arc::new(library.palette.clone()));
        let (things, rules) = (library.things.clone(), Arc::new(rules.clone()));
        Self { level: Arc::new(level.clone()), props, things, rules, palette, agents: Arc::default(), quality, night }
    }

    /// Adds agents that have entered the match. This is no change of the scene that systems would have to follow.
    pub fn admit(setup: &mut ResMut<Self>, newcomers: Vec<AgentInfo>) {
        Arc::make_mut(&mut setup.bypass_change_detection().agents).extend(newcomers);
    }

    /// The index of the highest floor whose ground is at or below a height in metres; 0 below all floors.
    pub fn floor_at(&self, height: f32) -> usize {
        self.level.floors.iter().rposition(|floor| floor.height <= height).unwrap_or(0)
    }

    /// The lowest and the highest of the floors that a view from above shows together with this one: those whose ground lies less than a
    /// part of a wall's height apart from its own, such as a terrace.
    pub fn floors_around(&self, floor: usize) -> (usize, usize) {
        let level = &self.level;
        let height = |floor: usize| level.floors.get(floor).map_or(0.0, |floor| floor.height);
        let around = |other: &usize| (height(*other) - height(floor)).abs() < level.wall_height * SAME_FLOOR;
        let lowest = (0..=floor).find(around).unwrap_or(floor);
        let highest = (floor..level.floors.len()).rfind(around).unwrap_or(floor);
        (lowest, highest)
    }

    /// The agent with an id; `None` if the match has no such agent.
    pub fn agent(&self, agent: AgentId) -> Option<&AgentInfo> {
        self.agents.get(usize::from(agent.0))
    }

    /// Whether two agents are on different sides; also if one of them is unknown.
    pub fn enemies(&self, one: AgentId, other: AgentId) -> bool {
        enemies(&self.agents, one, other)
    }
}

/// Whether two agents of a cast are on different sides; also if one of them is unknown. Agents that swap sides do so together.
pub fn enemies(cast: &[AgentInfo], one: AgentId, other: AgentId) -> bool {
    let side = |agent: AgentId| cast.get(usize::from(agent.0)).map(|agent| agent.side);
    side(one).zip(side(other)).is_none_or(|(one, other)| one != other)
}

/// An sRGB colour of the data as a Bevy colour.
pub fn colour((red, green, blue): Rgb) -> Color {
    Color::srgb(red, green, blue)
}
