//! The page "Curves": how many of each species live over time, and the births and causes of death of one species by day.

use std::collections::{BTreeMap, BTreeSet};

use bevy_egui::egui::Ui;
use quarry_minds::protocol::Label;

use super::history::{DaySpan, WildHistory};
use crate::client::session::{Playback, SceneSetup};
use crate::client::tools::plots::{PlotBars, PlotCurve, plot_bars, plot_curves};
use crate::client::ui::{GREEN, PALETTE, humanize};
use crate::games::wild::{rules_of, view::species_of};

/// Draws the page; `chosen` is the place in the list of the species whose deaths are shown.
pub(super) fn draw(ui: &mut Ui, history: &WildHistory, setup: &SceneSetup, playback: &Playback, chosen: &mut usize) {
    let Some(wild) = rules_of(&setup.rules) else { return };
    let species = species_of(&setup.rules);
    let now = playback.now.tick;
    let days = history.days(now);
    let day_ticks = f64::from(wild.day.seconds * playback.rate());
    let height = (ui.available_height() * 0.5 - 1.4 * ui.spacing().interact_size.y).max(60.0);
    ui.label("The living of each species, by day");
    let curves = species.iter().zip(PALETTE.iter().cycle()).map(|((name, of), colour)| {
        let steps = history.steps(*name, now);
        // A step goes straight across and then up or down.
        let corners = steps.windows(2).flat_map(|pair| [pair[0], (pair[1].0, pair[0].1)]).chain(steps.last().copied());
        let points = corners.map(|(tick, alive)| [place_of(&days, day_ticks, tick), f64::from(alive)]).collect();
        PlotCurve { name: of.many(*name), colour: *colour, points }
    });
    plot_curves(ui, "alive", height, curves.collect(), place_of(&days, day_ticks, now));
    ui.horizontal_wrapped(|ui| {
        ui.label("Births and deaths by day:");
        for (index, (name, of)) in species.iter().enumerate() {
            ui.selectable_value(chosen, index, of.many(*name));
        }
    });
    let Some((name, _)) = species.get(*chosen) else { return };
    let (births, deaths) = by_day(history, *name, &days);
    let at_days = |counts: Vec<f64>| days.iter().map(|day| f64::from(day.day) + 0.5).zip(counts).collect();
    let born = PlotBars { name: "born".to_owned(), colour: GREEN.gamma_multiply(0.6), bars: at_days(births) };
    // The colour of a cause is the same for each species and at each time.
    let causes: BTreeSet<Label> = wild.causes.values().copied().chain(deaths.keys().copied()).collect();
    let died = causes.into_iter().zip(PALETTE.iter().cycle()).filter_map(|(cause, colour)| {
        let counts = deaths.get(&cause)?.clone();
        Some(PlotBars { name: humanize(cause), colour: *colour, bars: at_days(counts) })
    });
    plot_bars(ui, "deaths", height, born, died.collect());
}

/// Where a tick lies among the days: a day begins at its number.
fn place_of(days: &[DaySpan], day_ticks: f64, tick: u32) -> f64 {
    let day = days.partition_point(|day| day.begin <= tick).checked_sub(1).and_then(|index| days.get(index));
    day.map_or(0.0, |day| f64::from(day.day) + (f64::from(tick - day.begin) / day_ticks.max(1.0)).min(1.0))
}

/// The births of a species on each day, and its deaths by cause.
pub(super) fn by_day(history: &WildHistory, species: Label, days: &[DaySpan]) -> (Vec<f64>, BTreeMap<Label, Vec<f64>>) {
    let day_of = |tick: u32| days.partition_point(|day| day.end <= tick);
    let mut births = vec![0.0; days.len()];
    let mut deaths: BTreeMap<Label, Vec<f64>> = BTreeMap::new();
    for (_, life) in history.each().filter(|(_, life)| life.species == species) {
        if let Some(day) = life.parents.and_then(|_| births.get_mut(day_of(life.since))) {
            *day += 1.0;
        }
        let Some(death) = life.death else { continue };
        let counts = deaths.entry(death.cause).or_insert_with(|| vec![0.0; days.len()]);
        if let Some(day) = counts.get_mut(day_of(death.tick)) {
            *day += 1.0;
        }
    }
    (births, deaths)
}
