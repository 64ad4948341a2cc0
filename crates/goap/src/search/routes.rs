//! Lower bounds of travel: the shortest walk from the agent's position to where a backward plan begins, through as many
//! stops as the plan's numbers still need.
//!
//! If a number grows only through actions that are done once to each of several candidates, and the agent has to
//! travel to each candidate, that many different stops remain. `walks` has a bound of the way through them, and `paths` the
//! exact one for long searches over few stops. Where only one number counts stops, both include what each stop costs
//! beyond the cheapest one.
//!
//! Independent of: nodes and their order.

use super::Scratch;
use super::additions::shortfall;
use super::paths::Paths;
use super::regression::member;
use super::walks::{Stops, Walks};
use crate::compiled::Change;
use crate::number::add;
use crate::request::PlanRequest;
use crate::task::field_condition::FieldCondition;
use crate::task::stops::StopRule;
use crate::task::{FieldEncoding, Task};

/// The maximum number of stops that are counted.
const MAX_STOPS: usize = 32;

/// The maximum number of candidates for which walks are computed.
const MAX_ROUTE_CANDIDATES: usize = 48;

#[derive(Debug, Default)]
pub(crate) struct RouteBounds {
    pub stops: Stops,
    walks: Walks,
    /// By number of stops, then by candidate: the shortest walk to the candidate; -1 if it is not computed yet.
    ends: Vec<i64>,
    paths: Paths,
    /// Travel costs from each stop to the end of a walk.
    onward: Vec<i64>,
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
        if self.rules.is_empty() {
            return;
        }
        self.rules.clear();
        self.stops.candidates.clear();
        self.walks.clear();
        self.paths.clear();
        self.ends.clear();
    }

    /// Whether there may be several stops.
    pub fn has_stops(&self) -> bool {
        !self.rules.is_empty()
    }

    /// The length of a search, in nodes, from which exact paths pay; `None` if there are none, if they are known, or if they
    /// would take too much of the time.
    pub fn paths_pay_from(&self, micros: Option<u64>) -> Option<u32> {
        if self.paths.is_computed() || self.rules.len() != 1 {
            return None;
        }
        Paths::pays_from(&self.stops, micros)
    }

    /// Computes exact paths through as many stops as the goal needs.
    pub fn find_paths(&mut self) {
        let spare = self.stops.len().saturating_sub(self.walks.least.len());
        self.paths.compute(&self.stops, spare);
    }

    fn number(&self, candidate: u32) -> Option<usize> {
        self.stops.candidates.binary_search(&candidate).ok()
    }
}

impl Scratch {
    /// Computes the walks of each number of stops that a condition may need.
    pub fn find_routes(&mut self, task: &Task, request: &PlanRequest) {
        let mut routes = std::mem::take(&mut self.routes);
        routes.clear();
        routes.candidates = request.candidates.len();
        let mut most = 0;
        for (index, rule) in task.stop_rules.iter().enumerate() {
            let now = self.ground.values[rule.field as usize];
            let free = rule.target_field.map_or(0, |field| i64::from(self.ground.values[field as usize] >= 0));
            let needed = task.conditions.list.iter().map(|&(field, wanted)| match wanted {
                FieldCondition::Set(number) if field == rule.field => rule.stops(self.sets.members(number), now) - free,
                _ => 0,
            });
            let needed = needed.max().unwrap_or(0);
            if needed >= 1 {
                routes.rules.push((index as u32, free));
                most = most.max(needed);
                let own = self.ground.candidates(rule.action as usize);
                routes.stops.candidates.extend(own.iter().map(|&(stop, _)| stop));
            }
        }
        routes.stops.candidates.sort_unstable();
        routes.stops.candidates.dedup();
        if routes.stops.len() > MAX_ROUTE_CANDIDATES {
            routes.clear();
        }
        let most = usize::try_from(most).unwrap_or(0).min(MAX_STOPS);
        if routes.has_stops() {
            self.measure(task, request, &mut routes);
            routes.walks.compute(&routes.stops, most);
            routes.ends.resize(routes.candidates * (most + 1), -1);
        }
        self.routes = routes;
    }

