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

pub use strokes::Strokes;
pub use tags::Tags;

use super::{
    ClientSystems,
    accounts::Accounts,
    panels::{AddPanel, Panel, Panels, is_open},
    role::watching,
    screen::Screen,
    show::{Kept, Show},
    stage::{Player, Stage, colour},
    timings::Timings,
    view::View,
};
use crate::{mind::Account, protocol::AgentId};

const CONES: Panel =
    Panel::overlay("cones", "View cones", "how strongly eyes see where, walls and soft edges included")
        .by(KeyCode::F2, "F2");
const RAYS: Panel =
    Panel::overlay("rays", "Rays of sight", "the test points last looked at: o hit, x blocked").by(KeyCode::F3, "F3");
const AWARENESS: Panel =
    Panel::overlay("awareness", "Awareness", "how sure eyes are of whom, with their thresholds").by(KeyCode::F4, "F4");
const HEARING: Panel =
    Panel::overlay("hearing", "Hearing", "how far noises carry; where they seem to come from").by(KeyCode::F5, "F5");
const GHOSTS: Panel =
    Panel::overlay("ghosts", "Last known places", "where others are believed to be, fading").by(KeyCode::F6, "F6");
const HYPOTHESES: Panel =
    Panel::overlay("hypotheses", "Hypotheses", "where somebody lost may be, and how likely").by(KeyCode::F7, "F7");
const WAYS: Panel = Panel::overlay("ways", "Ways", "paths, and where they lead").by(KeyCode::F8, "F8");
const GROUND: Panel = Panel::overlay("ground", "Navigation mesh", "where one can walk").by(KeyCode::F9, "F9");
const CLAIMS: Panel =
    Panel::overlay("claims", "Reservations", "what somebody wants for himself").by(KeyCode::F10, "F10");
const MARKS: Panel =
    Panel::overlay("marks", "Scratch marks", "what running leaves, until it fades").by(KeyCode::F11, "F11");
const THINGS: Panel =
    Panel::overlay("things", "Keys and hiding places", "all of them, through walls").by(KeyCode::F12, "F12");

/// All overlays, in the order of the list.
pub(super) const PANELS: [Panel; 11] =
    [CONES, RAYS, AWARENESS, HEARING, GHOSTS, HYPOTHESES, WAYS, GROUND, CLAIMS, MARKS, THINGS];

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
        Overlays.in_set(ClientSystems::Draw).run_if(watching.and(not(in_state(Screen::Loading)))),
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
                ways::draw.run_if(is_open(WAYS.id)),
                things::draw_claims.run_if(is_open(CLAIMS.id)),
                things::draw_marks.run_if(is_open(MARKS.id)),
                things::draw_things.run_if(is_open(THINGS.id)),
            )
                .chain(),
        )
            .chain()
            .in_set(Overlays),
    );
}

/// The systems that draw overlays, in the order of the list.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Overlays;

/// Asks for what overlays and panels need to be kept, and for no more.
fn keep_records(panels: Res<Panels>, mut show: ResMut<Show>, mut timings: ResMut<Timings>) {
    timings.on = timings.say || panels.is_open("statistics");
    let wanted = Kept {
        looks: panels.is_open(RAYS.id),
        questions: panels.any_panel_open(),
        times: panels.is_open("statistics"),
        past: panels.any_overlay_open(),
    };
    show.bypass_change_detection().keep(wanted);
}

/// What an overlay draws from.
#[derive(SystemParam)]
pub struct Scene<'w> {
    /// The match.
    pub show: Res<'w, Show>,
    /// The level and the cast.
    pub stage: Res<'w, Stage>,
    /// What panels are about.
    pub panels: Res<'w, Panels>,
    view: Res<'w, View>,
    accounts: ResMut<'w, Accounts>,
    /// What it costs.
    pub timings: Res<'w, Timings>,
}

impl Scene<'_> {
    /// Everybody an overlay is about: the agent chosen, or all in play.
    pub fn whom(&self) -> Vec<(usize, Player)> {
        let chosen = self.panels.chosen.map(|agent| usize::from(agent.0));
        let in_play = |agent: &usize| self.show.now.agents.get(*agent).is_some_and(|person| person.gone.is_none());
        let wanted = |agent: &usize| chosen.is_none_or(|chosen| chosen == *agent);
        let all = (0..self.stage.cast.len()).filter(in_play).filter(wanted);
        all.filter_map(|agent| Some((agent, self.stage.cast.get(agent)?.clone()))).collect()
    }

    /// The account of somebody's mind.
    pub fn account(&mut self, agent: usize) -> Option<std::sync::Arc<Account>> {
        self.accounts.of(&self.show, &self.timings, AgentId(agent as u16))
    }

    /// Whether something at this height is in the picture: from above, the storeys over the one looked at are not.
    pub fn on_view(&self, place: Vec3) -> bool {
        let above = |storey: &crate::world::level::Storey| storey.height <= place.y + 0.6;
        !self.view.cut || self.stage.level.storeys.iter().rposition(above).unwrap_or(0) <= self.view.storey
    }

    /// Whether a storey is in the picture.
    pub fn shows_storey(&self, storey: usize) -> bool {
        !self.view.cut || storey <= self.view.storey
    }

    /// A point of somebody's body between head and feet, 1 and 0.
    pub fn at(&self, agent: usize, share: f32) -> Option<Vec3> {
        let (body, player) = (self.show.body(agent)?, self.stage.cast.get(agent)?);
        Some(body.place + Vec3::Y * body.height(&player.body) * share)
    }
}

/// The colour of a player, light enough to be seen by night.
pub fn own(player: &Player) -> LinearRgba {
    let lit = colour(player.colour).to_linear();
    LinearRgba::rgb(lit.red * 0.75 + 0.25, lit.green * 0.75 + 0.25, lit.blue * 0.75 + 0.25)
}
