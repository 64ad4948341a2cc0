//! The bomb site: guns, the bomb, and rounds between the shipped minds.

mod cover;
mod data;
mod guns;
mod leaders;
mod matches;
mod positions;
mod rounds;
mod rules;
mod stage;
mod telepathy;
