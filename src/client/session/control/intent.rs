//! What the player asks of the controlled agent, posted on its blackboard as the same requests that a plan posts.

use bevy::math::Vec3;
use quarry_minds::protocol::{
    Aim, Blackboard, Gait, GoRequest, GunRequest, Label, LookRequest, OrderRequest, SayRequest, Status, StrikeRequest,
    ThrowRequest, UseRequest,
};
use quarry_minds::with_defaults;

/// How often the player has pressed the button of each thing since the match began: so no press is lost between two ticks, and none is
/// used twice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PressCounts {
    /// Strikes.
    pub strikes: u32,
    /// Changes of the magazine.
    pub reloads: u32,
    /// Throws.
    pub throws: u32,
    /// Shouts.
    pub shouts: u32,
    /// Orders.
    pub orders: u32,
    /// Which of the orders of the game was given last.
    pub order: usize,
}

with_defaults! {
/// What the player asks for now.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayerIntent {
    /// Where to go: a direction on the ground, with a length from 0 (stand) to 1.
    pub movement: Vec3,
    /// The gait, also while standing: a crouched agent stays crouched.
    pub gait: Gait = Gait::Walk,
    /// Where to look: a direction.
    pub look: Vec3 = Vec3::NEG_Z,
    /// What to use, while the button is held.
    pub use_request: Option<UseRequest>,
    /// Whether the gun is to be fired.
    pub fire: bool,
    /// What to throw: a name of the body's throws. `None` if it has none.
    pub throw_kind: Option<Label>,
    /// The presses so far.
    pub presses: PressCounts,
}
}

/// A shorter movement vector means standing.
const MIN_MOVEMENT: f32 = 0.05;

/// Posts intents, and remembers which presses it has posted.
#[derive(Clone, Debug, Default)]
pub struct IntentPoster {
    posted: PressCounts,
    /// Whether the gun was to be fired in the last tick.
    firing: bool,
    /// The orders still to be given, one to each receiver, the next one last.
    unsaid: Vec<OrderRequest>,
    /// The serial number of the use that was posted while the button is held.
    using: Option<u32>,
}

impl IntentPoster {
    /// The order that was asked for since the last call, as an index into those of the game.
    pub fn new_order(&mut self, intent: &PlayerIntent) -> Option<usize> {
        is_new(&mut self.posted.orders, intent.presses.orders).then_some(intent.presses.order)
    }

    /// Gives these orders, one after another, instead of those that are still unsaid.
    pub fn give(&mut self, orders: Vec<OrderRequest>) {
        self.unsaid = orders;
    }

    /// Posts the intent. Call it once before each tick.
    pub fn post(&mut self, intent: &PlayerIntent, board: &mut Blackboard) {
        // An order that is being spoken is not interrupted.
        let speaks = board.order.active().is_some() && board.order.status() == Status::Posted;
        if let Some(order) = self.unsaid.pop_if(|_| !speaks) {
            board.order.post(order);
        }
        if intent.movement.length() > MIN_MOVEMENT {
            board.go.post(GoRequest::Steer { direction: intent.movement.clamp_length_max(1.0), gait: intent.gait });
        } else {
            let gait = if intent.gait == Gait::Crouch { Gait::Crouch } else { Gait::Walk };
            board.go.post(GoRequest::Stay { gait });
        }
        board.look.post(LookRequest::Along { direction: intent.look });
        self.post_use(intent.use_request, board);
        if is_new(&mut self.posted.strikes, intent.presses.strikes) {
            board.strike.post(StrikeRequest { target: None, with: Label::default() });
        }
        self.post_gun(intent, board);
        if is_new(&mut self.posted.throws, intent.presses.throws)
            && let Some(what) = intent.throw_kind
        {
            board.throw.post(ThrowRequest { what, aim: Aim::Direction(intent.look) });
        }
        if is_new(&mut self.posted.shouts, intent.presses.shouts) {
            board.say.post(SayRequest { what: "report".into() });
        }
    }

    /// The gun fires while the button is held. A change of the magazine is asked for once and goes on by itself.
    fn post_gun(&mut self, intent: &PlayerIntent, board: &mut Blackboard) {
        if is_new(&mut self.posted.reloads, intent.presses.reloads) {
            board.gun.post(GunRequest::Reload);
        } else if intent.fire {
            board.gun.post(GunRequest::Fire);
        } else if self.firing && board.gun.active() == Some(&GunRequest::Fire) {
            board.gun.clear();
        }
        self.firing = intent.fire;
    }

