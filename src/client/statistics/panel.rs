//! The panel: a table of actions, what a tick is spent on, and plots over the match.

use bevy::prelude::*;
use bevy_egui::{
    EguiContexts,
    egui::{Color32, Grid, ProgressBar, RichText, ScrollArea, TextStyle, Ui},
};
use egui_plot::{GridInput, GridMark, Legend, Line, Plot, PlotPoints};

use super::gather::{ActionCounts, Statistics, WorkSample};
use crate::{
    client::{
        panels::{Dock, Panel, Panels, show, theme::faint},
        playback::Playback,
        style::{FAINT, GOLD, GREEN, RED},
        text::humanize,
        timings::{TimingRow, Timings},
    },
    lab::STAGES,
};

pub(in crate::client) const PANEL: Panel =
    Panel::new("statistics", "Statistics", "what actions come to, plans a second, time a stage", Dock::Float, 760.0)
        .with_key(KeyCode::KeyP, "P");

/// The page of the panel.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum StatisticsPage {
    #[default]
    Actions,
    Time,
    Plots,
}

/// Colours of the stages, told apart also by people who see few colours, by their lightness.
const COLOURS: [Color32; STAGES.len()] = [
    Color32::from_rgb(0, 158, 115),
    Color32::from_rgb(86, 180, 233),
    Color32::from_rgb(230, 159, 0),
    Color32::from_rgb(240, 228, 66),
    Color32::from_rgb(213, 94, 0),
    Color32::from_rgb(204, 121, 167),
];

pub(super) fn draw(
    mut contexts: EguiContexts,
    mut panels: ResMut<Panels>,
    mut page: ResMut<StatisticsPage>,
    known: Res<Statistics>,
    on_screen: Res<Playback>,
    timings: Res<Timings>,
) {
    let Some(context) = contexts.try_ctx_mut() else { return };
    let context = context.clone();
    let _spent = timings.start("panel: statistics");
    show(&mut panels, &context, PANEL.id, |ui| {
        ui.horizontal(|ui| {
            for (which, title) in [
                (StatisticsPage::Actions, "Actions"),
                (StatisticsPage::Time, "Time"),
                (StatisticsPage::Plots, "Over time"),
            ] {
                if ui.selectable_label(*page == which, title).clicked() {
                    *page = which;
                }
            }
            let seconds = f64::from(on_screen.seconds_at(on_screen.now.tick)).max(1.0);
            let pace = f64::from(known.plans) / seconds;
            ui.label(faint(format!("{} plans made, {pace:.2} a second of the match", known.plans)));
        });
        match *page {
            StatisticsPage::Actions => actions(ui, &known, &on_screen),
            StatisticsPage::Time => time(ui, &known, &timings),
            StatisticsPage::Plots => plots(ui, &known),
        }
    });
}

fn actions(ui: &mut Ui, known: &Statistics, on_screen: &Playback) {
    ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        Grid::new("actions").striped(true).num_columns(7).spacing([10.0, 3.0]).show(ui, |ui| {
            for title in ["side", "action", "begun", "well", "", "otherwise", "seconds"] {
                ui.label(RichText::new(title).small().color(FAINT));
            }
            ui.end_row();
            for ((side, action), count) in &known.actions {
                ui.label(RichText::new(humanize(*side)).color(FAINT));
                ui.label(RichText::new(humanize(*action)).color(GOLD));
                ui.label(count.begun.to_string());
                ui.label(RichText::new(count.succeeded.to_string()).color(GREEN));
                let ended = (count.succeeded + count.failed()).max(1);
                let share = count.succeeded as f32 / ended as f32;
                ui.add(ProgressBar::new(share).desired_width(70.0).desired_height(9.0).fill(GREEN.gamma_multiply(0.5)));
                ui.label(RichText::new(reasons(count)).small().color(if count.went_wrong() > 0 { RED } else { FAINT }));
                ui.label(format!("{:.0}", on_screen.seconds_at(count.ticks.min(u64::from(u32::MAX)) as u32)));
                ui.end_row();
            }
        });
        ui.add_space(6.0);
        ui.label(faint("Goals chosen"));
        ui.horizontal_wrapped(|ui| {
            for ((side, goal), times) in &known.goals {
                ui.label(RichText::new(format!("{} {}: {times}", humanize(*side), humanize(*goal))).small());
            }
        });
    });
}

fn reasons(count: &ActionCounts) -> String {
    let mut each: Vec<String> = count.otherwise.iter().map(|(why, times)| format!("{times} {why}")).collect();
    let under_way = count.begun.saturating_sub(count.succeeded + count.failed());
    if under_way > 0 {
        each.push(format!("{under_way} under way"));
    }
    if each.is_empty() { "-".to_owned() } else { each.join(", ") }
}

