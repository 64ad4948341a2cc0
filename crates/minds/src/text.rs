//! How names, conditions and expressions of a mind file are written for people.
//!
//! Data files use `collect_keys`; the user interface shows "collect keys".

use quarry_goap::{Condition, Effect, Value};

use crate::{
    protocol::{Label, label},
    schema::mind::ExpressionData,
};

/// A name from data as the user interface shows it: with spaces for underscores.
pub fn readable(name: Label) -> String {
    name.as_str().replace('_', " ")
}

/// A condition on a fact: "found = yes", "at = its target", "keys left at most 0".
pub(super) fn describe_condition(fact: &str, condition: &Condition) -> Label {
    let fact = fact.replace('_', " ");
    label(&match condition {
        Condition::Is(value) => format!("{fact} = {}", describe_value(value)),
        Condition::IsNot(Value::Bool(value)) => format!("{fact} = {}", describe_value(&Value::Bool(!value))),
        Condition::IsNot(value) => format!("{fact} is not {}", describe_value(value)),
        other => format!("{fact} {}", other.to_string().replace('"', "").replace('_', " ")),
    })
}

/// An effect on a fact: "found = yes", "at = its target", "keys left decreases by 1".
pub(super) fn describe_effect(fact: &str, effect: &Effect) -> Label {
    let fact = fact.replace('_', " ");
    label(&match effect {
        Effect::Set(value) => format!("{fact} = {}", describe_value(value)),
        add => format!("{fact} {add}"),
    })
}

fn describe_value(value: &Value) -> String {
    match value {
        Value::Bool(true) => "yes".to_owned(),
        Value::Bool(false) => "no".to_owned(),
        Value::OwnTarget => "its target".to_owned(),
        Value::Symbol(symbol) => symbol.replace('_', " "),
        other => other.to_string(),
    }
}

/// An expression: "guard in sight and not hidden".
pub(super) fn describe_expression(expression: &ExpressionData) -> Label {
    label(&write(expression, Precedence::Loose))
}

/// Whether an expression is a yes or no, which is shown as that rather than as 1 or 0. Readings may be either.
pub(super) fn is_flag(expression: &ExpressionData) -> bool {
    use ExpressionData as E;
    matches!(
        expression,
        E::Exists(_)
            | E::Not(_)
            | E::All(_)
            | E::Any(_)
            | E::AtLeast(..)
            | E::AtMost(..)
            | E::MoreThan(..)
            | E::LessThan(..)
    )
}

/// Operator precedence, from loose to tight: a part needs brackets inside text that binds as tightly or more.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Precedence {
    Loose,
    Or,
    And,
    Compare,
    Sum,
    Product,
}

