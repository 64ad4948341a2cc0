//! The tactical view: straight from above, with sight lines, shots and paths of all agents, the places that the selected one compares, and
//! what one agent of each side believes about its enemies. The same key leads back to the view before.

use bevy::log::debug;
use quarry_minds::protocol::AgentId;

use super::{CameraRigs, overview::OverviewCamera};
use crate::client::session::{CameraMode, CameraView};
use crate::client::tools::{overlay::TACTICAL, panels::Panels};

/// What the tactical view has replaced.
#[derive(Clone, Debug)]
pub(super) struct ViewBefore {
    mode: CameraMode,
    followed: usize,
    overview: OverviewCamera,
    chosen_floor: Option<usize>,
    all_hidden: bool,
    /// The selected agent. `None` if none was.
    selected: Option<AgentId>,
    opened: Vec<&'static str>,
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
        (view.mode, view.followed) = (before.mode, before.followed);
        (rigs.overview, rigs.chosen_floor) = (before.overview, before.chosen_floor);
        panels.all_hidden = before.all_hidden;
        return;
    }
    let opened: Vec<&str> = TACTICAL.into_iter().filter(|overlay| !panels.is_on(overlay)).collect();
    let before = ViewBefore {
        mode: view.mode,
        followed: view.followed,
        overview: rigs.overview.clone(),
        chosen_floor: rigs.chosen_floor,
        all_hidden: panels.all_hidden,
        selected: panels.selected,
        opened: opened.clone(),
    };
    opened.iter().for_each(|overlay| panels.set(overlay, true));
    panels.all_hidden = false;
    if let Some(agent) = before.selected.is_none().then(first).flatten() {
        panels.selected = Some(AgentId(agent as u16));
        view.followed = agent;
    }
    view.mode = CameraMode::Overview;
    view.tactical = true;
    rigs.chosen_floor = None;
    rigs.overview.reset();
    rigs.overview.set_top_down(true);
    debug!("tactical view: on");
    rigs.before_tactical = Some(before);
}

/// Ends the tactical view, if it is on: closes the overlays that it has opened. The camera stays.
pub(super) fn leave(view: &mut CameraView, rigs: &mut CameraRigs, panels: &mut Panels) -> Option<ViewBefore> {
    let before = rigs.before_tactical.take()?;
    view.tactical = false;
    before.opened.iter().for_each(|overlay| panels.set(overlay, false));
    if before.selected.is_none() {
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
        (view.followed, rigs.chosen_floor, panels.all_hidden) = (5, Some(1), true);
        toggle(&mut view, &mut rigs, &mut panels, || Some(3));
        assert!(view.tactical && view.mode == CameraMode::Overview && rigs.overview.top_down);
        assert!(TACTICAL.iter().all(|overlay| panels.is_open(overlay)));
        assert_eq!((panels.selected, view.followed, panels.all_hidden), (Some(AgentId(3)), 3, false));
        toggle(&mut view, &mut rigs, &mut panels, || None);
        assert!(!view.tactical && view.mode == CameraMode::Director && !rigs.overview.top_down);
        assert_eq!((view.followed, rigs.chosen_floor, panels.all_hidden), (5, Some(1), true));
        panels.all_hidden = false;
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
