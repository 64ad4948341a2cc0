//! Ground in view: which places of the terrain an agent sees to be empty, so that its mind may strike out guesses.
//!
//! Looked up, not cast: the terrain knows which places see each other; cones and range do the rest.

use bevy::{ecs::prelude::*, math::Vec3};

use crate::protocol::{Percepts, PlaceId, SimulationClock, Source, Subject, TerrainService, Turns};

use super::{
    awareness::Awareness,
    cone::{Eyes, VisionCones},
    crowd::Crowd,
    settings::{PerceptionSettings, SenseKit},
    things::lifeless,
    words::Words,
};

/// Notes which ground each agent sees empty, each in its turn.
pub(super) fn note_clear_ground(
    clock: Res<SimulationClock>,
    settings: Res<PerceptionSettings>,
    turns: Res<Turns>,
    terrain: Res<TerrainService>,
    crowd: Res<Crowd>,
    words: Res<Words>,
    mut near: Local<Vec<PlaceId>>,
    mut agents: Query<(&SenseKit, &VisionCones, &Awareness, &mut Percepts)>,
) {
    let terrain = &*terrain.0;
    let every = settings.0.places_every.max(turns.looks_every()).max(1);
    for observer in crowd.figures() {
        let turn = clock.tick + u32::from(observer.agent.0);
        if !turn.is_multiple_of(every) || observer.hide.is_some() {
            continue;
        }
        let Ok((kit, cones, awareness, mut percepts)) = agents.get_mut(observer.entity) else { continue };
        let range = kit.0.vision.clear_range;
        let here = terrain.place_at(observer.place);
        let eyes = Eyes::new(observer.eyes, observer.gaze);
        terrain.places_near(observer.place, range, &mut near);
        for &number in near.iter() {
            let Some(place) = terrain.places().get(usize::from(number)) else { continue };
            if !terrain.place_sees(here, number) {
                continue;
            }
            let chest = place.position + Vec3::Y;
            if cones.strength(&eyes, chest) < kit.0.vision.notice_strength {
                continue;
            }
            let within = settings.0.crowded_within;
            let somebody = |watched: &super::awareness::Watched| {
                let near = |place_of: Vec3| place_of.distance_squared(place.position) <= within * within;
                watched.in_view && crowd.of(watched.agent).is_some_and(|other| near(other.place))
            };
            if !awareness.watched().iter().any(somebody) {
                let subject = Subject::Place(number);
                percepts.0.push(lifeless(words.place, subject, words.clear, 0.0, place.position, Source::Seen));
            }
        }
    }
}
