//! What planning took in states and bytes. Unlike planning times, the same on every machine.

use bevy::ecs::prelude::*;
use quarry_minds::{MindTrace, protocol::Roster};
use serde::{Deserialize, Serialize};

/// The searches of all minds of a match, or of several matches. A decision may plan for several goals; each is a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PlannerLoad {
    /// Goals planned for.
    pub goals: u64,
    /// States expanded per goal.
    pub nodes_mean: f64,
    /// The most states expanded for one goal.
    pub nodes_max: u32,
    /// Bytes of a search's tables per goal; `PlanResult::bytes` of the planner says what is counted.
    pub bytes_mean: f64,
    /// The most bytes for one goal.
    pub bytes_max: usize,
}

impl PlannerLoad {
    /// The searches of all minds so far, of agents that have left play too.
    pub(super) fn of(world: &World) -> Self {
        let agents = world.get_resource::<Roster>().into_iter().flat_map(|roster| &roster.agents);
        let traces = agents.filter_map(|agent| world.get::<MindTrace>(*agent));
        traces.fold(Self::default(), |load, trace| {
            let (needed, goals) = (trace.planner_use, u64::from(trace.goals_planned));
            let mean = |sum: u64| sum as f64 / goals.max(1) as f64;
            load.with(&Self {
                goals,
                nodes_mean: mean(needed.nodes),
                nodes_max: needed.max_nodes,
                bytes_mean: mean(needed.bytes),
                bytes_max: needed.max_bytes,
            })
        })
    }

    /// These searches and others.
    pub fn with(&self, other: &Self) -> Self {
        let goals = self.goals + other.goals;
        let mean = |one: f64, two: f64| (one * self.goals as f64 + two * other.goals as f64) / goals.max(1) as f64;
        Self {
            goals,
            nodes_mean: mean(self.nodes_mean, other.nodes_mean),
            nodes_max: self.nodes_max.max(other.nodes_max),
            bytes_mean: mean(self.bytes_mean, other.bytes_mean),
            bytes_max: self.bytes_max.max(other.bytes_max),
        }
    }

    /// The means with three decimal places, to be written.
    pub(super) fn rounded(self) -> Self {
        let round = |mean: f64| (mean * 1000.0).round() / 1000.0;
        Self { nodes_mean: round(self.nodes_mean), bytes_mean: round(self.bytes_mean), ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_are_weighted_by_the_number_of_goals() {
        let few = PlannerLoad { goals: 1, nodes_mean: 9.0, nodes_max: 9, bytes_mean: 100.0, bytes_max: 100 };
        let many = PlannerLoad { goals: 3, nodes_mean: 1.0, nodes_max: 2, bytes_mean: 20.0, bytes_max: 400 };
        let both = few.with(&many);
        assert_eq!(both, PlannerLoad { goals: 4, nodes_mean: 3.0, nodes_max: 9, bytes_mean: 40.0, bytes_max: 400 });
        assert_eq!(PlannerLoad::default().with(&both), both);
        assert_eq!(PlannerLoad::default().with(&PlannerLoad::default()), PlannerLoad::default());
    }
}
