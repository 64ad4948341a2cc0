//! Compiling queries, and the memory settings with the thresholds that queries ask for.

use super::MindCompiler;
use crate::{
    memory::{KindSettings, MemorySettings},
    protocol::Label,
    queries::{Interception, MemoryQuery, NO_MEASUREMENT},
    schema::mind::QueryData,
};

impl MindCompiler<'_> {
    pub(super) fn queries(&mut self) -> Vec<MemoryQuery> {
        let file = self.file;
        let mut specs = Vec::new();
        for (index, (name, data)) in file.queries.0.iter().enumerate() {
            let path = format!("queries[{name:?}]");
            let earlier_query = |this: &mut Self, named: &Option<(Label, f32)>, at: &str| {
                let (query, metres) = (*named)?;
                let path = format!("{path}.{at}");
                let number = this.query(query, &path);
                if number >= index {
                    this.report(
                        path.as_str(),
                        format!("\"{query}\" must be declared before the query that refers to it"),
                    );
                }
                Some((number, metres))
            };
            let (near, away_from) =
                (earlier_query(self, &data.near, "near[0]"), earlier_query(self, &data.away_from, "away_from[0]"));
            let meeting_point = data.interceptable.map(|data| (data.at, data.lead));
            let interceptable = earlier_query(self, &meeting_point, "interceptable.at")
                .zip(data.interceptable)
                .map(|((at, lead), data)| Interception { at, lead, max_distance: data.max_distance });
            specs.push(MemoryQuery { near, away_from, interceptable, ..query_spec(name, data) });
        }
        specs
    }

    pub(super) fn memory(&mut self, queries: &[MemoryQuery]) -> MemorySettings {
        let data = self.file.memory.clone();
        let settings = |kind: Option<Label>, data| {
            let of_kind =
                |query: &&MemoryQuery| query.kinds.is_empty() || kind.is_none_or(|kind| query.kinds.contains(&kind));
            let mut confidences: Vec<f32> = queries.iter().filter(of_kind).map(|query| query.min_confidence).collect();
            confidences.retain(|threshold| *threshold > 0.0);
            let mut ages: Vec<f32> = queries
                .iter()
                .filter(of_kind)
                .flat_map(|query| {
                    [query.max_age, query.min_age, query.not_states_for, query.unchecked_for.unwrap_or(0.0)]
                })
                .filter(|age| *age > 0.0 && *age < NO_MEASUREMENT)
                .collect();
            for list in [&mut confidences, &mut ages] {
                list.sort_by(f32::total_cmp);
                list.dedup();
                // `MemoryFact::level` has four bits for each list; more thresholds would not be noticed when they are passed.
                list.truncate(15);
            }
            KindSettings { data, confidences, ages }
        };
        // Every kind that a query names has its own thresholds, even if the file has no settings for it.
        let mut kinds: Vec<Label> = data.kinds.keys().map(Label::from).collect();
        kinds.extend(queries.iter().flat_map(|query| query.kinds.iter().copied()));
        kinds.sort();
        kinds.dedup();
        let kinds = kinds
            .into_iter()
            .map(|kind| {
                let kept = data.kinds.get(kind.as_str()).unwrap_or(&data.default_kind).clone();
                (kind, settings(Some(kind), kept))
            })
            .collect();
        self.readings.sort();
        self.readings.dedup();
        let readings = self
            .readings
            .iter()
            .map(|name| (*name, data.reading_thresholds.get(name.as_str()).copied().unwrap_or(0.01)))
            .collect();
        let default_kind = settings(None, data.default_kind.clone());
        MemorySettings { data, kinds, default_kind, readings, sweep_interval: self.file.thinking.think_interval }
    }
}

/// A query without the conditions that refer to other queries.
fn query_spec(name: &str, data: &QueryData) -> MemoryQuery {
    MemoryQuery {
        name: name.into(),
        kinds: data.kinds.clone(),
        states: data.states.clone(),
        not_states: data.not_states.clone(),
        not_states_for: data.not_states_for.unwrap_or(f32::MAX),
        previous_states: data.previous_states.clone(),
        sources: data.sources.clone(),
        min_confidence: data.min_confidence,
        min_amount: data.min_amount,
        max_amount: data.max_amount.unwrap_or(f32::MAX),
        in_sight: data.in_sight,
        max_age: data.max_age.unwrap_or(f32::MAX),
        min_age: data.min_age.unwrap_or(0.0),
        changed_within: data.changed_within,
        unvisited_for: data.unvisited_for,
        max_distance: data.max_distance.unwrap_or(f32::MAX),
        min_distance: data.min_distance.unwrap_or(0.0),
        unchecked_for: data.unchecked_for,
        unchecked_since_seen: data.unchecked_since_seen,
        not_on_cooldown: data.not_on_cooldown,
        unreserved: data.unreserved,
        covered_within: data.covered_within,
        is_current_target: data.is_current_target,
        ..MemoryQuery::default()
    }
}
