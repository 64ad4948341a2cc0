//! The arms that a person sees of the figure from whose eyes it looks: at a gun, at work, at a blow, or low at its sides. They are the
//! arms of the figure itself, posed before the camera; nothing else of it is drawn.

use bevy::{light::NotShadowCaster, prelude::*};
use quarry_minds::protocol::{AgentId, MatchEvent};

use super::figure::Movement;
use super::guns::{BEFORE_EYES, GunModel};
use super::{BodyPart, Bone, CharacterModel, Pose, PoseInput, Proportions, gesture, stance};
use crate::client::render::scene::visible;
use crate::client::session::{MainCamera, Playback, PlayerControl};
use crate::world::WeaponPhase;

/// What is drawn of the figure from whose eyes, or over whose shoulder, the picture is seen.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OwnFigure {
    /// All figures are seen from outside.
    #[default]
    Whole,
    /// Nothing of this agent's: it would fill the picture.
    Hidden(usize),
    /// The arms of this agent, and what they hold.
    Arms(usize),
}

/// Where the middle between the shoulders is, relative to the eyes, in metres, with free hands and at a gun: farther ahead than on a body,
/// so that stretched arms reach what is held before the eyes, and below the picture.
const SHOULDERS: [Vec3; 2] = [Vec3::new(0.0, -0.34, -0.08), Vec3::new(0.08, -0.34, -0.16)];
/// How far the left shoulder is turned forwards at a gun, in radians.
const TURNED: f32 = 0.6;
/// Where the right hand is, relative to the eyes, in metres; the left one mirrors it. At rest, while something is held in it, at a run,
/// raised to strike, and at the end of a blow.
const REST: Vec3 = Vec3::new(0.36, -0.28, -0.52);
const HOLDING: Vec3 = Vec3::new(0.25, -0.21, -0.5);
const RUNNING: Vec3 = Vec3::new(0.27, -0.2, -0.52);
const RAISED: Vec3 = Vec3::new(0.24, 0.0, -0.36);
const STRUCK: Vec3 = Vec3::new(0.02, -0.24, -0.6);
/// How long the kick of a shot lasts, in seconds, and how far back it goes, in metres.
const KICK: (f32, f32) = (0.11, 0.045);
/// How far a gun dips while its magazine is changed, in metres, and how far it turns, in degrees.
const DIP: (f32, f32) = (0.13, 20.0);
/// How far hands sway with the steps to the sides and downwards, and how far they swing at a run, in metres.
const SWAY: Vec2 = Vec2::new(0.012, 0.014);
const SWING: f32 = 0.06;
/// How far a free hand is turned inwards at rest, at a run, and for a blow, in radians: what it holds points aside, up, and ahead.
const TWIST: [f32; 3] = [1.0, 0.2, 2.4];
/// How far a gun is lowered at a run, in radians.
const LOWERED: f32 = 0.12;

/// What the arms before the eyes do.
#[derive(Clone, Copy, Debug, Default)]
struct ArmsInput {
    motion: PoseInput,
    gun: bool,
    /// Whether the right hand holds a thing.
    holding: bool,
    /// The rest of the kick of the last shot, from 1 to 0.
    kick: f32,
    /// How far the gun dips, from 0 to 1.
    dip: f32,
}

/// Shows all figures, of the own one its arms or nothing. Arms alone cast no shadows.
pub(super) fn show_parts(
    own: Res<OwnFigure>,
    playback: Res<Playback>,
    models: Query<&CharacterModel>,
    mut pieces: Query<(Entity, &BodyPart, &mut Visibility, Has<NotShadowCaster>)>,
    mut commands: Commands,
) {
    // Figures are spawned as they are seen from outside.
    if *own == OwnFigure::Whole && !own.is_changed() {
        return;
    }
    let idle = |agent: usize| {
        let person = playback.now.agents.get(agent);
        person.is_none_or(|person| person.working.is_none() && person.arms == WeaponPhase::Ready)
    };
    // The forelegs of an animal are seen at work only.
    let armed = |agent: usize| !idle(agent) || models.iter().any(|model| model.agent == agent && is_upright(model));
    let (own, arms) = match *own {
        OwnFigure::Whole => (None, false),
        OwnFigure::Hidden(agent) => (Some(agent), false),
        OwnFigure::Arms(agent) => (Some(agent), armed(agent)),
    };
    for (entity, piece, mut visibility, shadowless) in &mut pieces {
        let is_own = own == Some(piece.agent);
        visibility.set_if_neq(visible(!is_own || arms && piece.arm));
        if is_own && !shadowless {
            commands.entity(entity).insert(NotShadowCaster);
        } else if shadowless && !is_own {
            commands.entity(entity).remove::<NotShadowCaster>();
        }
    }
}

const fn is_upright(model: &CharacterModel) -> bool {
    matches!(model.movement, Movement::Upright(_))
}

