//! The pose of an animal on four legs: standing, walking, galloping or hopping, grazing, lying asleep, rearing, biting, fallen.
//!
//! A pure function. The hips are the hindquarters, the torso is the trunk from there to the shoulders, the arms are the forelegs, and
//! the head turns about the root of its neck. Animals face -z; a positive rotation about x lifts the front. Feet on the ground stay
//! where they are while the body moves over them.

use std::f32::consts::{FRAC_PI_2, PI, TAU};

use bevy::prelude::*;

use super::{BONES, Bone, Pose, PoseInput, Proportions, Stride};
use crate::data::figure::AnimalFigure;

/// The measures of an animal, in metres, and how it moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FourLegged {
    /// The height of the hip joints of a standing animal.
    pub hips: f32,
    /// The height of its shoulder joints.
    pub shoulders: f32,
    /// From the hips to the shoulders.
    pub trunk: f32,
    /// From hip to knee, and from knee to sole.
    pub hind_leg: (f32, f32),
    /// From shoulder to elbow, and from elbow to sole.
    pub foreleg: (f32, f32),
    /// From the centre to each hip joint, and to each shoulder joint.
    pub half_widths: (f32, f32),
    /// The root of the neck, up and forwards from the shoulders.
    pub neck: (f32, f32),
    /// The mouth, up and forwards from the root of the neck.
    pub mouth: (f32, f32),
    /// The root of the tail, up and backwards from the hips.
    pub tail: (f32, f32),
    /// How far the tail hangs down, in radians from level.
    pub tail_droop: f32,
    /// How far the hind feet stand in front of the hips.
    pub hind_feet: f32,
    pub stride: Stride,
    /// How high a foot is lifted.
    pub lift: f32,
    /// The weight of hopping, with both hind legs together, at every speed; 0 for walking.
    pub hop: f32,
    /// How far the front is raised at rest, in radians.
    pub sit: f32,
    /// How far the front is raised before a blow, in radians.
    pub rear: f32,
    /// The height of the hips of an animal that lies on its belly.
    pub lying: f32,
    /// The height of the hips of an animal that lies on its side.
    pub on_side: f32,
}

/// The height of the mouth above the ground while grazing.
const GRAZING: f32 = 0.03;
/// The cosine of the least angle by which the elbows bend when the shoulders come down to let the mouth reach the ground.
const LONGEST_NECK: f32 = 0.94;

impl From<&AnimalFigure> for FourLegged {
    fn from(figure: &AnimalFigure) -> Self {
        let AnimalFigure { trunk, neck, head, tail, hind_legs, forelegs, gait, .. } = figure;
        Self {
            hips: hind_legs.joint,
            shoulders: forelegs.joint,
            trunk: trunk.length,
            hind_leg: (hind_legs.upper, hind_legs.lower),
            foreleg: (forelegs.upper, forelegs.lower),
            half_widths: (hind_legs.aside, forelegs.aside),
            neck: neck.root,
            mouth: head.mouth,
            tail: (tail.root.0, -tail.root.1),
            tail_droop: tail.droop.to_radians(),
            hind_feet: hind_legs.ahead,
            stride: Stride { walk: gait.walk, run: gait.run },
            lift: gait.lift,
            hop: gait.hop,
            sit: gait.sit.to_radians(),
            rear: gait.rear.to_radians(),
            lying: gait.lying,
            on_side: gait.on_side,
        }
    }
}

impl FourLegged {
    /// The lengths of the skeleton, as far as a skeleton on two legs has them.
    pub const fn proportions(&self) -> Proportions {
        Proportions {
            thigh: self.hind_leg.0,
            shin: self.hind_leg.1,
            foot: 0.0,
            hip: self.half_widths.0,
            torso: self.trunk,
            shoulder: self.half_widths.1,
            arm: self.foreleg.0,
            neck: self.neck.1,
        }
    }

    /// How far the lower part of a hind leg and of a foreleg leans forwards while the animal stands, in radians.
    pub fn lean(&self) -> (f32, f32) {
        let stands = PoseInput::default();
        let pose = pose(self, &stands);
        let pitch = |bones: &[Bone]| -> f32 {
            let turns = bones.iter().map(|bone| pose[*bone as usize].rotation);
            let whole = turns.fold(Quat::IDENTITY, |above, turn| above * turn);
            whole.to_euler(EulerRot::XYZ).0
        };
        let hind = pitch(&[Bone::Hips, Bone::ThighLeft, Bone::ShinLeft]);
        (hind, pitch(&[Bone::Hips, Bone::Torso, Bone::ArmLeft, Bone::ForearmLeft]))
    }

