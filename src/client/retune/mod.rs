//! Changing the match one watches or plays: data files take effect as they are saved, and the panel "What if" turns tunables,
//! changes memories, makes plans, and writes what was changed back to the files.
//!
//! It changes a match only through [`crate::simulation::retune::RetuneCommand`]s, which a recording refuses.

mod live;
mod next;
mod said;
mod toast;
mod what_if;

use bevy::prelude::*;

pub use live::{DataEvent, LiveData, watch_data};
pub use said::{changes_toast, findings_toast};
pub use toast::{Toast, Toasts};
#[cfg(test)]
pub(super) use what_if::PANEL;

pub(super) fn plugin(app: &mut App) {
    live::plugin(app);
    next::plugin(app);
    toast::plugin(app);
    what_if::plugin(app);
}
