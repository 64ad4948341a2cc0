//! The places of a match that are worth a dot on a map.

use serde::{Deserialize, Serialize};

use crate::protocol::{Event, Label, LogEntry, QuantisedPoint, Subject, label};

/// Where something worth a dot on the map happened: what (`"caught"`, `"sighted"`, `"thrown"`, `"dropped"`), and metres east,
/// up and south in whole millimetres.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MapMarker(pub Label, pub QuantisedPoint);

/// The places of a log that are worth a dot on the map.
pub(super) fn marks_of(log: &[LogEntry]) -> Vec<MapMarker> {
    let mark = |entry: &LogEntry| match &entry.event {
        Event::Caught { at, .. } => Some(MapMarker(label("caught"), *at)),
        Event::Sighted { at, subject: Subject::Agent(_), .. } => Some(MapMarker(label("sighted"), *at)),
        Event::Thrown { at, .. } => Some(MapMarker(label("thrown"), *at)),
        Event::KeyDropped { at, .. } => Some(MapMarker(label("dropped"), *at)),
        _ => None,
    };
    log.iter().filter_map(mark).collect()
}