    /// The pitch of the trunk at which hips and shoulders have their heights.
    fn slope(&self) -> f32 {
        ((self.shoulders - self.hips) / self.trunk.max(0.01)).clamp(-1.0, 1.0).asin()
    }

    /// For a root of the neck at this height: by how much it has to come down, and the pitch of the head at which the mouth touches
    /// the ground.
    fn mouth_down(&self, height: f32) -> (f32, f32) {
        let (up, forwards) = self.mouth;
        let length = up.hypot(forwards).max(0.01);
        let drop = (height - GRAZING - LONGEST_NECK * length).max(0.0);
        let down = ((height - drop - GRAZING) / length).clamp(-1.0, 1.0).asin();
        (drop, -(up.atan2(forwards) + down))
    }
}

struct Trunk {
    height: f32,
    /// Backwards from the middle of the body to the hips.
    back: f32,
    pitch: f32,
    flex: f32,
    head: f32,
    breath: f32,
    /// The weights of standing on the legs, of lying on the belly, and of the mouth at the ground.
    upright: f32,
    lying: f32,
    grazing: f32,
}

impl Trunk {
    fn of(body: &FourLegged, m: &PoseInput) -> Self {
        let (still, upright) = (1.0 - m.moving, 1.0 - m.fallen);
        let lying = m.asleep * still * upright;
        let grazing = m.graze * still * upright * (1.0 - lying);
        let bounds = body.hop.max(m.running) * m.moving;
        let cycle = m.phase / TAU;
        let wave = |shift: f32| (TAU * (cycle - shift)).sin();
        // A bound: the hind legs push, the front rises; the forelegs land, the back arches.
        let (leap, pitch) = (0.5 + 0.5 * wave(0.17), wave(0.12));
        let walk_bob = (m.phase * 2.0).cos() * 0.012 * m.moving * (1.0 - bounds);
        let leap = leap * bounds * (0.05 + 0.13 * body.hop + 0.04 * m.running);
        let stance = 1.0 - 0.26 * m.crouch * (1.0 - lying) - 0.05 * m.running * m.moving - 0.04 * m.hurt * still;
        let height = body.hips * (stance + walk_bob + leap);
        let height = height + (body.lying - height) * lying;
        let sits = body.sit * still * (1.0 - lying) * (1.0 - grazing) * (1.0 - 0.8 * m.crouch);
        let slope = body.slope();
        let (drop, grazing_head) = body.mouth_down(body.shoulders * (1.0 - 0.26 * m.crouch) + body.neck.0);
        let bow = (drop / body.trunk.max(0.01)).clamp(0.0, 0.9).asin();
        let gallop = pitch * bounds * (0.07 + 0.16 * body.hop);
        let pitch = slope * (1.0 - lying) + sits + gallop + body.rear * m.raised * (1.0 - lying)
            - 0.1 * m.struck
            - bow * grazing
            - 0.05 * m.crouch * still;
        let flex = bounds * (0.12 - 0.04 * body.hop) * wave(0.67);
        let breath = ((m.time * 1.8).sin() * (1.0 - lying) * still + (m.time * 1.1).sin() * 1.9 * lying) * 0.012;
        // The head keeps its own pitch while the trunk rocks.
        let idle = (m.time * 0.37).sin() * (m.time * 0.23).cos() * 0.16 * still * (1.0 - m.crouch);
        let look = m.pitch * 0.6 + idle - 0.16 * m.running * m.moving - 0.3 * m.crouch - 0.22 * m.hurt
            + (m.phase * 2.0).sin() * 0.05 * m.moving * (1.0 - bounds)
            + 0.3 * m.raised
            - 0.35 * m.struck;
        let (_, lying_head) = body.mouth_down(body.lying + body.neck.0);
        let chewing = (m.time * 6.5).sin() * 0.035;
        let head = look + (grazing_head + chewing - look) * grazing;
        let head = head + (lying_head * 0.9 + 0.5 * breath - head) * lying;
        Self {
            height: height * upright + body.on_side * m.fallen,
            back: body.trunk * (0.5 + 0.12 * m.raised - 0.2 * m.struck),
            pitch: pitch * upright,
            flex: flex * upright,
            head: (head - (pitch + flex) * (1.0 - 0.15 * bounds)) * upright - 0.25 * m.fallen,
            breath: breath * upright,
            upright,
            lying,
            grazing,
        }
    }
}