fn write(expression: &ExpressionData, around: Precedence) -> String {
    use ExpressionData as E;
    let list = |parts: &[ExpressionData], between: &str, precedence: Precedence| {
        let parts: Vec<String> = parts.iter().map(|part| write(part, precedence)).collect();
        bracketed(parts.join(between), parts.len() > 1 && precedence <= around)
    };
    let compare = |inner: &ExpressionData, sign: &str, number: &f32| {
        let text = format!("{} {sign} {number}", write(inner, Precedence::Compare));
        bracketed(text, around >= Precedence::Compare)
    };
    let call = |name: &str, parts: &[ExpressionData]| {
        let parts: Vec<String> = parts.iter().map(|part| write(part, Precedence::Loose)).collect();
        format!("{name}({})", parts.join(", "))
    };
    match expression {
        E::Value(value) => value.to_string(),
        E::Reading(name) => readable(*name),
        E::Exists(query) => query.to_string(),
        E::Count(query) => format!("number of {query}"),
        E::Distance(query) => format!("distance to {query}"),
        E::PathDistance(query) => format!("path to {query}"),
        E::Age(query) => format!("age of {query}"),
        E::Confidence(query) => format!("confidence in {query}"),
        E::Likelihood(query) => format!("likelihood of {query}"),
        E::Amount(query) => format!("amount of {query}"),
        E::Cover(query) => format!("cover from {query}"),
        E::InView(query) => format!("{query} in view"),
        E::Unexplored => "unexplored share".to_owned(),
        E::GoalAge => "seconds pursued".to_owned(),
        E::Not(inner) => match &**inner {
            E::Exists(query) => format!("no {query}"),
            other => format!("not {}", write(other, Precedence::Product)),
        },
        E::All(parts) => list(parts, " and ", Precedence::And),
        E::Any(parts) => list(parts, " or ", Precedence::Or),
        E::Sum(parts) => list(parts, " + ", Precedence::Sum),
        E::Product(parts) => list(parts, " * ", Precedence::Product),
        E::Min(parts) => call("minimum of ", parts),
        E::Max(parts) => call("maximum of ", parts),
        E::Subtract(first, second) => {
            let text = format!("{} - {}", write(first, Precedence::Compare), write(second, Precedence::Sum));
            bracketed(text, around >= Precedence::Sum)
        }
        E::AtLeast(inner, number) => compare(inner, "at least", number),
        E::AtMost(inner, number) => compare(inner, "at most", number),
        E::MoreThan(inner, number) => compare(inner, "more than", number),
        E::LessThan(inner, number) => compare(inner, "less than", number),
        E::Curve(inner, _) => format!("curve({})", write(inner, Precedence::Loose)),
    }
}

fn bracketed(text: String, brackets: bool) -> String {
    if brackets { format!("({text})") } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn described(text: &str) -> &'static str {
        describe_expression(&ron::from_str(text).unwrap()).as_str()
    }

    #[test]
    fn expressions_read_as_text() {
        for (text, expected) in [
            ("any([reading(\"hidden\"), reading(\"exit_open\")])", "hidden or exit open"),
            ("not(exists(\"guard in sight\"))", "no guard in sight"),
            ("not(reading(\"hidden\"))", "not hidden"),
            ("all([any([exists(\"a\"), exists(\"b\")]), not(exists(\"c\"))])", "(a or b) and no c"),
            ("not(all([exists(\"a\"), exists(\"b\")]))", "not (a and b)"),
            ("subtract(reading(\"keys_needed\"), reading(\"team_keys\"))", "keys needed - team keys"),
            ("at_least(subtract(count(\"a\"), value(1)), 2)", "number of a - 1 at least 2"),
            ("product([sum([value(1), value(2)]), age(\"a\")])", "(1 + 2) * age of a"),
            ("max([confidence(\"a\"), path_distance(\"b\")])", "maximum of (confidence in a, path to b)"),
            ("curve(distance(\"threat\"), [(4, 1), (18, 0)])", "curve(distance to threat)"),
        ] {
            assert_eq!(described(text), expected, "{text}");
        }
    }

    #[test]
    fn conditions_and_effects_read_as_text() {
        let condition = |fact, condition| describe_condition(fact, &condition);
        assert_eq!(condition("near_exit", Condition::Is(Value::Bool(true))), "near exit = yes");
        assert_eq!(condition("near_exit", Condition::IsNot(Value::Bool(true))), "near exit = no");
        assert_eq!(condition("at", Condition::Is(Value::OwnTarget)), "at = its target");
        assert_eq!(condition("at", Condition::IsNot(Value::OwnTarget)), "at is not its target");
        assert_eq!(condition("posture", Condition::Is(Value::Symbol("lying_down".into()))), "posture = lying down");
        assert_eq!(condition("keys_left", Condition::AtMost(0.0)), "keys left at most 0");
        assert_eq!(describe_effect("unlocked", &Effect::Set(Value::Bool(true))), "unlocked = yes");
        assert_eq!(describe_effect("keys_left", &Effect::Add(-1.0)), "keys left decreases by 1");
    }
}
