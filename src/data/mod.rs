//! Everything that shapes behaviour is read from RON here: schemas, loading, diagnostics with their place, validation.
//!
//! May use [`crate::goap`] and [`crate::protocol`]; knows nothing of one game's things.

pub mod domain;
pub mod level;
pub mod prop;
