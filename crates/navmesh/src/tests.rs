use proptest::prelude::*;

use crate::{Bounds, Mesh, NavAgent, NavMeshError, Shape, Solid, Triangle, build};

const UPRIGHT: [f32; 4] = [0.0, 0.0, 0.0, 1.0];
const BOUNDS: Bounds = Bounds { min: [0.0, 0.0, 0.0], max: [12.0, 3.0, 8.0] };

fn block(centre: [f32; 3], half: [f32; 3], area: Option<u16>) -> Solid {
    Solid { shape: Shape::Box { half }, centre, rotation: UPRIGHT, area }
}

/// A floor of 12 by 8 metres, whose top is at height 0.
fn floor() -> Solid {
    block([6.0, -0.1, 4.0], [6.0, 0.1, 4.0], Some(0))
}

fn room() -> Vec<Solid> {
    let ramp = [
        [-1.0, -0.5, 1.0],
        [1.0, -0.5, 1.0],
        [-1.0, -0.5, -1.0],
        [1.0, -0.5, -1.0],
        [-1.0, 0.5, -1.0],
        [1.0, 0.5, -1.0],
    ];
    let faces = [[0, 1, 5], [0, 5, 4], [0, 2, 3], [0, 3, 1], [2, 4, 5], [2, 5, 3], [0, 4, 2], [1, 3, 5]];
    vec![
        floor(),
        block([6.0, 1.5, 2.5], [0.125, 1.5, 2.5], None),
        Solid { shape: Shape::Cylinder { radius: 0.6, half_height: 1.25 }, ..block([3.0, 1.25, 4.0], [0.0; 3], None) },
        Solid { shape: Shape::Ball { radius: 0.5 }, ..block([9.0, 0.5, 5.0], [0.0; 3], None) },
        Solid {
            shape: Shape::Mesh { corners: ramp.to_vec(), faces: faces.to_vec() },
            ..block([10.0, 0.5, 2.0], [0.0; 3], Some(1))
        },
    ]
}

fn corners_of(mesh: &Mesh, triangle: &Triangle) -> [[f32; 3]; 3] {
    triangle.corners.map(|corner| mesh.vertices[corner as usize])
}

/// The area of the mesh seen from above, in square metres.
fn surface(mesh: &Mesh) -> f32 {
    let doubled = mesh.triangles.iter().map(|triangle| {
        let [a, b, c] = corners_of(mesh, triangle);
        ((b[0] - a[0]) * (c[2] - a[2]) - (b[2] - a[2]) * (c[0] - a[0])).abs()
    });
    doubled.sum::<f32>() / 2.0
}

fn covers(mesh: &Mesh, x: f32, z: f32) -> bool {
    let side = |p: [f32; 3], q: [f32; 3]| (q[0] - p[0]) * (z - p[2]) - (q[2] - p[2]) * (x - p[0]);
    mesh.triangles.iter().any(|triangle| {
        let [a, b, c] = corners_of(mesh, triangle);
        let sides = [side(a, b), side(b, c), side(c, a)];
        sides.iter().all(|side| *side >= 0.0) || sides.iter().all(|side| *side <= 0.0)
    })
}

#[test]
fn an_empty_floor_is_walkable_but_for_its_edge() {
    let mesh = build(&[floor()], BOUNDS, NavAgent::default()).unwrap();
    let expected = (12.0 - 0.6) * (8.0 - 0.6);
    assert!((surface(&mesh) - expected).abs() < expected * 0.05, "{} of {expected}", surface(&mesh));
    assert!(mesh.vertices.iter().all(|vertex| vertex[1].abs() < 0.11), "{:?}", mesh.vertices);
}

#[test]
fn obstacles_cut_holes_and_ramps_are_an_area_of_their_own() {
    let mesh = build(&room(), BOUNDS, NavAgent::default()).unwrap();
    for (x, z) in [(6.0, 2.0), (3.0, 4.0), (9.0, 5.0)] {
        assert!(!covers(&mesh, x, z), "the obstacle at {x}, {z} is walkable");
    }
    for (x, z) in [(1.0, 1.0), (6.0, 6.5), (10.0, 2.0)] {
        assert!(covers(&mesh, x, z), "the ground at {x}, {z} is not walkable");
    }
    let top_of_ramp = |triangle: &&Triangle| triangle.area == 1;
    let ramp = mesh.triangles.iter().filter(top_of_ramp).flat_map(|triangle| corners_of(&mesh, triangle));
    let highest = ramp.map(|corner| corner[1]).fold(0.0, f32::max);
    assert!(highest > 0.5, "the ramp rises to {highest} m only");
}

#[test]
fn links_lead_to_neighbours_that_share_the_edge_and_back() {
    let mesh = build(&room(), BOUNDS, NavAgent::default()).unwrap();
    let mut links = 0;
    for (index, triangle) in mesh.triangles.iter().enumerate() {
        for (edge, neighbour) in triangle.neighbours.iter().enumerate() {
            let Some(neighbour) = neighbour else { continue };
            let other = &mesh.triangles[*neighbour as usize];
            let ends = [triangle.corners[edge], triangle.corners[(edge + 1) % 3]];
            assert!(ends.iter().all(|end| other.corners.contains(end)), "{index} and {neighbour} share no edge");
            assert!(other.neighbours.contains(&Some(index as u32)), "{neighbour} does not lead back to {index}");
            links += 1;
        }
    }
    assert!(links > 20, "{links} links");
}

#[test]
fn the_same_input_gives_the_same_mesh_on_any_thread() {
    let once = build(&room(), BOUNDS, NavAgent::default()).unwrap();
    let again = std::thread::spawn(|| build(&room(), BOUNDS, NavAgent::default())).join().unwrap().unwrap();
    let bits = |mesh: &Mesh| mesh.vertices.iter().flatten().map(|number| number.to_bits()).collect::<Vec<u32>>();
    assert_eq!(bits(&once), bits(&again));
    assert_eq!(once.triangles, again.triangles);
}

