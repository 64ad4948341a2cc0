//! The actions of a mind.

use serde::{Deserialize, Serialize};

use super::super::domain::{ConditionData, EffectData, Entries, Scalar};
use super::{ExpressionData, present};
use crate::protocol::Label;

/// An action.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MindActionData {
    /// Unique among the actions.
    pub name: Label,
    /// An action `SET/ACTION` that gives all fields that this one does not state. Default: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub like: Option<Label>,
    /// The name shown in plans and name plates. Default: `name`.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub display_name: Option<Label>,
    /// The query of its possible targets. Default: it has no target.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub target: Option<Label>,
    /// The query that its target must match while it runs. Default: the same as `target`.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub target_filter: Option<Label>,
    /// Its cost without travel, extra cost and surcharges. Default 1.
    #[serde(default = "one")]
    pub cost: f64,
    /// Added to the cost when planning starts; values below 0 count as 0. Default: nothing.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub extra_cost: Option<ExpressionData>,
    /// Costs that depend on the target. Default: none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub surcharges: Vec<Surcharge>,
    /// How long it takes without travel, s, for the value of plans. Default: `cost` and `extra_cost`.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub seconds: Option<ExpressionData>,
    /// The odds that it brings what it is done for. They make it more expensive to the planner by `thinking.odds_weight`, and are a factor of the
    /// value of plans. Default: certain.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub odds: Option<OddsData>,
    /// What it is expected to lose, in the currency of the goals' `worth`: the loss times its odds. Default: nothing.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub danger: Option<ExpressionData>,
    /// Whether the path to its target is part of its cost. Default no.
    #[serde(default)]
    pub includes_travel: bool,
    /// Whether a plan may contain it at most once for the same target. Default no.
    #[serde(default)]
    pub once_per_target: bool,
    /// Conditions on facts that must hold before it. Default: none.
    #[serde(default)]
    pub preconditions: Entries<ConditionData>,
    /// What it does to facts. Default: nothing.
    #[serde(default)]
    pub effects: Entries<EffectData>,
    /// It may be planned only while this is above 0, for conditions that no action can achieve. Default: always.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub available_when: Option<ExpressionData>,
    /// It ends as invalidated once this is no longer above 0. Default: it carries on.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub invariant: Option<ExpressionData>,
    /// It succeeds as soon as this is above 0. While this and its preconditions hold it is not planned, unless this depends on its target
    /// or on `goal_age`. Default: when its behaviour is done.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub succeeds_when: Option<ExpressionData>,
    /// The behaviour that executes it, by name. Empty for a `placeholder`.
    #[serde(default)]
    pub behaviour: Label,
    /// The parameters of the behaviour; those left out have their defaults.
    #[serde(default)]
    pub parameters: Entries<Scalar>,
    /// Time after which it times out, s. Default 20.
    #[serde(default = "twenty")]
    pub timeout: f32,
    /// Whether a more relevant goal may interrupt it. Default yes.
    #[serde(default = "yes")]
    pub interruptible: bool,
    /// Whether its effects are uncertain: a timeout is then no failure, and the agent replans. Default no.
    #[serde(default)]
    pub uncertain_effects: bool,
    /// Whether it is worth trying although its effects come about less than half of the time; tables say so. Default no.
    #[serde(default)]
    pub often_fails: bool,
    /// Whether it stands for what can be planned only later: when it is due, the agent replans. Default no.
    #[serde(default)]
    pub placeholder: bool,
    /// How long it leaves a target alone after it failed there, s. Default 8.
    #[serde(default = "eight")]
    pub target_cooldown: f32,
    /// Whether success marks its target as checked; an unidentified sign is then forgotten. Default no.
    #[serde(default)]
    pub marks_checked: bool,
    /// Whether it reserves its target, and tells team-mates within earshot. If its target is `unreserved`, it ends where a mate has reserved the
    /// target earlier, unless the agent is there (`memory.keeps_within`). Default no.
    #[serde(default)]
    pub reserves_target: bool,
}

/// The odds that an action brings what it is done for, before and after experience.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OddsData {
    /// The odds without experience, 0 to 1. It may depend on the target: queries with `is_current_target` match the target alone.
    pub prior: ExpressionData,
    /// Whether it has brought what it was done for, asked when it ends. Default: whether its effects hold then.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub kept_when: Option<ExpressionData>,
    /// Whether success may come at any moment of it, as in a search, rather than at its end: while it runs, the rest of it is worth as much
    /// as the whole. Default no.
    #[serde(default)]
    pub spread: bool,
    /// Whether experience counts for the target alone rather than for all targets. Default no.
    #[serde(default)]
    pub by_target: bool,
}

/// A cost that depends on the target.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Surcharge {
    /// Near the members of a query: the full cost at distance 0, falling to nothing at the radius. Straight lines.
    Near {
        /// The query.
        query: Label,
        /// In metres.
        radius: f32,
        /// The cost at distance 0.
        cost: f32,
    },
    /// Far from the members of a query: nothing at distance 0, rising to the full cost at the radius and beyond. Straight
    /// lines.
    Far {
        /// The query.
        query: Label,
        /// In metres.
        radius: f32,
        /// The cost at the radius.
        cost: f32,
    },
    /// Towards the members of a query: nothing if the path to the target comes no nearer to any of them than the agent is, the full cost
    /// if it leads through one. Paths, not straight lines.
    Towards {
        /// The query.
        query: Label,
        /// Members farther than this from the path do not count, m.
        radius: f32,
        /// The full cost.
        cost: f32,
    },
    /// How recently the target was checked: the full cost at once, falling to nothing after this many seconds.
    RecentlyChecked {
        /// In seconds.
        seconds: f32,
        /// The cost at 0 s.
        cost: f32,
    },
}

fn one() -> f64 {
    1.0
}

fn eight() -> f32 {
    8.0
}

fn twenty() -> f32 {
    20.0
}

fn yes() -> bool {
    true
}
