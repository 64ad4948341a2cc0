//! The match on screen and everything that other rooms share about it: where matches come from, how far playback has gone, what the
//! camera looks at, who plays, which menu pages are open. Nothing here draws.

pub(crate) mod awareness;
mod body_view;
pub mod cast;
pub(crate) mod content;
pub mod control;
mod doing;
pub(crate) mod event_line;
pub(crate) mod game_view;
pub mod live;
pub(crate) mod match_flow;
pub mod match_session;
pub(crate) mod menu_stack;
pub(crate) mod mind_snapshots;
pub(crate) mod names;
pub mod playback;
mod played;
pub(crate) mod replay_source;
pub(crate) mod role;
pub mod scene_setup;
pub(crate) mod screen;
pub(crate) mod selection;
pub(crate) mod shared_events;
pub(crate) mod timings;
pub(crate) mod view;

use bevy::ecs::{component::Component, world::World};
use quarry_minds::protocol::{AgentId, Roster};

use self::control::PlayerStats;
use self::playback::TickSource;

pub(crate) use awareness::{AwarenessBar, awareness_bars};
pub(crate) use content::GameContent;
pub(crate) use control::{
    GunKnowledge, KnownPlace, PlayerControl, PlayerIntent, PlayerKnowledge, PressCounts, RECENT_SECONDS, ThrowState,
};
pub(crate) use doing::doing;
pub(crate) use event_line::{
    EventCue, EventInterest, EventLine, EventPlace, MarkerKind, MarkerShape, ParticleBurst, ParticleKind, Tone, Words,
};
pub(crate) use game_view::{
    CountSpec, DepartureSpec, EventContext, FinalBlow, GameView, GameViewService, GameViews, GaugeBar, GuideColumn,
    Keeping, OrderPlace, OrderSpec, PlayerMatch, PlayerResult, Posture, PurchaseOffer, RoleSpec, RulesSpec, SetupSpec,
    StatusPart, UsableThing, UseOffer, shows,
};
pub(crate) use live::{LiveMatches, rules_of};
pub(crate) use match_flow::{LoadMatchSystems, NextMatchTimer, OpenedFromMenu, PlaybackKeys, StartSpeed};
pub(crate) use match_session::{MatchProvider, MatchSession};
pub(crate) use menu_stack::{InitialFocus, LeaveTarget, MatchMode, MenuPage, MenuStack, SettingsTab};
pub(crate) use mind_snapshots::MindSnapshotCache;
pub(crate) use names::{agent_name, in_room, room_name, subject_name};
pub(crate) use playback::{AgentFrame, Instrumentation, MatchFrame, Playback};
pub(crate) use role::{PlayerSlot, loaded, playing, watching};
pub(crate) use scene_setup::{AgentInfo, SceneSetup, colour};
pub(crate) use screen::{Screen, init_for_match};
pub(crate) use selection::MatchSelection;
pub(crate) use shared_events::shared_line;
pub(crate) use timings::{TimingRow, Timings};
pub(crate) use view::{CameraMode, CameraView, MainCamera, world_to_screen};

/// A component of an agent in the world of a match; `None` if the agent has not entered or has no such component.
pub(crate) fn component<C: Component>(world: &World, agent: AgentId) -> Option<&C> {
    world.get(world.get_resource::<Roster>()?.entity(agent)?)
}
