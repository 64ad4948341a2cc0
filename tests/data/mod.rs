//! Data files: the shipped ones are valid, and errors are reported at their place.

mod bad_input;
mod check;
mod docs;
mod input;
mod levels;
mod meaning;
mod mutations;
mod ranges;
mod shipped;
mod sweep;
