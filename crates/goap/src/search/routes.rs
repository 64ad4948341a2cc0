//! Lower bounds of travel: the shortest path from the agent's position to where a backward plan begins, through as many
//! stops as the plan's numbers still need.
//!
//! If a number grows only through actions that are done once to each of several candidates, and the agent has to
//! travel to each candidate, that many different stops remain. A walk of that many stops, which may return to a stop,
//! is found by dynamic programming over the candidates. It is never longer than the real path (state-space relaxation:
//! Christofides, Mingozzi and Toth, 1981).
//!
//! Independent of: nodes and their order.

use super::Scratch;
use super::additions::shortfall;
use super::regression::member;
use crate::number::{INF, add};
use crate::request::PlanRequest;
use crate::task::field_condition::FieldCondition;
use crate::task::stops::StopRule;
use crate::task::{FieldEncoding, Task};

/// The maximum number of stops that are counted.
const MAX_STOPS: usize = 12;

/// The maximum number of candidates for which walks are computed.
const MAX_ROUTE_CANDIDATES: usize = 48;

#[derive(Debug, Default)]
pub(crate) struct RouteBounds {
    /// The candidates at which the agent may stop.
    stops: Vec<u32>,
    /// By number of stops before it, then by stop: the shortest walk that ends there.
    walks: Vec<i64>,
    /// By number of stops: the shortest walk.
    least: Vec<i64>,
    /// By number of stops, then by candidate: the shortest walk to the candidate; -1 if it is not computed yet.
    ends: Vec<i64>,
    candidates: usize,
    /// The task's stop rules that apply to this request: the rule, and the number of stops that need no travel.
    rules: Vec<(u32, i64)>,
}

impl StopRule {
    /// How many stops a number needs to get from `now` into a set.
    fn stops(&self, set: &[(i64, i64)], now: i64) -> i64 {
        let missing = shortfall(set, now, self.up);
        (missing + self.max_step - 1) / self.max_step.max(1)
    }
}

impl RouteBounds {
    /// Forgets the stops of an earlier request.
    pub fn clear(&mut self) {
        self.rules.clear();
    }

    /// Whether there may be several stops.
    pub fn has_stops(&self) -> bool {
        !self.rules.is_empty()
    }
}

impl Scratch {
    /// Computes the walks of each number of stops that a condition may need.
    pub fn find_routes(&mut self, task: &Task, request: &PlanRequest) {
        let mut routes = std::mem::take(&mut self.routes);
        routes.rules.clear();
        routes.stops.clear();
        routes.least.clear();
        routes.walks.clear();
        routes.ends.clear();
        routes.candidates = request.candidates.len();
        let mut most = 0;
        for (index, rule) in task.stop_rules.iter().enumerate() {
            let now = self.ground.values[rule.field as usize];
            let free = rule.location_field.map_or(0, |field| i64::from(self.ground.values[field as usize] >= 0));
            let needed = task.conditions.list.iter().map(|&(field, wanted)| match wanted {
                FieldCondition::Set(number) if field == rule.field => rule.stops(self.sets.members(number), now) - free,
                _ => 0,
            });
            let needed = needed.max().unwrap_or(0);
            if needed >= 1 {
                routes.rules.push((index as u32, free));
                most = most.max(needed);
                for &action in &rule.actions {
                    routes.stops.extend(self.ground.candidates(action as usize).iter().map(|&(stop, _)| stop));
                }
            }
        }
        routes.stops.sort_unstable();
        routes.stops.dedup();
        if routes.stops.len() > MAX_ROUTE_CANDIDATES {
            routes.rules.clear();
            routes.stops.clear();
        }
        let most = usize::try_from(most).unwrap_or(0).min(MAX_STOPS);
        if !routes.rules.is_empty() {
            self.walk(request, &mut routes, most);
        }
        routes.ends.resize(routes.candidates * (most + 1), -1);
        self.routes = routes;
    }

