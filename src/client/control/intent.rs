//! What a person asks of the body they lead, and its posting on the blackboard: the same requests a plan posts.

use bevy::math::Vec3;

use crate::protocol::{
    Aim, Blackboard, Gait, GoRequest, Label, LookRequest, SayRequest, StrikeRequest, ThrowRequest, UseRequest,
};

/// What a person asks for now. Presses are counted, so that none is lost between two ticks and none is taken twice.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayerIntent {
    /// Where to go: a direction on the ground, its length 0 to 1.
    pub go: Vec3,
    /// How to move, or to stand.
    pub gait: Gait,
    /// Where to look.
    pub look: Vec3,
    /// What to use, for as long as the button is held.
    pub using: Option<UseRequest>,
    /// How many blows have been asked for.
    pub blows: u32,
    /// How many throws have been asked for.
    pub throws: u32,
    /// What the newest throw is of.
    pub what: Option<Label>,
    /// How often to speak has been asked for.
    pub shouts: u32,
}

impl Default for PlayerIntent {
    fn default() -> Self {
        Self {
            go: Vec3::ZERO,
            gait: Gait::Walk,
            look: Vec3::NEG_Z,
            using: None,
            blows: 0,
            throws: 0,
            what: None,
            shouts: 0,
        }
    }
}

/// Shorter than this a direction is no wish to go.
const REST: f32 = 0.05;

/// Posts wishes; remembers which presses it has posted.
#[derive(Clone, Debug, Default)]
pub struct IntentPoster {
    blows: u32,
    throws: u32,
    shouts: u32,
    /// The use that was posted while the button is held, by its serial number.
    using: Option<u32>,
}

impl IntentPoster {
    /// Posts what is asked for now. Called once before each tick.
    pub fn post(&mut self, wishes: &PlayerIntent, board: &mut Blackboard) {
        if wishes.go.length() > REST {
            board.go.post(GoRequest::Steer { direction: wishes.go.clamp_length_max(1.0), gait: wishes.gait });
        } else {
            let gait = if wishes.gait == Gait::Crouch { Gait::Crouch } else { Gait::Walk };
            board.go.post(GoRequest::Stay { gait });
        }
        board.look.post(LookRequest::Along { direction: wishes.look });
        self.post_use(wishes.using, board);
        if take(&mut self.blows, wishes.blows) {
            board.strike.post(StrikeRequest { target: None });
        }
        if take(&mut self.throws, wishes.throws)
            && let Some(what) = wishes.what
        {
            board.throw.post(ThrowRequest { what, aim: Aim::Direction(wishes.look) });
        }
        if take(&mut self.shouts, wishes.shouts) {
            board.say.post(SayRequest { what: "report".into() });
        }
    }

    /// One press is one use: what ends while the button is held does not begin again, and nothing else begins either.
    fn post_use(&mut self, using: Option<UseRequest>, board: &mut Blackboard) {
        match (using, self.using) {
            (None, posted) => {
                if posted.is_some_and(|serial| serial == board.use_thing.serial()) && board.use_thing.active().is_some()
                {
                    board.use_thing.clear();
                }
                self.using = None;
            }
            (Some(wanted), None) => self.using = Some(board.use_thing.post(wanted)),
            (Some(_), Some(_)) => {}
        }
    }
}

/// Whether a count of presses has moved on since it was last posted.
fn take(posted: &mut u32, asked: u32) -> bool {
    let fresh = *posted != asked;
    *posted = asked;
    fresh
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::{FailReason, Status, ThingId};

    fn key() -> UseRequest {
        UseRequest { thing: ThingId(3), verb: "take".into() }
    }

    #[test]
    fn steering_and_standing() {
        let (mut poster, mut board) = (IntentPoster::default(), Blackboard::default());
        let mut wishes = PlayerIntent { go: Vec3::X * 3.0, gait: Gait::Run, ..PlayerIntent::default() };
        poster.post(&wishes, &mut board);
        assert_eq!(board.go.request(), Some(&GoRequest::Steer { direction: Vec3::X, gait: Gait::Run }));
        wishes.go = Vec3::ZERO;
        poster.post(&wishes, &mut board);
        assert_eq!(board.go.request(), Some(&GoRequest::Stay { gait: Gait::Walk }));
    }

    #[test]
    fn a_press_is_one_blow_and_one_throw() {
        let (mut poster, mut board) = (IntentPoster::default(), Blackboard::default());
        let wishes = PlayerIntent { blows: 1, throws: 1, what: Some("stone".into()), ..PlayerIntent::default() };
        poster.post(&wishes, &mut board);
        let (blow, throw) = (board.strike.serial(), board.throw.serial());
        board.strike.report(Status::Done);
        board.throw.report(Status::Failed(FailReason::NotReady));
        poster.post(&wishes, &mut board);
        assert_eq!((board.strike.serial(), board.throw.serial()), (blow, throw));
        poster.post(&PlayerIntent { blows: 2, ..wishes }, &mut board);
        assert_ne!(board.strike.serial(), blow);
    }

    #[test]
    fn a_use_lasts_while_the_button_is_held_and_happens_once() {
        let (mut poster, mut board) = (IntentPoster::default(), Blackboard::default());
        let held = PlayerIntent { using: Some(key()), ..PlayerIntent::default() };
        poster.post(&held, &mut board);
        board.use_thing.report(Status::Running(0.5));
        poster.post(&held, &mut board);
        assert_eq!(board.use_thing.status(), Status::Running(0.5));
        board.use_thing.report(Status::Done);
        poster.post(&held, &mut board);
        assert_eq!(board.use_thing.active(), None, "what is done does not begin again");
        poster.post(&PlayerIntent::default(), &mut board);
        poster.post(&held, &mut board);
        assert!(board.use_thing.active().is_some());
        poster.post(&PlayerIntent::default(), &mut board);
        assert_eq!(board.use_thing.active(), None, "letting go stops it");
    }
}
