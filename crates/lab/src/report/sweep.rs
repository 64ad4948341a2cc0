//! A parameter sweep as CSV and as a page with plots: the outcome against one number of the data.

use std::fmt::Write;

use serde::Serialize;

use super::html::escape_html;
use super::{RunProgress, csv, field, html, share_columns, share_fields};
use crate::statistics::{Proportion, or_dash};
use crate::summary::Summary;
use quarry_engine::simulation::ResultSpec;

/// The size of the plot and its margins, in SVG units.
const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 300.0;
const LEFT: f64 = 50.0;
const BELOW: f64 = 40.0;

/// One value of the swept number and the matches played with it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SweptValue {
    /// The value.
    pub value: f64,
    /// Its results; of no matches if it was not played.
    pub summary: Summary,
}

/// The shares that a sweep shows: who wins, and the first score that is a share; each with its title and its value.
pub fn swept_shares(
    results: &'static ResultSpec,
) -> Vec<(&'static str, String, Box<dyn Fn(&Summary) -> Option<Proportion>>)> {
    type Of = Box<dyn Fn(&Summary) -> Option<Proportion>>;
    let won = results.wins().map(|outcome| {
        let of: Of = Box::new(|summary: &Summary| summary.share(outcome));
        (outcome.count_field, outcome.title.to_owned(), of)
    });
    let score = results.shares().next().map(|score| {
        let of: Of = Box::new(|summary: &Summary| summary.part(score));
        (score.name, score.title.to_owned(), of)
    });
    won.chain(score).collect()
}

/// One row per value, with a header, as in RFC 4180. Fields of a value that was not played are empty; `planned` is how many
/// matches each value was to have.
pub fn sweep_csv(results: &'static ResultSpec, name: &str, steps: &[SweptValue], planned: usize) -> String {
    let shares = swept_shares(results);
    let mut columns = vec![super::quoted(name), "matches".to_owned(), "planned".to_owned()];
    for (index, (column, ..)) in shares.iter().enumerate() {
        // Only the first share has its interval.
        columns.extend(share_columns(column).into_iter().take(if index == 0 { 3 } else { 1 }));
    }
    columns.push("median_seconds".to_owned());
    let rows = steps.iter().map(|SweptValue { value, summary }| {
        let mut fields = vec![value.to_string(), summary.matches.to_string(), planned.to_string()];
        for (index, (_, _, of)) in shares.iter().enumerate() {
            fields.extend(share_fields(of(summary)).into_iter().take(if index == 0 { 3 } else { 1 }));
        }
        fields.push(field(summary.seconds, |seconds| seconds.median.to_string()));
        fields
    });
    csv([columns].into_iter().chain(rows))
}

/// A page with the outcome plotted against the number.
pub fn sweep_html(
    results: &'static ResultSpec,
    file: &str,
    name: &str,
    steps: &[SweptValue],
    progress: &RunProgress,
) -> String {
    let matches = progress.planned / steps.len().max(1);
    let mut page = html::page(&format!("{name} of {file}")) + &progress.paragraph();
    let _ = write!(page, "<p>{matches} matches per value, on the same seeds. The band is the 95 % CI (Wilson).</p>");
    let shares = swept_shares(results);
    for (_, title, of) in &shares {
        let points: Vec<(f64, Proportion)> =
            steps.iter().filter_map(|step| Some((step.value, of(&step.summary)?))).collect();
        let _ = write!(page, "<h2>{}</h2>{}", escape_html(title), plot(&points));
    }
    let mut head = vec!["value", "matches"];
    head.extend(shares.iter().map(|(_, title, _)| title.as_str()).chain(["median length"]));
    let values = steps.iter().map(|SweptValue { value, summary }| {
        let mut cells = vec![value.to_string(), summary.matches.to_string()];
        let percent = |share: Proportion| format!("{:.0} %", share.share * 100.0);
        cells.extend(shares.iter().map(|(_, _, of)| or_dash(of(summary), percent)));
        cells.push(or_dash(summary.seconds, |seconds| format!("{:.0} s", seconds.median)));
        cells
    });
    format!("{page}<h2>All values</h2>{}</html>\n", html::table(head, values))
}

fn plot(points: &[(f64, Proportion)]) -> String {
    if points.is_empty() {
        return "<p>–</p>".to_owned();
    }
    let least = points.iter().map(|(value, _)| *value).fold(f64::INFINITY, f64::min);
    let most = points.iter().map(|(value, _)| *value).fold(f64::NEG_INFINITY, f64::max);
    let across = |value: f64| LEFT + (value - least) / (most - least).max(1e-12) * (WIDTH - LEFT - 10.0);
    let up = |share: f64| 10.0 + (1.0 - share) * (HEIGHT - BELOW - 10.0);
    let path = |of: &dyn Fn(&Proportion) -> f64, points: &mut dyn Iterator<Item = &(f64, Proportion)>| {
        points.map(|(value, share)| format!("{:.1},{:.1}", across(*value), up(of(share)))).collect::<Vec<_>>().join(" ")
    };
    let mut svg = format!("<svg viewBox='0 0 {WIDTH} {HEIGHT}' width='{WIDTH}' role='img'>");
    for share in [0.0, 0.25, 0.5, 0.75, 1.0] {
        let y = up(share);
        let _ = write!(
            svg,
            "<path d='M{LEFT} {y:.1}H{}' class='grid'/><text x='{}' y='{:.1}' text-anchor='end'>{:.0} %</text>",
            WIDTH - 10.0,
            LEFT - 6.0,
            y + 4.0,
            share * 100.0
        );
    }
    let upper = path(&|share| share.high, &mut points.iter());
    let lower = path(&|share| share.low, &mut points.iter().rev());
    let line = path(&|share| share.share, &mut points.iter());
    let _ = write!(svg, "<polygon points='{upper} {lower}' class='band'/><polyline points='{line}' class='line'/>");
    for (value, share) in points {
        let _ = write!(
            svg,
            "<circle cx='{:.1}' cy='{:.1}' r='4' class='bar'><title>{value}: {:.1} % ({:.1} to {:.1})</title></circle>",
            across(*value),
            up(share.share),
            share.share * 100.0,
            share.low * 100.0,
            share.high * 100.0
        );
    }
    let y = HEIGHT - 14.0;
    let _ = write!(
        svg,
        "<text x='{LEFT}' y='{y}'>{least}</text><text x='{}' y='{y}' text-anchor='end'>{most}</text>",
        WIDTH - 10.0
    );
    svg + "</svg>"
}
