//! The names used in percepts, interned once.

use bevy::ecs::prelude::*;
use quarry_minds::protocol::{Gait, Label};

use super::agent_snapshot::Stance;
use crate::data::declare::labels;

labels! {
    /// The kinds and states that senses report.
    #[derive(Resource, Clone, Copy, Debug)]
    pub struct PerceptNames {
        /// The kind of an unrecognised movement.
        movement,
        /// The state of an unrecognised movement.
        noticed,
        /// An agent stands still.
        standing,
        /// An agent crouches.
        crouching,
        /// An agent walks.
        walking,
        /// An agent runs.
        running,
        /// An agent is in a hiding place.
        hiding,
        /// Something holds an agent fast.
        held_fast,
        /// An item lies there, or something is left of a stock.
        lying,
        /// The place of an item is empty, or a stock is used up.
        gone,
        /// A door or a gate is open.
        open,
        /// A door is closed.
        closed,
        /// A gate is locked.
        locked,
        /// A hiding place is empty.
        free,
        /// A hiding place is occupied.
        occupied,
        /// A hiding place.
        hiding_place,
        /// What a nose has found, as a sense.
        smelt,
        /// A scratch mark.
        trace,
        /// A place of the terrain.
        place,
        /// Nobody is at a place.
        clear,
    }
}

impl PerceptNames {
    /// The name of a stance.
    pub fn of_stance(&self, stance: Stance) -> Label {
        match stance {
            Stance::Standing => self.standing,
            Stance::Crouching | Stance::Moving(Gait::Crouch) => self.crouching,
            Stance::Moving(Gait::Walk | Gait::Hurry) => self.walking,
            Stance::Moving(Gait::Run) => self.running,
            Stance::Hiding => self.hiding,
            Stance::HeldFast => self.held_fast,
        }
    }
}
