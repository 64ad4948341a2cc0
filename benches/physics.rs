//! The same questions put to this project's own code and to Rapier's query pipeline: is a line clear, and which body does a ball meet?
//!
//! `cargo bench --no-default-features --bench physics`
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a benchmark without its data has nothing to measure")]
#![allow(missing_docs, reason = "criterion's macros make public functions")]

use std::{hint::black_box, path::Path};

use bevy::math::Vec3;
use bevy_rapier3d::rapier::{
    dynamics::RigidBodySet,
    geometry::{ColliderBuilder, ColliderHandle, ColliderSet},
    math::Isometry,
    na::Vector3,
    parry::{query::ShapeCastOptions, shape::Ball},
    pipeline::{QueryFilter, QueryPipeline},
};
use criterion::{Criterion, criterion_group, criterion_main};
use quarry::{
    data::{Library, body::BodySpec},
    games::hunt::SCHEMA,
    protocol::{Terrain, label},
    simulation::bake_level,
    world::{ball_meets_body, level::DoorSet},
};

/// Lines between places of the level at the height of eyes, and a ray at a time.
fn sight(c: &mut Criterion) {
    let library = Library::load(Path::new(env!("CARGO_MANIFEST_DIR")), &SCHEMA).expect("the shipped data is sound");
    let mut group = c.benchmark_group("sight");
    for name in ["courtyard", "dungeon", "manor"] {
        let baked = bake_level(&library, label(name)).expect("it bakes");
        let eyes: Vec<Vec3> = baked.ground.places().iter().map(|place| place.position + Vec3::Y * 1.6).collect();
        let lines: Vec<(Vec3, Vec3)> =
            (0..1000).map(|n| (eyes[n * 7 % eyes.len()], eyes[n * 31 % eyes.len()])).collect();
        let lines: Vec<(Vec3, Vec3)> = lines.into_iter().filter(|(from, to)| from.distance(*to) < 24.0).collect();
        let sight = &baked.site.sight;
        let open = DoorSet::default();
        let agree =
            lines.iter().filter(|(a, b)| sight.is_clear(*a, *b, open) == sight.cast(*a, *b, open).is_none()).count();
        assert!(agree * 1000 >= lines.len() * 999, "they agree on {agree} of {} lines", lines.len());
        let mut turn = 0;
        let mut next = || {
            turn = (turn + 1) % lines.len();
            lines[turn]
        };
        group.bench_function(format!("{name}: own tree"), |b| {
            b.iter(|| {
                let (from, to) = next();
                black_box(sight.is_clear(from, to, open))
            });
        });
        group.bench_function(format!("{name}: Rapier"), |b| {
            b.iter(|| {
                let (from, to) = next();
                black_box(sight.cast(from, to, open).is_none())
            });
        });
    }
    group.finish();
}

/// A projectile in flight for a tick, among bodies that all move in that tick.
fn projectiles(c: &mut Criterion) {
    let kind = BodySpec::default();
    let mut group = c.benchmark_group("projectile");
    for count in [4usize, 16, 200] {
        let place =
            |n: usize, tick: usize| Vec3::new((n * 37 % 60) as f32, 0.0, (n * 53 % 60) as f32 + tick as f32 * 0.001);
        let flight = |tick: usize| {
            let from = Vec3::new((tick * 13 % 60) as f32, 1.2, (tick * 29 % 60) as f32);
            (from, from + Vec3::new(0.5, -0.01, 0.3))
        };
        let mut tick = 0;
        group.bench_function(format!("{count} bodies: own"), |b| {
            b.iter(|| {
                tick += 1;
                let (from, to) = flight(tick);
                let near =
                    (0..count).filter_map(|n| ball_meets_body(from, to, 0.12, place(n, tick), kind.height, &kind));
                black_box(near.fold(f32::INFINITY, f32::min))
            });
        });
        let mut colliders = ColliderSet::new();
        let half = kind.height * 0.5;
        let handles: Vec<ColliderHandle> =
            (0..count).map(|_| colliders.insert(ColliderBuilder::cylinder(half, kind.radius))).collect();
        let (bodies, mut pipeline) = (RigidBodySet::new(), QueryPipeline::new());
        pipeline.update(&colliders);
        group.bench_function(format!("{count} bodies: Rapier"), |b| {
            b.iter(|| {
                tick += 1;
                for (n, handle) in handles.iter().enumerate() {
                    let at = place(n, tick);
                    colliders[*handle].set_position(Isometry::translation(at.x, at.y + half, at.z));
                }
                pipeline.update_incremental(&colliders, &handles, &[], true);
                let (from, to) = flight(tick);
                let way = to - from;
                let velocity = Vector3::new(way.x, way.y, way.z);
                let options = ShapeCastOptions::with_max_time_of_impact(1.0);
                let at = Isometry::translation(from.x, from.y, from.z);
                let filter = QueryFilter::default();
                black_box(pipeline.cast_shape(&bodies, &colliders, &at, &velocity, &Ball::new(0.12), options, filter))
            });
        });
    }
    group.finish();
}

criterion_group!(benches, sight, projectiles);
criterion_main!(benches);
