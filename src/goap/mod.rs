//! The planning library. Plain Rust: it knows nothing of Bevy and nothing else of this crate.
