//! Doors open when pushed, and close once nobody has stood in them for a while.

use bevy::ecs::prelude::*;
use quarry_minds::protocol::{MatchEvent, Roster};

use super::{Body, Hidden, InPlay, SiteService, ThingState, Things, geometry::flat_distance, noise::EventEmitter};

/// Moves every door and every gate by one tick.
pub(super) fn swing_doors(
    roster: Res<Roster>,
    site: Res<SiteService>,
    mut things: ResMut<Things>,
    mut emitter: EventEmitter,
    bodies: Query<(&Body, &Hidden), With<InPlay>>,
) {
    let dt = emitter.clock.dt();
    let rules = emitter.rules.0.doors;
    let step = if rules.swing_seconds > 0.0 { dt / rules.swing_seconds } else { 1.0 };
    for (index, door) in site.0.built.doors.iter().enumerate() {
        let mut passable = false;
        let barred = things.barred.contains(index);
        match things.state_mut(door.thing) {
            Some(ThingState::Gate(gate)) => {
                if gate.open {
                    gate.swing = (gate.swing + step * 0.25).min(1.0);
                }
                passable = gate.open;
            }
            Some(ThingState::Door(state)) => {
                if !state.opening && state.swing <= 0.0 {
                    continue;
                }
                let kept = roster.agents.iter().filter_map(|entity| bodies.get(*entity).ok()).any(|(body, hidden)| {
                    hidden.0.is_none()
                        && flat_distance(body.place, door.middle) <= rules.keep_open_radius.max(door.width * 0.5 + 0.3)
                        && (body.place.y - door.middle.y).abs() < door.height
                });
                let kept = kept && !barred;
                state.opening &= !barred;
                state.idle = if kept { 0.0 } else { state.idle + dt };
                if state.opening && !kept && state.idle >= rules.close_after {
                    // `by` keeps the opener: it recognises the sound of the door closing.
                    state.opening = false;
                } else if !state.opening && kept {
                    // A door does not close on an agent.
                    state.opening = true;
                }
                let before = state.swing;
                // A door that is barred is slammed, before anybody else steps into it.
                let change = match (state.opening, barred) {
                    (true, _) => step,
                    (false, true) => -1.0,
                    (false, false) => -step,
                };
                state.swing = (state.swing + change).clamp(0.0, 1.0);
                passable = state.swing >= 0.5;
                let turned = (before <= 0.0 && state.swing > 0.0, before > 0.0 && state.swing <= 0.0);
                let by = state.by;
                if turned.0 || turned.1 {
                    let kind = emitter.names.door;
                    emitter.make_noise(kind, door.middle, by);
                    emitter.log(MatchEvent::Door { by, door: door.thing, open: turned.0 });
                }
            }
            _ => {}
        }
        things.open.set(index, passable);
    }
}
