//! Plots of a few curves, and of stacked bars, over the days of a match, for the panels of games.

use std::ops::RangeInclusive;

use bevy_egui::egui::{AsId, Color32, Ui};
use egui_plot::{Bar, BarChart, GridMark, Legend, Line, Plot, PlotItem, PlotPoints, VLine};

/// A curve through some points.
#[derive(Clone, Debug)]
pub struct PlotCurve {
    pub name: String,
    pub colour: Color32,
    pub points: Vec<[f64; 2]>,
}

/// Bars of one colour.
#[derive(Clone, Debug)]
pub struct PlotBars {
    pub name: String,
    pub colour: Color32,
    /// Where each bar stands, and how long it is.
    pub bars: Vec<(f64, f64)>,
}

/// Draws curves, and a line at `now`.
pub fn plot_curves(ui: &mut Ui, id: impl AsId, height: f32, curves: Vec<PlotCurve>, now: f64) {
    plot(ui, id, height).show(ui, |plot| {
        for curve in curves {
            let points: PlotPoints = curve.points.into_iter().collect();
            plot.line(Line::new(curve.name, points).color(curve.colour).width(1.8));
        }
        plot.vline(VLine::new("", now).color(Color32::from_white_alpha(70)).width(1.0));
    });
}

/// Draws bars upwards, and others below them, each on the one before.
pub fn plot_bars(ui: &mut Ui, id: impl AsId, height: f32, up: PlotBars, down: Vec<PlotBars>) {
    let chart = |bars: PlotBars, sign: f64| {
        let each = bars.bars.iter().map(|(at, length)| Bar::new(*at, sign * length));
        let told = |bar: &Bar, chart: &BarChart| format!("{} {}", bar.value.abs(), PlotItem::name(chart));
        BarChart::new(bars.name, each.collect()).color(bars.colour).element_formatter(Box::new(told))
    };
    plot(ui, id, height).show(ui, |plot| {
        plot.bar_chart(chart(up, 1.0));
        let mut below: Vec<BarChart> = Vec::new();
        for bars in down {
            let stacked = chart(bars, -1.0).stack_on(&below.iter().collect::<Vec<_>>());
            below.push(stacked);
        }
        below.into_iter().for_each(|chart| plot.bar_chart(chart));
    });
}

fn plot(ui: &Ui, id: impl AsId, height: f32) -> Plot<'static> {
    let whole = |mark: GridMark, _: &RangeInclusive<f64>| {
        let whole = mark.value.round().abs();
        if (mark.value.abs() - whole).abs() < 1e-3 { format!("{whole:.0}") } else { String::new() }
    };
    Plot::new(id)
        .height(height)
        .width(ui.available_width())
        .legend(Legend::default().background_alpha(0.6))
        .allow_scroll(false)
        .include_x(1.0)
        .include_x(6.0)
        .include_y(0.0)
        .x_axis_formatter(whole)
        .y_axis_formatter(whole)
}
