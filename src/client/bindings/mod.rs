//! Which button means which action: the table a person sets, and what its buttons are called.
//!
//! Must not know: who presses, and what an action does.

mod action;
mod table;
mod words;

pub use action::PlayerAction;
pub use table::{Binding, Bindings, Device};
pub use words::binding_name;
