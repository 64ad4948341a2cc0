//! The look and wording of text, shared by the HUD, the menus and the tools.

pub mod style;
pub mod text;
