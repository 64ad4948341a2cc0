//! The lab: headless matches by the thousand, their statistics, invariant checks, and recordings.
//!
//! ```text
//! Arena (data, baked levels) + MatchSpecs (level, seed) --run--> MatchRecords --Summary--> tables, JSON
//!                                                      \--> event logs, a Store of lines
//! ```
//!
//! The lab uses all of the simulation and changes nothing in it. It knows nothing of terminals and arguments.

mod arena;
mod batch;
mod brains;
mod compare;
mod event_counts;
pub mod faults;
mod invariants;
mod latency;
mod measures;
mod merge;
mod planner_load;
mod play;
mod record;
pub mod recording;
mod report;
mod series;
mod stage_clock;
mod statistics;
mod store;
mod summary;
mod tournament;
mod verify;

pub use arena::Arena;
pub use batch::{MatchBatch, run};
pub use brains::{BrainComparison, BrainResult, RonSize, ron_size};
pub use compare::{MatchComparison, PairedDifference};
pub use event_counts::EventCounts;
pub use invariants::{Breach, INVARIANT_LIMITS, InvariantLimits, InvariantMonitor, InvariantReport};
pub use latency::{LatencyHistogram, LatencySummary};
pub use measures::{Deliveries, Measures, MeasuresSummary, PlanEnd, PlanFigures, Sequences, SideSequences};
pub use merge::{MergeProblem, MergedResults, merge};
pub use planner_load::PlannerLoad;
pub use play::{FinishedMatch, play, write_log};
pub use record::{MapMarker, MatchRecord, MatchSpec, RunPlan, Timing};
pub use report::{
    RunProgress, SweptValue, matches_csv, matches_html, measures_rows, sweep_csv, sweep_html, swept_shares,
    tournament_csv, tournament_html,
};
pub use series::TimeSeries;
pub use stage_clock::{STAGES, StageClock, install_stage_clock};
pub use statistics::{Proportion, Quartiles, or_dash, wilson_interval};
pub use store::{Store, StoreError, StoreKey};
pub use summary::{Summary, SummaryBuilder};
pub use tournament::{Entrant, Matchup, Tournament, TournamentStanding, pairing_arena};
pub use verify::{Divergence, verify, verify_against_hashes, write_state_hashes};
