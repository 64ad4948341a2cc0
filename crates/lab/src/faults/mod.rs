//! Faults: unbelievable moments of minds. Detectors watch a match from outside, truth and minds both; `docs/faults.md` says what each
//! finds.
//!
//! ```text
//! world --FaultFinder (traces)--> detectors --> Faults of a match --FaultSummary--> rates per agent-hour, the worst
//! ```

mod belief;
mod chances;
mod dithering;
mod finder;
mod hollow;
mod motion;
mod page;
mod summary;
#[cfg(test)]
mod tests;
mod truth;

pub use finder::{FaultCounts, FaultFinder, MatchFaults};
pub use page::faults_html;
pub use summary::{FaultRate, FaultSummary, ListedFault};

use quarry_minds::protocol::Label;
use quarry_ron::Finding;

use quarry_engine::data::faults::FaultLimit;
use quarry_engine::data::{FileKind, Library};
use quarry_engine::simulation::Game;
use quarry_engine::simulation::faults::Detector;

/// A detector with its limit.
pub type Watch = (Detector, FaultLimit);

/// The detectors of all games.
pub fn shared_detectors() -> impl Iterator<Item = Detector> {
    [dithering::DETECTORS, belief::DETECTORS, hollow::DETECTORS, chances::DETECTORS, motion::DETECTORS]
        .into_iter()
        .flatten()
        .copied()
}

/// The detectors that the data of a game asks for, with their limits.
///
/// # Errors
/// The data name a detector that neither the lab nor the game has.
pub fn detectors_of(game: &dyn Game, library: &Library) -> Result<Vec<Watch>, Finding> {
    let known: Vec<Detector> = shared_detectors().chain(game.detectors().iter().copied()).collect();
    let wanted = library.faults.iter().flat_map(|file| &file.detectors);
    let find = |name: &Label| known.iter().find(|detector| *name == detector.name).copied();
    wanted
        .map(|(name, limit)| {
            let path = library.game.path(FileKind::Faults, "");
            let missing = || Finding::for_file(path, format!("there is no detector called `{name}`"));
            Ok((find(name).ok_or_else(missing)?, *limit))
        })
        .collect()
}
