//! From a request to go somewhere to the corners of a way there.

use bevy::{ecs::prelude::*, math::Vec3};

use super::{LevelTerrainService, navigation::NavPoint};
use crate::{
    protocol::{Blackboard, FailReason, GoRequest, Roster, SimulationClock, Status},
    world::{Body, Hidden, InPlay, geometry::flat_distance},
};

/// How far a goal may move before a new way is looked for: metres, or this share of the distance to it if that is more.
const GOAL_MOVED: (f32, f32) = (0.3, 0.06);
/// How far off the mesh a body is still brought back, in metres.
const OFF_MESH: f32 = 2.0;
/// How far around a spot one still stands in it, in metres.
const ONE_SPOT: f32 = 0.3;
/// How long a body is hindered, with somebody in its way, before it gives way, in seconds.
pub(super) const PATIENCE: f32 = 0.7;
/// How much nearer one must have come for it to count, in metres.
const NEARER: f32 = 0.05;

/// Where a body is on the mesh, and the way it follows.
#[derive(Component, Clone, Debug, Default)]
pub struct PathFollower {
    /// Its spot on the mesh.
    pub spot: Option<NavPoint>,
    /// The corners still to come, the goal last; empty when it goes nowhere in particular.
    pub corners: Vec<Vec3>,
    /// How near to the last corner is near enough, in metres.
    pub within: f32,
    /// For how many seconds it has wanted to move and come no nearer to where it leads now.
    stalled: f32,
    /// For how many seconds it has wanted to move and stood in one spot, wherever it led meanwhile; and that spot.
    stood: (f32, Vec3),
    /// For how many seconds it must be hindered before it gives way to whoever stands before it.
    pub(super) patience: f32,
    /// Seconds for which it still steps back to let somebody pass, and in which direction.
    pub(super) giving_way: (f32, Vec3),
    serial: u32,
    goal: Vec3,
    whole: f32,
    nearest: f32,
    next_try: u32,
}

impl PathFollower {
    /// What is left of the way from a point, in metres.
    pub fn remaining(&self, from: Vec3) -> f32 {
        let mut last = from;
        let mut sum = 0.0;
        for corner in &self.corners {
            sum += last.distance(*corner);
            last = *corner;
        }
        sum
    }

    /// Where the way leads; `None` when it goes nowhere in particular.
    pub fn goal(&self) -> Option<Vec3> {
        self.corners.last().copied()
    }

    fn set_out(&mut self, serial: u32, goal: Vec3, length: f32) {
        self.serial = serial;
        self.goal = goal;
        self.whole = length.max(0.01);
        self.nearest = length;
        self.stalled = 0.0;
    }

    /// Begins anew from where it is, having given way: what that cost is no hindrance.
    pub(super) fn set_out_again(&mut self, from: Vec3) {
        self.nearest = self.remaining(from);
        self.stalled = 0.0;
    }

    fn stop(&mut self) {
        self.corners.clear();
        self.stalled = 0.0;
        self.stood.0 = 0.0;
        self.giving_way.0 = 0.0;
    }

    /// For how many seconds something has kept it from going on.
    pub(super) fn hindered(&self) -> f32 {
        self.stalled.max(self.stood.0)
    }

    /// Counts how long it has come no nearer, and how long it has not moved at all.
    pub(super) fn note_progress(&mut self, place: Vec3, dt: f32) {
        let left = self.remaining(place);
        if left < self.nearest - NEARER {
            self.nearest = left;
            self.stalled = 0.0;
        } else {
            self.stalled += dt;
        }
        if flat_distance(place, self.stood.1) > ONE_SPOT {
            self.stood = (0.0, place);
        } else {
            self.stood.0 += dt;
        }
        if self.hindered() < PATIENCE {
            self.patience = PATIENCE;
        }
    }

    /// The spot of a body, found anew where the body was set down elsewhere.
    pub(super) fn locate(&mut self, ground: &super::navigation::LevelTerrain, place: Vec3) -> Option<NavPoint> {
        let known = self.spot.filter(|spot| flat_distance(spot.point, place) < 0.05);
        self.spot = known.or_else(|| ground.spot(place, OFF_MESH));
        self.spot
    }
}

/// How long a body may be hindered before it tries another way, and before it gives up, in seconds.
const TRY_AGAIN: f32 = 1.5;
const GIVE_UP: f32 = 5.0;

/// Looks up ways for new requests and for goals that have moved; reports what has been reached and what cannot be.
pub(super) fn plan_paths(
    clock: Res<SimulationClock>,
    ground: Res<LevelTerrainService>,
    roster: Res<Roster>,
    mut agents: Query<(&Body, &Hidden, &mut Blackboard, &mut PathFollower), With<InPlay>>,
) {
    for agent in &roster.agents {
        let Ok((body, hidden, mut board, mut follower)) = agents.get_mut(*agent) else { continue };
        if hidden.0.is_some() {
            follower.stop();
            continue;
        }
        let serial = board.go.serial();
        match board.go.active().copied() {
            None => follower.stop(),
            Some(GoRequest::Steer { .. } | GoRequest::Stay { .. }) => {
                follower.stop();
                board.go.report(Status::Running(0.0));
            }
            Some(GoRequest::To { place, within, .. }) => {
                follower.within = within.max(0.05);
                let status = follow(&mut follower, &ground.0, body.place, place, serial, clock.tick, clock.rate);
                if status.is_over() {
                    follower.stop();
                }
                board.go.report(status);
            }
        }
    }
}

fn follow(
    follower: &mut PathFollower,
    ground: &super::navigation::LevelTerrain,
    from: Vec3,
    goal: Vec3,
    serial: u32,
    tick: u32,
    rate: u32,
) -> Status {
    let moved = flat_distance(goal, follower.goal).max((goal.y - follower.goal.y).abs());
    let (metres, share) = GOAL_MOVED;
    let stale = follower.corners.is_empty() || moved > metres.max(share * flat_distance(from, goal));
    let try_again = follower.hindered() >= TRY_AGAIN && tick >= follower.next_try;
    if stale || try_again {
        let mut corners = std::mem::take(&mut follower.corners);
        let found = ground.path(from, goal, &mut corners);
        follower.corners = corners;
        let Some(length) = found else { return Status::Failed(FailReason::Unreachable) };
        if try_again && !stale {
            follower.next_try = tick + (TRY_AGAIN * rate as f32) as u32;
        } else {
            follower.set_out(serial, goal, length);
        }
    } else if serial != follower.serial {
        // The goal has hardly moved: the way stays, its end does.
        follower.serial = serial;
        if let Some(last) = follower.corners.last_mut() {
            last.x = goal.x;
            last.z = goal.z;
        }
    }
    let left = follower.remaining(from);
    if left <= follower.within {
        return Status::Done;
    }
    if follower.hindered() >= GIVE_UP {
        return Status::Failed(FailReason::Stuck);
    }
    Status::Running((1.0 - left / follower.whole).clamp(0.0, 1.0))
}
