//! The panel: a table of actions, the time of a tick and of a frame, and plots over the match.

use bevy::prelude::*;
use bevy_egui::egui::{AsId, Color32, Grid, RichText, ScrollArea, TextStyle, Ui};
use egui_plot::{GridInput, GridMark, Line, Plot, PlotPoints};

use super::{ActionCounts, NumberHistory, ShownGroups, Statistics, WorkSample, numbers};
use crate::client::session::{Playback, TimingRow, Timings};
use crate::client::tools::panels::theme::{bar, faint, small, table};
use crate::client::tools::panels::{Dock, Panel, PanelContext};
use crate::client::ui::{FAINT, GOLD, GREEN, PALETTE, RED, counted, humanize};
use crate::lab::STAGES;

pub(in crate::client) const PANEL: Panel = Panel::new(
    "statistics",
    "Statistics",
    "outcomes of actions, planning, time, numbers of the game",
    Dock::Float,
    760.0,
)
.with_key(KeyCode::KeyP);

#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum StatisticsPage {
    #[default]
    Actions,
    Time,
    Plots,
    Numbers,
}

/// The colours of the stages.
pub(super) const COLOURS: [Color32; STAGES.len()] = PALETTE;

pub(super) fn draw(
    mut cx: PanelContext,
    mut page: ResMut<StatisticsPage>,
    (stats, history): (Res<Statistics>, Res<NumberHistory>),
    mut shown: ResMut<ShownGroups>,
) {
    cx.show(PANEL.id, |ui, cx| {
        let seconds = f64::from(cx.playback.seconds_at(cx.playback.now.tick));
        ui.horizontal(|ui| {
            for (which, title) in [
                (StatisticsPage::Actions, "Actions"),
                (StatisticsPage::Time, "Time"),
                (StatisticsPage::Plots, "Over time"),
                (StatisticsPage::Numbers, "Numbers"),
            ] {
                ui.selectable_value(&mut *page, which, title);
            }
            let rate = f64::from(stats.plans) / seconds.max(1.0);
            ui.label(faint(format!("{}, {rate:.2} per second", counted(stats.plans as usize, "plan"))));
        });
        match *page {
            StatisticsPage::Actions => actions(ui, &stats, &cx.playback),
            StatisticsPage::Time => time(ui, &stats, &cx.timings),
            StatisticsPage::Plots => plots(ui, &stats),
            StatisticsPage::Numbers => numbers::draw(ui, &history, &mut shown, seconds),
        }
    });
}

fn actions(ui: &mut Ui, stats: &Statistics, playback: &Playback) {
    ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        ScrollArea::horizontal().show(ui, |ui| action_table(ui, stats, playback));
        ui.add_space(6.0);
        ui.label(faint("Goals chosen"));
        ui.horizontal_wrapped(|ui| {
            for ((side, goal), times) in &stats.goals {
                ui.label(RichText::new(format!("{} {}: {times}", humanize(*side), humanize(*goal))).small());
            }
        });
    });
}

fn action_table(ui: &mut Ui, stats: &Statistics, playback: &Playback) {
    table(ui, "actions", &["side", "action", "started", "succeeded", "", "seconds", "other outcomes"], |ui| {
        for ((side, action), count) in &stats.actions {
            ui.label(faint(humanize(*side)));
            ui.label(RichText::new(humanize(*action)).color(GOLD));
            ui.label(count.started.to_string());
            ui.label(RichText::new(count.succeeded.to_string()).color(GREEN));
            let wide = ui.spacing().slider_width * 0.5;
            bar(ui, success_share(count), (wide, 9.0), GREEN.gamma_multiply(0.5));
            ui.label(format!("{:.0}", playback.seconds_at(count.ticks.min(u64::from(u32::MAX)) as u32)));
            let colour = if count.failures() > 0 { RED } else { FAINT };
            ui.label(small(other_outcomes(count), colour));
            ui.end_row();
        }
    });
}

/// The share of ended runs that succeeded, 0 to 1; 0 if none has ended.
fn success_share(count: &ActionCounts) -> f32 {
    count.succeeded as f32 / (count.succeeded + count.unsuccessful()).max(1) as f32
}

fn other_outcomes(count: &ActionCounts) -> String {
    let mut each: Vec<String> =
        count.other_outcomes.iter().map(|(reason, times)| format!("{times} {reason}")).collect();
    let running = count.started.saturating_sub(count.succeeded + count.unsuccessful());
    if running > 0 {
        each.push(format!("{running} running"));
    }
    if each.is_empty() { "–".to_owned() } else { each.join(", ") }
}

