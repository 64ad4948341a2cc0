//! The interface drawn with egui: its camera, and the one place that reaches its context.
//!
//! Systems that draw take a [`Gui`]. They run in `Update`: egui's frame begins in `PreUpdate` and ends in `PostUpdate`.

use bevy::{camera::visibility::RenderLayers, ecs::system::SystemParam, prelude::*};
use bevy_egui::egui::{Color32, Context, FontId, Id, Rect};
use bevy_egui::{EguiContexts, EguiGlobalSettings, EguiPlugin, EguiSchedule, PrimaryEguiContext};

use super::Canvas;

/// The camera that the interface is drawn with, on top of the picture of the match. It covers the whole window, whatever part of it the
/// match is drawn in.
#[derive(Component)]
#[require(PrimaryEguiContext, Camera2d)]
pub struct GuiCamera;

/// Adds egui. Text, panels and menus need it.
pub(in crate::client) fn plugin(app: &mut App) {
    app.add_plugins(EguiPlugin::default());
    app.world_mut().resource_mut::<EguiGlobalSettings>().auto_create_primary_context = false;
    app.add_systems(Update, prepare_glyphs);
}

/// Spawns the camera of the interface. It draws into the same texture as a camera with the same anti-aliasing and range of colours
/// before it.
pub(in crate::client) fn spawn_camera(commands: &mut Commands) -> Entity {
    let camera = Camera { order: 1, clear_color: ClearColorConfig::None, ..default() };
    let mut spawned = commands.spawn((Name::new("camera of the interface"), GuiCamera, camera, RenderLayers::none()));
    // Without a schedule of its own the context is open for a whole frame.
    spawned.remove::<EguiSchedule>();
    spawned.id()
}

/// The characters, and the least and largest size of text in points, that are drawn before they are needed.
const GLYPHS: (char, char, u8, u8) = (' ', '~', 10, 26);

/// A size of text in whole points, which [`prepare_glyphs`] has drawn in the proportional font unless it is a large one.
pub fn text_size(points: f32) -> f32 {
    points.round().max(f32::from(GLYPHS.2))
}

/// Letters that the font draws as one.
const LIGATURES: &str = " ff fi fl ffi ffl";

/// Draws the letters of the common sizes into the texture of the font once for each density of the screen: a letter that is new in a frame is
/// missing from the picture of that frame, which is seen where frames are slow. Larger text and other characters are drawn as they are needed.
fn prepare_glyphs(mut gui: Gui, mut prepared: Local<Option<u32>>) {
    let Some(context) = gui.context() else { return };
    // One picture of each letter, not four: one for each quarter of a pixel that it may be moved by.
    if context.global_style().visuals.text_options.subpixel_binning {
        context.all_styles_mut(|style| style.visuals.text_options.subpixel_binning = false);
        return;
    }
    let density = context.pixels_per_point().to_bits();
    if prepared.replace(density) == Some(density) {
        return;
    }
    let (first, last, smallest, largest) = GLYPHS;
    let letters: String = (first..=last).chain(LIGATURES.chars()).collect();
    for size in smallest..=largest {
        let font = FontId::proportional(f32::from(size));
        context.fonts_mut(|fonts| fonts.layout_no_wrap(letters.clone(), font, Color32::WHITE));
    }
}

/// The part of the window that no panel covers, in points.
pub fn free_area(context: &Context) -> Rect {
    let known = context.data(|data| data.get_temp(free_area_id()));
    known.unwrap_or_else(|| context.viewport_rect())
}

/// Sets what [`free_area`] returns until it is set again.
pub fn set_free_area(context: &Context, area: Rect) {
    context.data_mut(|data| data.insert_temp(free_area_id(), area));
}

fn free_area_id() -> Id {
    Id::new("free area")
}

/// Access to egui in this frame.
#[derive(SystemParam)]
pub struct Gui<'w, 's> {
    contexts: EguiContexts<'w, 's>,
}

impl Gui<'_, '_> {
    /// The context to draw with; `None` once the window has closed.
    pub fn context(&mut self) -> Option<&mut Context> {
        self.contexts.ctx_mut().ok()
    }

    /// A canvas on the layer `name`, in front of windows and menus if `above`, otherwise behind them.
    pub fn canvas(&mut self, name: &str, above: bool) -> Option<Canvas> {
        Some(Canvas::new(self.context()?, name, above))
    }
}