/// Poses the arms of the own figure before the camera.
pub(super) fn hold(
    own: Res<OwnFigure>,
    playback: Res<Playback>,
    control: Option<Res<PlayerControl>>,
    eyes: Query<&Transform, (With<MainCamera>, Without<CharacterModel>)>,
    mut models: Query<(&CharacterModel, &mut Transform)>,
    mut bones: Query<&mut Transform, (Without<CharacterModel>, Without<MainCamera>)>,
) {
    let (OwnFigure::Arms(agent), Ok(eyes)) = (*own, eyes.single()) else { return };
    let Some(person) = playback.now.agents.get(agent) else { return };
    for (model, mut root) in &mut models {
        if model.agent != agent || !is_upright(model) {
            continue;
        }
        let before = eyes.with_scale(root.scale);
        let to_eyes = before.to_matrix().inverse() * root.to_matrix();
        let mut motion = model.motion;
        motion.touch = motion.touch.map(|point| to_eyes.transform_point3(point));
        motion.target = motion.target.map(|point| to_eyes.transform_point3(point));
        let input = ArmsInput {
            motion,
            gun: person.gun.and_then(GunModel::of).is_some(),
            holding: person.carried > 0,
            kick: kick(&playback, agent),
            dip: dip(control.as_deref(), agent),
        };
        *root = before;
        for (entity, posed) in model.bones.iter().zip(pose(&model.proportions, &input)) {
            if let Ok(mut transform) = bones.get_mut(*entity) {
                *transform = posed;
            }
        }
    }
}

/// The rest of the kick of an agent's last shot, from 1 to 0.
fn kick(playback: &Playback, agent: usize) -> f32 {
    // What is drawn is up to a tick behind the log.
    let recent = playback.log_of_last(KICK.0 + 1.0 / playback.rate());
    let shot = |event: &MatchEvent| matches!(event, MatchEvent::Shot { by, .. } if *by == AgentId(agent as u16));
    let last = recent.iter().rev().find(|entry| shot(&entry.event));
    let since = last.map_or(f32::INFINITY, |shot| (playback.seconds() - playback.seconds_at(shot.tick)).max(0.0));
    (1.0 - since / KICK.0).max(0.0)
}

/// How far the player's gun dips: down in the middle of a change of its magazine, up again at its end.
fn dip(control: Option<&PlayerControl>, agent: usize) -> f32 {
    let reloading = control.and_then(|control| {
        let state = control.state();
        state.knowledge.gun.filter(|_| usize::from(state.agent.0) == agent)?.reloading
    });
    reloading.map_or(0.0, |part| (part * std::f32::consts::PI).sin())
}

/// The pose of arms about the eyes, which look to the front (-z).
fn pose(proportions: &Proportions, input: &ArmsInput) -> Pose {
    let motion = &input.motion;
    let step = motion.phase.sin() * motion.moving;
    let sway = Vec3::new(step * SWAY.x, -(step * step) * SWAY.y, 0.0) * (0.6 + 0.7 * motion.running)
        + Vec3::Y * ((motion.time * 1.7).sin() * 0.003);
    let turned = if input.gun { TURNED * (1.0 - motion.reach) } else { 0.0 };
    let shoulders = SHOULDERS[usize::from(input.gun)];
    let torso = Transform::from_translation(shoulders + sway * 0.5).with_rotation(Quat::from_rotation_y(-turned))
        * Transform::from_translation(Vec3::Y * (super::pose::SHOULDERS_BELOW_NECK - proportions.torso));
    let mut pose: Pose = Default::default();
    pose[Bone::Torso as usize] = torso;
    let lowered = LOWERED * motion.running * motion.moving * (1.0 - input.kick);
    let turn =
        Quat::from_rotation_x(input.kick * 0.05 - (input.dip * DIP.1).to_radians() - lowered - 0.8 * motion.reach);
    let back = Vec3::new(0.0, -input.dip * DIP.0 - 0.12 * motion.reach, input.kick * KICK.1);
    let held = Transform::from_translation(BEFORE_EYES + sway + back).with_rotation(turn);
    let to_torso = torso.to_matrix().inverse();
    pose[Bone::Held as usize] = Transform::from_matrix(to_torso * held.to_matrix());
    for side in [-1.0, 1.0] {
        let wanted =
            if input.gun { stance::grip(&held, side, motion.close_grip) } else { free_hand(input, side) + sway };
        let hand = at_work(motion, side, wanted);
        let (arm, forearm) = Bone::arm(side);
        pose[arm as usize].translation = super::pose::shoulder(proportions, side);
        pose[forearm as usize].translation = Vec3::Y * -proportions.arm;
        let elbow = to_torso.transform_vector3(Vec3::new(side * 0.55, -1.0, 0.3));
        stance::put_hand(&mut pose, proportions, side, to_torso.transform_point3(hand), elbow, 1.0);
        pose[forearm as usize].rotation *= Quat::from_rotation_y(twist(input, side));
    }
    pose
}

