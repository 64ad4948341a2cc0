//! Notions, and the memory that keeps what they ask for.

use super::Compiler;
use crate::{
    data::mind::Notion,
    mind::memory::{KindSettings, MemorySettings},
    mind::notions::{Meeting, NOTHING_NEAR, NotionSpec},
    protocol::Label,
};

impl Compiler<'_> {
    pub(super) fn notions(&mut self) -> Vec<NotionSpec> {
        let file = self.file;
        let mut specs = Vec::new();
        for (index, (name, data)) in file.notions.0.iter().enumerate() {
            let path = format!("notions[{name:?}]");
            let other = |this: &mut Self, named: &Option<(Label, f32)>| {
                let (notion, metres) = (*named)?;
                let number = this.notion(notion, &path);
                if number >= index {
                    this.find(
                        path.as_str(),
                        format!("\"{notion}\" must be declared before the notion that speaks of it"),
                    );
                }
                Some((number, metres))
            };
            let (near, apart) = (other(self, &data.near), other(self, &data.apart));
            let doorway = data.meets.map(|meets| (meets.at, meets.lead));
            let meets = other(self, &doorway).zip(data.meets).map(|((at, lead), meets)| {
                let farthest = meets.farthest;
                if !((0.0..=50.0).contains(&lead) && (1.0..=100.0).contains(&farthest)) {
                    self.find(
                        format!("{path}.meets"),
                        "a lead lies between 0 and 50 metres, `farthest` between 1 and 100",
                    );
                }
                Meeting { at, lead, farthest }
            });
            if !(0.0..=1.0).contains(&data.confidence) {
                self.find(format!("{path}.confidence"), "a confidence lies between 0 and 1");
            }
            specs.push(NotionSpec { near, apart, meets, ..notion_spec(name, data) });
        }
        specs
    }

    pub(super) fn memory(&mut self, notions: &[NotionSpec]) -> MemorySettings {
        let data = self.file.memory.clone();
        let settings = |kind: Option<Label>, data| {
            let of_kind =
                |notion: &&NotionSpec| notion.kinds.is_empty() || kind.is_none_or(|kind| notion.kinds.contains(&kind));
            let mut confidences: Vec<f32> = notions.iter().filter(of_kind).map(|notion| notion.confidence).collect();
            confidences.retain(|threshold| *threshold > 0.0);
            let mut ages: Vec<f32> = notions
                .iter()
                .filter(of_kind)
                .flat_map(|notion| [notion.fresh, notion.stale, notion.unchecked.unwrap_or(0.0)])
                .filter(|age| *age > 0.0 && *age < NOTHING_NEAR)
                .collect();
            for list in [&mut confidences, &mut ages] {
                list.sort_by(f32::total_cmp);
                list.dedup();
                // A level is kept in a few bits; more thresholds than that would only be told apart late.
                list.truncate(15);
            }
            KindSettings { data, confidences, ages }
        };
        // Every kind that a notion names has its own thresholds, written in the file or not.
        let mut kinds: Vec<Label> = data.kinds.keys().map(Label::from).collect();
        kinds.extend(notions.iter().flat_map(|notion| notion.kinds.iter().copied()));
        kinds.sort();
        kinds.dedup();
        let kinds = kinds
            .into_iter()
            .map(|kind| {
                let kept = data.kinds.get(kind.as_str()).unwrap_or(&data.others).clone();
                (kind, settings(Some(kind), kept))
            })
            .collect();
        self.readings.push(data.shelter.reading);
        self.readings.sort();
        self.readings.dedup();
        let readings = self
            .readings
            .iter()
            .map(|name| (*name, data.readings.get(name.as_str()).copied().unwrap_or(0.01)))
            .collect();
        let others = settings(None, data.others.clone());
        MemorySettings { data, kinds, others, readings, sweep: self.file.thinking.every }
    }
}

/// All of a notion but what it says of other notions.
fn notion_spec(name: &str, data: &Notion) -> NotionSpec {
    NotionSpec {
        name: name.into(),
        kinds: data.kinds.clone(),
        states: data.states.clone(),
        not_states: data.not_states.clone(),
        was: data.was.clone(),
        sources: data.sources.clone(),
        confidence: data.confidence,
        amount: data.amount,
        in_sight: data.in_sight,
        fresh: data.fresh.unwrap_or(f32::MAX),
        stale: data.stale.unwrap_or(0.0),
        changed: data.changed,
        untrodden: data.untrodden,
        within: data.within.unwrap_or(f32::MAX),
        beyond: data.beyond.unwrap_or(0.0),
        unchecked: data.unchecked,
        unsettled: data.unsettled,
        untried: data.untried,
        free: data.free,
        mark: data.mark,
        ..NotionSpec::default()
    }
}
