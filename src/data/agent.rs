//! A kind of agent: `assets/agents/NAME.ron`. Its parts are described where their owners keep them.

use serde::{Deserialize, Serialize};

use super::{body::BodySpec, look::Look, senses::Senses};
use crate::protocol::Label;

/// An agent file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AgentKind {
    /// The side it plays for; one of the sides of the rules.
    pub side: Label,
    /// The mind it thinks with: the name of a file in `assets/minds`.
    pub mind: Label,
    /// Its size, speeds, reach and weapons. Default: an ordinary body without weapons.
    #[serde(default)]
    pub body: BodySpec,
    /// What it can perceive.
    pub senses: Senses,
    /// How it looks.
    pub look: Look,
}