/// Where a hand without a gun is, relative to the eyes.
fn free_hand(input: &ArmsInput, side: f32) -> Vec3 {
    let motion = &input.motion;
    let mirrored = |place: Vec3| place * Vec3::new(side, 1.0, 1.0);
    let runs = motion.running * motion.moving;
    let carries = f32::from(u8::from(input.holding && side > 0.0));
    let at_ease = mirrored(REST.lerp(HOLDING, carries).lerp(RUNNING, runs * (1.0 - 0.5 * carries)));
    // Arms swing against each other.
    let along = motion.phase.sin() * runs * SWING * side;
    let hand = at_ease + Vec3::new(0.0, along * 0.5, along);
    if side < 0.0 {
        return hand;
    }
    let blow = motion.target.filter(|point| point.z < -0.2).map_or(STRUCK, |point| STRUCK.lerp(point, 0.5));
    hand.lerp(RAISED, motion.raised).lerp(blow, motion.struck)
}

/// How far a hand is turned about its forearm, in radians.
fn twist(input: &ArmsInput, side: f32) -> f32 {
    if input.gun {
        return 0.0;
    }
    let motion = &input.motion;
    let [rest, running, blow] = TWIST;
    let at_ease = rest + (running - rest) * motion.running * motion.moving;
    let strikes = if side > 0.0 { motion.raised.max(motion.struck) } else { 0.0 };
    side * (at_ease + (blow - at_ease) * strikes) * (1.0 - motion.reach)
}

/// Leads a hand to what it works on.
fn at_work(motion: &PoseInput, side: f32, hand: Vec3) -> Vec3 {
    let Some(point) = motion.touch.filter(|_| motion.reach > 0.0) else { return hand };
    // What lies out of reach is reached for in the lower part of the picture.
    let near = point.clamp_length_max(0.62).max(Vec3::new(-0.3, -0.24, -0.62));
    hand.lerp(near + gesture::at_work(motion, side), motion.reach)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::render::character::{FOREARM, soldier};

    fn hands(input: &ArmsInput) -> [Vec3; 2] {
        let proportions = soldier::build(LinearRgba::WHITE, 0).proportions;
        let pose = pose(&proportions, input);
        let at = |bone: Bone| pose[bone as usize];
        let palm =
            |arm: Bone, forearm: Bone| (at(Bone::Torso) * at(arm) * at(forearm)).transform_point(Vec3::Y * -FOREARM);
        [palm(Bone::ArmLeft, Bone::ForearmLeft), palm(Bone::ArmRight, Bone::ForearmRight)]
    }

    #[test]
    fn both_hands_are_at_the_gun_before_the_eyes() {
        for close_grip in [0.0, 1.0] {
            for (kick, dip, moving) in [(0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 0.0, 1.0), (0.0, 0.6, 0.0)] {
                let motion = PoseInput { close_grip, moving, running: moving, phase: 1.2, ..PoseInput::default() };
                let input = ArmsInput { motion, gun: true, kick, dip, ..ArmsInput::default() };
                let proportions = soldier::build(LinearRgba::WHITE, 0).proportions;
                let pose = pose(&proportions, &input);
                let held = pose[Bone::Torso as usize] * pose[Bone::Held as usize];
                let [left, right] = hands(&input);
                let off =
                    [(left, -1.0), (right, 1.0)].map(|(at, side)| at.distance(stance::grip(&held, side, close_grip)));
                assert!(off.iter().all(|off| *off < 0.03), "{off:?} m off: {input:?}");
            }
        }
    }

    #[test]
    fn free_hands_are_low_and_rise_for_a_blow() {
        let rest = hands(&ArmsInput::default());
        assert!(rest.iter().all(|hand| (-0.32..-0.2).contains(&hand.y) && hand.z < -0.35), "{rest:?}");
        assert!(rest[0].x < -0.2 && rest[1].x > 0.2, "{rest:?}");
        let with = |motion: PoseInput| hands(&ArmsInput { motion, ..ArmsInput::default() })[1];
        let raised = with(PoseInput { raised: 1.0, ..PoseInput::default() });
        assert!(raised.y > rest[1].y + 0.2, "{raised}");
        let running = with(PoseInput { moving: 1.0, running: 1.0, ..PoseInput::default() });
        assert!(running.y > rest[1].y + 0.04, "{running}");
        let touching = with(PoseInput { reach: 1.0, touch: Some(Vec3::new(0.0, -0.2, -0.5)), ..PoseInput::default() });
        assert!(touching.distance(Vec3::new(0.0, -0.2, -0.5)) < 0.12, "{touching}");
    }
}
