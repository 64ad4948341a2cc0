//! Which places see a body at which other places, crouched or standing: the table behind cover.
//!
//! An entry is computed when it is first asked for, because most games never ask and the whole table would take a second. It depends on
//! the level alone, so that all matches on a level share it and no order of questions changes an answer.

use std::sync::{
    OnceLock,
    atomic::{AtomicU64, Ordering},
};

use bevy::math::Vec3;
use quarry_minds::protocol::{BodyPosture, PlaceId, TerrainPlace};

/// The bits of 64 bodies as one place sees them.
#[derive(Default)]
struct ExposureWord {
    /// Whether the others are known.
    known: AtomicU64,
    crouched: AtomicU64,
    standing: AtomicU64,
}

/// The bodies as one place sees them, by place.
type ExposureRow = OnceLock<Box<[ExposureWord]>>;

/// The table of a level.
pub(super) struct ExposureTable {
    /// By the place of the eyes.
    rows: Vec<ExposureRow>,
}

impl ExposureTable {
    /// An empty table for so many places.
    pub fn new(places: usize) -> Self {
        Self { rows: std::iter::repeat_with(OnceLock::new).take(places).collect() }
    }

    /// Whether standing eyes at one place see a body at another; `false` for a place that does not exist. If it is not known yet,
    /// `is_exposed` tests the two points with rays.
    pub fn is_exposed(
        &self,
        eyes: PlaceId,
        body: PlaceId,
        posture: BodyPosture,
        places: &[TerrainPlace],
        is_exposed: impl Fn(Vec3, Vec3, BodyPosture) -> bool,
    ) -> bool {
        let (eyes, body) = (usize::from(eyes), usize::from(body));
        let (Some(row), Some(from), Some(to)) = (self.rows.get(eyes), places.get(eyes), places.get(body)) else {
            return false;
        };
        let words = self.rows.len().div_ceil(64);
        let row = row.get_or_init(|| std::iter::repeat_with(ExposureWord::default).take(words).collect());
        let (Some(word), bit) = (row.get(body / 64), 1_u64 << (body % 64)) else { return false };
        // Two threads may compute the same bits, which are the same. A bit is known only after its values are written.
        if word.known.load(Ordering::Acquire) & bit == 0 {
            let (from, to) = (from.position, to.position);
            if is_exposed(from, to, BodyPosture::Crouched) {
                // Whatever sees a crouched body sees a standing one.
                word.crouched.fetch_or(bit, Ordering::Relaxed);
                word.standing.fetch_or(bit, Ordering::Relaxed);
            } else if is_exposed(from, to, BodyPosture::Standing) {
                word.standing.fetch_or(bit, Ordering::Relaxed);
            }
            word.known.fetch_or(bit, Ordering::Release);
        }
        let bits = match posture {
            BodyPosture::Crouched => &word.crouched,
            BodyPosture::Standing => &word.standing,
        };
        bits.load(Ordering::Relaxed) & bit != 0
    }

    /// The memory in use, in bytes.
    pub fn bytes(&self) -> usize {
        let rows = self.rows.iter().filter_map(OnceLock::get).map(|row| size_of_val(&**row)).sum::<usize>();
        self.rows.len() * size_of::<ExposureRow>() + rows
    }
}
