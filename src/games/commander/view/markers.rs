//! The kinds of events of the commander that have markers on the timeline, and the way in which units and buildings leave play.

use bevy_egui::egui::Color32;

use crate::client::session::{DepartureSpec, MarkerKind, MarkerShape, Tone};
use crate::client::ui::{GREEN, RED};

/// The kinds, in the order of the menu.
pub const MARKERS: &[MarkerKind] = &[
    MarkerKind::new("command", "orders of the strategists", Color32::from_rgb(240, 210, 110), MarkerShape::Flag),
    MarkerKind::new("planned", "build orders planned", Color32::from_rgb(120, 180, 235), MarkerShape::Disc),
    MarkerKind::new("reached", "build goals reached", GREEN, MarkerShape::Disc),
    MarkerKind::new("impossible", "build goals without a plan", RED, MarkerShape::Ring),
    MarkerKind::new("stands", "buildings that stand", Color32::from_rgb(150, 205, 150), MarkerShape::Square),
    MarkerKind::new("building_lost", "buildings lost", RED, MarkerShape::Cross),
    MarkerKind::new("unit_lost", "units lost", Color32::from_rgb(225, 130, 90), MarkerShape::Stroke).hidden(),
];

/// How units and buildings leave play. Wrecks and the dead lie for a while.
pub const DEPARTURES: &[DepartureSpec] = &[DepartureSpec { name: "killed", tone: Tone::Bad, body_stays: true }];
