//! Asking the game to do something that this package does not know.

use std::any::Any;

use super::{BehaviourContext, Configured, Progress, RunningBehaviour};
use crate::{
    protocol::{Label, TaskRequest},
    schema::domain::{Entries, Scalar},
};

/// A task as an action of a mind has it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct TaskSettings {
    pub name: Label,
    /// As written: the game reads them from the action.
    pub parameters: Entries<Scalar>,
}

impl Configured for TaskSettings {
    fn start(&self) -> Box<dyn RunningBehaviour> {
        Box::new(Asking { name: self.name, posted: None })
    }

    fn is_same(&self, other: &dyn Configured) -> bool {
        (other as &dyn Any).downcast_ref::<Self>() == Some(self)
    }
}

struct Asking {
    name: Label,
    posted: Option<u32>,
}

impl RunningBehaviour for Asking {
    fn tick(&mut self, context: &mut BehaviourContext) -> Progress {
        let slot = &mut context.board.task;
        let request = TaskRequest { name: self.name, target: context.target };
        let serial = *self.posted.get_or_insert_with(|| slot.post(request));
        slot.status_of(serial).into()
    }
}
