//! The compiled settings of a memory, with the thresholds that the queries of the mind ask for.

use crate::{
    protocol::Label,
    schema::mind::{KindMemoryData, MemoryData},
};

/// The bit shared by all kinds without one of their own.
const SHARED_BIT: usize = 63;

/// The memory settings of a mind.
#[derive(Clone, Debug, Default)]
pub struct MemorySettings {
    /// As written.
    pub data: MemoryData,
    /// The kinds with settings of their own, sorted by name.
    pub kinds: Vec<(Label, KindSettings)>,
    /// All other kinds.
    pub default_kind: KindSettings,
    /// The readings that expressions use, each with the difference that counts as a change.
    pub readings: Vec<(Label, f32)>,
    /// Seconds between two sweeps for decay.
    pub sweep_interval: f32,
}

/// The settings of facts of one kind.
#[derive(Clone, Debug, Default)]
pub struct KindSettings {
    /// As written.
    pub data: KindMemoryData,
    /// The confidences that queries ask for, in rising order.
    pub confidences: Vec<f32>,
    /// The ages that queries ask for, in seconds and rising order.
    pub ages: Vec<f32>,
}

impl MemorySettings {
    /// The number of a kind's settings for [`Self::at`].
    #[inline]
    pub fn slot(&self, kind: Label) -> u16 {
        // A linear search: there are about a dozen kinds, and labels compare faster for equality than for order.
        let place = self.kinds.iter().position(|(known, _)| *known == kind);
        place.and_then(|place| u16::try_from(place).ok()).unwrap_or(u16::MAX)
    }

    /// The settings with this number, or else those of all other kinds.
    #[inline]
    pub fn at(&self, slot: u16) -> &KindSettings {
        self.kinds.get(usize::from(slot)).map_or(&self.default_kind, |(_, settings)| settings)
    }

    /// The bit that stands for a kind, so that facts can be filtered without looking at each. Kinds without settings of their
    /// own, and those beyond the first 63, share a bit.
    #[inline]
    pub fn bit(&self, kind: Label) -> u64 {
        let place = self.kinds.iter().position(|(known, _)| *known == kind).unwrap_or(SHARED_BIT);
        1 << place.min(SHARED_BIT)
    }

    /// The bits of these kinds; all bits for an empty list.
    #[inline]
    pub fn bits(&self, kinds: &[Label]) -> u64 {
        if kinds.is_empty() { u64::MAX } else { kinds.iter().fold(0, |bits, kind| bits | self.bit(*kind)) }
    }
}
