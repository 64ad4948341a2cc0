//! The words that something drawn by egui shows, for tests without a window.

use bevy_egui::egui::{Context, RawInput, Shape, Ui};

/// The words, a line for each text.
pub fn words_of(mut draw: impl FnMut(&mut Ui)) -> String {
    let mut output = Context::default().run_ui(RawInput::default(), |ui| draw(ui));
    output.textures_delta.clear();
    let texts = output.shapes.iter().filter_map(|clipped| match &clipped.shape {
        Shape::Text(text) => Some(text.galley.text()),
        _ => None,
    });
    texts.collect::<Vec<_>>().join("\n")
}
