//! Words on the screen: over heads, the bar, the news, the result, the help line. Each can be hidden.

mod bar;
mod minds;
mod news;
mod overhead;

use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPlugin, egui};

use super::{
    ClientSystems,
    menu::GameContent,
    panels::{AddPanel, Dock, Panel},
    role::watching,
    scene_setup::SceneSetup,
    screen::Screen,
    style,
};

/// Where words over the picture lie in this frame, for those over heads to keep clear of.
#[derive(Resource, Clone, Debug, Default)]
pub struct HudLayout {
    /// The places of the bar, the roster and the help line.
    pub rects: Vec<egui::Rect>,
    /// The places of the plates over heads.
    pub plates: Vec<egui::Rect>,
    /// How much of the bottom of the picture the help line takes, in points.
    bottom: f32,
}

const LABELS: Panel =
    Panel::hud("labels", "Names", "over each head: goal, action, how aware it is").with_key(KeyCode::KeyL, "L");
const NEWS: Panel = Panel::hud("news", "News", "what has just happened").with_key(KeyCode::KeyE, "E");
const HELP: Panel = Panel::hud("help", "Help line", "what each key does").with_key(KeyCode::F1, "F1");

/// All words over the picture.
pub(super) const PANELS: [Panel; 3] = [LABELS, NEWS, HELP];

pub(super) fn plugin(app: &mut App) {
    for panel in PANELS {
        app.add_panel(panel);
    }
    app.add_plugins(EguiPlugin)
        .init_resource::<HudLayout>()
        .init_resource::<minds::HudState>()
        .add_systems(OnEnter(Screen::Loading), minds::forget)
        .add_systems(
            Update,
            loading
                .in_set(ClientSystems::Ui)
                .run_if(in_state(Screen::Loading).and(not(resource_exists::<GameContent>))),
        )
        .add_systems(
            Update,
            (minds::gather, (bar::draw, news::draw, overhead::draw, news::draw_result).chain().run_if(watching))
                .chain()
                .after(Dock::Float)
                .in_set(ClientSystems::Ui)
                .run_if(not(in_state(Screen::Loading))),
        );
}

fn loading(mut contexts: EguiContexts, setup: Res<SceneSetup>) {
    let Some(context) = contexts.try_ctx_mut() else { return };
    let canvas = style::Canvas::new(context, "loading", true);
    let middle = canvas.area.center();
    canvas.text(middle, egui::Align2::CENTER_BOTTOM, &setup.level.title, 34.0, style::GOLD);
    let below = middle + egui::vec2(0.0, canvas.length(14.0));
    canvas.text(below, egui::Align2::CENTER_TOP, "setting the scene", 15.0, style::FAINT);
}
