//! What a mind can do.

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
    /// What it is called in plans and over heads. Default: its name.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub display_name: Option<Label>,
    /// The query whose members it may be about. Default: it is about nothing.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub target: Option<Label>,
    /// The query its target must stay in while it runs. Default: the one it is about.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub target_filter: Option<Label>,
    /// What it costs, before travel and surcharges. Default 1.
    #[serde(default = "one")]
    pub cost: f64,
    /// What it costs more, worked out when planning starts; below 0 counts as 0. Default: nothing.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub extra_cost: Option<ExpressionData>,
    /// What it costs more for some targets. Default: nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub surcharges: Vec<Surcharge>,
    /// Whether the way to its target is part of its cost. Default no.
    #[serde(default)]
    pub includes_travel: bool,
    /// Whether a plan may do it at most once to the same target. Default no.
    #[serde(default)]
    pub once_per_target: bool,
    /// Conditions on facts that hold before it. Default: none.
    #[serde(default)]
    pub preconditions: Entries<ConditionData>,
    /// What it does to facts. Default: nothing.
    #[serde(default)]
    pub effects: Entries<EffectData>,
    /// It is planned only where this is above 0: for what no action can bring about. Default: always.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub available_when: Option<ExpressionData>,
    /// It ends as invalid where this is no longer above 0. Default: it goes on.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub invariant: Option<ExpressionData>,
    /// It has succeeded as soon as this is above 0. Default: when its behaviour says so.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub succeeds_when: Option<ExpressionData>,
    /// What carries it out, by its registered name. Empty for what is only `imagined`.
    #[serde(default)]
    pub behaviour: Label,
    /// The behaviour's parameters; those not named have their defaults.
    #[serde(default)]
    pub parameters: Entries<Scalar>,
    /// Seconds after which it is given up. Default 20.
    #[serde(default = "twenty")]
    pub timeout: f32,
    /// Whether a better goal may break it off. Default yes.
    #[serde(default = "yes")]
    pub interruptible: bool,
    /// Whether what it brings is only hoped for: running out of time then is no failure, and a new plan is made. Default no.
    #[serde(default)]
    pub uncertain_effects: bool,
    /// Whether it stands for what will be known by then: when it comes due, a new plan is made. Default no.
    #[serde(default)]
    pub placeholder: bool,
    /// Seconds for which its target is left alone after it failed. Default 8.
    #[serde(default = "eight")]
    pub target_cooldown: f32,
    /// Whether success settles the matter: an unidentified sign is forgotten, anything else counts as looked into. Default no.
    #[serde(default)]
    pub marks_checked: bool,
    /// Whether its target is claimed for oneself, and team-mates within earshot are told. Default no.
    #[serde(default)]
    pub reserves_target: bool,
}

/// What makes an action dearer for some targets.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Surcharge {
    /// Nearness to the members of a query: `cost` at the spot, falling to nothing `within` metres, straight.
    Near {
        /// The query.
        query: Label,
        /// Metres.
        radius: f32,
        /// Cost at the spot.
        cost: f32,
    },
    /// Distance from the members of a query: nothing at the spot, rising to `cost` at `within` metres and beyond.
    Far {
        /// The query.
        query: Label,
        /// Metres.
        radius: f32,
        /// Cost at that distance.
        cost: f32,
    },
    /// How unsure one is of the target: nothing where sure, this where not at all.
    Uncertainty(f32),
    /// How unlikely it is that somebody lost from sight is near the target: nothing where most likely, this where impossible.
    Unlikely(f32),
    /// How recently it was looked into: this at once, falling to nothing over so many seconds.
    RecentlyChecked {
        /// Seconds.
        seconds: f32,
        /// Cost just after.
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
