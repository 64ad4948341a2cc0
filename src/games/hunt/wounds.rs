//! Wounds: a hit that does not catch gives a burst of speed, and a wound heals in a hiding place.

use bevy::ecs::prelude::*;
use quarry_minds::protocol::{AgentId, Label, Roster, label};

use super::{
    events::HuntEvent,
    schema::{WoundRules, rules_of},
};
use crate::world::{BodyCondition, EventEmitter, Hidden, InPlay, MatchRules};

/// The wounds of an agent.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
pub struct Wounds {
    /// Hits that have not healed.
    pub taken: u8,
    /// How often it has been held.
    pub held: u8,
    /// Seconds left of the sprint after the last hit.
    pub sprint_left: f32,
    /// Seconds in hiding since the last hit, or since the last wound healed.
    pub healing: f32,
}

impl Wounds {
    /// Adds wounds and starts the sprint.
    pub(super) fn add(&mut self, hits: u8, rules: &WoundRules) {
        let taken = self.taken.saturating_add(hits);
        *self = Self { taken, sprint_left: rules.sprint_seconds, healing: 0.0, ..*self };
    }

    /// The factor on the body's speed.
    fn speed_factor(&self, rules: &WoundRules) -> f32 {
        if self.sprint_left > 0.0 { rules.sprint_factor } else { 1.0 }
    }
}

/// Ends sprints and heals wounds.
pub(super) fn heal(
    roster: Res<Roster>,
    mut emitter: EventEmitter,
    mut agents: Query<(&AgentId, &Hidden, &mut Wounds), With<InPlay>>,
) {
    let (dt, rules) = (emitter.clock.dt(), rules_of(&emitter.rules.0).wounds);
    for entity in &roster.agents {
        let Ok((agent, hidden, mut wounds)) = agents.get_mut(*entity) else { continue };
        if wounds.taken == 0 {
            continue;
        }
        wounds.sprint_left = (wounds.sprint_left - dt).max(0.0);
        if hidden.0.is_none() || rules.heal_seconds <= 0.0 {
            wounds.healing = 0.0;
            continue;
        }
        wounds.healing += dt;
        if wounds.healing >= rules.heal_seconds {
            wounds.taken -= 1;
            wounds.healing = 0.0;
            emitter.log(HuntEvent::Healed { agent: *agent, wounds: wounds.taken }.into());
        }
    }
}

/// Shows the wounds to others, to the agent itself and to its legs.
pub(super) fn update_conditions(
    rules: Res<MatchRules>,
    mut name: Local<Option<Label>>,
    mut agents: Query<(&Wounds, &mut BodyCondition), Changed<Wounds>>,
) {
    let rules = rules_of(&rules.0).wounds;
    let name = *name.get_or_insert_with(|| label("wounds"));
    for (wounds, mut condition) in &mut agents {
        let taken = f32::from(wounds.taken);
        condition.visible_harm = taken;
        condition.speed_factor = wounds.speed_factor(&rules);
        condition.set(name, taken);
    }
}
