//! Short-lived particles: dust under running feet, and what the descriptions of events ask for.
//!
//! The event log and the agents' movement trigger them, as they do sounds. The pool has a fixed size; the oldest particle is
//! reused.

use bevy::prelude::*;
use quarry_minds::protocol::MatchEvent;

use super::{SceneBuilder, SharedMaterials, hidden_part, visible};
use crate::client::render::{mesh::MeshBuffer, texture::noise::hash_noise};
use crate::client::session::{
    EventContext, GameView, GameViewService, ParticleKind, Playback, SceneSetup, playback::LogReader,
    shared_events::describe,
};
use crate::data::look::Impact;
use crate::world::geometry::flat;

const POOL_SIZE: usize = 72;
/// The minimum speed that raises dust, in m/s, and the distance between puffs in metres.
const DUST_SPEED: f32 = 3.3;
const DUST_SPACING: f32 = 0.9;

#[derive(Component, Clone, Copy, Debug, Default)]
pub struct Particle {
    number: usize,
    kind: ParticleKind,
    velocity: Vec3,
    born: f32,
    lifetime: f32,
    size: f32,
}

/// What has been emitted so far.
#[derive(Default)]
pub struct ParticleState {
    read: LogReader,
    /// The index of the particle to reuse next.
    next: usize,
    /// Particles emitted so far; seeds their randomness.
    count: i32,
    /// Each agent's last position and the distance since its last puff of dust.
    ways: Vec<(Vec3, f32)>,
}

/// Particles to emit at one point.
struct Burst {
    at: Vec3,
    kind: ParticleKind,
    count: usize,
}

/// Spawns the pool, hidden.
pub fn spawn(builder: &mut SceneBuilder) {
    let mut ball = MeshBuffer::new(1.0);
    ball.ball(Vec3::splat(0.5), &Transform::IDENTITY);
    let ball = builder.mesh(ball);
    for number in 0..POOL_SIZE {
        let part = hidden_part("particle", &ball, &builder.shared.flame);
        builder.commands.spawn((Particle { number, ..default() }, part));
    }
}

/// Emits particles for new events and moves the active ones.
pub fn update(
    playback: Res<Playback>,
    setup: Res<SceneSetup>,
    view: Res<GameViewService>,
    shared: Res<SharedMaterials>,
    mut state: Local<ParticleState>,
    mut particles: Query<(&mut Particle, &mut Transform, &mut Visibility, &mut MeshMaterial3d<StandardMaterial>)>,
) {
    let now = playback.seconds();
    let mut fresh: Vec<(usize, Particle, Vec3)> = Vec::new();
    for burst in bursts(&playback, &setup, view.0, &mut state) {
        for _ in 0..burst.count {
            state.count = state.count.wrapping_add(1);
            let number = state.next;
            state.next = (state.next + 1) % POOL_SIZE;
            fresh.push((number, emit(burst.kind, number, state.count, now), burst.at));
        }
    }
    for (mut particle, mut transform, mut visibility, mut material) in &mut particles {
        if let Some((_, new, at)) = fresh.iter().rev().find(|(number, ..)| *number == particle.number) {
            *particle = *new;
            transform.translation = *at;
            let wanted = match particle.kind {
                ParticleKind::Spark => &shared.flame,
                ParticleKind::Violet => &shared.bolt,
                ParticleKind::Dust => &shared.dust,
                ParticleKind::Splinter => &shared.splinter,
                ParticleKind::Leaf => &shared.leaf,
            };
            if material.0 != *wanted {
                material.0 = wanted.clone();
            }
        }
        let age = now - particle.born;
        let alive = (0.0..particle.lifetime).contains(&age);
        visibility.set_if_neq(visible(alive));
        if !alive {
            continue;
        }
        let share = age / particle.lifetime;
        if particle.kind == ParticleKind::Dust {
            particle.velocity *= 1.0 - (2.0 * playback.played).min(0.9);
            transform.scale = Vec3::splat(particle.size * (0.4 + share) * (1.0 - share * share));
        } else {
            particle.velocity.y -= 9.8 * playback.played;
            transform.scale = Vec3::splat(particle.size * (1.0 - share));
        }
        transform.translation += particle.velocity * playback.played;
    }
}

/// A new particle with random direction and size.
fn emit(kind: ParticleKind, number: usize, count: i32, now: f32) -> Particle {
    let chance = |which: u32| hash_noise(count, which as i32, 733);
    let out = Vec2::from_angle(chance(1) * std::f32::consts::TAU) * chance(2);
    let (pace, up, lifetime, size) = match kind {
        ParticleKind::Spark => (1.6, 1.2 + 1.6 * chance(3), 0.35 + 0.35 * chance(4), 0.035),
        ParticleKind::Splinter => (1.3, 0.8 + 1.2 * chance(3), 0.5 + 0.3 * chance(4), 0.045),
        ParticleKind::Leaf => (0.8, 0.6 + 0.8 * chance(3), 0.7 + 0.4 * chance(4), 0.06),
        ParticleKind::Violet => (2.6, 1.0 + 2.0 * chance(3), 0.3 + 0.3 * chance(4), 0.06),
        ParticleKind::Dust => (0.5, 0.25 + 0.2 * chance(3), 0.7 + 0.4 * chance(4), 0.22 + 0.12 * chance(5)),
    };
    Particle { number, kind, velocity: Vec3::new(out.x * pace, up, out.y * pace), born: now, lifetime, size }
}

/// The bursts since the last frame.
fn bursts(playback: &Playback, setup: &SceneSetup, view: &GameView, state: &mut ParticleState) -> Vec<Burst> {
    let context = EventContext::of(setup);
    let fresh = state.read.fresh(playback).unwrap_or_default();
    let mut bursts: Vec<Burst> =
        fresh.iter().filter_map(|entry| burst_of(view, &entry.event, &context, setup)).collect();
    state.ways.resize(playback.now.agents.len(), (Vec3::ZERO, 0.0));
    for (agent, (last, way)) in state.ways.iter_mut().enumerate() {
        let (Some(body), Some(person)) = (playback.body(agent), playback.now.agents.get(agent)) else { continue };
        if person.bodiless {
            continue;
        }
        let moved = flat(body.place - *last).length();
        *last = body.place;
        if moved > DUST_SPACING || person.gone.is_some() || body.speed() < DUST_SPEED {
            *way = 0.0;
            continue;
        }
        *way += moved;
        if *way >= DUST_SPACING {
            *way -= DUST_SPACING;
            bursts.push(Burst { at: body.place + Vec3::Y * 0.06, kind: ParticleKind::Dust, count: 2 });
        }
    }
    bursts
}

fn burst_of(view: &GameView, event: &MatchEvent, context: &EventContext<'_>, setup: &SceneSetup) -> Option<Burst> {
    let burst = describe(view, event, context)?.burst?;
    let at = Vec3::from(burst.at) + Vec3::Y * burst.up;
    let kind = burst.kind.unwrap_or_else(|| match setup.impact(at) {
        Impact::Sparks => ParticleKind::Spark,
        Impact::Splinters => ParticleKind::Splinter,
        Impact::Leaves => ParticleKind::Leaf,
        Impact::Dust => ParticleKind::Dust,
    });
    Some(Burst { at, kind, count: burst.count })
}
