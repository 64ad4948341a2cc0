//! What a person has switched off in a mind.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::protocol::Label;

/// The goals and actions that are switched off in one mind, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct DisabledSet {
    /// Goals that are not pursued.
    pub goals: BTreeSet<Label>,
    /// Actions that are not planned.
    pub actions: BTreeSet<Label>,
}
