//! The senses: world in, percepts out. Eyes, ears, touch, voices and the sense of one's own body.
//!
//! Reads the world and the settings in [`crate::data`]; writes [`crate::protocol::Percepts`], [`crate::protocol::SelfSense`]
//! and the log. Knows nothing of minds: what becomes of a percept is not its business. Never tells who made a noise, nor
//! anything of one that no sense of the agent reaches.
//!
//! # For whoever assembles a match
//! Add [`plugin`]; for each match call [`install`], have a `TerrainService` in the world, and give every agent
//! [`sense_bundle`] beside its body, `AgentRng` and `Blackboard`.
//!
//! # The numbers of what is not identified
//! `Subject::Unknown` is numbered from 0 for noises, from 0x4000_0000 for marks on the ground and from 0x8000_0000 for
//! movements not recognised (observer in bits 16 to 30).

mod acoustics;
mod agent_snapshot;
mod awareness;
mod body_sense;
mod cone;
mod equip;
mod ground;
mod hearing;
mod look;
mod outline;
mod rays;
mod settings;
mod sightings;
mod things;
mod vision;
mod voice;
mod words;

use bevy::{app::prelude::*, ecs::prelude::*};

pub use acoustics::{Acoustics, SoundSpace};
pub use agent_snapshot::{AgentSnapshot, AgentSnapshots, Concealment, Stance};
pub use awareness::{Awareness, AwarenessMeter, AwarenessStage, WatchedAgent, fill_rate, light_factor, share_factor};
pub use cone::{EyePose, VisionCone, VisionCones};
pub use equip::{install, sense_bundle};
pub use hearing::{HeardNoises, HearingState, audibility, place_error};
pub use look::{AgentLook, LastLook, LookRay, RecordLooks, ThingLook};
pub use outline::{TestPoint, points_of, visible_share};
pub use settings::{AgentSenses, PerceptionSettings, RayBudget};
pub use things::ThingWatch;
pub use voice::SpeechState;
pub use words::PerceptNames;

use crate::protocol::{SimulationSystems, UpdateSlices};

/// All systems of the senses, in `SimulationSystems::Sense`, in one order.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SenseSystems;

/// Adds the senses to the simulation.
pub fn plugin(app: &mut App) {
    app.init_resource::<PerceptionSettings>()
        .init_resource::<RayBudget>()
        .init_resource::<UpdateSlices>()
        .init_resource::<AgentSnapshots>()
        .init_resource::<Acoustics>()
        .init_resource::<HeardNoises>()
        .init_resource::<RecordLooks>()
        .init_resource::<PerceptNames>()
        .init_resource::<body_sense::Names>()
        .add_systems(
            FixedUpdate,
            (
                (equip::take_up_new_senses, look::forget_looks, acoustics::learn_the_rooms).chain(),
                agent_snapshot::snapshot_agents,
                body_sense::feel_oneself,
                things::recall_the_house,
                vision::look_at_each_other,
                vision::feel_who_is_near,
                sightings::report_sightings,
                things::look_at_things,
                ground::note_clear_ground,
                hearing::hear_noises,
                voice::carry_voices,
                voice::announce_fates,
            )
                .chain()
                .in_set(SenseSystems)
                .in_set(SimulationSystems::Sense),
        );
}
