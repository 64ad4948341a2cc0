//! The senses on small levels, with real rays: who notices whom, when, and by what.

mod ears;
mod eyes;
mod stage;
mod things;
