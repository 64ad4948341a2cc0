//! The world and motion on a small level: what is built, what is seen, where one can walk, and what the rules make of it.

use std::sync::Arc;

use quarry::{
    data::{level::Level, prop::PropCatalogue},
    motion::navigation::{BakedLevel, Walker, bake},
    protocol::label,
};

mod bodies;
mod ground;
mod tours;

/// Reads RON as the levels are written.
fn read<T: serde::de::DeserializeOwned>(text: &str) -> T {
    let options = ron::Options::default().with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME);
    options.from_str(text).expect("the test data can be read")
}

/// The small house, baked.
pub fn house() -> Arc<BakedLevel> {
    let level: Level = read(include_str!("house.ron"));
    let catalogue: PropCatalogue = read(include_str!("props.ron"));
    bake(label("house"), &level, &catalogue, Walker::default()).expect("the house can be baked")
}
