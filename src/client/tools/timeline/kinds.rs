//! The kinds of events that have markers: those of the game, and those of all games.

use bevy_egui::egui::Color32;

use crate::client::session::{GameViewService, MarkerKind, MarkerShape};
use crate::client::ui::{FAINT, INK};

pub const BOOKMARK: MarkerKind = kind("bookmark", "bookmarks", INK, MarkerShape::Flag);

pub const FAULT: MarkerKind = hidden(kind("fault", "faults", Color32::from_rgb(240, 60, 60), MarkerShape::Diamond));

/// The kinds that all games have, in the order of the menu.
const SHARED: [MarkerKind; 11] = [
    kind("sighted", "sighted", Color32::from_rgb(245, 150, 70), MarkerShape::Disc),
    hidden(kind("lost", "lost sight", Color32::from_rgb(150, 120, 190), MarkerShape::Ring)),
    kind("hid", "hiding", Color32::from_rgb(110, 170, 225), MarkerShape::Down),
    hidden(kind("entered", "arrivals", Color32::from_rgb(140, 205, 120), MarkerShape::Up)),
    kind("blow", "strikes, throws", Color32::from_rgb(200, 110, 230), MarkerShape::Diamond),
    hidden(kind("goal", "goals", FAINT, MarkerShape::Stroke)),
    hidden(kind("order", "orders", Color32::from_rgb(225, 205, 120), MarkerShape::Stroke)),
    hidden(kind("failed", "failures", Color32::from_rgb(210, 120, 105), MarkerShape::Stroke)),
    kind("changed", "changes", Color32::from_rgb(90, 215, 215), MarkerShape::Square),
    FAULT,
    BOOKMARK,
];

const fn kind(name: &'static str, title: &'static str, colour: Color32, shape: MarkerShape) -> MarkerKind {
    MarkerKind { name, title, colour, shape, shown: true }
}

const fn hidden(kind: MarkerKind) -> MarkerKind {
    MarkerKind { shown: false, ..kind }
}

/// All kinds of a game, in the order of the menu: its own first.
pub fn kinds_of(view: &GameViewService) -> Vec<MarkerKind> {
    view.0.markers.iter().copied().chain(SHARED).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn no_two_kinds_have_one_name_or_one_look() {
        for view in crate::games::views() {
            let kinds = kinds_of(&GameViewService(view));
            let names: BTreeSet<&str> = kinds.iter().map(|kind| kind.name).collect();
            assert_eq!(names.len(), kinds.len(), "{names:?}");
            for (index, kind) in kinds.iter().enumerate() {
                let alike = |other: &&MarkerKind| (other.colour, other.shape) == (kind.colour, kind.shape);
                assert!(!kinds[index + 1..].iter().any(|other| alike(&other)), "{}", kind.name);
            }
        }
    }
}