    /// Looks up the costs of all stops.
    fn measure(&mut self, task: &Task, request: &PlanRequest, routes: &mut RouteBounds) {
        let stops = &mut routes.stops;
        stops.travel.clear();
        stops.extra.clear();
        for from in stops.candidates.iter().map(|&stop| Some(stop)).chain([None]) {
            for &to in &stops.candidates {
                let here = from == Some(to);
                stops.travel.push(if here { 0 } else { self.ground.travel(request, from, to) });
            }
        }
        stops.extra.resize(stops.candidates.len(), 0);
        let [(rule, _)] = routes.rules[..] else { return };
        let rule = &task.stop_rules[rule as usize];
        // The action that brings the agent to a stop, unless it is the same or there are several.
        let comes = match rule.target_field.map(|field| &task.changers[field as usize][..]) {
            Some(&[(action, Change::SetTarget)]) => Some(action),
            _ => None,
        };
        for (extra, &stop) in stops.extra.iter_mut().zip(&stops.candidates) {
            for action in [Some(rule.action), comes].into_iter().flatten() {
                let own = self.ground.cost_for(task, action as usize, stop);
                let least = self.ground.costs[action as usize];
                *extra = add(*extra, own - least.min(own));
            }
        }
    }

    /// For a backward search: a lower bound of the travel before a packed state.
    #[inline]
    pub fn routes_bound(&mut self, task: &Task, request: &PlanRequest, state: &[u64]) -> i64 {
        match task.last {
            Some(_) if !task.breaks_triangle_inequality => self.travel_bound(task, request, state),
            _ => 0,
        }
    }

    fn travel_bound(&mut self, task: &Task, request: &PlanRequest, state: &[u64]) -> i64 {
        let stops = self.stops(task, state);
        let onward = task.stop(state);
        // The location from which the known part of the path goes on.
        let only_target = task.location_fields.iter().find_map(|&field| {
            let FieldEncoding::Set(half) = task.fields[field as usize].encoding else { return None };
            let number = half.get(state);
            let only = if number == 0 { None } else { self.sets.single(number) };
            only.filter(|&only| only >= 0 && only != self.ground.values[field as usize])
        });
        let only_target = only_target.and_then(|only_target| u32::try_from(only_target).ok());
        let end = only_target.or(onward);
        let own = end.filter(|&end| stops > 0 && self.may_stop_at(task, state, end));
        let stops = stops - usize::from(own.is_some());
        let bound = match end {
            None if stops == 0 => 0,
            None => self.routes.walks.least[stops - 1],
            Some(end) => self.end(request, stops, end),
        };
        let bound = match end {
            Some(end) if self.routes.paths.is_computed() && stops > 0 => {
                bound.max(self.path_bound(task, request, state, (stops, end, own.is_some())))
            }
            _ => bound,
        };
        match (only_target, onward) {
            (Some(only_target), Some(onward)) => add(bound, self.ground.travel(request, Some(only_target), onward)),
            _ => bound,
        }
    }

    /// The shortest path to `end` through the stops that are left; 0 if it is not known. `own`: the end may be one of them.
    fn path_bound(
        &mut self,
        task: &Task,
        request: &PlanRequest,
        state: &[u64],
        (stops, end, own): (usize, u32, bool),
    ) -> i64 {
        let [(rule, _)] = self.routes.rules[..] else { return 0 };
        let action = i64::from(task.stop_rules[rule as usize].action);
        let used = self.sets.members(task.used.map_or(0, |used| used.get(state)));
        let place = self.routes.number(end);
        let mut left = (1_usize << self.routes.stops.len()) - 1;
        if let (true, Some(place)) = (own, place) {
            left &= !(1 << place);
        }
        for &(member, _) in used.iter().filter(|&&(member, _)| member >> 32 == action) {
            if let Some(stop) = self.routes.number(member as u32) {
                left &= !(1 << stop);
            }
        }
        if place.is_none_or(|place| left >> place & 1 == 1) {
            self.travel_onward(request, end);
        }
        let RouteBounds { paths, stops: all, onward, .. } = &self.routes;
        paths.to(left, stops, all, place, |from| onward[from]).unwrap_or(0)
    }

    /// Whether the end of the walk may itself be one of the remaining stops; it must not be counted twice.
    fn may_stop_at(&self, task: &Task, state: &[u64], end: u32) -> bool {
        let used = task.used.map_or(0, |used| used.get(state));
        self.routes.number(end).is_some()
            && self.routes.rules.iter().any(|&(rule, _)| {
                let action = task.stop_rules[rule as usize].action as usize;
                used == 0 || !self.sets.contains(used, member(action, end))
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
        usize::try_from(most).unwrap_or(0).min(self.routes.walks.least.len())
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
        let place = self.travel_onward(request, end);
        let least = self.routes.walks.to(stops, place, |from| self.routes.onward[from]);
        self.routes.ends[at] = least;
        least
    }

    /// Looks up the travel from each stop to a candidate. Returns its number if it is a stop.
    fn travel_onward(&mut self, request: &PlanRequest, end: u32) -> Option<usize> {
        let routes = &mut self.routes;
        routes.onward.clear();
        let travel = |&stop: &u32| self.ground.travel(request, Some(stop), end);
        routes.onward.extend(routes.stops.candidates.iter().map(travel));
        routes.number(end)
    }
}
