//! Flashes: an agent that looks at a device in the moment in which it goes into a state with `dazzles` sees nothing for a while.

use bevy::math::Vec3;
use quarry_minds::protocol::{AgentId, MatchEvent, ThingId};

use super::{Site, Things, noise::EventEmitter, veils::veiled_at};
use crate::data::thing::ThingDazzle;

/// The cosine of the largest angle between gaze and flash that dazzles, 80 degrees.
const IN_FRONT: f32 = 0.174;
/// The height of a flash above the ground, in metres.
const HEIGHT: f32 = 0.4;

/// A flash in this tick.
pub(super) struct Flash<'a> {
    pub thing: ThingId,
    /// Where on the ground, in metres.
    pub place: Vec3,
    pub spec: &'a ThingDazzle,
}

impl Flash<'_> {
    /// Dazzles an agent with eyes at this point (m) and this direction of gaze if it sees the flash.
    pub(super) fn dazzle(
        &self,
        agent: AgentId,
        eyes: Vec3,
        gaze: Vec3,
        things: &mut Things,
        site: &Site,
        emitter: &mut EventEmitter,
    ) {
        let light = self.place + Vec3::Y * HEIGHT;
        let (apart, towards) = (eyes.distance(light), (light - eyes).normalize_or_zero());
        let is_seen = apart < self.spec.within
            && towards.dot(gaze) >= IN_FRONT
            && site.sight.is_clear(eyes, light, things.open)
            && veiled_at(&things.veils, eyes, light).is_none();
        if is_seen {
            let seconds = self.spec.seconds * (1.0 - apart / self.spec.within);
            let until = emitter.clock.tick + emitter.clock.ticks(seconds);
            things.dazzled.extend_to(agent, until);
            emitter.log(MatchEvent::Dazzled { agent, thing: self.thing });
        }
    }
}
