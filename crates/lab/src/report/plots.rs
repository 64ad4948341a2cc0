//! Small plots as SVG, to be embedded in a page.

use std::fmt::Write;

use super::html::escape_html;
use crate::{series::TimeSeries, statistics::Proportion};

/// The width of a plot, in SVG units.
const WIDTH: f64 = 720.0;

/// A bar with its confidence interval for each row; rows without a value are left blank.
pub(super) fn shares(rows: &[(String, Option<Proportion>)]) -> String {
    let (left, bar) = (150.0, WIDTH - 220.0);
    let mut svg = open(rows.len() as f64 * 26.0 + 24.0);
    for (row, (name, share)) in rows.iter().enumerate() {
        let Some(share) = share else { continue };
        let y = row as f64 * 26.0 + 4.0;
        let (low, middle, high) = (left + share.low * bar, left + share.share * bar, left + share.high * bar);
        let _ = write!(
            svg,
            "<text x='{}' y='{}' text-anchor='end'>{}</text>\
             <rect x='{left}' y='{y}' width='{bar}' height='18' class='ground'/>\
             <rect x='{left}' y='{y}' width='{:.1}' height='18' class='bar'/>\
             <path d='M{low:.1} {m}H{high:.1}M{low:.1} {t}V{b}M{high:.1} {t}V{b}' class='whisker'/>\
             <text x='{}' y='{}'>{:.0} %</text>",
            left - 8.0,
            y + 14.0,
            escape_html(name),
            middle - left,
            left + bar + 8.0,
            y + 14.0,
            share.share * 100.0,
            m = y + 9.0,
            t = y + 4.0,
            b = y + 14.0,
        );
    }
    svg + "</svg>"
}

/// A histogram of twenty bins from 0 to the largest number.
pub(super) fn histogram(numbers: &[f64], unit: &str) -> String {
    const STEPS: usize = 20;
    let most = numbers.iter().copied().fold(1.0, f64::max);
    let mut counts = [0_u32; STEPS];
    for number in numbers {
        let step = ((number / most * STEPS as f64) as usize).min(STEPS - 1);
        if let Some(count) = counts.get_mut(step) {
            *count += 1;
        }
    }
    let highest = f64::from(counts.iter().copied().max().unwrap_or(1).max(1));
    let wide = WIDTH / STEPS as f64;
    let mut svg = open(150.0);
    for (step, count) in counts.iter().enumerate() {
        let high = f64::from(*count) / highest * 110.0;
        let x = step as f64 * wide;
        let _ = write!(
            svg,
            "<rect x='{:.1}' y='{:.1}' width='{:.1}' height='{high:.1}' class='bar'><title>{count}</title></rect>",
            x + 1.0,
            118.0 - high,
            wide - 2.0,
        );
    }
    let _ =
        write!(svg, "<text x='0' y='138'>0</text><text x='{WIDTH}' y='138' text-anchor='end'>{most:.0} {unit}</text>");
    svg + "</svg>"
}

/// A bar chart, one bar per row; `digits` is the number of decimals.
pub(super) fn parts(rows: &[(String, f64)], unit: &str, digits: usize) -> String {
    let (left, bar) = (290.0, WIDTH - 400.0);
    let most = rows.iter().map(|(_, part)| *part).fold(1e-9, f64::max);
    let mut svg = open(rows.len() as f64 * 22.0 + 6.0);
    for (row, (name, part)) in rows.iter().enumerate() {
        let y = row as f64 * 22.0 + 2.0;
        let _ = write!(
            svg,
            "<text x='{}' y='{}' text-anchor='end'>{}</text>\
             <rect x='{left}' y='{y}' width='{:.1}' height='16' class='bar'/>\
             <text x='{:.1}' y='{}'>{part:.digits$} {unit}</text>",
            left - 8.0,
            y + 13.0,
            escape_html(name),
            part / most * bar,
            left + part / most * bar + 6.0,
            y + 13.0,
        );
    }
    svg + "</svg>"
}

/// A line for each series over time, each with its own colour and its last value.
pub(super) fn lines(series: &TimeSeries) -> String {
    const HEIGHT: f64 = 240.0;
    const COLOURS: [&str; 8] = ["#8ab4e8", "#e8b08a", "#9fd88a", "#d88ac8", "#e0d070", "#70d0d0", "#c0a0ff", "#ff9090"];
    let most = series.values.values().flatten().copied().fold(1e-9, f64::max);
    let longest = series.values.values().map(Vec::len).max().unwrap_or(0);
    let (left, wide) = (50.0, WIDTH - 230.0);
    let mut svg = open(HEIGHT + 30.0);
    for part in [0.0, 0.5, 1.0] {
        let y = 10.0 + (1.0 - part) * (HEIGHT - 20.0);
        let _ = write!(
            svg,
            "<path d='M{left} {y:.1}H{}' class='grid'/><text x='{}' y='{:.1}' text-anchor='end'>{:.0}</text>",
            left + wide,
            left - 6.0,
            y + 4.0,
            most * part
        );
    }
    for (row, (name, values)) in series.values.iter().enumerate() {
        let colour = COLOURS[row % COLOURS.len()];
        let point = |(index, value): (usize, &f64)| {
            let x = left + index as f64 / (longest.max(2) - 1) as f64 * wide;
            format!("{x:.1},{:.1}", 10.0 + (1.0 - value / most) * (HEIGHT - 20.0))
        };
        let points: Vec<String> = values.iter().enumerate().map(point).collect();
        let _ = write!(
            svg,
            "<polyline points='{}' style='fill:none;stroke:{colour};stroke-width:2'/>\
             <text x='{}' y='{}' style='fill:{colour}'>{} {:.1}</text>",
            points.join(" "),
            left + wide + 10.0,
            20.0 + row as f64 * 18.0,
            escape_html(name.as_str()),
            values.last().copied().unwrap_or(0.0),
        );
    }
    let end = longest.saturating_sub(1) as f64 * series.interval;
    let _ = write!(
        svg,
        "<text x='{left}' y='{y}'>0</text><text x='{}' y='{y}' text-anchor='end'>{end:.0} s</text>",
        left + wide,
        y = HEIGHT + 16.0
    );
    svg + "</svg>"
}

fn open(height: f64) -> String {
    format!("<svg viewBox='0 0 {WIDTH} {height}' width='{WIDTH}' role='img'>")
}
