//! The tactical view: straight from above, with lines of fire and paths of all agents, the places that the selected one compares, and
//! what one agent of each side believes about its enemies. The same key leads back to the view before.

use bevy::log::debug;

use super::CameraRigs;
use crate::{
    client::{
        input::watch_keys::WatchAction,
        session::view::{CameraMode, CameraView},
        tools::{overlay::TACTICAL, panels::Panels},
    },
    protocol::AgentId,
};

/// The keys of other cameras, which end the tactical view.
pub(super) const LEAVING_KEYS: [WatchAction; 5] =
    [WatchAction::Overview, WatchAction::Follow, WatchAction::Free, WatchAction::Eyes, WatchAction::Director];

/// What the tactical view has replaced.
#[derive(Clone, Debug)]
pub(super) struct ViewBefore {
    mode: CameraMode,
    top_down: bool,
    /// The overlays that it has opened.
    opened: Vec<&'static str>,
    /// Whether it has selected an agent because none was.
    selected: bool,
}

/// Begins the tactical view, or goes back to the view before it. `first` gives the agent to select if none is.
pub(super) fn toggle(
    view: &mut CameraView,
    rigs: &mut CameraRigs,
    panels: &mut Panels,
    first: impl FnOnce() -> Option<usize>,
) {
    if let Some(before) = leave(view, rigs, panels) {
        debug!("tactical view: off");
        view.mode = before.mode;
        rigs.overview.reset();
        rigs.overview.set_top_down(before.top_down);
        return;
    }
    let opened: Vec<&str> = TACTICAL.into_iter().filter(|overlay| !panels.is_on(overlay)).collect();
    let (mode, top_down, selected) = (view.mode, rigs.overview.is_top_down(), panels.selected.is_none());
    opened.iter().for_each(|overlay| panels.set(overlay, true));
    panels.all_hidden = false;
    if let Some(agent) = selected.then(first).flatten() {
        panels.selected = Some(AgentId(agent as u16));
        view.followed = agent;
    }
    view.mode = CameraMode::Overview;
    view.tactical = true;
    rigs.chosen_floor = None;
    rigs.overview.reset();
    rigs.overview.set_top_down(true);
    debug!("tactical view: on");
    rigs.before_tactical = Some(ViewBefore { mode, top_down, opened, selected });
}

/// Ends the tactical view, if it is on: closes the overlays that it has opened. The camera stays.
pub(super) fn leave(view: &mut CameraView, rigs: &mut CameraRigs, panels: &mut Panels) -> Option<ViewBefore> {
    let before = rigs.before_tactical.take()?;
    view.tactical = false;
    before.opened.iter().for_each(|overlay| panels.set(overlay, false));
    if before.selected {
        panels.selected = None;
    }
    Some(before)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::tools::overlay::PANELS;

    fn panels() -> Panels {
        let mut panels = Panels::default();
        PANELS.into_iter().for_each(|panel| panels.add(panel));
        panels
    }

    #[test]
    fn the_same_key_leads_back_to_camera_overlays_and_selection() {
        let (mut view, mut rigs, mut panels) = (CameraView::default(), CameraRigs::default(), panels());
        view.mode = CameraMode::Director;
        panels.set("paths", true);
        panels.set("cones", true);
        toggle(&mut view, &mut rigs, &mut panels, || Some(3));
        assert!(view.tactical && view.mode == CameraMode::Overview && rigs.overview.is_top_down());
        assert!(TACTICAL.iter().all(|overlay| panels.is_open(overlay)));
        assert_eq!(panels.selected, Some(AgentId(3)));
        toggle(&mut view, &mut rigs, &mut panels, || None);
        assert!(!view.tactical && view.mode == CameraMode::Director && !rigs.overview.is_top_down());
        let open: Vec<&str> = PANELS.iter().map(|panel| panel.id).filter(|overlay| panels.is_open(overlay)).collect();
        assert_eq!(open, ["cones", "paths"], "those that were open before stay open");
        assert_eq!(panels.selected, None);
    }

    #[test]
    fn a_selected_agent_stays_selected_and_another_camera_ends_the_view() {
        let (mut view, mut rigs, mut panels) = (CameraView::default(), CameraRigs::default(), panels());
        panels.selected = Some(AgentId(1));
        toggle(&mut view, &mut rigs, &mut panels, || Some(3));
        assert!(leave(&mut view, &mut rigs, &mut panels).is_some());
        assert!(!view.tactical && !panels.any_overlay_open() && panels.selected == Some(AgentId(1)));
        assert!(leave(&mut view, &mut rigs, &mut panels).is_none());
    }
}
