//! Ground in view: which places of the terrain an agent sees to be empty, so that its mind may strike out guesses.
//!
//! Looked up, not cast: the terrain knows which places see each other; cones and range do the rest.

use bevy::{ecs::prelude::*, math::Vec3};

use crate::protocol::{PerceptSource, Percepts, PlaceId, SimulationClock, Subject, TerrainService, UpdateSlices};

use super::{
    agent_snapshot::AgentSnapshots,
    awareness::Awareness,
    cone::{EyePose, VisionCones},
    settings::{AgentSenses, PerceptionSettings},
    things::lifeless,
    words::PerceptNames,
};

/// Notes which ground each agent sees empty, each in its turn.
pub(super) fn note_clear_ground(
    clock: Res<SimulationClock>,
    settings: Res<PerceptionSettings>,
    slices: Res<UpdateSlices>,
    terrain: Res<TerrainService>,
    snapshots: Res<AgentSnapshots>,
    words: Res<PerceptNames>,
    mut near: Local<Vec<PlaceId>>,
    mut agents: Query<(&AgentSenses, &VisionCones, &Awareness, &mut Percepts)>,
) {
    let terrain = &*terrain.0;
    let every = settings.0.places_every.max(slices.look_interval()).max(1);
    for observer in snapshots.figures() {
        let turn = clock.tick + u32::from(observer.agent.0);
        if !turn.is_multiple_of(every) || observer.hide.is_some() {
            continue;
        }
        let Ok((kit, cones, awareness, mut percepts)) = agents.get_mut(observer.entity) else { continue };
        let range = kit.0.vision.clear_range;
        let here = terrain.nearest_place(observer.place);
        let eyes = EyePose::new(observer.eyes, observer.gaze);
        terrain.places_within(observer.place, range, &mut near);
        for &number in near.iter() {
            let Some(place) = terrain.places().get(usize::from(number)) else { continue };
            if !terrain.is_place_visible(here, number) {
                continue;
            }
            let chest = place.position + Vec3::Y;
            if cones.strength(&eyes, chest) < kit.0.vision.notice_strength {
                continue;
            }
            let within = settings.0.crowded_within;
            let somebody = |watched: &super::awareness::WatchedAgent| {
                let near = |place_of: Vec3| place_of.distance_squared(place.position) <= within * within;
                watched.in_view && snapshots.get(watched.agent).is_some_and(|other| near(other.place))
            };
            if !awareness.watched().iter().any(somebody) {
                let subject = Subject::Place(number);
                percepts.0.push(lifeless(words.place, subject, words.clear, 0.0, place.position, PerceptSource::Seen));
            }
        }
    }
}
