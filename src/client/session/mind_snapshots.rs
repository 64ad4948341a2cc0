//! Snapshots of minds for panels and overlays, taken once per tick and agent.

use std::{collections::BTreeMap, sync::Arc};

use bevy::prelude::*;
use quarry_minds::{MindSnapshot, protocol::AgentId};

use super::{playback::Playback, screen::init_for_match, timings::Timings};

/// How long a snapshot is kept while the match is paused, in real seconds. Then a manual change shows up.
const PAUSED_SECONDS: f32 = 0.2;

/// The snapshots of the current tick.
#[derive(Resource, Debug, Default)]
pub struct MindSnapshotCache {
    tick: u32,
    taken: f32,
    known: BTreeMap<AgentId, Option<Arc<MindSnapshot>>>,
}

impl MindSnapshotCache {
    /// The snapshot of an agent's mind; `None` if it has none.
    pub fn get(&mut self, playback: &Playback, timings: &Timings, agent: AgentId) -> Option<Arc<MindSnapshot>> {
        if self.tick != playback.now.tick {
            self.known.clear();
            self.tick = playback.now.tick;
        }
        let take = || {
            let _spent = timings.start("mind snapshots");
            playback.mind_snapshot(agent).map(Arc::new)
        };
        self.known.entry(agent).or_insert_with(take).clone()
    }
}

pub(in crate::client) fn plugin(app: &mut App) {
    init_for_match::<MindSnapshotCache>(app);
    app.add_systems(First, expire);
}

fn expire(time: Res<Time<Real>>, mut cache: ResMut<MindSnapshotCache>) {
    cache.taken += time.delta_secs();
    if cache.taken > PAUSED_SECONDS && !cache.known.is_empty() {
        cache.known.clear();
        cache.taken = 0.0;
    }
}
