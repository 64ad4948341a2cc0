//! The measures of many matches in a few numbers.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{Liveliness, Measures, Stability, Teamwork, TickCost, Usage, stability::note};
use crate::lab::statistics::{Proportion, Quartiles, wilson_interval};

/// What was measured in a set of matches, most usefully those of one level.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MeasuresSummary {
    /// How many matches.
    pub matches: usize,
    /// The share of all hunted who escaped.
    pub escape_rate: Option<Proportion>,
    /// The length of a match, in seconds of game time.
    pub seconds: Option<Quartiles>,
    /// Changes of goal an agent a minute, at the 95th percentile of agents' minutes.
    pub switches_p95: u32,
    /// The most changes to and fro between the same two goals by one agent in ten seconds.
    pub goal_thrash: u32,
    /// How often an agent asked the planner in a second, at the 99th percentile of agents' seconds.
    pub replans_p99: u32,
    /// The most it ever asked in a second.
    pub replans_most: u32,
    /// How often the planner was asked though nothing had changed.
    pub idle_plans: u32,
    /// The share of matches with a chase, a lost chase and successful hiding.
    pub lively: Option<Proportion>,
    /// Their sums.
    pub liveliness: Liveliness,
    /// The share of matches in which each action was used.
    pub actions: BTreeMap<String, f64>,
    /// How hunters worked together.
    pub teamwork: Teamwork,
    /// Microseconds an agent a tick: sensing, deciding, moving, and all three together.
    pub micros: [f64; 4],
}

/// The measures of matches, added up one by one: what many matches come to takes no more room than a few of them.
#[derive(Clone, Debug, Default)]
pub struct MeasuresBuilder {
    matches: usize,
    lively: usize,
    /// How many of the agents' minutes had no switch of goal, one, two and so on.
    switches: Vec<u32>,
    stability: Stability,
    liveliness: Liveliness,
    teamwork: Teamwork,
    usage: Usage,
    cost: TickCost,
}

impl MeasuresBuilder {
    /// Counts a match.
    pub fn add(&mut self, measures: &Measures, cost: &TickCost) {
        self.matches += 1;
        self.lively += usize::from(measures.liveliness.all());
        measures.stability.switches.iter().for_each(|switches| note(&mut self.switches, *switches));
        self.stability.add(&measures.stability);
        self.liveliness.add(&measures.liveliness);
        self.teamwork.add(&measures.teamwork);
        self.usage.add(&measures.usage);
        self.cost.add(cost);
    }

    /// What has been counted so far, of matches of which so many hunted escaped and that lasted so long.
    pub fn summary(&self, escape_rate: Option<Proportion>, seconds: Option<Quartiles>) -> MeasuresSummary {
        let cost = &self.cost;
        let an_agent = |micros: f64| round(micros / cost.agent_ticks.max(1) as f64);
        MeasuresSummary {
            matches: self.matches,
            escape_rate,
            seconds,
            switches_p95: percentile(&self.switches, 0.95),
            goal_thrash: self.stability.goal_thrash,
            replans_p99: percentile(&self.stability.replans, 0.99),
            replans_most: self.stability.replans.len().saturating_sub(1) as u32,
            idle_plans: self.stability.idle_plans,
            lively: wilson_interval(self.lively, self.matches),
            liveliness: self.liveliness,
            actions: self.usage.0.iter().map(|(name, used)| (name.clone(), share(*used, self.matches))).collect(),
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

/// The number that this share of the counted ones does not exceed.
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
