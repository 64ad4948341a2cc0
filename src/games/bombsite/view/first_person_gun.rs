//! The gun in the hands of the player, as seen in first person: it kicks with every shot, dips while its magazine is changed, and
//! sways with the steps.

use bevy::{light::NotShadowCaster, prelude::*};
use quarry_minds::protocol::MatchEvent;

use crate::client::play::PlayerCamera;
use crate::client::render::character::guns::{BEFORE_EYES, FLASH_SECONDS, GUNS, GunModel};
use crate::client::render::character::skeleton::srgb;
use crate::client::render::scene::{SceneBuilder, scene_part, visible};
use crate::client::session::{MainCamera, Playback, PlayerControl};
use crate::data::gun::GunLook;

/// How long a kick lasts, in seconds, and how far back it goes, in metres.
const KICK: (f32, f32) = (0.11, 0.045);
/// How far the gun dips while its magazine is changed, in metres, and how far it turns, in degrees.
const DIP: (f32, f32) = (0.14, 38.0);
/// How far it sways with the steps at full speed, in metres, and how many steps a metre has.
const SWAY: (f32, f32) = (0.012, 1.3);

/// A gun in first person, by its `look`.
#[derive(Component, Clone, Copy, Debug)]
pub struct HeldGun(GunLook);

#[derive(Component, Clone, Copy, Debug)]
pub struct MuzzleFlash;

/// Spawns all guns, hidden.
pub fn spawn(mut builder: SceneBuilder) {
    for model in GUNS {
        spawn_gun(&mut builder, model);
    }
}

fn spawn_gun(builder: &mut SceneBuilder, model: GunModel) {
    let mut shape = model.mesh();
    // A hand at the grip and one under the barrel, in gloves.
    shape.set_colour(srgb(0.16, 0.14, 0.12));
    shape.ball(Vec3::new(0.042, 0.05, 0.05), &Transform::from_xyz(0.0, -0.085, 0.1));
    let before = -0.37 * model.muzzle;
    shape.ball(Vec3::new(0.045, 0.04, 0.06), &Transform::from_xyz(-0.01, -0.035, before));
    shape.set_colour(srgb(0.3, 0.3, 0.25));
    let sleeve = Transform::from_xyz(0.04, -0.16, 0.24).with_rotation(Quat::from_rotation_x(1.1));
    shape.cylinder(0.05, 0.3, &sleeve);
    let other = Transform::from_xyz(-0.1, -0.14, before + 0.14)
        .with_rotation(Quat::from_rotation_z(-0.7) * Quat::from_rotation_x(0.9));
    shape.cylinder(0.045, 0.3, &other);
    let painted = builder.material(StandardMaterial { perceptual_roughness: 0.7, reflectance: 0.25, ..default() });
    let (gun, flash) = (builder.mesh(shape), builder.mesh(model.flash()));
    let glow = builder.shared.muzzle.clone();
    let flash = (MuzzleFlash, NotShadowCaster, Mesh3d(flash), MeshMaterial3d(glow), Visibility::Hidden);
    let gun = (
        scene_part(format!("held {}", model.look.name()), gun, painted),
        HeldGun(model.look),
        NotShadowCaster,
        Visibility::Hidden,
    );
    builder.commands.spawn(gun).with_child(flash);
}

/// Holds the gun before the camera; hides it in third person, after death, and while the match is watched.
pub fn hold(
    control: Option<Res<PlayerControl>>,
    camera: Res<PlayerCamera>,
    playback: Res<Playback>,
    eyes: Query<&Transform, (With<MainCamera>, Without<HeldGun>)>,
    mut guns: Query<(&HeldGun, &mut Transform, &mut Visibility), Without<MuzzleFlash>>,
    mut flashes: Query<&mut Visibility, (With<MuzzleFlash>, Without<HeldGun>)>,
) {
    let held = control.filter(|_| camera.first_person && !camera.look_behind).and_then(|control| {
        let state = control.state();
        let frame = playback.agent(state.agent).filter(|frame| frame.gone.is_none())?;
        Some((state.agent, frame.gun?, state.knowledge.gun?, frame.body))
    });
    let is_held = |gun: &HeldGun| held.as_ref().is_some_and(|(_, look, ..)| *look == gun.0);
    for (gun, _, mut visibility) in &mut guns {
        visibility.set_if_neq(visible(is_held(gun)));
    }
    let (Some((me, _, gun, body)), Ok(eye)) = (held, eyes.single()) else { return };
    let now = playback.seconds();
    let oldest = playback.now.tick.saturating_sub(playback.rate() as u32);
    let mut fresh = playback.log_since(oldest).iter().rev();
    let last = fresh.find(|entry| matches!(entry.event, MatchEvent::Shot { by, .. } if by == me));
    let since = last.map_or(f32::INFINITY, |shot| (now - playback.seconds_at(shot.tick)).max(0.0));
    let kick = (1.0 - since / KICK.0).max(0.0);
    // Down in the middle of a change, up again at its end.
    let dip = gun.reloading.map_or(0.0, |part| (part * std::f32::consts::PI).sin());
    let pace = body.speed() / 4.8;
    let step = (now * body.speed() * SWAY.1).sin();
    let place =
        BEFORE_EYES + Vec3::new(step * SWAY.0 * pace, (step * step) * SWAY.0 * pace - dip * DIP.0, kick * KICK.1);
    let turn = Quat::from_rotation_x(kick * 0.05 - (dip * DIP.1).to_radians());
    for (_, mut transform, _) in &mut guns {
        *transform = *eye * Transform::from_translation(place).with_rotation(turn);
    }
    let lit = since < FLASH_SECONDS;
    for mut visibility in &mut flashes {
        visibility.set_if_neq(visible(lit));
    }
}
