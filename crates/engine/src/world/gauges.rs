//! Gauges: named numbers of a body, such as hunger or ammunition, that change with time and do harm at an end.

use bevy::ecs::prelude::*;
use quarry_minds::protocol::{AgentId, Label, Roster, SimulationClock};

use super::{Body, BodyKind, Harm, InPlay, PendingHarm, steps::RUNNING};
use crate::data::body::BodySpec;

/// The gauges of an agent that has some, the same and in the same order as in its body. The agent senses each as a reading of the same name.
#[derive(Component, Clone, Debug, Default, PartialEq)]
pub struct Gauges(pub Vec<(Label, f32)>);

impl Gauges {
    /// The gauges of a body at the start.
    pub fn new(kind: &BodySpec) -> Self {
        Self(kind.gauges.iter().map(|(name, spec)| (*name, spec.start.clamp(spec.min, spec.max))).collect())
    }

    /// The value of a gauge; `None` if the body has no such gauge.
    pub fn get(&self, name: Label) -> Option<f32> {
        self.0.iter().find(|(known, _)| *known == name).map(|(_, value)| *value)
    }

    /// Changes a gauge within its range. Returns whether the body has it.
    pub fn add(&mut self, name: Label, change: f32, kind: &BodySpec) -> bool {
        let Some((_, value)) = self.0.iter_mut().find(|(known, _)| *known == name) else { return false };
        if let Some(spec) = kind.gauges.get(&name) {
            *value = (*value + change).clamp(spec.min, spec.max);
        }
        true
    }

    /// Adapts to a changed body: gauges that both have keep their value.
    pub fn adapt_to(&mut self, kind: &BodySpec) {
        let before = std::mem::replace(self, Self::new(kind));
        for (name, value) in &mut self.0 {
            if let (Some(known), Some(spec)) = (before.get(*name), kind.gauges.get(name)) {
                *value = known.clamp(spec.min, spec.max);
            }
        }
    }
}

/// Changes all gauges by one tick, and does the harm of those at an end.
pub(super) fn change_gauges(
    roster: Res<Roster>,
    clock: Res<SimulationClock>,
    mut harm: ResMut<PendingHarm>,
    mut agents: Query<(&AgentId, &BodyKind, &Body, &mut Gauges), With<InPlay>>,
) {
    if agents.is_empty() {
        return;
    }
    let dt = clock.dt();
    for entity in &roster.agents {
        let Ok((agent, kind, body, mut gauges)) = agents.get_mut(*entity) else { continue };
        let runs = body.speed() > kind.0.speeds.walk * RUNNING;
        // Both are in the order of names.
        for ((name, value), (_, spec)) in gauges.0.iter_mut().zip(&kind.0.gauges) {
            let change = if runs { spec.running.unwrap_or(spec.per_second) } else { spec.per_second };
            *value = (*value + change * dt).clamp(spec.min, spec.max);
            let hurts = (*value <= spec.min && spec.harm_at_min > 0.0, *value >= spec.max && spec.harm_at_max > 0.0);
            let amount = match hurts {
                (true, _) => spec.harm_at_min,
                (_, true) => spec.harm_at_max,
                _ => continue,
            };
            harm.0.push(Harm { agent: *agent, by: None, means: *name, amount: amount * dt });
        }
    }
}
