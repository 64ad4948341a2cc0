//! Key bindings: which buttons trigger which action, and the names of buttons.
//!
//! Must not know: what an action does.

mod action;
mod table;
mod words;

pub use action::PlayerAction;
pub use table::{Binding, Bindings, Device};
pub use words::binding_name;
