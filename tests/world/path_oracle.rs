//! Our paths against another implementation of Polyanya (the crate `polyanya`) on the same mesh.
//!
//! In less than one of a hundred pairs the oracle takes a detour of up to 15 cm. Our path may therefore be
//! shorter, if it stays on the mesh, but never longer.

use std::collections::{BTreeMap, HashMap};

use bevy::math::{Vec2, Vec3, Vec3Swizzles};
use polyanya::{Mesh, Polygon, Vertex};
use quarry::motion::navigation::{NavMesh, NavPoint};
use quarry_minds::protocol::{RngStream, rng_for};
use rand::Rng;

use super::tours::shipped;

const PAIRS: usize = 300;
/// The largest relative difference of two lengths. Both implementations use single precision.
const TOLERANCE: f32 = 1e-3;

/// A triangle of vertex numbers, wound so that its area in (x, z) is positive.
type Triangle = [u32; 3];

/// The same mesh for the oracle. Its vertices list their polygons counter-clockwise, with -1 for a gap.
fn oracle(mesh: &NavMesh) -> Mesh {
    let mut numbers: HashMap<[u32; 3], u32> = HashMap::new();
    let mut vertices: Vec<Vec3> = Vec::new();
    let triangles: Vec<Triangle> = (0..mesh.len() as u32)
        .map(|triangle| {
            mesh.corners(triangle).map(|corner| {
                *numbers.entry(corner.to_array().map(f32::to_bits)).or_insert_with(|| {
                    vertices.push(corner);
                    vertices.len() as u32 - 1
                })
            })
        })
        .collect();
    // For each vertex and the far end of a triangle's first edge: the triangle and the far end of its last edge.
    let mut around: Vec<BTreeMap<u32, (usize, u32)>> = vec![BTreeMap::new(); vertices.len()];
    for (index, corners) in triangles.iter().enumerate() {
        for turn in 0..3 {
            let [vertex, begins, ends] = [0, 1, 2].map(|step| corners[(turn + step) % 3]);
            around[vertex as usize].insert(begins, (index, ends));
        }
    }
    let vertices = vertices.iter().zip(&around).map(|(at, fans)| {
        let mut polygons = Vec::new();
        let ends: Vec<u32> = fans.values().map(|(_, end)| *end).collect();
        let mut starts: Vec<u32> = fans.keys().copied().filter(|begins| !ends.contains(begins)).collect();
        let inner = starts.is_empty();
        if inner {
            starts.extend(fans.keys().next());
        }
        for start in starts {
            let mut edge = start;
            while let Some((triangle, end)) = fans.get(&edge) {
                polygons.push(*triangle as isize);
                edge = *end;
                if edge == start {
                    break;
                }
            }
            if !inner {
                polygons.push(-1);
            }
        }
        Vertex::new([at.x, at.z].into(), polygons)
    });
    let polygons = triangles.iter().map(|corners| Polygon::new(corners.to_vec(), false)).collect();
    Mesh::new(vertices.collect(), polygons)
}

/// The number of triangles above or below a point, with a margin of area in m². The oracle has no heights.
fn triangles_at(mesh: &NavMesh, point: Vec2, margin: f32) -> usize {
    let inside = |triangle: &u32| {
        let [a, b, c] = mesh.corners(*triangle).map(|corner| corner.xz());
        let area = |a: Vec2, b: Vec2, c: Vec2| (b - a).perp_dot(c - a);
        area(a, b, point) >= -margin && area(b, c, point) >= -margin && area(c, a, point) >= -margin
    };
    (0..mesh.len() as u32).filter(inside).count()
}

fn flat(at: NavPoint) -> [f32; 2] {
    [at.point.x, at.point.z]
}

/// A point that both implementations find on the mesh: the oracle misses some in thin triangles.
fn draw(mesh: &NavMesh, oracle: &Mesh, rng: &mut impl Rng) -> NavPoint {
    loop {
        let triangle = rng.gen_range(0..mesh.len() as u32);
        let [a, b, c] = mesh.corners(triangle);
        // Away from the edges, so that both implementations find the same triangle.
        let (mut u, mut v) = (rng.gen_range(0.02..0.98_f32), rng.gen_range(0.02..0.98_f32));
        if u + v > 1.0 {
            (u, v) = (1.0 - u, 1.0 - v);
        }
        let point = a + (b - a) * u + (c - a) * v;
        let drawn = NavPoint { point, triangle };
        if triangles_at(mesh, point.xz(), 1e-4) == 1 && oracle.point_in_mesh(flat(drawn).into()) {
            return drawn;
        }
    }
}

fn compare(name: &str) {
    let level = shipped(name);
    let mesh = &level.ground.mesh;
    let oracle = oracle(mesh);
    let mut rng = rng_for(1, RngStream::Setup);
    let mut corners = Vec::new();
    let (mut shorter, mut wrong) = (0, Vec::new());
    for _ in 0..PAIRS {
        let (from, to) = (draw(mesh, &oracle, &mut rng), draw(mesh, &oracle, &mut rng));
        mesh.path(from, to, &mut corners).expect("the mesh is connected");
        let mut ours = 0.0;
        let mut last = from.point;
        for corner in &corners {
            ours += last.xz().distance(corner.xz());
            let on_mesh = |step: u32| triangles_at(mesh, last.lerp(*corner, step as f32 / 20.0).xz(), 1e-3) > 0;
            assert!((1..20).all(on_mesh), "{name}: the leg from {last} to {corner} leaves the mesh");
            last = *corner;
        }
        let [there, back] = [(from, to), (to, from)].map(|(from, to)| oracle.path(flat(from).into(), flat(to).into()));
        // Of its two paths the shorter one: a detour is rarely made both ways.
        let theirs = there.zip(back).map(|(there, back)| there.length.min(back.length));
        let margin = TOLERANCE * ours.max(1.0);
        shorter += u32::from(theirs.is_some_and(|theirs| ours < theirs - margin));
        if theirs.is_none_or(|theirs| ours > theirs + margin) {
            wrong.push((from.point, to.point, ours, theirs));
        }
    }
    assert!(wrong.is_empty(), "{name}: {} of {PAIRS} are longer: {:?}", wrong.len(), &wrong[..wrong.len().min(8)]);
    assert!(
        shorter <= PAIRS as u32 / 100,
        "{name}: the oracle found {shorter} of {PAIRS} longer paths: is it the same mesh?"
    );
}

#[test]
fn paths_through_the_courtyard_are_the_shortest() {
    compare("courtyard");
}

#[test]
fn paths_through_the_manor_are_the_shortest() {
    compare("manor");
}

#[test]
fn paths_through_the_dungeon_are_the_shortest() {
    compare("dungeon");
}

#[test]
fn paths_through_the_crowd_hall_are_the_shortest() {
    compare("crowd");
}
