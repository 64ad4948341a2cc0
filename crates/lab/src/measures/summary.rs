//! The measures of many matches.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{
    Deliveries, Liveliness, Measures, PlanFigures, Planning, Stability, Sum, Teamwork, TickCost, Usage, WithoutGoal,
    stability::count,
};
use crate::statistics::{Proportion, Quartiles, wilson_interval};

/// The measures of a set of matches, normally those of one level.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MeasuresSummary {
    /// How many matches were played.
    pub matches: usize,
    /// The shares that the game counts among its measures, by the names of their JSON fields.
    #[serde(flatten)]
    pub rates: BTreeMap<&'static str, Option<Proportion>>,
    /// The lengths of matches, in seconds of game time.
    pub seconds: Option<Quartiles>,
    /// Goal switches per agent per minute, 95th percentile.
    pub switches_p95: u32,
    /// The maximum number of switches of one agent between the same two goals within ten seconds.
    pub goal_thrash: u32,
    /// Plans per agent per second, 99th percentile.
    pub replans_p99: u32,
    /// The maximum number of plans of an agent in a second.
    pub replans_most: u32,
    /// How often a mind planned although nothing had changed.
    pub idle_plans: u32,
    /// The share of matches with a chase, a lost chase and a successful hiding.
    pub lively: Option<Proportion>,
    /// The sums of chases, lost chases and hidings.
    pub liveliness: Liveliness,
    /// The share of matches in which each action was used.
    pub actions: BTreeMap<String, f64>,
    /// For every action, how often its effects held when it ended.
    pub deliveries: Deliveries,
    /// The time without a goal.
    pub without_goal: WithoutGoal,
    /// The plans of each side and for each of its goals.
    pub planning: BTreeMap<String, PlanFigures>,
    /// Teamwork of attackers.
    pub teamwork: Teamwork,
    /// µs per agent per tick: sensing, deciding, moving, and the sum.
    pub micros: [f64; 4],
}

/// Adds up the measures of matches one by one, in constant memory.
#[derive(Clone, Debug, Default)]
pub struct MeasuresBuilder {
    matches: usize,
    lively: usize,
    /// A histogram: how many of the agents' minutes had no goal switch, one, two and so on.
    switches: Vec<u32>,
    stability: Stability,
    liveliness: Liveliness,
    teamwork: Teamwork,
    usage: Usage,
    deliveries: Deliveries,
    without_goal: WithoutGoal,
    planning: Planning,
    cost: TickCost,
}

impl MeasuresBuilder {
    /// Adds a match.
    pub fn add(&mut self, measures: &Measures, cost: &TickCost) {
        self.matches += 1;
        self.lively += usize::from(measures.liveliness.all());
        measures.stability.switches.iter().for_each(|switches| count(&mut self.switches, *switches));
        self.stability.add(&measures.stability);
        self.liveliness.add(&measures.liveliness);
        self.teamwork.add(&measures.teamwork);
        self.usage.add(&measures.usage);
        self.deliveries.add(&measures.deliveries);
        self.without_goal.add(&measures.without_goal);
        self.planning.add(&measures.planning);
        self.cost.add(cost);
    }

    /// The measures so far, with the rates and the lengths of the same matches.
    pub fn summary(
        &self,
        rates: BTreeMap<&'static str, Option<Proportion>>,
        seconds: Option<Quartiles>,
    ) -> MeasuresSummary {
        let cost = &self.cost;
        let an_agent = |micros: f64| round(micros / cost.agent_ticks.max(1) as f64);
        MeasuresSummary {
            matches: self.matches,
            rates,
            seconds,
            switches_p95: percentile(&self.switches, 0.95),
            goal_thrash: self.stability.goal_thrash,
            replans_p99: percentile(&self.stability.replans, 0.99),
            replans_most: self.stability.replans.len().saturating_sub(1) as u32,
            idle_plans: self.stability.idle_plans,
            lively: wilson_interval(self.lively, self.matches),
            liveliness: self.liveliness,
            actions: self.usage.0.iter().map(|(name, used)| (name.clone(), share(*used, self.matches))).collect(),
            deliveries: self.deliveries.clone(),
            without_goal: self.without_goal,
            planning: self.planning.figures(),
            teamwork: self.teamwork,
            micros: [
                an_agent(cost.sense),
                an_agent(cost.decide),
                an_agent(cost.moving),
                round(cost.micros_per_agent_tick()),
            ],
        }
    }
}

fn round(micros: f64) -> f64 {
    (micros * 1000.0).round() / 1000.0
}

fn share(times: u32, of: usize) -> f64 {
    (f64::from(times) / of.max(1) as f64 * 1000.0).round() / 1000.0
}

/// The smallest value that at least this share of the counted values does not exceed.
fn percentile(histogram: &[u32], share: f64) -> u32 {
    let all: u64 = histogram.iter().map(|count| u64::from(*count)).sum();
    let mut below = 0;
    for (number, count) in histogram.iter().enumerate() {
        below += u64::from(*count);
        if below as f64 >= share * all as f64 {
            return number as u32;
        }
    }
    0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_percentile_of_a_histogram() {
        assert_eq!(percentile(&[90, 9, 1], 0.9), 0);
        assert_eq!(percentile(&[90, 9, 1], 0.99), 1);
        assert_eq!(percentile(&[90, 9, 1], 1.0), 2);
        assert_eq!(percentile(&[], 0.5), 0);
    }
}
