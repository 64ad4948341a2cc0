//! The lab: headless matches by the thousand, what they showed, and whether anything broke in them.
//!
//! ```text
//! Arena (data, baked levels) + Fixtures (level, seed) --run--> MatchRecords --Summary--> tables, JSON
//!                                                     \--> event logs, a Store of lines
//! ```
//!
//! Uses all of the simulation and changes nothing of it; knows nothing of terminals and arguments.

mod arena;
mod batch;
mod compare;
mod event_counts;
mod invariants;
mod latency;
mod marks;
mod measures;
mod play;
mod record;
pub mod recording;
mod report;
mod stage_clock;
mod statistics;
mod store;
mod summary;
mod tournament;
mod verify;

pub use arena::{Arena, TeamSizes};
pub use batch::{MatchBatch, run};
pub use compare::{MatchComparison, PairedDifference};
pub use event_counts::EventCounts;
pub use invariants::{INVARIANT_LIMITS, InvariantLimits, InvariantMonitor, InvariantReport, Stall};
pub use latency::{LatencyHistogram, LatencySummary};
pub use marks::MapMarker;
pub use measures::{Measures, MeasuresSummary};
pub use play::{FinishedMatch, play, write_log};
pub use record::{MatchOutcome, MatchRecord, MatchSpec, Timing};
pub use report::{matches_csv, matches_html, sweep_csv, sweep_html, tournament_csv, tournament_html};
pub use stage_clock::{STAGES, StageClock, install_stage_clock};
pub use statistics::{Proportion, Quartiles, wilson_interval};
pub use store::{Store, StoreError, StoreKey, merge, program_digest};
pub use summary::{Summary, SummaryBuilder};
pub use tournament::{Entrant, Matchup, Tournament, TournamentStanding, pairing_arena};
pub use verify::{Divergence, verify, verify_against_hashes, write_state_hashes};
