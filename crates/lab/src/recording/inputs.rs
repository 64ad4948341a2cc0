//! What came into a match from outside, tick by tick: requests of human players, and commands that changed the match.

use quarry_minds::protocol::{AgentId, RequestChanges};
use serde::{Deserialize, Serialize};

use quarry_engine::simulation::retune::RetuneCommand;

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

#[cfg(test)]
mod tests {
    use bevy::math::Vec3;
    use proptest::prelude::*;

    use super::*;
    use quarry_minds::protocol::{
        Aim, Blackboard, Gait, GoRequest, GunRequest, Label, LookRequest, OrderRequest, SayRequest, SlotChange, Status,
        StrikeRequest, Subject, TaskRequest, ThingId, ThrowRequest, UseRequest, label,
    };

    fn asked() -> Blackboard {
        let mut board = Blackboard::default();
        board.go.post(GoRequest::Steer { direction: Vec3::new(0.25, 0.0, -0.5), gait: Gait::Run });
        board.look.post(LookRequest::Along { direction: Vec3::X });
        board.use_thing.post(UseRequest { target: Subject::Thing(ThingId(7)), verb: label("take") });
        board.strike.post(StrikeRequest { target: Some(AgentId(0)), with: Label::default() });
        board.throw.post(ThrowRequest { what: label("stone"), aim: Aim::Direction(Vec3::Y) });
        board.gun.post(GunRequest::Reload);
        board.task.post(TaskRequest { name: label("hum"), target: Some(Subject::Agent(AgentId(2))) });
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
        assert_eq!(asked().requests().count(), Blackboard::SLOTS.len(), "a slot is left out: {:?}", Blackboard::SLOTS);
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
