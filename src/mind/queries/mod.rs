//! What a mind asks of its memory: queries (which facts are meant), expressions over them, whom it can meet, what is dearer where.
//!
//! Must not know: goals, actions, plans, behaviours.

mod interception;
mod mismatch;
mod spec;
mod surcharge;
mod view;

pub use mismatch::Mismatch;
pub use spec::{Expression, Interception, MemoryQuery, NumberComparison};
pub use surcharge::SurchargeSpec;
pub use view::{MemoryView, NO_MEASUREMENT};
