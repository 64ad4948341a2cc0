//! Veils: clouds of smoke, which eyes do not see through. Bodies, sounds and projectiles pass.

use bevy::math::Vec3;

/// How much of a veil eyes see through, in metres: who stands in one sees what is at arm's length.
const CLEAR: f32 = 1.2;

/// A cloud in the form of a ball.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Veil {
    /// Its centre, in metres.
    pub place: Vec3,
    /// In metres.
    pub radius: f32,
}

impl Veil {
    /// How much of the way between two points is inside, in metres.
    fn within(&self, from: Vec3, to: Vec3) -> f32 {
        let (line, off) = (to - from, from - self.place);
        let (along, across) = (line.length_squared(), off.dot(line));
        if along <= 0.0 {
            return 0.0;
        }
        // |off + t line| = radius, for t from 0 to 1.
        let root = across * across - along * (off.length_squared() - self.radius * self.radius);
        if root <= 0.0 {
            return 0.0;
        }
        let (enters, leaves) = ((-across - root.sqrt()) / along, (-across + root.sqrt()) / along);
        (leaves.min(1.0) - enters.max(0.0)).max(0.0) * along.sqrt()
    }
}

/// Where the veils end the line between two points, in metres from the first; `None` if eyes see along all of it.
pub fn veiled_at(veils: &[Veil], from: Vec3, to: Vec3) -> Option<f32> {
    let total: f32 = veils.iter().map(|veil| veil.within(from, to)).sum();
    let nearest = |veil: &Veil| (veil.place.distance(from) - veil.radius).max(0.0) + CLEAR;
    let crossed = veils.iter().filter(|veil| veil.within(from, to) > 0.0);
    (total > CLEAR).then(|| crossed.map(nearest).fold(from.distance(to), f32::min))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eyes_see_past_a_veil_and_at_arms_length_in_it_but_not_through_it() {
        let veils = [Veil { place: Vec3::new(5.0, 1.0, 0.0), radius: 2.0 }];
        let to = |x: f32, z: f32| Vec3::new(x, 1.0, z);
        let seen = |from: Vec3, to: Vec3| veiled_at(&veils, from, to).is_none();
        assert!(!seen(to(0.0, 0.0), to(10.0, 0.0)), "through its middle");
        assert!(seen(to(0.0, 0.0), to(2.5, 0.0)) && seen(to(0.0, 3.0), to(10.0, 3.0)), "before it and beside it");
        assert!(seen(to(5.0, 0.0), to(6.0, 0.0)) && !seen(to(5.0, 0.0), to(10.0, 0.0)), "from inside of it");
        assert!(!seen(to(10.0, 0.0), to(5.0, 0.0)), "into it");
        assert_eq!(veiled_at(&veils, to(0.0, 0.0), to(10.0, 0.0)), Some(3.0 + CLEAR));
        assert_eq!(veiled_at(&veils, to(0.0, 0.0), to(0.0, 0.0)), None);
    }
}
