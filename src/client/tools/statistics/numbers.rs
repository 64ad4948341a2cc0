//! The page "Numbers": the numbers of the game over time, such as points, or births and deaths.
//!
//! Numbers whose names differ in the part after the last dot only share a plot: `alive.fox` and `alive.hare`.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use bevy::prelude::*;
use bevy_egui::egui::{Color32, RichText, TextStyle, Ui};
use egui_plot::{Line, PlotPoints, VLine};
use quarry_minds::protocol::Label;

use super::panel::{COLOURS, plot_over_time};
use crate::client::session::Playback;
use crate::client::tools::panels::theme::faint;
use crate::client::ui::FAINT;

type NumberRow = Arc<[(Label, f64)]>;

/// The numbers of each second of the match that has been shown.
#[derive(Resource, Clone, Debug, Default)]
pub struct NumberHistory {
    seconds: BTreeMap<u32, NumberRow>,
}

/// The plots that a person has hidden or shown; the others follow from the game.
#[derive(Resource, Clone, Debug, Default)]
pub struct ShownGroups(BTreeMap<String, bool>);

/// So many plots are shown before a person chooses.
const SHOWN_AT_FIRST: usize = 3;
/// The most lines of a plot; `COLOURS` has one for each.
const MAX_LINES: usize = COLOURS.len();

/// Keeps the numbers of the frame on screen, once a second of the match.
pub fn sample(playback: Res<Playback>, mut history: ResMut<NumberHistory>) {
    let second = playback.seconds_at(playback.now.tick) as u32;
    if !playback.now.numbers.is_empty() && !history.seconds.contains_key(&second) {
        history.bypass_change_detection().seconds.insert(second, playback.now.numbers.clone());
    }
}

/// A plot: the common part of the names, and the part of each that differs.
#[derive(Clone, Debug, Default, PartialEq)]
struct Group {
    name: String,
    lines: Vec<(String, Label)>,
    changes: bool,
}

/// The groups of numbers that change, in the order of their names; those of the first level before those of deeper ones.
fn groups(history: &NumberHistory) -> Vec<Group> {
    let mut changed: BTreeSet<Label> = BTreeSet::new();
    let first = history.seconds.values().next();
    let last = history.seconds.values().next_back();
    let middle = history.seconds.values().nth(history.seconds.len() / 2);
    for (before, after) in [(first, middle), (middle, last)] {
        for ((name, one), (_, other)) in before.iter().zip(&after).flat_map(|(one, other)| one.iter().zip(other.iter()))
        {
            if one != other {
                changed.insert(*name);
            }
        }
    }
    let mut groups: BTreeMap<(usize, String), Group> = BTreeMap::new();
    for (label, _) in last.into_iter().flat_map(|numbers| numbers.iter()) {
        let text = label.as_str();
        // A number by itself has no plot that would mean something beside the others.
        let Some((name, line)) = text.rsplit_once('.') else { continue };
        let key = (name.matches('.').count(), name.to_owned());
        let group = groups.entry(key).or_insert_with(|| Group { name: name.to_owned(), ..Group::default() });
        group.lines.push((line.to_owned(), *label));
        group.changes |= changed.contains(label);
    }
    let alone = last.into_iter().flat_map(|numbers| numbers.iter()).filter(|(label, _)| !label.as_str().contains('.'));
    let alone: Vec<(String, Label)> = alone.map(|(label, _)| (label.as_str().replace('_', " "), *label)).collect();
    let mut all: Vec<Group> = groups.into_values().collect();
    if !alone.is_empty() {
        let changes = alone.iter().any(|(_, label)| changed.contains(label));
        let group = Group { name: String::new(), lines: alone, changes };
        if all.is_empty() { all.insert(0, group) } else { all.push(group) }
    }
    all
}

fn title(group: &Group) -> String {
    if group.name.is_empty() { "others".to_owned() } else { group.name.replace(['.', '_'], " ") }
}

/// Draws the page. `now` is the moment on screen, in seconds of the match.
pub fn draw(ui: &mut Ui, history: &NumberHistory, shown: &mut ShownGroups, now: f64) {
    let groups = groups(history);
    if groups.is_empty() {
        ui.label("This game has no numbers.");
        return;
    }
    ui.horizontal_wrapped(|ui| {
        for (index, group) in groups.iter().enumerate() {
            let on = shown.0.entry(group.name.clone()).or_insert(index < SHOWN_AT_FIRST);
            let text = RichText::new(title(group)).small();
            ui.toggle_value(on, if group.changes { text } else { text.color(FAINT) });
        }
    });
    let chosen: Vec<&Group> =
        groups.iter().filter(|group| shown.0.get(&group.name).copied().unwrap_or_default()).collect();
    let rows = chosen.len().max(1) as f32;
    let labels = rows * (2.0 * ui.text_style_height(&TextStyle::Body) + 3.0 * ui.spacing().item_spacing.y);
    let height = ((ui.available_height() - labels) / rows).max(50.0);
    for group in chosen {
        plot(ui, history, group, height, now);
    }
}

fn plot(ui: &mut Ui, history: &NumberHistory, group: &Group, height: f32, now: f64) {
    let colours = COLOURS.iter().copied().cycle();
    let lines: Vec<(&(String, Label), Color32)> = group.lines.iter().zip(colours).take(MAX_LINES).collect();
    let value =
        |numbers: &NumberRow, name: Label| numbers.iter().find(|(known, _)| *known == name).map(|(_, value)| *value);
    let at_now = history.seconds.range(..=now.max(0.0) as u32).next_back().map(|(_, numbers)| numbers);
    ui.horizontal_wrapped(|ui| {
        ui.label(faint(title(group)));
        for ((name, label), colour) in &lines {
            let number = at_now.and_then(|numbers| value(numbers, *label)).unwrap_or_default();
            ui.label(RichText::new(format!("{} {number}", name.replace('_', " "))).color(*colour));
        }
    });
    plot_over_time(ui, ("numbers", &group.name), height, 1.0).show(ui, |plot| {
        for ((name, label), colour) in &lines {
            let known = history.seconds.iter();
            let points = known.filter_map(|(second, numbers)| Some([f64::from(*second), value(numbers, *label)?]));
            plot.line(Line::new(name, points.collect::<PlotPoints>()).color(*colour).width(1.6));
        }
        plot.vline(VLine::new("now", now).color(Color32::from_white_alpha(70)).width(1.0));
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use quarry_minds::protocol::label;

    #[test]
    fn numbers_are_grouped_by_all_but_the_last_part_of_their_names() {
        let mut history = NumberHistory::default();
        for second in 0..4u32 {
            let numbers = [
                ("alive.fox", f64::from(second)),
                ("alive.hare", 7.0),
                ("day", 0.0),
                ("deaths.fox.age", 0.0),
                ("deaths.fox", 0.0),
            ];
            let numbers = numbers.map(|(name, value)| (label(name), value));
            history.seconds.insert(second, numbers.into_iter().collect());
        }
        let groups = groups(&history);
        let seen: Vec<(String, usize, bool)> =
            groups.iter().map(|group| (title(group), group.lines.len(), group.changes)).collect();
        let wanted = [("alive", 2, true), ("deaths", 1, false), ("deaths fox", 1, false), ("others", 1, false)];
        assert_eq!(seen, wanted.map(|(name, lines, changes)| (name.to_owned(), lines, changes)));
    }
}
