//! What a mind asks of its memory: queries select facts, expressions turn them into numbers, surcharges price targets.
//!
//! Independent of: goals, actions, plans, behaviours.

mod cache;
mod interception;
mod lines;
mod mismatch;
mod spec;
mod surcharge;
mod view;

pub use cache::QueryCache;
pub use lines::{CHEST, cover_at, is_in_view};
pub use mismatch::Mismatch;
pub use spec::{Expression, Interception, MemoryQuery, NumberComparison};
pub use surcharge::SurchargeSpec;
pub use view::{MemoryView, NO_MEASUREMENT};
