//! Typed events of a game. The log holds them as [`GameEvent`]s, which every room can read.

use quarry_minds::protocol::AgentId;
pub use quarry_minds::protocol::{GameEvent, MatchEvent, label};

/// What a field of a typed event is in a slot of a [`GameEvent`].
pub trait EventField<S>: Sized {
    /// The field, if the slot holds one.
    fn read(slot: Option<S>) -> Option<Self>;

    /// The slot for this field.
    fn written(self) -> Option<S>;
}

impl<S> EventField<S> for S {
    fn read(slot: Option<S>) -> Option<Self> {
        slot
    }

    fn written(self) -> Option<S> {
        Some(self)
    }
}

impl<S> EventField<S> for Option<S> {
    fn read(slot: Option<S>) -> Option<Self> {
        Some(slot)
    }

    fn written(self) -> Option<S> {
        self
    }
}

impl EventField<i32> for u8 {
    fn read(slot: Option<i32>) -> Option<Self> {
        slot?.try_into().ok()
    }

    fn written(self) -> Option<i32> {
        Some(self.into())
    }
}

impl EventField<i32> for u16 {
    fn read(slot: Option<i32>) -> Option<Self> {
        slot?.try_into().ok()
    }

    fn written(self) -> Option<i32> {
        Some(self.into())
    }
}

impl EventField<i32> for AgentId {
    fn read(slot: Option<i32>) -> Option<Self> {
        u16::read(slot).map(Self)
    }

    fn written(self) -> Option<i32> {
        self.0.written()
    }
}

/// Declares the events of a game: each with its name in the log, and for each field the slot of the [`GameEvent`] that holds it.
#[macro_export]
macro_rules! game_events {
    ($(#[$of:meta])* pub enum $events:ident {
        $($(#[$of_event:meta])* $event:ident = $name:literal { $($field:ident: $type:ty = $slot:ident),* $(,)? },)*
    }) => {
        #[allow(
            missing_docs,
            reason = "the line above each event says what it is about; its fields are the parts of that line"
        )]
        $(#[$of])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $events {
            $($(#[$of_event])* $event { $($field: $type),* },)*
        }

        impl $events {
            /// The event of this game in an entry of the log; `None` for other events.
            pub fn read(event: &$crate::simulation::game_event::MatchEvent) -> Option<Self> {
                use $crate::simulation::game_event::{MatchEvent, EventField};
                let MatchEvent::Game(told) = event else { return None };
                Some(match told.name.as_str() {
                    $($name => Self::$event { $($field: EventField::read(told.$slot)?),* },)*
                    _ => return None,
                })
            }
        }

        impl From<$events> for $crate::simulation::game_event::MatchEvent {
            fn from(event: $events) -> Self {
                use $crate::simulation::game_event::{EventField, GameEvent, label};
                Self::Game(match event {
                    $($events::$event { $($field),* } => GameEvent {
                        name: label($name),
                        $($slot: $field.written(),)*
                        ..GameEvent::default()
                    },)*
                })
            }
        }
    };
}

pub use game_events;

#[cfg(test)]
mod tests {
    use quarry_minds::protocol::{Label, QuantisedPoint, ThingId};

    use super::*;

    game_events! {
        /// Events with every kind of field.
        pub enum CatEvent {
            /// A cat has groomed itself, or another one.
            Groomed = "groomed" { cat: AgentId = agent, other: Option<AgentId> = by, with: Label = word, at: QuantisedPoint = at },
            /// A kitten of a cat was born, the so many-th.
            Born = "born" { kitten: AgentId = agent, cat: AgentId = amount },
            /// A day has ended beside a thing.
            Slept = "slept" { day: u16 = amount, on: ThingId = thing },
        }
    }

    #[test]
    fn every_event_is_read_as_it_was_written() {
        let (cat, at) = (AgentId(1), QuantisedPoint { x: 1, y: 2, z: 3 });
        for event in [
            CatEvent::Groomed { cat, other: Some(AgentId(2)), with: label("tongue"), at },
            CatEvent::Groomed { cat, other: None, with: label("tongue"), at },
            CatEvent::Born { kitten: AgentId(9), cat },
            CatEvent::Slept { day: 3, on: ThingId(4) },
        ] {
            assert_eq!(CatEvent::read(&event.into()), Some(event));
        }
        assert_eq!(CatEvent::read(&MatchEvent::Left { agent: cat, how: label("groomed") }), None);
        let too_many = GameEvent { name: label("slept"), amount: Some(1 << 20), ..GameEvent::default() };
        assert_eq!(CatEvent::read(&MatchEvent::Game(too_many)), None);
    }
}