    fn walk(&mut self, request: &PlanRequest, routes: &mut RouteBounds, most: usize) {
        let count = routes.stops.len();
        for &stop in &routes.stops {
            routes.walks.push(self.ground.travel(request, None, stop));
        }
        for round in 1..most {
            for (at, &stop) in routes.stops.iter().enumerate() {
                let mut least = INF;
                for (before, &other) in routes.stops.iter().enumerate() {
                    if before != at {
                        let travel = self.ground.travel(request, Some(other), stop);
                        least = least.min(add(routes.walks[(round - 1) * count + before], travel));
                    }
                }
                routes.walks.push(least);
            }
        }
        for round in 0..most {
            let walks = &routes.walks[round * count..(round + 1) * count];
            routes.least.push(walks.iter().copied().min().unwrap_or(INF));
        }
    }

    /// For a backward search: a lower bound of the travel before a packed state.
    pub fn routes_bound(&mut self, task: &Task, request: &PlanRequest, state: &[u64]) -> i64 {
        let Some(last) = task.last else { return 0 };
        if task.breaks_triangle_inequality {
            return 0;
        }
        let stops = self.stops(task, state);
        let onward = last.get(state).checked_sub(1);
        // A target that the agent must travel to before the known part of the path.
        let only_target = task.location_fields.iter().find_map(|&field| {
            let FieldEncoding::Set(half) = task.fields[field as usize].encoding else { return None };
            let number = half.get(state);
            let only = if number == 0 { None } else { self.sets.single(number) };
            only.filter(|&only| only >= 0 && only != self.ground.values[field as usize])
        });
        let only_target = only_target.and_then(|only_target| u32::try_from(only_target).ok());
        let stops = match only_target.or(onward) {
            Some(end) => stops - usize::from(stops > 0 && self.may_stop_at(task, state, end)),
            None => stops,
        };
        match (only_target, onward) {
            (None, None) if stops == 0 => 0,
            (None, None) => self.routes.least[stops - 1],
            (Some(end), None) | (None, Some(end)) => self.end(request, stops, end),
            (Some(only_target), Some(onward)) => {
                add(self.end(request, stops, only_target), self.ground.travel(request, Some(only_target), onward))
            }
        }
    }

    /// Whether the end of the walk may itself be one of the remaining stops; it must not be counted twice.
    fn may_stop_at(&self, task: &Task, state: &[u64], end: u32) -> bool {
        let used = task.used.map_or(0, |used| used.get(state));
        self.routes.stops.binary_search(&end).is_ok()
            && self.routes.rules.iter().any(|&(rule, _)| {
                let mut actions = task.stop_rules[rule as usize].actions.iter();
                actions.any(|&action| used == 0 || !self.sets.contains(used, member(action as usize, end)))
            })
    }

    /// How many stops a packed state's numbers still need.
    fn stops(&self, task: &Task, state: &[u64]) -> usize {
        let mut most = 0;
        for &(rule, free) in &self.routes.rules {
            let rule = &task.stop_rules[rule as usize];
            let FieldEncoding::Set(half) = task.fields[rule.field as usize].encoding else { continue };
            let number = half.get(state);
            if number != 0 {
                let now = self.ground.values[rule.field as usize];
                most = most.max(rule.stops(self.sets.members(number), now) - free);
            }
        }
        usize::try_from(most).unwrap_or(0).min(self.routes.least.len())
    }

    /// The shortest walk to a candidate with this many stops before it.
    fn end(&mut self, request: &PlanRequest, stops: usize, end: u32) -> i64 {
        if stops == 0 {
            return self.ground.travel(request, None, end);
        }
        let at = stops * self.routes.candidates + end as usize;
        match self.routes.ends.get(at) {
            Some(&known) if known >= 0 => return known,
            Some(_) => {}
            None => return 0,
        }
        let count = self.routes.stops.len();
        let mut least = INF;
        for before in 0..count {
            let other = self.routes.stops[before];
            if other != end {
                let travel = self.ground.travel(request, Some(other), end);
                least = least.min(add(self.routes.walks[(stops - 1) * count + before], travel));
            }
        }
        self.routes.ends[at] = least;
        least
    }
}
