//! What the window tells of the events of the bomb site.

use quarry_minds::protocol::MatchEvent;

use super::result;
use crate::client::session::{
    EventContext, EventCue, EventInterest, EventLine, EventPlace, ParticleBurst, ParticleKind, Tone, shared_line,
};
use crate::client::ui::{capitalised, humanize};
use crate::games::bombsite::BombEvent;

/// The line of an event of the bomb site; `None` for events that all games share.
pub fn describe(event: &MatchEvent, context: &EventContext<'_>) -> Option<EventLine> {
    match event {
        // At the start of every round all soldiers enter again.
        MatchEvent::Entered { .. } => return Some(EventLine::default()),
        // In a fight soldiers come into sight and out of it all the time: that is no news.
        MatchEvent::Sighted { .. } | MatchEvent::Lost { .. } => {
            return Some(EventLine { news: None, ..shared_line(event, context)? });
        }
        MatchEvent::Shot { by, to, hit, .. } => {
            let interest = match hit {
                Some(hit) => EventInterest { seconds: 2.5, ..EventInterest::moment(*hit, Some(*by), 70.0) },
                None => EventInterest::of(*by, 45.0, 2.5),
            };
            let kind = hit.map(|_| ParticleKind::Dust);
            let marker =
                if hit.is_some() { ("hit", "{agent} hits {other}") } else { ("shot", "{agent} shoots and misses") };
            return Some(EventLine {
                other: *hit,
                marker: Some((marker.0, marker.1.into())),
                interest: Some(interest),
                burst: Some(ParticleBurst { at: *to, up: 0.0, kind, count: 3 }),
                cue: Some(match hit {
                    Some(_) => EventCue::at("body_hit", EventPlace::Point(*to)),
                    None => EventCue::at("impact", EventPlace::Struck(*to)),
                }),
                ..EventLine::about(*by)
            });
        }
        MatchEvent::Taken { by, item } => {
            return Some(EventLine {
                news: Some("{agent} takes the bomb".into()),
                story: Some(("{agent} took the bomb".into(), Tone::Neutral)),
                cue: Some(EventCue::at("pickup", EventPlace::Thing(*item))),
                interest: Some(EventInterest::of(*by, 30.0, 3.0)),
                ..EventLine::about(*by)
            });
        }
        MatchEvent::Dropped { by, at, .. } => {
            return Some(EventLine {
                at: Some(*at),
                news: Some("{agent} drops the bomb{in room}".into()),
                ..EventLine::about(*by)
            });
        }
        _ => {}
    }
    Some(match BombEvent::read(event)? {
        BombEvent::Planted { by, at, .. } => EventLine {
            at: Some(at),
            news: Some("{agent} has planted the bomb".into()),
            highlight: Some(Tone::Warning),
            story: Some(("{agent} planted the bomb".into(), Tone::Neutral)),
            told: Some(("The bomb is planted".into(), Tone::Warning)),
            marker: Some(("planted", "{agent} plants the bomb".into())),
            interest: Some(EventInterest::moment(by, None, 100.0)),
            cue: Some(EventCue::everywhere("planted")),
            ..EventLine::about(by)
        },
        BombEvent::Defused { by, at } => EventLine {
            at: Some(at),
            news: Some("{agent} has defused the bomb".into()),
            highlight: Some(Tone::Good),
            story: Some(("{agent} defused the bomb".into(), Tone::Neutral)),
            told: Some(("The bomb is defused".into(), Tone::Good)),
            marker: Some(("defused", "{agent} defuses the bomb".into())),
            interest: Some(EventInterest::moment(by, None, 100.0)),
            ..EventLine::about(by)
        },
        BombEvent::Exploded { at } => EventLine {
            at: Some(at),
            news: Some("The bomb has exploded".into()),
            highlight: Some(Tone::Bad),
            story: Some(("The bomb exploded".into(), Tone::Neutral)),
            told: Some(("The bomb has exploded".into(), Tone::Bad)),
            marker: Some(("exploded", "the bomb explodes".into())),
            cue: Some(EventCue::at("explosion", EventPlace::Point(at))),
            burst: Some(ParticleBurst { at, up: 0.8, kind: Some(ParticleKind::Spark), count: 120 }),
            ..EventLine::default()
        },
        BombEvent::RoundEnded { round, outcome } => {
            let words = format!("Round {round}: {}", result::headline(outcome));
            EventLine {
                news: Some(words.clone().into()),
                highlight: Some(Tone::Warning),
                story: Some((words.clone().into(), Tone::Neutral)),
                told: Some((words.clone().into(), Tone::Warning)),
                marker: Some(("round", words.into())),
                cue: Some(EventCue::everywhere("match_end")),
                ..EventLine::default()
            }
        }
        BombEvent::SquadBuys { agent, choice, left } => {
            let what = match choice.as_str() {
                "full_buy" => "buys all that it needs",
                "force_buy" => "spends all that it has",
                "half_buy" => "buys a part and keeps the rest",
                _ => "saves its money",
            };
            let words = format!("The squad of {{agent}} {what} ({left})");
            EventLine {
                news: Some(words.clone().into()),
                story: Some((words.into(), Tone::Neutral)),
                ..EventLine::about(agent)
            }
        }
        BombEvent::Bought { agent, item, left } => EventLine {
            news: Some(format!("{{agent}} buys: {}, {left} left", humanize(item)).into()),
            ..EventLine::about(agent)
        },
        BombEvent::Carries { agent, .. } => EventLine::about(agent),
        BombEvent::Earned { squad, amount } => EventLine {
            news: Some(format!("{} squad: {amount} for each soldier", capitalised(&humanize(squad))).into()),
            ..EventLine::default()
        },
        BombEvent::Killed { agent, by, means, at } => EventLine {
            other: by,
            at: Some(at),
            news: Some(
                match (by, means.as_str()) {
                    (Some(_), "headshot") => "{other} kills {agent} with a shot to the head",
                    (Some(_), _) => "{other} kills {agent}",
                    (None, _) => "{agent} dies in the explosion",
                }
                .into(),
            ),
            highlight: Some(Tone::Bad),
            story: Some((if by.is_some() { "{other} killed {agent}" } else { "{agent} died" }.into(), Tone::Bad)),
            marker: Some(("killed", if by.is_some() { "{other} kills {agent}" } else { "{agent} dies" }.into())),
            interest: Some(EventInterest::moment(agent, by, 90.0)),
            cue: Some(EventCue::at("killed", EventPlace::Point(at))),
            burst: Some(ParticleBurst { at, up: 0.9, kind: Some(ParticleKind::Dust), count: 10 }),
            ..EventLine::about(agent)
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::bombsite::view::markers::MARKERS;
    use quarry_minds::protocol::{AgentId, QuantisedPoint, ThingId, label};

    #[test]
    fn kills_are_told_with_killer_and_means_and_every_marker_is_listed() {
        let at = QuantisedPoint { x: 0, y: 0, z: 0 };
        let (agent, by) = (AgentId(4), AgentId(1));
        let line = |event: BombEvent| describe(&event.into(), &EventContext::default()).unwrap();
        let news = |event: BombEvent| {
            let line = line(event);
            line.fill(&line.news.clone().unwrap(), |agent| format!("A{}", agent.0), "")
        };
        let killed = |by, means: &str| BombEvent::Killed { agent, by, means: label(means), at };
        assert_eq!(news(killed(Some(by), "rifle")), "A1 kills A4");
        assert_eq!(news(killed(Some(by), "headshot")), "A1 kills A4 with a shot to the head");
        assert_eq!(news(killed(None, "explosion")), "A4 dies in the explosion");
        let saves = BombEvent::SquadBuys { agent, choice: label("save"), left: 1150 };
        assert_eq!(news(saves), "The squad of A4 saves its money (1150)");
        assert_eq!(news(BombEvent::Bought { agent, item: label("rifle"), left: 50 }), "A4 buys: rifle, 50 left");
        for event in [
            killed(None, "explosion"),
            BombEvent::Planted { by, thing: ThingId(1), at },
            BombEvent::Defused { by, at },
            BombEvent::RoundEnded { round: 2, outcome: label("time") },
            BombEvent::Exploded { at },
        ] {
            let (kind, _) = line(event).marker.unwrap();
            assert!(MARKERS.iter().any(|known| known.name == kind), "{kind}");
        }
        for hit in [None, Some(agent)] {
            let shot = describe(&MatchEvent::Shot { by, from: at, to: at, hit }, &EventContext::default()).unwrap();
            let kind = shot.marker.unwrap().0;
            assert!(MARKERS.iter().any(|known| known.name == kind), "{kind}");
            let interest = shot.interest.unwrap();
            assert_eq!(
                (interest.agent, interest.urgent),
                (hit.unwrap_or(by), hit.is_some()),
                "a hit is about the one that is hit"
            );
        }
    }
}
