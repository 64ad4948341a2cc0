//! What struck the dead down: the shot of the killer, or the blast of the bomb.

use bevy::math::Vec3;
use quarry_minds::protocol::{AgentId, LogEntry, MatchEvent};

use crate::client::session::{FinalBlow, Playback};
use crate::games::bombsite::BombEvent;

/// The push of a shot, in m/s.
const SHOT: f32 = 1.4;
/// The push of the blast at the bomb, in m/s, and the distance over which it fades out, in metres.
const BLAST: (f32, f32) = (7.0, 25.0);
/// The events of a death lie within this many ticks of it.
const TICKS: u32 = 2;

/// What struck down a soldier that has left play.
pub fn final_blow(playback: &Playback, agent: AgentId) -> Option<FinalBlow> {
    let frame = playback.agent(agent)?;
    let (_, tick) = frame.gone?;
    let log = playback.log_since(tick.saturating_sub(TICKS));
    let end = log.partition_point(|entry| entry.tick <= tick + TICKS);
    Some(blow_in(log.get(..end).unwrap_or_default(), agent, frame.body.place))
}

/// The blow that killed an agent at a place, read from the events around its death.
fn blow_in(log: &[LogEntry], agent: AgentId, place: Vec3) -> FinalBlow {
    let chest = place + Vec3::Y * 1.2;
    let killer = log.iter().rev().find_map(|entry| match BombEvent::read(&entry.event)? {
        BombEvent::Killed { agent: dead, by, .. } if dead == agent => by,
        _ => None,
    });
    let shot = log.iter().rev().find_map(|entry| match &entry.event {
        MatchEvent::Shot { by, from, to, hit } if *hit == Some(agent) && Some(*by) == killer => {
            Some((Vec3::from(*from), Vec3::from(*to)))
        }
        _ => None,
    });
    if let Some((from, to)) = shot {
        return FinalBlow { at: to, push: (to - from).normalize_or_zero() * SHOT };
    }
    let bomb = log.iter().rev().find_map(|entry| match BombEvent::read(&entry.event)? {
        BombEvent::Exploded { at } => Some(Vec3::from(at)),
        _ => None,
    });
    let push = bomb.map_or(Vec3::ZERO, |bomb| {
        let (speed, reach) = BLAST;
        let strength = (1.0 - bomb.distance(place) / reach).clamp(0.2, 1.0);
        ((chest - bomb).normalize_or(Vec3::Y) + Vec3::Y * 0.4) * speed * strength
    });
    FinalBlow { at: chest, push }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quarry_minds::protocol::label;

    #[test]
    fn the_dead_fall_along_the_shot_of_their_killer_or_away_from_the_bomb() {
        let (me, mate, killer) = (AgentId(4), AgentId(5), AgentId(1));
        let at = |x: f32, y: f32| Vec3::new(x, y, 0.0).into();
        let entry = |event: MatchEvent| LogEntry { tick: 7, event };
        let shot = |by, hit, from: f32| entry(MatchEvent::Shot { by, from: at(from, 1.6), to: at(0.0, 1.4), hit });
        let killed = |agent, by, means: &str| {
            entry(BombEvent::Killed { agent, by, means: label(means), at: at(0.0, 0.0) }.into())
        };
        let log = [
            shot(mate, Some(me), 9.0),
            shot(killer, Some(me), -9.0),
            shot(killer, None, 9.0),
            killed(me, Some(killer), "rifle"),
        ];
        let blow = blow_in(&log, me, Vec3::ZERO);
        assert!(blow.push.x > 0.9 && blow.push.y.abs() < 0.2 && (blow.at.y - 1.4).abs() < 0.01, "{blow:?}");
        let log = [killed(me, None, "explosion"), entry(BombEvent::Exploded { at: at(5.0, 0.0) }.into())];
        let blow = blow_in(&log, me, Vec3::ZERO);
        assert!(blow.push.x < -2.0 && blow.push.y > 1.0, "{blow:?}");
        assert_eq!(blow_in(&[], me, Vec3::ZERO).push, Vec3::ZERO);
    }
}
