//! The kinds of events of the wild that have markers on the timeline, and the ways in which animals leave play.

use bevy_egui::egui::Color32;

use crate::client::session::{DepartureSpec, MarkerKind, MarkerShape, Tone};
use crate::client::ui::{GOLD, GREEN, RED};

/// The kinds, in the order of the menu.
pub const MARKERS: &[MarkerKind] = &[
    MarkerKind::new("born", "births", GREEN, MarkerShape::Up),
    MarkerKind::new("killed", "killed", RED, MarkerShape::Cross),
    MarkerKind::new("want", "died of want", Color32::from_rgb(230, 159, 0), MarkerShape::Cross),
    MarkerKind::new("age", "died of age", Color32::from_rgb(150, 160, 175), MarkerShape::Cross),
    MarkerKind::new("day", "dawn and dusk", GOLD, MarkerShape::Disc),
    MarkerKind::new("mated", "matings", Color32::from_rgb(225, 140, 190), MarkerShape::Diamond).hidden(),
];

/// The marker of a death: by others, by want, or by age.
pub fn of_death(cause: &str) -> &'static str {
    match cause {
        "predation" | "shot" => "killed",
        "age" => "age",
        _ => "want",
    }
}

const fn death(name: &'static str) -> DepartureSpec {
    DepartureSpec { name, tone: Tone::Bad, body_stays: true }
}

/// How animals leave play. The body stays until it is eaten or has rotted away.
pub const DEPARTURES: &[DepartureSpec] = &[
    death("starvation"),
    death("thirst"),
    death("exhaustion"),
    DepartureSpec { tone: Tone::Neutral, ..death("age") },
    death("predation"),
    death("shot"),
];
