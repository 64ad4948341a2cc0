//! The HUD of a watched match: name plates, the bar, the news, the result, the help line. Each part can be hidden.

mod agent_list;
mod bar;
mod gauge_bars;
mod keys;
mod nameplates;
mod news;
mod state;

use bevy::{ecs::system::SystemParam, prelude::*};

use crate::client::ClientSystems;
use crate::client::session::{
    CameraView, GameViewService, MainCamera, Playback, SceneSetup, init_for_match, loaded, watching,
};
use crate::client::tools::overlay::WorldLabelSystems;
use crate::client::tools::panels::{AddPanel, Dock, Panel, Panels};
use crate::client::ui::{Gui, HudLayout, layout::report_overlaps};

const NAMES: Panel = Panel::hud("labels", "Names", "name plates: goal, action, awareness").with_key(KeyCode::KeyL);
const NEWS: Panel = Panel::hud("news", "News", "the latest events").with_key(KeyCode::KeyE);
const GAUGES: Panel =
    Panel::hud("gauges", "Needs", "bars over the agents, in games whose agents have needs").with_key(KeyCode::KeyY);
const HELP: Panel = Panel::hud("help", "Help line", "the keys that matter now");
const KEYS: Panel = Panel::new("keys", "All keys", "what each key does", Dock::Float, 620.0).with_key(KeyCode::F1);

#[cfg(test)]
pub(in crate::client) const PANELS: [Panel; 5] = [NAMES, GAUGES, NEWS, HELP, KEYS];

/// What the parts of the HUD draw from.
#[derive(SystemParam)]
pub struct WatchHud<'w, 's> {
    gui: Gui<'w, 's>,
    panels: Res<'w, Panels>,
    layout: ResMut<'w, HudLayout>,
    playback: Res<'w, Playback>,
    setup: Res<'w, SceneSetup>,
    view: Res<'w, CameraView>,
    game: Res<'w, GameViewService>,
    state: Res<'w, state::HudState>,
    cameras: Query<'w, 's, (&'static Camera, &'static Transform), With<MainCamera>>,
}

/// The systems that draw the HUD of a watched match.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WatchHudSystems;

pub(in crate::client) fn plugin(app: &mut App) {
    for panel in [NAMES, GAUGES, NEWS, HELP] {
        app.add_switch(panel);
    }
    app.add_panel(KEYS, keys::draw_key_list);
    init_for_match::<state::HudState>(app);
    init_for_match::<HudLayout>(app);
    app.configure_sets(Update, WorldLabelSystems.after(WatchHudSystems)).add_systems(
        Update,
        (
            state::gather,
            (bar::draw, keys::draw_help_line, news::draw, gauge_bars::draw, nameplates::draw, news::draw_result)
                .chain()
                .run_if(watching),
        )
            .chain()
            .after(Dock::Float)
            .in_set(ClientSystems::Ui)
            .in_set(WatchHudSystems)
            .run_if(loaded),
    );
    app.add_systems(Update, report_overlaps.after(ClientSystems::Ui));
}
