//! How the rules of the hunt change with the numbers of hunters and hunted, so that a match stays open with any of them.

use std::{collections::BTreeMap, sync::Arc};

use quarry_minds::protocol::{Label, evaluate_curve, label};

use super::schema::{HuntRules, ScalingRules, TeamFactor, rules_of};
use crate::data::{GameSection, rules::Rules};

/// The numbers of hunters and hunted in a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TeamNumbers {
    /// The agents that cannot escape.
    pub hunters: u16,
    /// Those that can.
    pub hunted: u16,
}

impl TeamNumbers {
    /// Counts the agents of all sides.
    pub fn count(rules: &HuntRules, counts: &BTreeMap<Label, u16>) -> Self {
        let of = |escapes: bool| {
            let sides = counts.iter().filter(|(side, _)| rules.side(**side).can_escape == escapes);
            sides.fold(0u16, |sum, (_, count)| sum.saturating_add(*count))
        };
        Self { hunters: of(false), hunted: of(true) }
    }
}

impl TeamFactor {
    /// The factor for these numbers; 1 without hunters.
    pub fn at(&self, numbers: TeamNumbers) -> f32 {
        if numbers.hunters == 0 {
            return 1.0;
        }
        let hunters = f32::from(numbers.hunters);
        let ratio = evaluate_curve(&self.per_hunter, f32::from(numbers.hunted) / hunters).unwrap_or(1.0);
        ratio * evaluate_curve(&self.hunters, hunters).unwrap_or(1.0)
    }
}

/// A whole number times a factor, rounded, at least 1.
pub fn times(number: u8, factor: f32) -> u8 {
    // In the range of u8: the conversion saturates.
    (f32::from(number) * factor).round().max(1.0) as u8
}

/// The rules for a match with these numbers of agents. The keys are left to [`super::schema::keys_for`], because they depend on the level.
pub fn scaled(rules: &Arc<Rules>, counts: &BTreeMap<Label, u16>) -> Arc<Rules> {
    let hunt = rules_of(rules);
    let (scaling, numbers) = (&hunt.scaling, TeamNumbers::count(hunt, counts));
    if *scaling == ScalingRules::default() {
        return rules.clone();
    }
    let mut scaled = (**rules).clone();
    scaled.time_limit *= scaling.time_limit.at(numbers);
    if let Some(seconds) = scaled.use_seconds.get_mut(&label("unlock")) {
        *seconds *= scaling.unlock_seconds.at(numbers);
    }
    let mut hunt = hunt.clone();
    let factor = hunt.scaling.hits_to_catch.at(numbers);
    for side in hunt.sides.values_mut().filter(|side| side.can_escape) {
        side.hits_to_catch = times(side.hits_to_catch, factor);
    }
    scaled.game = GameSection::new(hunt);
    Arc::new(scaled)
}

#[cfg(test)]
mod tests {
    use super::*;
    use quarry_ron::Document;

    #[test]
    fn a_factor_is_the_product_of_both_curves() {
        let factor = TeamFactor { per_hunter: vec![(1.0, 2.0), (3.0, 1.0)], hunters: vec![(1.0, 1.0), (3.0, 3.0)] };
        for (hunters, hunted, expected) in [(1, 1, 2.0), (1, 3, 1.0), (1, 9, 1.0), (2, 4, 3.0), (0, 3, 1.0)] {
            assert_eq!(factor.at(TeamNumbers { hunters, hunted }), expected, "{hunters} against {hunted}");
        }
        assert_eq!(TeamFactor::default().at(TeamNumbers { hunters: 4, hunted: 1 }), 1.0);
        assert_eq!((times(4, 1.6), times(2, 0.1), times(200, 9.0)), (6, 1, 255));
    }

    #[test]
    fn the_shipped_rules_are_those_of_one_against_three() {
        let document =
            Document::parse("standard.ron", include_str!("../../../assets/hunt/rules/standard.ron")).unwrap();
        let rules = Rules { game: GameSection::read::<HuntRules>(&document).unwrap(), ..document.read().unwrap() };
        let rules = Arc::new(rules);
        let [hunter, hunted] = ["hunter", "hunted"].map(label);
        let with = |hunters, prey| scaled(&rules, &BTreeMap::from([(hunter, hunters), (hunted, prey)]));
        assert_eq!(with(1, 3), rules);
        let terms = |hunters, prey| {
            let scaled = with(hunters, prey);
            (rules_of(&scaled).side(hunted).hits_to_catch, scaled.use_seconds(label("unlock")).round())
        };
        assert_eq!([terms(1, 1), terms(1, 6), terms(3, 6)], [(7, 26.0), (2, 135.0), (23, 17.0)]);
    }
}
