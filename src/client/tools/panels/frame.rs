//! The frames of panels, and the camera viewport that fits into the area that the panels leave free.

use std::{num::NonZeroUsize, sync::Arc};

use bevy::{camera::Viewport, ecs::system::SystemParam, prelude::*, window::PrimaryWindow};
use bevy_egui::egui::{
    Align, Id, LayerId, Layout, Panel as Docked, Rect, RichText, Ui, UiBuilder, Window as Floating, vec2,
};
use quarry_minds::{MindSnapshot, protocol::AgentId};

use super::{Dock, Panel, PanelKind, Panels, theme};
use crate::client::input::bindings::key_name;
use crate::client::session::{
    CameraView, GameViewService, MainCamera, MindSnapshotCache, Playback, SceneSetup, Timings,
};
use crate::client::ui::{GOLD, Gui, free_area, set_free_area};

/// What every panel draws from.
#[derive(SystemParam)]
pub struct PanelContext<'w, 's> {
    gui: Gui<'w, 's>,
    pub panels: ResMut<'w, Panels>,
    pub playback: ResMut<'w, Playback>,
    pub setup: Res<'w, SceneSetup>,
    pub game: Res<'w, GameViewService>,
    view: Res<'w, CameraView>,
    pub snapshots: ResMut<'w, MindSnapshotCache>,
    pub timings: Res<'w, Timings>,
}

impl PanelContext<'_, '_> {
    /// The agent that panels are about: the selected one, or the one that the camera follows.
    pub fn agent(&self) -> AgentId {
        self.panels.selected.unwrap_or(AgentId(self.view.followed as u16))
    }

    /// The mind of an agent at the moment on screen; `None` if it has none or nothing is known of it.
    pub fn snapshot(&mut self, agent: AgentId) -> Option<Arc<MindSnapshot>> {
        self.snapshots.get(&self.playback, &self.timings, agent)
    }

    /// Draws a panel with its frame, title and close button; `add` adds the content. Panels open in the same dock share it, with their
    /// titles as tabs.
    pub fn show(&mut self, id: &'static str, add: impl FnOnce(&mut Ui, &mut Self)) {
        let Some(context) = self.gui.context().cloned() else { return };
        let Some(panel) = self.panels.get(id).copied() else { return };
        let PanelKind::Panel(dock) = panel.kind else { return };
        if !self.panels.is_front(id) {
            return;
        }
        let timings = Res::clone(&self.timings).into_inner();
        let _spent = timings.start(panel.title);
        let scale = theme::scale(&context);
        let (frame, size) = (theme::frame(scale), panel.size * scale);
        let (tabs, mut change) = (self.panels.open_in_dock(dock), None);
        let inside = |ui: &mut Ui| {
            theme::apply_style(ui.style_mut(), scale);
            change = title_bar(ui, &panel, &tabs);
            ui.separator();
            add(ui, self);
        };
        let free = free_area(&context);
        let beside = |docked: Docked| {
            let max_width = (free.width() * 0.6).max(120.0 * scale);
            docked.default_size(size).size_range(120.0 * scale..=max_width)
        };
        let docked = match dock {
            Dock::Right => Some(beside(Docked::right("right"))),
            Dock::Left => Some(beside(Docked::left("left"))),
            Dock::Bottom => Some(Docked::bottom("bottom").default_size(size).resizable(true)),
            Dock::Float => None,
        };
        match docked {
            Some(docked) => {
                let within = UiBuilder::new().layer_id(LayerId::background()).max_rect(free);
                let mut around = Ui::new(context.clone(), Id::new("docks"), within);
                docked.frame(frame).show(&mut around, inside);
                set_free_area(&context, around.available_rect_before_wrap());
            }
            None => {
                let free = free.shrink(4.0 * scale);
                // egui takes the size of a window without its frame.
                let max_size = free.size() - frame.total_margin().sum();
                let begin = vec2(size.min(max_size.x), (size * 0.62).min(max_size.y));
                let at = Rect::from_center_size(free.center(), begin);
                Floating::new(panel.title)
                    .id(Id::new("float"))
                    .title_bar(false)
                    .frame(frame)
                    .default_rect(at)
                    .constrain_to(free)
                    .max_size(max_size)
                    .show(&context, inside);
            }
        }
        if let Some((id, on)) = change {
            self.panels.set(id, on);
        }
    }
}

/// Draws the title, or the tabs of all panels in the dock, and the close button. Returns the panel to open or close.
fn title_bar(ui: &mut Ui, panel: &Panel, tabs: &[Panel]) -> Option<(&'static str, bool)> {
    let mut change = None;
    ui.horizontal(|ui| {
        if let [_] | [] = tabs {
            ui.label(RichText::new(panel.title).heading().color(GOLD));
        } else {
            for other in tabs {
                let front = other.id == panel.id;
                let title = RichText::new(other.title).strong();
                let title = if front { title.color(GOLD) } else { title };
                if ui.selectable_label(front, title).on_hover_text(other.description).clicked() && !front {
                    change = Some((other.id, true));
                }
            }
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let key = panel.key.map_or_else(|| "Close".to_owned(), |key| format!("Close  {}", key_name(key)));
            if ui.small_button(key).clicked() {
                change = Some((panel.id, false));
            }
        });
    });
    change
}

/// Marks the whole window as free, before the panels are drawn.
pub(super) fn begin(mut gui: Gui) {
    let Some(context) = gui.context() else { return };
    // A second egui pass would drop what follows a new table in the first one, including the background of the panel.
    context.options_mut(|options| {
        options.max_passes = NonZeroUsize::MIN;
        // On a slow machine a press lasts for several frames: it is a click all the same.
        options.input_options.max_click_duration = f64::INFINITY;
    });
    set_free_area(context, context.viewport_rect());
}

/// Fits the viewport of the camera into the free area.
pub(super) fn fit(
    mut gui: Gui,
    windows: Query<&Window, With<PrimaryWindow>>,
    mut cameras: Query<&mut Camera, With<MainCamera>>,
) {
    let Some(context) = gui.context() else { return };
    let rect = free_area(context);
    let (Ok(window), Ok(mut camera)) = (windows.single(), cameras.single_mut()) else { return };
    let whole = context.viewport_rect();
    let per_point = window.physical_width() as f32 / whole.width().max(1.0);
    let wanted = if rect.width() >= whole.width() - 0.5 && rect.height() >= whole.height() - 0.5 {
        None
    } else {
        let size = UVec2::new(window.physical_width(), window.physical_height());
        let low = UVec2::new((rect.min.x * per_point) as u32, (rect.min.y * per_point) as u32).min(size);
        let high = UVec2::new((rect.max.x * per_point) as u32, (rect.max.y * per_point) as u32).min(size);
        let room = high.saturating_sub(low);
        // If almost nothing is free, the camera draws behind the panels.
        (room.x >= 16 && room.y >= 16).then_some(Viewport {
            physical_position: low,
            physical_size: room,
            depth: 0.0..1.0,
        })
    };
    let known = camera.viewport.as_ref().map(|port| (port.physical_position, port.physical_size));
    if known != wanted.as_ref().map(|port| (port.physical_position, port.physical_size)) {
        camera.viewport = wanted;
    }
}
