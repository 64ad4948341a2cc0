//! Matches with randomly changed data, hostile files, crowds and faults of the environment.
//!
//! The default sizes are small; `make soak` and `make fuzz` run the same tests for longer, with `SOAK_MATCHES`, `FUZZ_SECONDS` and
//! `SOAK_SEED`.

mod crowd;
mod faults;
mod fuzz;
mod matches;
mod mutate;
mod wild;

use crate::hunt;
use quarry::data::DataFiles;
use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};

/// The shipped data.
fn shipped() -> &'static DataFiles {
    static FILES: std::sync::OnceLock<DataFiles> = std::sync::OnceLock::new();
    FILES.get_or_init(hunt::files)
}

/// A number from the environment, or the default.
fn number(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// The random generator of a test, seeded by `SOAK_SEED` and a number of the test.
fn chance(own: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(number("SOAK_SEED", 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ own)
}

/// The resident memory of the process in megabytes; 0 if the system does not say.
fn resident_megabytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or_default();
    line.trim().trim_end_matches("kB").trim().parse::<u64>().unwrap_or(0) / 1024
}
