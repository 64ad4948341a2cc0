//! What a match and its agents bring along for the senses: settings, ray budget, and the components of an agent that senses.

use std::sync::Arc;

use bevy::ecs::prelude::*;

use crate::{
    data::{perception::Perception, senses::Senses},
    protocol::{AgentId, Percepts, SelfSense, Turns},
};

use super::{
    awareness::Awareness,
    cone::VisionCones,
    crowd::Crowd,
    hearing::{Ears, HeardNoises},
    look::LastLook,
    things::ThingWatch,
    voice::Talk,
};

/// The settings of perception of the running match; those of the schema unless the match brings its own.
#[derive(Resource, Clone, Default)]
pub struct PerceptionSettings(pub Arc<Perception>);

/// The senses of an agent: data, shared.
#[derive(Component, Clone, Debug)]
pub struct SenseKit(pub Arc<Senses>);

/// How many rays may still be cast in this tick, and whose turn it is first in the next.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RayBudget {
    /// Rays left.
    pub left: u32,
    /// Rays cast in this tick.
    pub cast: u32,
    /// Who had to wait, and at whom he was about to look: the round goes on there in the next tick.
    pub waiting: Option<(AgentId, AgentId)>,
}

/// All that an agent needs to sense: components for the entity that has its body. What it says is its mind's.
pub fn sense_bundle(senses: &Arc<Senses>) -> impl Bundle + use<> {
    (
        SenseKit(senses.clone()),
        VisionCones::new(&senses.vision),
        Awareness::default(),
        ThingWatch::default(),
        LastLook::default(),
        Ears::default(),
        Talk::default(),
        Percepts::default(),
        SelfSense::default(),
    )
}

/// Puts the resources of a new match into a world: its settings, and nothing left of the match before.
pub fn install(world: &mut World, settings: &Perception) {
    world.insert_resource(PerceptionSettings(Arc::new(settings.clone())));
    world.insert_resource(RayBudget::default());
    world.insert_resource(Turns::default());
    world.insert_resource(Crowd::default());
    world.insert_resource(HeardNoises::default());
}

/// Makes the eyes of those ready again whose senses were exchanged, as live retuning does.
pub(super) fn take_up_new_senses(mut agents: Query<(&SenseKit, &mut VisionCones, &mut ThingWatch), Changed<SenseKit>>) {
    for (kit, mut cones, mut watch) in &mut agents {
        *cones = VisionCones::new(&kit.0.vision);
        watch.forget_ranges();
    }
}
