//! The statistics panel: outcomes of actions, goals chosen, planning effort, the time of each simulation
//! stage, and the numbers of the game over time.

mod gather;
mod numbers;
mod panel;

use self::gather::{ActionCounts, Statistics, WorkSample};
use self::numbers::{NumberHistory, ShownGroups};

use bevy::prelude::*;

#[cfg(test)]
pub(in crate::client) use panel::PANEL;

use super::panels::{AddPanel, is_open};
use crate::client::ClientSystems;
use crate::client::session::{init_for_match, loaded};

pub(in crate::client) fn plugin(app: &mut App) {
    init_for_match::<gather::Statistics>(app);
    init_for_match::<numbers::NumberHistory>(app);
    app.init_resource::<panel::StatisticsPage>()
        .init_resource::<numbers::ShownGroups>()
        .add_panel(panel::PANEL, panel::draw)
        .add_systems(Update, numbers::sample.in_set(ClientSystems::Draw).run_if(loaded))
        .add_systems(
            Update,
            gather::gather.in_set(ClientSystems::Draw).run_if(is_open(panel::PANEL.id).and_then(loaded)),
        );
}
