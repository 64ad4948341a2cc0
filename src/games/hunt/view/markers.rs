//! The kinds of events of the hunt that have markers on the timeline.

use crate::client::session::{MarkerKind, MarkerShape};
use crate::client::ui::{GOLD, GREEN, RED};

/// The kinds, in the order of the menu.
pub const MARKERS: &[MarkerKind] = &[
    MarkerKind { name: "caught", title: "caught", colour: RED, shape: MarkerShape::Cross, shown: true },
    MarkerKind { name: "escaped", title: "escaped", colour: GREEN, shape: MarkerShape::Up, shown: true },
    MarkerKind { name: "key", title: "keys", colour: GOLD, shape: MarkerShape::Diamond, shown: true },
    MarkerKind { name: "exit", title: "exit", colour: GREEN, shape: MarkerShape::Square, shown: true },
];
