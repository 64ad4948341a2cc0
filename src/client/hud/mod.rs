//! Words on the screen: over heads, the bar, the news, the result, the help line. Each can be hidden.

mod bar;
mod minds;
mod news;
mod overhead;
pub mod style;
pub mod words;

use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPlugin, egui};

use super::{
    ClientSystems,
    keys::{Act, pressed},
    menu::House,
    running::watching,
    screen::Screen,
    stage::Stage,
};

/// Which words are shown.
#[derive(Resource, Clone, Debug)]
pub struct Panels {
    /// Those over heads.
    pub labels: bool,
    /// The news.
    pub news: bool,
    /// The help line.
    pub help: bool,
    /// Nothing at all: a clean picture.
    pub clean: bool,
    /// Where panels lie in this frame, for words over heads to keep clear of.
    taken: Vec<egui::Rect>,
    /// How much of the bottom of the window the help line takes, in points.
    bottom: f32,
}

impl Default for Panels {
    fn default() -> Self {
        Self { labels: true, news: true, help: true, clean: false, taken: Vec::new(), bottom: 0.0 }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_plugins(EguiPlugin)
        .init_resource::<Panels>()
        .init_resource::<minds::Gathered>()
        .add_systems(OnEnter(Screen::Loading), minds::forget)
        .add_systems(Update, switch.in_set(ClientSystems::Input).run_if(watching))
        .add_systems(
            Update,
            loading.in_set(ClientSystems::Words).run_if(in_state(Screen::Loading).and(not(resource_exists::<House>))),
        )
        .add_systems(
            Update,
            (minds::gather, (bar::draw, news::draw, overhead::draw, news::draw_result).chain().run_if(watching))
                .chain()
                .in_set(ClientSystems::Words)
                .run_if(not(in_state(Screen::Loading))),
        );
}

fn switch(keys: Res<ButtonInput<KeyCode>>, mut panels: ResMut<Panels>) {
    for (act, which) in [(Act::Labels, 0), (Act::News, 1), (Act::Help, 2), (Act::Clean, 3)] {
        if pressed(&keys, act) {
            let panel = match which {
                0 => &mut panels.labels,
                1 => &mut panels.news,
                2 => &mut panels.help,
                _ => &mut panels.clean,
            };
            *panel = !*panel;
        }
    }
}

fn loading(mut contexts: EguiContexts, stage: Res<Stage>) {
    let Some(context) = contexts.try_ctx_mut() else { return };
    let canvas = style::Canvas::new(context, "loading", true);
    let middle = canvas.space.center();
    canvas.words(middle, egui::Align2::CENTER_BOTTOM, &stage.level.title, 34.0, style::GOLD);
    let below = middle + egui::vec2(0.0, canvas.length(14.0));
    canvas.words(below, egui::Align2::CENTER_TOP, "setting the scene", 15.0, style::FAINT);
}
