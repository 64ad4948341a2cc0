//! The commander: matches between strategists and scripts, on the shipped levels and data.

mod data;
mod economy;
mod knowledge;
mod matches;
mod measurements;
mod orders;
mod person;
mod soldiers;
pub mod stage;
mod switched_off;
mod upgrades;
