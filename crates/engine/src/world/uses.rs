//! What agents use, what a use may change, and what a game adds to it: its verbs, and what follows from those that all games share.

use bevy::{
    app::prelude::*,
    ecs::{component::Mutable, prelude::*, system::SystemParam},
    math::Vec3,
};
use quarry_minds::protocol::{AgentId, FailReason, Label, Status};

use super::{
    PendingHarm, SiteService, ThingState, Things, UseSystems, interact::use_targets, level::LevelThing,
    noise::EventEmitter,
};

/// What a game adds to the use of things and agents: verbs of its own, and what follows from the verbs that all games share.
pub trait GameUses: Resource<Mutability = Mutable> {
    /// Whether an agent may use the target with a verb that not all games share. Its reach is checked afterwards.
    ///
    /// # Errors
    /// Why not: [`FailReason::Refused`] for verbs and targets that the game does not know.
    fn check(&self, attempt: &UseAttempt) -> Result<(), FailReason>;

    /// One tick of a use that [`GameUses::check`] allows. The use goes on until the status is [`Status::Done`] or
    /// [`Status::Failed`].
    fn work(&mut self, attempt: &UseAttempt, work: UseWork, effects: &mut UseEffects<'_, '_>) -> Status;

    /// An agent has used a device, or a thing with a verb that all games share.
    fn used(&mut self, _attempt: &UseAttempt, _effects: &mut UseEffects<'_, '_>) {}
}

/// The uses of a game without verbs of its own.
#[derive(Resource, Clone, Copy, Debug, Default)]
struct NoUses;

impl GameUses for NoUses {
    fn check(&self, _attempt: &UseAttempt) -> Result<(), FailReason> {
        Err(FailReason::Refused)
    }

    fn work(&mut self, _attempt: &UseAttempt, _work: UseWork, _effects: &mut UseEffects<'_, '_>) -> Status {
        Status::Failed(FailReason::Refused)
    }
}

/// Whether the use of things and agents has been added.
#[derive(Resource)]
struct UsesAdded;

/// Adds the verbs of a game.
pub fn add_uses<U: GameUses + Default>(app: &mut App) {
    app.insert_resource(UsesAdded).init_resource::<U>().add_systems(FixedUpdate, use_targets::<U>.in_set(UseSystems));
}

/// Adds the verbs that all games share, unless the game has added its own with [`add_uses`].
pub fn add_default_uses(app: &mut App) {
    if !app.world().contains_resource::<UsesAdded>() {
        add_uses::<NoUses>(app);
    }
}

/// An agent that uses something.
#[derive(Clone, Copy, Debug)]
pub struct UseAttempt {
    /// The agent.
    pub agent: AgentId,
    /// Its side.
    pub side: Label,
    /// Its position, in metres.
    pub place: Vec3,
    /// The verb, as the rules name it.
    pub verb: Label,
    /// The target.
    pub target: UseTarget,
}

/// What an agent uses.
#[allow(missing_docs, reason = "the line above each of them says what it is about")]
#[derive(Clone, Copy, Debug)]
pub enum UseTarget {
    /// A thing, and its state before the use.
    Thing(LevelThing, ThingState),
    /// Another agent in play.
    Agent {
        agent: AgentId,
        side: Label,
        /// Its position, in metres.
        place: Vec3,
    },
    /// The agent itself: it sleeps, heals or reloads. Always within reach, also in a hiding place.
    Oneself,
}

/// The work on a use in this tick.
#[derive(Clone, Copy, Debug)]
pub struct UseWork {
    /// Seconds of work so far, this tick included.
    pub seconds: f32,
    /// The seconds that the rules ask for.
    pub needed: f32,
    /// Whether it is time for the next noise of the work.
    pub loud: bool,
}

impl UseWork {
    /// Running with the fraction done, or done.
    pub fn status(&self) -> Status {
        if self.seconds + 1e-4 < self.needed {
            Status::Running((self.seconds / self.needed).clamp(0.0, 1.0))
        } else {
            Status::Done
        }
    }
}

/// What a use may change.
#[derive(SystemParam)]
pub struct UseEffects<'w, 's> {
    /// The level.
    pub site: Res<'w, SiteService>,
    /// The things of the level.
    pub things: ResMut<'w, Things>,
    /// The harm done in this tick.
    pub harm: ResMut<'w, PendingHarm>,
    /// Events, noises, rules and clock.
    pub emitter: EventEmitter<'w, 's>,
}
