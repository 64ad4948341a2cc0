//! The lab: headless matches by the thousand, what they showed, and whether anything broke in them.
//!
//! ```text
//! Arena (data, baked levels) + Fixtures (level, seed) --run--> MatchRecords --Summary--> tables, JSON
//!                                                     \--> event logs, a Store of lines
//! ```
//!
//! Uses all of the simulation and changes nothing of it; knows nothing of terminals and arguments.

mod arena;
mod compare;
mod marks;
mod measures;
mod monitor;
mod play;
mod record;
pub mod recording;
mod report;
mod run;
mod spans;
mod stage_clock;
mod statistics;
mod store;
mod summary;
mod tally;
mod tournament;
mod verify;

pub use arena::{Arena, Sides};
pub use compare::{Comparison, Difference};
pub use marks::Mark;
pub use measures::{Measures, MeasuresSummary};
pub use monitor::{LIMITS, Limits, Monitor, Soundness, Stood};
pub use play::{Played, play, write_log};
pub use record::{Fixture, MatchOutcome, MatchRecord, Timing};
pub use report::{html, sweep_csv, sweep_html, to_csv, tournament_csv, tournament_html};
pub use run::{Job, run};
pub use spans::{SpanSummary, Spans};
pub use stage_clock::{STAGES, StageClock, install_stage_clock};
pub use statistics::{Interval, Spread, wilson};
pub use store::{Store, StoreError, StoreKey, merge, program_digest};
pub use summary::{Summary, Sums};
pub use tally::Tally;
pub use tournament::{Entrant, Meeting, Standing, Tournament, pairing};
pub use verify::{Divergence, give_account, verify, verify_against};
