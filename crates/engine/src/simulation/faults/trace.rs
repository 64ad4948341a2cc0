//! What one agent did and how it was in the last seconds, as seen from outside.

use std::collections::VecDeque;

use bevy::math::Vec3;
use quarry_minds::protocol::{ActionOutcome, AgentId, Label, OrderStatus, Subject, ThingId};

/// How far back a trace goes, in seconds.
pub const TRACE_SECONDS: f32 = 32.0;

/// The trace of one agent.
#[derive(Clone, Debug)]
pub struct AgentTrace {
    /// The agent.
    pub id: AgentId,
    /// Its side.
    pub side: Label,
    /// Whether it is in play.
    pub in_play: bool,
    /// Whether it has a body of its own that walks.
    pub walks: bool,
    /// The radius of its body, in metres.
    pub radius: f32,
    /// What it did, oldest first.
    pub deeds: VecDeque<Deed>,
    /// How it was, oldest first.
    pub samples: VecDeque<Sample>,
}

impl AgentTrace {
    /// The trace of an agent of a side that has not been watched yet.
    pub fn new(id: AgentId, side: Label) -> Self {
        Self { id, side, in_play: true, walks: true, radius: 0.0, deeds: VecDeque::new(), samples: VecDeque::new() }
    }

    /// How it is now.
    pub fn now(&self) -> Option<&Sample> {
        self.samples.back()
    }

    /// Where it is now, in metres.
    pub fn place(&self) -> Option<Vec3> {
        self.now().map(|sample| sample.place)
    }

    /// Whether it has left play after this tick.
    pub fn left_since(&self, tick: u32) -> bool {
        let recent = self.deeds.iter().rev().take_while(|deed| deed.tick > tick);
        recent.into_iter().any(|deed| matches!(deed.what, DeedKind::Left(_)))
    }

    /// Notes that it has perceived something new.
    pub fn notice(&mut self, tick: u32) {
        self.deeds.push_back(Deed { tick, what: DeedKind::Noticed });
    }

    /// Drops what is older than this tick.
    pub fn forget_before(&mut self, tick: u32) {
        while self.deeds.front().is_some_and(|deed| deed.tick < tick) {
            self.deeds.pop_front();
        }
        while self.samples.front().is_some_and(|sample| sample.tick < tick) {
            self.samples.pop_front();
        }
    }
}

/// Something that an agent did, or that happened to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Deed {
    /// The tick.
    pub tick: u32,
    /// What.
    pub what: DeedKind,
}

/// What an agent did, or what happened to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum DeedKind {
    /// It chose this goal.
    Chose(Label),
    /// It made a plan with this first step.
    Planned(Label, Option<Subject>),
    /// It began an action.
    Began(Label, Option<Subject>),
    /// An action ended.
    Ended(Label, Option<Subject>, ActionOutcome),
    /// It perceived something new, or was told.
    Noticed,
    /// An agent told it of this.
    Told(AgentId, Subject),
    /// It took this.
    Took(ThingId),
    /// The rules noted something of it, which it feels.
    Ruled,
    /// It heard this order.
    Ordered(Label),
    /// It answered what became of an order.
    Answered(Label, OrderStatus),
    /// It fired a gun from one place to another, and hit this agent if any.
    Fired(Vec3, Vec3, Option<AgentId>),
    /// A shot of an agent of another side hit it, or passed close by.
    ShotAt,
    /// It left play in this way.
    Left(Label),
}

/// How an agent was at one tick.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sample {
    /// The tick.
    pub tick: u32,
    /// Where it was, in metres.
    pub place: Vec3,
    /// Where its body was told to go, in metres; `None` if it was told to stay, or to go in a direction.
    pub destination: Option<Vec3>,
    /// Its goal.
    pub goal: Option<Label>,
    /// Its action.
    pub action: Option<Label>,
    /// The behaviour that carries the action out.
    pub behaviour: Label,
    /// The target of the action.
    pub target: Option<Subject>,
    /// Where it believes the target to be, in metres.
    pub belief: Option<Vec3>,
    /// Where the target is.
    pub truth: Truth,
    /// Whether it could see that the target is not where it believes it to be.
    pub sees_mistake: bool,
    /// Whether it holds an order and finds something else more relevant, or cannot serve it and pursues something else.
    pub order_outranked: bool,
    /// Whether it crouches, as behind cover.
    pub crouches: bool,
    /// Whether its body cannot walk now: it uses something, strikes, or is inside a hiding place.
    pub busy: bool,
    /// The nearest agent in its sight that its side attacks; `None` for a mind without a body of its own.
    pub foe: Option<Foe>,
    /// The nearest agent in its sight whose side attacks its own.
    pub threat: Option<Foe>,
}

/// An agent in sight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Foe {
    /// The agent.
    pub agent: AgentId,
    /// How far away it is in truth, in metres.
    pub distance: f32,
}

/// Where a target is in truth.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Truth {
    /// The target is no thing and no agent, such as a noise, or there is none.
    #[default]
    Unknown,
    /// It is there, in metres.
    At(Vec3),
    /// This agent carries it.
    Carried(AgentId),
    /// It is nowhere: used up, or out of play.
    Gone,
}

#[cfg(test)]
mod tests {
    use super::*;
    use quarry_minds::protocol::label;

    #[test]
    fn that_it_has_left_is_known_whatever_is_noted_after_it() {
        let mut trace = AgentTrace::new(AgentId(0), label("red"));
        trace.deeds.push_back(Deed { tick: 10, what: DeedKind::Left(label("thirst")) });
        trace.notice(11);
        assert!(trace.left_since(9) && !trace.left_since(10));
    }
}
