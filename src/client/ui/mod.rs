//! The look and wording of text, shared by the HUD, the menus and the tools. Nothing here knows a match.

pub mod gui;
pub mod layout;
#[cfg(test)]
pub mod shown_words;
pub mod style;
pub mod text;

pub(crate) use gui::{Gui, GuiCamera, free_area, set_free_area};
pub(crate) use layout::HudLayout;
pub(crate) use style::{Canvas, FAINT, GOLD, GREEN, INK, PALETTE, RED, readable, scale, style_widgets, to_color32};
pub(crate) use text::{brain_title, capitalised, counted, format_clock, format_speed, humanize};
