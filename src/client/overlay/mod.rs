//! What minds and senses hold, drawn into the world: each overlay has a switch of its own and draws from the mind's and the
//! senses' own data, never from a second computation. Shapes tell apart what colours do: sides, hit and miss, sure and unsure.

mod awareness;
mod cones;
mod ghosts;
mod ground;
mod hearing;
mod rays;
mod strokes;
mod tags;
mod things;
mod ways;

use bevy::{ecs::system::SystemParam, prelude::*};

pub use strokes::OverlayGizmos;
pub use tags::WorldLabels;

use super::{
    ClientSystems,
    mind_snapshots::MindSnapshotCache,
    panels::{AddPanel, Panel, Panels, is_open},
    playback::{Instrumentation, Playback},
    role::watching,
    scene_setup::{AgentInfo, SceneSetup, colour},
    screen::Screen,
    timings::Timings,
    view::CameraView,
};
use crate::{mind::MindSnapshot, protocol::AgentId};

const CONES: Panel =
    Panel::overlay("cones", "View cones", "how strongly eyes see where, walls and soft edges included")
        .with_key(KeyCode::F2, "F2");
const RAYS: Panel = Panel::overlay("rays", "Rays of sight", "the test points last looked at: o hit, x blocked")
    .with_key(KeyCode::F3, "F3");
const AWARENESS: Panel = Panel::overlay("awareness", "Awareness", "how sure eyes are of whom, with their thresholds")
    .with_key(KeyCode::F4, "F4");
const HEARING: Panel = Panel::overlay("hearing", "Hearing", "how far noises carry; where they seem to come from")
    .with_key(KeyCode::F5, "F5");
const GHOSTS: Panel = Panel::overlay("ghosts", "Last known places", "where others are believed to be, fading")
    .with_key(KeyCode::F6, "F6");
const HYPOTHESES: Panel = Panel::overlay("hypotheses", "Hypotheses", "where somebody lost may be, and how likely")
    .with_key(KeyCode::F7, "F7");
const PATHS: Panel = Panel::overlay("paths", "Paths", "paths, and where they lead").with_key(KeyCode::F8, "F8");
const NAVMESH: Panel = Panel::overlay("navmesh", "Navigation mesh", "where one can walk").with_key(KeyCode::F9, "F9");
const RESERVATIONS: Panel =
    Panel::overlay("reservations", "Reservations", "what somebody wants for himself").with_key(KeyCode::F10, "F10");
const SCRATCH_MARKS: Panel = Panel::overlay("scratch_marks", "Scratch marks", "what running leaves, until it fades")
    .with_key(KeyCode::F11, "F11");
const THINGS: Panel =
    Panel::overlay("things", "Keys and hiding places", "all of them, through walls").with_key(KeyCode::F12, "F12");

/// All overlays, in the order of the list.
pub(super) const PANELS: [Panel; 11] =
    [CONES, RAYS, AWARENESS, HEARING, GHOSTS, HYPOTHESES, PATHS, NAVMESH, RESERVATIONS, SCRATCH_MARKS, THINGS];

pub(super) fn plugin(app: &mut App) {
    for panel in PANELS {
        app.add_panel(panel);
    }
    strokes::plugin(app);
    tags::plugin(app);
    cones::plugin(app);
    ground::plugin(app);
    hearing::plugin(app);
    app.configure_sets(
        Update,
        OverlaySystems.in_set(ClientSystems::Draw).run_if(watching.and(not(in_state(Screen::Loading)))),
    )
    .add_systems(
        Update,
        (
            keep_records,
            (
                rays::draw.run_if(is_open(RAYS.id)),
                awareness::draw.run_if(is_open(AWARENESS.id)),
                ghosts::draw_ghosts.run_if(is_open(GHOSTS.id)),
                ghosts::draw_hypotheses.run_if(is_open(HYPOTHESES.id)),
                ways::draw.run_if(is_open(PATHS.id)),
                things::draw_claims.run_if(is_open(RESERVATIONS.id)),
                things::draw_marks.run_if(is_open(SCRATCH_MARKS.id)),
                things::draw_things.run_if(is_open(THINGS.id)),
            )
                .chain(),
        )
            .chain()
            .in_set(OverlaySystems),
    );
}

/// The systems that draw overlays, in the order of the list.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OverlaySystems;

/// Asks for what overlays and panels need to be kept, and for no more.
fn keep_records(panels: Res<Panels>, mut playback: ResMut<Playback>, mut timings: ResMut<Timings>) {
    timings.on = timings.print_on_exit || panels.is_open("statistics");
    let wanted = Instrumentation {
        sight_rays: panels.is_open(RAYS.id),
        planning: panels.any_panel_open(),
        stage_times: panels.is_open("statistics"),
        past_worlds: panels.any_overlay_open(),
    };
    playback.bypass_change_detection().set_instrumentation(wanted);
}

/// What an overlay draws from.
#[derive(SystemParam)]
pub struct OverlayContext<'w> {
    /// The match.
    pub playback: Res<'w, Playback>,
    /// The level and the cast.
    pub setup: Res<'w, SceneSetup>,
    /// What panels are about.
    pub panels: Res<'w, Panels>,
    view: Res<'w, CameraView>,
    accounts: ResMut<'w, MindSnapshotCache>,
    /// What it costs.
    pub timings: Res<'w, Timings>,
}

impl OverlayContext<'_> {
    /// Everybody an overlay is about: the agent chosen, or all in play.
    pub fn agents(&self) -> Vec<(usize, AgentInfo)> {
        let chosen = self.panels.selected.map(|agent| usize::from(agent.0));
        let in_play = |agent: &usize| self.playback.now.agents.get(*agent).is_some_and(|person| person.gone.is_none());
        let wanted = |agent: &usize| chosen.is_none_or(|chosen| chosen == *agent);
        let all = (0..self.setup.agents.len()).filter(in_play).filter(wanted);
        all.filter_map(|agent| Some((agent, self.setup.agents.get(agent)?.clone()))).collect()
    }

    /// The account of somebody's mind.
    pub fn account(&mut self, agent: usize) -> Option<std::sync::Arc<MindSnapshot>> {
        self.accounts.get(&self.playback, &self.timings, AgentId(agent as u16))
    }

    /// Whether something at this height is in the picture: from above, the floors over the one looked at are not.
    pub fn is_visible(&self, place: Vec3) -> bool {
        let above = |floor: &crate::world::level::FloorGrid| floor.height <= place.y + 0.6;
        !self.view.cutaway || self.setup.level.floors.iter().rposition(above).unwrap_or(0) <= self.view.floor
    }

    /// Whether a floor is in the picture.
    pub fn is_floor_visible(&self, floor: usize) -> bool {
        !self.view.cutaway || floor <= self.view.floor
    }

    /// A point of somebody's body between head and feet, 1 and 0.
    pub fn at(&self, agent: usize, share: f32) -> Option<Vec3> {
        let (body, player) = (self.playback.body(agent)?, self.setup.agents.get(agent)?);
        Some(body.place + Vec3::Y * body.height(&player.body) * share)
    }
}

/// The colour of a player, light enough to be seen by night.
pub fn agent_colour(player: &AgentInfo) -> LinearRgba {
    let lit = colour(player.colour).to_linear();
    LinearRgba::rgb(lit.red * 0.75 + 0.25, lit.green * 0.75 + 0.25, lit.blue * 0.75 + 0.25)
}
