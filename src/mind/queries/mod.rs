//! What a mind asks of its memory: queries select facts, expressions turn them into numbers, surcharges price targets.
//!
//! Independent of: goals, actions, plans, behaviours.

mod interception;
mod mismatch;
mod spec;
mod surcharge;
mod view;

pub use mismatch::Mismatch;
pub use spec::{Expression, Interception, MemoryQuery, NumberComparison};
pub use surcharge::SurchargeSpec;
pub use view::{MemoryView, NO_MEASUREMENT};
