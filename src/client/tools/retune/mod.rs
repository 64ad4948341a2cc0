//! Retuning a running match: saved data files take effect at once, and the "What if" panel changes numbers, switches, memories and
//! plans and writes the changes back to the files.
//!
//! A match changes only through [`crate::simulation::retune::RetuneCommand`]s, which a recording rejects.

mod live;
mod messages;
mod next_match;
mod toast;
mod what_if;

use self::toast::{Toast, Toasts};

use bevy::prelude::*;

#[cfg(test)]
pub(in crate::client) use what_if::PANEL;

pub(in crate::client) fn plugin(app: &mut App) {
    live::plugin(app);
    next_match::plugin(app);
    toast::plugin(app);
    what_if::plugin(app);
}
