//! Footsteps, and the scratch marks of running.

use bevy::ecs::prelude::*;
use quarry_minds::protocol::{AgentId, Gait, Roster, Side};

use super::{Body, BodyKind, Hidden, InPlay, StepProgress, Trace, Traces, noise::EventEmitter};

/// A body runs from this multiple of its walking speed on.
pub(super) const RUNNING: f32 = 1.05;

type StepQuery =
    (&'static AgentId, &'static Side, &'static BodyKind, &'static Body, &'static Hidden, &'static mut StepProgress);

/// Makes the footsteps of moving agents, leaves scratch marks behind running ones, and removes expired marks.
pub(super) fn make_footsteps(
    roster: Res<Roster>,
    mut traces: ResMut<Traces>,
    mut emitter: EventEmitter,
    mut walkers: Query<StepQuery, With<InPlay>>,
) {
    let (dt, tick) = (emitter.clock.dt(), emitter.clock.tick);
    let rules = emitter.rules.0.clone();
    for entity in &roster.agents {
        let Ok((agent, side, kind, body, hidden, mut pace)) = walkers.get_mut(*entity) else { continue };
        let speed = body.speed();
        if hidden.0.is_some() || speed < 0.05 {
            continue;
        }
        let gait = if body.crouch > 0.5 { Gait::Crouch } else { body.gait };
        pace.step += speed * dt;
        if pace.step >= kind.0.stride {
            pace.step -= kind.0.stride;
            emitter.make_footstep(body.place, kind.0.footstep_loudness.of(gait), *agent);
        }
        let leaves = rules.sides.get(&side.0).is_some_and(|side| side.leaves_traces);
        if leaves && gait == Gait::Run && speed > kind.0.speeds.walk * RUNNING {
            pace.trace += speed * dt;
            if pace.trace >= rules.traces.spacing {
                pace.trace -= rules.traces.spacing;
                let direction = body.velocity.normalize_or(body.facing());
                traces.add(Trace { number: 0, place: body.place, direction, tick, side: side.0, by: *agent });
            }
        }
    }
    let lifetime = emitter.clock.ticks(rules.traces.lifetime);
    traces.remove_expired(|trace| trace.tick + lifetime <= tick);
}
