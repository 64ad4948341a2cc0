//! The bomb site: guns, the bomb, and rounds between the shipped minds.

mod cover;
mod data;
mod economy;
mod flashes;
mod guns;
mod leaders;
mod matches;
mod positions;
mod reports;
mod rounds;
mod rules;
pub mod stage;
mod tactics;
mod telepathy;
