//! Input: key bindings, devices, the keys of a spectator, and the settings of a person.

pub mod bindings;
pub mod clicks;
pub mod devices;
pub mod settings;
pub mod watch_keys;
