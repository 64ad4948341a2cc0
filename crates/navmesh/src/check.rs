//! What the builder cannot cope with, found before and after its work.

use thiserror::Error;

use crate::{Bounds, Mesh, NavAgent, Shape, Solid, solid::Heights};

/// The longest side of a level on the ground, in metres: it must fit into one tile.
pub const MAX_SIDE: f32 = 400.0;
/// The largest height of a level, in metres: the builder counts layers of 5 cm in 16 bits.
pub const MAX_HEIGHT: f32 = 1000.0;
/// Solids reach at most this far from the centre of the level, in metres.
const MAX_REACH: f32 = 4000.0;
/// The most ground that is looked at, in square metres: each is a hundred cells, for every metre of an obstacle's height and every
/// face of a surface. This takes about a minute; the largest of the shipped levels needs a twentieth of it.
const MAX_WORK: f32 = 1e6;

/// Why there is no mesh.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum NavMeshError {
    /// The level does not fit.
    #[error(
        "the level measures {width} by {depth} by {height} m (x, z, y); a navigation mesh needs more than 0 and at most {MAX_SIDE} m on the ground and {MAX_HEIGHT} m in height"
    )]
    Bounds {
        /// Along x, in metres.
        width: f32,
        /// Along z, in metres.
        depth: f32,
        /// Along y, in metres.
        height: f32,
    },
    /// An agent that no mesh can be built for.
    #[error("the agent's {what} is {value}; it must be from {min} to {max}")]
    Agent {
        /// The field.
        what: &'static str,
        /// Its value.
        value: f32,
        /// The least that is allowed.
        min: f32,
        /// The most that is allowed.
        max: f32,
    },
    /// A solid that is none.
    #[error("solid {index}: {what}")]
    Solid {
        /// Its index in the input.
        index: usize,
        /// What is wrong with it, and what it should be.
        what: &'static str,
    },
    /// Building would take minutes.
    #[error(
        "solid {index} is too much for the navigation mesh: it and those before it would have it look at {square_metres} m² of ground, and at most {MAX_WORK} m² are looked at; use fewer, lower or smaller solids"
    )]
    TooMuchWork {
        /// The index of the first solid that is too much.
        index: usize,
        /// The ground under all solids up to this one, once for every metre of an obstacle's height, in square metres.
        square_metres: f32,
    },
    /// The level is too finely divided.
    #[error(
        "the navigation mesh has {triangles} triangles, and at most 65535 can be numbered: use fewer obstacles or a smaller level"
    )]
    TooManyTriangles {
        /// The number of triangles.
        triangles: usize,
    },
    /// The builder returned a mesh that contradicts itself.
    #[error("the navigation mesh is damaged: triangle {triangle} names a corner or a neighbour that does not exist")]
    Damaged {
        /// The first such triangle.
        triangle: usize,
    },
}

/// The sides of a box along x, y and z, in metres.
pub(crate) fn size(bounds: Bounds) -> [f32; 3] {
    std::array::from_fn(|axis| bounds.max[axis] - bounds.min[axis])
}

/// Whether the builder can work with this.
pub(crate) fn input(solids: &[Solid], bounds: Bounds, agent: NavAgent) -> Result<(), NavMeshError> {
    let [width, height, depth] = size(bounds);
    let on_ground = |side: f32| side > 0.0 && side <= MAX_SIDE;
    let corners = [bounds.min, bounds.max].concat();
    if !on_ground(width)
        || !on_ground(depth)
        || !(0.0..=MAX_HEIGHT).contains(&height)
        || !corners.iter().all(|number| number.abs() < MAX_REACH)
    {
        return Err(NavMeshError::Bounds { width, depth, height });
    }
    let ranges = [
        ("radius", agent.radius, 0.01, 20.0),
        ("height", agent.height, 0.05, 100.0),
        ("step", agent.step, 0.0, 100.0),
        ("slope", agent.slope, 0.0, 89.0),
    ];
    for (what, value, min, max) in ranges {
        if !(min..=max).contains(&value) {
            return Err(NavMeshError::Agent { what, value, min, max });
        }
    }
    for (index, solid) in solids.iter().enumerate() {
        fault_of(solid).map_or(Ok(()), |what| Err(NavMeshError::Solid { index, what }))?;
    }
    Ok(())
}

/// Whether the builder is done in reasonable time.
pub(crate) fn work(solids: &[Solid], bounds: Bounds, heights: Heights) -> Result<(), NavMeshError> {
    let mut square_metres = 0.0;
    for (index, solid) in solids.iter().enumerate() {
        square_metres += solid.work(bounds, heights);
        if square_metres > MAX_WORK {
            return Err(NavMeshError::TooMuchWork { index, square_metres });
        }
    }
    Ok(())
}

fn fault_of(solid: &Solid) -> Option<&'static str> {
    let near = |numbers: &[f32]| numbers.iter().all(|number| number.abs() < MAX_REACH);
    if !near(&solid.centre) {
        return Some("its centre must be finite and within 4000 m");
    }
    let length = solid.rotation.iter().map(|part| part * part).sum::<f32>();
    if !(0.999..1.001).contains(&length) {
        return Some("its rotation must be a unit quaternion");
    }
    let sides: &[f32] = match &solid.shape {
        Shape::Box { half } => half,
        Shape::Cylinder { radius, half_height } => &[*radius, *half_height],
        Shape::Ball { radius } => std::slice::from_ref(radius),
        Shape::Mesh { corners, faces } => {
            return if !corners.iter().all(|corner| near(corner)) {
                Some("its corners must be finite and within 4000 m of its centre")
            } else if !faces.iter().flatten().all(|corner| (*corner as usize) < corners.len()) {
                Some("its faces must name corners that exist")
            } else {
                None
            };
        }
    };
    let fits = sides.iter().all(|side| *side > 0.0) && near(sides);
    (!fits).then_some("its sides must be more than 0 and less than 4000 m")
}

/// Whether the mesh is sound.
pub(crate) fn output(mesh: &Mesh) -> Result<(), NavMeshError> {
    let triangles = mesh.triangles.len();
    if triangles > usize::from(u16::MAX) {
        return Err(NavMeshError::TooManyTriangles { triangles });
    }
    let sound = |triangle: &crate::Triangle| {
        triangle.corners.iter().all(|corner| (*corner as usize) < mesh.vertices.len())
            && triangle.neighbours.iter().flatten().all(|neighbour| (*neighbour as usize) < triangles)
    };
    match mesh.triangles.iter().position(|triangle| !sound(triangle)) {
        Some(triangle) => Err(NavMeshError::Damaged { triangle }),
        None => Ok(()),
    }
}
