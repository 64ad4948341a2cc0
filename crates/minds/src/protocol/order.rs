//! Orders: what a mind asks of a team-mate, and what became of it.

use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_reflect::Reflect;
use serde::{Deserialize, Serialize};

use super::{AgentId, FailReason, Label, Status, Subject, request::optional_vec3_array};

/// A request to tell a team-mate within earshot what to do.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, Reflect)]
pub struct OrderRequest {
    /// The receiver.
    pub to: AgentId,
    /// The name of the order, such as `"advance"`. The receiver has a reading of this name while the order stands.
    pub what: Label,
    /// The value of that reading, above 0. 0 takes back the order that the receiver holds.
    pub amount: f32,
    /// The place that it is about, where the giver believes it to be, in metres.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "optional_vec3_array")]
    pub place: Option<Vec3>,
}

/// What became of an order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OrderStatus {
    /// It is being spoken: `voice.delay` has not passed yet.
    #[default]
    Spoken,
    /// The receiver has heard it, and does not pursue it at the moment.
    Heard,
    /// The receiver pursues a goal that serves it.
    Pursued,
    /// The receiver has reached a goal that serves it, or has taken note that an order was taken back.
    Done,
    /// The receiver did not hear it, has no plan for it, or has been given another one.
    Failed(FailReason),
}

impl OrderStatus {
    /// The words of all statuses, see [`OrderStatus::word`].
    pub const WORDS: [&str; 5] = ["spoken", "heard", "pursued", "done", "failed"];

    /// The status in a word: the state of the fact in the giver's memory.
    #[inline]
    pub fn word(self) -> &'static str {
        match self {
            Self::Spoken => "spoken",
            Self::Heard => "heard",
            Self::Pursued => "pursued",
            Self::Done => "done",
            Self::Failed(_) => "failed",
        }
    }

    /// The status for tables and explanations, with the reason of a failure.
    #[inline]
    pub fn describe(self) -> String {
        match self {
            Self::Failed(reason) => format!("failed: {}", reason.describe()),
            other => other.word().to_owned(),
        }
    }

    /// Whether it is done or has failed.
    #[inline]
    pub fn is_over(self) -> bool {
        matches!(self, Self::Done | Self::Failed(_))
    }

    /// The status of the request on the giver's blackboard: running as soon as the receiver has heard the order.
    #[inline]
    pub fn of_request(self) -> Status {
        match self {
            Self::Spoken => Status::Posted,
            Self::Heard | Self::Pursued => Status::Running(0.0),
            Self::Done => Status::Done,
            Self::Failed(reason) => Status::Failed(reason),
        }
    }
}

/// The order that an agent holds: the newest that it has heard.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HeldOrder {
    /// The number of the order in this match.
    pub number: u32,
    /// The agent that gave it.
    pub by: AgentId,
    /// What it says.
    pub request: OrderRequest,
    /// When it was heard.
    pub tick: u32,
    /// What the receiver makes of it.
    pub status: OrderStatus,
    /// The status that the giver was last told.
    pub answered: OrderStatus,
}

impl HeldOrder {
    /// The subject of the facts about it.
    #[inline]
    pub fn subject(&self) -> Subject {
        Subject::Order(self.number)
    }

    /// Whether the receiver still has to do something about it.
    #[inline]
    pub fn stands(&self) -> bool {
        self.status != OrderStatus::Done
    }
}

/// An order that an agent has given, as far as it knows what became of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GivenOrder {
    /// The number of the order in this match.
    pub number: u32,
    /// The serial number of its request on the giver's blackboard.
    pub serial: u32,
    /// What it says.
    pub request: OrderRequest,
    /// When the giver began to say it.
    pub tick: u32,
    /// What became of it, as the giver was last told.
    pub status: OrderStatus,
}

impl GivenOrder {
    /// The subject of the facts about it.
    #[inline]
    pub fn subject(&self) -> Subject {
        Subject::Order(self.number)
    }
}

/// The orders of one agent. The senses write it; the receiver's mind sets the status of the order that it holds.
#[derive(Component, Clone, Debug, Default, PartialEq)]
pub struct Orders {
    /// The newest order it has heard. An order that is done is kept here for display.
    pub held: Option<HeldOrder>,
    /// The last order it has given to each receiver, by receiver.
    pub given: Vec<GivenOrder>,
    /// The reading under which it senses the order that it holds.
    pub reading: Option<Label>,
}

impl Orders {
    /// Whether it holds no order and has given none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.held.is_none() && self.given.is_empty()
    }

    /// The last order given to an agent.
    #[inline]
    pub fn given_to(&self, agent: AgentId) -> Option<&GivenOrder> {
        self.given.iter().find(|given| given.request.to == agent)
    }

    /// Notes an order that was given. Returns the earlier one to the same agent.
    #[inline]
    pub fn note_given(&mut self, order: GivenOrder) -> Option<GivenOrder> {
        match self.given.binary_search_by_key(&order.request.to, |given| given.request.to) {
            Ok(index) => self.given.get_mut(index).map(|known| std::mem::replace(known, order)),
            Err(index) => {
                self.given.insert(index, order);
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_last_order_to_an_agent_is_kept() {
        let order = |to: u16, number| GivenOrder {
            number,
            serial: number,
            request: OrderRequest { to: AgentId(to), what: "advance".into(), amount: 1.0, place: None },
            tick: 0,
            status: OrderStatus::Spoken,
        };
        let mut orders = Orders::default();
        assert!(orders.is_empty());
        assert_eq!([orders.note_given(order(3, 1)), orders.note_given(order(1, 2))], [None, None]);
        assert_eq!(orders.note_given(order(3, 3)), Some(order(3, 1)));
        let kept: Vec<u32> = orders.given.iter().map(|given| given.number).collect();
        assert_eq!(kept, [2, 3], "by receiver");
        assert_eq!(orders.given_to(AgentId(3)), Some(&order(3, 3)));
        assert_eq!(orders.given_to(AgentId(2)), None);
    }

    #[test]
    fn an_order_is_written_with_and_without_a_place() {
        let order = OrderRequest { to: AgentId(2), what: "advance".into(), amount: 1.5, place: None };
        for order in [order, OrderRequest { place: Some(Vec3::new(1.0, 0.5, -2.0)), ..order }] {
            let text = serde_json::to_string(&order).unwrap();
            assert_eq!(serde_json::from_str::<OrderRequest>(&text).unwrap(), order, "{text}");
        }
        let endless = r#"{"to":2,"what":"advance","amount":1,"place":[1e39,0,0]}"#;
        assert!(serde_json::from_str::<OrderRequest>(endless).is_err());
    }
}
