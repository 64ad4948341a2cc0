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
mod monitor;
mod play;
mod record;
mod report;
mod run;
mod statistics;
mod store;
mod summary;
mod tally;
mod verify;

pub use arena::{Arena, Sides};
pub use compare::{Comparison, Difference};
pub use monitor::{LIMITS, Limits, Monitor, Soundness};
pub use play::{Played, play, write_log};
pub use record::{Fixture, Mark, MatchOutcome, MatchRecord, Timing};
pub use report::{html, to_csv};
pub use run::{Job, run};
pub use statistics::{Interval, Spread, wilson};
pub use store::{Store, StoreError, StoreKey, merge, program_digest};
pub use summary::Summary;
pub use tally::Tally;
pub use verify::{Divergence, verify};
