//! The panels over a watched match: which there are, which are open, whom they are about, where they lie, and who gets mouse
//! and keys. Everything drawn with egui while one watches goes through here; what a panel shows is its own affair.
//!
//! ```text
//! Update, ClientSystems::Words:  Dock::Bottom -> Right -> Left -> Float -> the camera's picture fits what is left -> HUD
//! ```
//! To add a panel: a [`Panel`] with [`AddPanel::add_panel`], and a system `.in_set(Dock::Right).run_if(is_open("mine"))`
//! that draws it with [`show`].

mod frame;
mod gate;
mod list;
pub mod look;
mod registry;

use bevy::prelude::*;

pub use frame::show;
pub use registry::{AddPanel, Dock, Panel, Panels, Sort, is_open};

use super::{ClientSystems, running::watching, screen::Screen};

pub(super) fn plugin(app: &mut App) {
    registry::plugin(app);
    gate::plugin(app);
    app.configure_sets(
        Update,
        (Dock::Bottom, Dock::Right, Dock::Left, Dock::Float)
            .chain()
            .in_set(ClientSystems::Words)
            .run_if(watching.and(not(in_state(Screen::Loading)))),
    );
    app.add_systems(
        Update,
        (frame::begin.before(Dock::Bottom), frame::fit.after(Dock::Float)).in_set(ClientSystems::Words),
    );
    app.add_panel(list::PANEL).add_systems(Update, list::draw.in_set(Dock::Left).run_if(is_open(list::PANEL.id)));
}