fn time(ui: &mut Ui, known: &Statistics, timings: &Timings) {
    let latest: Vec<&WorkSample> = known.work.iter().rev().take(10).collect();
    ui.label(faint("A tick of the match, by stage, over the last ten seconds of it, in milliseconds"));
    let mean = |stage: usize| latest.iter().map(|work| work.stages[stage]).sum::<f64>() / latest.len().max(1) as f64;
    let whole: f64 = (0..STAGES.len()).map(mean).sum();
    bars(ui, "stages", STAGES.iter().enumerate().map(|(stage, name)| (*name, mean(stage), COLOURS[stage])), whole);
    ui.label(format!("{whole:.3} ms a tick in all"));
    ui.add_space(6.0);
    ui.label(faint("A frame of panels and overlays, in milliseconds"));
    Grid::new("parts").striped(true).num_columns(4).spacing([16.0, 2.0]).show(ui, |ui| {
        for title in ["part", "mean", "median", "max"] {
            ui.label(RichText::new(title).small().color(FAINT));
        }
        ui.end_row();
        for TimingRow { part, mean, median, max } in timings.table() {
            ui.label(part);
            ui.label(format!("{mean:.3}"));
            ui.label(RichText::new(format!("{median:.3}")).color(GOLD));
            ui.label(RichText::new(format!("{max:.3}")).color(FAINT));
            ui.end_row();
        }
    });
}

fn bars<'a>(ui: &mut Ui, id: &str, rows: impl Iterator<Item = (&'a str, f64, Color32)>, whole: f64) {
    Grid::new(id).num_columns(3).spacing([10.0, 3.0]).show(ui, |ui| {
        for (name, value, colour) in rows {
            ui.label(name);
            let share = (value / whole.max(1e-6)) as f32;
            ui.add(ProgressBar::new(share).desired_width(260.0).desired_height(11.0).fill(colour));
            ui.label(format!("{value:.4}"));
            ui.end_row();
        }
    });
}

fn plots(ui: &mut Ui, known: &Statistics) {
    // Each has its title above it and the seconds below.
    let words = 3.0 * (2.0 * ui.text_style_height(&TextStyle::Body) + 3.0 * ui.spacing().item_spacing.y);
    let high = ((ui.available_height() - words) / 3.0).max(60.0);
    let line =
        |name: &str, colour: Color32, points: PlotPoints<'static>| Line::new(name, points).color(colour).width(1.6);
    // Behind the newest second there is room for the legend, so that it lies over no line.
    let end = known.samples.last().map_or(1.0, |last| last.at).max(known.work.last().map_or(1.0, |last| last.at));
    let plot = |ui: &mut Ui, id: &str, lines: Vec<Line>| {
        Plot::new(id)
            .height(high)
            .legend(Legend::default().text_style(TextStyle::Small))
            .allow_drag(false)
            .allow_scroll(false)
            .allow_zoom(false)
            .include_y(0.0)
            .include_y(0.01)
            .include_x(0.0)
            .include_x(end * 1.25)
            .y_axis_min_width(ui.text_style_height(&TextStyle::Body) * 3.0)
            .y_grid_spacer(marks)
            .x_axis_formatter(|mark, _| format!("{} s", mark.value))
            .show(ui, |plot| lines.into_iter().for_each(|line| plot.line(line)));
    };
    ui.label(faint("Plans made, and actions that went wrong, a second"));
    let made = known.samples.iter().map(|sample| [sample.at, sample.plans]).collect();
    let wrong = known.samples.iter().map(|sample| [sample.at, sample.failures]).collect();
    plot(ui, "plans", vec![line("plans", COLOURS[1], made), line("gone wrong", COLOURS[4], wrong)]);
    ui.label(faint("States that planners expanded a second, while this panel is open"));
    let states = known.work.iter().map(|work| [work.at, work.nodes]).collect();
    plot(ui, "nodes", vec![line("states", COLOURS[2], states)]);
    ui.label(faint("Milliseconds a tick, by stage, while this panel is open"));
    let of = |stage: usize| known.work.iter().map(|work| [work.at, work.stages[stage]]).collect();
    let stages = STAGES.iter().enumerate();
    plot(ui, "stages over time", stages.map(|(at, name)| line(name, COLOURS[at], of(at))).collect());
}

/// Two or three lines across a plot, at round numbers, so far apart that their numbers stand beside it however low it is.
fn marks(input: GridInput) -> Vec<GridMark> {
    let (low, high) = input.bounds;
    let rough = ((high - low) / 2.0).max(1e-6);
    let power = 10.0_f64.powf(rough.log10().floor());
    let step =
        [1.0, 2.0, 5.0, 10.0].map(|times| times * power).into_iter().find(|step| *step >= rough).unwrap_or(rough);
    let first = (low / step).ceil() as i64;
    let last = (high / step).floor() as i64;
    (first.max(0)..=last).map(|number| GridMark { value: number as f64 * step, step_size: step }).collect()
}
