//! The match on screen and everything that other rooms share about it: where matches come from, how far playback has gone, what the
//! camera looks at, who plays, which menu pages are open. Nothing here draws.

pub mod awareness;
mod body_view;
pub mod cast;
pub mod content;
pub mod control;
pub mod event_line;
pub mod game_view;
pub mod live;
pub mod match_flow;
pub mod match_session;
pub mod menu_stack;
pub mod mind_snapshots;
pub mod names;
pub mod playback;
pub mod played;
pub mod replay_source;
pub mod role;
pub mod scene_setup;
pub mod screen;
pub mod selection;
pub mod shared_events;
pub mod timings;
pub mod view;
