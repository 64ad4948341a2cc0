//! How interesting each agent is to watch now: chases, work on things, and what the descriptions of events say. Recomputed each time from the
//! current frame and the most recent part of the event log, so that it is also correct after a jump in time.

use std::collections::{BTreeMap, BTreeSet};

use quarry_minds::protocol::{AgentId, Label, LogEntry, MatchEvent, Subject};

use crate::client::session::{EventContext, EventInterest, GameView, Playback, SceneSetup, shared_events::describe};

/// The longest chase considered, in seconds.
const MAX_CHASE_SECONDS: f32 = 90.0;

/// An agent counts as shooting for this long after a shot, in seconds.
const DUEL_SECONDS: f32 = 2.5;

/// A moment is urgent for this long, in seconds.
const URGENT_SECONDS: f32 = 1.4;

/// What hides is worth this share of its score. With less than the second an agent only stands about.
const HIDDEN: f32 = 0.1;
const DULL: f32 = 4.0;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interest {
    pub agent: usize,
    /// The score; 0 or more.
    pub score: f32,
    /// A second agent to keep in frame.
    pub with: Option<usize>,
    /// Whether a camera should cut to it at once.
    pub urgent: bool,
    /// Whether there is nothing to see: it hides, or stands about and nothing happens to it.
    pub dull: bool,
}

#[derive(Clone, Copy, Debug, Default)]
pub struct AgentActivity {
    pub side: Label,
    /// Whether its side attacks others.
    pub attacks: bool,
    pub in_play: bool,
    /// The position in metres.
    pub place: bevy::math::Vec3,
    /// Whether it is interacting with an object.
    pub working: bool,
    /// Whether it is in a hiding place.
    pub hidden: bool,
    /// The speed in m/s.
    pub speed: f32,
}

/// The interest of all agents now, highest score first.
pub fn rank_agents(playback: &Playback, setup: &SceneSetup, view: &GameView) -> Vec<Interest> {
    let people: Vec<AgentActivity> = playback
        .now
        .agents
        .iter()
        .zip(setup.agents.iter())
        .map(|(frame, player)| AgentActivity {
            side: player.side,
            attacks: player.attacks,
            in_play: frame.stands(),
            place: frame.body.place,
            working: frame.working.is_some(),
            hidden: frame.hidden.is_some(),
            speed: frame.body.speed(),
        })
        .collect();
    let rate = playback.seconds_at(1).max(1e-3).recip();
    let context = EventContext::of(setup);
    let interest = |event: &MatchEvent| describe(view, event, &context)?.interest;
    rank_at(&people, playback.log(), playback.now.tick, rate, interest)
}

/// The interest of all agents at a tick, highest score first. `log` may continue beyond the tick; `rate` is in ticks per second;
/// `interest` gives that of an event.
pub fn rank_at(
    people: &[AgentActivity],
    log: &[LogEntry],
    tick: u32,
    rate: f32,
    interest: impl Fn(&MatchEvent) -> Option<EventInterest>,
) -> Vec<Interest> {
    let mut all: Vec<Interest> =
        (0..people.len()).map(|agent| Interest { agent, score: 0.0, with: None, urgent: false, dull: false }).collect();
    let mut add = |agent: AgentId, with: Option<AgentId>, score: f32, urgent: bool| {
        if let Some(known) = all.get_mut(usize::from(agent.0))
            && score > 0.0
        {
            if score > known.score || known.with.is_none() {
                known.with = with.map(|other| usize::from(other.0)).or(known.with);
            }
            known.score += score;
            known.urgent |= urgent;
        }
    };
    // The latest Sighted or Lost event of a pair tells whether one sees the other.
    let mut pairs: BTreeMap<(AgentId, AgentId), bool> = BTreeMap::new();
    let mut shooters: BTreeSet<AgentId> = BTreeSet::new();
    let end = log.partition_point(|entry| entry.tick <= tick);
    let known = log.get(..end).unwrap_or(&[]);
    for entry in known.iter().rev() {
        let ago = tick.saturating_sub(entry.tick) as f32 / rate;
        if ago > MAX_CHASE_SECONDS {
            break;
        }
        match &entry.event {
            MatchEvent::Sighted { by, subject: Subject::Agent(seen), .. } => {
                pairs.entry((*by, *seen)).or_insert(true);
            }
            MatchEvent::Lost { by, subject: Subject::Agent(lost), .. } => {
                pairs.entry((*by, *lost)).or_insert(false);
            }
            MatchEvent::Shot { by, .. } if ago <= DUEL_SECONDS => {
                shooters.insert(*by);
            }
            _ => {}
        }
        if ago <= EventInterest::LONGEST
            && let Some(EventInterest { agent, with, weight, seconds, urgent }) = interest(&entry.event)
        {
            add(agent, with, weight * (1.0 - ago / seconds.max(0.1)).max(0.0), urgent && ago < URGENT_SECONDS);
        }
    }
    for ((by, seen), in_sight) in &pairs {
        let (by, seen) = (*by, *seen);
        let (Some(one), Some(other)) = (people.get(usize::from(by.0)), people.get(usize::from(seen.0))) else {
            continue;
        };
        if !in_sight || !one.attacks || !one.in_play || !other.in_play {
            continue;
        }
        let near = (1.0 - one.place.distance(other.place) / 25.0).clamp(0.1, 1.0);
        if !other.attacks {
            add(seen, Some(by), 40.0 + 45.0 * near, false);
            add(by, Some(seen), 20.0 + 20.0 * near, false);
        } else if one.side != other.side && shooters.contains(&by) {
            // A duel, if the other one sees it and shoots too.
            let both = shooters.contains(&seen) && pairs.get(&(seen, by)) == Some(&true);
            add(by, Some(seen), (if both { 30.0 } else { 8.0 }) + 10.0 * near, false);
        }
    }
    for (interest, frame) in all.iter_mut().zip(people) {
        if frame.in_play {
            interest.score += 2.0 + frame.speed.min(5.0) + if frame.working { 28.0 } else { 0.0 };
            let hides = frame.hidden && !interest.urgent;
            interest.score *= if hides { HIDDEN } else { 1.0 };
            interest.dull = hides || interest.score < DULL;
        }
    }
    all.retain(|interest| interest.score > 0.0);
    all.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.agent.cmp(&b.agent)));
    all
}

