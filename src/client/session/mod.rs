//! The match on screen and everything that other rooms share about it: where matches come from, how far playback has gone, what the
//! camera looks at, who plays, which menu pages are open. Nothing here draws.

pub(crate) mod awareness;
mod body_view;
pub mod cast;
pub(crate) mod content;
pub mod control;
pub(crate) mod event_line;
pub(crate) mod game_view;
pub mod live;
pub(crate) mod match_flow;
pub mod match_session;
pub(crate) mod menu_stack;
pub(crate) mod mind_snapshots;
pub(crate) mod names;
pub mod playback;
pub mod played;
pub(crate) mod replay_source;
pub(crate) mod role;
pub mod scene_setup;
pub(crate) mod screen;
pub(crate) mod selection;
pub(crate) mod shared_events;
pub(crate) mod timings;
pub(crate) mod view;