fn time(ui: &mut Ui, stats: &Statistics, timings: &Timings) {
    let latest: Vec<&WorkSample> = stats.work.iter().rev().take(10).collect();
    ui.label(faint("Simulation: ms per tick by stage, mean of the last ten seconds of the match"));
    let mean = |stage: usize| latest.iter().map(|work| work.stages[stage]).sum::<f64>() / latest.len().max(1) as f64;
    let total: f64 = (0..STAGES.len()).map(mean).sum();
    if latest.is_empty() {
        ui.label("Measured while the match plays.");
    } else {
        Grid::new("stages").num_columns(3).spacing([10.0, 3.0]).show(ui, |ui| {
            for (stage, name) in STAGES.iter().enumerate() {
                let share = (mean(stage) / total.max(1e-6)) as f32;
                ui.label(*name);
                ui.label(format!("{:.3}", mean(stage)));
                let wide = ui.spacing().slider_width * 2.0;
                bar(ui, share, (wide, 11.0), COLOURS[stage]);
                ui.end_row();
            }
            ui.label("total");
            ui.label(RichText::new(format!("{total:.3}")).color(GOLD));
            ui.end_row();
        });
    }
    ui.add_space(6.0);
    ui.label(faint("Interface: ms per frame by panel and overlay"));
    ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        table(ui, "parts", &["part", "mean", "median", "max"], |ui| {
            for TimingRow { part, mean, median, max } in timings.table() {
                ui.label(part);
                ui.label(format!("{mean:.3}"));
                ui.label(RichText::new(format!("{median:.3}")).color(GOLD));
                ui.label(faint(format!("{max:.3}")));
                ui.end_row();
            }
        });
    });
}

fn plots(ui: &mut Ui, stats: &Statistics) {
    // The titles above and the axis labels below the three plots.
    let labels = 3.0 * (2.0 * ui.text_style_height(&TextStyle::Body) + 3.0 * ui.spacing().item_spacing.y);
    let height = ((ui.available_height() - labels) / 3.0).max(60.0);
    let line =
        |name: &str, colour: Color32, points: PlotPoints<'static>| Line::new(name, points).color(colour).width(1.6);
    let plot = |ui: &mut Ui, title: &str, names: &[(&str, Color32)], lines: Vec<Line>| {
        // In place of a legend in the plot, which may be taller than the plot.
        ui.horizontal_wrapped(|ui| {
            ui.label(faint(title));
            for (name, colour) in names {
                ui.label(RichText::new(*name).color(*colour));
            }
        });
        let plot = plot_over_time(ui, title, height, 0.01);
        plot.show(ui, |plot| lines.into_iter().for_each(|line| plot.line(line)));
    };
    let rates = [("plans made", COLOURS[1]), ("actions failed", COLOURS[4])];
    let made = stats.samples.iter().map(|sample| [sample.at, sample.plans]).collect();
    let failed = stats.samples.iter().map(|sample| [sample.at, sample.failures]).collect();
    let lines = vec![line(rates[0].0, rates[0].1, made), line(rates[1].0, rates[1].1, failed)];
    plot(ui, "Per second:", &rates, lines);
    let states = stats.work.iter().map(|work| [work.at, work.nodes]).collect();
    let title = "States expanded per second, measured while this panel is open";
    plot(ui, title, &[], vec![line("states", COLOURS[2], states)]);
    let stages: Vec<(&str, Color32)> = STAGES.into_iter().zip(COLOURS).collect();
    let of = |stage: usize| stats.work.iter().map(|work| [work.at, work.stages[stage]]).collect();
    let lines = stages.iter().enumerate().map(|(stage, (name, colour))| line(name, *colour, of(stage))).collect();
    plot(ui, "ms per tick, measured while this panel is open:", &stages, lines);
}

/// A plot over the seconds of a match that nobody moves. Its largest number is at least `least`.
pub(super) fn plot_over_time<'p>(ui: &Ui, id: impl AsId, height: f32, least: f64) -> Plot<'p> {
    Plot::new(id)
        .height(height)
        .allow_drag(false)
        .allow_scroll(false)
        .allow_zoom(false)
        .include_y(0.0)
        .include_y(least)
        .include_x(0.0)
        .y_axis_min_width(ui.text_style_height(&TextStyle::Body) * 3.0)
        .y_grid_spacer(marks)
        .y_axis_formatter(|mark, _| mark_label(mark))
        .x_axis_formatter(|mark, _| format!("{} s", mark.value))
}

/// Grid lines at zero and at the largest number of one digit and zeros, so that both labels fit beside a low plot.
fn marks(input: GridInput) -> Vec<GridMark> {
    let high = input.bounds.1.max(1e-6);
    let power = 10.0_f64.powf(high.log10().floor());
    let top = (high / power).floor() * power;
    [0.0, top].map(|value| GridMark { value, step_size: top }).to_vec()
}

/// A label with as many decimals as the step has.
fn mark_label(mark: GridMark) -> String {
    let decimals = if mark.value == 0.0 { 0 } else { -mark.step_size.log10().floor() as usize };
    format!("{:.decimals$}", mark.value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_success_bar_is_empty_without_a_success_and_full_with_nothing_else() {
        let mut count = ActionCounts { started: 2, ..ActionCounts::default() };
        assert_eq!((success_share(&count), other_outcomes(&count).as_str()), (0.0, "2 running"));
        count.other_outcomes.insert("stuck", 1);
        assert_eq!((success_share(&count), other_outcomes(&count).as_str()), (0.0, "1 stuck, 1 running"));
        count = ActionCounts { started: 1, succeeded: 1, ..ActionCounts::default() };
        assert_eq!((success_share(&count), other_outcomes(&count).as_str()), (1.0, "–"));
    }

    #[test]
    fn a_plot_has_labels_at_zero_and_at_a_round_number_below_its_maximum() {
        let labels = |high: f64| {
            let input = GridInput { bounds: (-0.1 * high, high), base_step_size: 1.0 };
            marks(input).into_iter().map(mark_label).collect::<Vec<_>>().join(" ")
        };
        assert_eq!([4.4, 0.0314, 480.0].map(labels), ["0 4", "0 0.03", "0 400"]);
    }
}
