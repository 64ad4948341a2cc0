//! What the window tells of the events of the hunt.

use quarry_minds::protocol::{AgentId, Label, MatchEvent, QuantisedPoint, ThingId};

use super::result::who_won;
use crate::client::session::{
    EventContext, EventCue, EventInterest, EventLine, EventPlace, ParticleBurst, ParticleKind, Tone, Words, shared_line,
};
use crate::games::hunt::HuntEvent;
use crate::games::hunt::captivity::{CELL, LOCKED};

/// The line of an event of the hunt; `None` for events that all games share.
pub fn describe(event: &MatchEvent, context: &EventContext<'_>) -> Option<EventLine> {
    Some(match event {
        MatchEvent::Taken { by, item } if is_key(*item, context) => key_taken(*by, context),
        MatchEvent::Dropped { by, item, at } if is_key(*item, context) => key_dropped(*by, *at),
        MatchEvent::ThingChanged { by, thing, state } if context.kind_of(*thing) == CELL => match by {
            Some(by) if *state == LOCKED => locked_up(*by),
            // That it is freed tells who was inside.
            _ => EventLine::default(),
        },
        MatchEvent::Taken { .. } | MatchEvent::Dropped { .. } => return shared_line(event, context),
        // An agent that unlocks the exit stands before it: sparks fly at hand height.
        MatchEvent::Noise { kind, at, .. } if *kind == "unlocking" => {
            EventLine { burst: burst(*at, 1.15, ParticleKind::Spark, 7), ..shared_line(event, context)? }
        }
        MatchEvent::Landed { what, at, .. } if *what == "bolt" => {
            EventLine { burst: burst(*at, 0.0, ParticleKind::Violet, 16), ..EventLine::default() }
        }
        MatchEvent::MatchEnded { outcome, .. } => {
            EventLine { story: Some((who_won(*outcome).into(), Tone::Neutral)), ..shared_line(event, context)? }
        }
        _ => of_the_rules(HuntEvent::read(event)?),
    })
}

fn of_the_rules(event: HuntEvent) -> EventLine {
    match event {
        HuntEvent::ExitProgress { exit, thirds } => EventLine {
            news: Some(format!("The exit is {thirds}/3 unlocked").into()),
            story: (thirds == 1).then_some(("The first lock of the exit was opened".into(), Tone::Good)),
            told: (thirds < 3).then(|| (format!("{thirds} of 3 exit locks are open").into(), Tone::Neutral)),
            marker: Some(("exit", format!("exit unlocked: {thirds} of 3").into())),
            cue: Some(EventCue::at("exit_third", EventPlace::Thing(exit))),
            ..EventLine::default()
        },
        HuntEvent::ExitOpened { .. } => EventLine {
            news: Some("The exit is open".into()),
            highlight: Some(Tone::Good),
            story: Some(("The exit was opened".into(), Tone::Good)),
            told: Some(("The exit is open".into(), Tone::Good)),
            marker: Some(("exit", "the exit is open".into())),
            cue: Some(EventCue::everywhere("exit_open")),
            ..EventLine::default()
        },
        HuntEvent::Wounded { agent, by, at, .. } => EventLine {
            other: Some(by),
            at: Some(at),
            news: Some("{other} wounds {agent}{in room}".into()),
            story: Some(("{other} wounded {agent}".into(), Tone::Bad)),
            told: Some(("{agent} is wounded".into(), Tone::Warning)),
            told_own: Some(("You are wounded".into(), Tone::Bad)),
            marker: Some(("blow", "{other} wounds {agent}".into())),
            interest: Some(EventInterest::moment(agent, Some(by), 90.0)),
            cue: Some(EventCue::at("wounded", EventPlace::Agent(agent))),
            burst: burst(at, 0.15, ParticleKind::Dust, 10),
            ..EventLine::about(agent)
        },
        HuntEvent::Healed { agent, .. } => EventLine {
            news: Some("{agent} has recovered".into()),
            told_own: Some(("Your wound has healed".into(), Tone::Neutral)),
            ..EventLine::about(agent)
        },
        HuntEvent::Caught { agent, by, means, at } => caught(agent, by, means, at),
        HuntEvent::Held { agent, by, at, .. } => held(agent, by, at),
        HuntEvent::Freed { agent, by, at } => freed(agent, by, at),
        HuntEvent::Escaped { agent, .. } => EventLine {
            news: Some("{agent} escapes!".into()),
            highlight: Some(Tone::Good),
            story: Some(("{agent} escaped".into(), Tone::Good)),
            told: Some(("{agent} escaped".into(), Tone::Good)),
            told_own: Some(("You escaped".into(), Tone::Good)),
            marker: Some(("escaped", "{agent} escapes".into())),
            interest: Some(EventInterest::moment(agent, None, 100.0)),
            cue: Some(EventCue::everywhere("escape")),
            ..EventLine::about(agent)
        },
    }
}

