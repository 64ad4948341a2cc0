//! Queries: names of notions become numbers, readings are noted for the memory to watch.

use super::Compiler;
use crate::{
    data::mind::QueryData,
    mind::notions::{
        Comparison::{AtLeast, AtMost, LessThan, MoreThan},
        Query,
    },
};

impl Compiler<'_> {
    pub(super) fn query(&mut self, data: &QueryData, path: &str) -> Query {
        let all = |this: &mut Self, parts: &[QueryData]| -> Vec<Query> {
            parts.iter().map(|part| this.query(part, path)).collect()
        };
        match data {
            QueryData::Value(value) => Query::Value(*value),
            QueryData::Reading(name) => {
                self.readings.push(*name);
                Query::Reading(*name)
            }
            QueryData::Exists(notion) => Query::Exists(self.notion(*notion, path)),
            QueryData::Count(notion) => Query::Count(self.notion(*notion, path)),
            QueryData::Distance(notion) => Query::Distance(self.notion(*notion, path)),
            QueryData::Way(notion) => Query::Way(self.notion(*notion, path)),
            QueryData::Age(notion) => Query::Age(self.notion(*notion, path)),
            QueryData::Confidence(notion) => Query::Confidence(self.notion(*notion, path)),
            QueryData::Amount(notion) => Query::Amount(self.notion(*notion, path)),
            QueryData::Unexplored => Query::Unexplored,
            QueryData::Pursued => Query::Pursued,
            QueryData::Not(inner) => Query::Not(Box::new(self.query(inner, path))),
            QueryData::All(parts) => Query::All(all(self, parts)),
            QueryData::Any(parts) => Query::Any(all(self, parts)),
            QueryData::Sum(parts) => Query::Sum(all(self, parts)),
            QueryData::Product(parts) => Query::Product(all(self, parts)),
            QueryData::Least(parts) => Query::Least(all(self, parts)),
            QueryData::Greatest(parts) => Query::Greatest(all(self, parts)),
            QueryData::Minus(first, second) => {
                Query::Minus(Box::new(self.query(first, path)), Box::new(self.query(second, path)))
            }
            QueryData::AtLeast(inner, with) => Query::Compare(Box::new(self.query(inner, path)), AtLeast, *with),
            QueryData::AtMost(inner, with) => Query::Compare(Box::new(self.query(inner, path)), AtMost, *with),
            QueryData::MoreThan(inner, with) => Query::Compare(Box::new(self.query(inner, path)), MoreThan, *with),
            QueryData::LessThan(inner, with) => Query::Compare(Box::new(self.query(inner, path)), LessThan, *with),
            QueryData::Curve(inner, points) => {
                self.rising(points, path);
                Query::Curve(Box::new(self.query(inner, path)), points.clone())
            }
        }
    }

    pub(super) fn rising(&mut self, curve: &[(f32, f32)], path: &str) {
        if curve.windows(2).any(|pair| matches!(pair, [a, b] if a.0 >= b.0)) {
            self.find(path, "the points of a curve must rise in their first number");
        }
    }
}