/// Recorded once. Another mesh means other matches, and shipped recordings and pinned digests that no longer hold.
#[test]
fn the_mesh_is_the_recorded_one() {
    let mesh = build(&room(), BOUNDS, NavAgent::default()).unwrap();
    let numbers = mesh.vertices.iter().flatten().map(|number| number.to_bits());
    let corners = mesh.triangles.iter().flat_map(|triangle| triangle.corners);
    // FNV-1a
    let hash = numbers.chain(corners).fold(0xcbf2_9ce4_8422_2325_u64, |hash, word| {
        word.to_le_bytes().iter().fold(hash, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
    });
    assert_eq!((mesh.vertices.len(), mesh.triangles.len(), hash), (55, 61, 11_745_029_698_941_976_574));
}

#[test]
fn no_solids_mean_no_ground() {
    assert_eq!(build(&[], BOUNDS, NavAgent::default()), Ok(Mesh::default()));
}

#[test]
fn bad_geometry_is_an_error() {
    let agent = NavAgent::default();
    let of = |solid: Solid| build(&[floor(), solid], BOUNDS, agent);
    let fine = floor();
    let bad = [
        Solid { centre: [f32::NAN, 0.0, 0.0], ..fine.clone() },
        Solid { centre: [f32::INFINITY, 0.0, 0.0], ..fine.clone() },
        Solid { rotation: [0.0; 4], ..fine.clone() },
        Solid { shape: Shape::Box { half: [1.0, -1.0, 1.0] }, ..fine.clone() },
        Solid { shape: Shape::Cylinder { radius: f32::NAN, half_height: 1.0 }, ..fine.clone() },
        Solid { shape: Shape::Ball { radius: 0.0 }, ..fine.clone() },
        Solid { shape: Shape::Mesh { corners: vec![[0.0; 3]; 3], faces: vec![[0, 1, 3]] }, ..fine.clone() },
        Solid { shape: Shape::Mesh { corners: vec![[f32::NAN; 3]; 3], faces: vec![[0, 1, 2]] }, ..fine },
    ];
    for solid in bad {
        let result = of(solid.clone());
        assert!(matches!(result, Err(NavMeshError::Solid { index: 1, .. })), "{solid:?}: {result:?}");
    }
    let empty = Bounds { min: [0.0; 3], max: [0.0; 3] };
    let endless = Bounds { min: [0.0; 3], max: [f32::INFINITY, 1.0, 1.0] };
    let large = Bounds { min: [0.0; 3], max: [401.0, 3.0, 5.0] };
    for bounds in [empty, endless, large] {
        assert!(matches!(build(&[floor()], bounds, agent), Err(NavMeshError::Bounds { .. })), "{bounds:?}");
    }
    let giant = NavAgent { radius: f32::NAN, ..agent };
    assert!(matches!(build(&[floor()], BOUNDS, giant), Err(NavMeshError::Agent { what: "radius", .. })));
}

/// A tower far higher than the level took minutes, all of it beyond the level.
#[test]
fn what_is_beyond_the_level_costs_nothing() {
    let tower = |half: f32| block([6.0, 0.0, 4.0], [1.0, half, 1.0], None);
    let built = |half: f32| build(&[floor(), tower(half)], BOUNDS, NavAgent::default());
    let (low, high) = (built(6.0).unwrap(), built(3999.0).unwrap());
    assert!(!covers(&low, 6.0, 4.0) && !covers(&high, 6.0, 4.0));
    assert!((surface(&low) - surface(&high)).abs() < 0.1, "{} and {}", surface(&low), surface(&high));
    let wide = block([6.0, 0.0, 4.0], [3999.0; 3], None);
    let crowd = vec![wide.clone(); 10_000];
    assert!(matches!(build(&crowd, BOUNDS, NavAgent::default()), Err(NavMeshError::TooMuchWork { .. })));
    let hall = Bounds { min: [0.0; 3], max: [400.0, 1000.0, 400.0] };
    let result = build(&[wide], hall, NavAgent::default());
    assert!(matches!(result, Err(NavMeshError::TooMuchWork { index: 0, .. })), "{result:?}");
}

fn any_solid() -> impl Strategy<Value = Solid> {
    let number = prop_oneof![8 => -20.0..20.0_f32, 1 => Just(0.0), 1 => Just(3999.0), 1 => any::<f32>()];
    let numbers = prop::array::uniform3(number);
    let shape = (0..4, numbers.clone()).prop_map(|(kind, half)| match kind {
        0 => Shape::Box { half: half.map(f32::abs) },
        1 => Shape::Cylinder { radius: half[0].abs(), half_height: half[1].abs() },
        2 => Shape::Ball { radius: half[0].abs() },
        _ => Shape::Mesh { corners: vec![half, [half[1], half[2], half[0]], [0.0; 3]], faces: vec![[0, 1, 2]] },
    });
    (shape, numbers, prop::option::of(0..3_u16)).prop_map(|(shape, centre, area)| Solid {
        shape,
        centre,
        rotation: UPRIGHT,
        area,
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Whatever comes in, the answer is a sound mesh or an error.
    #[test]
    fn nothing_panics(solids in prop::collection::vec(any_solid(), 0..6)) {
        if let Ok(mesh) = build(&solids, BOUNDS, NavAgent::default()) {
            for triangle in &mesh.triangles {
                prop_assert!(triangle.corners.iter().all(|corner| (*corner as usize) < mesh.vertices.len()));
            }
        }
    }
}
