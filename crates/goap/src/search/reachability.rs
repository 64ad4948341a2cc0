//! Relaxed reachability: the minimum cost at which each condition can hold if nothing is ever undone. Computed once per
//! request, it is a lower bound for any state and proves most impossible goals impossible.
//!
//! The bound of a state is the maximum bound of its conditions (h-max: Bonet and Geffner, "Planning as heuristic
//! search", 2001). A number is relaxed to the interval that it can reach.
//!
//! Independent of: search nodes and the order in which they are expanded.

use super::grounding::GroundedRequest;
use super::interned_sets::{InternedSets, UNKNOWN};
use crate::compiled::{Change, TargetTest};
use crate::number::{INF, add};
use crate::request::CandidateKinds;
use crate::task::field_condition::FieldCondition;
use crate::task::{Field, FieldEncoding, SetOp, Task};
use crate::values::contains;

/// A task with the costs and the start of a request.
#[derive(Clone, Copy)]
pub(crate) struct GroundedTask<'a> {
    pub task: &'a Task,
    pub ground: &'a GroundedRequest,
}

#[derive(Debug, Default)]
pub(crate) struct Reachability {
    /// By bit of a packed state's words: the minimum cost of reaching that value.
    pub bits: Vec<i64>,
    /// By field; only valid for fields with interned sets.
    numbers: Vec<ReachedInterval>,
    /// By action of the task: the minimum cost of its effects; infinite if it can never be used.
    pub actions: Vec<i64>,
    /// By action of the task: the actions that may share a candidate with it, see `shares`.
    fits: Vec<u64>,
}

/// The reachable values of a number, and the minimum cost of a step up and of a step down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct ReachedInterval {
    low: i64,
    high: i64,
    up: i64,
    down: i64,
}

impl Reachability {
    pub fn compute(&mut self, start: GroundedTask, sets: &mut InternedSets) {
        let task = start.task;
        self.begin(start);
        let count = task.actions.len();
        let mut forward = true;
        loop {
            let mut changed = false;
            // In alternating order, so that a chain settles in two rounds in whichever order it is declared.
            for i in 0..count {
                let index = task.relaxation_order[if forward { i } else { count - 1 - i }];
                changed |= self.relax(start, sets, index as usize);
            }
            if !changed {
                break;
            }
            forward = !forward;
        }
        for number in 1..sets.len() as u32 {
            sets.set_cost(number, UNKNOWN, false);
        }
    }

    fn begin(&mut self, GroundedTask { task, ground }: GroundedTask) {
        self.bits.clear();
        self.bits.resize(task.words * 64, INF);
        for (word, &start) in ground.start.iter().enumerate() {
            let mut left = start;
            while left != 0 {
                self.bits[word * 64 + left.trailing_zeros() as usize] = 0;
                left &= left - 1;
            }
        }
        self.numbers.clear();
        if !task.set_fields.is_empty() {
            let at = |&value: &i64| ReachedInterval { low: value, high: value, up: INF, down: INF };
            self.numbers.extend(ground.values.iter().map(at));
        }
        self.actions.clear();
        self.actions.resize(task.actions.len(), INF);
        self.fits.clear();
        if task.set_fields.iter().any(|&field| task.fields[field as usize].is_target) {
            self.shares(GroundedTask { task, ground });
        }
    }

    /// For each action, one bit for each action (by index, modulo 64) that may have a candidate in common with it.
    fn shares(&mut self, GroundedTask { task, ground }: GroundedTask) {
        self.fits.resize(task.actions.len(), 0);
        for (a, action) in task.actions.iter().enumerate() {
            if action.target.is_none() || ground.candidates(a).is_empty() {
                continue;
            }
            for (b, other) in task.actions.iter().enumerate() {
                // Optimistic, as a relaxation must be: two actions that share a candidate also share a kind. Comparing
                // the kinds that the two actions require would not do: a candidate may have several kinds.
                let fits = |kinds: CandidateKinds| kinds == CandidateKinds::MAX || kinds & ground.kinds(a) != 0;
                if other.target.is_some_and(|other| fits(other.kinds)) {
                    self.fits[a] |= 1 << (b % 64);
                }
            }
        }
    }

