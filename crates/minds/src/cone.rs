//! View cones: how strongly eyes see towards a point, from geometry alone. Independent of walls, light or bodies.

use bevy_ecs::prelude::*;
use bevy_math::{Vec3, ops};

use crate::protocol::Label;

/// Weaker strengths count as 0.
const MIN_STRENGTH: f32 = 1e-3;

/// A view cone with angles in radians. Its soft edges lie outside of its nominal border.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct VisionCone {
    /// The name in data.
    pub name: Label,
    /// The nearest distance, in metres.
    pub min_range: f32,
    /// The farthest distance, in metres.
    pub max_range: f32,
    /// The horizontal half angle at the nearest distance, in radians.
    pub half_angle: f32,
    /// The horizontal half angle at the farthest distance, in radians.
    pub half_angle_far: f32,
    /// The vertical half angle, in radians.
    pub vertical_half_angle: f32,
    /// The factor on the rate at which awareness fills; 1 is normal.
    pub rate: f32,
    /// The angle beyond its sides over which it fades, in radians.
    pub soft_angle: f32,
    /// The distance beyond its ends over which it fades, in metres.
    pub soft_range: f32,
}

impl VisionCone {
    /// A cone with sharp edges from the eyes to `range` metres, `degrees` to each side and up and down.
    pub fn new(range: f32, degrees: f32) -> Self {
        let angle = degrees.to_radians();
        Self {
            name: Label::default(),
            min_range: 0.0,
            max_range: range,
            half_angle: angle,
            half_angle_far: angle,
            vertical_half_angle: angle,
            rate: 1.0,
            soft_angle: 0.0,
            soft_range: 0.0,
        }
    }

    /// How strongly `eyes` see towards `point`; 0 outside of the cone.
    #[inline]
    pub fn sees(&self, eyes: &EyePose, point: Vec3) -> f32 {
        let seen = RelativePoint::of(eyes, point);
        let reach = self.max_range + self.soft_range;
        if seen.squared > reach * reach { 0.0 } else { seen.strength_in(self) }
    }

    /// The horizontal half angle at a distance in metres, in radians.
    #[inline]
    pub fn half_angle_at(&self, distance: f32) -> f32 {
        let length = self.max_range - self.min_range;
        let along = if length > 0.0 { ((distance - self.min_range) / length).clamp(0.0, 1.0) } else { 0.0 };
        self.half_angle + (self.half_angle_far - self.half_angle) * along
    }

    /// The strength at a distance in metres, `aside` and `above` radians off the axis: the rate inside, falling
    /// linearly to 0 over the soft edges.
    #[inline]
    pub fn strength(&self, distance: f32, aside: f32, above: f32) -> f32 {
        let near = fade(self.min_range - distance, self.soft_range);
        let far = fade(distance - self.max_range, self.soft_range);
        let side = fade(aside - self.half_angle_at(distance), self.soft_angle);
        let tilt = fade(above - self.vertical_half_angle, self.soft_angle);
        self.rate * near * far * side * tilt
    }
}

/// 1 inside of a border, falling linearly to 0 at `width` beyond it.
fn fade(beyond: f32, width: f32) -> f32 {
    if beyond <= 0.0 {
        1.0
    } else if beyond >= width {
        0.0
    } else {
        1.0 - beyond / width
    }
}

/// The view cones of an agent.
#[derive(Component, Clone, Debug, Default, PartialEq)]
pub struct VisionCones {
    cones: Vec<VisionCone>,
    reach: f32,
    /// The cosine of the widest horizontal half angle, soft edges included; below -1 for all-round vision.
    min_cosine: f32,
    /// For each cone: its squared reach and the cosine of its widest half angle, soft edges included.
    outlines: Vec<(f32, f32)>,
}

impl VisionCones {
    /// Prepares the cones of an agent.
    #[inline]
    pub fn new(cones: Vec<VisionCone>) -> Self {
        let reach = cones.iter().map(|cone| cone.max_range + cone.soft_range).fold(0.0, f32::max);
        let side = |cone: &VisionCone| cone.half_angle.max(cone.half_angle_far) + cone.soft_angle;
        let widest = cones.iter().map(side).fold(0.0, f32::max);
        let cosine = |angle: f32| if angle < std::f32::consts::PI { ops::cos(angle) } else { -2.0 };
        let outline = |cone: &VisionCone| ((cone.max_range + cone.soft_range).powi(2), cosine(side(cone)));
        let (min_cosine, outlines) = (cosine(widest), cones.iter().map(outline).collect());
        Self { cones, reach, min_cosine, outlines }
    }

    /// The cones in the order of data.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = &VisionCone> {
        self.cones.iter()
    }

    /// The distance beyond which nothing is seen, in metres.
    #[inline]
    pub fn reach(&self) -> f32 {
        self.reach
    }

    /// Whether a point may lie in a cone, soft edges included. Rejects most points without computing an angle.
    #[inline]
    pub fn may_cover(&self, eyes: &EyePose, point: Vec3) -> bool {
        self.outline_holds(&RelativePoint::of(eyes, point))
    }

    fn outline_holds(&self, seen: &RelativePoint) -> bool {
        let in_outline = |(far, cosine): &(f32, f32)| seen.squared < *far && seen.ahead >= seen.level * cosine;
        seen.ahead >= seen.level * self.min_cosine && self.outlines.iter().any(in_outline)
    }

    /// How strongly `eyes` see towards `point`; 0 if no cone covers it.
    #[inline]
    pub fn strength(&self, eyes: &EyePose, point: Vec3) -> f32 {
        let seen = RelativePoint::of(eyes, point);
        if !self.outline_holds(&seen) {
            return 0.0;
        }
        let (distance, aside, above) = seen.angles();
        let strongest = self.cones.iter().map(|cone| cone.strength(distance, aside, above)).fold(0.0, f32::max);
        if strongest < MIN_STRENGTH { 0.0 } else { strongest }
    }
}

