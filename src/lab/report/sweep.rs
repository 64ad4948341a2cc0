//! A sweep to keep and to show around: what a number in the data does to the outcome, as CSV and as a page with a plot.

use std::fmt::Write;

use super::{page::STYLE, plots::escape};
use crate::lab::{statistics::Proportion, summary::Summary};

/// The size of the plot, in its own units, and its margins.
const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 300.0;
const LEFT: f64 = 50.0;
const BELOW: f64 = 40.0;

/// A value that was tried, and what came of it.
pub type SweepStep<'a> = (f64, &'a Summary);

/// A row a value, with a head, as RFC 4180 has it.
pub fn sweep_csv(field: &str, steps: &[SweepStep<'_>]) -> String {
    let mut text = format!(
        "{},matches,hunters_won,hunters_won_low,hunters_won_high,hunted_won,caught,median_seconds\n",
        super::quoted(field)
    );
    for (value, summary) in steps {
        let won = summary.hunters_share;
        let _ = writeln!(
            text,
            "{value},{},{:.4},{:.4},{:.4},{:.4},{:.4},{}",
            summary.matches,
            won.share,
            won.low,
            won.high,
            summary.hunted_share.share,
            summary.caught_share.share,
            summary.seconds.median
        );
    }
    text
}

/// A page with the outcome plotted against the number, that needs nothing beside itself.
pub fn sweep_html(file: &str, field: &str, steps: &[SweepStep<'_>]) -> String {
    let name = format!("{} of {}", escape(field), escape(file));
    let matches = steps.first().map_or(0, |(_, summary)| summary.matches);
    let mut page = format!(
        "<!doctype html><html lang='en'><meta charset='utf-8'><title>Quarry: {name}</title><style>{STYLE}</style>\
         <h1>{name}</h1><p>{matches} matches for each value, on the same seeds. The band is the 95 % interval (Wilson).</p>"
    );
    let plots: [(&str, fn(&Summary) -> Proportion); 2] = [
        ("Matches the hunters won", |summary| summary.hunters_share),
        ("The hunted who were caught", |summary| summary.caught_share),
    ];
    for (title, of) in plots {
        let points: Vec<(f64, Proportion)> = steps.iter().map(|(value, summary)| (*value, of(summary))).collect();
        let _ = write!(page, "<h2>{title}</h2>{}", plot(&points));
    }
    page += "<h2>All values</h2><table><tr><th>value<th>hunters won<th>hunted won<th>caught<th>median length";
    for (value, summary) in steps {
        let _ = write!(
            page,
            "<tr><td>{value}<td>{:.0} %<td>{:.0} %<td>{:.0} %<td>{:.0} s",
            summary.hunters_share.share * 100.0,
            summary.hunted_share.share * 100.0,
            summary.caught_share.share * 100.0,
            summary.seconds.median
        );
    }
    page + "</table></html>\n"
}

fn plot(points: &[(f64, Proportion)]) -> String {
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
