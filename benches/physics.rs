//! The same questions put to this project's own code and to the bounding volume hierarchy of parry, on which Rapier's queries rest: is a
//! line clear, and which body does a ball meet?
//!
//! `cargo bench --no-default-features --bench physics`
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a benchmark without its data has nothing to measure")]
#![allow(missing_docs, reason = "criterion's macros make public functions")]

use std::{hint::black_box, path::Path};

use bevy::math::{Quat, Vec3};
use bevy_rapier3d::{
    parry::{
        bounding_volume::BoundingVolume,
        partitioning::{Bvh, BvhBuildStrategy, BvhWorkspace},
        query::{ShapeCastOptions, cast_shapes},
    },
    rapier::{
        geometry::{Aabb, Ball, Cylinder, Ray, Shape, SharedShape},
        math::Pose,
    },
};
use criterion::{Criterion, criterion_group, criterion_main};
use quarry::{
    data::{Library, body::BodySpec},
    games::hunt::SCHEMA,
    simulation::bake_level,
    world::{ball_meets_body, level::DoorSet, sight::shape_of},
};
use quarry_minds::protocol::{Terrain, label};

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
        let open = DoorSet::ALL;
        let shapes: Vec<(SharedShape, Pose)> = baked.site.built.solids.iter().filter_map(shape_of).collect();
        let boxes: Vec<Aabb> = shapes.iter().map(|(shape, at)| shape.compute_aabb(at)).collect();
        let tree = Bvh::from_leaves(BvhBuildStrategy::Ploc, &boxes);
        let cast = |from: Vec3, to: Vec3| {
            let ray = Ray::new(from, (to - from).normalize());
            let test = |leaf: u32, best: f32| {
                let (shape, at) = &shapes[leaf as usize];
                shape.cast_ray(at, &ray, best, true)
            };
            tree.cast_ray(&ray, from.distance(to), test)
        };
        let agree = lines.iter().filter(|(a, b)| sight.is_clear(*a, *b, open) == cast(*a, *b).is_none()).count();
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
        group.bench_function(format!("{name}: parry"), |b| {
            b.iter(|| {
                let (from, to) = next();
                black_box(cast(from, to).is_none())
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
        let half = kind.height * 0.5;
        let (body, ball) = (Cylinder::new(half, kind.radius), Ball::new(0.12));
        let at = |n: usize, tick: usize| Pose::from_parts(place(n, tick) + Vec3::Y * half, Quat::IDENTITY);
        let (mut tree, mut memory) = (Bvh::new(), BvhWorkspace::default());
        group.bench_function(format!("{count} bodies: parry"), |b| {
            b.iter(|| {
                tick += 1;
                (0..count).for_each(|n| tree.insert(body.compute_aabb(&at(n, tick)), n as u32));
                tree.refit(&mut memory);
                let (from, to) = flight(tick);
                let [start, end] = [from, to].map(|point| Pose::from_parts(point, Quat::IDENTITY));
                let swept = ball.compute_aabb(&start).merged(&ball.compute_aabb(&end));
                let options = ShapeCastOptions::with_max_time_of_impact(1.0);
                let hits = tree.intersect_aabb(&swept).filter_map(|n| {
                    let body_at = at(n as usize, tick);
                    cast_shapes(&start, to - from, &ball, &body_at, Vec3::ZERO, &body, options).ok().flatten()
                });
                black_box(hits.map(|hit| hit.time_of_impact).fold(f32::INFINITY, f32::min))
            });
        });
    }
    group.finish();
}

criterion_group!(benches, sight, projectiles);
criterion_main!(benches);
