//! How a round of the bomb site went: headlines, the score, and the result for a player.

use quarry_minds::protocol::{AgentId, Label, MatchEvent};

use super::scoreboard::Score;
use crate::client::session::{MatchFrame, PlayerMatch, PlayerResult, agent_name};
use crate::client::ui::{capitalised, format_clock};
use crate::games::bombsite::BombEvent;
use crate::games::bombsite::schema::{SIDES, SQUADS};

pub fn headline(outcome: Label) -> &'static str {
    match outcome.as_str() {
        "elimination_attackers" => "Attackers win: no defender is left",
        "elimination_defenders" => "Defenders win: no attacker is left",
        "exploded" => "Attackers win: the bomb has exploded",
        "defused" => "Defenders win: the bomb is defused",
        "time" => "Defenders win: the time is up",
        "orange" => "The orange squad wins the match",
        "blue" => "The blue squad wins the match",
        "draw" => "The match is a draw",
        other => other,
    }
}

/// Kills and shots.
pub fn score_line(frame: &MatchFrame) -> String {
    let number = |name: &str| frame.number(name);
    let won = SQUADS.map(|squad| number(&format!("rounds.{squad}")));
    let rounds =
        if number("of_rounds") > 1.0 { format!("rounds: orange {}, blue {}; ", won[0], won[1]) } else { String::new() };
    format!(
        "{rounds}kills: attackers {}, defenders {}; shots: {} and {}",
        number("kills.attackers"),
        number("kills.defenders"),
        number("shots.attackers"),
        number("shots.defenders")
    )
}

pub fn player_result(played: &PlayerMatch<'_>) -> PlayerResult {
    PlayerResult { outcome: outcome(played), numbers: numbers(played), recap: recap(played) }
}

/// How the round ended for the player.
fn outcome(played: &PlayerMatch<'_>) -> String {
    let PlayerMatch { me, playback, setup, .. } = *played;
    let Some(player) = setup.agent(me) else { return "The round is over".into() };
    if let Some(ended) = playback.now.state.outcome {
        let won = SQUADS.map(|squad| playback.now.number(&format!("rounds.{squad}")));
        if playback.now.number("of_rounds") > 1.0 {
            let own = usize::from(player.side == SIDES[1]);
            let verb = match won[own].total_cmp(&won[1 - own]) {
                std::cmp::Ordering::Greater => "wins the match",
                std::cmp::Ordering::Less => "loses the match",
                std::cmp::Ordering::Equal => "draws",
            };
            return format!("Your squad {verb} {} : {}", won[own], won[1 - own]);
        }
        let wins = playback.now.number(&format!("wins.{}", player.side)) > 0.0;
        let how = match ended.as_str() {
            "elimination_attackers" => "no defender is left",
            "elimination_defenders" => "no attacker is left",
            "exploded" => "the bomb has exploded",
            "defused" => "the bomb is defused",
            _ => "the time is up",
        };
        return format!("Your squad {}: {how}", if wins { "wins" } else { "loses" });
    }
    match killed(played) {
        Some((_, Some(by), _)) => format!("You were killed by {}", agent_name(&setup.agents, by)),
        Some((_, None, _)) => "You died in the explosion".into(),
        None => "The round goes on".into(),
    }
}

/// When the player was killed, its killer, and from how far in metres; `None` while it lives.
fn killed(played: &PlayerMatch<'_>) -> Option<(u32, Option<AgentId>, Option<f32>)> {
    played.playback.agent(played.me)?.gone?;
    let entries = played.playback.log();
    let (tick, by) = entries.iter().rev().find_map(|entry| match BombEvent::read(&entry.event)? {
        BombEvent::Killed { agent, by, .. } if agent == played.me => Some((entry.tick, by)),
        _ => None,
    })?;
    let last = entries.iter().rev().find_map(|entry| match &entry.event {
        MatchEvent::Shot { by: shooter, hit: Some(hit), from, to }
            if *hit == played.me && Some(*shooter) == by && entry.tick <= tick =>
        {
            Some(bevy::math::Vec3::from(*from).distance((*to).into()))
        }
        _ => None,
    });
    Some((tick, by, last))
}

fn numbers(played: &PlayerMatch<'_>) -> String {
    let PlayerMatch { me, playback, setup, stats } = *played;
    let entries = playback.log();
    let mut score = Score::default();
    score.read(entries, setup.agents.len(), |one, other| setup.enemies(one, other));
    let kills = score.of(me).map_or(0, |own| own.kills);
    let shots = entries.iter().filter_map(|entry| match entry.event {
        MatchEvent::Shot { by, hit, .. } if by == me => Some(hit.is_some_and(|hit| setup.enemies(me, hit))),
        _ => None,
    });
    let (fired, hits) = shots.fold((0_u32, 0_u32), |(all, hits), hit| (all + 1, hits + u32::from(hit)));
    let enemies = if kills == 1 { "enemy" } else { "enemies" };
    let mut sentences = vec![
        format!("You killed {kills} {enemies}."),
        match fired {
            0 => "You did not fire.".to_owned(),
            _ => format!("{hits} of your {fired} shots hit."),
        },
        format!("You walked {:.0} m and ran {:.0} m.", stats.walked, stats.ran),
        format!(
            "{} in {}.",
            capitalised(&score_line(&playback.now)),
            format_clock(playback.seconds_at(playback.now.tick))
        ),
    ];
    if let Some(nearest) = stats.nearest {
        sentences.push(format!("The nearest enemy was {nearest:.1} m away."));
    }
    sentences.join(" ")
}

/// How the player died, with advice.
fn recap(played: &PlayerMatch<'_>) -> Option<String> {
    let (tick, killer, distance) = killed(played)?;
    let killer = killer?;
    let by = agent_name(&played.setup.agents, killer);
    let head_factor = played.setup.agent(killer)?.body.gun.as_ref()?.head_factor;
    let speed = |tick: u32| -> Option<f32> {
        let rate = played.playback.rate() as u32;
        let (before, at) = (played.stats.place_at(tick.saturating_sub(rate))?, played.stats.place_at(tick)?);
        Some(before.distance(at))
    };
    let at = format_clock(played.playback.seconds_at(tick));
    let from = distance.map_or_else(String::new, |distance| format!(" from {distance:.0} m"));
    let advice = if speed(tick).is_some_and(|speed| speed > 2.0) {
        "You were on the move: a shot is far more accurate while you stand still, and the enemy's aim gets better the longer you are in view."
            .to_owned()
    } else {
        format!("Crouch behind something low and come up to shoot: a headshot does {head_factor} times the damage.")
    };
    Some(format!("{by} hit you{from} at {at}. {advice}"))
}
