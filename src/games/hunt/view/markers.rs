//! The kinds of events of the hunt that have markers on the timeline.

use crate::client::session::{MarkerKind, MarkerShape};
use crate::client::ui::{GOLD, GREEN, RED};

/// The kinds, in the order of the menu.
pub const MARKERS: &[MarkerKind] = &[
    MarkerKind::new("caught", "caught", RED, MarkerShape::Cross),
    MarkerKind::new("held", "held and freed", GOLD, MarkerShape::Cross),
    MarkerKind::new("escaped", "escaped", GREEN, MarkerShape::Up),
    MarkerKind::new("key", "keys", GOLD, MarkerShape::Diamond),
    MarkerKind::new("exit", "exit", GREEN, MarkerShape::Square),
];
