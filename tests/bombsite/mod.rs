//! The bomb site: guns, the bomb, and rounds between the shipped minds.

mod guns;
mod rounds;
mod rules;
mod stage;