fn caught(agent: AgentId, by: AgentId, means: Label, at: QuantisedPoint) -> EventLine {
    let (news, story): (&'static str, &'static str) = if means == "projectile" {
        ("{other} catches {agent} with a projectile{in room}", "{other} caught {agent} with a bolt")
    } else {
        ("{other} catches {agent}{in room}", "{other} caught {agent} with a strike")
    };
    EventLine {
        other: Some(by),
        at: Some(at),
        news: Some(news.into()),
        highlight: Some(Tone::Bad),
        story: Some((story.into(), Tone::Bad)),
        told: Some(("{agent} was caught".into(), Tone::Bad)),
        told_own: Some(("You were caught".into(), Tone::Bad)),
        marker: Some(("caught", "{other} catches {agent}".into())),
        interest: Some(EventInterest::moment(agent, Some(by), 120.0)),
        cue: Some(EventCue::everywhere("caught")),
        burst: burst(at, 0.15, ParticleKind::Dust, 10),
        ..EventLine::about(agent)
    }
}

fn held(agent: AgentId, by: AgentId, at: QuantisedPoint) -> EventLine {
    EventLine {
        news: Some("{other} strikes {agent} down{in room}".into()),
        story: Some(("{other} struck {agent} down".into(), Tone::Bad)),
        told: Some(("{agent} is down, to be carried to a cell".into(), Tone::Bad)),
        told_own: Some(("You are down. Mates can free you from a cell".into(), Tone::Bad)),
        marker: Some(("held", "{other} strikes {agent} down".into())),
        ..caught(agent, by, "melee".into(), at)
    }
}

fn locked_up(by: AgentId) -> EventLine {
    EventLine {
        news: Some("{agent} locks up a captive".into()),
        highlight: Some(Tone::Bad),
        story: Some(("{agent} locked up a captive".into(), Tone::Bad)),
        told: Some(("A captive is locked up, until a mate opens the cell".into(), Tone::Warning)),
        marker: Some(("held", "{agent} locks up a captive".into())),
        interest: Some(EventInterest::of(by, 60.0, 4.0)),
        ..EventLine::about(by)
    }
}

fn freed(agent: AgentId, by: Option<AgentId>, at: QuantisedPoint) -> EventLine {
    let (news, told): (&'static str, &'static str) = match by {
        Some(_) => ("{other} frees {agent}{in room}", "{other} freed {agent}"),
        None => ("{agent} gets up again{in room}", "{agent} is up again"),
    };
    EventLine {
        other: by,
        at: Some(at),
        news: Some(news.into()),
        highlight: Some(Tone::Good),
        story: Some((told.into(), Tone::Good)),
        told: Some((told.into(), Tone::Good)),
        told_own: Some(("You are free: the next catch is final".into(), Tone::Good)),
        marker: Some(("held", told.into())),
        interest: Some(EventInterest::moment(agent, by, 90.0)),
        ..EventLine::about(agent)
    }
}

/// Whether an item is a key. Without a level every item is one.
fn is_key(item: ThingId, context: &EventContext<'_>) -> bool {
    context.level.is_none_or(|level| level.thing(item).is_some_and(|thing| thing.name == "key"))
}

/// It has no cue: what is heard is the noise "pickup" that the engine makes of every item taken (`world/interact/`).
fn key_taken(by: AgentId, context: &EventContext<'_>) -> EventLine {
    let (held, needed) = (keys_held(context), context.number("keys_needed"));
    let news: Words = format!("{{agent}} takes a key ({held} of {needed})").into();
    EventLine {
        news: Some(news),
        highlight: Some(Tone::Neutral),
        story: Some(("{agent} took a key".into(), Tone::Good)),
        told: Some(("{agent} took a key".into(), Tone::Good)),
        told_own: Some(("You took a key".into(), Tone::Good)),
        marker: Some(("key", "{agent} takes a key".into())),
        interest: Some(EventInterest::moment(by, None, 50.0)),
        ..EventLine::about(by)
    }
}

