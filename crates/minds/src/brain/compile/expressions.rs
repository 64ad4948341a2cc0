//! Compiling expressions: names of queries become indices, and readings are noted for memory to watch.

use super::MindCompiler;
use crate::{
    queries::{
        Expression,
        NumberComparison::{AtLeast, AtMost, LessThan, MoreThan},
    },
    schema::mind::ExpressionData,
};

impl MindCompiler<'_> {
    pub(super) fn expression(&mut self, data: &ExpressionData, path: &str) -> Expression {
        // The place of the first content of a variant, and of an element of the list that is its only content.
        let first = || format!("{path}[0]");
        let all = |this: &mut Self, parts: &[ExpressionData]| -> Vec<Expression> {
            let place = |number: usize| format!("{path}[0][{number}]");
            parts.iter().enumerate().map(|(number, part)| this.expression(part, &place(number))).collect()
        };
        let boxed = |this: &mut Self, inner: &ExpressionData, number: usize| {
            Box::new(this.expression(inner, &format!("{path}[{number}]")))
        };
        match data {
            ExpressionData::Value(value) => Expression::Value(*value),
            ExpressionData::Reading(name) => {
                self.readings.push(*name);
                Expression::Reading(*name)
            }
            ExpressionData::Exists(query) => Expression::Exists(self.query(*query, &first())),
            ExpressionData::Count(query) => Expression::Count(self.query(*query, &first())),
            ExpressionData::Distance(query) => Expression::Distance(self.query(*query, &first())),
            ExpressionData::PathDistance(query) => Expression::PathDistance(self.query(*query, &first())),
            ExpressionData::Age(query) => Expression::Age(self.query(*query, &first())),
            ExpressionData::Confidence(query) => Expression::Confidence(self.query(*query, &first())),
            ExpressionData::Likelihood(query) => Expression::Likelihood(self.query(*query, &first())),
            ExpressionData::Amount(query) => Expression::Amount(self.query(*query, &first())),
            ExpressionData::Cover(query) => Expression::Cover(self.query(*query, &first())),
            ExpressionData::InView(query) => Expression::InView(self.query(*query, &first())),
            ExpressionData::Unexplored => Expression::Unexplored,
            ExpressionData::GoalAge => Expression::GoalAge,
            ExpressionData::Not(inner) => Expression::Not(boxed(self, inner, 0)),
            ExpressionData::All(parts) => Expression::All(all(self, parts)),
            ExpressionData::Any(parts) => Expression::Any(all(self, parts)),
            ExpressionData::Sum(parts) => Expression::Sum(all(self, parts)),
            ExpressionData::Product(parts) => Expression::Product(all(self, parts)),
            ExpressionData::Min(parts) => Expression::Min(all(self, parts)),
            ExpressionData::Max(parts) => Expression::Max(all(self, parts)),
            ExpressionData::Subtract(one, other) => Expression::Subtract(boxed(self, one, 0), boxed(self, other, 1)),
            ExpressionData::AtLeast(inner, with) => Expression::Compare(boxed(self, inner, 0), AtLeast, *with),
            ExpressionData::AtMost(inner, with) => Expression::Compare(boxed(self, inner, 0), AtMost, *with),
            ExpressionData::MoreThan(inner, with) => Expression::Compare(boxed(self, inner, 0), MoreThan, *with),
            ExpressionData::LessThan(inner, with) => Expression::Compare(boxed(self, inner, 0), LessThan, *with),
            ExpressionData::Curve(inner, points) => {
                self.check_curve(points, &format!("{path}[1]"));
                Expression::Curve(boxed(self, inner, 0), points.clone())
            }
        }
    }

    pub(super) fn check_curve(&mut self, curve: &[(f32, f32)], path: &str) {
        if curve.windows(2).any(|pair| matches!(pair, [a, b] if a.0 >= b.0)) {
            self.report(path, "the points of a curve must rise in x, their first number");
        }
    }
}
