//! A gun: a weapon whose shots fly in a straight line and hit in the same tick.
//!
//! The defaults are loosely those of Counter-Strike's rifles, without armour.

use quarry_minds::protocol::{Label, evaluate_curve, label};
use serde::{Deserialize, Serialize};

use super::declare::with_defaults;

/// The guns that can be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GunLook {
    /// A rifle.
    Rifle,
    /// A submachine gun.
    SubmachineGun,
    /// A pistol.
    Pistol,
}

impl GunLook {
    /// Its name in data.
    pub fn name(self) -> &'static str {
        match self {
            Self::Rifle => "rifle",
            Self::SubmachineGun => "submachine_gun",
            Self::Pistol => "pistol",
        }
    }
}

with_defaults! {
/// The gun of a body.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct GunSpec {
    /// The shots in a full magazine. Default 30.
    pub magazine: u16 = 30,
    /// The shots in reserve at the start, besides the full magazine in the gun. Default 90.
    pub reserve: u16 = 90,
    /// The shots per second while the trigger is held; at most one in each tick. Default 10.
    pub rate: f32 = 10.0,
    /// The time that a reload takes, in seconds. Default 2.5.
    pub reload_seconds: f32 = 2.5,
    /// The harm of a hit in the body at the muzzle, in the unit of the game. Default 33.
    pub damage: f32 = 33.0,
    /// The factor on the harm of a hit in the head. Default 4.
    pub head_factor: f32 = 4.0,
    /// The factor on the harm of a hit in the legs. Default 0.75.
    pub leg_factor: f32 = 0.75,
    /// How the harm falls off with distance: pairs of a distance in metres and a factor on the harm, with straight lines between them and
    /// constant beyond the ends. Empty: no fall-off. Default 1 at 0 m, 0.8 at 40 m.
    pub fall_off: Vec<(f32, f32)> = vec![(0.0, 1.0), (40.0, 0.8)],
    /// How far a shot reaches, in metres. Default 200.
    pub range: f32 = 200.0,
    /// The spread while standing still, in degrees: the largest angle between a shot and the direction of the eyes. Default 0.5.
    pub spread: f32 = 0.5,
    /// The angle that running adds to the spread, in degrees; a lower speed adds in proportion. Default 5.
    pub moving_spread: f32 = 5.0,
    /// The factor on `spread` and `moving_spread` while crouching; recoil is not reduced. Default 0.7.
    pub crouched_factor: f32 = 0.7,
    /// The angle that each shot adds to the spread of the next ones, in degrees. Default 0.6.
    pub recoil: f32 = 0.6,
    /// The largest angle that recoil can add up to, in degrees. Default 4.
    pub max_recoil: f32 = 4.0,
    /// How fast recoil falls, in degrees per second. Default 4.
    pub recoil_recovery: f32 = 4.0,
    /// A factor on the errors with which a mind aims this gun, as the behaviour `shoot` gives them. Default 1.
    pub aim_error: f32 = 1.0,
    /// A factor on the time that a mind takes to its first shot. Default 1.
    pub aim_reaction: f32 = 1.0,
    /// Whether its shots pass over those of the own side. Default no: they stop them, without harm.
    pub over_mates: bool,
    /// What it is: kills have its name, and the window draws it in the player's hands. Default `rifle`.
    pub look: GunLook = GunLook::Rifle,
    /// The kind of noise that a shot makes: a name in `noises` of the rules. Default `"shot"`.
    pub noise: Label = label("shot"),
}
}

impl GunSpec {
    /// The factor on the harm of a hit at a distance in metres.
    pub fn factor_at(&self, distance: f32) -> f32 {
        evaluate_curve(&self.fall_off, distance).unwrap_or(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn harm_falls_off_along_its_line() {
        let gun = GunSpec::default();
        assert_eq!((gun.factor_at(0.0), gun.factor_at(90.0)), (1.0, 0.8));
        assert!((gun.factor_at(20.0) - 0.9).abs() < 1e-6);
        assert_eq!(GunSpec { fall_off: Vec::new(), ..gun }.factor_at(20.0), 1.0);
    }
}
