//! The two sides in the window: their colours, and the names of their agents.

use bevy_egui::egui::{Color32, RichText, Ui};
use quarry_minds::protocol::Label;

use crate::client::session::AgentInfo;
use crate::client::ui::{humanize, readable, to_color32};
use crate::data::look::Rgb;
use crate::games::commander::schema::SIDES;

/// The colours of the models of red and blue.
pub const COLOURS: [Rgb; 2] = [(0.84, 0.2, 0.15), (0.16, 0.4, 0.9)];

pub const TITLES: [&str; 2] = ["Red", "Blue"];

/// Who there is once on each side.
const STAFF: [&str; 4] = ["strategist", "build_planner", "army", "scouts"];

/// The index of a side: 0 for red, 1 for blue.
pub fn index_of(side: Label) -> Option<usize> {
    SIDES.iter().position(|known| side == *known)
}

/// The heading over what belongs to a side.
pub fn heading(ui: &mut Ui, side: usize) {
    ui.label(RichText::new(TITLES[side.min(1)]).heading().color(text_colour(side)));
}

pub fn text_colour(side: usize) -> Color32 {
    readable(to_color32(COLOURS[side.min(1)]))
}

/// Gives agents the colour of their side, and a name with their side: "Red rifleman 3".
pub fn dress(newcomers: &mut [AgentInfo], known: &[AgentInfo]) {
    for index in 0..newcomers.len() {
        let (before, rest) = newcomers.split_at_mut(index);
        let Some(info) = rest.first_mut() else { continue };
        let Some(side) = index_of(info.side) else { continue };
        let alike = |other: &&AgentInfo| (other.side, other.kind) == (info.side, info.kind);
        let order = known.iter().filter(alike).count() + before.iter().filter(|other| alike(other)).count();
        info.colour = COLOURS[side];
        let kind = humanize(info.kind);
        info.name = if STAFF.iter().any(|staff| info.kind == *staff) {
            format!("{} {kind}", TITLES[side])
        } else {
            format!("{} {kind} {}", TITLES[side], order + 1)
        };
    }
}
