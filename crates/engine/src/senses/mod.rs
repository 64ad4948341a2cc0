//! The senses: eyes, ears, nose, touch, voices that report and order, and the sense of the own body. World in, percepts out.
//!
//! Reads the world and the settings in [`crate::data`]; writes [`quarry_minds::protocol::Percepts`],
//! [`quarry_minds::protocol::SelfSense`] and the log. Independent of minds. Percepts never reveal the source of a noise,
//! nor which agent it is that smells, nor anything that no sense of the agent reaches.
//!
//! # Setting up a match
//! Add [`plugin`]. For each match call [`install`], insert a `TerrainService`, and give every agent [`sense_bundle`]
//! with its body, `AgentRng` and `Blackboard`.
//!
//! A sense of one game is a system of that game, after [`SenseSystems`]: `docs/new-game.md`, section 3.
//!
//! # Numbers of unidentified subjects
//! `Subject::Unknown` counts from 0 for noises, from 0x2000_0000 for scratch marks, from 0x4000_0000 for
//! unrecognised movements (with the observer in bits 16 to 28), from 0x6000_0000 for those of a game, and from 0x8000_0000 for what smells (with the agent in bits 0 to 15).

mod acoustics;
mod acquaintances;
mod agent_snapshot;
mod attention;
mod awareness;
mod body_sense;
mod ground;
mod hearing;
mod host;
mod known_things;
mod look;
mod orders;
mod outline;
mod rays;
mod setup;
mod sight_test;
mod sightings;
mod smell;
mod things;
mod vision;
mod voice;
mod words;

use bevy::{app::prelude::*, ecs::prelude::*};

pub use acoustics::{Acoustics, SoundSpace};
pub use acquaintances::Acquaintances;
pub use agent_snapshot::{AgentSnapshot, AgentSnapshots, Concealment, Stance};
pub use attention::Attention;
pub use awareness::{
    Awareness, AwarenessMeter, AwarenessStage, WatchedAgent, fill_rate, fraction_factor, light_factor,
};
pub use hearing::{HearingState, NoiseCounter, audibility, place_error};
pub use look::{AgentLook, LastLook, LookRay, RecordLooks, ThingLook};
pub use orders::OrderCounter;
pub use outline::{TestPoint, points_of, visible_fraction};
pub use rays::RayBudget;
pub use setup::{AgentSenses, PerceptionSettings, cones_of, install, sense_bundle};
pub use smell::{SMELT, Scents};
pub use things::ThingWatch;
pub use voice::SpeechState;
pub use words::PerceptNames;

use quarry_minds::protocol::{MatchThreads, OrderStatus, SimulationSystems, UpdateSlices, label};

use crate::data::{NameKind, ProvidedNames};

/// Adds the readings, kinds and states that the senses report in every game.
pub fn provide_names(names: &mut ProvidedNames) {
    names.add_words(NameKind::Reading, body_sense::ReadingNames::WORDS);
    for kind in [NameKind::Percept, NameKind::State] {
        names.add_words(kind, words::PerceptNames::WORDS);
    }
    names.add_words(NameKind::Sense, &[SMELT]);
    names.add_words(NameKind::State, &orders::ORDER_STATES);
    names.add(NameKind::State, OrderStatus::WORDS.map(label));
}

/// All systems of the senses, chained, in `SimulationSystems::Sense`.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SenseSystems;

/// Adds the senses to the simulation.
pub fn plugin(app: &mut App) {
    app.init_resource::<PerceptionSettings>()
        .init_resource::<RayBudget>()
        .init_resource::<UpdateSlices>()
        .init_resource::<MatchThreads>()
        .init_resource::<AgentSnapshots>()
        .init_resource::<Acoustics>()
        .init_resource::<NoiseCounter>()
        .init_resource::<OrderCounter>()
        .init_resource::<RecordLooks>()
        .init_resource::<PerceptNames>()
        .init_resource::<body_sense::ReadingNames>()
        .add_systems(
            FixedUpdate,
            (
                (setup::rebuild_changed_senses, look::clear_looks, acoustics::rebuild_acoustics).chain(),
                agent_snapshot::snapshot_agents,
                body_sense::update_self_sense,
                known_things::report_known_things,
                vision::look_at_each_other,
                vision::feel_nearby_agents,
                sightings::report_sightings,
                things::look_at_things,
                ground::report_clear_places,
                hearing::hear_noises,
                smell::sniff,
                voice::deliver_reports,
                (voice::announce_departures, voice::announce_devices).chain(),
                host::follow_hosts,
                orders::deliver_orders,
                (orders::answer_orders, orders::sense_orders).chain().run_if(orders::orders_were_given),
            )
                .chain()
                .in_set(SenseSystems)
                .in_set(SimulationSystems::Sense),
        );
}
