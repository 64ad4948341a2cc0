//! Small plots as SVG, to be embedded in a page.

use std::fmt::Write;

use super::escape::escape_html;
use crate::lab::statistics::Proportion;

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

fn open(height: f64) -> String {
    format!("<svg viewBox='0 0 {WIDTH} {height}' width='{WIDTH}' role='img'>")
}
