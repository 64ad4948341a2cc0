//! The look and wording of text, shared by the HUD, the menus and the tools. Nothing here knows a match.

pub mod gui;
pub mod layout;
pub mod style;
pub mod text;
