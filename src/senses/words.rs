//! The names used in percepts, interned once.

use bevy::ecs::prelude::*;

use super::agent_snapshot::Stance;
use crate::{
    protocol::{Gait, Label, label},
    world::level::ThingKind,
};

/// Declares each name with its spelling.
macro_rules! words {
    ($($(#[$doc:meta])* $word:ident),* $(,)?) => {
        /// The kinds and states that senses report.
        #[derive(Resource, Clone, Copy, Debug)]
        pub struct PerceptNames {
            $($(#[$doc])* pub $word: Label,)*
        }

        impl Default for PerceptNames {
            fn default() -> Self {
                Self { $($word: label(stringify!($word)),)* }
            }
        }
    };
}

words! {
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
    /// An agent was caught.
    caught,
    /// An agent escaped.
    escaped,
    /// A key lies there.
    lying,
    /// A key place is empty.
    gone,
    /// A door or an exit is open.
    open,
    /// A door is closed.
    closed,
    /// An exit is locked.
    locked,
    /// A hiding place is empty.
    free,
    /// A hiding place is occupied.
    occupied,
    /// A key, or a place for one.
    key,
    /// A door.
    door,
    /// An exit.
    exit,
    /// A hiding place.
    hiding_place,
    /// A patrol point.
    patrol_point,
    /// A scratch mark.
    trace,
    /// A place of the terrain.
    place,
    /// Nobody is at a place.
    clear,
}

impl PerceptNames {
    /// The name of a kind of thing; equal to [`ThingKind::label`], without interning.
    pub fn of_kind(&self, kind: ThingKind) -> Label {
        match kind {
            ThingKind::Key => self.key,
            ThingKind::Door => self.door,
            ThingKind::Exit => self.exit,
            ThingKind::HidingPlace => self.hiding_place,
            ThingKind::PatrolPoint => self.patrol_point,
        }
    }

    /// The name of a stance.
    pub fn of_stance(&self, stance: Stance) -> Label {
        match stance {
            Stance::Standing => self.standing,
            Stance::Crouching | Stance::Moving(Gait::Crouch) => self.crouching,
            Stance::Moving(Gait::Walk | Gait::Hurry) => self.walking,
            Stance::Moving(Gait::Run) => self.running,
            Stance::Hiding => self.hiding,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn things_have_the_names_the_world_gives_them() {
        let words = PerceptNames::default();
        for kind in [ThingKind::Key, ThingKind::Door, ThingKind::Exit, ThingKind::HidingPlace, ThingKind::PatrolPoint] {
            assert_eq!(words.of_kind(kind), kind.label());
        }
    }
}
