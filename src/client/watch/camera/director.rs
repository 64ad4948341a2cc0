//! The director camera: stays with a subject for a while, cuts to a clearly more interesting one, leaves one that hides or stands about, and
//! cuts at once to a moment that is out of the picture.

use std::f32::consts::{FRAC_PI_2, PI};

use bevy::prelude::*;

use crate::client::session::SceneSetup;
use crate::data::prop::PartShape;
use crate::world::geometry::rotation;

use super::{CameraContext, Interest, clearance::clear_distance, ease, interest::rank_agents, nearness};

/// The shortest and longest time with one subject, in real seconds.
const SHOT_SECONDS: (f32, f32) = (3.5, 14.0);
/// A cut needs a score above `score * .0 + .1` of the current subject.
const CUT_THRESHOLD: (f32, f32) = (1.35, 8.0);
/// The shortest time before it cuts to a moment elsewhere, and after which it leaves a dull subject for another, in real seconds.
const MOMENT_SECONDS: f32 = 0.8;
const DULL_SECONDS: f32 = 3.0;
/// The part of the picture that counts as in frame, from its middle.
const FRAME: f32 = 0.85;
/// The downward pitches in radians: it takes the flattest at which no wall stands between it and its subject, else the steepest.
const PITCHES: [f32; 2] = [LOWEST, 0.68];
const STEEPEST: f32 = 0.92;
const LOWEST: f32 = 0.48;
/// The sides from which it may look, relative to the side that it prefers, in radians: the first that is open.
const SIDES: [f32; 6] = [0.0, PI, 0.7, -0.7, PI - 0.7, PI + 0.7];
/// Round parts of props at least as large and as high as this are the crowns of trees, in metres.
const CROWN: (f32, f32) = (0.5, 1.2);

/// Towards the camera from what it looks at, for the direction and the downward pitch of its view.
fn back_at(turn: f32, pitch: f32) -> Vec3 {
    Quat::from_rotation_y(-turn) * Vec3::new(0.0, pitch.sin(), pitch.cos())
}

/// The crowns of the trees of a level: middle and radius, in metres.
fn crowns_of(setup: &SceneSetup) -> Vec<(Vec3, f32)> {
    let crowns = setup.level.props.iter().flat_map(|placed| {
        let parts = setup.props.0.get(&placed.name).map_or(&[][..], |prop| prop.parts.as_slice());
        parts.iter().filter_map(move |part| match part.shape {
            PartShape::Ball { radius } if radius >= CROWN.0 && part.at.1 >= CROWN.1 => {
                Some((placed.place + rotation(placed.heading) * Vec3::from(part.at), radius))
            }
            _ => None,
        })
    });
    crowns.collect()
}

/// Whether one of the crowns stands between two points.
fn leaves_between(crowns: &[(Vec3, f32)], from: Vec3, to: Vec3) -> bool {
    let along = to - from;
    crowns.iter().any(|(crown, radius)| {
        let share = ((*crown - from).dot(along) / along.length_squared().max(1e-6)).clamp(0.0, 1.0);
        crown.distance(from + along * share) < *radius
    })
}

#[derive(Clone, Debug, Default)]
pub(super) struct DirectorCamera {
    subject: Option<usize>,
    /// A second agent to keep in frame.
    with: Option<usize>,
    /// Real seconds since the last cut.
    since: f32,
    turn: f32,
    pitch: f32,
    focus: Option<Vec3>,
    distance: f32,
    /// Where it was in the last frame.
    eye: Option<Transform>,
    /// The crowns of the trees, once a match is shown.
    crowns: Option<Vec<(Vec3, f32)>>,
    /// The ranking of the agents, and the tick that it is about.
    ranked: Option<(u32, Vec<Interest>)>,
}

/// The subject to show now, given the current one, the seconds since the last cut, and which agents are in frame.
fn choose(
    shown: Option<usize>,
    since: f32,
    interests: &[Interest],
    in_frame: impl Fn(usize) -> bool,
) -> Option<Interest> {
    let best = interests.first().copied()?;
    let Some(present) = shown.and_then(|agent| interests.iter().find(|interest| interest.agent == agent)) else {
        return Some(best);
    };
    if since > MOMENT_SECONDS
        && let Some(moment) = interests.iter().find(|interest| interest.urgent && !in_frame(interest.agent))
    {
        return Some(*moment);
    }
    if best.agent == present.agent || present.with == Some(best.agent) {
        return Some(*present);
    }
    let clearly = best.score > present.score * CUT_THRESHOLD.0 + CUT_THRESHOLD.1;
    let cut = clearly && since > SHOT_SECONDS.0
        || present.dull && !best.dull && since > DULL_SECONDS
        || since > SHOT_SECONDS.1 && best.score > present.score * 0.7;
    Some(if cut { best } else { *present })
}

impl DirectorCamera {
    pub(super) fn reset(&mut self) {
        *self = Self::default();
    }

    pub(super) fn subject(&self) -> Option<usize> {
        self.subject
    }

    /// Chooses the subject of this frame, and says whether that is a cut.
    fn attend(&mut self, context: &CameraContext) -> Option<(usize, bool)> {
        let CameraContext { playback, setup, game, input, .. } = *context;
        self.since += input.seconds;
        let tick = playback.now.tick;
        let ranked = match self.ranked.take().filter(|(ranked, _)| *ranked == tick) {
            Some((_, ranked)) => ranked,
            None => rank_agents(playback, setup, game),
        };
        let in_frame = |agent: usize| playback.body(agent).is_some_and(|body| self.frames(body.place, FRAME, context));
        let chosen = choose(self.subject, self.since, &ranked, in_frame);
        self.ranked = Some((tick, ranked));
        let chosen = chosen?;
        let cut = self.subject != Some(chosen.agent);
        if cut {
            (self.subject, self.since, self.focus) = (Some(chosen.agent), 0.0, None);
        }
        if chosen.with.is_some() || cut {
            self.with = chosen.with;
        }
        Some((chosen.agent, cut))
    }

