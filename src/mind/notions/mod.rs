//! What a mind asks of its memory: notions (which facts are meant), queries over them, whom it can meet, what is dearer where.
//!
//! Must not know: goals, actions, plans, behaviours.

mod meeting;
mod misfit;
mod spec;
mod surcharge;
mod view;

pub use misfit::Misfit;
pub use spec::{Comparison, Meeting, NotionSpec, Query};
pub use surcharge::SurchargeSpec;
pub use view::{NOTHING_NEAR, View, curve};
