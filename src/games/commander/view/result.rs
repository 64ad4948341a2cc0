//! How a match of the commander went: headlines, and the score.

use quarry_minds::protocol::Label;

use crate::client::session::MatchFrame;

pub fn headline(outcome: Label) -> &'static str {
    match outcome.as_str() {
        "red" => "Red wins the war",
        "blue" => "Blue wins the war",
        "draw" => "The war is a draw",
        other => other,
    }
}

/// The score, and what is left and lost.
pub fn score_line(frame: &MatchFrame) -> String {
    let pair = |what: &str| {
        let [red, blue] = ["red", "blue"].map(|side| frame.number(&format!("{what}.{side}")));
        format!("{red} to {blue}")
    };
    let lost = |side: &str| {
        let prefix = format!("lost.{side}.");
        frame.numbers.iter().filter(|(name, _)| name.as_str().starts_with(&prefix)).map(|(_, lost)| lost).sum::<f64>()
    };
    format!(
        "score: {}; soldiers: {}; workers: {}; minerals mined: {}; lost: {} to {}",
        pair("score"),
        pair("soldiers"),
        pair("workers"),
        pair("mined"),
        lost("red"),
        lost("blue")
    )
}
