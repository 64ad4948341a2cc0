//! Holding an angle: which point to watch while a target is out of sight.

use bevy_math::Vec3;

use crate::{
    protocol::{PlaceId, Terrain},
    queries::is_in_view,
};

/// A place counts as on the way if the way over it is longer by at most this, in metres.
const DETOUR: f32 = 2.0;

/// Where a target will come into view of a point if it comes the shortest way: the target itself if it is in view, otherwise the place
/// on its way that is nearest to it and in view. Without such a place, the target.
pub fn watched_corner(terrain: &dyn Terrain, from: Vec3, target: Vec3) -> Vec3 {
    if is_in_view(terrain, from, target) {
        return target;
    }
    let (here, there) = (terrain.nearest_place(from), terrain.nearest_place(target));
    let way = terrain.place_distance(there, here);
    if !way.is_finite() {
        return target;
    }
    let mut near = Vec::new();
    terrain.places_within(from, way + DETOUR, &mut near);
    let on_the_way = |place: &PlaceId| {
        let (gone, left) = (terrain.place_distance(there, *place), terrain.place_distance(*place, here));
        (gone + left <= way + DETOUR && terrain.is_place_visible(here, *place)).then_some((gone, *place))
    };
    let mut corners: Vec<(f32, PlaceId)> = near.iter().filter_map(on_the_way).collect();
    corners.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let at = |(_, place): &(f32, PlaceId)| terrain.places().get(usize::from(*place)).map(|place| place.position);
    corners.iter().filter_map(at).find(|corner| is_in_view(terrain, from, *corner)).unwrap_or(target)
}