    pub(super) fn update(&mut self, context: &CameraContext) -> Option<(Transform, Vec3)> {
        let CameraContext { playback, setup, input, field_of_view, aspect, .. } = *context;
        let (subject, cut) = self.attend(context)?;
        let body = playback.body(subject)?;
        let other = self.with.and_then(|agent| playback.body(agent)).filter(|other| {
            // A distant second agent would make both too small to see.
            other.place.distance(body.place) < 22.0
        });
        let (centre, half) = match other {
            Some(other) => ((body.place + other.place) * 0.5, (body.place.distance(other.place) * 0.5).max(2.0)),
            None => (body.place, 3.2),
        };
        let crowns = self.crowns.take().unwrap_or_else(|| crowns_of(setup));
        let is_open = |focus: Vec3, turn: f32, pitch: f32, distance: f32| {
            let back = back_at(turn, pitch);
            clear_distance(&setup.level, &playback.now.things, focus, back, distance) >= distance
                && !leaves_between(&crowns, focus, focus + back * distance)
        };
        let tangent = (field_of_view * 0.5).tan() * aspect.min(1.0);
        let near = nearness(setup, subject);
        let distance = ((half + 2.2) * near / tangent).clamp(8.0 * near, 34.0);
        if cut {
            // From the side of the subject, left or right, whichever is closer to the last view direction.
            let side = body.heading + FRAC_PI_2;
            let turned = crate::world::geometry::wrap_angle(side - self.turn).abs() > FRAC_PI_2;
            let side = if turned { side + PI } else { side };
            let focus = centre + Vec3::Y * 0.9;
            let open = SIDES.into_iter().map(|turn| side + turn).find(|turn| is_open(focus, *turn, LOWEST, distance));
            self.turn = open.unwrap_or(side);
            self.distance = distance;
        }
        let wanted = centre + Vec3::Y * 0.9;
        let focus = self.focus.map_or(wanted, |before| before.lerp(wanted, ease(4.0, input.seconds)));
        self.focus = Some(focus);
        self.distance += (distance - self.distance) * ease(1.5, input.seconds);
        self.distance = (self.distance * 0.88f32.powf(input.wheel)).clamp(6.0 * near, 40.0);
        self.turn += input.drag.x * 0.005;
        let pitch = PITCHES.into_iter().find(|pitch| is_open(focus, self.turn, *pitch, self.distance));
        let pitch = pitch.unwrap_or(STEEPEST);
        self.pitch += (pitch - self.pitch) * if cut { 1.0 } else { ease(1.0, input.seconds) };
        let back = back_at(self.turn, self.pitch);
        let eye = Transform::from_translation(focus + back * self.distance).looking_at(focus, Vec3::Y);
        (self.eye, self.crowns) = (Some(eye), Some(crowns));
        Some((eye, focus))
    }

    /// Whether a point lay in this part of the picture of the last frame, from its middle.
    pub(super) fn frames(&self, point: Vec3, part: f32, context: &CameraContext) -> bool {
        let Some(eye) = self.eye else { return false };
        let seen = eye.compute_affine().inverse().transform_point3(point);
        let tangent = (context.field_of_view * 0.5).tan();
        let reach = -seen.z * tangent * part;
        seen.z < 0.0 && seen.y.abs() < reach && seen.x.abs() < reach * context.aspect
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(agent: usize, score: f32) -> Interest {
        Interest { agent, score, with: None, urgent: false, dull: false }
    }

    fn shown(shown: usize, since: f32, list: &[Interest]) -> usize {
        choose(Some(shown), since, list, |_| false).map_or(usize::MAX, |interest| interest.agent)
    }

    #[test]
    fn a_cut_needs_a_clearly_higher_score() {
        let list = [of(1, 30.0), of(0, 25.0)];
        assert_eq!(shown(0, 5.0, &list), 0, "a small difference is no reason to cut");
        let list = [of(1, 80.0), of(0, 25.0)];
        assert_eq!(shown(0, 1.0, &list), 0, "no cut before the shortest shot time");
        assert_eq!(shown(0, 4.0, &list), 1);
        assert_eq!(choose(None, 0.0, &list, |_| false).map(|interest| interest.agent), Some(1));
        assert_eq!(choose(Some(0), 9.0, &[], |_| false), None);
    }

    #[test]
    fn similar_scores_do_not_cause_rapid_cuts() {
        // Two about equally interesting subjects alternate only after the longest shot time.
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
    fn an_urgent_subject_cuts_at_once_unless_already_in_frame() {
        let mut list = [of(1, 130.0), of(0, 60.0)];
        list[0].urgent = true;
        assert_eq!(shown(0, 1.0, &list), 1);
        assert_eq!(shown(0, 0.5, &list), 0, "a picture needs time to be seen");
        let framed = choose(Some(0), 1.0, &list, |agent| agent == 1);
        assert_eq!(framed.map(|interest| interest.agent), Some(0));
    }

    #[test]
    fn a_dull_subject_is_left_after_three_seconds() {
        let mut list = [of(1, 9.0), of(0, 6.0)];
        assert_eq!(shown(0, 5.0, &list), 0);
        list[1].dull = true;
        assert_eq!((shown(0, 2.0, &list), shown(0, 5.0, &list)), (0, 1));
        list[0].dull = true;
        assert_eq!(shown(0, 5.0, &list), 0, "the other is no better");
    }

    #[test]
    fn a_subject_that_left_play_is_dropped() {
        assert_eq!(shown(7, 0.1, &[of(1, 3.0)]), 1);
    }
}