/// A point relative to the eyes, in metres.
struct RelativePoint {
    /// The squared distance.
    squared: f32,
    ahead: f32,
    right: f32,
    up: f32,
    /// The distance in the plane of `ahead` and `right`.
    level: f32,
}

impl RelativePoint {
    fn of(eyes: &EyePose, point: Vec3) -> Self {
        let offset = point - eyes.place;
        let (ahead, right) = (offset.dot(eyes.forward), offset.dot(eyes.right));
        let level = (ahead * ahead + right * right).sqrt();
        Self { squared: offset.length_squared(), ahead, right, up: offset.dot(eyes.up), level }
    }

    /// The distance in metres, and the angles aside and above in radians.
    fn angles(&self) -> (f32, f32, f32) {
        (self.squared.sqrt(), ops::atan2(self.right.abs(), self.ahead), ops::atan2(self.up.abs(), self.level))
    }

    fn strength_in(&self, cone: &VisionCone) -> f32 {
        let (distance, aside, above) = self.angles();
        cone.strength(distance, aside, above)
    }
}

/// The position and direction of eyes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EyePose {
    /// The position, in metres.
    pub place: Vec3,
    /// The direction of gaze, of length 1.
    pub forward: Vec3,
    right: Vec3,
    up: Vec3,
}

impl EyePose {
    /// Eyes that look along `gaze`, of any length; a zero vector looks north.
    #[inline]
    pub fn new(place: Vec3, gaze: Vec3) -> Self {
        let forward = gaze.try_normalize().unwrap_or(Vec3::NEG_Z);
        // Straight up or down, any side will do.
        let right = forward.cross(Vec3::Y).try_normalize().unwrap_or(Vec3::X);
        Self { place, forward, right, up: right.cross(forward) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cone(to: f32, half_angle: f32) -> VisionCone {
        VisionCone {
            vertical_half_angle: 40f32.to_radians(),
            soft_angle: 10f32.to_radians(),
            soft_range: 2.0,
            ..VisionCone::new(to, half_angle)
        }
    }

    fn cones(list: Vec<VisionCone>) -> VisionCones {
        VisionCones::new(list)
    }

    fn towards(degrees: f32, distance: f32) -> Vec3 {
        let angle = degrees.to_radians();
        Vec3::new(ops::sin(angle), 0.0, -ops::cos(angle)) * distance
    }

    #[test]
    fn edges_are_soft_to_the_sides_and_at_the_end() {
        let cones = cones(vec![cone(8.0, 50.0)]);
        let eyes = EyePose::new(Vec3::ZERO, Vec3::NEG_Z);
        assert_eq!(cones.strength(&eyes, towards(49.0, 5.0)), 1.0);
        assert!((cones.strength(&eyes, towards(55.0, 5.0)) - 0.5).abs() < 1e-3);
        assert!((cones.strength(&eyes, towards(-55.0, 5.0)) - 0.5).abs() < 1e-3);
        assert_eq!(cones.strength(&eyes, towards(61.0, 5.0)), 0.0);
        assert!((cones.strength(&eyes, towards(0.0, 9.0)) - 0.5).abs() < 1e-3);
        assert_eq!(cones.strength(&eyes, towards(0.0, 10.5)), 0.0);
        assert_eq!(cones.strength(&eyes, towards(180.0, 1.0)), 0.0);
    }

    #[test]
    fn a_cone_narrows_with_distance() {
        let ready = VisionCone { min_range: 8.0, half_angle_far: 10f32.to_radians(), ..cone(24.0, 30.0) };
        assert!((ready.half_angle_at(8.0).to_degrees() - 30.0).abs() < 1e-3);
        assert!((ready.half_angle_at(16.0).to_degrees() - 20.0).abs() < 1e-3);
        assert!((ready.half_angle_at(40.0).to_degrees() - 10.0).abs() < 1e-3);
    }

    #[test]
    fn the_strongest_cone_counts_and_tilt_bounds_it() {
        let side = VisionCone { rate: 0.3, ..cone(5.0, 100.0) };
        let cones = cones(vec![cone(8.0, 50.0), side]);
        let eyes = EyePose::new(Vec3::ZERO, Vec3::NEG_Z);
        assert_eq!(cones.strength(&eyes, towards(0.0, 4.0)), 1.0);
        assert!((cones.strength(&eyes, towards(90.0, 4.0)) - 0.3).abs() < 1e-6);
        assert_eq!(cones.strength(&eyes, Vec3::new(0.0, 4.0, -1.0)), 0.0);
    }

    #[test]
    fn eyes_that_look_down_see_below() {
        let cones = cones(vec![cone(8.0, 50.0)]);
        let eyes = EyePose::new(Vec3::new(0.0, 5.0, 0.0), Vec3::NEG_Y);
        assert_eq!(cones.strength(&eyes, Vec3::ZERO), 1.0);
    }
}