    /// Lowers the cost of one action and of its effects, if possible. Returns whether anything changed.
    fn relax(&mut self, start: GroundedTask, sets: &InternedSets, index: usize) -> bool {
        let GroundedTask { task, ground } = start;
        let own = ground.costs[index];
        if own >= INF {
            return false;
        }
        let mut preconditions = 0;
        for &(word, permitted) in &task.bit_preconditions[index] {
            preconditions = preconditions.max(self.row(word, permitted));
        }
        for op in &task.ops[index] {
            preconditions = preconditions.max(self.op_preconditions(start, sets, index, op));
        }
        if preconditions >= INF {
            return false;
        }
        let cost = add(preconditions, own);
        if cost >= self.actions[index] {
            // The cost did not fall, but the interval of a number that the action requires may have grown.
            return task.ops[index].iter().any(|op| self.stretch(start, sets, index, op, cost));
        }
        self.actions[index] = cost;
        // The cost of assigning a number is looked up by action, so a cheaper action is a change by itself.
        let mut news = !task.ops[index].is_empty();
        for &bit in &task.bit_effects[index] {
            let known = &mut self.bits[bit as usize];
            news |= cost < *known;
            *known = cost.min(*known);
        }
        for op in &task.ops[index] {
            self.stretch(start, sets, index, op, cost);
        }
        news
    }

    /// The minimum cost of any of the permitted values of a fact stored as a row of bits.
    fn row(&self, word: u32, permitted: u64) -> i64 {
        let row = &self.bits[word as usize * 64..];
        let mut left = permitted;
        let mut least = INF;
        while left != 0 {
            least = least.min(row[left.trailing_zeros() as usize]);
            left &= left - 1;
        }
        least
    }

    fn op_preconditions(&self, start: GroundedTask, sets: &InternedSets, index: usize, op: &SetOp) -> i64 {
        let mut preconditions = 0;
        if op.required_set != 0 {
            preconditions = self.set(start, op.field, sets.members(op.required_set));
        }
        if op.target_test == TargetTest::Is {
            preconditions = preconditions.max(self.own_candidate(start, index, op.field));
        }
        preconditions
    }

    /// The minimum cost at which a target fact can be a candidate of the action.
    fn own_candidate(&self, GroundedTask { task, ground }: GroundedTask, index: usize, field: u32) -> i64 {
        let now = ground.values[field as usize];
        if now >= 0 && ground.cost_for(task, index, now as u32) < INF {
            return 0;
        }
        let mut least = INF;
        for &(setter, change) in &task.changers[field as usize] {
            let names_one = match change {
                Change::SetTarget => self.fits[index] >> (setter % 64) & 1 == 1,
                Change::Set(value) => value >= 0,
                Change::Add(_) => false,
            };
            if names_one {
                least = least.min(self.actions[setter as usize]);
            }
        }
        least
    }

    /// Extends the interval of a number that the action changes. Returns whether it grew.
    fn stretch(&mut self, start: GroundedTask, sets: &InternedSets, index: usize, op: &SetOp, cost: i64) -> bool {
        let GroundedTask { task, ground } = start;
        let field = &task.fields[op.field as usize];
        let (min, max) = field.range;
        let old = self.numbers[op.field as usize];
        let mut new = old;
        match op.change {
            None => return false,
            Some(Change::Set(value)) => {
                new.low = new.low.min(value);
                new.high = new.high.max(value);
            }
            Some(Change::SetTarget) => {
                // If an action assigns its candidate to a fact, its candidates are in ascending order.
                if let (Some(first), Some(last)) = (ground.candidates(index).first(), ground.candidates(index).last()) {
                    new.low = new.low.min(i64::from(first.0));
                    new.high = new.high.max(i64::from(last.0));
                }
            }
            Some(Change::Add(amount)) => {
                // Repeated, the addition leads just beyond the last value at which it is applicable.
                let (first, last) = match if op.required_set == 0 { &[][..] } else { sets.members(op.required_set) } {
                    [] => (min, max),
                    [one] => *one,
                    [one, .., other] => (one.0, other.1),
                };
                if amount > 0 {
                    new.high = new.high.max((last.saturating_add(amount)).min(max));
                    new.up = new.up.min(cost);
                } else if amount < 0 {
                    new.low = new.low.min((first.saturating_add(amount)).max(min));
                    new.down = new.down.min(cost);
                }
            }
        }
        self.numbers[op.field as usize] = new;
        new != old
    }

