//! Puts agents out of devices that have no room for them any more: those that entered last.

use bevy::ecs::prelude::*;
use quarry_minds::protocol::{Roster, TerrainService};

use super::{
    BodyKind, HidingState, InPlay, Leaver, SiteService, Things, noise::EventEmitter, standing_room::StandingRoom,
};

/// On how many rings around the device an agent may come out where others stand before it.
const RINGS: u16 = 2;

/// Puts out those for which their hiding place has no room any more.
pub(super) fn turn_out(
    site: Res<SiteService>,
    roster: Res<Roster>,
    terrain: Res<TerrainService>,
    mut things: ResMut<Things>,
    mut emitter: EventEmitter,
    mut agents: Query<(Leaver, &BodyKind), With<InPlay>>,
) {
    if !things.has_devices {
        return;
    }
    for entity in &roster.agents {
        let Ok((leaver, kind)) = agents.get(*entity) else { continue };
        let Some(place) = leaver.hidden.0 else { continue };
        let is_inside = |hiding: &HidingState| hiding.occupants().any(|agent| agent == *leaver.agent);
        if things.hiding_place(place).is_some_and(is_inside) {
            continue;
        }
        let radius = kind.0.radius;
        let open = agents.iter().filter(|(other, _)| other.hidden.0.is_none());
        let room: StandingRoom = open.map(|(other, kind)| (other.body.place, kind.0.radius)).collect();
        let Ok((mut leaver, _)) = agents.get_mut(*entity) else { continue };
        leaver.come_out(&site, &mut things, &mut emitter);
        let wanted = leaver.body.place;
        leaver.body.place = room.nearest(&*terrain.0, wanted, radius, RINGS).unwrap_or(wanted);
    }
}
