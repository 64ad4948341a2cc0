//! The accounts of minds that panels and overlays show, taken once a tick however many ask.

use std::{collections::BTreeMap, sync::Arc};

use bevy::prelude::*;

use super::{screen::Screen, show::Show, timings::Timings};
use crate::{mind::Account, protocol::AgentId};

/// How long an account holds while the match stands still, in real seconds: what is changed by hand is seen soon.
const STILL: f32 = 0.2;

/// The accounts taken at the present tick.
#[derive(Resource, Debug, Default)]
pub struct Accounts {
    tick: u32,
    taken: f32,
    known: BTreeMap<AgentId, Option<Arc<Account>>>,
}

impl Accounts {
    /// The account of an agent now.
    pub fn of(&mut self, show: &Show, timings: &Timings, agent: AgentId) -> Option<Arc<Account>> {
        if self.tick != show.now.tick {
            self.known.clear();
            self.tick = show.now.tick;
        }
        let take = || {
            let _spent = timings.of("accounts of minds");
            show.account(agent).map(Arc::new)
        };
        self.known.entry(agent).or_insert_with(take).clone()
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Accounts>()
        .add_systems(First, grow_old)
        .add_systems(OnEnter(Screen::Loading), |mut accounts: ResMut<Accounts>| *accounts = Accounts::default());
}

fn grow_old(time: Res<Time<Real>>, mut accounts: ResMut<Accounts>) {
    accounts.taken += time.delta_secs();
    if accounts.taken > STILL && !accounts.known.is_empty() {
        accounts.known.clear();
        accounts.taken = 0.0;
    }
}
