//! The sense of the own body and of public announcements, rewritten on every tick.

use bevy::ecs::prelude::*;

use crate::{
    protocol::{Label, SelfSense, SimulationClock, label},
    world::{Announcements, Body, BodyCondition, BodyKind, Gauges, Hands, Hidden, InPlay, MatchState, WeaponState},
};

use super::setup::AgentSenses;

/// The names of the readings that every body has.
#[derive(Resource, Clone, Copy, Debug)]
pub(super) struct ReadingNames {
    carried: Label,
    hidden: Label,
    seconds: Label,
    strike_ready: Label,
    time_left: Label,
}

impl Default for ReadingNames {
    fn default() -> Self {
        Self {
            carried: label("carried"),
            hidden: label("hidden"),
            seconds: label("seconds"),
            strike_ready: label("strike_ready"),
            time_left: label("time_left"),
        }
    }
}

type SelfQuery = (
    &'static AgentSenses,
    &'static Body,
    &'static BodyKind,
    &'static Hands,
    &'static Hidden,
    &'static WeaponState,
    &'static BodyCondition,
    &'static Gauges,
    &'static mut SelfSense,
);

/// Updates the [`SelfSense`] of all agents in play.
pub(super) fn update_self_sense(
    clock: Res<SimulationClock>,
    state: Res<MatchState>,
    announced: Res<Announcements>,
    names: Res<ReadingNames>,
    mut agents: Query<SelfQuery, With<InPlay>>,
) {
    let yes = |is: bool| f32::from(u8::from(is));
    for (kit, body, kind, hands, hidden, arms, condition, gauges, mut own) in &mut agents {
        own.place = body.place;
        own.velocity = body.velocity;
        own.gaze = body.gaze_direction();
        own.set(names.carried, hands.carried.len() as f32);
        own.set(names.hidden, yes(hidden.0.is_some()));
        own.set(names.seconds, clock.seconds());
        own.set(names.strike_ready, yes(kind.0.strike.is_some() && arms.ready()));
        own.set(names.time_left, state.time_left);
        for &(name, value) in announced.0.iter().chain(&condition.readings).chain(&gauges.0) {
            own.set(name, value);
        }
        for (&name, &what) in &kit.0.throw_readings {
            let ready = arms.ready() && arms.cooldown(what).is_some_and(|seconds| seconds <= 0.0);
            own.set(name, yes(ready));
        }
    }
}
