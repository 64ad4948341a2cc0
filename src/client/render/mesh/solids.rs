//! Boxes with bevelled edges, stairs, rings and bent tubes.

use bevy::prelude::*;

use super::{MeshBuffer, Vertex};

impl MeshBuffer {
    /// Adds a box of this half size with edges bevelled by `bevel` metres; 0 leaves them sharp, for a quarter of the triangles.
    pub fn bevelled_box(&mut self, half: Vec3, bevel: f32, transform: &Transform) {
        let bevel = bevel.min(half.min_element() * 0.45).max(0.0);
        let inner = half - Vec3::splat(bevel);
        // Three vertices per corner, one for each adjacent face.
        let mut index = [[0u32; 3]; 8];
        for (corner, faces) in index.iter_mut().enumerate() {
            let sign = Vec3::new(
                if corner & 1 == 0 { -1.0 } else { 1.0 },
                if corner & 2 == 0 { -1.0 } else { 1.0 },
                if corner & 4 == 0 { -1.0 } else { 1.0 },
            );
            for (axis, vertex) in faces.iter_mut().enumerate() {
                let mut normal = Vec3::ZERO;
                normal[axis] = sign[axis];
                let local = sign * inner + normal * bevel;
                let uv = match axis {
                    0 => Vec2::new(local.z, -local.y),
                    1 => Vec2::new(local.x, local.z),
                    _ => Vec2::new(local.x, -local.y),
                } / self.tile_size;
                *vertex = self.push(transform.transform_point(local), transform.rotation * normal, uv, 1.0);
            }
        }
        for axis in 0..3usize {
            let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
            for side in 0..2usize {
                let at = |a: usize, b: usize| index[side << axis | a << u | b << v][axis];
                let (a, b, c, d) = (at(0, 0), at(1, 0), at(1, 1), at(0, 1));
                self.quad_facing(a, b, c, d, side == 1);
            }
            if bevel <= 0.0 {
                continue;
            }
            // The bevels of the edges along this axis.
            for first in 0..2usize {
                for second in 0..2usize {
                    let at = |along: usize, face: usize| index[along << axis | first << u | second << v][face];
                    let (a, b, c, d) = (at(0, u), at(1, u), at(1, v), at(0, v));
                    self.quad_facing(a, b, c, d, first != second);
                }
            }
        }
        for (corner, [x, y, z]) in index.into_iter().enumerate().filter(|_| bevel > 0.0) {
            if (corner.count_ones() & 1) == 1 {
                self.triangle(x, y, z);
            } else {
                self.triangle(x, z, y);
            }
        }
    }

    fn quad_facing(&mut self, a: u32, b: u32, c: u32, d: u32, as_listed: bool) {
        if as_listed {
            self.indices.extend([a, b, c, a, c, d]);
        } else {
            self.indices.extend([a, c, b, a, d, c]);
        }
    }

    /// Adds stairs in a box of this half size, from the bottom at +z to the top at -z.
    pub fn steps(&mut self, half: Vec3, transform: &Transform) {
        let count = (half.y * 2.0 / 0.18).round().max(2.0);
        let (tread, riser) = (half.z * 2.0 / count, half.y * 2.0 / count);
        for step in 0..count as u32 {
            let step = step as f32;
            let (front, top) = (half.z - step * tread, -half.y + (step + 0.5) * riser);
            let bottom = if step == 0.0 { -half.y } else { top - riser };
            self.step_face(transform, [front, front], [bottom, top], half.x);
            self.step_face(transform, [front, front - tread], [top, top], half.x);
            for side in [-1.0f32, 1.0] {
                let corners = [(front, -half.y), (front - tread, -half.y), (front - tread, top), (front, top)];
                let mut face = corners.map(|(z, y)| Vertex {
                    at: transform.transform_point(Vec3::new(side * half.x, y, z)),
                    uv: Vec2::new(z, -y) / self.tile_size,
                    light: 1.0,
                });
                if side < 0.0 {
                    face.reverse();
                }
                self.quad(face, transform.rotation * Vec3::X * side);
            }
        }
        let back = [(-1.0, -1.0), (-1.0, 1.0), (1.0, 1.0), (1.0, -1.0)].map(|(x, y)| Vertex {
            at: transform.transform_point(Vec3::new(x, y, -1.0) * half),
            uv: Vec2::new(x * half.x, -y * half.y) / self.tile_size,
            light: 1.0,
        });
        self.quad(back, transform.rotation * Vec3::NEG_Z);
    }

