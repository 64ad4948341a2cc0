//! The accounts of minds that panels and overlays show, taken once a tick however many ask.

use std::{collections::BTreeMap, sync::Arc};

use bevy::prelude::*;

use super::{playback::Playback, screen::Screen, timings::Timings};
use crate::{mind::MindSnapshot, protocol::AgentId};

/// How long an account holds while the match stands still, in real seconds: what is changed by hand is seen soon.
const STILL: f32 = 0.2;

/// The accounts taken at the present tick.
#[derive(Resource, Debug, Default)]
pub struct MindSnapshotCache {
    tick: u32,
    taken: f32,
    known: BTreeMap<AgentId, Option<Arc<MindSnapshot>>>,
}

impl MindSnapshotCache {
    /// The account of an agent now.
    pub fn get(&mut self, playback: &Playback, timings: &Timings, agent: AgentId) -> Option<Arc<MindSnapshot>> {
        if self.tick != playback.now.tick {
            self.known.clear();
            self.tick = playback.now.tick;
        }
        let take = || {
            let _spent = timings.start("accounts of minds");
            playback.mind_snapshot(agent).map(Arc::new)
        };
        self.known.entry(agent).or_insert_with(take).clone()
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<MindSnapshotCache>()
        .add_systems(First, grow_old)
        .add_systems(OnEnter(Screen::Loading), |mut accounts: ResMut<MindSnapshotCache>| {
            *accounts = MindSnapshotCache::default()
        });
}

fn grow_old(time: Res<Time<Real>>, mut accounts: ResMut<MindSnapshotCache>) {
    accounts.taken += time.delta_secs();
    if accounts.taken > STILL && !accounts.known.is_empty() {
        accounts.known.clear();
        accounts.taken = 0.0;
    }
}
