//! An agent kind: `assets/GAME/agents/NAME.ron`.

use quarry_minds::protocol::Label;
use serde::{Deserialize, Serialize};

use super::{body::BodySpec, look::Look, senses::SensesFile};

/// An agent file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AgentKind {
    /// Another file in `assets/GAME/agents` that gives everything that this one does not state. Default: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub like: Option<Label>,
    /// Its side; one of the sides of the rules. Default: any side may have such agents.
    #[serde(default)]
    pub side: Label,
    /// Its mind: a file in `assets/GAME/minds`. Default: none; the game says what it does.
    #[serde(default)]
    pub mind: Option<Label>,
    /// Whether it has no body, such as a leader that thinks for a group. It perceives with the senses, stands at the place and speaks with
    /// the voice of another agent, its host, which the game chooses. Its own `body`, and its `senses` except for `known_from_start`, are
    /// then not used. It can only give orders; other requests are refused. Default no.
    #[serde(default)]
    pub bodiless: bool,
    /// Its size, speeds, reach and weapons. Default: an average body without weapons.
    #[serde(default)]
    pub body: BodySpec,
    /// What it can perceive.
    pub senses: SensesFile,
    /// Its appearance.
    pub look: Look,
}
