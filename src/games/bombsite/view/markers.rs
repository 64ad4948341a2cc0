//! The kinds of events of the bomb site that have markers on the timeline, and the way in which soldiers leave play.

use bevy_egui::egui::Color32;

use crate::client::session::{DepartureSpec, MarkerKind, MarkerShape, Tone};
use crate::client::ui::{GOLD, GREEN, RED};

/// The kinds, in the order of the menu.
pub const MARKERS: &[MarkerKind] = &[
    MarkerKind::new("killed", "kills", RED, MarkerShape::Cross),
    MarkerKind::new("planted", "the bomb is planted", GOLD, MarkerShape::Diamond),
    MarkerKind::new("defused", "the bomb is defused", GREEN, MarkerShape::Disc),
    MarkerKind::new("round", "the end of a round", Color32::from_rgb(170, 190, 220), MarkerShape::Flag),
    MarkerKind::new("hit", "hits", Color32::from_rgb(245, 190, 120), MarkerShape::Stroke),
    MarkerKind::new("shot", "misses", Color32::from_rgb(150, 140, 120), MarkerShape::Stroke).hidden(),
    MarkerKind::new("exploded", "the explosion", Color32::from_rgb(240, 120, 40), MarkerShape::Disc),
];

/// How soldiers leave play. The body stays where it fell.
pub const DEPARTURES: &[DepartureSpec] = &[DepartureSpec { name: "killed", tone: Tone::Bad, body_stays: true }];
