//! Key bindings: which buttons trigger which action, and the names of buttons.
//!
//! Independent of: what an action does.

mod action;
mod table;
mod words;

pub use action::PlayerAction;
pub use table::{Binding, Bindings, Device};
pub use words::{binding_name, key_name};
