//! The camera that cuts to what matters: it stays with a subject for a while, leaves it for something that clearly matters
//! more, and comes at once to a catch.

use bevy::prelude::*;

use super::{
    CameraContext, eased,
    interest::{Interest, interests},
};

/// The least and the longest time one subject is kept, in real seconds.
const KEPT: (f32, f32) = (3.5, 14.0);
/// By which factor, and by how much on top, something must matter more to be cut to.
const CLEARLY: (f32, f32) = (1.35, 8.0);
/// How steeply it looks down, in radians.
const STEEP: f32 = 0.92;

#[derive(Clone, Debug, Default)]
pub(super) struct DirectorCamera {
    /// Whom it shows, and who else belongs into the picture.
    subject: Option<usize>,
    with: Option<usize>,
    /// For how long, in real seconds.
    since: f32,
    turn: f32,
    focus: Option<Vec3>,
    distance: f32,
}

/// Whether to cut: the subject to be shown now, given the one shown and for how long.
fn choose(shown: Option<usize>, since: f32, interests: &[Interest]) -> Option<Interest> {
    let best = interests.first().copied()?;
    let Some(present) = shown.and_then(|agent| interests.iter().find(|interest| interest.agent == agent)) else {
        return Some(best);
    };
    if best.agent == present.agent || present.with == Some(best.agent) {
        return Some(*present);
    }
    let clearly = best.score > present.score * CLEARLY.0 + CLEARLY.1;
    let cut = best.urgent && !present.urgent && since > 0.8
        || clearly && since > KEPT.0
        || since > KEPT.1 && best.score > present.score * 0.7;
    Some(if cut { best } else { *present })
}

impl DirectorCamera {
    pub(super) fn forget(&mut self) {
        *self = Self::default();
    }

    /// Whom it shows.
    pub(super) fn subject(&self) -> Option<usize> {
        self.subject
    }

    pub(super) fn look(&mut self, sight: &CameraContext) -> Option<(Transform, Vec3)> {
        let CameraContext { playback, setup, steering, field, aspect } = *sight;
        self.since += steering.seconds;
        let chosen = choose(self.subject, self.since, &interests(playback, setup))?;
        let cut = self.subject != Some(chosen.agent);
        if cut {
            (self.subject, self.since, self.focus) = (Some(chosen.agent), 0.0, None);
        }
        if chosen.with.is_some() || cut {
            self.with = chosen.with;
        }
        let body = playback.body(chosen.agent)?;
        let other = self.with.and_then(|agent| playback.body(agent)).filter(|other| {
            // Who is far off would make both too small to see.
            other.place.distance(body.place) < 22.0
        });
        let (centre, half) = match other {
            Some(other) => ((body.place + other.place) * 0.5, (body.place.distance(other.place) * 0.5).max(2.0)),
            None => (body.place, 3.2),
        };
        let tangent = (field * 0.5).tan() * aspect.min(1.0);
        let distance = ((half + 2.2) / tangent).clamp(8.0, 34.0);
        if cut {
            // From the side of whoever runs: left or right, whichever is nearer to where one looked from.
            let side = body.heading + std::f32::consts::FRAC_PI_2;
            let turned = crate::world::geometry::wrap_angle(side - self.turn).abs() > std::f32::consts::FRAC_PI_2;
            self.turn = if turned { side + std::f32::consts::PI } else { side };
            self.distance = distance;
        }
        let wanted = centre + Vec3::Y * 0.9;
        let focus = self.focus.map_or(wanted, |before| before.lerp(wanted, eased(4.0, steering.seconds)));
        self.focus = Some(focus);
        self.distance += (distance - self.distance) * eased(1.5, steering.seconds);
        self.distance = (self.distance * 0.88f32.powf(steering.wheel)).clamp(6.0, 40.0);
        self.turn += steering.drag.x * 0.005;
        let back = Quat::from_rotation_y(-self.turn) * Vec3::new(0.0, STEEP.sin(), STEEP.cos());
        let eye = Transform::from_translation(focus + back * self.distance).looking_at(focus, Vec3::Y);
        Some((eye, focus))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(agent: usize, score: f32) -> Interest {
        Interest { agent, score, with: None, urgent: false }
    }

    fn shown(shown: usize, since: f32, list: &[Interest]) -> usize {
        choose(Some(shown), since, list).map_or(usize::MAX, |interest| interest.agent)
    }

    #[test]
    fn it_stays_with_a_subject_until_something_clearly_matters_more() {
        let list = [of(1, 30.0), of(0, 25.0)];
        assert_eq!(shown(0, 5.0, &list), 0, "a little more is no reason to cut");
        let list = [of(1, 80.0), of(0, 25.0)];
        assert_eq!(shown(0, 1.0, &list), 0, "not before one has seen anything");
        assert_eq!(shown(0, 4.0, &list), 1);
        assert_eq!(choose(None, 0.0, &list).map(|interest| interest.agent), Some(1));
        assert_eq!(choose(Some(0), 9.0, &[]), None);
    }

    #[test]
    fn it_does_not_cut_to_and_fro() {
        // Two that matter about as much take turns only after the longest time.
        let (mut at, mut since, mut cuts) = (0usize, 0.0, 0);
        for frame in 0..600 {
            let wave = if frame % 20 < 10 { 3.0 } else { -3.0 };
            let mut list = [of(0, 40.0 + wave), of(1, 40.0 - wave)];
            list.sort_by(|a, b| b.score.total_cmp(&a.score));
            since += 0.1;
            let next = shown(at, since, &list);
            if next != at {
                (at, since, cuts) = (next, 0.0, cuts + 1);
            }
        }
        assert!(cuts <= 4, "{cuts} cuts in a minute");
    }

    #[test]
    fn it_comes_at_once_to_a_catch_and_not_for_who_is_in_the_picture_already() {
        let mut list = [of(1, 130.0), of(0, 60.0)];
        list[0].urgent = true;
        assert_eq!(shown(0, 1.0, &list), 1);
        list[1].with = Some(1);
        assert_eq!(shown(0, 1.0, &list), 0);
    }

    #[test]
    fn whoever_is_gone_is_left() {
        assert_eq!(shown(7, 0.1, &[of(1, 3.0)]), 1);
    }
}
