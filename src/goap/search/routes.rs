//! What must still be travelled: lower bounds of the way from the agent's place to where a backward plan begins, by way of
//! as many stops as its numbers still need.
//!
//! Where a number grows only by things done once to each of several candidates, and each of those has to be gone to, so
//! many different stops are to come. A walk of that many stops, which may come back to one, is found by dynamic
//! programming over the candidates; it is never longer than the real way (state-space relaxation: Christofides,
//! Mingozzi and Toth, 1981).
//!
//! Must not know: nodes and their order.

use super::Scratch;
use super::numbers::shortfall;
use super::regress::member;
use crate::goap::number::{INF, add};
use crate::goap::request::PlanRequest;
use crate::goap::task::stops::StopRule;
use crate::goap::task::wanted::Wanted;
use crate::goap::task::{Packed, Task};

/// Stops beyond which no further ones are counted.
const MOST_STOPS: usize = 12;

/// Candidates beyond which the walk is not worked out.
const MOST_CANDIDATES: usize = 48;

#[derive(Debug, Default)]
pub(in crate::goap) struct Routes {
    /// The candidates that count as stops.
    stops: Vec<u32>,
    /// By number of stops before it, then by stop: the least way to it.
    walks: Vec<i64>,
    /// By number of stops: the least way of so many.
    least: Vec<i64>,
    /// By number of stops, then by candidate: the least way to it, -1 where not worked out yet.
    ends: Vec<i64>,
    candidates: usize,
    /// Of the task's rules, those that hold in this request: the rule, and stops that come for free.
    rules: Vec<(u32, i64)>,
}

impl StopRule {
    /// How many stops a number still needs to come from `now` into a set.
    fn stops(&self, set: &[(i64, i64)], now: i64) -> i64 {
        let missing = shortfall(set, now, self.up);
        (missing + self.most - 1) / self.most.max(1)
    }
}

impl Routes {
    /// Forgets the stops of an earlier request.
    pub fn clear(&mut self) {
        self.rules.clear();
    }

    /// Whether several stops may be to come.
    pub fn has_stops(&self) -> bool {
        !self.rules.is_empty()
    }
}

impl Scratch {
    /// Prepares the bounds of a request: the walks of each number of stops that a condition may ask for.
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
            let free = rule.by.map_or(0, |by| i64::from(self.ground.values[by as usize] >= 0));
            let needed = task.conditions.list.iter().map(|&(field, wanted)| match wanted {
                Wanted::Set(number) if field == rule.field => rule.stops(self.sets.members(number), now) - free,
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
        if routes.stops.len() > MOST_CANDIDATES {
            routes.rules.clear();
            routes.stops.clear();
        }
        let most = usize::try_from(most).unwrap_or(0).min(MOST_STOPS);
        if !routes.rules.is_empty() {
            self.walk(request, &mut routes, most);
        }
        routes.ends.resize(routes.candidates * (most + 1), -1);
        self.routes = routes;
    }

    fn walk(&mut self, request: &PlanRequest, routes: &mut Routes, most: usize) {
        let count = routes.stops.len();
        for &stop in &routes.stops {
            routes.walks.push(self.ground.travel(request, None, stop));
        }
        for round in 1..most {
            for (at, &stop) in routes.stops.iter().enumerate() {
                let mut least = INF;
                for (before, &other) in routes.stops.iter().enumerate() {
                    if before != at {
                        let way = self.ground.travel(request, Some(other), stop);
                        least = least.min(add(routes.walks[(round - 1) * count + before], way));
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

    /// A lower bound of the travel before a packed state of a backward search.
    pub fn routes_bound(&mut self, task: &Task, request: &PlanRequest, state: &[u64]) -> i64 {
        let Some(last) = task.last else { return 0 };
        if task.breaks_triangle_inequality {
            return 0;
        }
        let stops = self.stops(task, state);
        let onward = last.get(state).checked_sub(1);
        // A place that must be gone to before anything that is known of the way.
        let pinned = task.travelled.iter().find_map(|&field| {
            let Packed::Set(half) = task.fields[field as usize].place else { return None };
            let number = half.get(state);
            let only = if number == 0 { None } else { self.sets.single(number) };
            only.filter(|&only| only >= 0 && only != self.ground.values[field as usize])
        });
        let pinned = pinned.and_then(|pinned| u32::try_from(pinned).ok());
        let stops = match pinned.or(onward) {
            Some(end) => stops - usize::from(stops > 0 && self.may_stop_at(task, state, end)),
            None => stops,
        };
        match (pinned, onward) {
            (None, None) if stops == 0 => 0,
            (None, None) => self.routes.least[stops - 1],
            (Some(end), None) | (None, Some(end)) => self.end(request, stops, end),
            (Some(pinned), Some(onward)) => {
                add(self.end(request, stops, pinned), self.ground.travel(request, Some(pinned), onward))
            }
        }
    }

    /// Whether the end of the way may be one of the stops to come, so that it must not be counted twice.
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
            let Packed::Set(half) = task.fields[rule.field as usize].place else { continue };
            let number = half.get(state);
            if number != 0 {
                let now = self.ground.values[rule.field as usize];
                most = most.max(rule.stops(self.sets.members(number), now) - free);
            }
        }
        usize::try_from(most).unwrap_or(0).min(self.routes.least.len())
    }

    /// The least way to a candidate by so many stops before it.
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
                let way = self.ground.travel(request, Some(other), end);
                least = least.min(add(self.routes.walks[(stops - 1) * count + before], way));
            }
        }
        self.routes.ends[at] = least;
        least
    }
}
