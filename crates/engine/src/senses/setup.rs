//! Components and resources that the senses need, and their update when data change.

use std::sync::Arc;

use bevy::ecs::prelude::*;
use quarry_minds::{
    cone::{VisionCone, VisionCones},
    protocol::{Orders, Percepts, SelfSense, UpdateSlices},
};

use super::{
    agent_snapshot::AgentSnapshots,
    awareness::Awareness,
    hearing::{HearingState, NoiseCounter},
    look::LastLook,
    orders::OrderCounter,
    rays::RayBudget,
    things::ThingWatch,
    voice::SpeechState,
};
use crate::data::{
    perception::Perception,
    senses::{Cone, Senses, Vision},
};

/// The perception settings of the running match.
#[derive(Resource, Clone, Default)]
pub struct PerceptionSettings(pub Arc<Perception>);

/// The senses of an agent: shared data.
#[derive(Component, Clone, Debug)]
pub struct AgentSenses(pub Arc<Senses>);

/// The view cones of these eyes.
pub fn cones_of(vision: &Vision) -> VisionCones {
    let ready = |cone: &Cone| VisionCone {
        name: cone.name,
        min_range: cone.min_range,
        max_range: cone.max_range,
        half_angle: cone.half_angle.to_radians(),
        half_angle_far: cone.half_angle_far.unwrap_or(cone.half_angle).to_radians(),
        vertical_half_angle: cone.vertical_half_angle.to_radians(),
        rate: cone.rate,
        soft_angle: cone.soft_angle.to_radians(),
        soft_range: cone.soft_range,
    };
    VisionCones::new(vision.cones.iter().map(ready).collect())
}

/// The components that an agent needs to sense.
pub fn sense_bundle(senses: &Arc<Senses>) -> impl Bundle + use<> {
    (
        AgentSenses(senses.clone()),
        cones_of(&senses.vision),
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
        *cones = cones_of(&kit.0.vision);
        own.readings.clear();
        watch.forget_ranges();
    }
}
