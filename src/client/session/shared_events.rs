//! The description of the events that all games share: sightings, hiding, strikes and throws, doors, goals and failures.

use std::borrow::Cow;

use quarry_minds::protocol::{ActionOutcome, AgentId, Label, MatchEvent, PerceptSource, Subject, ThingId, label};

use super::{
    EventContext, EventCue, EventInterest, EventLine, EventPlace, GameView, ParticleBurst, ParticleKind, Tone, Words,
};
use crate::client::ui::humanize;

/// The line of an event: the one that the game gives, else that of [`shared_line`].
pub fn describe(view: &GameView, event: &MatchEvent, context: &EventContext<'_>) -> Option<EventLine> {
    (view.describe)(event, context).or_else(|| shared_line(event, context))
}

/// The line of an event that all games share; `None` for other events. A game may build its own line on this one.
pub fn shared_line(event: &MatchEvent, context: &EventContext<'_>) -> Option<EventLine> {
    Some(match event {
        MatchEvent::MatchStarted { .. } => only_cue(EventCue::everywhere("match_start")),
        MatchEvent::MatchEnded { .. } => only_cue(EventCue::everywhere("match_end")),
        MatchEvent::Sighted { by, subject: Subject::Agent(seen), source, .. } if context.enemies(*by, *seen) => {
            EventLine {
                other: Some(*seen),
                news: (*source == PerceptSource::Seen).then_some(Cow::Borrowed("{agent} sees {other}")),
                marker: marker("sighted", "{agent} sights {other}"),
                ..EventLine::about(*by)
            }
        }
        MatchEvent::Lost { by, subject: Subject::Agent(lost), .. } => EventLine {
            other: Some(*lost),
            news: context.attacks(*by).then_some(Cow::Borrowed("{agent} has lost {other}")),
            marker: marker("lost", "{agent} loses sight of {other}").filter(|_| context.enemies(*by, *lost)),
            ..EventLine::about(*by)
        },
        MatchEvent::Suspected { by, .. } => of_interest(EventInterest::of(*by, 8.0, 4.0)),
        MatchEvent::Entered { agent, at, .. } => EventLine {
            at: Some(*at),
            news: Some("{agent} enters{in room}".into()),
            marker: marker("entered", "{agent} enters"),
            ..of_interest(EventInterest::of(*agent, 12.0, 4.0))
        },
        MatchEvent::Hid { agent, inside, .. } => hid(*agent, *inside),
        MatchEvent::Taken { by, item } => {
            let words: Words = format!("{{agent}} takes the {}", context.thing(*item)).into();
            EventLine {
                news: Some(words.clone()),
                story: Some((words.clone(), Tone::Good)),
                marker: marker("thing", words),
                interest: Some(EventInterest::of(*by, 40.0, 4.0)),
                ..EventLine::about(*by)
            }
        }
        MatchEvent::Dropped { by, item, at } => EventLine {
            at: Some(*at),
            news: Some(format!("{{agent}} lays down the {}{{in room}}", context.thing(*item)).into()),
            ..EventLine::about(*by)
        },
        MatchEvent::Given { by, to, item } => {
            let words: Words = format!("{{agent}} hands {{other}} the {}", context.thing(*item)).into();
            EventLine {
                other: Some(*to),
                news: Some(words.clone()),
                story: Some((words.clone(), Tone::Good)),
                told_own: Some((format!("You hand {{other}} the {}", context.thing(*item)).into(), Tone::Good)),
                marker: marker("thing", words),
                ..EventLine::about(*by)
            }
        }
        MatchEvent::Staggered { by, agent } => EventLine {
            other: Some(*agent),
            news: Some("{agent} makes {other} stagger".into()),
            story: Some(("{agent} makes {other} stagger".into(), Tone::Good)),
            told_own: Some(("You make {other} stagger".into(), Tone::Good)),
            marker: marker("blow", "{agent} makes {other} stagger"),
            ..of_interest(EventInterest::of(*by, 70.0, 4.0))
        },
        MatchEvent::Dazzled { agent, .. } => EventLine {
            news: Some("{agent} is dazzled".into()),
            marker: marker("blow", "{agent} is dazzled"),
            ..of_interest(EventInterest::of(*agent, 40.0, 2.0))
        },
        MatchEvent::ThingChanged { by, thing, state } => thing_changed(*by, *thing, *state, context),
        MatchEvent::Struck { by, hit } => struck(*by, *hit),
        MatchEvent::Thrown { by, what, at } => {
            let words: Words = format!("{{agent}} throws a {}", humanize(*what)).into();
            EventLine {
                news: Some(words.clone()),
                marker: marker("blow", words),
                cue: Some(EventCue::at(label(&format!("throw_{what}")), EventPlace::Point(*at))),
                ..of_interest(EventInterest::of(*by, 55.0, 3.0))
            }
        }
        MatchEvent::Landed { at, .. } => EventLine {
            burst: Some(ParticleBurst { at: *at, up: 0.05, kind: Some(ParticleKind::Dust), count: 6 }),
            ..EventLine::default()
        },
        // Doors, hiding places and throws have events of their own with a better cue.
        MatchEvent::Noise { kind, .. } if *kind == "door" || *kind == "hiding" || *kind == "cast" => return None,
        MatchEvent::Noise { kind, at, .. } => only_cue(EventCue::at(*kind, EventPlace::Point(*at))),
        MatchEvent::Door { door, open, .. } => {
            let name = if *open { "door_open" } else { "door_close" };
            only_cue(EventCue::at(name, EventPlace::Thing(*door)))
        }
        MatchEvent::GoalChosen { agent, goal, .. } => EventLine {
            marker: marker("goal", format!("{{agent}}: new goal: {}", humanize(*goal))),
            ..EventLine::about(*agent)
        },
        MatchEvent::NoGoal { agent, .. } => EventLine {
            marker: marker("goal", "{agent} finds no goal it can plan for"),
            ..of_interest(EventInterest::of(*agent, 6.0, 4.0))
        },
        MatchEvent::ActionEnded { agent, action, outcome, .. } => {
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
        MatchEvent::Ordered { by, to, what } => EventLine {
            other: Some(*to),
            marker: marker("order", format!("{{agent}} orders {{other}}: {}", humanize(*what))),
            ..EventLine::about(*by)
        },
        MatchEvent::Answered { by, to, what, status } => EventLine {
            other: Some(*to),
            marker: marker("order", format!("{{agent}} to {{other}}: {} {}", humanize(*what), status.describe())),
            ..EventLine::about(*by)
        },
        MatchEvent::Retuned { how, .. } => EventLine {
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

/// A line that is only a sound.
fn only_cue(cue: EventCue) -> EventLine {
    EventLine { cue: Some(cue), ..EventLine::default() }
}

/// Another state of a thing: news, whether an agent brought it about or not.
fn thing_changed(by: Option<AgentId>, thing: ThingId, state: Label, context: &EventContext<'_>) -> EventLine {
    let what = || format!("{}: {}", context.thing(thing), humanize(state));
    let words: Words = match (by, context.told_of(thing, state)) {
        (Some(_), Some(told)) => told.to_owned().into(),
        // The sentence tells what an agent does; by itself it is no news. Nor is what is over.
        (None, Some(_)) => return EventLine::default(),
        (None, None) if context.is_spent(thing, state) => return EventLine::default(),
        (Some(_), None) => format!("{} ({{agent}})", what()).into(),
        (None, _) => what().into(),
    };
    EventLine {
        agent: by,
        news: Some(words.clone()),
        story: Some((words.clone(), Tone::Neutral)),
        marker: marker("thing", words),
        interest: by.map(|by| EventInterest::of(by, 60.0, 5.0)),
        ..EventLine::default()
    }
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
        cue: Some(EventCue::at(cue, EventPlace::Agent(agent))),
        ..of_interest(EventInterest::of(agent, 30.0, 4.0))
    }
}

fn struck(by: AgentId, hit: Option<AgentId>) -> EventLine {
    let line = of_interest(EventInterest { with: hit, ..EventInterest::of(by, 60.0, 3.0) });
    match hit {
        Some(_) => EventLine {
            marker: marker("blow", "{agent} strikes {other}"),
            cue: Some(EventCue::at("hit", EventPlace::Agent(by))),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::session::GameViewService;
    use quarry_minds::protocol::{GameEvent, QuantisedPoint, ThingId};

    fn tell(event: &MatchEvent) -> Option<EventLine> {
        shared_line(event, &EventContext::default())
    }

    #[test]
    fn what_all_games_share_is_described_and_events_of_one_game_are_not() {
        let agent = AgentId(3);
        let hides = tell(&MatchEvent::Hid { agent, place: ThingId(0), inside: true }).unwrap();
        assert_eq!(hides.agent, Some(agent));
        assert!(hides.news.is_some() && hides.marker.is_some() && hides.interest.is_some() && hides.cue.is_some());
        assert_eq!(tell(&MatchEvent::Game(GameEvent::default())), None);
        let at = QuantisedPoint { x: 0, y: 0, z: 0 };
        assert_eq!(tell(&MatchEvent::Noise { by: None, kind: label("door"), at }), None, "the door has its own sound");
    }

    #[test]
    fn a_miss_is_told_to_its_agent_alone_and_a_hit_shows_both() {
        let strike = |hit| tell(&MatchEvent::Struck { by: AgentId(1), hit }).unwrap();
        let (miss, hit) = (strike(None), strike(Some(AgentId(2))));
        assert!(miss.told_own.is_some() && miss.told.is_none() && miss.news.is_some());
        assert!(hit.told_own.is_none() && hit.news.is_none());
        assert_eq!(hit.interest.and_then(|interest| interest.with), Some(AgentId(2)));
    }

    #[test]
    fn an_unknown_departure_has_its_own_name_and_leaves_the_body() {
        let service = GameViewService(crate::games::views().remove(0));
        let known = service.0.departures[0];
        assert_eq!(service.departure(label(known.name)), known);
        let unknown = service.departure(label("burned"));
        assert!(unknown.name == "burned" && unknown.body_stays && unknown.tone == Tone::Bad);
    }
}
