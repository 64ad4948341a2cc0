//! The data room: every shipped file loads and holds; whatever is wrong with one is said at its place.

mod bad_input;
mod check;
mod docs;
mod input;
mod levels;
mod mutations;
mod ranges;
mod shipped;