    /// One press is one use: a use that ends while the button is held does not start again, and no other use starts.
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

/// Whether the count of presses has changed since it was last posted.
fn is_new(posted: &mut u32, asked: u32) -> bool {
    let fresh = *posted != asked;
    *posted = asked;
    fresh
}

#[cfg(test)]
mod tests {
    use super::*;
    use quarry_minds::protocol::{AgentId, FailReason, Subject, ThingId};

    fn key() -> UseRequest {
        UseRequest { target: Subject::Thing(ThingId(3)), verb: "take".into() }
    }

    #[test]
    fn steering_and_standing() {
        let (mut poster, mut board) = (IntentPoster::default(), Blackboard::default());
        let mut intent = PlayerIntent { movement: Vec3::X * 3.0, gait: Gait::Run, ..PlayerIntent::default() };
        poster.post(&intent, &mut board);
        assert_eq!(board.go.request(), Some(&GoRequest::Steer { direction: Vec3::X, gait: Gait::Run }));
        intent.movement = Vec3::ZERO;
        poster.post(&intent, &mut board);
        assert_eq!(board.go.request(), Some(&GoRequest::Stay { gait: Gait::Walk }));
    }

    #[test]
    fn a_press_is_one_blow_and_one_throw() {
        let (mut poster, mut board) = (IntentPoster::default(), Blackboard::default());
        let pressed = |presses| PlayerIntent { presses, throw_kind: Some("stone".into()), ..PlayerIntent::default() };
        let intent = pressed(PressCounts { strikes: 1, throws: 1, ..PressCounts::default() });
        poster.post(&intent, &mut board);
        let (blow, throw) = (board.strike.serial(), board.throw.serial());
        board.strike.report(Status::Done);
        board.throw.report(Status::Failed(FailReason::NotReady));
        poster.post(&intent, &mut board);
        assert_eq!((board.strike.serial(), board.throw.serial()), (blow, throw));
        poster.post(&pressed(PressCounts { strikes: 2, ..intent.presses }), &mut board);
        assert_ne!(board.strike.serial(), blow);
    }

    #[test]
    fn the_gun_fires_while_the_button_is_held_and_reloads_once() {
        let (mut poster, mut board) = (IntentPoster::default(), Blackboard::default());
        let held = PlayerIntent { fire: true, ..PlayerIntent::default() };
        poster.post(&held, &mut board);
        assert_eq!(board.gun.active(), Some(&GunRequest::Fire));
        board.gun.report(Status::Failed(FailReason::NotReady));
        poster.post(&held, &mut board);
        assert_eq!(board.gun.active(), Some(&GunRequest::Fire), "it fires again as soon as it can");
        poster.post(&PlayerIntent::default(), &mut board);
        assert_eq!(board.gun.active(), None);
        let reload =
            PlayerIntent { presses: PressCounts { reloads: 1, ..PressCounts::default() }, ..PlayerIntent::default() };
        poster.post(&reload, &mut board);
        let serial = board.gun.serial();
        poster.post(&reload, &mut board);
        assert_eq!((board.gun.active(), board.gun.serial()), (Some(&GunRequest::Reload), serial));
    }

    #[test]
    fn orders_are_given_one_after_another() {
        let (mut poster, mut board) = (IntentPoster::default(), Blackboard::default());
        let intent = PlayerIntent {
            presses: PressCounts { orders: 1, order: 2, ..PressCounts::default() },
            ..PlayerIntent::default()
        };
        assert_eq!((poster.new_order(&intent), poster.new_order(&intent)), (Some(2), None));
        let order = |to: u16| OrderRequest { to: AgentId(to), what: "follow".into(), amount: 1.0, place: None };
        poster.give(vec![order(2), order(1)]);
        poster.post(&intent, &mut board);
        poster.post(&intent, &mut board);
        assert_eq!(board.order.request(), Some(&order(1)), "the first one is still being spoken");
        board.order.report(Status::Running(0.0));
        poster.post(&intent, &mut board);
        assert_eq!(board.order.request(), Some(&order(2)));
    }

    #[test]
    fn a_use_lasts_while_the_button_is_held_and_happens_once() {
        let (mut poster, mut board) = (IntentPoster::default(), Blackboard::default());
        let held = PlayerIntent { use_request: Some(key()), ..PlayerIntent::default() };
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
