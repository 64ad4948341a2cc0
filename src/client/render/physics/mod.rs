//! What moves in the window only: furniture that is knocked over, chandeliers, door leaves, dropped items, and stones on the ground.
//!
//! Rigid bodies of their own follow the frames of the match tick by tick; nothing of it reaches the simulation. A moment looks the same
//! however it was reached: after a jump back, the bodies start again from a copy kept on the way, and follow all frames since.

mod furniture;
mod loose;
mod places;
#[cfg(test)]
mod tests;
pub mod world;

use bevy::prelude::*;
use bevy_rapier3d::rapier::pipeline::PhysicsPipeline;

pub use self::furniture::STONE_RADIUS;
pub use self::loose::{LooseThings, MAX_STONES, Movable, PhysicsInputs};
pub use self::places::{open_angle, prop_transform, shut_transform};
use crate::client::ClientSystems;
use crate::client::session::{GameViewService, MatchFrame, Playback, SceneSetup, init_for_match, loaded};

/// A copy is kept every so many ticks; more rarely once there are too many.
const KEEP_EVERY: u32 = 600;
/// The most copies.
const MAX_KEPT: usize = 12;
/// How long things move on after the end of the match, in seconds.
const SETTLE_SECONDS: f32 = 4.0;
/// The most ticks that are computed in a frame. After a jump they need several frames to catch up.
const MAX_TICKS: u32 = 90;

/// The things that move in the match on screen.
#[derive(Resource, Default)]
pub struct ViewPhysics {
    /// `None` before the first frame, and in a match where nothing moves.
    now: Option<LooseThings>,
    /// Whether the first frame of the match has been seen.
    begun: bool,
    /// Copies to go back to, by tick.
    kept: Vec<LooseThings>,
    /// The number of ticks between two copies.
    keep_every: u32,
    /// How long ago the match ended, in seconds, and for how many ticks things have moved on since: what falls in its last tick does not
    /// stop in the air.
    after_end: (f32, u32),
    pipeline: PhysicsPipeline,
    frame: MatchFrame,
}

/// The systems that move the things; those that draw them come after.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PhysicsSystems;

pub(in crate::client) fn plugin(app: &mut App) {
    init_for_match::<ViewPhysics>(app);
    app.add_systems(
        Update,
        follow
            .in_set(PhysicsSystems)
            .in_set(ClientSystems::Draw)
            .run_if(loaded.and_then(resource_exists::<SceneSetup>)),
    );
}

/// Follows the match to the tick shown.
fn follow(
    playback: Res<Playback>,
    setup: Res<SceneSetup>,
    game: Res<GameViewService>,
    mut physics: ResMut<ViewPhysics>,
) {
    let inputs = PhysicsInputs { setup: &setup, view: game.0, tick: 1.0 / playback.rate() };
    physics.follow(&playback, inputs);
}

impl ViewPhysics {
    /// Where a thing is at the moment drawn; `None` if it does not move.
    pub fn place_of(&self, thing: Movable, playback: &Playback) -> Option<Transform> {
        let now = self.now.as_ref()?;
        let blend = if now.tick == playback.now.tick { playback.blend } else { 1.0 };
        now.place_of(thing, blend)
    }

    /// The stones that lie about, oldest first.
    pub fn stones(&self) -> impl Iterator<Item = Movable> + '_ {
        self.now.iter().flat_map(LooseThings::stones)
    }

    fn follow(&mut self, playback: &Playback, inputs: PhysicsInputs<'_>) {
        let wanted = playback.now.tick;
        if !self.begun {
            self.begun = playback.frame_at(playback.span().0, &mut self.frame);
            self.now = LooseThings::new(inputs, &self.frame).filter(|_| self.begun);
            self.keep_every = KEEP_EVERY;
            self.kept = self.now.iter().cloned().collect();
        }
        if self.now.as_ref().is_some_and(|now| now.tick > wanted) {
            let last = self.kept.partition_point(|kept| kept.tick <= wanted).saturating_sub(1);
            self.now = self.kept.get(last).cloned();
        }
        let Some(now) = &mut self.now else { return };
        // The oldest frames of a long match are dropped.
        let first = playback.span().0;
        for _ in 0..MAX_TICKS {
            let next = (now.tick + 1).max(first);
            if next > wanted || !playback.frame_at(next, &mut self.frame) {
                break;
            }
            now.advance(inputs, &self.frame, playback.log_at(next), &mut self.pipeline);
            if next % self.keep_every == 0 && self.kept.last().is_none_or(|kept| kept.tick < next) {
                self.kept.push(now.clone());
                if self.kept.len() > MAX_KEPT {
                    self.keep_every *= 2;
                    let every = self.keep_every;
                    self.kept.retain(|kept| kept.tick % every == 0 || kept.tick < KEEP_EVERY);
                }
            }
        }
        let ended = playback.over() && now.tick == wanted;
        if !ended {
            self.after_end = (0.0, 0);
            return;
        }
        let (since, settled) = &mut self.after_end;
        *since = (*since + playback.played).min(SETTLE_SECONDS);
        while ((*settled + 1) as f32 * inputs.tick) < *since {
            now.settle(&mut self.pipeline);
            *settled += 1;
        }
    }
}
