//! What the window tells of the events of the wild.

use quarry_minds::protocol::{AgentId, Label, MatchEvent, QuantisedPoint, label};

use super::markers::of_death;
use crate::client::session::{
    EventContext, EventCue, EventInterest, EventLine, EventPlace, ParticleBurst, ParticleKind, Tone, Words, shared_line,
};
use crate::games::wild::{WildEvent, rules_of};

/// The line of an event of the wild; `None` for events that all games share.
pub fn describe(event: &MatchEvent, context: &EventContext<'_>) -> Option<EventLine> {
    // Every animal sees others all the time, eats, and goes into its burrow: that is no news.
    match event {
        MatchEvent::Entered { .. } => return Some(EventLine::default()),
        MatchEvent::Sighted { .. } | MatchEvent::Lost { .. } | MatchEvent::Hid { .. } | MatchEvent::Struck { .. } => {
            return Some(EventLine { news: None, ..shared_line(event, context)? });
        }
        MatchEvent::Noise { kind, .. } if *kind == "strike" => return None,
        _ => {}
    }
    Some(match WildEvent::read(event)? {
        WildEvent::Mated { mother, father, at } => EventLine {
            other: Some(father),
            at: Some(at),
            marker: Some(("mated", "{agent} and {other} mate".into())),
            interest: Some(EventInterest { with: Some(father), ..EventInterest::of(mother, 35.0, 5.0) }),
            ..EventLine::about(mother)
        },
        WildEvent::Born { agent, mother, at, .. } => EventLine {
            other: Some(mother),
            at: Some(at),
            news: Some(format!("{{agent}} is born, {{other}}'s {}", young_of(agent, context)).into()),
            marker: Some(("born", "{agent} is born to {other}".into())),
            interest: Some(EventInterest::moment(agent, Some(mother), 40.0)),
            ..EventLine::about(agent)
        },
        WildEvent::Died { agent, by, cause, at } => died(agent, by, cause, at),
        WildEvent::Dawn { day } => EventLine {
            news: Some(format!("The sun rises on day {day}").into()),
            highlight: Some(Tone::Neutral),
            marker: Some(("day", format!("day {day}: the sun rises").into())),
            ..EventLine::default()
        },
        WildEvent::Dusk { day } => EventLine {
            news: Some(format!("The sun sets on day {day}").into()),
            marker: Some(("day", format!("day {day}: the sun sets").into())),
            ..EventLine::default()
        },
    })
}

/// The word for the young of an animal's species.
fn young_of<'a>(agent: AgentId, context: &EventContext<'a>) -> &'a str {
    let side = context.cast.get(usize::from(agent.0)).map(|info| info.side);
    let species = context.rules.and_then(rules_of).zip(side).and_then(|(wild, side)| wild.species.get(&side));
    species.and_then(|species| species.words.young.as_deref()).unwrap_or("child")
}

fn died(agent: AgentId, by: Option<AgentId>, cause: Label, at: QuantisedPoint) -> EventLine {
    let words: Words = match cause.as_str() {
        "predation" if by.is_some() => "{other} kills {agent}{in room}".into(),
        "starvation" => "{agent} has starved{in room}".into(),
        "thirst" => "{agent} has died of thirst{in room}".into(),
        "exhaustion" => "{agent} has died of exhaustion{in room}".into(),
        "age" => "{agent} has died of old age{in room}".into(),
        "shot" => "{agent} was shot{in room}".into(),
        other => format!("{{agent}} has died: {other}").into(),
    };
    let killed = by.is_some();
    EventLine {
        other: by,
        at: Some(at),
        news: Some(words.clone()),
        highlight: Some(if cause == "age" { Tone::Neutral } else { Tone::Bad }),
        marker: Some((of_death(cause.as_str()), words)),
        interest: Some(if killed {
            EventInterest::moment(agent, by, 100.0)
        } else {
            EventInterest::of(agent, 30.0, 4.0)
        }),
        cue: killed.then_some(EventCue { name: label("killed"), at: Some(EventPlace::Point(at)) }),
        burst: Some(ParticleBurst { at, up: 0.15, kind: Some(ParticleKind::Dust), count: 8 }),
        ..EventLine::about(agent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{client::session::event_line::MarkerKind, games::wild::view::markers::MARKERS};

    const AT: QuantisedPoint = QuantisedPoint { x: 0, y: 0, z: 0 };

    fn news(event: WildEvent) -> String {
        let line = describe(&event.into(), &EventContext::default()).unwrap();
        let words = line.news.clone().unwrap();
        line.fill(&words, |agent| format!("A{}", agent.0), " on the meadow")
    }

    #[test]
    fn deaths_are_told_with_their_cause_and_their_killer() {
        let (agent, by) = (AgentId(4), AgentId(1));
        let died = |by, cause: &str| news(WildEvent::Died { agent, by, cause: label(cause), at: AT });
        assert_eq!(died(Some(by), "predation"), "A1 kills A4 on the meadow");
        assert_eq!(died(None, "starvation"), "A4 has starved on the meadow");
        assert_eq!(died(None, "age"), "A4 has died of old age on the meadow");
        assert_eq!(news(WildEvent::Born { agent, mother: by, father: by, at: AT }), "A4 is born, A1's child");
        assert_eq!(news(WildEvent::Dawn { day: 2 }), "The sun rises on day 2");
    }

    #[test]
    fn every_marker_of_an_event_is_listed() {
        let (agent, mother, father) = (AgentId(4), AgentId(1), AgentId(2));
        let died = |cause: &str| WildEvent::Died { agent, by: None, cause: label(cause), at: AT };
        let events = [
            WildEvent::Mated { mother, father, at: AT },
            WildEvent::Born { agent, mother, father, at: AT },
            WildEvent::Dawn { day: 1 },
            died("predation"),
            died("age"),
            died("thirst"),
        ];
        let known = |name: &str| MARKERS.iter().any(|kind: &MarkerKind| kind.name == name);
        for event in events {
            let line = describe(&event.into(), &EventContext::default()).unwrap();
            assert!(line.marker.is_some_and(|(kind, _)| known(kind)), "{event:?}");
        }
    }
}