pub fn pose(body: &FourLegged, m: &PoseInput) -> Pose {
    let trunk = Trunk::of(body, m);
    let limp = m.phase.sin() * 0.04 * m.hurt * m.moving;
    let roll = m.fallen * FRAC_PI_2 + limp * trunk.upright;
    let sway = m.phase.sin() * 0.04 * m.moving * (1.0 - m.running);
    let hips = Transform::from_xyz(0.0, trunk.height, trunk.back).with_rotation(Quat::from_euler(
        EulerRot::ZXY,
        roll,
        trunk.pitch,
        sway * (1.0 - body.hop),
    ));
    let torso = Transform::from_rotation(Quat::from_rotation_x(trunk.flex)).with_scale(Vec3::new(
        1.0 + 1.5 * trunk.breath,
        1.0 + trunk.breath,
        1.0,
    ));

    let mut pose = [Transform::IDENTITY; BONES];
    let mut set = |bone: Bone, transform: Transform| pose[bone as usize] = transform;
    set(Bone::Hips, hips);
    set(Bone::Torso, torso);
    let yaw = -m.gaze * 0.7 * (1.0 - trunk.grazing) * (1.0 - trunk.lying) * trunk.upright;
    let neck = Vec3::new(0.0, body.neck.0, -(body.trunk + body.neck.1));
    let head = Quat::from_euler(EulerRot::YXZ, yaw, trunk.head, 0.0);
    set(Bone::Head, Transform::from_translation(neck).with_rotation(head));
    let wag = (m.time * (2.0 + 5.0 * m.running)).sin() * (0.12 + 0.1 * m.moving) * trunk.upright * (1.0 - trunk.lying);
    let droop = body.tail_droop * (1.0 - 0.75 * m.running * m.moving - 0.5 * m.raised) - trunk.pitch * 0.5;
    let tail = Vec3::new(0.0, body.tail.0, body.tail.1);
    set(Bone::Tail, Transform::from_translation(tail).with_rotation(Quat::from_euler(EulerRot::YXZ, wag, droop, 0.0)));

    let gait = Footfall::of(body, m);
    let (hip, shoulder) = body.half_widths;
    for (side, number, thigh, shin) in
        [(-1.0, 0, Bone::ThighLeft, Bone::ShinLeft), (1.0, 1, Bone::ThighRight, Bone::ShinRight)]
    {
        let joint = Vec3::X * side * hip;
        let foot = gait.foot(number, m) + Vec3::Z * (body.trunk * 0.5 - body.hind_feet);
        let foot = foot + Vec3::NEG_Z * (0.35 * body.hind_leg.0) * trunk.lying;
        let bent = bend(hips, joint, foot, body.hind_leg, true);
        let dead = (0.3 + 0.25 * side, -0.5 - 0.2 * side);
        set_leg(&mut set, (thigh, shin), joint, body.hind_leg.0, blend(bent, dead, m.fallen));
    }
    let front = hips * torso;
    for (side, number, arm, forearm) in
        [(-1.0, 2, Bone::ArmLeft, Bone::ForearmLeft), (1.0, 3, Bone::ArmRight, Bone::ForearmRight)]
    {
        let joint = Vec3::new(side * shoulder, 0.0, -body.trunk);
        let foot = gait.foot(number, m) - Vec3::Z * body.trunk * 0.5;
        let foot = foot + Vec3::NEG_Z * (0.7 * body.foreleg.1) * trunk.lying;
        let bent = bend(front, joint, foot, body.foreleg, false);
        // One paw strikes, the other hangs.
        let lifted = if side > 0.0 { (1.25, 0.35) } else { (0.35, 0.75) };
        let struck = if side > 0.0 { 0.35 * m.struck * (body.rear / 0.6).min(1.0) } else { 0.0 };
        let bent = blend(bent, lifted, m.raised * (body.rear * 1.6).clamp(0.0, 1.0));
        let bent = (bent.0 + struck, bent.1);
        let dead = (0.35 - 0.3 * side, 0.35 + 0.2 * side);
        set_leg(&mut set, (arm, forearm), joint, body.foreleg.0, blend(bent, dead, m.fallen));
    }
    pose
}

