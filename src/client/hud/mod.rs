//! Words on the screen: over heads, the bar, the news, the result, the help line. Each can be hidden.

mod bar;
mod minds;
mod news;
mod overhead;

use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPlugin, egui};

use super::{
    ClientSystems,
    menu::House,
    panels::{AddPanel, Dock, Panel},
    role::watching,
    screen::Screen,
    stage::Stage,
    style,
};

/// Where words over the picture lie in this frame, for those over heads to keep clear of.
#[derive(Resource, Clone, Debug, Default)]
pub struct Taken {
    /// The places of the bar, the roster and the help line.
    pub rects: Vec<egui::Rect>,
    /// The places of the plates over heads.
    pub plates: Vec<egui::Rect>,
    /// How much of the bottom of the picture the help line takes, in points.
    bottom: f32,
}

const LABELS: Panel =
    Panel::words("labels", "Names", "over each head: goal, action, how aware it is").by(KeyCode::KeyL, "L");
const NEWS: Panel = Panel::words("news", "News", "what has just happened").by(KeyCode::KeyE, "E");
const HELP: Panel = Panel::words("help", "Help line", "what each key does").by(KeyCode::F1, "F1");

/// All words over the picture.
pub(super) const PANELS: [Panel; 3] = [LABELS, NEWS, HELP];

pub(super) fn plugin(app: &mut App) {
    for panel in PANELS {
        app.add_panel(panel);
    }
    app.add_plugins(EguiPlugin)
        .init_resource::<Taken>()
        .init_resource::<minds::Gathered>()
        .add_systems(OnEnter(Screen::Loading), minds::forget)
        .add_systems(
            Update,
            loading.in_set(ClientSystems::Words).run_if(in_state(Screen::Loading).and(not(resource_exists::<House>))),
        )
        .add_systems(
            Update,
            (minds::gather, (bar::draw, news::draw, overhead::draw, news::draw_result).chain().run_if(watching))
                .chain()
                .after(Dock::Float)
                .in_set(ClientSystems::Words)
                .run_if(not(in_state(Screen::Loading))),
        );
}

fn loading(mut contexts: EguiContexts, stage: Res<Stage>) {
    let Some(context) = contexts.try_ctx_mut() else { return };
    let canvas = style::Canvas::new(context, "loading", true);
    let middle = canvas.space.center();
    canvas.words(middle, egui::Align2::CENTER_BOTTOM, &stage.level.title, 34.0, style::GOLD);
    let below = middle + egui::vec2(0.0, canvas.length(14.0));
    canvas.words(below, egui::Align2::CENTER_TOP, "setting the scene", 15.0, style::FAINT);
}
