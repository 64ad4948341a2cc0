//! What a mind has learnt about the odds of its actions from what it perceived of their ends.
//!
//! Independent of: where the odds without experience come from, how they are used.

use std::collections::BTreeMap;

use crate::protocol::{Label, Subject};

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
    /// The odds after experience. Before it, `weight` endings count as having come as often as expected.
    pub fn odds(&self, prior: f32, weight: f32) -> f32 {
        if self.ended <= 0.0 || self.expected <= 0.0 {
            return prior;
        }
        // The share of what was expected that came, where the endings before the match count as expected.
        let share = (weight + self.kept / self.expected * self.ended) / (weight + self.ended);
        (prior * share).clamp(0.0, 1.0)
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

    /// Notes how the action that was begun has ended: whether it brought what it was done for, and what share of the endings before it
    /// still counts.
    pub(super) fn end(&mut self, action: Label, target: Option<Subject>, kept: bool, kept_share: f32) {
        let Some(expected) = self.expected.take() else { return };
        let endings = self.counts.entry((action, target)).or_default();
        endings.kept = endings.kept * kept_share + f32::from(u8::from(kept));
        endings.expected = endings.expected * kept_share + expected;
        endings.ended = endings.ended * kept_share + 1.0;
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
            experience.end(look, None, false, 0.98);
        }
        let fooled = experience.endings(look, None).odds(0.5, 8.0);
        assert!((0.2..0.3).contains(&fooled), "eight failures halve the odds, about: {fooled}");
        for _ in 0..40 {
            experience.begin(0.5);
            experience.end(look, None, true, 0.98);
        }
        assert!(experience.endings(look, None).odds(0.5, 8.0) > 0.7, "later experience outweighs earlier");
    }

    #[test]
    fn one_target_says_nothing_about_another() {
        let (look, one) = (label("look"), Subject::Agent(crate::protocol::AgentId(1)));
        let mut experience = Experience::default();
        experience.begin(0.5);
        experience.end(look, Some(one), true, 0.98);
        assert!(experience.endings(look, Some(one)).odds(0.5, 8.0) > 0.5);
        assert_eq!(experience.endings(look, None).odds(0.5, 8.0), 0.5);
    }
}
