//! Overlays: the data of minds and senses drawn into the world. Each overlay can be toggled and draws the data of the simulation
//! itself, never a second computation. Shapes repeat what colours say: sides, hit and miss, certainty.

mod cones;
mod fire;
mod ghosts;
mod gizmos;
mod hearing;
mod labels;
mod navmesh;
mod paths;
mod positions;
mod things;
mod vision;

use self::gizmos::{BLOCKED, GOLD, HIT};

use std::{collections::BTreeMap, sync::Arc};

use bevy::{ecs::system::SystemParam, prelude::*};

pub use gizmos::OverlayGizmos;
pub use labels::{WorldLabelSystems, WorldLabels};

use quarry_minds::MindSnapshot;
use quarry_minds::protocol::{AgentId, Label};

use super::panels::{AddPanel, Panel, Panels, is_open};
use crate::client::ClientSystems;
use crate::client::session::{
    AgentFrame, AgentInfo, CameraView, Instrumentation, MindSnapshotCache, Playback, SceneSetup, Timings, colour,
    loaded, watching,
};

/// The overlays by name, as `--show` and the settings spell them.
pub(in crate::client) mod id {
    pub(in crate::client) const CONES: &str = "cones";
    pub(in crate::client) const RAYS: &str = "rays";
    pub(in crate::client) const AWARENESS: &str = "awareness";
    pub(in crate::client) const HEARING: &str = "hearing";
    pub(in crate::client) const GHOSTS: &str = "ghosts";
    pub(in crate::client) const HYPOTHESES: &str = "hypotheses";
    pub(in crate::client) const PATHS: &str = "paths";
    pub(in crate::client) const NAVMESH: &str = "navmesh";
    pub(in crate::client) const RESERVATIONS: &str = "reservations";
    pub(in crate::client) const SCRATCH_MARKS: &str = "scratch_marks";
    pub(in crate::client) const THINGS: &str = "things";
    pub(in crate::client) const POSITIONS: &str = "positions";
    pub(in crate::client) const FIRE: &str = "fire";
}

/// The overlays of the tactical view.
pub(in crate::client) const TACTICAL: [&str; 4] = [id::FIRE, id::PATHS, id::POSITIONS, id::GHOSTS];

/// All overlays, in the order of the list.
pub(in crate::client) const PANELS: [Panel; 13] = [
    overlay(id::CONES, "Vision cones", "where each agent can see and how well", KeyCode::F2),
    overlay(id::RAYS, "Sight rays", "the last rays cast at test points: ball = hit, cross = blocked", KeyCode::F3),
    overlay(id::AWARENESS, "Awareness", "awareness meters and their thresholds", KeyCode::F4),
    overlay(id::HEARING, "Hearing", "the range of noises, and where heard noises seem to be", KeyCode::F5),
    overlay(id::GHOSTS, "Last known positions", "where unseen agents are believed to be", KeyCode::F6),
    overlay(id::HYPOTHESES, "Hypotheses", "where a lost agent may be, with likelihoods", KeyCode::F7),
    overlay(id::PATHS, "Paths", "the paths being followed and their goals", KeyCode::F8),
    overlay(id::NAVMESH, "Navigation mesh", "the walkable area", KeyCode::F9),
    overlay(id::RESERVATIONS, "Reservations", "the targets that agents reserve", KeyCode::F10),
    overlay(id::SCRATCH_MARKS, "Scratch marks", "traces that running agents leave", KeyCode::F11),
    overlay(id::THINGS, "Items and hiding places", "items, hiding places and gates, through walls", KeyCode::F12),
    overlay(
        id::POSITIONS,
        "Positions",
        "the places last compared for cover, a look or a shot, by score",
        KeyCode::Digit0,
    ),
    overlay(
        id::FIRE,
        "Sight lines and shots",
        "lines to the enemies that each agent sees, and the shots of the last moment",
        KeyCode::Digit9,
    ),
];

const fn overlay(id: &'static str, title: &'static str, description: &'static str, key: KeyCode) -> Panel {
    Panel::overlay(id, title, description).with_key(key)
}

pub(in crate::client) fn plugin(app: &mut App) {
    for panel in PANELS {
        app.add_switch(panel);
    }
    gizmos::plugin(app);
    labels::plugin(app);
    cones::plugin(app);
    navmesh::plugin(app);
    hearing::plugin(app);
    app.init_resource::<LastSelected>()
        .configure_sets(Update, OverlaySystems.in_set(ClientSystems::Draw).run_if(watching.and_then(loaded)))
        .add_systems(
            Update,
            (
                request_instrumentation,
                note_selection,
                (
                    vision::draw_sight_rays.run_if(is_open(id::RAYS)),
                    vision::draw_awareness.run_if(is_open(id::AWARENESS)),
                    ghosts::draw_ghosts.run_if(is_open(id::GHOSTS)),
                    ghosts::draw_hypotheses.run_if(is_open(id::HYPOTHESES)),
                    paths::draw.run_if(is_open(id::PATHS)),
                    things::draw_reservations.run_if(is_open(id::RESERVATIONS)),
                    things::draw_scratch_marks.run_if(is_open(id::SCRATCH_MARKS)),
                    things::draw_things.run_if(is_open(id::THINGS)),
                    positions::draw.run_if(is_open(id::POSITIONS)),
                    fire::draw.run_if(is_open(id::FIRE)),
                )
                    .chain(),
            )
                .chain()
                .in_set(OverlaySystems),
        );
}

