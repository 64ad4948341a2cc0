//! From a movement request to the corners of a path.

use bevy::{ecs::prelude::*, math::Vec3};
use quarry_minds::protocol::{Blackboard, FailReason, GoRequest, MatchThreads, SimulationClock, Status};

use super::{LevelTerrainService, OwnGround, navigation::NavPoint, push::Pusher};
use crate::world::{Body, Hidden, InPlay, geometry::flat_distance, level::DoorSet};

/// A goal that moves farther than this needs a new path: in metres, or as a fraction of the distance to it if that is
/// more.
const GOAL_MOVED: (f32, f32) = (0.3, 0.06);
/// The largest distance from the mesh at which a body is put back on it, in metres.
const OFF_MESH: f32 = 2.0;
/// A body that stays within this radius has not moved, in metres.
const STILL_RADIUS: f32 = 0.3;
/// How long a body may be blocked by another one before it steps aside, in seconds.
pub(super) const PATIENCE: f32 = 0.7;
/// Progress towards the goal counts from this distance on, in metres.
const MIN_PROGRESS: f32 = 0.05;

/// The position of a body on the mesh, and the path it follows.
#[derive(Component, Clone, Debug, Default)]
pub struct PathFollower {
    /// The position on the mesh; `None` before the first step and in hiding places.
    pub position: Option<NavPoint>,
    /// The corners ahead, the goal last; empty without a path.
    pub corners: Vec<Vec3>,
    /// The radius around the goal that counts as reached, in metres.
    pub within: f32,
    /// Whether each corner is walked to exactly. Otherwise corners are cut, and beside an obstacle a cut corner may leave the
    /// body facing the obstacle.
    pub(super) exact: bool,
    /// How long the body has wanted to move without getting nearer to the goal, in seconds.
    stalled: f32,
    /// How long the body has wanted to move without leaving [`STILL_RADIUS`], in seconds, and the centre of that
    /// radius.
    still: (f32, Vec3),
    /// How long the body must be blocked before it gives way, in seconds.
    pub(super) patience: f32,
    /// Seconds left of stepping back, and the direction.
    pub(super) giving_way: (f32, Vec3),
    /// How the body pushes others out of its way.
    pub(super) pusher: Pusher,
    /// The doors that were known to be barred when the path was found.
    barred: DoorSet,
    serial: u32,
    goal: Vec3,
    length: f32,
    nearest: f32,
    next_try: u32,
}

impl PathFollower {
    /// The length of the rest of the path from a point, in metres.
    pub fn remaining(&self, from: Vec3) -> f32 {
        let mut last = from;
        let mut sum = 0.0;
        for corner in &self.corners {
            sum += last.distance(*corner);
            last = *corner;
        }
        sum
    }

    /// The goal; `None` without a path.
    pub fn goal(&self) -> Option<Vec3> {
        self.corners.last().copied()
    }

    fn start(&mut self, serial: u32, goal: Vec3, length: f32) {
        self.serial = serial;
        self.goal = goal;
        self.length = length.max(0.01);
        self.nearest = length;
        self.stalled = 0.0;
        self.exact = false;
    }

    /// Resets the progress after giving way, so that stepping back does not count as being stuck.
    pub(super) fn reset_progress(&mut self, from: Vec3) {
        self.nearest = self.remaining(from);
        self.stalled = 0.0;
    }

    fn stop(&mut self) {
        self.corners.clear();
        self.stalled = 0.0;
        self.still.0 = 0.0;
        self.giving_way.0 = 0.0;
    }

    /// How long the body has been blocked, in seconds.
    pub(super) fn blocked_seconds(&self) -> f32 {
        self.stalled.max(self.still.0)
    }

    /// Updates the timers for missing progress.
    pub(super) fn update_progress(&mut self, place: Vec3, dt: f32) {
        let left = self.remaining(place);
        if left < self.nearest - MIN_PROGRESS {
            self.nearest = left;
            self.stalled = 0.0;
        } else {
            self.stalled += dt;
        }
        if flat_distance(place, self.still.1) > STILL_RADIUS {
            self.still = (0.0, place);
        } else {
            self.still.0 += dt;
        }
        if self.blocked_seconds() < PATIENCE {
            self.patience = PATIENCE;
        }
    }

    /// The body's position on the mesh, looked up again if the body was moved by something else.
    pub(super) fn locate(&mut self, ground: &super::navigation::LevelTerrain, place: Vec3) -> Option<NavPoint> {
        let known = self.position.filter(|known| flat_distance(known.point, place) < 0.05);
        self.position = known.or_else(|| ground.nav_point(place, OFF_MESH));
        self.position
    }
}

/// How long a body may be blocked before it looks for another path, and before it gives up, in seconds.
const TRY_AGAIN: f32 = 1.5;
const GIVE_UP: f32 = 5.0;

/// Finds paths for new requests and for goals that have moved, and reports reached and unreachable goals.
pub(super) fn plan_paths(
    clock: Res<SimulationClock>,
    ground: Res<LevelTerrainService>,
    threads: Res<MatchThreads>,
    mut agents: Query<(&Body, &Hidden, &mut Blackboard, &mut PathFollower, Option<&OwnGround>), With<InPlay>>,
) {
    threads.each(agents.iter_mut(), |(body, hidden, board, follower, own)| {
        let barred = own.map(OwnGround::barred).unwrap_or_default();
        if std::mem::replace(&mut follower.barred, barred) != barred {
            // The way may lead through a door that turned out to be barred, or around one that no longer is.
            follower.corners.clear();
        }
        let level = own.map_or(&*ground.0, |own| own.of(&ground.0));
        if hidden.0.is_some() {
            follower.stop();
            return;
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
                let status = follow(follower, level, body.place, place, serial, clock.tick, clock.rate);
                if status.is_over() {
                    follower.stop();
                }
                board.go.report(status);
            }
        }
    });
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
    let try_again = follower.blocked_seconds() >= TRY_AGAIN && tick >= follower.next_try;
    if stale || try_again {
        let mut corners = std::mem::take(&mut follower.corners);
        let found = ground.path(from, goal, &mut corners);
        follower.corners = corners;
        let Some(length) = found else { return Status::Failed(FailReason::Unreachable) };
        if try_again && !stale {
            follower.next_try = tick + (TRY_AGAIN * rate as f32) as u32;
            follower.exact = true;
        } else {
            follower.start(serial, goal, length);
        }
    } else if serial != follower.serial {
        // The goal has hardly moved: keep the path and move its end.
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
    if follower.blocked_seconds() >= GIVE_UP {
        return Status::Failed(FailReason::Stuck);
    }
    Status::Running((1.0 - left / follower.length).clamp(0.0, 1.0))
}
