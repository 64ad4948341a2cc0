//! How a round of the bomb site went.

use crate::{
    client::session::{game_view::PlayerResult, playback::MatchFrame},
    protocol::Label,
};

/// The headline over the result.
pub fn headline(outcome: Label) -> &'static str {
    match outcome.as_str() {
        "elimination_attackers" => "Attackers win: no defender is left",
        "elimination_defenders" => "Defenders win: no attacker is left",
        "exploded" => "Attackers win: the bomb has exploded",
        "defused" => "Defenders win: the bomb is defused",
        "time" => "Defenders win: the time is up",
        other => other,
    }
}

/// Kills and shots.
pub fn score_line(frame: &MatchFrame) -> String {
    let number = |name: &str| frame.number(name);
    format!(
        "kills: attackers {}, defenders {}; shots: {} and {}",
        number("kills.attackers"),
        number("kills.defenders"),
        number("shots.attackers"),
        number("shots.defenders")
    )
}

/// Nobody plays yet; this is shown to nobody.
pub fn player_result() -> PlayerResult {
    PlayerResult { outcome: "The round is over".into(), ..PlayerResult::default() }
}
