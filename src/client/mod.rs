//! What a person sees, hears and presses.

pub mod input;
pub mod settings;
