//! Compiling expressions: names of queries become indices, and readings are noted for memory to watch.

use super::MindCompiler;
use crate::{
    data::mind::ExpressionData,
    mind::queries::{
        Expression,
        NumberComparison::{AtLeast, AtMost, LessThan, MoreThan},
    },
};

impl MindCompiler<'_> {
    pub(super) fn expression(&mut self, data: &ExpressionData, path: &str) -> Expression {
        let all = |this: &mut Self, parts: &[ExpressionData]| -> Vec<Expression> {
            parts.iter().map(|part| this.expression(part, path)).collect()
        };
        match data {
            ExpressionData::Value(value) => Expression::Value(*value),
            ExpressionData::Reading(name) => {
                self.readings.push(*name);
                Expression::Reading(*name)
            }
            ExpressionData::Exists(query) => Expression::Exists(self.query(*query, path)),
            ExpressionData::Count(query) => Expression::Count(self.query(*query, path)),
            ExpressionData::Distance(query) => Expression::Distance(self.query(*query, path)),
            ExpressionData::PathDistance(query) => Expression::PathDistance(self.query(*query, path)),
            ExpressionData::Age(query) => Expression::Age(self.query(*query, path)),
            ExpressionData::Confidence(query) => Expression::Confidence(self.query(*query, path)),
            ExpressionData::Amount(query) => Expression::Amount(self.query(*query, path)),
            ExpressionData::Cover(query) => Expression::Cover(self.query(*query, path)),
            ExpressionData::InView(query) => Expression::InView(self.query(*query, path)),
            ExpressionData::Unexplored => Expression::Unexplored,
            ExpressionData::GoalAge => Expression::GoalAge,
            ExpressionData::Not(inner) => Expression::Not(Box::new(self.expression(inner, path))),
            ExpressionData::All(parts) => Expression::All(all(self, parts)),
            ExpressionData::Any(parts) => Expression::Any(all(self, parts)),
            ExpressionData::Sum(parts) => Expression::Sum(all(self, parts)),
            ExpressionData::Product(parts) => Expression::Product(all(self, parts)),
            ExpressionData::Min(parts) => Expression::Min(all(self, parts)),
            ExpressionData::Max(parts) => Expression::Max(all(self, parts)),
            ExpressionData::Subtract(first, second) => {
                Expression::Subtract(Box::new(self.expression(first, path)), Box::new(self.expression(second, path)))
            }
            ExpressionData::AtLeast(inner, with) => {
                Expression::Compare(Box::new(self.expression(inner, path)), AtLeast, *with)
            }
            ExpressionData::AtMost(inner, with) => {
                Expression::Compare(Box::new(self.expression(inner, path)), AtMost, *with)
            }
            ExpressionData::MoreThan(inner, with) => {
                Expression::Compare(Box::new(self.expression(inner, path)), MoreThan, *with)
            }
            ExpressionData::LessThan(inner, with) => {
                Expression::Compare(Box::new(self.expression(inner, path)), LessThan, *with)
            }
            ExpressionData::Curve(inner, points) => {
                self.check_curve(points, path);
                Expression::Curve(Box::new(self.expression(inner, path)), points.clone())
            }
        }
    }

    pub(super) fn check_curve(&mut self, curve: &[(f32, f32)], path: &str) {
        if curve.windows(2).any(|pair| matches!(pair, [a, b] if a.0 >= b.0)) {
            self.report(path, "the points of a curve must rise in x, their first number");
        }
    }
}
