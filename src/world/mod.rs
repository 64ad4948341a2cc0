//! What exists: the level as built, sight and light in it.
//!
//! Uses the level and prop schemas of [`crate::data`]; knows nothing of minds, senses or navigation.

pub mod geometry;
pub mod level;
