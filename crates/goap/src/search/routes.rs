//! Lower bounds of travel: the shortest walk from the agent's position to where a backward plan begins, through as many
//! stops as the plan's numbers still need.
//!
//! If a number grows only through actions that are done once to each of several candidates, and the agent has to
//! travel to each candidate, that many different stops remain. `walks` has a bound of the way through them, and `paths` the
//! exact one for long searches over few stops. Where only one number counts stops, both include what each stop costs
//! beyond the cheapest one.
//!
//! Independent of: nodes and their order.

use super::Problem;
use super::additions::shortfall;
use super::grounding::GroundedRequest;
use super::paths::Paths;
use super::prepared::PreparedRequest;
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
    stops: Stops,
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

    /// Computes the walks of each number of stops that a condition may need.
    pub fn compute(&mut self, problem: &Problem, prepared: &mut PreparedRequest) {
        let task = problem.task;
        self.clear();
        self.candidates = problem.request.candidates.len();
        let mut most = 0;
        for (index, rule) in task.stop_rules.iter().enumerate() {
            let now = prepared.ground.values[rule.field as usize];
            let free = rule.target_field.map_or(0, |field| i64::from(prepared.ground.values[field as usize] >= 0));
            let needed = task.conditions.list.iter().map(|&(field, wanted)| match wanted {
                FieldCondition::Set(number) if field == rule.field => {
                    rule.stops(prepared.sets.members(number), now) - free
                }
                _ => 0,
            });
            let needed = needed.max().unwrap_or(0);
            if needed >= 1 {
                self.rules.push((index as u32, free));
                most = most.max(needed);
                let own = prepared.ground.candidates(rule.action as usize);
                self.stops.candidates.extend(own.iter().map(|&(stop, _)| stop));
            }
        }
        self.stops.candidates.sort_unstable();
        self.stops.candidates.dedup();
        if self.stops.len() > MAX_ROUTE_CANDIDATES {
            self.clear();
        }
        let most = usize::try_from(most).unwrap_or(0).min(MAX_STOPS);
        if self.has_stops() {
            self.measure(problem, &mut prepared.ground);
            self.walks.compute(&self.stops, most);
            self.ends.resize(self.candidates * (most + 1), -1);
        }
    }

    /// Looks up the costs of all stops.
    fn measure(&mut self, problem: &Problem, ground: &mut GroundedRequest) {
        let Problem { task, request, .. } = *problem;
        let stops = &mut self.stops;
        stops.travel.clear();
        stops.extra.clear();
        for from in stops.candidates.iter().map(|&stop| Some(stop)).chain([None]) {
            for &to in &stops.candidates {
                let here = from == Some(to);
                stops.travel.push(if here { 0 } else { ground.travel(request, from, to) });
            }
        }
        stops.extra.resize(stops.candidates.len(), 0);
        let [(rule, _)] = self.rules[..] else { return };
        let rule = &task.stop_rules[rule as usize];
        // The action that brings the agent to a stop, unless it is the same or there are several.
        let comes = match rule.target_field.map(|field| &task.changers[field as usize][..]) {
            Some(&[(action, Change::SetTarget)]) => Some(action),
            _ => None,
        };
        for (extra, &stop) in stops.extra.iter_mut().zip(&stops.candidates) {
            for action in [Some(rule.action), comes].into_iter().flatten() {
                let own = ground.cost_for(task, action as usize, stop);
                let least = ground.costs[action as usize];
                *extra = add(*extra, own - least.min(own));
            }
        }
    }

    /// For a backward search: a lower bound of the travel before a packed state.
    #[inline]
    pub fn bound(&mut self, problem: &Problem, prepared: &mut PreparedRequest, state: &[u64]) -> i64 {
        match problem.task.last {
            Some(_) if !problem.task.breaks_triangle_inequality => self.travel_bound(problem, prepared, state),
            _ => 0,
        }
    }

    fn travel_bound(&mut self, problem: &Problem, prepared: &mut PreparedRequest, state: &[u64]) -> i64 {
        let Problem { task, request, .. } = *problem;
        let stops = self.stops_left(task, prepared, state);
        let onward = task.stop(state);
        // The location from which the known part of the path goes on.
        let only_target = task.location_fields.iter().find_map(|&field| {
            let FieldEncoding::Set(half) = task.fields[field as usize].encoding else { return None };
            let number = half.get(state);
            let only = if number == 0 { None } else { prepared.sets.single(number) };
            only.filter(|&only| only >= 0 && only != prepared.ground.values[field as usize])
        });
        let only_target = only_target.and_then(|only_target| u32::try_from(only_target).ok());
        let bound = match only_target.or(onward) {
            None if stops == 0 => 0,
            None => self.walks.least[stops - 1],
            Some(end) => {
                let is_stop = stops > 0 && self.may_stop_at(task, prepared, state, end);
                let way = WayLeft { stops: stops - usize::from(is_stop), end, ends_at_stop: is_stop };
                let bound = self.walk_bound(request, &mut prepared.ground, &way);
                match self.paths.is_computed() && way.stops > 0 {
                    true => bound.max(self.path_bound(problem, prepared, state, &way)),
                    false => bound,
                }
            }
        };
        match (only_target, onward) {
            (Some(only_target), Some(onward)) => add(bound, prepared.ground.travel(request, Some(only_target), onward)),
            _ => bound,
        }
    }

    /// The shortest walk; 0 if it is not known.
    fn walk_bound(&mut self, request: &PlanRequest, ground: &mut GroundedRequest, way: &WayLeft) -> i64 {
        if way.stops == 0 {
            return ground.travel(request, None, way.end);
        }
        let at = way.stops * self.candidates + way.end as usize;
        match self.ends.get(at) {
            Some(&known) if known >= 0 => return known,
            Some(_) => {}
            None => return 0,
        }
        self.look_up_onward(request, ground, way.end);
        let least = self.walks.to(way.stops, self.stops.number(way.end), |from| self.onward[from]);
        self.ends[at] = least;
        least
    }

    /// The shortest path through the stops that are left; 0 if it is not known.
    fn path_bound(&mut self, problem: &Problem, prepared: &mut PreparedRequest, state: &[u64], way: &WayLeft) -> i64 {
        let Problem { task, request, .. } = *problem;
        let [(rule, _)] = self.rules[..] else { return 0 };
        let action = i64::from(task.stop_rules[rule as usize].action);
        let used = prepared.sets.members(task.used.map_or(0, |used| used.get(state)));
        let place = self.stops.number(way.end);
        let mut left = (1_usize << self.stops.len()) - 1;
        if let (true, Some(place)) = (way.ends_at_stop, place) {
            left &= !(1 << place);
        }
        for &(member, _) in used.iter().filter(|&&(member, _)| member >> 32 == action) {
            if let Some(stop) = self.stops.number(member as u32) {
                left &= !(1 << stop);
            }
        }
        if place.is_none_or(|place| left >> place & 1 == 1) {
            self.look_up_onward(request, &mut prepared.ground, way.end);
        }
        self.paths.to(left, way.stops, &self.stops, place, |from| self.onward[from]).unwrap_or(0)
    }

    /// Whether the end of the walk may itself be one of the remaining stops; it must not be counted twice.
    fn may_stop_at(&self, task: &Task, prepared: &PreparedRequest, state: &[u64], end: u32) -> bool {
        let used = task.used.map_or(0, |used| used.get(state));
        self.stops.number(end).is_some()
            && self.rules.iter().any(|&(rule, _)| {
                let action = task.stop_rules[rule as usize].action as usize;
                used == 0 || !prepared.sets.contains(used, member(action, end))
            })
    }

    /// How many stops a packed state's numbers still need.
    fn stops_left(&self, task: &Task, prepared: &PreparedRequest, state: &[u64]) -> usize {
        let mut most = 0;
        for &(rule, free) in &self.rules {
            let rule = &task.stop_rules[rule as usize];
            let FieldEncoding::Set(half) = task.fields[rule.field as usize].encoding else { continue };
            let number = half.get(state);
            if number != 0 {
                let now = prepared.ground.values[rule.field as usize];
                most = most.max(rule.stops(prepared.sets.members(number), now) - free);
            }
        }
        usize::try_from(most).unwrap_or(0).min(self.walks.least.len())
    }

    /// Looks up the travel from each stop to a candidate.
    fn look_up_onward(&mut self, request: &PlanRequest, ground: &mut GroundedRequest, end: u32) {
        self.onward.clear();
        let travel = |&stop: &u32| ground.travel(request, Some(stop), end);
        self.onward.extend(self.stops.candidates.iter().map(travel));
    }
}

/// The way before the known part of a backward plan.
struct WayLeft {
    /// How many stops it leads through, without its end.
    stops: usize,
    end: u32,
    /// Whether the end may be one of the stops that the plan's numbers need.
    ends_at_stop: bool,
}
