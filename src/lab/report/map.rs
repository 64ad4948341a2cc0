//! A level from above, with a dot where things happened.

use std::fmt::Write;

use crate::{
    data::level::{Ground, Level},
    lab::record::MatchRecord,
};

/// How many units a metre takes.
const SCALE: f64 = 15.0;

/// The colour of each kind of mark, the rarest last so that it lies on top.
const COLOURS: &[(&str, &str)] =
    &[("sighted", "#e0a030"), ("thrown", "#5aa0e0"), ("dropped", "#c060d0"), ("caught", "#e04040")];

/// A picture for each storey: its walls, and the marks of all matches on it.
pub(super) fn storeys(level: &Level, records: &[&MatchRecord]) -> String {
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
            super::plots::escape(&floor.name)
        );
        for (row, cells) in floor.rows.iter().enumerate() {
            for (column, character) in cells.chars().enumerate() {
                let class = match level.legend.get(&character).map(|legend| &legend.ground) {
                    Some(Ground::Wall { .. }) => "wall",
                    Some(Ground::Door { .. }) => "door",
                    Some(Ground::Ramp { .. }) => "ramp",
                    _ => continue,
                };
                let (x, y, side) = (column as f64 * cell * SCALE, row as f64 * cell * SCALE, cell * SCALE);
                let _ =
                    write!(text, "<rect x='{x:.1}' y='{y:.1}' width='{side:.1}' height='{side:.1}' class='{class}'/>");
            }
        }
        for (kind, colour) in COLOURS {
            let marks = records.iter().flat_map(|record| &record.marks).filter(|mark| mark.0 == *kind);
            for spot in marks.map(|mark| mark.1) {
                let metres = |millimetres: i32| f64::from(millimetres) / 1000.0;
                if (from..to).contains(&metres(spot.y)) {
                    let _ = write!(
                        text,
                        "<circle cx='{:.1}' cy='{:.1}' r='5' fill='{colour}' class='dot'/>",
                        metres(spot.x) * SCALE,
                        metres(spot.z) * SCALE
                    );
                }
            }
        }
        text += "</svg>";
    }
    text + &legend()
}

fn legend() -> String {
    let entry = |(kind, colour): &(&str, &str)| format!("<span style='color:{colour}'>&#9679;</span> {kind} ");
    format!("<p>{}</p>", COLOURS.iter().map(entry).collect::<String>())
}
