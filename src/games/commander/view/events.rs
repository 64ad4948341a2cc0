//! What the window tells of the events of the commander.

use quarry_minds::protocol::{AgentId, Label, MatchEvent};

use crate::client::session::{
    EventContext, EventCue, EventInterest, EventLine, EventPlace, ParticleBurst, ParticleKind, Tone, shared_line,
};
use crate::client::ui::humanize;
use crate::games::commander::CommanderEvent;
use crate::games::commander::view::buildings::BUILDINGS;

pub fn is_building(product: Label) -> bool {
    BUILDINGS.iter().any(|building| product == *building)
}

/// The line of an event of the commander; `None` for events that all games share.
pub fn describe(event: &MatchEvent, context: &EventContext<'_>) -> Option<EventLine> {
    match event {
        MatchEvent::Entered { agent, .. } => return Some(entered(*agent, context)),
        MatchEvent::Sighted { .. } | MatchEvent::Lost { .. } => return Some(EventLine::default()),
        MatchEvent::Shot { by, to, hit, .. } => {
            let interest = EventInterest { with: *hit, ..EventInterest::of(*by, 14.0, 2.0) };
            let kind = if hit.is_some() { ParticleKind::Spark } else { ParticleKind::Dust };
            return Some(EventLine {
                other: *hit,
                interest: Some(interest),
                burst: Some(ParticleBurst { at: *to, up: 0.0, kind: Some(kind), count: 2 }),
                ..EventLine::about(*by)
            });
        }
        MatchEvent::GoalChosen { agent, goal, .. } => {
            let line = shared_line(event, context)?;
            return Some(EventLine {
                news: Some(format!("{{agent}} wants to {}", humanize(*goal)).into()),
                ..EventLine { agent: Some(*agent), ..line }
            });
        }
        MatchEvent::Ordered { by, to, what } => {
            let words = format!("{{agent}} orders {{other}}: {}", humanize(*what));
            return Some(EventLine {
                other: Some(*to),
                news: Some(words.clone().into()),
                marker: Some(("command", words.into())),
                ..EventLine::about(*by)
            });
        }
        MatchEvent::Answered { by, to, what, status } => {
            let words = format!("{{agent}} to {{other}}: {} {}", humanize(*what), status.describe());
            let told = status.is_over();
            return Some(EventLine {
                other: Some(*to),
                news: told.then(|| words.clone().into()),
                marker: Some(("order", words.into())),
                ..EventLine::about(*by)
            });
        }
        _ => {}
    }
    Some(match CommanderEvent::read(event)? {
        CommanderEvent::Stands { agent, product, at } => {
            let building = is_building(product);
            let words = if building {
                "{agent} is finished".to_owned()
            } else {
                format!("{{agent}} has a {}", humanize(product))
            };
            EventLine {
                at: Some(at),
                news: Some(words.clone().into()),
                marker: Some(("stands", words.into())),
                interest: Some(EventInterest::of(agent, 22.0, 4.0)),
                burst: Some(ParticleBurst { at, up: 0.4, kind: Some(ParticleKind::Dust), count: 8 }),
                ..EventLine::about(agent)
            }
        }
        CommanderEvent::Researched { agent, product, at } => {
            let words = format!("{{agent}} has researched {}", humanize(product));
            EventLine {
                at: Some(at),
                news: Some(words.clone().into()),
                highlight: Some(Tone::Good),
                marker: Some(("stands", words.into())),
                interest: Some(EventInterest::of(agent, 22.0, 4.0)),
                ..EventLine::about(agent)
            }
        }
        CommanderEvent::Lost { agent, by, product, at } => lost(agent, by, product, at),
        CommanderEvent::Planned { agent, goal, seconds } => {
            let words = format!("{{agent}}: {} in about {seconds} s", humanize(goal));
            EventLine {
                news: Some(words.clone().into()),
                marker: Some(("planned", words.into())),
                ..EventLine::about(agent)
            }
        }
        CommanderEvent::Reached { agent, goal, seconds } => {
            let words = format!("{{agent}}: {} done after {seconds} s", humanize(goal));
            EventLine {
                news: Some(words.clone().into()),
                highlight: Some(Tone::Good),
                marker: Some(("reached", words.into())),
                ..EventLine::about(agent)
            }
        }
        CommanderEvent::Impossible { agent, goal } => {
            let words = format!("{{agent}}: no way to {}", humanize(goal));
            EventLine {
                news: Some(words.clone().into()),
                highlight: Some(Tone::Warning),
                marker: Some(("impossible", words.into())),
                ..EventLine::about(agent)
            }
        }
    })
}

/// A new building is begun. Units come out by the dozen: they are no news.
fn entered(agent: AgentId, context: &EventContext<'_>) -> EventLine {
    let kind = context.cast.get(usize::from(agent.0)).map(|info| info.kind);
    let begun = kind.is_some_and(is_building) && context.log.last().is_some_and(|entry| entry.tick > 1);
    EventLine { news: begun.then(|| "{agent} is begun".into()), ..EventLine::about(agent) }
}

fn lost(agent: AgentId, by: Option<AgentId>, product: Label, at: quarry_minds::protocol::QuantisedPoint) -> EventLine {
    let building = is_building(product);
    let words = match (by, building) {
        (Some(_), true) => "{other} destroys {agent}",
        (Some(_), false) => "{other} takes out {agent}",
        (None, true) => "{agent} is destroyed",
        (None, false) => "{agent} is lost",
    };
    let (weight, count) = if building { (100.0, 40) } else { (50.0, 8) };
    EventLine {
        other: by,
        at: Some(at),
        news: Some(words.into()),
        highlight: building.then_some(Tone::Bad),
        marker: Some((if building { "building_lost" } else { "unit_lost" }, words.into())),
        interest: Some(EventInterest::moment(agent, by, weight)),
        cue: Some(EventCue::at("killed", EventPlace::Point(at))),
        burst: Some(ParticleBurst { at, up: 0.8, kind: Some(ParticleKind::Spark), count }),
        ..EventLine::about(agent)
    }
}
