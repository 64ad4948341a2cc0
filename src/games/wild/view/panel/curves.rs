//! The page "Curves": how many of each species live over time, and the births and causes of death of one species by day.

use std::collections::BTreeMap;

use bevy_egui::egui::Ui;
use quarry_minds::protocol::Label;

use super::history::WildHistory;
use crate::client::session::{Playback, SceneSetup};
use crate::client::tools::plots::{PlotBars, PlotCurve, plot_bars, plot_curves};
use crate::client::ui::{GREEN, PALETTE, humanize};
use crate::games::wild::{rules_of, view::species_of};

/// Draws the page; `chosen` is the place in the list of the species whose deaths are shown.
pub(super) fn draw(ui: &mut Ui, history: &WildHistory, setup: &SceneSetup, playback: &Playback, chosen: &mut usize) {
    let Some(wild) = rules_of(&setup.rules) else { return };
    let species = species_of(&setup.rules);
    let now = playback.now.tick;
    let day = |tick: u32| f64::from(wild.day.days(playback.seconds_at(tick)));
    let height = (ui.available_height() * 0.5 - 1.4 * ui.spacing().interact_size.y).max(60.0);
    ui.label("The living of each species, by day");
    let curves = species.iter().zip(PALETTE).map(|((name, of), colour)| {
        let steps = history.steps(*name, now);
        // A step goes straight across and then up or down.
        let corners = steps.windows(2).flat_map(|pair| [pair[0], (pair[1].0, pair[0].1)]).chain(steps.last().copied());
        let points = corners.map(|(tick, alive)| [day(tick), f64::from(alive)]).collect();
        PlotCurve { name: of.many(*name), colour, points }
    });
    plot_curves(ui, "alive", height, curves.collect(), day(now));
    ui.horizontal_wrapped(|ui| {
        ui.label("Births and deaths by day:");
        for (index, (name, of)) in species.iter().enumerate() {
            ui.selectable_value(chosen, index, of.many(*name));
        }
    });
    let Some((name, _)) = species.get(*chosen) else { return };
    let (births, deaths) = by_day(history, *name, now);
    let born = PlotBars { name: "born".to_owned(), colour: GREEN.gamma_multiply(0.6), lengths: births };
    let died = deaths.into_iter().zip(PALETTE);
    let died = died.map(|((cause, lengths), colour)| PlotBars { name: humanize(cause), colour, lengths });
    plot_bars(ui, "deaths", height, born, died.collect());
}

/// The births of a species on each day, and its deaths by cause.
pub(super) fn by_day(history: &WildHistory, species: Label, now: u32) -> (Vec<f64>, BTreeMap<Label, Vec<f64>>) {
    let days = history.days(now);
    let day_of = |tick: u32| days.iter().position(|(begin, end)| (*begin..*end).contains(&tick));
    let mut births = vec![0.0; days.len()];
    let mut deaths: BTreeMap<Label, Vec<f64>> = BTreeMap::new();
    for (_, life) in history.each().filter(|(_, life)| life.species == species) {
        if let Some(day) = life.parents.and_then(|_| births.get_mut(day_of(life.since)?)) {
            *day += 1.0;
        }
        let Some((death, day)) = life.death.and_then(|death| Some((death, day_of(death.tick)?))) else { continue };
        let counts = deaths.entry(death.cause).or_insert_with(|| vec![0.0; days.len()]);
        counts[day] += 1.0;
    }
    (births, deaths)
}
