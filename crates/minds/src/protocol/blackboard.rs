//! Requests to a body. A mind or a player posts them, a subsystem fulfils them, and neither knows the other.

use bevy_ecs::{prelude::*, reflect::ReflectComponent};
use bevy_reflect::Reflect;
use serde::{Deserialize, Serialize};

use super::{FailReason, OrderRequest, Slot, SlotChange, Status, request::*};

/// Declares the slots, a row each: name, request, and the request's variant of [`BodyRequest`]. All that handles every slot is made of
/// these rows.
macro_rules! slots {
    ($(#[$of:meta])* pub struct $board:ident {
        $($(#[$doc:meta])* pub $slot:ident: Slot<$request:ty> => $variant:ident,)*
    }) => {
        $(#[$of])*
        pub struct $board { $($(#[$doc])* pub $slot: Slot<$request>,)* }

        /// A request to the body.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub enum BodyRequest { $($(#[$doc])* $variant($request),)* }

        impl $board {
            /// The names of the slots.
            pub const SLOTS: &[&str] = &[$(stringify!($slot)),*];

            /// Withdraws the requests that `which` selects.
            pub fn withdraw(&mut self, which: impl Fn(&BodyRequest) -> bool) {
                $(if self.$slot.request().is_some_and(|asked| which(&BodyRequest::$variant(*asked))) {
                    self.$slot.clear();
                })*
            }

            /// Lets the requests in progress fail that `which` selects.
            pub fn fail(&mut self, reason: FailReason, which: impl Fn(&BodyRequest) -> bool) {
                $(if self.$slot.active().is_some_and(|asked| which(&BodyRequest::$variant(*asked))) {
                    self.$slot.report(Status::Failed(reason));
                })*
            }

            /// The newest request of each slot that has one, with its status.
            pub fn requests(&self) -> impl Iterator<Item = (BodyRequest, Status)> + use<> {
                let all = [$(self.$slot.request().map(|asked| (BodyRequest::$variant(*asked), self.$slot.status())),)*];
                all.into_iter().flatten()
            }
        }

        /// What happened to a blackboard between two ticks.
        #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct RequestChanges {
            $($(#[$doc])* #[serde(skip_serializing_if = "SlotChange::is_unchanged")] pub $slot: SlotChange<$request>,)*
        }

        impl RequestChanges {
            /// What was posted and withdrawn since a blackboard was as `before`.
            pub fn between(before: &$board, after: &$board) -> Self {
                Self { $($slot: SlotChange::between(&before.$slot, &after.$slot),)* }
            }

            /// Makes the same changes to another blackboard.
            pub fn apply(&self, board: &mut $board) {
                $(self.$slot.apply(&mut board.$slot);)*
            }
        }
    };
}

slots! {
/// What a mind or a player asks of one body: the newest request of each kind.
#[derive(Component, Default, Debug, Clone, Reflect)]
#[reflect(Component)]
pub struct Blackboard {
    /// Locomotion and navigation.
    pub go: Slot<GoRequest> => Go,
    /// Gaze.
    pub look: Slot<LookRequest> => Look,
    /// Interaction.
    pub use_thing: Slot<UseRequest> => Use,
    /// Melee.
    pub strike: Slot<StrikeRequest> => Strike,
    /// Projectiles.
    pub throw: Slot<ThrowRequest> => Throw,
    /// Guns.
    pub gun: Slot<GunRequest> => Gun,
    /// What only the game knows how to do.
    pub task: Slot<TaskRequest> => Task,
    /// Voice: reports.
    pub say: Slot<SayRequest> => Say,
    /// Voice: orders to team-mates. Running once the receiver has heard it; see [`super::OrderStatus::of_request`].
    pub order: Slot<OrderRequest> => Order,
}
}

impl Blackboard {
    /// Withdraws every request, so that the body stands still.
    pub fn clear(&mut self) {
        self.withdraw(|_| true);
    }
}

impl RequestChanges {
    /// Whether nothing has changed.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}
