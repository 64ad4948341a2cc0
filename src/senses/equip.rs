//! Equips a match and its agents with all that sensing needs: resources, components, eyes made ready again when data change.

use std::sync::Arc;

use bevy::ecs::prelude::*;

use crate::{
    data::{perception::Perception, senses::Senses},
    protocol::{Percepts, SelfSense, UpdateSlices},
};

use super::{
    agent_snapshot::AgentSnapshots,
    awareness::Awareness,
    cone::VisionCones,
    hearing::{HeardNoises, HearingState},
    look::LastLook,
    settings::{AgentSenses, PerceptionSettings, RayBudget},
    things::ThingWatch,
    voice::SpeechState,
};

/// All that an agent needs to sense: components for the entity that has its body. What it says is its mind's.
pub fn sense_bundle(senses: &Arc<Senses>) -> impl Bundle + use<> {
    (
        AgentSenses(senses.clone()),
        VisionCones::new(&senses.vision),
        Awareness::default(),
        ThingWatch::default(),
        LastLook::default(),
        HearingState::default(),
        SpeechState::default(),
        Percepts::default(),
        SelfSense::default(),
    )
}

/// Puts the resources of a new match into a world: its settings, and nothing left of the match before.
pub fn install(world: &mut World, settings: &Perception) {
    world.insert_resource(PerceptionSettings(Arc::new(settings.clone())));
    world.insert_resource(RayBudget::default());
    world.insert_resource(UpdateSlices::default());
    world.insert_resource(AgentSnapshots::default());
    world.insert_resource(HeardNoises::default());
}

/// Makes the eyes of those ready again whose senses were exchanged, as live retuning does.
pub(super) fn take_up_new_senses(
    mut agents: Query<(&AgentSenses, &mut VisionCones, &mut ThingWatch), Changed<AgentSenses>>,
) {
    for (kit, mut cones, mut watch) in &mut agents {
        *cones = VisionCones::new(&kit.0.vision);
        watch.forget_ranges();
    }
}