#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OverlaySystems;

/// Asks the simulation to record what open overlays and panels show. Planning snapshots and evaluations of positions
/// are always recorded, because the inspector is often opened after the decision it is to explain.
fn request_instrumentation(panels: Res<Panels>, mut playback: ResMut<Playback>, mut timings: ResMut<Timings>) {
    timings.on = timings.print_on_exit || panels.is_open("statistics");
    let wanted = Instrumentation {
        sight_rays: panels.is_open(id::RAYS),
        planning: true,
        stage_times: panels.is_open("statistics"),
        past_worlds: panels.reads_world(),
    };
    playback.bypass_change_detection().set_instrumentation(wanted);
}

/// The agent of each side that was selected last.
#[derive(Resource, Clone, Debug, Default)]
struct LastSelected(BTreeMap<Label, usize>);

fn note_selection(panels: Res<Panels>, setup: Res<SceneSetup>, mut last: ResMut<LastSelected>) {
    let chosen = panels.selected.filter(|_| panels.is_changed());
    if let Some((agent, info)) = chosen.and_then(|agent| Some((agent, setup.agent(agent)?))) {
        last.0.insert(info.side, usize::from(agent.0));
    }
}

/// The system parameters of every overlay.
#[derive(SystemParam)]
pub struct OverlayContext<'w> {
    pub playback: Res<'w, Playback>,
    pub setup: Res<'w, SceneSetup>,
    /// The selected agent, and which overlays are open.
    pub panels: Res<'w, Panels>,
    view: Res<'w, CameraView>,
    last_selected: Res<'w, LastSelected>,
    snapshots: ResMut<'w, MindSnapshotCache>,
    /// Measures the cost of each overlay.
    pub timings: Res<'w, Timings>,
}

impl OverlayContext<'_> {
    /// The agents that overlays are about: the selected one while it is in play, or all that stand in the level. Of the minds without a
    /// body only the selected one counts: the others would repeat what their hosts perceive.
    pub fn agents(&self) -> Vec<(usize, AgentInfo)> {
        let selected = self.panels.selected.map(|agent| usize::from(agent.0));
        self.agents_that(|agent, frame| match selected {
            Some(selected) => selected == agent && frame.gone.is_none(),
            None => frame.stands(),
        })
    }

    /// The same; in the tactical view all that stand in the level, also while one is selected.
    pub fn all_in_tactical_view(&self) -> Vec<(usize, AgentInfo)> {
        if self.view.tactical { self.agents_that(|_, frame| frame.stands()) } else { self.agents() }
    }

    /// The same; in the tactical view only the selected one.
    pub fn selected_in_tactical_view(&self) -> Vec<(usize, AgentInfo)> {
        if self.view.tactical && self.panels.selected.is_none() { Vec::new() } else { self.agents() }
    }

    /// The same; in the tactical view one of each side: the one that was selected last, or the first that stands in the level.
    pub fn one_of_each_side_in_tactical_view(&self) -> Vec<(usize, AgentInfo)> {
        if !self.view.tactical {
            return self.agents();
        }
        let mut chosen: BTreeMap<Label, (usize, AgentInfo)> = BTreeMap::new();
        for (agent, info) in self.agents_that(|_, frame| frame.stands()) {
            let last = self.last_selected.0.get(&info.side) == Some(&agent);
            if last || !chosen.contains_key(&info.side) {
                chosen.insert(info.side, (agent, info));
            }
        }
        chosen.into_values().collect()
    }

    /// Whether what an agent did is shown: that of all, or of the selected one; in the tactical view that of all.
    pub fn concerns(&self, agent: AgentId) -> bool {
        self.view.tactical || self.panels.selected.is_none_or(|selected| selected == agent)
    }

    fn agents_that(&self, wanted: impl Fn(usize, &AgentFrame) -> bool) -> Vec<(usize, AgentInfo)> {
        let frames = self.playback.now.agents.iter().zip(self.setup.agents.iter()).enumerate();
        let shown = frames.filter(|(agent, (frame, _))| wanted(*agent, frame));
        shown.map(|(agent, (_, info))| (agent, info.clone())).collect()
    }

    /// The mind of an agent at the moment on screen; `None` if it has none or the moment is not available.
    pub fn snapshot(&mut self, agent: usize) -> Option<Arc<MindSnapshot>> {
        self.snapshots.get(&self.playback, &self.timings, AgentId(agent as u16))
    }

    /// Whether a position is on a floor that the camera shows.
    pub fn is_visible(&self, position: Vec3) -> bool {
        self.view.shows_floor(self.setup.floor_at(position.y + 0.6))
    }

    /// A point on the body of an agent; `height` is a fraction of the body height, 0 at the feet.
    pub fn body_point(&self, agent: usize, height: f32) -> Option<Vec3> {
        let (body, info) = (self.playback.body(agent)?, self.setup.agents.get(agent)?);
        Some(body.place + Vec3::Y * body.height(&info.body) * height)
    }
}

/// The colour of an agent, light enough to be seen at night.
pub fn agent_colour(info: &AgentInfo) -> LinearRgba {
    let linear = colour(info.colour).to_linear();
    LinearRgba::rgb(linear.red * 0.75 + 0.25, linear.green * 0.75 + 0.25, linear.blue * 0.75 + 0.25)
}
