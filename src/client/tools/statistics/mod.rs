//! The statistics panel: outcomes of actions, goals chosen, planning effort, and the time of each simulation stage.

mod gather;
mod panel;

use bevy::prelude::*;

#[cfg(test)]
pub(in crate::client) use panel::PANEL;

use super::panels::{AddPanel, Dock, is_open};
use crate::client::{ClientSystems, session::screen::Screen};

pub(in crate::client) fn plugin(app: &mut App) {
    app.init_resource::<gather::Statistics>()
        .init_resource::<panel::StatisticsPage>()
        .add_panel(panel::PANEL)
        .add_systems(OnEnter(Screen::Loading), |mut stats: ResMut<gather::Statistics>| {
            *stats = gather::Statistics::default()
        })
        .add_systems(
            Update,
            gather::gather
                .in_set(ClientSystems::Draw)
                .run_if(is_open(panel::PANEL.id).and(not(in_state(Screen::Loading)))),
        )
        .add_systems(Update, panel::draw.in_set(Dock::Float).run_if(is_open(panel::PANEL.id)));
}
