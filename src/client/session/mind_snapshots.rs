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
    /// Real seconds since the first of them was taken.
    age: f32,
    known: BTreeMap<AgentId, Option<Arc<MindSnapshot>>>,
}

impl MindSnapshotCache {
    /// The snapshot of an agent's mind; `None` if it has none.
    pub fn get(&mut self, playback: &Playback, timings: &Timings, agent: AgentId) -> Option<Arc<MindSnapshot>> {
        if self.tick != playback.now.tick {
            *self = Self { tick: playback.now.tick, ..Self::default() };
        }
        let take = || {
            let _spent = timings.start("mind snapshots");
            playback.mind_snapshot(agent).map(Arc::new)
        };
        self.known.entry(agent).or_insert_with(take).clone()
    }

    fn grow_older(&mut self, seconds: f32) {
        self.age += seconds;
        if self.known.is_empty() || self.age > PAUSED_SECONDS {
            self.known.clear();
            self.age = 0.0;
        }
    }
}

pub(in crate::client) fn plugin(app: &mut App) {
    init_for_match::<MindSnapshotCache>(app);
    app.add_systems(First, |time: Res<Time<Real>>, mut cache: ResMut<MindSnapshotCache>| {
        cache.grow_older(time.delta_secs());
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_snapshot_is_kept_for_a_while_however_long_none_was_taken_before() {
        let mut cache = MindSnapshotCache::default();
        (0..100).for_each(|_| cache.grow_older(0.1));
        cache.known.insert(AgentId(1), None);
        cache.grow_older(PAUSED_SECONDS * 0.6);
        assert_eq!(cache.known.len(), 1);
        cache.grow_older(PAUSED_SECONDS * 0.6);
        assert!(cache.known.is_empty());
    }
}
