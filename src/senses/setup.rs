//! Components and resources that the senses need, and their update when data change.

use std::sync::Arc;

use bevy::ecs::prelude::*;
use quarry_minds::protocol::{Orders, Percepts, SelfSense, UpdateSlices};

use super::{
    agent_snapshot::AgentSnapshots,
    awareness::Awareness,
    cone::VisionCones,
    hearing::{HearingState, NoiseCounter},
    look::LastLook,
    orders::OrderCounter,
    rays::RayBudget,
    things::ThingWatch,
    voice::SpeechState,
};
use crate::data::{perception::Perception, shared_senses::Senses};

/// The perception settings of the running match.
#[derive(Resource, Clone, Default)]
pub struct PerceptionSettings(pub Arc<Perception>);

/// The senses of an agent: shared data.
#[derive(Component, Clone, Debug)]
pub struct AgentSenses(pub Arc<Senses>);

/// The components that an agent needs to sense.
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
        Orders::default(),
    )
}

/// Inserts the resources of a new match.
pub fn install(world: &mut World, settings: &Perception) {
    world.insert_resource(PerceptionSettings(Arc::new(settings.clone())));
    world.insert_resource(RayBudget::default());
    world.insert_resource(UpdateSlices::default());
    world.insert_resource(AgentSnapshots::default());
    world.insert_resource(NoiseCounter::default());
    world.insert_resource(OrderCounter::default());
}

/// Rebuilds the view cones of agents whose senses were replaced by live retuning.
pub(super) fn rebuild_changed_senses(
    mut agents: Query<(&AgentSenses, &mut VisionCones, &mut ThingWatch, &mut SelfSense), Changed<AgentSenses>>,
) {
    for (kit, mut cones, mut watch, mut own) in &mut agents {
        *cones = VisionCones::new(&kit.0.vision);
        own.readings.clear();
        watch.forget_ranges();
    }
}