    /// Adds one riser or tread, from the first depth and height to the second.
    fn step_face(&mut self, transform: &Transform, z: [f32; 2], y: [f32; 2], half_width: f32) {
        let normal = if z[0] == z[1] { Vec3::Z } else { Vec3::Y };
        let at = |x: f32, end: usize, light: f32| Vertex {
            at: transform.transform_point(Vec3::new(x * half_width, y[end], z[end])),
            uv: Vec2::new(x * half_width, z[end] - y[end]) / self.tile_size,
            light,
        };
        // Darker where riser and tread meet, so that single steps are visible.
        let (low, high) = if z[0] == z[1] { (0.55, 0.85) } else { (1.0, 0.6) };
        self.quad(
            [at(-1.0, 0, low), at(1.0, 0, low), at(1.0, 1, high), at(-1.0, 1, high)],
            transform.rotation * normal,
        );
    }

    /// Adds a tube along points with a radius at each. The ends are open; a radius near 0 closes them.
    pub fn tube(&mut self, points: &[(Vec3, f32)], sides: u32, transform: &Transform) {
        let mut previous: Option<u32> = None;
        let mut length = 0.0;
        let mut transported: Option<Vec3> = None;
        for (number, (at, radius)) in points.iter().enumerate() {
            let before = points.get(number.saturating_sub(1)).map_or(*at, |(point, _)| *point);
            let after = points.get(number + 1).map_or(*at, |(point, _)| *point);
            let along = (after - before).normalize_or(Vec3::Y);
            // Transported from ring to ring, so that the tube does not twist.
            let across = transported
                .map(|before| before.reject_from_normalized(along))
                .and_then(Vec3::try_normalize)
                .unwrap_or_else(|| along.any_orthonormal_vector());
            transported = Some(across);
            let third = along.cross(across);
            length += at.distance(before);
            let first = self.positions.len() as u32;
            for side in 0..=sides {
                let turn = side as f32 / sides as f32 * std::f32::consts::TAU;
                let out = across * turn.cos() + third * turn.sin();
                let uv = Vec2::new(side as f32 / sides as f32 * 0.5, length / self.tile_size);
                self.push(transform.transform_point(*at + out * *radius), transform.rotation * out, uv, 1.0);
            }
            if let Some(last) = previous {
                for side in 0..sides {
                    let (a, b, c, d) = (last + side, last + side + 1, first + side + 1, first + side);
                    self.indices.extend([a, b, c, a, c, d]);
                }
            }
            previous = Some(first);
        }
    }

    /// Adds a torus of this radius in the xy plane.
    pub fn ring(&mut self, radius: f32, thickness: f32, transform: &Transform) {
        let points: Vec<(Vec3, f32)> = (0..=20)
            .map(|step| {
                let turn = step as f32 / 20.0 * std::f32::consts::TAU;
                (Vec3::new(turn.cos(), turn.sin(), 0.0) * radius, thickness)
            })
            .collect();
        self.tube(&points, 8, transform);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faces_outward(shape: &MeshBuffer) {
        for triangle in shape.indices.chunks(3) {
            let [a, b, c] = [0, 1, 2].map(|corner| Vec3::from(shape.positions[triangle[corner] as usize]));
            let normal = (b - a).cross(c - a);
            let middle = (a + b + c) / 3.0;
            assert!(normal.dot(middle) > 0.0, "a triangle at {middle} faces inward");
        }
    }

    #[test]
    fn a_bevelled_box_is_closed_and_faces_outward() {
        let mut shape = MeshBuffer::new(1.0);
        shape.bevelled_box(Vec3::new(0.5, 1.0, 0.7), 0.05, &Transform::IDENTITY);
        assert_eq!(shape.triangles(), 44);
        faces_outward(&shape);
        let mut sharp = MeshBuffer::new(1.0);
        sharp.bevelled_box(Vec3::new(0.5, 1.0, 0.7), 0.0, &Transform::IDENTITY);
        assert_eq!(sharp.triangles(), 12);
        faces_outward(&sharp);
    }

    #[test]
    fn a_ball_faces_outward() {
        let mut shape = MeshBuffer::new(1.0);
        shape.ball(Vec3::splat(0.5), &Transform::IDENTITY);
        shape.leafy_box(Vec3::splat(0.5), &Transform::from_xyz(0.0, 0.0, 0.0));
        let thin = shape.indices.chunks(3).filter(|corners| corners[0] == corners[1] || corners[1] == corners[2]);
        assert_eq!(thin.count(), 0);
    }
}
