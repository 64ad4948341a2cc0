//! What strikes the caught down: the blow of a hunter, or its bolt.

use bevy::math::Vec3;
use quarry_minds::protocol::AgentId;

use crate::client::session::{FinalBlow, MatchFrame, Playback};
use crate::games::hunt::events::HuntEvent;

/// The push of a blow and of a bolt, in m/s.
const PUSH: (f32, f32) = (1.6, 2.4);
/// Where they hit, in metres above the feet.
const CHEST: f32 = 1.25;

/// The event of a catch lies within this many ticks of it.
const TICKS: u32 = 2;

/// What struck down an agent that was caught.
pub fn final_blow(playback: &Playback, agent: AgentId) -> Option<FinalBlow> {
    let caught = playback.agent(agent)?;
    let (_, tick) = caught.gone?;
    let log = playback.log_since(tick.saturating_sub(TICKS));
    let by = log.iter().take_while(|entry| entry.tick <= tick + TICKS).find_map(|entry| {
        match HuntEvent::read(&entry.event)? {
            HuntEvent::Caught { agent: caught, by, means, .. } | HuntEvent::Held { agent: caught, by, means, .. }
                if caught == agent =>
            {
                Some((by, means == "melee"))
            }
            _ => None,
        }
    });
    let mut frame = MatchFrame::default();
    let from = by.filter(|_| playback.frame_at(tick, &mut frame));
    let from = from.and_then(|(by, melee)| Some((frame.agents.get(usize::from(by.0))?.body.place, melee)));
    Some(blow(caught.body.place, from))
}

/// A blow against a body at a place, by an attacker at another, in melee or not.
fn blow(place: Vec3, from: Option<(Vec3, bool)>) -> FinalBlow {
    let push = from.map_or(Vec3::ZERO, |(from, melee)| {
        (place - from).with_y(0.0).normalize_or_zero() * if melee { PUSH.0 } else { PUSH.1 }
    });
    FinalBlow { at: place + Vec3::Y * CHEST, push }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_caught_fall_away_from_their_hunter_and_farther_by_a_bolt() {
        let place = Vec3::new(3.0, 0.5, 1.0);
        let by = |from: Vec3, melee| blow(place, Some((from, melee)));
        let (near, far) = (by(place + Vec3::new(-1.0, 0.7, 0.0), true), by(place - Vec3::X * 9.0, false));
        assert_eq!((near.at.y, near.push.y), (1.75, 0.0));
        assert!(near.push.x > 1.0 && far.push.x > near.push.x, "{near:?} {far:?}");
        assert_eq!(blow(place, None).push, Vec3::ZERO);
    }
}
