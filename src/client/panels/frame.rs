//! The frames of panels, and the picture that fits into what they leave free.

use std::num::NonZeroUsize;

use bevy::{prelude::*, render::camera::Viewport, window::PrimaryWindow};
use bevy_egui::{
    EguiContexts,
    egui::{Align, Context, Id, Layout, Rect, RichText, SidePanel, TopBottomPanel, Ui, Window as Floating, vec2},
};

use super::{
    kept,
    registry::{Dock, Panel, PanelKind, Panels},
    theme,
};
use crate::client::{style::GOLD, view::MainCamera};

/// What panels leave free of the window, in points; `None` before the first frame.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct FreeArea(pub Option<Rect>);

/// Draws a panel: its frame, its title, its way out, and inside it what `add` adds. Panels that are open in the same place lie behind
/// each other, with their titles to choose among them. Where a panel was written a moment ago and nobody is busy with it, it is
/// shown again as it was and `add` is not called.
pub fn show(panels: &mut Panels, context: &Context, id: &'static str, add: impl FnOnce(&mut Ui)) {
    let Some(panel) = panels.get(id).copied() else { return };
    let PanelKind::Panel(dock) = panel.kind else { return };
    if !panels.is_front(id) {
        return;
    }
    let scale = theme::scale(context);
    let (frame, size) = (theme::frame(scale), panel.size * scale);
    let (beside, mut change) = (panels.beside(dock), None);
    let about = panels.selected.map_or(0, |agent| u64::from(agent.0) + 1) << 8 | beside.len() as u64;
    let write = |ui: &mut Ui| {
        theme::apply_style(ui.style_mut(), scale);
        change = head(ui, &panel, &beside);
        ui.separator();
        add(ui);
    };
    let inside = |ui: &mut Ui| kept::page(ui, id, about, panel.holds, write);
    match dock {
        Dock::Right | Dock::Left => {
            let most = (context.available_rect().width() * 0.6).max(120.0 * scale);
            let side = if dock == Dock::Right { SidePanel::right("right") } else { SidePanel::left("left") };
            side.frame(frame).default_width(size).width_range(120.0 * scale..=most).show(context, inside);
        }
        Dock::Bottom => {
            TopBottomPanel::bottom("bottom").frame(frame).default_height(size).resizable(true).show(context, inside);
        }
        Dock::Float => {
            let free = context.available_rect().shrink(4.0 * scale);
            // Sizes are those of what is inside the frame.
            let most = free.size() - frame.total_margin().sum();
            let begin = vec2(size.min(most.x), (size * 0.62).min(most.y));
            let at = Rect::from_center_size(free.center(), begin);
            Floating::new(panel.title)
                .id(Id::new("float"))
                .title_bar(false)
                .frame(frame)
                .default_rect(at)
                .constrain_to(free)
                .max_size(most)
                .show(context, inside);
        }
    }
    if let Some((id, on)) = change {
        panels.set(id, on);
    }
}

/// The title of a panel, or those of all that lie in its place, and its way out; what is to be switched on or off.
fn head(ui: &mut Ui, panel: &Panel, beside: &[Panel]) -> Option<(&'static str, bool)> {
    let mut change = None;
    ui.horizontal(|ui| {
        if let [_] | [] = beside {
            ui.label(RichText::new(panel.title).heading().color(GOLD));
        } else {
            for other in beside {
                let front = other.id == panel.id;
                let title = RichText::new(other.title).strong();
                let title = if front { title.color(GOLD) } else { title };
                if ui.selectable_label(front, title).on_hover_text(other.about).clicked() && !front {
                    change = Some((other.id, true));
                }
            }
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let key = panel.key.map_or_else(|| "close".to_owned(), |(_, shown)| format!("close  {shown}"));
            if ui.small_button(key).clicked() {
                change = Some((panel.id, false));
            }
        });
    });
    change
}

/// Before panels are drawn, all of the window is free.
pub(super) fn begin(mut free: ResMut<FreeArea>, mut contexts: EguiContexts) {
    free.0 = contexts.try_ctx_mut().map(|context| {
        // A frame is drawn in one go. Where egui may ask for a second one, it leaves out what comes after a new table, the ground
        // of the panel too.
        context.options_mut(|options| options.max_passes = NonZeroUsize::MIN);
        context.available_rect()
    });
}

/// Lets the camera draw into what panels leave free.
pub(super) fn fit(
    mut free: ResMut<FreeArea>,
    mut contexts: EguiContexts,
    windows: Query<&Window, With<PrimaryWindow>>,
    mut cameras: Query<&mut Camera, With<MainCamera>>,
) {
    let Some(context) = contexts.try_ctx_mut() else { return };
    let rect = context.available_rect();
    free.0 = Some(rect);
    let (Ok(window), Ok(mut camera)) = (windows.get_single(), cameras.get_single_mut()) else { return };
    let whole = context.screen_rect();
    let per_point = window.physical_width() as f32 / whole.width().max(1.0);
    let wanted = if rect.width() >= whole.width() - 0.5 && rect.height() >= whole.height() - 0.5 {
        None
    } else {
        let size = UVec2::new(window.physical_width(), window.physical_height());
        let low = UVec2::new((rect.min.x * per_point) as u32, (rect.min.y * per_point) as u32).min(size);
        let high = UVec2::new((rect.max.x * per_point) as u32, (rect.max.y * per_point) as u32).min(size);
        let room = high.saturating_sub(low);
        // Where next to nothing is left, the picture is drawn behind the panels.
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
