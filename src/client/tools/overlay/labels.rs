//! Short text labels at world positions.

use bevy::prelude::*;
use bevy_egui::egui::{Align2, Color32, Rect, pos2, vec2};

use super::OverlaySystems;
use crate::client::ClientSystems;
use crate::client::session::{MainCamera, Playback, Timings, world_to_screen};
use crate::client::tools::panels::{Dock, Panels};
use crate::client::ui::{GOLD, Gui, HudLayout};

/// Labels farther from the camera than this are not drawn, in metres.
const MAX_DISTANCE: f32 = 90.0;

#[derive(Resource, Clone, Debug, Default)]
pub struct WorldLabels(Vec<(Vec3, String, LinearRgba)>);

impl WorldLabels {
    /// Adds a label at a world position for this frame.
    pub fn add(&mut self, at: Vec3, text: impl Into<String>, colour: LinearRgba) {
        self.0.push((at, text.into(), colour));
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<WorldLabels>()
        .add_systems(
            Update,
            (|mut labels: ResMut<WorldLabels>| labels.0.clear()).before(OverlaySystems).in_set(ClientSystems::Draw),
        )
        .add_systems(
            Update,
            (draw, explain_missing_data).chain().in_set(WorldLabelSystems).in_set(ClientSystems::Ui).after(Dock::Float),
        );
}

/// The systems that draw the labels, after the nameplates of which they keep clear.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WorldLabelSystems;

fn draw(
    mut gui: Gui,
    panels: Res<Panels>,
    labels: Res<WorldLabels>,
    mut hud: ResMut<HudLayout>,
    timings: Res<Timings>,
    cameras: Query<(&Camera, &Transform), With<MainCamera>>,
) {
    if labels.0.is_empty() || !panels.any_overlay_open() {
        return;
    }
    let _spent = timings.start("overlays: labels");
    let (Some(canvas), Ok((camera, eye))) = (gui.canvas("world labels", false), cameras.single()) else { return };
    let mut taken: Vec<Rect> = hud.fixed().chain(hud.plates.values()).chain(&hud.floating).copied().collect();
    for (place, text, colour) in &labels.0 {
        let Some(at) = world_to_screen(camera, eye, *place).filter(|_| eye.translation.distance(*place) < MAX_DISTANCE)
        else {
            continue;
        };
        let size = canvas.measure(text, 11.5);
        let mut rect = Rect::from_center_size(pos2(at.x, at.y - size.y * 0.7), size + vec2(6.0, 1.0));
        for _ in 0..6 {
            let Some(other) = taken.iter().find(|other| other.intersects(rect)) else { break };
            rect = rect.translate(vec2(0.0, other.bottom() + 1.0 - rect.top()));
        }
        // Without free space nearby the label is dropped; the gizmo on the ground remains.
        if !canvas.area.contains_rect(rect) || taken.iter().any(|other| other.intersects(rect)) {
            continue;
        }
        let byte = |part: f32| (Color::linear_rgb(part, part, part).to_srgba().red.clamp(0.0, 1.0) * 255.0) as u8;
        let ink = Color32::from_rgb(byte(colour.red), byte(colour.green), byte(colour.blue));
        canvas.painter.rect_filled(rect, 3.0, Color32::from_black_alpha(150));
        let faded = ink.gamma_multiply(0.45 + 0.55 * colour.alpha.clamp(0.0, 1.0));
        canvas.text(rect.center(), Align2::CENTER_CENTER, text, 11.5, faded);
        taken.push(rect);
        hud.floating.push(rect);
    }
}

/// Shows why overlays have no data while the user looks back.
fn explain_missing_data(mut gui: Gui, panels: Res<Panels>, playback: Option<Res<Playback>>) {
    let why = playback.filter(|_| panels.any_overlay_open()).and_then(|playback| playback.why_no_world());
    let (Some(canvas), Some(why)) = (gui.canvas("why no overlays", false), why) else { return };
    let text = format!("Overlays: {why}");
    let size = canvas.measure(&text, 12.5) + vec2(16.0, 6.0);
    let at = pos2(canvas.area.center().x, canvas.area.top() + canvas.length(62.0));
    canvas.plate(Rect::from_center_size(at, size), None, 0.92);
    canvas.text(at, Align2::CENTER_CENTER, &text, 12.5, GOLD);
}