fn set_leg(
    set: &mut impl FnMut(Bone, Transform),
    (upper, lower): (Bone, Bone),
    joint: Vec3,
    length: f32,
    (first, second): (f32, f32),
) {
    set(upper, Transform::from_translation(joint).with_rotation(Quat::from_rotation_x(first)));
    set(lower, Transform::from_xyz(0.0, -length, 0.0).with_rotation(Quat::from_rotation_x(second)));
}

fn blend(from: (f32, f32), to: (f32, f32), weight: f32) -> (f32, f32) {
    (from.0 + (to.0 - from.0) * weight, from.1 + (to.1 - from.1) * weight)
}

/// When each foot is on the ground, and where.
struct Footfall {
    /// The share of the stride at which each foot is set down: hind left, hind right, front left, front right.
    set_down: [f32; 4],
    /// The share of the stride that a foot stays on the ground.
    duty: f32,
    /// How far the body moves over a foot on the ground, in metres.
    reach: f32,
    lift: f32,
}

impl Footfall {
    fn of(body: &FourLegged, m: &PoseInput) -> Self {
        const WALK: [f32; 4] = [0.0, 0.5, 0.25, 0.75];
        const GALLOP: [f32; 4] = [0.0, 0.1, 0.5, 0.6];
        const HOP: [f32; 4] = [0.0, 0.0, 0.46, 0.54];
        let mix = |from: f32, to: f32, weight: f32| from + (to - from) * weight;
        let run = m.running;
        let set_down = std::array::from_fn(|foot| mix(mix(WALK[foot], GALLOP[foot], run), HOP[foot], body.hop));
        let duty = mix(mix(0.62, 0.34, run), mix(0.5, 0.32, run), body.hop);
        let reach = body.stride.length(run, m.crouch) * duty * m.moving;
        Self { set_down, duty, reach, lift: body.lift * m.moving * (1.0 + 0.8 * run) }
    }

    /// Where a foot is, relative to its place under a standing animal.
    fn foot(&self, number: usize, m: &PoseInput) -> Vec3 {
        let after = self.set_down.get(number).copied().unwrap_or_default();
        let share = (m.phase / TAU - after).rem_euclid(1.0);
        if share < self.duty {
            return Vec3::Z * (share / self.duty - 0.5) * self.reach;
        }
        let swing = (share - self.duty) / (1.0 - self.duty);
        let smooth = swing * swing * (3.0 - 2.0 * swing);
        Vec3::new(0.0, (swing * PI).sin() * self.lift, (0.5 - smooth) * self.reach)
    }
}

