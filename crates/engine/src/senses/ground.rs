//! Reports places in view that are empty, so that minds can rule out hypotheses.
//!
//! Uses the precomputed visibility between places, cones and range; casts no rays.

use bevy::{ecs::prelude::*, math::Vec3};
use quarry_minds::{
    cone::{EyePose, VisionCones},
    protocol::{
        AgentId, MatchThreads, PerceptSource, Percepts, PlaceId, SimulationClock, Subject, TerrainService, UpdateSlices,
    },
};

use super::{
    agent_snapshot::AgentSnapshots,
    awareness::Awareness,
    setup::{AgentSenses, PerceptionSettings},
    things::static_percept,
    words::PerceptNames,
};

/// Reports the empty places that each agent sees, on its own ticks.
pub(super) fn report_clear_places(
    clock: Res<SimulationClock>,
    settings: Res<PerceptionSettings>,
    slices: Res<UpdateSlices>,
    terrain: Res<TerrainService>,
    snapshots: Res<AgentSnapshots>,
    words: Res<PerceptNames>,
    threads: Res<MatchThreads>,
    mut parts: Local<Vec<Vec<PlaceId>>>,
    mut agents: Query<(&AgentId, &AgentSenses, &VisionCones, &Awareness, &mut Percepts)>,
) {
    let terrain = &*terrain.0;
    let observers = agents.iter_mut().filter_map(|(agent, kit, cones, awareness, percepts)| {
        let every = settings.0.place_interval.max(slices.look_interval(*agent));
        let has_turn = clock.is_turn_of(*agent, every);
        let observer = snapshots.get(*agent).filter(|_| has_turn)?;
        let looks = observer.concealment.is_none() && observer.attention.sees();
        looks.then_some((observer, kit, cones, awareness, percepts))
    });
    threads.each_with(observers, &mut parts, |near, (observer, kit, cones, awareness, percepts)| {
        let range = kit.0.vision.clear_range;
        let here = terrain.nearest_place(observer.place);
        let eyes = EyePose::new(observer.eyes, observer.gaze);
        terrain.places_within(observer.place, range, near);
        for &number in near.iter() {
            let Some(place) = terrain.places().get(usize::from(number)) else { continue };
            if !terrain.is_place_visible(here, number) {
                continue;
            }
            let chest = place.position + Vec3::Y;
            if cones.strength(&eyes, chest) * observer.attention.sight < kit.0.vision.min_notice_strength {
                continue;
            }
            let within = settings.0.occupied_radius;
            let in_the_way = |watched: &super::awareness::WatchedAgent| {
                let near = |place_of: Vec3| place_of.distance_squared(place.position) <= within * within;
                watched.in_view && snapshots.get(watched.agent).is_some_and(|other| near(other.place))
            };
            if !awareness.watched().iter().any(in_the_way) {
                let subject = Subject::Place(number);
                percepts.0.push(static_percept(
                    words.place,
                    subject,
                    words.clear,
                    0.0,
                    place.position,
                    PerceptSource::Seen,
                ));
            }
        }
    });
}
