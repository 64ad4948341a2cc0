//! The words of percepts, interned once.

use bevy::ecs::prelude::*;

use super::agent_snapshot::Stance;
use crate::{
    protocol::{Gait, Label, label},
    world::level::ThingKind,
};

/// Declares the words with their spelling.
macro_rules! words {
    ($($(#[$doc:meta])* $word:ident),* $(,)?) => {
        /// The words that senses use for what they perceive.
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
    /// Something that moves, not recognised.
    movement,
    /// The state of what is not recognised.
    noticed,
    /// An agent stands still.
    standing,
    /// An agent goes or stays bent low.
    crouching,
    /// An agent walks.
    walking,
    /// An agent runs.
    running,
    /// An agent is in a hiding place.
    hiding,
    /// An agent was caught.
    caught,
    /// An agent got away.
    escaped,
    /// A key lies there.
    lying,
    /// A place for a key has none.
    gone,
    /// A door or an exit stands open.
    open,
    /// A door is shut.
    closed,
    /// An exit is locked.
    locked,
    /// Nobody is in a hiding place.
    free,
    /// Somebody is in a hiding place.
    occupied,
    /// A place where a key may lie, or the key.
    key,
    /// A door.
    door,
    /// A way out.
    exit,
    /// A hiding place.
    hiding_place,
    /// A point a patrol passes.
    patrol_point,
    /// A mark somebody left.
    trace,
    /// A place of the terrain.
    place,
    /// Nobody is to be seen there.
    clear,
}

impl PerceptNames {
    /// The word for a kind of thing; the same as [`ThingKind::label`], without looking it up.
    pub fn of_kind(&self, kind: ThingKind) -> Label {
        match kind {
            ThingKind::Key => self.key,
            ThingKind::Door => self.door,
            ThingKind::Exit => self.exit,
            ThingKind::HidingPlace => self.hiding_place,
            ThingKind::PatrolPoint => self.patrol_point,
        }
    }

    /// The word for what one sees a body do.
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
