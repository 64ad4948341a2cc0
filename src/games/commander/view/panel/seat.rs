//! The page Seat: a person takes the place of a strategist, and gives orders to the build planner, the army and the scouts.

use bevy::math::Vec3;
use bevy_egui::egui::{Button, ComboBox, DragValue, RichText, Ui};
use quarry_minds::protocol::{AgentId, Label, label};
use quarry_minds::with_defaults;

use super::{plans, requests::Requests, side::SideView};
use crate::client::tools::panels::theme::{faint, heading};
use crate::client::ui::{GOLD, humanize};
use crate::games::commander::army::{ATTACK, GO, HOLD, SCOUT};
use crate::games::commander::ordered_goals::{BUILD_AGAINST, BUILD_EXPANSION};
use crate::games::commander::seat::{LEAVE, TAKE};
use crate::games::commander::sensors::{BaseBelief, belief_of};

/// What an army can be ordered to do at a place, with the words on the button.
pub const ARMY_ORDERS: [(&str, &str); 3] = [(ATTACK, "Attack"), (HOLD, "Hold"), (GO, "Go there")];

with_defaults! {
/// What the page keeps from frame to frame, for each side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeatPage {
    /// How many times a wave is built.
    amount: u16 = 1,
    /// The base that the army is sent to, by its index; `None` for the place marked on the map.
    base: Option<usize> = Some(0),
}
}

/// Draws the column of a side. `marked` is the place marked on the map.
pub fn draw(ui: &mut Ui, side: &SideView, page: &mut SeatPage, marked: Option<Vec3>, requests: &mut Requests) {
    let staff = side.own().staff;
    let (Some(strategist), Some(planner), Some(army), Some(scouts)) =
        (staff.strategist, staff.build_planner, staff.army, staff.scouts)
    else {
        ui.label(faint("This side follows a script. Nobody can take its seat."));
        return;
    };
    if !side.is_seated() {
        ui.label("The strategist commands this side.");
        if ui.button("Take its seat").clicked() {
            requests.intervene("you have taken the seat", TAKE, strategist);
        }
        return;
    }
    ui.label(RichText::new("You command this side.").color(GOLD));
    if ui.button("Leave the seat").clicked() {
        requests.intervene("the strategist commands again", LEAVE, strategist);
    }
    plans::orders(ui, side);

    heading(ui, "Build planner");
    ui.horizontal(|ui| {
        ui.label(faint("of each unit, so many times as many:"));
        ui.add(DragValue::new(&mut page.amount).range(1..=10));
    });
    let goals = side.catalogue.goals.iter().map(|goal| goal.name);
    let all: Vec<Label> = goals.chain([label(BUILD_EXPANSION), label(BUILD_AGAINST)]).collect();
    ui.horizontal_wrapped(|ui| {
        for name in all {
            if ui.button(humanize(name)).clicked() {
                requests.order(&format!("ordered: {}", humanize(name)), planner, name, f32::from(page.amount), None);
            }
        }
    });
    take_back(ui, "no order for the build planner", planner, label(BUILD_EXPANSION), requests);

    heading(ui, "Army");
    ui.label(faint(side.army()));
    let place = place_choice(ui, side, page, marked);
    ui.horizontal_wrapped(|ui| {
        for (name, words) in ARMY_ORDERS {
            if ui.add_enabled(place.is_some(), Button::new(words)).clicked() {
                requests.order(&ordered(words), army, label(name), 1.0, place);
            }
        }
    });
    take_back(ui, "the army rests", army, label(GO), requests);

    heading(ui, "Scouts");
    if ui.button("Scout").clicked() {
        requests.order(&ordered("Scout"), scouts, label(SCOUT), 1.0, None);
    }
    take_back(ui, "nobody scouts", scouts, label(SCOUT), requests);
}

/// Lets a person in a seat choose what a click with the right button on the map orders. Returns who is to do what: the name
/// of the order, and its words.
pub fn right_click_order(
    ui: &mut Ui,
    side: &SideView,
    chosen: &mut usize,
) -> Option<(AgentId, (&'static str, &'static str))> {
    let staff = side.own().staff;
    let choices = ARMY_ORDERS.into_iter().map(|order| (staff.army, order)).chain([(staff.scouts, (SCOUT, "Scout"))]);
    let mut order = None;
    ui.horizontal_wrapped(|ui| {
        ui.label(faint("A click with the right button:"));
        for (index, (to, (name, words))) in choices.enumerate() {
            ui.selectable_value(chosen, index, words);
            if *chosen == index {
                order = to.map(|to| (to, (name, words)));
            }
        }
    });
    order
}

pub fn ordered(words: &str) -> String {
    format!("ordered: {}", words.to_lowercase())
}

fn take_back(ui: &mut Ui, words: &str, to: AgentId, name: Label, requests: &mut Requests) {
    if ui.small_button("Cancel").clicked() {
        requests.order(words, to, name, 0.0, None);
    }
}

/// Lets a person choose a base or the marked place. Returns the place.
fn place_choice(ui: &mut Ui, side: &SideView, page: &mut SeatPage, marked: Option<Vec3>) -> Option<Vec3> {
    let bases = &side.state.map.bases;
    let name = |base: usize| {
        let ours = side.census.has_post(&side.state.map, side.side, base);
        let belief = match belief_of(side.state, side.side, base, ours).0 {
            BaseBelief::Ours => "ours",
            BaseBelief::Theirs => "theirs",
            BaseBelief::Free => "free",
            BaseBelief::Unscouted => "not scouted",
        };
        bases.get(base).map_or_else(String::new, |base| format!("{} ({belief})", humanize(base.name)))
    };
    let marked_name = if marked.is_some() { "the place marked on the map" } else { "a place: click on the map" };
    let chosen = page.base.map_or_else(|| marked_name.to_owned(), name);
    ComboBox::from_id_salt(("place", side.side)).selected_text(chosen).width(190.0).show_ui(ui, |ui| {
        for base in 0..bases.len() {
            ui.selectable_value(&mut page.base, Some(base), name(base));
        }
        ui.selectable_value(&mut page.base, None, marked_name);
    });
    match page.base {
        Some(base) => bases.get(base).map(|base| base.square),
        None => marked,
    }
}
