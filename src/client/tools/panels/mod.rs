//! The panels over a watched match: the registry of panels and overlays, the docks, the selected agent, and the routing of mouse
//! and keyboard input. The content of a panel lives in the module that adds the panel.
//!
//! ```text
//! Update, ClientSystems::Ui:  Dock::Bottom -> Right -> Left -> Float -> camera viewport -> HUD
//! ```
//! To add a panel, register a [`Panel`] with [`AddPanel::add_panel`], together with a system that draws it with [`PanelContext::show`].

mod frame;
mod input_capture;
mod list;
mod registry;
pub mod theme;

use bevy::prelude::*;

pub use frame::PanelContext;
pub(in crate::client) use list::PANEL as LIST;
pub use registry::{AddPanel, Dock, Panel, PanelKind, Panels, is_open};

use crate::client::ClientSystems;
use crate::client::input::watch_keys::{WatchAction, pressed};
use crate::client::session::{Playback, PlaybackKeys, Timings, loaded, watching};

/// The maximum game time played to reach the next decision, in seconds.
const DECISION_SECONDS: f32 = 30.0;

/// Opens panels and overlays by id before the first frame; `overlays`, `panels` and `hud` open all of a kind. Unknown names are
/// logged. `timings` prints what each of them cost when the program ends.
pub fn open_panels(app: &mut App, names: &[String], timings: bool) {
    let world = app.world_mut();
    if let Some(mut kept) = world.get_resource_mut::<Timings>() {
        (kept.on, kept.print_on_exit) = (timings, timings);
    }
    let Some(mut panels) = world.get_resource_mut::<Panels>() else { return };
    let known: Vec<(&str, PanelKind)> = panels.all().iter().map(|panel| (panel.id, panel.kind)).collect();
    for name in names {
        let mut found = false;
        for (id, kind) in &known {
            let all_of = match kind {
                PanelKind::Overlay => "overlays",
                PanelKind::Panel(_) => "panels",
                PanelKind::Hud => "hud",
            };
            if id == name || all_of == name {
                panels.set(id, true);
                found = true;
            }
        }
        if !found {
            let all: Vec<&str> = known.iter().map(|(id, _)| *id).collect();
            warn!("unknown panel or overlay `{name}`; known: overlays, panels, hud, {}", all.join(", "));
        }
    }
}

pub(in crate::client) fn plugin(app: &mut App) {
    registry::plugin(app);
    input_capture::plugin(app);
    app.configure_sets(
        Update,
        (Dock::Bottom, Dock::Right, Dock::Left, Dock::Float)
            .chain()
            .in_set(ClientSystems::Ui)
            .run_if(watching.and_then(loaded)),
    );
    app.add_systems(
        Update,
        step_to_decision.in_set(ClientSystems::Input).after(PlaybackKeys).run_if(watching.and_then(loaded)),
    );
    app.add_systems(
        Update,
        (frame::begin.before(Dock::Bottom), frame::fit.after(Dock::Float)).in_set(ClientSystems::Ui),
    );
    app.add_panel(list::PANEL, list::draw);
}

/// Plays to the next decision of the selected agent, or of any agent if none is selected.
fn step_to_decision(keys: Res<ButtonInput<KeyCode>>, panels: Res<Panels>, mut playback: ResMut<Playback>) {
    if pressed(&keys, WatchAction::StepDecision) {
        playback.paused = true;
        let decided = playback.step_to_decision(panels.selected, DECISION_SECONDS);
        debug!("a decision: {decided}, tick {}", playback.now.tick);
        playback.blend = 1.0;
    }
}
