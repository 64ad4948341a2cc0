//! The description of the events that all games share: sightings, hiding, strikes and throws, doors, goals and failures.

use std::borrow::Cow;

use super::{
    event_line::{EventCue, EventInterest, EventLine, EventPlace, ParticleBurst, ParticleKind, Tone, Words},
    game_view::{EventContext, GameView},
};
use crate::{
    client::ui::text::humanize,
    protocol::{ActionOutcome, AgentId, Event, PerceptSource, Subject, label},
};

/// The line of an event: the one that the game gives, else that of [`shared_line`].
pub fn describe(view: &dyn GameView, event: &Event, context: &EventContext<'_>) -> Option<EventLine> {
    view.describe(event, context).or_else(|| shared_line(event, context))
}

/// The line of an event that all games share; `None` for other events. A game may build its own line on this one.
pub fn shared_line(event: &Event, context: &EventContext<'_>) -> Option<EventLine> {
    let point_cue = |name, at| Some(EventCue { name, at: Some(EventPlace::Point(at)) });
    Some(match event {
        Event::MatchStarted { .. } => everywhere("match_start"),
        Event::MatchEnded { .. } => everywhere("match_end"),
        Event::Sighted { by, subject: Subject::Agent(seen), source, .. } if context.enemies(*by, *seen) => EventLine {
            other: Some(*seen),
            news: (*source == PerceptSource::Seen).then_some(Cow::Borrowed("{agent} sees {other}")),
            marker: marker("sighted", "{agent} sights {other}"),
            ..EventLine::about(*by)
        },
        Event::Lost { by, subject: Subject::Agent(lost), .. } => EventLine {
            other: Some(*lost),
            news: context.attacks(*by).then_some(Cow::Borrowed("{agent} has lost {other}")),
            marker: marker("lost", "{agent} loses sight of {other}").filter(|_| context.enemies(*by, *lost)),
            ..EventLine::about(*by)
        },
        Event::Suspected { by, .. } => of_interest(EventInterest::of(*by, 8.0, 4.0)),
        Event::Hid { agent, inside, .. } => hid(*agent, *inside),
        Event::Struck { by, hit } => struck(*by, *hit),
        Event::Thrown { by, what, at } => {
            let words: Words = format!("{{agent}} throws a {}", humanize(*what)).into();
            EventLine {
                news: Some(words.clone()),
                marker: marker("blow", words),
                cue: point_cue(label(&format!("throw_{what}")), *at),
                ..of_interest(EventInterest::of(*by, 55.0, 3.0))
            }
        }
        Event::Landed { at, .. } => EventLine {
            burst: Some(ParticleBurst { at: *at, up: 0.05, kind: ParticleKind::Dust, count: 6 }),
            ..EventLine::default()
        },
        // Doors, hiding places and throws have events of their own with a better cue.
        Event::Noise { kind, .. } if *kind == "door" || *kind == "hiding" || *kind == "cast" => return None,
        Event::Noise { kind, at, .. } => EventLine { cue: point_cue(*kind, *at), ..EventLine::default() },
        Event::Door { door, open, .. } => {
            let name = label(if *open { "door_open" } else { "door_close" });
            EventLine { cue: Some(EventCue { name, at: Some(EventPlace::Thing(*door)) }), ..EventLine::default() }
        }
        Event::GoalChosen { agent, goal, .. } => EventLine {
            marker: marker("goal", format!("{{agent}}: new goal: {}", humanize(*goal))),
            ..EventLine::about(*agent)
        },
        Event::NoGoal { agent, .. } => EventLine {
            marker: marker("goal", "{agent} finds no goal it can plan for"),
            ..of_interest(EventInterest::of(*agent, 6.0, 4.0))
        },
        Event::ActionEnded { agent, action, outcome, .. } => {
            let how = match outcome {
                ActionOutcome::Failed(reason) => format!("fails ({})", reason.describe()),
                ActionOutcome::TimedOut => "times out".to_owned(),
                _ => return None,
            };
            EventLine {
                marker: marker("failed", format!("{{agent}}: {} {how}", humanize(*action))),
                ..EventLine::about(*agent)
            }
        }
        Event::Retuned { how, .. } => EventLine {
            marker: marker("changed", format!("the match was changed ({})", humanize(*how))),
            ..EventLine::default()
        },
        _ => return None,
    })
}

fn marker(kind: &'static str, words: impl Into<Words>) -> Option<(&'static str, Words)> {
    Some((kind, words.into()))
}

/// A line about the agent of an interest.
fn of_interest(interest: EventInterest) -> EventLine {
    EventLine { interest: Some(interest), other: interest.with, ..EventLine::about(interest.agent) }
}

/// A line that is only a sound, heard everywhere.
fn everywhere(cue: &str) -> EventLine {
    EventLine { cue: Some(EventCue { name: label(cue), at: None }), ..EventLine::default() }
}

fn hid(agent: AgentId, inside: bool) -> EventLine {
    let (news, words, cue) = if inside {
        ("{agent} hides", "{agent} hides", "hide_in")
    } else {
        ("{agent} comes out of hiding", "{agent} leaves the hiding place", "hide_out")
    };
    EventLine {
        news: Some(news.into()),
        marker: marker("hid", words),
        cue: Some(EventCue { name: label(cue), at: Some(EventPlace::Agent(agent)) }),
        ..of_interest(EventInterest::of(agent, 30.0, 4.0))
    }
}

fn struck(by: AgentId, hit: Option<AgentId>) -> EventLine {
    let line = of_interest(EventInterest { with: hit, ..EventInterest::of(by, 60.0, 3.0) });
    match hit {
        Some(_) => EventLine {
            marker: marker("blow", "{agent} strikes {other}"),
            cue: Some(EventCue { name: label("hit"), at: Some(EventPlace::Agent(by)) }),
            ..line
        },
        None => EventLine {
            news: Some("{agent} strikes and misses".into()),
            marker: marker("blow", "{agent} strikes and misses"),
            told_own: Some(("Missed".into(), Tone::Minor)),
            ..line
        },
    }
}
