//! The models of guns, and the gun in the hands of a figure: the one that its agent carries, with a flash when it fires.

use std::sync::Arc;

use bevy::{light::NotShadowCaster, prelude::*};
use quarry_minds::protocol::MatchEvent;

use super::{
    BodyPart,
    skeleton::{at, srgb},
};
use crate::client::render::{
    mesh::MeshBuffer,
    scene::{shared_materials::SharedMaterials, visible},
};
use crate::client::session::Playback;
use crate::data::gun::GunLook;

/// Where the player's gun is held in first person, relative to the eyes, in metres.
pub const BEFORE_EYES: Vec3 = Vec3::new(0.15, -0.15, -0.5);
/// How long the flash at a muzzle is seen, in seconds.
const FLASH_SECONDS: f32 = 0.05;

/// How a gun is drawn.
#[derive(Clone, Copy, Debug)]
pub struct GunModel {
    look: GunLook,
    build: fn(&mut MeshBuffer),
    /// From the receiver to the muzzle, in metres.
    pub muzzle: f32,
    /// Whether both hands are at its grip.
    close_grip: bool,
}

/// All guns, by their `look`.
const GUNS: [GunModel; 3] = [
    GunModel { look: GunLook::Rifle, build: rifle, muzzle: 0.7, close_grip: false },
    GunModel { look: GunLook::SubmachineGun, build: submachine_gun, muzzle: 0.46, close_grip: false },
    GunModel { look: GunLook::Pistol, build: pistol, muzzle: 0.3, close_grip: true },
];

impl GunModel {
    pub fn of(look: GunLook) -> Option<Self> {
        GUNS.into_iter().find(|model| model.look == look)
    }

    /// The gun alone: its receiver at the origin, its muzzle forward.
    fn mesh(self) -> MeshBuffer {
        let mut shape = MeshBuffer::new(0.3);
        (self.build)(&mut shape);
        shape
    }

    /// The flash at its muzzle.
    fn flash(self) -> MeshBuffer {
        let mut shape = MeshBuffer::new(1.0);
        shape.ball(Vec3::new(0.05, 0.05, 0.09), &Transform::from_xyz(0.0, 0.012, -self.muzzle));
        shape
    }
}

/// The weight of holding this gun with both hands at its grip, for [`PoseInput`](super::PoseInput).
pub(super) fn close_grip(gun: Option<GunLook>) -> f32 {
    let is_close = gun.is_some_and(|look| GunModel::of(look).is_some_and(|model| model.close_grip));
    f32::from(u8::from(is_close))
}

/// A gun for figures whose gun is part of them.
pub fn mesh_of(look: GunLook) -> Option<MeshBuffer> {
    GunModel::of(look).map(GunModel::mesh)
}

/// A gun whose meshes are assets.
#[derive(Clone, Debug)]
pub(super) struct GunMeshes {
    look: GunLook,
    gun: Handle<Mesh>,
    flash: Handle<Mesh>,
}

/// A gun in the hands of a figure; seen while its agent carries this one.
#[derive(Component, Clone, Copy, Debug)]
pub(super) struct CarriedGun {
    pub(super) agent: usize,
    pub(super) look: GunLook,
}

/// The flash of a gun in the hands of a figure.
#[derive(Component, Clone, Copy, Debug)]
pub(super) struct CarriedFlash(usize);

impl GunMeshes {
    pub fn all(meshes: &mut Assets<Mesh>) -> Arc<[Self]> {
        let mut build = |model: GunModel| Self {
            look: model.look,
            gun: meshes.add(model.mesh().mesh(false)),
            flash: meshes.add(model.flash().mesh(false)),
        };
        GUNS.map(&mut build).into()
    }

    /// Spawns it in the hands of a figure, hidden.
    pub fn spawn(&self, commands: &mut Commands, agent: usize, hands: Entity, shared: &SharedMaterials) {
        let held = CarriedGun { agent, look: self.look };
        let held = commands.spawn((held, Transform::default(), Visibility::Hidden, ChildOf(hands))).id();
        let gun = (BodyPart { agent, arm: true }, Mesh3d(self.gun.clone()), MeshMaterial3d(shared.character.clone()));
        let flash = (CarriedFlash(agent), Mesh3d(self.flash.clone()), MeshMaterial3d(shared.muzzle.clone()));
        commands.spawn((gun, ChildOf(held))).with_child((flash, NotShadowCaster, Visibility::Hidden));
    }
}

