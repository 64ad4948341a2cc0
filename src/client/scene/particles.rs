//! Specks that fly up for a moment: sparks where iron is worked at and bolts burst, dust under running feet, where a stone
//! lands and where somebody falls.
//!
//! ParticleState from the event log and the pictures, as sounds are; a fixed number of them, the oldest is used again.

use bevy::{pbr::NotShadowCaster, prelude::*};

use super::{InScene, shared_materials::SharedMaterials};
use crate::{
    client::{mesh::MeshBuffer, playback::Playback, texture::noise::hash_noise},
    protocol::Event as Happening,
    world::geometry::flat,
};

/// How many there are.
const MOST: usize = 72;
/// Who runs faster than this raises dust, in metres a second; and every how many metres.
const DUSTY: f32 = 3.3;
const EVERY: f32 = 0.9;
/// More new entries of the log than this in one frame are a jump in time, and show nothing.
const JUMP: usize = 200;

/// What a speck is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum ParticleKind {
    /// A spark of hot iron: it falls.
    #[default]
    Spark,
    /// A spark of a bolt.
    Violet,
    /// A puff of dust: it grows and stays.
    Dust,
}

/// One speck.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct Particle {
    number: usize,
    kind: ParticleKind,
    velocity: Vec3,
    born: f32,
    lasts: f32,
    size: f32,
}

/// What has been told already, and which speck is next.
#[derive(Default)]
pub struct ParticleState {
    read: usize,
    next: usize,
    count: i32,
    ways: Vec<(Vec3, f32)>,
}

/// Some specks that are to fly up.
struct Burst {
    at: Vec3,
    kind: ParticleKind,
    count: usize,
}

/// Spawns them all, hidden.
pub fn spawn(commands: &mut Commands, meshes: &mut Assets<Mesh>, kit: &SharedMaterials) {
    let mut ball = MeshBuffer::new(1.0);
    ball.ball(Vec3::splat(0.5), &Transform::IDENTITY);
    let ball = meshes.add(ball.mesh(false));
    for number in 0..MOST {
        commands.spawn((
            Name::new("speck"),
            InScene,
            NotShadowCaster,
            Particle { number, ..default() },
            Transform::default(),
            Visibility::Hidden,
            Mesh3d(ball.clone()),
            MeshMaterial3d(kit.flame.clone()),
        ));
    }
}

/// Lets specks fly up where something happened, and moves those that fly.
pub fn fly(
    playback: Res<Playback>,
    kit: Res<SharedMaterials>,
    mut told: Local<ParticleState>,
    mut specks: Query<(&mut Particle, &mut Transform, &mut Visibility, &mut MeshMaterial3d<StandardMaterial>)>,
) {
    let now = playback.seconds();
    let mut fresh: Vec<(usize, Particle, Vec3)> = Vec::new();
    for burst in bursts(&playback, &mut told) {
        for _ in 0..burst.count {
            told.count = told.count.wrapping_add(1);
            let number = told.next;
            told.next = (told.next + 1) % MOST;
            fresh.push((number, flung(burst.kind, number, told.count, now), burst.at));
        }
    }
    for (mut speck, mut transform, mut visibility, mut material) in &mut specks {
        if let Some((_, new, at)) = fresh.iter().rev().find(|(number, ..)| *number == speck.number) {
            *speck = *new;
            transform.translation = *at;
            let wanted = match speck.kind {
                ParticleKind::Spark => &kit.flame,
                ParticleKind::Violet => &kit.bolt,
                ParticleKind::Dust => &kit.dust,
            };
            if material.0 != *wanted {
                material.0 = wanted.clone();
            }
        }
        let age = now - speck.born;
        if speck.lasts <= 0.0 || !(0.0..speck.lasts).contains(&age) {
            visibility.set_if_neq(Visibility::Hidden);
            continue;
        }
        visibility.set_if_neq(Visibility::Inherited);
        let share = age / speck.lasts;
        if speck.kind == ParticleKind::Dust {
            speck.velocity *= 1.0 - (2.0 * playback.played).min(0.9);
            transform.scale = Vec3::splat(speck.size * (0.4 + share) * (1.0 - share * share));
        } else {
            speck.velocity.y -= 9.8 * playback.played;
            transform.scale = Vec3::splat(speck.size * (1.0 - share));
        }
        transform.translation += speck.velocity * playback.played;
    }
}

/// A speck as it is flung out.
fn flung(kind: ParticleKind, number: usize, count: i32, now: f32) -> Particle {
    let chance = |which: u32| hash_noise(count, which as i32, 733);
    let out = Vec2::from_angle(chance(1) * std::f32::consts::TAU) * chance(2);
    let (pace, up, lasts, size) = match kind {
        ParticleKind::Spark => (1.6, 1.2 + 1.6 * chance(3), 0.35 + 0.35 * chance(4), 0.035),
        ParticleKind::Violet => (2.6, 1.0 + 2.0 * chance(3), 0.3 + 0.3 * chance(4), 0.06),
        ParticleKind::Dust => (0.5, 0.25 + 0.2 * chance(3), 0.7 + 0.4 * chance(4), 0.22 + 0.12 * chance(5)),
    };
    Particle { number, kind, velocity: Vec3::new(out.x * pace, up, out.y * pace), born: now, lasts, size }
}

/// What flies up since the last frame.
fn bursts(playback: &Playback, told: &mut ParticleState) -> Vec<Burst> {
    let mut bursts = Vec::new();
    let entries = playback.log().entries();
    if entries.len() < told.read {
        *told = ParticleState::default();
    }
    let fresh = entries.get(told.read..).unwrap_or_default();
    told.read = entries.len();
    if fresh.len() <= JUMP {
        bursts.extend(fresh.iter().filter_map(|entry| burst_of(&entry.event)));
    }
    told.ways.resize(playback.now.agents.len(), (Vec3::ZERO, 0.0));
    for (agent, (last, way)) in told.ways.iter_mut().enumerate() {
        let (Some(body), Some(person)) = (playback.body(agent), playback.now.agents.get(agent)) else { continue };
        let moved = flat(body.place - *last).length();
        *last = body.place;
        if moved > EVERY || person.gone.is_some() || body.speed() < DUSTY {
            *way = 0.0;
            continue;
        }
        *way += moved;
        if *way >= EVERY {
            *way -= EVERY;
            bursts.push(Burst { at: body.place + Vec3::Y * 0.06, kind: ParticleKind::Dust, count: 2 });
        }
    }
    bursts
}

fn burst_of(event: &Happening) -> Option<Burst> {
    let (at, up, kind, count) = match event {
        // Whoever works at the gate stands before it: at the height of hands.
        Happening::Noise { kind, at, .. } if *kind == "unlocking" => (*at, 1.15, ParticleKind::Spark, 7),
        Happening::Landed { what, at, .. } if *what == "bolt" => (*at, 0.0, ParticleKind::Violet, 16),
        Happening::Landed { at, .. } => (*at, 0.05, ParticleKind::Dust, 6),
        Happening::KeyDropped { at, .. } => (*at, 0.3, ParticleKind::Spark, 5),
        Happening::Caught { at, .. } | Happening::Wounded { at, .. } => (*at, 0.15, ParticleKind::Dust, 10),
        _ => return None,
    };
    Some(Burst { at: Vec3::from(at) + Vec3::Y * up, kind, count })
}