    /// The minimum cost at which a field can have a value of the set.
    fn set(&self, start: GroundedTask, field: u32, set: &[(i64, i64)]) -> i64 {
        let GroundedTask { task, ground } = start;
        if contains(set, ground.values[field as usize]) {
            return 0;
        }
        let reached = self.numbers[field as usize];
        if !set.iter().any(|&(low, high)| low <= reached.high && reached.low <= high) {
            return INF;
        }
        if self.off_grid(start, field, set) {
            return INF;
        }
        let (Some(&(lowest, _)), Some(&(_, highest))) = (set.first(), set.last()) else { return INF };
        let mut least = INF;
        if highest > reached.low {
            least = reached.up;
        }
        if lowest < reached.high {
            least = least.min(reached.down);
        }
        for &(setter, change) in &task.changers[field as usize] {
            let sets_it = match change {
                Change::Set(value) => contains(set, value),
                Change::SetTarget => set_has_candidate(set, ground, setter as usize),
                Change::Add(_) => false,
            };
            if sets_it {
                least = least.min(self.actions[setter as usize]);
            }
        }
        least
    }

    /// Whether additions miss all values of the set: in steps of two, no odd value is reached from 0. Additions start
    /// from the start value, from assigned values, and from the ends of the range, where they are clamped.
    fn off_grid(&self, GroundedTask { task, ground }: GroundedTask, field: u32, set: &[(i64, i64)]) -> bool {
        let Field { grid, range, .. } = task.fields[field as usize];
        if grid <= 1 || set.iter().any(|&(low, high)| high - low >= grid - 1) {
            return false;
        }
        let leads_in = |from: i64| set.iter().any(|&(low, high)| low + (from - low).rem_euclid(grid) <= high);
        let reached = self.numbers[field as usize];
        let changers = &task.changers[field as usize];
        let set_to = |&(action, change): &(u32, Change)| match change {
            Change::Set(value) => self.actions[action as usize] < INF && leads_in(value),
            Change::SetTarget => true,
            Change::Add(_) => false,
        };
        let from_an_end =
            (reached.low == range.0 && leads_in(range.0)) || (reached.high == range.1 && leads_in(range.1));
        !(leads_in(ground.values[field as usize]) || from_an_end || changers.iter().any(set_to))
    }

    /// The minimum cost at which a condition can hold.
    pub fn condition(&self, start: GroundedTask, sets: &InternedSets, field: u32, condition: FieldCondition) -> i64 {
        match (condition, start.task.fields[field as usize].encoding) {
            (FieldCondition::Bits(bits), FieldEncoding::Bits { word, .. }) => self.row(word, bits),
            (FieldCondition::Set(number), _) => self.set(start, field, sets.members(number)),
            (FieldCondition::CandidateOf(action), _) => self.own_candidate(start, action as usize, field),
            _ => 0,
        }
    }

    /// The minimum cost of an interned set, cached in the set.
    fn number(&self, start: GroundedTask, sets: &mut InternedSets, field: u32, number: u32) -> i64 {
        let known = sets.cost(number);
        if known != UNKNOWN {
            return known;
        }
        let cost = self.set(start, field, sets.members(number));
        let holds = sets.contains(number, start.ground.values[field as usize]);
        sets.set_cost(number, cost, holds);
        cost
    }

    /// A lower bound of the cost, without travel, of achieving all conditions of a packed state, and whether the start
    /// satisfies them. Infinite if one of them is unreachable.
    pub fn bound(&self, start: GroundedTask, sets: &mut InternedSets, state: &[u64]) -> (i64, bool) {
        let GroundedTask { task, ground } = start;
        let (mut bound, mut satisfied) = (0, true);
        for (word, (&before, &now)) in ground.start.iter().zip(state).enumerate() {
            let mut unsatisfied = before & !now;
            satisfied &= unsatisfied == 0;
            while unsatisfied != 0 {
                let bit = word * 64 + unsatisfied.trailing_zeros() as usize;
                if let FieldEncoding::Bits { mask, .. } = task.fields[task.bit_field[bit] as usize].encoding {
                    bound = bound.max(self.row(word as u32, now & mask));
                }
                unsatisfied &= unsatisfied - 1;
            }
        }
        for &field in &task.set_fields {
            if let FieldEncoding::Set(half) = task.fields[field as usize].encoding {
                let number = half.get(state);
                if number != 0 {
                    bound = bound.max(self.number(start, sets, field, number));
                    satisfied &= sets.holds(number);
                }
            }
        }
        (bound, satisfied)
    }
}

fn set_has_candidate(set: &[(i64, i64)], ground: &GroundedRequest, action: usize) -> bool {
    let own = ground.candidates(action);
    set.iter().any(|&(low, high)| {
        let first = own.partition_point(|&(candidate, _)| i64::from(candidate) < low);
        own.get(first).is_some_and(|&(candidate, _)| i64::from(candidate) <= high)
    })
}
