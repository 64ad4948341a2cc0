//! The frames of panels, and the picture that fits into what they leave free.

use bevy::{prelude::*, render::camera::Viewport, window::PrimaryWindow};
use bevy_egui::{
    EguiContexts,
    egui::{Align, Context, Id, Layout, Rect, RichText, SidePanel, TopBottomPanel, Ui, Window as Floating, vec2},
};

use super::{
    look,
    registry::{Dock, Panels, Sort},
};
use crate::client::{camera::MainCamera, hud::style::GOLD};

/// What panels leave free of the window, in points; `None` before the first frame.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct Free(pub Option<Rect>);

/// Draws a panel: its frame, its title, its way out, and inside it what `add` adds.
pub fn show(panels: &mut Panels, context: &Context, id: &'static str, add: impl FnOnce(&mut Ui)) {
    let Some(panel) = panels.get(id).copied() else { return };
    let Sort::Panel(dock) = panel.sort else { return };
    let scale = look::scale(context);
    let (frame, size) = (look::frame(scale), panel.size * scale);
    let mut open = true;
    let mut inside = |ui: &mut Ui| {
        look::dress(ui.style_mut(), scale);
        ui.horizontal(|ui| {
            ui.label(RichText::new(panel.title).heading().color(GOLD));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let key = panel.key.map_or_else(|| "close".to_owned(), |(_, shown)| format!("close  {shown}"));
                if ui.small_button(key).clicked() {
                    open = false;
                }
            });
        });
        ui.separator();
    };
    match dock {
        Dock::Right | Dock::Left => {
            let most = context.available_rect().width() * 0.6;
            let side = if dock == Dock::Right { SidePanel::right(id) } else { SidePanel::left(id) };
            side.frame(frame).default_width(size).width_range(120.0 * scale..=most.max(120.0 * scale)).show(
                context,
                |ui| {
                    inside(ui);
                    add(ui);
                },
            );
        }
        Dock::Bottom => {
            TopBottomPanel::bottom(id).frame(frame).default_height(size).resizable(true).show(context, |ui| {
                inside(ui);
                add(ui);
            });
        }
        Dock::Float => {
            let free = context.available_rect().shrink(8.0 * scale);
            let begin = vec2(size.min(free.width()), (size * 0.62).min(free.height()));
            let at = Rect::from_center_size(free.center(), begin);
            Floating::new(panel.title)
                .id(Id::new(id))
                .title_bar(false)
                .frame(frame)
                .default_rect(at)
                .constrain_to(free)
                .max_size(free.size())
                .show(context, |ui| {
                    inside(ui);
                    add(ui);
                });
        }
    }
    if !open {
        panels.set(id, false);
    }
}

/// Before panels are drawn, all of the window is free.
pub(super) fn begin(mut free: ResMut<Free>, mut contexts: EguiContexts) {
    free.0 = contexts.try_ctx_mut().map(|context| context.available_rect());
}

/// Lets the camera draw into what panels leave free.
pub(super) fn fit(
    mut free: ResMut<Free>,
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
