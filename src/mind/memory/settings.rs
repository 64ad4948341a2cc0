//! How a memory is kept: the data, with the thresholds that a mind's queries and expressions look at.

use crate::{
    data::mind::{KindMemoryData, MemoryData},
    protocol::Label,
};

/// The number of the bit that many kinds share.
const SHARED: usize = 63;

/// The settings of one kind of mind's memory.
#[derive(Clone, Debug, Default)]
pub struct MemorySettings {
    /// As written.
    pub data: MemoryData,
    /// Kinds kept in a way of their own, sorted by name.
    pub kinds: Vec<(Label, KindSettings)>,
    /// All others.
    pub others: KindSettings,
    /// The readings that the mind looks at, and by how much each must differ to count.
    pub readings: Vec<(Label, f32)>,
    /// Seconds between looks at what fades.
    pub sweep: f32,
}

/// How facts of one kind are kept.
#[derive(Clone, Debug, Default)]
pub struct KindSettings {
    /// As written.
    pub data: KindMemoryData,
    /// The confidences that some query asks for, in rising order.
    pub confidences: Vec<f32>,
    /// The ages in seconds that some query asks for, in rising order.
    pub ages: Vec<f32>,
}

impl MemorySettings {
    /// How facts of this kind are kept.
    pub fn kind(&self, kind: Label) -> &KindSettings {
        // There are a dozen, and whether two names are the same is told sooner than which comes first.
        self.kinds.iter().find(|(known, _)| *known == kind).map_or(&self.others, |(_, settings)| settings)
    }

    /// The bit that stands for a kind, so that facts can be sifted without looking at each: kinds that are kept in no way of
    /// their own, and those beyond the first 63, share one.
    pub fn bit(&self, kind: Label) -> u64 {
        let place = self.kinds.iter().position(|(known, _)| *known == kind).unwrap_or(SHARED);
        1 << place.min(SHARED)
    }

    /// The bits of these kinds; all of them where none is named.
    pub fn bits(&self, kinds: &[Label]) -> u64 {
        if kinds.is_empty() { u64::MAX } else { kinds.iter().fold(0, |bits, kind| bits | self.bit(*kind)) }
    }
}
