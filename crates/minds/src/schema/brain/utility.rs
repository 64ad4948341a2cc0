//! The options of a utility table, and how their scores are made.

use serde::{Deserialize, Serialize};

use super::super::mind::{ExpressionData, present};
use crate::protocol::Label;

/// An option: an action, scored once for each of its targets if it has any.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UtilityOptionData {
    /// Unique among the options.
    pub name: Label,
    /// The action.
    pub action: Label,
    /// The goal of the mind that it serves, for events, name plates, statistics and switches.
    pub goal: Label,
    /// Its score is 0 unless this is above 0. Default: always.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub when: Option<ExpressionData>,
    /// Its score is multiplied by this. Default 1.
    #[serde(default = "one")]
    pub weight: f32,
    /// How long its score is 0 after its action has ended by itself, s. Default 0.
    #[serde(default)]
    pub cooldown: f32,
    /// What its score depends on. A consideration that refers to a query with `is_current_target` is evaluated for each target.
    #[serde(default)]
    pub considerations: Vec<OptionConsideration>,
    /// One more consideration: a curve over the cost of the action on a target, path and surcharges included, as a plan would count it.
    /// Default: none.
    #[serde(default)]
    pub cost_curve: Vec<(f32, f32)>,
}

impl UtilityOptionData {
    /// The option, its condition and its considerations, counted.
    pub(super) fn rules(&self) -> usize {
        let cost = usize::from(!self.cost_curve.is_empty());
        1 + usize::from(self.when.is_some()) + self.considerations.len() + cost
    }
}

/// A consideration of an option.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OptionConsideration {
    /// The input.
    pub input: ExpressionData,
    /// The response by input: points with rising x, straight lines between them, constant beyond. Default: the input itself.
    #[serde(default)]
    pub curve: Vec<(f32, f32)>,
    /// Its weight in a `weighted_sum`; a product ignores it. Default 1.
    #[serde(default = "one")]
    pub weight: f32,
}

/// How considerations make a score.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum ScoreCombination {
    /// The product of the responses. Each response is raised towards 1, so that many considerations are no disadvantage.
    Product {
        /// How much, 0 to 1: at 0 not at all, at 1 as in Mark's "Behavioral Mathematics for Game AI" (2009). Default 1.
        #[serde(default = "one")]
        compensation: f32,
    },
    /// The weighted mean of the responses.
    WeightedSum,
}

fn one() -> f32 {
    1.0
}
