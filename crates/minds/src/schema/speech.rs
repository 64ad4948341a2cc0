//! What the agents of a game say: `assets/GAME/speech.ron`. For those who watch or play; no agent hears it, and no match depends on it.

use serde::{Deserialize, Serialize};

use super::mind::present;
use crate::protocol::Label;

/// A speech file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpeechFile {
    /// How long a line is not said again, by any agent, s. Default 20.
    #[serde(default = "twenty")]
    pub repeat_after: f32,
    /// How long an agent is silent after a line, s. Default 3.
    #[serde(default = "three")]
    pub pause: f32,
    /// How long a caption stays, s. Default 2.5.
    #[serde(default = "two_and_a_half")]
    pub caption_seconds: f32,
    /// When agents speak. The first that fits an event counts.
    pub occasions: Vec<OccasionData>,
}

/// When an agent speaks, and what it may say.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OccasionData {
    /// The side of the speaker. Default: any.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub side: Option<Label>,
    /// What has just happened in its mind.
    pub on: OccasionTrigger,
    /// It must remember something of this kind. Default: nothing.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub knows: Option<Label>,
    /// It must not remember anything of this kind. Default: nothing.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub knows_no: Option<Label>,
    /// It must not have anything of this kind in sight. Default: nothing.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub sees_no: Option<Label>,
    /// How likely it speaks. Default 1.
    #[serde(default = "one")]
    pub chance: f32,
    /// Whether it speaks although it has just said something else. Default no.
    #[serde(default)]
    pub urgent: bool,
    /// The sound of its voice, a cue of the game's sounds. Default: none.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub voice: Option<Label>,
    /// The lines; one is chosen. `{place}` stands for the room in which the speaker believes what it speaks of to be, such as "the library";
    /// a line with it is left out where that is not known.
    pub lines: Vec<String>,
}

/// What happens in a mind.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum OccasionTrigger {
    /// It has recognised something of this kind.
    Sighted(Label),
    /// It has lost something of this kind.
    Lost(Label),
    /// It has heard a noise of this kind.
    Heard(Label),
    /// It tells a team-mate of something of this kind.
    Told(Label),
    /// It has chosen this goal.
    Goal(Label),
    /// It has begun this action, by the name that plans show.
    Started(Label),
    /// This action has succeeded.
    Succeeded(Label),
    /// This action has failed or timed out.
    Failed(Label),
}

/// The most characters of a line, so that it fits over a head.
pub const MAX_LINE: usize = 60;
/// The placeholder of a room in a line.
pub const PLACE: &str = "{place}";

impl OccasionData {
    /// What is wrong with each of its lines: the number of the line, and a message.
    pub fn problems(&self) -> impl Iterator<Item = (usize, String)> {
        self.lines.iter().enumerate().filter_map(|(index, line)| {
            let plain = line.replace(PLACE, "");
            let message = if line.trim().is_empty() {
                "the line is empty".to_owned()
            } else if line.chars().count() > MAX_LINE {
                format!("the line has more than {MAX_LINE} characters")
            } else if plain.contains(['{', '}']) {
                format!("the line has an unknown placeholder: there is only `{PLACE}`")
            } else {
                return None;
            };
            Some((index, message))
        })
    }
}

impl OccasionTrigger {
    /// The goal or the action that it names.
    pub fn names(&self) -> (Option<Label>, Option<Label>) {
        match self {
            Self::Goal(goal) => (Some(*goal), None),
            Self::Started(action) | Self::Succeeded(action) | Self::Failed(action) => (None, Some(*action)),
            Self::Sighted(_) | Self::Lost(_) | Self::Heard(_) | Self::Told(_) => (None, None),
        }
    }
}

fn one() -> f32 {
    1.0
}

fn two_and_a_half() -> f32 {
    2.5
}

fn three() -> f32 {
    3.0
}

fn twenty() -> f32 {
    20.0
}
