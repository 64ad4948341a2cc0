//! Cover and views as soldiers judge them, against rays of another kind: those of shots, from and to heights of every sort.

use bevy::math::Vec3;
use quarry::{
    simulation::bake_level,
    world::{Body, level::DoorSet},
};
use quarry_minds::{
    protocol::{BodyPosture, TerrainService, label},
    queries::{cover_at, is_in_view},
};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::stage::{Court, library};

/// Pairs of places that are tested on each level.
const PAIRS: usize = 10_000;

#[test]
fn what_counts_as_cover_stops_every_shot_at_a_crouching_body() {
    let library = library();
    for level in ["yard", "depot"] {
        let baked = bake_level(&library, label(level)).unwrap();
        let TerrainService(terrain) = baked.terrain_service();
        let places = terrain.places();
        let mut chance = ChaCha8Rng::seed_from_u64(7);
        let (mut covered, mut hit) = (0, 0);
        for _ in 0..PAIRS {
            let place = places[chance.gen_range(0..places.len())].position;
            let threat = places[chance.gen_range(0..places.len())].position;
            if cover_at(&*terrain, place, [threat]) < 1.0 || place.distance(threat) < 1.0 {
                continue;
            }
            covered += 1;
            // From standing eyes to any height of a crouching body.
            let (from, to) = (threat + Vec3::Y * 1.6, place + Vec3::Y * chance.gen_range(0.4..0.95));
            if baked.site.sight.cast(from, to, DoorSet::default()).is_none() {
                hit += 1;
            }
        }
        assert!(covered > PAIRS / 4, "{level}: {covered} pairs with cover");
        assert!(hit * 100 <= covered, "{level}: {hit} of {covered} covered bodies can be hit");
    }
}

/// The table that evaluations of positions use says what rays say, for standing and crouched bodies.
#[test]
fn the_table_of_exposed_places_is_what_rays_say() {
    let library = library();
    for level in ["yard", "depot"] {
        let baked = bake_level(&library, label(level)).unwrap();
        let TerrainService(terrain) = baked.terrain_service();
        let places = terrain.places();
        let mut chance = ChaCha8Rng::seed_from_u64(6);
        let empty = baked.ground.exposure_bytes();
        // Few places for the eyes, so that some pairs come twice: from rays, then from the table.
        let eyes: Vec<usize> = (0..50).map(|_| chance.gen_range(0..places.len())).collect();
        let mut exposed = [0, 0];
        for pair in 0..PAIRS {
            let (from, to) = (eyes[pair % eyes.len()], chance.gen_range(0..places.len()));
            let (eyes_at, body) = (places[from].position + Vec3::Y * 1.6, places[to].position);
            let seen = [(BodyPosture::Crouched, &[0.4, 0.95][..]), (BodyPosture::Standing, &[0.4, 0.95, 1.2, 1.6][..])]
                .map(|(posture, heights)| {
                    let is_clear = |height: &f32| {
                        baked.site.sight.cast(eyes_at, body + Vec3::Y * *height, DoorSet::default()).is_none()
                    };
                    let by_rays = heights.iter().any(is_clear);
                    let by_table = terrain.is_place_exposed(from as u16, to as u16, posture);
                    assert_eq!(by_table, by_rays, "{level}: {posture:?} at {body} from {eyes_at}");
                    by_table
                });
            assert!(seen[1] || !seen[0], "a crouching body is exposed, a standing one is not");
            (0..2).for_each(|posture| exposed[posture] += usize::from(seen[posture]));
        }
        assert!(exposed[0] > PAIRS / 100 && exposed[1] > exposed[0], "{level}: {exposed:?}");
        // Three bits per pair of places, for the eyes that were asked about.
        let bytes = baked.ground.exposure_bytes() - empty;
        assert!(bytes > 0 && bytes <= eyes.len() * places.len().div_ceil(64) * 24, "{level}: {bytes} bytes");
    }
}

#[test]
fn what_counts_as_in_view_can_be_shot_at() {
    let library = library();
    let baked = bake_level(&library, label("depot")).unwrap();
    let TerrainService(terrain) = baked.terrain_service();
    let places = terrain.places();
    let mut chance = ChaCha8Rng::seed_from_u64(8);
    let mut seen = 0;
    for _ in 0..PAIRS {
        let (place, other) =
            (places[chance.gen_range(0..places.len())].position, places[chance.gen_range(0..places.len())].position);
        let cast = baked.site.sight.cast(place + Vec3::Y * 1.6, other + Vec3::Y * 1.2, DoorSet::default());
        assert_eq!(is_in_view(&*terrain, place, other), cast.is_none(), "{place} to {other}");
        seen += usize::from(cast.is_none());
    }
    assert!(seen > PAIRS / 50, "{seen} pairs in view");
}

#[test]
fn a_soldier_that_is_hit_from_out_of_sight_is_soon_behind_cover() {
    // Two low walls near the defender. It looks away from the attacker and has not seen it.
    let rows = [
        "##############################",
        "#x...............-...........#",
        "#................-...........#",
        "#............................#",
        "#......A.b...................#",
        "#................-...........#",
        "#................-...........#",
        "#............................#",
        "##############################",
    ];
    let mut court = Court::with(&rows, &[(3.5, 3.5)], &[(20.5, 3.5)], |agent| agent == 0);
    let hips = Vec3::new(20.5, 0.8, 3.5);
    court.aim(0, hips, false);
    // It faces east, so that the attacker in the west is behind it.
    court.face(1, 90.0);
    court.run(0.3);
    let aimed_at = court.get::<Body>(1).place;
    court.aim(0, aimed_at + Vec3::Y * 0.8, true);
    assert!(court.until(2.0, |court| court.health(1) < 100.0), "it is hit");
    court.board(0).gun.clear();
    assert!(court.lives(1), "once is not enough to kill");
    let terrain = court.app.world().resource::<TerrainService>().0.clone();
    let in_cover = |court: &Court| cover_at(&*terrain, court.get::<Body>(1).place, [Vec3::new(3.5, 0.0, 3.5)]) >= 1.0;
    assert!(court.until(4.0, in_cover), "{:?} is no cover", court.get::<Body>(1).place);
}