/// The angles of the two parts of a leg with which its foot reaches a point, as far as it can. Knees bend forwards, elbows backwards.
fn bend(parent: Transform, joint: Vec3, foot: Vec3, (upper, lower): (f32, f32), knee: bool) -> (f32, f32) {
    let from_joint = foot.with_x(0.0) - parent.transform_point(joint).with_x(0.0);
    // Into the pitch of the parent; its roll does not matter to a leg in its own plane.
    let way = parent.rotation.inverse() * from_joint;
    let distance = way.y.hypot(way.z).clamp((upper - lower).abs() + 0.004, upper + lower - 0.001);
    let towards = (-way.z).atan2(-way.y);
    let angle = |a: f32, b: f32, opposite: f32| {
        ((a * a + b * b - opposite * opposite) / (2.0 * a * b).max(1e-6)).clamp(-1.0, 1.0).acos()
    };
    let (first, second) = (angle(upper, distance, lower), PI - angle(upper, lower, distance));
    if knee { (towards + first, -second) } else { (towards - first, second) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DOG: FourLegged = FourLegged {
        hips: 0.6,
        shoulders: 0.6,
        trunk: 0.72,
        hind_leg: (0.32, 0.36),
        foreleg: (0.3, 0.36),
        half_widths: (0.1, 0.11),
        neck: (0.08, 0.06),
        mouth: (0.14, 0.46),
        tail: (0.08, 0.14),
        tail_droop: 0.9,
        hind_feet: 0.0,
        stride: Stride { walk: 0.9, run: 2.2 },
        lift: 0.08,
        hop: 0.0,
        sit: 0.0,
        rear: 0.2,
        lying: 0.2,
        on_side: 0.14,
    };

    /// The soles of the four feet and the mouth.
    fn points(body: &FourLegged, motion: &PoseInput) -> ([Vec3; 4], Vec3) {
        let pose = pose(body, motion);
        let bone = |bone: Bone| pose[bone as usize];
        let hips = bone(Bone::Hips);
        let trunk = hips * bone(Bone::Torso);
        let sole = |parent: Transform, upper: Bone, lower: Bone, length: f32| {
            (parent * bone(upper) * bone(lower)).transform_point(Vec3::NEG_Y * length)
        };
        let soles = [
            sole(hips, Bone::ThighLeft, Bone::ShinLeft, body.hind_leg.1),
            sole(hips, Bone::ThighRight, Bone::ShinRight, body.hind_leg.1),
            sole(trunk, Bone::ArmLeft, Bone::ForearmLeft, body.foreleg.1),
            sole(trunk, Bone::ArmRight, Bone::ForearmRight, body.foreleg.1),
        ];
        let mouth = (trunk * bone(Bone::Head)).transform_point(Vec3::new(0.0, body.mouth.0, -body.mouth.1));
        (soles, mouth)
    }

    #[test]
    fn a_standing_animal_has_all_feet_on_the_ground_and_its_head_up() {
        let (soles, mouth) = points(&DOG, &PoseInput::default());
        assert!(soles.iter().all(|sole| sole.y.abs() < 0.02), "{soles:?}");
        assert!(mouth.y > 0.6 && mouth.z < -0.7, "{mouth}");
    }

    #[test]
    fn feet_on_the_ground_stay_where_they_are_while_the_body_moves_over_them() {
        for (running, hop) in [(0.0, 0.0), (0.0, 1.0)] {
            let body = FourLegged { hop, ..DOG };
            let stride = body.stride.length(running, 0.0);
            let at = |step: f32| PoseInput { phase: step * TAU, moving: 1.0, running, ..PoseInput::default() };
            let (mut on_ground, mut slips) = (0, 0.0f32);
            for number in 0..50 {
                let (from, to) = (number as f32 / 50.0, (number + 1) as f32 / 50.0);
                let ((before, _), (after, _)) = (points(&body, &at(from)), points(&body, &at(to)));
                for (before, after) in before.iter().zip(&after).filter(|(a, b)| a.y < 0.004 && b.y < 0.004) {
                    on_ground += 1;
                    slips = slips.max((after.z - before.z - stride / 50.0).abs());
                }
            }
            assert!(on_ground > 60 && slips < 0.012, "{on_ground} times on the ground, slips {slips}");
        }
    }

    #[test]
    fn the_mouth_of_a_grazing_or_sleeping_animal_is_near_the_ground() {
        for body in
            [DOG, FourLegged { hips: 0.75, shoulders: 0.75, hind_leg: (0.4, 0.42), foreleg: (0.4, 0.42), ..DOG }]
        {
            for motion in
                [PoseInput { graze: 1.0, ..PoseInput::default() }, PoseInput { asleep: 1.0, ..PoseInput::default() }]
            {
                let (soles, mouth) = points(&body, &motion);
                assert!((-0.05..0.16).contains(&mouth.y), "{mouth} in {motion:?}");
                assert!(soles.iter().all(|sole| sole.y.abs() < 0.06), "{soles:?} in {motion:?}");
            }
        }
    }

    #[test]
    fn a_dead_animal_lies_on_its_side() {
        let (soles, mouth) = points(&DOG, &PoseInput { fallen: 1.0, ..PoseInput::default() });
        let spread = soles.iter().map(|sole| sole.x.abs()).fold(f32::MAX, f32::min);
        assert!(spread > 0.3, "the legs stick out to one side: {soles:?}");
        assert!(mouth.y < 0.4 && soles.iter().all(|sole| sole.y > -0.02 && sole.y < 0.4), "{mouth} {soles:?}");
    }
}
