//! The distances between the places of a level: places near to each other are joined along straight lines and short paths, and the rest
//! follows from these joins.

use std::{cmp::Reverse, collections::BinaryHeap};

use quarry_minds::protocol::PlaceId;

use super::{barred::BarredDoors, mesh::NavMesh, places::PlaceGraph};

/// The largest distance between two places joined by a straight line, in metres.
const JOIN_STRAIGHT: f32 = 7.0;
/// The largest distance between two places joined around a corner, in metres.
const JOIN_AROUND: f32 = 4.0;

/// For each place those that it is joined with, and the way to them in metres.
pub(super) type PlaceJoins = Vec<Vec<(PlaceId, f32)>>;

/// The lengths of the paths between all places, in metres, row by row; infinite where there is none.
pub(super) struct DistanceTable {
    count: usize,
    lengths: Vec<f32>,
}

impl DistanceTable {
    /// The lengths that follow from the joins, by Dijkstra's algorithm from each place.
    pub fn new(joins: &PlaceJoins) -> Self {
        let count = joins.len();
        let mut lengths = vec![f32::INFINITY; count * count];
        let mut open = BinaryHeap::new();
        for from in 0..count {
            let reached = &mut lengths[from * count..(from + 1) * count];
            reached[from] = 0.0;
            open.push(Reverse((0_u32, from)));
            while let Some(Reverse((bits, at))) = open.pop() {
                let cost = f32::from_bits(bits);
                if cost > reached[at] {
                    continue;
                }
                for (to, length) in &joins[at] {
                    let sum = cost + length;
                    if sum < reached[usize::from(*to)] {
                        reached[usize::from(*to)] = sum;
                        open.push(Reverse((sum.to_bits(), usize::from(*to))));
                    }
                }
            }
        }
        Self { count, lengths }
    }

    /// The length between two places.
    pub fn get(&self, from: PlaceId, to: PlaceId) -> f32 {
        self.lengths.get(usize::from(from) * self.count + usize::from(to)).copied().unwrap_or(f32::INFINITY)
    }
}

impl PlaceGraph {
    /// Which places are joined with which.
    pub(super) fn join(&self, mesh: &NavMesh) -> PlaceJoins {
        let none = BarredDoors::default();
        let near = |from: PlaceId| self.around(self.place(from), JOIN_STRAIGHT * self.spacing);
        let join =
            |from| near(from).filter(|to| *to != from).filter_map(|to| self.way(mesh, from, to, &none)).collect();
        let mut joins: PlaceJoins = (0..self.places.len()).map(|from| join(from as PlaceId)).collect();
        joins.iter_mut().for_each(|joined| joined.sort_by_key(|(to, _)| *to));
        joins
    }

    /// The same where doors are barred.
    pub(super) fn join_around(&self, mesh: &NavMesh, barred: &BarredDoors) -> PlaceJoins {
        let radius = (JOIN_STRAIGHT + JOIN_AROUND) * self.spacing;
        let join = |from: PlaceId, joined: &Vec<(PlaceId, f32)>| {
            if !barred.are_near(self.place(from), radius) {
                return joined.clone();
            }
            joined.iter().filter_map(|(to, _)| self.way(mesh, from, *to, barred)).collect()
        };
        self.joins.iter().enumerate().map(|(from, joined)| join(from as PlaceId, joined)).collect()
    }

    /// Another place with the length of the way to it, if the two are to be joined.
    fn way(&self, mesh: &NavMesh, from: PlaceId, to: PlaceId, barred: &BarredDoors) -> Option<(PlaceId, f32)> {
        let (point, beyond) = (*self.points.get(usize::from(from))?, *self.points.get(usize::from(to))?);
        let (start, end) = (self.place(from), self.place(to));
        let distance = start.distance(end);
        let straight = distance <= JOIN_STRAIGHT * self.spacing && mesh.is_straight_walkable(point, end);
        if straight && !barred.are_between(start, end) {
            return Some((to, distance));
        }
        let around = JOIN_AROUND * self.spacing;
        if distance > around {
            return None;
        }
        let length = mesh.path_around(point, beyond, barred, &mut Vec::new())?;
        (length <= 2.0 * around).then_some((to, length))
    }
}