/// Shows the guns that agents carry, and the flashes of those that have just fired.
pub(super) fn show(
    playback: Res<Playback>,
    mut guns: Query<(&CarriedGun, &mut Visibility), Without<CarriedFlash>>,
    mut flashes: Query<(&CarriedFlash, &mut Visibility), Without<CarriedGun>>,
) {
    for (gun, mut visibility) in &mut guns {
        let carried = playback.now.agents.get(gun.agent).and_then(|agent| agent.gun);
        visibility.set_if_neq(visible(carried == Some(gun.look)));
    }
    let fired = playback.log_of_last(FLASH_SECONDS).iter().filter_map(|entry| match entry.event {
        MatchEvent::Shot { by, .. } => Some(usize::from(by.0)),
        _ => None,
    });
    let fired: Vec<usize> = fired.collect();
    for (flash, mut visibility) in &mut flashes {
        visibility.set_if_neq(visible(fired.contains(&flash.0)));
    }
}

fn rifle(shape: &mut MeshBuffer) {
    shape.set_colour(srgb(0.09, 0.095, 0.1));
    shape.bevelled_box(Vec3::new(0.024, 0.04, 0.16), 0.01, &at(0.0, 0.0, 0.0));
    shape.bevelled_box(Vec3::new(0.02, 0.03, 0.12), 0.01, &at(0.0, 0.005, -0.27));
    shape.bevelled_box(Vec3::new(0.011, 0.011, 0.13), 0.004, &at(0.0, 0.012, -0.5));
    shape.bevelled_box(Vec3::new(0.012, 0.02, 0.05), 0.005, &at(0.0, 0.06, 0.02));
    shape.set_colour(srgb(0.13, 0.11, 0.1));
    shape.bevelled_box(Vec3::new(0.018, 0.075, 0.032), 0.008, &at(0.0, -0.1, -0.06));
    shape.bevelled_box(Vec3::new(0.016, 0.05, 0.024), 0.008, &at(0.0, -0.075, 0.1));
    shape.bevelled_box(Vec3::new(0.02, 0.045, 0.1), 0.012, &at(0.0, -0.015, 0.25));
}

fn submachine_gun(shape: &mut MeshBuffer) {
    shape.set_colour(srgb(0.1, 0.1, 0.105));
    shape.bevelled_box(Vec3::new(0.022, 0.036, 0.15), 0.01, &at(0.0, 0.0, -0.02));
    shape.bevelled_box(Vec3::new(0.015, 0.015, 0.09), 0.005, &at(0.0, 0.01, -0.25));
    shape.bevelled_box(Vec3::new(0.008, 0.018, 0.02), 0.004, &at(0.0, 0.05, -0.12));
    shape.bevelled_box(Vec3::new(0.008, 0.014, 0.02), 0.004, &at(0.0, 0.048, 0.08));
    shape.set_colour(srgb(0.14, 0.13, 0.12));
    shape.bevelled_box(Vec3::new(0.014, 0.095, 0.022), 0.006, &at(0.0, -0.12, -0.1));
    shape.bevelled_box(Vec3::new(0.016, 0.048, 0.022), 0.008, &at(0.0, -0.075, 0.08));
    shape.bevelled_box(Vec3::new(0.008, 0.01, 0.1), 0.004, &at(0.0, 0.01, 0.22));
    shape.bevelled_box(Vec3::new(0.01, 0.04, 0.01), 0.004, &at(0.0, -0.01, 0.32));
}

fn pistol(shape: &mut MeshBuffer) {
    shape.set_colour(srgb(0.12, 0.12, 0.13));
    shape.bevelled_box(Vec3::new(0.017, 0.022, 0.11), 0.006, &at(0.0, 0.005, -0.1));
    shape.bevelled_box(Vec3::new(0.004, 0.007, 0.006), 0.002, &at(0.0, 0.032, -0.2));
    shape.bevelled_box(Vec3::new(0.006, 0.007, 0.006), 0.002, &at(0.0, 0.032, -0.01));
    shape.set_colour(srgb(0.16, 0.14, 0.12));
    shape.bevelled_box(Vec3::new(0.015, 0.055, 0.024), 0.008, &at(0.0, -0.06, 0.02));
    shape.bevelled_box(Vec3::new(0.006, 0.014, 0.03), 0.004, &at(0.0, -0.028, -0.05));
}
