//! The test points of a body, and the visible fraction of it.

use bevy::math::Vec3;
use quarry_minds::protocol::Label;

use super::agent_snapshot::{AgentSnapshot, Stance};
use crate::data::perception::{BodyPoint, BodyPoints};

/// A test point of a body in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TestPoint {
    /// The part of the body.
    pub part: Label,
    /// The position, in metres.
    pub place: Vec3,
    /// The weight in the visible fraction.
    pub weight: f32,
}

/// The test points of an agent in its present stance.
pub fn points_of<'a>(
    points: &'a BodyPoints,
    snapshot: &'a AgentSnapshot,
) -> impl Iterator<Item = TestPoint> + Clone + 'a {
    let right = snapshot.faces.cross(Vec3::Y);
    stance_points(points, snapshot.stance).iter().map(move |point| TestPoint {
        part: point.part,
        place: snapshot.place
            + Vec3::Y * (snapshot.height * point.height)
            + right * point.right
            + snapshot.faces * point.forward,
        weight: point.weight,
    })
}

/// The test points of a stance.
pub fn stance_points(points: &BodyPoints, stance: Stance) -> &[BodyPoint] {
    match stance {
        Stance::Standing | Stance::HeldFast | Stance::Moving(_) => &points.standing,
        Stance::Crouching => &points.crouching,
        Stance::Hiding => &points.hiding,
    }
}

/// The visible fraction of a body (0 to 1), tested with one `clear` call per point. Stops as soon as the fraction is
/// certain to reach `enough`, or certain not to exceed `least`.
pub fn visible_fraction(
    points: impl Iterator<Item = TestPoint> + Clone,
    least: f32,
    enough: f32,
    mut clear: impl FnMut(&TestPoint) -> bool,
) -> f32 {
    // A tolerance, so that rounding does not keep a fraction below a threshold that it should just reach.
    const HAIR: f32 = 1e-4;
    let whole: f32 = points.clone().map(|point| point.weight).sum();
    if whole <= 0.0 {
        return 0.0;
    }
    let (mut seen, mut open) = (0.0, whole);
    for point in points {
        open -= point.weight;
        if clear(&point) {
            seen += point.weight;
        }
        if (seen + HAIR) / whole >= enough {
            return (seen / whole).max(enough);
        }
        if (seen + open) / whole <= least + HAIR {
            break;
        }
    }
    seen / whole
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(weights: &[f32]) -> Vec<TestPoint> {
        weights.iter().map(|&weight| TestPoint { part: "x".into(), place: Vec3::ZERO, weight }).collect()
    }

    #[test]
    fn looking_ends_when_the_outcome_is_certain() {
        let body = points(&[0.3, 0.3, 0.2, 0.2]);
        let mut rays = 0;
        let all = visible_fraction(body.iter().copied(), 0.35, 0.6, |_| {
            rays += 1;
            true
        });
        assert!(all >= 0.6);
        assert_eq!(rays, 2);
        rays = 0;
        let none = visible_fraction(body.iter().copied(), 0.35, 0.6, |_| {
            rays += 1;
            false
        });
        assert_eq!(none, 0.0);
        assert_eq!(rays, 3);
    }

    #[test]
    fn the_share_is_weighted() {
        let body = points(&[3.0, 3.0, 2.0, 2.0]);
        let mut turn = 0;
        let share = visible_fraction(body.iter().copied(), 0.1, 0.9, |_| {
            turn += 1;
            turn % 2 == 1
        });
        assert!((share - 0.5).abs() < 1e-6);
        assert_eq!(visible_fraction(points(&[]).iter().copied(), 0.1, 0.9, |_| true), 0.0);
    }
}
