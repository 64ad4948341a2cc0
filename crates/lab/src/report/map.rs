//! Maps of a level from above, with a dot for each marker, or a heat map if there are many.

use std::{cmp::Reverse, collections::BTreeMap, fmt::Write};

use quarry_minds::protocol::Label;

use super::html::escape_html;
use crate::record::MatchRecord;
use quarry_engine::data::level::{CellKind, Level};

/// SVG units per metre.
const SCALE: f64 = 15.0;
/// More markers of a kind than this are drawn as a heat map.
const MOST_DOTS: usize = 60;
/// The side of a heat map cell, in metres.
const SQUARE: f64 = 1.5;

/// The colours of the markers that every game has.
const SHARED_COLOURS: [(&str, &str); 2] = [("sighted", "#e0a030"), ("thrown", "#5aa0e0")];
/// The colours of the markers of the game, in the order of their names; the first follows the last.
const GAME_COLOURS: [&str; 5] = ["#e04040", "#c060d0", "#50b060", "#a08060", "#909090"];

/// A kind of marker, and its colour.
type MarkerColour = (Label, &'static str);

/// The kinds of markers in these matches, the rarest last so that it is drawn on top.
pub(super) fn colours(records: &[MatchRecord]) -> Vec<MarkerColour> {
    let mut counts: BTreeMap<Label, usize> = BTreeMap::new();
    for marker in records.iter().flat_map(|record| &record.markers) {
        *counts.entry(marker.0).or_default() += 1;
    }
    let mut of_game = GAME_COLOURS.into_iter().cycle();
    let colour = |kind: &Label| {
        let shared = SHARED_COLOURS.into_iter().find(|(name, _)| *kind == *name).map(|(_, colour)| colour);
        shared.or_else(|| of_game.next()).unwrap_or_default()
    };
    let colours: Vec<&str> = counts.keys().map(colour).collect();
    let mut kinds: Vec<_> = counts.into_iter().zip(colours).collect();
    kinds.sort_by_key(|((_, count), _)| Reverse(*count));
    kinds.into_iter().map(|((kind, _), colour)| (kind, colour)).collect()
}

/// A map of each floor with its walls and the markers of all matches.
pub(super) fn floors(level: &Level, records: &[&MatchRecord], colours: &[MarkerColour]) -> String {
    let mut text = String::new();
    let cell = f64::from(level.cell);
    for (index, floor) in level.floors.iter().enumerate() {
        let next = level.floors.get(index + 1).map_or(f32::INFINITY, |above| above.height);
        let (from, to) = (f64::from(floor.height) - 0.8, f64::from(next) - 0.8);
        let columns = floor.rows.iter().map(|row| row.chars().count()).max().unwrap_or(0);
        let (wide, deep) = (columns as f64 * cell * SCALE, floor.rows.len() as f64 * cell * SCALE);
        let _ = write!(
            text,
            "<h4>{}</h4><svg viewBox='0 0 {wide:.0} {deep:.0}' width='{wide:.0}' class='map'>",
            escape_html(&floor.name)
        );
        for (row, cells) in floor.rows.iter().enumerate() {
            for (column, character) in cells.chars().enumerate() {
                let class = match level.legend.get(&character).map(|legend| &legend.ground) {
                    Some(CellKind::Wall { .. }) => "wall",
                    Some(CellKind::Door { .. }) => "door",
                    Some(CellKind::Ramp { .. }) => "ramp",
                    Some(CellKind::Water { .. }) => "water",
                    _ => continue,
                };
                let (x, y, side) = (column as f64 * cell * SCALE, row as f64 * cell * SCALE, cell * SCALE);
                let _ =
                    write!(text, "<rect x='{x:.1}' y='{y:.1}' width='{side:.1}' height='{side:.1}' class='{class}'/>");
            }
        }
        for (kind, colour) in colours {
            let markers = records.iter().flat_map(|record| &record.markers).filter(|marker| marker.0 == *kind);
            let metres = |millimetres: i32| f64::from(millimetres) / 1000.0;
            let here = markers.map(|marker| marker.1).filter(|spot| (from..to).contains(&metres(spot.y)));
            let here: Vec<(f64, f64)> = here.map(|spot| (metres(spot.x), metres(spot.z))).collect();
            if here.len() <= MOST_DOTS {
                for (x, z) in here {
                    let (x, y) = (x * SCALE, z * SCALE);
                    let _ = write!(text, "<circle cx='{x:.1}' cy='{y:.1}' r='5' fill='{colour}' class='dot'/>");
                }
            } else {
                text += &heat(&here, colour);
            }
        }
        text += "</svg>";
    }
    text + &legend(colours)
}

/// A heat map: the opacity of each cell shows how many markers it holds.
fn heat(places: &[(f64, f64)], colour: &str) -> String {
    let mut counts: BTreeMap<(i64, i64), u32> = BTreeMap::new();
    for (x, z) in places {
        *counts.entry(((x / SQUARE).floor() as i64, (z / SQUARE).floor() as i64)).or_default() += 1;
    }
    let most = f64::from(counts.values().copied().max().unwrap_or(1));
    let mut text = String::new();
    for ((column, row), count) in counts {
        let side = SQUARE * SCALE;
        let (x, y) = (column as f64 * side, row as f64 * side);
        // The square root keeps rare cells visible beside frequent ones.
        let strength = (f64::from(count) / most).sqrt() * 0.75;
        let _ = write!(
            text,
            "<rect x='{x:.1}' y='{y:.1}' width='{side:.1}' height='{side:.1}' fill='{colour}' opacity='{strength:.2}'>\
             <title>{count} times</title></rect>"
        );
    }
    text
}

fn legend(colours: &[MarkerColour]) -> String {
    let entry = |(kind, colour): &MarkerColour| {
        format!("<span style='color:{colour}'>&#9679;</span> {} ", escape_html(kind.as_str()))
    };
    format!("<p>{}</p>", colours.iter().map(entry).collect::<String>())
}
