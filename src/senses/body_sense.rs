//! The sense of the own body and of public announcements, rewritten on every tick.

use bevy::ecs::prelude::*;

use crate::{
    protocol::{Label, SelfSense, SimulationClock, label},
    world::{Body, BodyKind, Hands, Hidden, InPlay, MatchState, ThingState, Things, WeaponState, Wounds},
};

use super::setup::AgentSenses;

/// The names of the readings that every body has.
#[derive(Resource, Clone, Copy, Debug)]
pub(super) struct ReadingNames {
    carried: Label,
    exit_open: Label,
    exit_progress: Label,
    hidden: Label,
    keys_needed: Label,
    seconds: Label,
    strike_ready: Label,
    team_alive: Label,
    team_keys: Label,
    time_left: Label,
    wounds: Label,
}

impl Default for ReadingNames {
    fn default() -> Self {
        Self {
            carried: label("carried"),
            exit_open: label("exit_open"),
            exit_progress: label("exit_progress"),
            hidden: label("hidden"),
            keys_needed: label("keys_needed"),
            seconds: label("seconds"),
            strike_ready: label("strike_ready"),
            team_alive: label("team_alive"),
            team_keys: label("team_keys"),
            time_left: label("time_left"),
            wounds: label("wounds"),
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
    &'static Wounds,
    &'static mut SelfSense,
);

/// Updates the [`SelfSense`] of all agents in play.
pub(super) fn update_self_sense(
    clock: Res<SimulationClock>,
    state: Res<MatchState>,
    things: Res<Things>,
    names: Res<ReadingNames>,
    mut agents: Query<SelfQuery, With<InPlay>>,
) {
    let progress = |thing: &ThingState| if let ThingState::Exit(exit) = thing { exit.progress } else { 0.0 };
    let farthest = things.states.iter().map(progress).fold(0.0, f32::max);
    let yes = |is: bool| f32::from(u8::from(is));
    for (kit, body, kind, hands, hidden, arms, wounds, mut own) in &mut agents {
        own.place = body.place;
        own.velocity = body.velocity;
        own.gaze = body.gaze_direction();
        own.readings.clear();
        // In the order of names, as `SelfSense` requires.
        own.readings.extend([
            (names.carried, hands.carried.len() as f32),
            (names.exit_open, yes(state.exit_open)),
            (names.exit_progress, farthest),
            (names.hidden, yes(hidden.0.is_some())),
            (names.keys_needed, f32::from(state.keys_needed)),
            (names.seconds, clock.seconds()),
            (names.strike_ready, yes(kind.0.strike.is_some() && arms.ready())),
            (names.team_alive, f32::from(state.in_play)),
            (names.team_keys, f32::from(state.team_keys)),
            (names.time_left, state.time_left),
            (names.wounds, f32::from(wounds.taken)),
        ]);
        for (&name, &what) in &kit.0.throw_readings {
            let ready = arms.ready() && arms.cooldown(what).is_some_and(|seconds| seconds <= 0.0);
            own.set(name, yes(ready));
        }
    }
}
