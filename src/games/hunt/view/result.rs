//! How a match of the hunt went: headlines, numbers, and the result for a player.

use quarry_minds::protocol::{AgentId, Label, MatchEvent, Subject, ThingId};

use super::death_recap::recap_death;
use crate::client::session::{MatchFrame, PlayerMatch, PlayerResult, agent_name};
use crate::client::ui::format_clock;

/// The headline over the result of a watched match.
pub fn headline(outcome: Label) -> &'static str {
    match outcome.as_str() {
        "hunters" => "Hunters win",
        "hunted" => "The hunted win: most have escaped",
        "draw" => "Draw",
        other => other,
    }
}

/// The last line of the story of a match.
pub fn who_won(outcome: Label) -> &'static str {
    match outcome.as_str() {
        "hunters" => "The hunters win",
        "hunted" => "The hunted win",
        "draw" => "The match is a draw",
        _ => "The match is over",
    }
}

/// The caught and the escaped.
pub fn score_line(frame: &MatchFrame) -> String {
    format!("{} caught, {} escaped", frame.number("caught"), frame.number("escaped"))
}

pub fn player_result(played: &PlayerMatch<'_>) -> PlayerResult {
    let PlayerMatch { me, playback, setup, stats } = *played;
    let (entries, rate) = (playback.log(), playback.rate());
    let recap = recap_death(entries, me, rate, |tick| stats.place_at(tick)).map(|recap| {
        let clock = |tick: u32| format_clock(playback.seconds_at(tick));
        recap.describe(&agent_name(&setup.agents, recap.by), rate, clock)
    });
    PlayerResult { outcome: outcome(played), numbers: numbers(played), recap }
}

fn hunts(played: &PlayerMatch<'_>) -> bool {
    played.setup.agent(played.me).is_some_and(|player| player.attacks)
}

/// How the match ended for the player.
fn outcome(played: &PlayerMatch<'_>) -> String {
    let PlayerMatch { me, playback, setup, .. } = *played;
    let (now, over) = (&playback.now, playback.over());
    let departure = now.agents.get(usize::from(me.0)).and_then(|agent| agent.gone).map(|(departure, _)| departure);
    match departure {
        Some(departure) if departure.how == "escaped" => "You escaped".into(),
        Some(departure) => match departure.by {
            Some(by) => format!("You were caught by {}", agent_name(&setup.agents, by)),
            None => "You were caught".into(),
        },
        None if hunts(played) => match (now.number("caught") as u32, now.number("escaped") as u32) {
            (0, _) => "You caught nobody".into(),
            (1, 0) if over => "You caught the only one".into(),
            (caught, 0) if over => format!("You caught all {caught}"),
            (caught, escaped) => format!("You caught {caught}, {escaped} escaped"),
        },
        None => "Time is up: you did not escape".into(),
    }
}

fn numbers(played: &PlayerMatch<'_>) -> String {
    let PlayerMatch { me, playback, stats, .. } = *played;
    let (frame, hunts) = (&playback.now, hunts(played));
    let time = format_clock(playback.seconds_at(frame.tick));
    let keys = format!("{} of {} keys found", frame.number("keys_taken"), frame.number("keys_needed"));
    let mut sentences = vec![
        format!("{} in {time}. {keys}.", score_line(frame)),
        format!("You walked {:.0} m and ran {:.0} m.", stats.walked, stats.ran),
    ];
    if !hunts {
        let (seen, keys) = seen_and_taken(played, me);
        let times = if seen == 1 { "once".to_owned() } else { format!("{seen} times") };
        let keys = if keys == 1 { "1 key".to_owned() } else { format!("{keys} keys") };
        sentences.push(format!("You took {keys}, were sighted {times} and hid for {:.0} s.", stats.hidden));
        if stats.chased >= 1.0 {
            sentences.push(format!("You were chased for {:.0} s.", stats.chased));
        }
    }
    if let Some(nearest) = stats.nearest {
        let (subject, object) = if hunts { ("You", "one of the hunted") } else { ("A hunter", "you") };
        sentences.push(format!("{subject} came within {nearest:.1} m of {object}."));
    }
    sentences.join(" ")
}

/// How often other agents sighted an agent, and how many keys it took.
fn seen_and_taken(played: &PlayerMatch<'_>, agent: AgentId) -> (usize, usize) {
    let entries = played.playback.log();
    let is_key = |item: ThingId| played.setup.level.thing(item).is_some_and(|thing| thing.name == "key");
    let count = |wanted: &dyn Fn(&MatchEvent) -> bool| entries.iter().filter(|entry| wanted(&entry.event)).count();
    let own = Subject::Agent(agent);
    let seen = count(&|event| matches!(event, MatchEvent::Sighted { subject, .. } if *subject == own));
    (seen, count(&|event| matches!(event, MatchEvent::Taken { by, item } if *by == agent && is_key(*item))))
}
