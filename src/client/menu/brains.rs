//! The choice of what the agents of a side think by, for sides whose minds have brain files.

use bevy_egui::egui::Ui;
use quarry_minds::schema::brain::BrainChoice;

use super::widgets::choice;
use crate::client::session::{MatchSelection, SetupSpec};
use crate::client::ui::{brain_title, humanize};
use crate::data::Library;

/// Offers the brains of each side that has several.
pub(super) fn choose_brains(ui: &mut Ui, wanted: &mut MatchSelection, library: &Library, spec: &SetupSpec) {
    let Some(rules) = library.rules.get(&wanted.rules) else { return };
    for (side, of_side) in &rules.sides {
        let kinds = library.brain_kinds(of_side.agent);
        if kinds.len() < 2 {
            continue;
        }
        let given = wanted.brains.get(side).or_else(|| rules.brains.get(side));
        let known = |given: &BrainChoice| match given.0.as_slice() {
            [one] => kinds.iter().position(|kind| one == kind),
            _ => None,
        };
        let mut chosen = given.map_or(Some(0), known);
        let title = (spec.counts)(rules).into_iter().find(|count| *side == count.side);
        let title = title.map_or_else(|| humanize(*side), |count| count.title.to_owned());
        let mut titles: Vec<String> = kinds.iter().map(|kind| brain_title(*kind)).collect();
        if chosen.is_none() {
            // A mixed team, or a brain of a name of its own, from the rules or the command line.
            titles.push(given.map_or_else(String::new, BrainChoice::to_string));
            chosen = Some(titles.len() - 1);
        }
        let mut index = chosen.unwrap_or(0);
        if choice(ui, &format!("Minds: {title}"), &titles, &mut index)
            && let Some(kind) = kinds.get(index)
        {
            wanted.brains.insert(*side, BrainChoice(vec![*kind]));
        }
    }
}
