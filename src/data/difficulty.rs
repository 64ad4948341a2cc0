//! How hard those are who play against a person: named shares of what the agent files say, `assets/difficulty.ron`.

use serde::{Deserialize, Serialize};

use super::{body::BodySpec, senses::Senses};
use crate::protocol::Label;

/// One difficulty.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Difficulty {
    /// Its name.
    pub name: Label,
    /// What a person reads in the menu.
    pub title: String,
    /// One sentence about it.
    pub summary: String,
    /// How fast they move, as a share of their body's speeds.
    pub speed: f32,
    /// How long they take to be sure of what they see, as a share.
    pub notice: f32,
    /// How far they hear, as a share.
    pub hearing: f32,
    /// How long they take to react, as a share.
    pub reaction: f32,
    /// How long they wait between throws, as a share.
    pub cooldown: f32,
}

impl Difficulty {
    /// Changes a body by it.
    pub fn apply_to_body(&self, body: &mut BodySpec) {
        for speed in [&mut body.speeds.crouch, &mut body.speeds.walk, &mut body.speeds.hurry, &mut body.speeds.run] {
            *speed *= self.speed;
        }
        for throw in body.throws.values_mut() {
            throw.cooldown *= self.cooldown;
        }
    }

    /// Changes senses by it.
    pub fn apply_to_senses(&self, senses: &mut Senses) {
        for (_, seconds) in &mut senses.vision.fill {
            *seconds *= self.notice;
        }
        senses.vision.reaction.0 *= self.reaction;
        senses.vision.reaction.1 *= self.reaction;
        senses.hearing.acuity *= self.hearing;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fair_difficulty_changes_nothing_and_the_last_makes_agents_faster() {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/difficulty.ron");
        let (all, _) = crate::data::load_ron::<Vec<Difficulty>>(&path).unwrap();
        let fair = all.iter().find(|one| one.name == "fair").unwrap();
        let mut body = BodySpec::default();
        fair.apply_to_body(&mut body);
        assert_eq!(body, BodySpec::default());
        all.last().unwrap().apply_to_body(&mut body);
        assert!(body.speeds.run > BodySpec::default().speeds.run);
    }
}
