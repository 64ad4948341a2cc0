//! How a match of the wild went.

use quarry_minds::protocol::Label;

use crate::client::session::MatchFrame;
use crate::data::rules::Rules;
use crate::games::wild::view::species_of;

pub fn headline(outcome: Label) -> &'static str {
    match outcome.as_str() {
        "balance" => "All species live on",
        "extinction" => "A species has died out",
        "empty" => "Nobody is left",
        other => other,
    }
}

/// The living, the born and the dead.
pub fn score_line(frame: &MatchFrame, rules: &Rules) -> String {
    let species = species_of(rules);
    let sum = |what: &str| species.iter().map(|(name, _)| frame.number(&format!("{what}.{name}"))).sum::<f64>();
    let alive = |name: &Label| frame.number(&format!("alive.{name}"));
    let alive: Vec<String> = species.iter().map(|(name, of)| format!("{} {}", alive(name), of.many(*name))).collect();
    format!("{}; {} born, {} died", alive.join(", "), sum("births"), sum("deaths"))
}
