//! Difficulties for matches with a player: factors on the values of agent files, in `assets/GAME/difficulty.ron`.

use quarry_minds::protocol::Label;
use serde::{Deserialize, Serialize};

use super::{body::BodySpec, declare::whole, senses::Senses};

/// A difficulty.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Difficulty {
    /// Its name.
    pub name: Label,
    /// Its title in menus.
    pub title: String,
    /// A one-sentence description.
    pub summary: String,
    /// The factor on the speeds of opponents.
    pub speed_factor: f32,
    /// The factor on the time they take to recognise an opponent.
    pub detection_time_factor: f32,
    /// The factor on how far they hear.
    pub hearing_factor: f32,
    /// The factor on their reaction time: until they notice, and until their first shot.
    pub reaction_time_factor: f32,
    /// The factor on the cooldown of their projectiles.
    pub cooldown_factor: f32,
    /// The factor on the error with which they aim guns. Default 1.
    #[serde(default = "whole::<1, _>")]
    pub aim_error_factor: f32,
}

impl Difficulty {
    /// Applies the factors to a body.
    pub fn apply_to_body(&self, body: &mut BodySpec) {
        for speed in [&mut body.speeds.crouch, &mut body.speeds.walk, &mut body.speeds.hurry, &mut body.speeds.run] {
            *speed *= self.speed_factor;
        }
        for throw in body.throws.values_mut() {
            throw.cooldown *= self.cooldown_factor;
        }
        if let Some(gun) = &mut body.gun {
            gun.aim_error *= self.aim_error_factor;
            gun.aim_reaction *= self.reaction_time_factor;
        }
    }

    /// Applies the factors to senses.
    pub fn apply_to_senses(&self, senses: &mut Senses) {
        for (_, seconds) in &mut senses.vision.fill_curve {
            *seconds *= self.detection_time_factor;
        }
        senses.vision.reaction_seconds.0 *= self.reaction_time_factor;
        senses.vision.reaction_seconds.1 *= self.reaction_time_factor;
        senses.hearing.acuity *= self.hearing_factor;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::gun::GunSpec;

    #[test]
    fn the_fair_difficulty_changes_nothing_and_the_last_makes_agents_faster() {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/hunt/difficulty.ron");
        let (all, _) = quarry_ron::load_ron::<Vec<Difficulty>>(&path).unwrap();
        let fair = all.iter().find(|one| one.name == "fair").unwrap();
        let mut body = BodySpec::default();
        fair.apply_to_body(&mut body);
        assert_eq!(body, BodySpec::default());
        all.last().unwrap().apply_to_body(&mut body);
        assert!(body.speeds.run > BodySpec::default().speeds.run);
    }

    #[test]
    fn a_difficulty_changes_how_guns_are_aimed() {
        let text = r#"(name: "easy", title: "", summary: "", speed_factor: 1, detection_time_factor: 1, hearing_factor: 1,
            reaction_time_factor: 2, cooldown_factor: 1, aim_error_factor: 1.5)"#;
        let easy: Difficulty = ron::from_str(text).unwrap();
        let mut body = BodySpec { gun: Some(GunSpec::default()), ..BodySpec::default() };
        easy.apply_to_body(&mut body);
        let gun = body.gun.unwrap();
        assert_eq!((gun.aim_error, gun.aim_reaction), (1.5, 2.0));
    }
}
