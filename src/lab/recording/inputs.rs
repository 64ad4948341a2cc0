//! What came into a match from outside, tick by tick: requests of human players, and commands that changed the match.

use quarry_minds::protocol::{
    AgentId, Blackboard, GoRequest, GunRequest, LookRequest, OrderRequest, SayRequest, Slot, StrikeRequest,
    ThrowRequest, UseRequest,
};
use serde::{Deserialize, Serialize};

use crate::simulation::retune::RetuneCommand;

/// An input, which came after this tick and before the next.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedInput {
    /// The tick.
    pub tick: u32,
    /// The input.
    pub input: InputKind,
}

/// The kinds of inputs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum InputKind {
    /// Requests of the human player of an agent.
    Requests(AgentId, RequestChanges),
    /// A command.
    Command(RetuneCommand),
}

/// What happened to one slot of a blackboard.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SlotChange<T> {
    /// Nothing.
    #[default]
    Unchanged,
    /// The request was withdrawn.
    Cleared,
    /// A request was posted.
    Posted(T),
}

impl<T: Clone + PartialEq> SlotChange<T> {
    fn between(before: &Slot<T>, after: &Slot<T>) -> Self {
        match after.request() {
            _ if before.serial() == after.serial() => Self::Unchanged,
            None => Self::Cleared,
            Some(request) => Self::Posted(request.clone()),
        }
    }

    fn is_unchanged(&self) -> bool {
        matches!(self, Self::Unchanged)
    }

    fn apply(&self, slot: &mut Slot<T>) {
        match self {
            Self::Unchanged => {}
            Self::Cleared => slot.clear(),
            Self::Posted(request) => {
                // Posting an equal request starts a new one only if the old one was withdrawn before.
                if slot.active() == Some(request) {
                    slot.clear();
                }
                slot.post(request.clone());
            }
        }
    }
}

/// Declares what can happen to the slots of a blackboard, each with its kind of request.
macro_rules! request_changes {
    ($($slot:ident: $request:ty),* $(,)?) => {
        /// What happened to a blackboard between two ticks.
        #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct RequestChanges {
            $(#[serde(skip_serializing_if = "SlotChange::is_unchanged")] $slot: SlotChange<$request>,)*
        }

        impl RequestChanges {
            /// What was posted and withdrawn since a blackboard was as `before`.
            pub fn between(before: &Blackboard, after: &Blackboard) -> Self {
                Self { $($slot: SlotChange::between(&before.$slot, &after.$slot),)* }
            }

            /// Whether nothing has changed.
            pub fn is_empty(&self) -> bool {
                *self == Self::default()
            }

            /// Applies the same changes to another blackboard.
            pub fn apply(&self, board: &mut Blackboard) {
                $(self.$slot.apply(&mut board.$slot);)*
            }
        }
    };
}

request_changes! {
    go: GoRequest,
    look: LookRequest,
    use_thing: UseRequest,
    strike: StrikeRequest,
    throw: ThrowRequest,
    gun: GunRequest,
    say: SayRequest,
    order: OrderRequest,
}

#[cfg(test)]
mod tests {
    use bevy::math::Vec3;
    use proptest::prelude::*;

    use super::*;
    use quarry_minds::protocol::{Aim, Gait, Label, Status, Subject, ThingId, label};

    fn asked() -> Blackboard {
        let mut board = Blackboard::default();
        board.go.post(GoRequest::Steer { direction: Vec3::new(0.25, 0.0, -0.5), gait: Gait::Run });
        board.look.post(LookRequest::Along { direction: Vec3::X });
        board.use_thing.post(UseRequest { target: Subject::Thing(ThingId(7)), verb: label("take") });
        board.strike.post(StrikeRequest { target: Some(AgentId(0)), with: Label::default() });
        board.throw.post(ThrowRequest { what: label("stone"), aim: Aim::Direction(Vec3::Y) });
        board.say.post(SayRequest { what: label("report") });
        let place = Some(Vec3::new(1.0, 0.0, 0.1));
        board.order.post(OrderRequest { to: AgentId(1), what: label("advance"), amount: 1.0, place });
        board
    }

    fn round_trip(changes: &RequestChanges) -> RequestChanges {
        serde_json::from_str(&serde_json::to_string(changes).unwrap()).unwrap()
    }

    #[test]
    fn every_kind_of_request_survives_the_round_trip() {
        let posted = RequestChanges::between(&Blackboard::default(), &asked());
        assert_eq!(round_trip(&posted), posted);
        let mut board = Blackboard::default();
        posted.apply(&mut board);
        assert!(RequestChanges::between(&asked(), &board).is_empty(), "the same serial numbers too");
        let withdrawn = RequestChanges::between(&asked(), &{
            let mut board = asked();
            board.clear();
            board
        });
        assert_eq!(round_trip(&withdrawn), withdrawn);
        withdrawn.apply(&mut board);
        assert_eq!(board.go.request(), None);
        let other = [
            GoRequest::To { place: Vec3::new(0.1, 0.2, 0.3), within: 0.5, gait: Gait::Crouch },
            GoRequest::Stay { gait: Gait::Hurry },
        ];
        let looks = [LookRequest::Ahead, LookRequest::At(Vec3::Z), LookRequest::Scan { degrees: 50.0, period: 2.0 }];
        for (go, look) in other.into_iter().cycle().zip(looks) {
            let posted = RequestChanges {
                go: SlotChange::Posted(go),
                look: SlotChange::Posted(look),
                ..RequestChanges::default()
            };
            assert_eq!(round_trip(&posted), posted);
        }
    }

    #[test]
    fn posting_an_equal_request_again_starts_a_new_one() {
        let mut before = asked();
        before.use_thing.report(Status::Running(0.5));
        let mut after = before.clone();
        after.use_thing.clear();
        after.use_thing.post(UseRequest { target: Subject::Thing(ThingId(7)), verb: label("take") });
        RequestChanges::between(&before, &after).apply(&mut before);
        assert_eq!(before.use_thing.status(), Status::Posted);
        assert_eq!(before.use_thing.serial(), after.use_thing.serial());
    }

    proptest! {
        /// A digest depends on the last bit of a direction.
        #[test]
        fn numbers_keep_every_bit(bits: [u32; 3]) {
            let direction = Vec3::from_array(bits.map(f32::from_bits));
            prop_assume!(direction.is_finite());
            let go = SlotChange::Posted(GoRequest::Steer { direction, gait: Gait::Walk });
            let read = round_trip(&RequestChanges { go, ..RequestChanges::default() });
            let SlotChange::Posted(GoRequest::Steer { direction: read, .. }) = read.go else { panic!() };
            prop_assert_eq!(read.to_array().map(f32::to_bits), direction.to_array().map(f32::to_bits));
        }
    }
}
