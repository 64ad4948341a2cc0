//! What a mind has learnt about the odds of its actions from what it perceived of their ends.
//!
//! Independent of: where the odds without experience come from, how they are used.

use std::collections::BTreeMap;

use crate::protocol::{Label, Subject};

/// What is left of an ending when the next one of the same action comes: after 34 of them half.
const KEPT_SHARE: f32 = 0.98;

/// How one action has ended so far; what was long ago counts less.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Endings {
    /// How many brought what the action was done for.
    pub kept: f32,
    /// How many would have, by the odds without experience.
    pub expected: f32,
    /// How many there were.
    pub ended: f32,
}

impl Endings {
    /// The odds after experience: as if `weight` endings had kept the prior, and then those of the endings had come.
    pub fn odds(&self, prior: f32, weight: f32) -> f32 {
        let believed = weight * prior;
        if believed <= 0.0 {
            return 0.0;
        }
        (prior * (believed + self.kept) / (believed + self.expected)).clamp(0.0, 1.0)
    }
}

/// The endings of all actions of one mind, by action, and by target for those that learn by target.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Experience {
    counts: BTreeMap<(Label, Option<Subject>), Endings>,
    /// The odds without experience of the running action when it began.
    expected: Option<f32>,
}

impl Experience {
    /// What is known of an action; nothing if it has never ended.
    pub fn endings(&self, action: Label, target: Option<Subject>) -> Endings {
        self.counts.get(&(action, target)).copied().unwrap_or_default()
    }

    /// All counts, by action and target.
    pub fn all(&self) -> impl Iterator<Item = (Label, Option<Subject>, Endings)> + '_ {
        self.counts.iter().map(|((action, target), endings)| (*action, *target, *endings))
    }

    /// Notes that an action begins whose odds without experience are these.
    pub(super) fn begin(&mut self, prior: f32) {
        self.expected = Some(prior);
    }

    /// Notes how the action that was begun has ended. One that was broken off before it could bring anything does not count.
    pub(super) fn end(&mut self, action: Label, target: Option<Subject>, kept: bool, broken_off: bool) {
        let Some(expected) = self.expected.take() else { return };
        if broken_off && !kept {
            return;
        }
        let endings = self.counts.entry((action, target)).or_default();
        endings.kept = endings.kept * KEPT_SHARE + f32::from(u8::from(kept));
        endings.expected = endings.expected * KEPT_SHARE + expected;
        endings.ended = endings.ended * KEPT_SHARE + 1.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::label;

    #[test]
    fn odds_fall_where_an_action_keeps_less_than_expected_and_rise_where_it_keeps_more() {
        let look = label("look");
        let mut experience = Experience::default();
        assert_eq!(experience.endings(look, None).odds(0.5, 8.0), 0.5, "without experience the prior stands");
        for _ in 0..8 {
            experience.begin(0.5);
            experience.end(look, None, false, false);
        }
        let fooled = experience.endings(look, None).odds(0.5, 8.0);
        assert!((0.2..0.3).contains(&fooled), "eight failures halve the odds, about: {fooled}");
        for _ in 0..40 {
            experience.begin(0.5);
            experience.end(look, None, true, false);
        }
        assert!(experience.endings(look, None).odds(0.5, 8.0) > 0.7, "later experience outweighs earlier");
    }

    #[test]
    fn what_was_broken_off_teaches_nothing_unless_it_was_kept() {
        let look = label("look");
        let mut experience = Experience::default();
        experience.begin(0.5);
        experience.end(look, None, false, true);
        assert_eq!(experience.endings(look, None), Endings::default());
        experience.begin(0.5);
        experience.end(look, None, true, true);
        assert_eq!(experience.endings(look, None).kept, 1.0);
    }

    #[test]
    fn one_target_says_nothing_about_another() {
        let (look, one) = (label("look"), Subject::Agent(crate::protocol::AgentId(1)));
        let mut experience = Experience::default();
        experience.begin(0.5);
        experience.end(look, Some(one), true, false);
        assert!(experience.endings(look, Some(one)).odds(0.5, 8.0) > 0.5);
        assert_eq!(experience.endings(look, None).odds(0.5, 8.0), 0.5);
    }
}
