//! The gauges of all agents in one tick.

use std::sync::Arc;

use quarry_minds::protocol::Label;

use quarry_engine::world::Gauges;

/// The values of all gauges in one tick. Ticks share the names as long as the agents are the same.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GaugeTable {
    /// By the number of the agent; empty if no agent has gauges.
    rows: Arc<[GaugeRow]>,
    /// The values of all agents, one after the other.
    values: Arc<[f32]>,
}

/// The gauges of one agent.
#[derive(Clone, Debug, PartialEq)]
struct GaugeRow {
    names: Arc<[Label]>,
    /// The index of its first value.
    first: usize,
}

impl GaugeTable {
    /// The gauges of an agent, in the order of their names.
    pub fn of(&self, agent: usize) -> impl Iterator<Item = (Label, f32)> + '_ {
        let row = self.rows.get(agent);
        let values = row.and_then(|row| self.values.get(row.first..)).unwrap_or_default();
        row.into_iter().flat_map(|row| row.names.iter().copied()).zip(values.iter().copied())
    }

    /// The value of a gauge; `None` if the agent has no such gauge.
    pub fn get(&self, agent: usize, name: &str) -> Option<f32> {
        self.of(agent).find(|(known, _)| *known == name).map(|(_, value)| value)
    }

    /// The size of the values of this tick, in bytes.
    pub(super) fn memory_size(&self) -> usize {
        size_of_val(&*self.values)
    }

    /// Reads the gauges of all agents.
    pub(super) fn read(&mut self, agents: &[Option<&Gauges>]) {
        let agents = if agents.iter().all(Option::is_none) { &[] } else { agents };
        let same = |row: &GaugeRow, gauges: &Option<&Gauges>| row.names.iter().copied().eq(names(*gauges));
        if self.rows.len() != agents.len() || !self.rows.iter().zip(agents).all(|(row, gauges)| same(row, gauges)) {
            self.rows = rows(agents);
        }
        self.values = agents.iter().flatten().flat_map(|gauges| gauges.0.iter().map(|(_, value)| *value)).collect();
    }
}

fn names(gauges: Option<&Gauges>) -> impl Iterator<Item = Label> + '_ {
    gauges.into_iter().flat_map(|gauges| gauges.0.iter().map(|(name, _)| *name))
}

/// The rows of these agents. Agents with the same gauges share their names.
fn rows(agents: &[Option<&Gauges>]) -> Arc<[GaugeRow]> {
    let mut lists: Vec<Arc<[Label]>> = Vec::new();
    let mut first = 0;
    let row = |gauges: &Option<&Gauges>| {
        let known = lists.iter().find(|list| list.iter().copied().eq(names(*gauges))).cloned();
        let names = known.unwrap_or_else(|| {
            lists.push(names(*gauges).collect());
            lists.last().cloned().unwrap_or_default()
        });
        let row = GaugeRow { first, names };
        first += row.names.len();
        row
    };
    agents.iter().map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use quarry_minds::protocol::label;

    #[test]
    fn values_are_found_by_agent_and_name_and_ticks_share_the_names() {
        let fox = Gauges(vec![(label("age"), 2.0), (label("hunger"), 40.0)]);
        let hare = Gauges(vec![(label("age"), 1.0)]);
        let mut table = GaugeTable::default();
        table.read(&[Some(&fox), None, Some(&hare), Some(&fox)]);
        assert_eq!(table.get(3, "hunger"), Some(40.0));
        assert_eq!((table.get(2, "hunger"), table.get(1, "age"), table.get(4, "age")), (None, None, None));
        assert_eq!(table.of(2).collect::<Vec<_>>(), [(label("age"), 1.0)]);
        assert!(Arc::ptr_eq(&table.rows[0].names, &table.rows[3].names), "one list for each kind");

        let before = table.clone();
        let older = Gauges(vec![(label("age"), 3.0)]);
        table.read(&[Some(&fox), None, Some(&older), Some(&fox)]);
        assert!(Arc::ptr_eq(&before.rows, &table.rows) && table.get(2, "age") == Some(3.0));
        table.read(&[Some(&fox), None, Some(&older), Some(&fox), Some(&hare)]);
        assert_eq!((table.get(4, "age"), before.get(4, "age")), (Some(1.0), None), "an agent has entered");
        table.read(&[None, None]);
        assert_eq!(table, GaugeTable::default());
    }
}
