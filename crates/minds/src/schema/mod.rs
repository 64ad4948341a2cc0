//! What minds are made of, as it is written in RON files: facts, actions and goals, brains of other kinds, speech, planning problems.

pub mod brain;
pub mod domain;
pub mod mind;
pub mod speech;
