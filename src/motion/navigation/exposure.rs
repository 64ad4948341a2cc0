//! Which places see a body at which other places, crouched or standing: the table behind cover.
//!
//! A row of the table, all bodies as one place sees them, is computed when it is first asked for, because most games never ask. It
//! depends on the level alone, and all matches on a level share it.

use std::sync::OnceLock;

use bevy::math::Vec3;

use crate::protocol::{PlaceId, Posture, TerrainPlace};

/// The bits of one place: first by place whether a crouched body there is exposed, then the same for a standing one.
type ExposureRow = OnceLock<Box<[u64]>>;

/// The table of a level.
pub(super) struct ExposureTable {
    /// By the place of the eyes.
    rows: Vec<ExposureRow>,
    /// The length of the bits of one posture.
    words: usize,
}

impl ExposureTable {
    /// An empty table for so many places.
    pub fn new(places: usize) -> Self {
        Self { rows: std::iter::repeat_with(OnceLock::new).take(places).collect(), words: places.div_ceil(64) }
    }

    /// Whether standing eyes at one place see a body at another; `false` for a place that does not exist. `is_exposed` tests two
    /// points with rays; it is called for all places if nobody has asked about these eyes before.
    pub fn is_exposed(
        &self,
        eyes: PlaceId,
        body: PlaceId,
        posture: Posture,
        places: &[TerrainPlace],
        is_exposed: impl Fn(Vec3, Vec3, Posture) -> bool,
    ) -> bool {
        let Some(row) = self.rows.get(usize::from(eyes)) else { return false };
        let row = row.get_or_init(|| self.row(eyes, places, is_exposed));
        let first = if posture == Posture::Crouched { 0 } else { self.words };
        let (word, bit) = (first + usize::from(body) / 64, usize::from(body) % 64);
        usize::from(body) < self.rows.len() && row.get(word).is_some_and(|word| word >> bit & 1 == 1)
    }

    fn row(
        &self,
        eyes: PlaceId,
        places: &[TerrainPlace],
        is_exposed: impl Fn(Vec3, Vec3, Posture) -> bool,
    ) -> Box<[u64]> {
        let mut row = vec![0; 2 * self.words];
        let Some(from) = places.get(usize::from(eyes)) else { return row.into() };
        for (body, place) in places.iter().enumerate() {
            let (word, bit) = (body / 64, 1_u64 << (body % 64));
            // Whatever sees a crouched body sees a standing one.
            if is_exposed(from.position, place.position, Posture::Crouched) {
                row[word] |= bit;
                row[self.words + word] |= bit;
            } else if is_exposed(from.position, place.position, Posture::Standing) {
                row[self.words + word] |= bit;
            }
        }
        row.into()
    }

    /// The memory of the rows computed so far, in bytes.
    pub fn bytes(&self) -> usize {
        let computed = self.rows.iter().filter(|row| row.get().is_some()).count();
        self.rows.len() * size_of::<ExposureRow>() + computed * 2 * self.words * size_of::<u64>()
    }
}