fn key_dropped(by: AgentId, at: QuantisedPoint) -> EventLine {
    EventLine {
        at: Some(at),
        news: Some("{agent} drops a key{in room}".into()),
        story: Some(("{agent} dropped a key".into(), Tone::Bad)),
        told: Some(("A key was dropped".into(), Tone::Warning)),
        marker: Some(("key", "{agent} drops a key".into())),
        interest: Some(EventInterest::of(by, 30.0, 4.0)),
        cue: Some(EventCue::at("key_drop", EventPlace::Point(at))),
        burst: burst(at, 0.3, ParticleKind::Spark, 5),
        ..EventLine::about(by)
    }
}

/// The keys of the hunted at the end of a log. The frame on screen may be later: several may be taken between two frames.
fn keys_held(context: &EventContext<'_>) -> u32 {
    context.log.iter().fold(0, |held: u32, entry| match entry.event {
        MatchEvent::Taken { item, .. } if is_key(item, context) => held + 1,
        MatchEvent::Dropped { item, .. } if is_key(item, context) => held.saturating_sub(1),
        _ => held,
    })
}

fn burst(at: QuantisedPoint, up: f32, kind: ParticleKind, count: usize) -> Option<ParticleBurst> {
    Some(ParticleBurst { at, up, kind: Some(kind), count })
}

#[cfg(test)]
mod tests {
    use super::*;
    use quarry_minds::protocol::{LogEntry, label};

    #[test]
    fn captivity_is_told_to_the_end() {
        let (agent, by, at) = (AgentId(2), AgentId(0), QuantisedPoint { x: 0, y: 0, z: 0 });
        let means = label("melee");
        for (event, news) in [
            (HuntEvent::Held { agent, by, means, at }, "A0 strikes A2 down"),
            (HuntEvent::Freed { agent, by: Some(AgentId(1)), at }, "A1 frees A2"),
            (HuntEvent::Freed { agent, by: None, at }, "A2 gets up again"),
        ] {
            let line = describe(&event.into(), &EventContext::default()).unwrap();
            assert_eq!(line.fill(line.news.as_ref().unwrap(), |agent| format!("A{}", agent.0), ""), news);
            assert!(line.marker.is_some_and(|(kind, _)| kind == "held"));
        }
    }

    fn log() -> [LogEntry; 3] {
        let (agent, by, at) = (AgentId(2), AgentId(0), QuantisedPoint { x: 0, y: 0, z: 0 });
        [
            LogEntry { tick: 30, event: MatchEvent::Taken { by: agent, item: ThingId(1) } },
            LogEntry { tick: 60, event: MatchEvent::Dropped { by: agent, item: ThingId(1), at } },
            LogEntry { tick: 60, event: HuntEvent::Caught { agent, by, means: label("projectile"), at }.into() },
        ]
    }

    #[test]
    fn the_story_names_agents_and_means() {
        let tell = |entry: &LogEntry| {
            let line = describe(&entry.event, &EventContext::default()).unwrap();
            let (words, tone) = line.story.clone().unwrap();
            (line.fill(&words, |agent| format!("A{}", agent.0), ""), tone)
        };
        let told: Vec<(String, Tone)> = log().iter().map(tell).collect();
        let told: Vec<(&str, Tone)> = told.iter().map(|(text, tone)| (text.as_str(), *tone)).collect();
        let wanted =
            [("A2 took a key", Tone::Good), ("A2 dropped a key", Tone::Bad), ("A0 caught A2 with a bolt", Tone::Bad)];
        assert_eq!(told, wanted);
    }

    #[test]
    fn news_counts_the_keys_up_to_its_event() {
        let log = log();
        for (until, held) in [(1, "(1 of 0)"), (2, "(0 of 0)")] {
            let context = EventContext { log: &log[..until], ..EventContext::default() };
            let news = describe(&log[0].event, &context).and_then(|line| line.news).unwrap();
            assert!(news.ends_with(held), "{news}");
        }
    }

    #[test]
    fn a_catch_is_the_most_interesting_event_and_urgent() {
        let weight = |entry: &LogEntry| describe(&entry.event, &EventContext::default())?.interest;
        let log = log();
        let [taken, dropped, caught] = [&log[0], &log[1], &log[2]].map(|entry| weight(entry).unwrap());
        assert!(caught.urgent && caught.weight > taken.weight && taken.weight > dropped.weight);
        assert_eq!((caught.agent, caught.with), (AgentId(2), Some(AgentId(0))), "the prey, with its hunter");
        assert!([taken, dropped, caught].iter().all(|interest| interest.seconds <= EventInterest::LONGEST));
    }
}
