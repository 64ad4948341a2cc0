//! Conditions and effects on facts as they are written.

use crate::schema::{
    domain::{ConditionData, EffectData, FactData, Scalar},
    mind::MindFactData,
};

/// Whether a fact always has its default when planning begins.
pub(super) fn is_constant(fact: &MindFactData) -> bool {
    fact.value.is_none() && fact.nearest.is_none()
}

/// The default of a fact.
pub(super) fn default_of(fact: &FactData) -> Scalar {
    match fact {
        FactData::Bool { default } => default.clone().unwrap_or(Scalar::Bool(false)),
        FactData::Integer { min, max, default } => {
            default.clone().unwrap_or_else(|| Scalar::Number(0.0_f64.max(*min as f64).min(*max as f64)))
        }
        FactData::Number { min, max, default } => {
            default.clone().unwrap_or_else(|| Scalar::Number(0.0_f64.max(*min).min(*max)))
        }
        FactData::Symbol { values, default } => {
            default.clone().unwrap_or_else(|| Scalar::Text(values.first().cloned().unwrap_or_default()))
        }
        FactData::Target { default } => default.clone().unwrap_or_else(|| Scalar::Text("none".to_owned())),
    }
}

/// Whether a condition holds for a value; `None` if they do not fit each other.
pub(super) fn holds(condition: &ConditionData, value: &Scalar) -> Option<bool> {
    let number = match value {
        Scalar::Number(number) => Some(*number),
        _ => None,
    };
    Some(match condition {
        ConditionData::Is(wanted) => wanted == value,
        ConditionData::IsNot(other) => other != value,
        ConditionData::AtLeast(least) => number? >= *least,
        ConditionData::AtMost(most) => number? <= *most,
        ConditionData::MoreThan(least) => number? > *least,
        ConditionData::LessThan(most) => number? < *most,
        ConditionData::Between(least, most) => (*least..=*most).contains(&number?),
        ConditionData::OneOf(values) => values.contains(value),
        ConditionData::All(parts) => parts.iter().try_fold(true, |all, part| Some(all && holds(part, value)?))?,
    })
}

/// Whether an effect can help to meet a condition on its fact.
pub(super) fn brings_about(effect: &EffectData, condition: &ConditionData) -> bool {
    match (effect, condition) {
        (_, ConditionData::All(parts)) => parts.iter().any(|part| brings_about(effect, part)),
        // The target of an action is any candidate.
        (EffectData::Set(Scalar::Text(name)), _) if name == "$target" => true,
        (EffectData::Set(value), _) => holds(condition, value).unwrap_or(true),
        (EffectData::Add(change), ConditionData::AtLeast(_) | ConditionData::MoreThan(_)) => *change > 0.0,
        (EffectData::Add(change), ConditionData::AtMost(_) | ConditionData::LessThan(_)) => *change < 0.0,
        (EffectData::Add(_), _) => true,
    }
}
