//! An agent kind: `assets/GAME/agents/NAME.ron`.

use serde::{Deserialize, Serialize};

use super::{body::BodySpec, look::Look, senses::SensesFile};
use crate::protocol::Label;

/// An agent file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AgentKind {
    /// Its side; one of the sides of the rules.
    pub side: Label,
    /// Its mind: a file in `assets/GAME/minds`.
    pub mind: Label,
    /// Its size, speeds, reach and weapons. Default: an average body without weapons.
    #[serde(default)]
    pub body: BodySpec,
    /// What it can perceive.
    pub senses: SensesFile,
    /// Its appearance.
    pub look: Look,
}
