//! How a match of the wild went.

use quarry_minds::protocol::Label;

use crate::{client::session::playback::MatchFrame, games::wild::schema::MODELS};

pub fn headline(outcome: Label) -> &'static str {
    match outcome.as_str() {
        "balance" => "All species live on",
        "extinction" => "A species has died out",
        "empty" => "Nobody is left",
        other => other,
    }
}

/// The word for many animals of a species.
pub fn plural(species: &str) -> &str {
    match species {
        "rabbit" => "rabbits",
        "wolf" => "wolves",
        "bear" => "bears",
        other => other,
    }
}

/// The living, the born and the dead.
pub fn score_line(frame: &MatchFrame) -> String {
    let sum = |what: &str| MODELS.iter().map(|name| frame.number(&format!("{what}.{name}"))).sum::<f64>();
    let alive = MODELS.iter().map(|name| format!("{} {}", frame.number(&format!("alive.{name}")), plural(name)));
    let alive: Vec<String> = alive.collect();
    format!("{}; {} born, {} died", alive.join(", "), sum("births"), sum("deaths"))
}
