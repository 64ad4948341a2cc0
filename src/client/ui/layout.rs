//! The areas of the HUD in this frame, so that its parts keep clear of each other.

use std::collections::BTreeMap;

use bevy::log::debug;
use bevy::prelude::{Local, ResMut, Resource};
use bevy_egui::egui::Rect;

/// The areas of the HUD in this frame, in points.
#[derive(Resource, Clone, Debug, Default)]
pub struct HudLayout {
    /// The bar, the roster, the news and the help line.
    pub rects: Vec<Rect>,
    /// The name plates, by the number of the agent.
    pub plates: BTreeMap<usize, Rect>,
    /// Captions, labels of overlays and messages.
    pub floating: Vec<Rect>,
    /// The result of the match, while it is shown.
    pub result: Option<Rect>,
    /// The height of the help line.
    pub bottom: f32,
    /// The x up to which the lower edge of the window of a player is free.
    pub free: f32,
}

/// So many points two areas may share without covering any text.
const TOUCHING: f32 = 1.5;

impl HudLayout {
    /// The fixed areas in which nothing else may be: the bar, the roster, the news, the help line, the result.
    pub fn fixed(&self) -> impl Iterator<Item = &Rect> {
        self.rects.iter().chain(&self.result)
    }

    /// Two areas that cover each other; the first pair found.
    fn overlap(&self) -> Option<[Rect; 2]> {
        let all: Vec<Rect> = self.fixed().chain(self.plates.values()).chain(&self.floating).copied().collect();
        all.iter().enumerate().find_map(|(index, one)| {
            let one = one.shrink(TOUCHING);
            let other = all.iter().skip(index + 1).find(|other| one.is_positive() && one.intersects(**other))?;
            Some([one, *other])
        })
    }
}

/// Writes areas of the frame that cover each other to the log, where the window tests look for them, and begins the next frame.
pub(crate) fn report_overlaps(mut layout: ResMut<HudLayout>, mut known: Local<bool>) {
    let overlap = layout.overlap();
    if let Some([one, other]) = overlap.filter(|_| !*known) {
        debug!("overlap: {one:?} and {other:?}: {layout:?}");
    }
    *known = overlap.is_some();
    layout.floating.clear();
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::pos2;

    use super::*;

    #[test]
    fn areas_that_cover_each_other_are_found() {
        let square = |x: f32| Rect::from_min_max(pos2(x, 0.0), pos2(x + 10.0, 10.0));
        let mut layout = HudLayout { rects: vec![square(0.0)], floating: vec![square(9.0)], ..HudLayout::default() };
        assert_eq!(layout.overlap(), None);
        layout.plates.insert(3, square(16.0));
        assert!(layout.overlap().is_some());
        layout.plates.clear();
        layout.result = Some(square(4.0));
        assert!(layout.overlap().is_some());
    }
}
