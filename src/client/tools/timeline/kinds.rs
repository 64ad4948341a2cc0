//! The kinds of events that have markers: those of the game, and those of all games.

use bevy_egui::egui::Color32;

use crate::client::session::{GameViewService, MarkerKind, MarkerShape};
use crate::client::ui::{FAINT, INK};

pub const BOOKMARK: MarkerKind = MarkerKind::new("bookmark", "bookmarks", INK, MarkerShape::Flag);

pub const FAULT: MarkerKind =
    MarkerKind::new("fault", "faults", Color32::from_rgb(240, 60, 60), MarkerShape::Diamond).hidden();

/// The kinds that all games have, in the order of the menu.
const SHARED: [MarkerKind; 11] = [
    MarkerKind::new("sighted", "sighted", Color32::from_rgb(245, 150, 70), MarkerShape::Disc),
    MarkerKind::new("lost", "lost sight", Color32::from_rgb(150, 120, 190), MarkerShape::Ring).hidden(),
    MarkerKind::new("hid", "hiding", Color32::from_rgb(110, 170, 225), MarkerShape::Down),
    MarkerKind::new("entered", "arrivals", Color32::from_rgb(140, 205, 120), MarkerShape::Up).hidden(),
    MarkerKind::new("blow", "strikes, throws", Color32::from_rgb(200, 110, 230), MarkerShape::Diamond),
    MarkerKind::new("goal", "goals", FAINT, MarkerShape::Stroke).hidden(),
    MarkerKind::new("order", "orders", Color32::from_rgb(225, 205, 120), MarkerShape::Stroke).hidden(),
    MarkerKind::new("failed", "failures", Color32::from_rgb(210, 120, 105), MarkerShape::Stroke).hidden(),
    MarkerKind::new("changed", "changes", Color32::from_rgb(90, 215, 215), MarkerShape::Square),
    FAULT,
    BOOKMARK,
];

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