#[cfg(test)]
mod tests {
    use bevy::math::Vec3;

    use super::*;
    use quarry_minds::protocol::{PerceptSource, QuantisedPoint, label};

    fn people() -> Vec<AgentActivity> {
        let one = |attacks, x| AgentActivity {
            attacks,
            in_play: true,
            place: Vec3::new(x, 0.0, 0.0),
            ..AgentActivity::default()
        };
        vec![one(false, 0.0), one(false, 30.0), one(true, 5.0)]
    }

    fn entry(tick: u32, event: MatchEvent) -> LogEntry {
        LogEntry { tick, event }
    }

    fn sighted(tick: u32, by: u16, of: u16) -> LogEntry {
        let subject = Subject::Agent(AgentId(of));
        let at = QuantisedPoint::from(Vec3::ZERO);
        entry(tick, MatchEvent::Sighted { by: AgentId(by), kind: label("x"), subject, at, source: PerceptSource::Seen })
    }

    /// Strikes are as interesting as a small event, and throws as a large one that a camera cuts to.
    fn interest(event: &MatchEvent) -> Option<EventInterest> {
        match event {
            MatchEvent::Struck { by, .. } => Some(EventInterest::of(*by, 50.0, 5.0)),
            MatchEvent::Thrown { by, .. } => {
                let with = Some(AgentId(0));
                Some(EventInterest { with, urgent: true, ..EventInterest::of(*by, 120.0, 5.0) })
            }
            _ => None,
        }
    }

    #[test]
    fn a_chase_scores_above_a_small_event_and_a_large_event_above_both() {
        let mut log = vec![sighted(100, 2, 0), entry(290, MatchEvent::Struck { by: AgentId(1), hit: None })];
        let ranked = rank_at(&people(), &log, 300, 30.0, interest);
        assert_eq!(ranked.iter().map(|interest| interest.agent).collect::<Vec<_>>(), [0, 1, 2]);
        assert_eq!(ranked[0].with, Some(2), "the pursuer is in frame too");
        let at = QuantisedPoint::from(Vec3::ZERO);
        log.push(entry(299, MatchEvent::Thrown { by: AgentId(2), what: label("x"), at }));
        let first = rank_at(&people(), &log, 300, 30.0, interest)[0];
        assert!(first.agent == 2 && first.urgent && first.with == Some(0), "{first:?}");
    }

    #[test]
    fn two_that_shoot_at_each_other_are_shown_together() {
        let soldier = |side: &str, x: f32| AgentActivity {
            side: label(side),
            attacks: true,
            in_play: true,
            place: Vec3::new(x, 0.0, 0.0),
            ..AgentActivity::default()
        };
        let people = vec![soldier("red", 0.0), soldier("red", 2.0), soldier("blue", 14.0), soldier("blue", 60.0)];
        let at = QuantisedPoint::from(Vec3::ZERO);
        let shot = |tick, by: u16| entry(tick, MatchEvent::Shot { by: AgentId(by), from: at, to: at, hit: None });
        let shots = |event: &MatchEvent| match event {
            MatchEvent::Shot { by, .. } => Some(EventInterest::of(*by, 45.0, 2.5)),
            _ => None,
        };
        // 3 shoots as often as 0 and 2, but at nobody; 1 and 0 are mates.
        let mut log = vec![sighted(80, 0, 1), sighted(90, 0, 2), sighted(95, 2, 0)];
        log.extend((100..106).flat_map(|tick| [shot(tick, 0), shot(tick, 2), shot(tick, 3)]));
        let ranked = rank_at(&people, &log, 106, 30.0, shots);
        assert_eq!((ranked[0].agent, ranked[0].with), (0, Some(2)), "{ranked:?}");
        assert_eq!((ranked[1].agent, ranked[1].with), (2, Some(0)), "{ranked:?}");
        assert_eq!((ranked[2].agent, ranked[2].with), (3, None), "{ranked:?}");
    }

    #[test]
    fn a_chase_ends_when_its_target_is_lost_and_later_events_are_ignored() {
        let at = QuantisedPoint::from(Vec3::ZERO);
        let subject = Subject::Agent(AgentId(0));
        let lost = entry(200, MatchEvent::Lost { by: AgentId(2), kind: label("x"), subject, at });
        let log = vec![sighted(100, 2, 0), lost];
        let chased = |tick| rank_at(&people(), &log, tick, 30.0, interest)[0].score > 20.0;
        assert!(chased(150) && !chased(210) && !chased(50));
    }
}
