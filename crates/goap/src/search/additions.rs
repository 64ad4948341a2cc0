//! Lower bounds from additions: reaching "at least 12" from 0 in steps of two takes six additions, whatever else
//! happens. If each addition consumes or requires another number, that number needs additions too, and so on.
//!
//! The cost of the actions that add to such a number is reserved for this bound, so that the bound can be added to that
//! of the landmarks. The landmarks then treat these actions as free.
//!
//! Consumption counts because a number that starts at `s`, ends at `e` or more, and loses `x` on the way, has been
//! added to by `e - s + x` or more. This holds as long as no consumption is clamped at the end of the range, so only
//! consumption that a precondition protects from clamping is counted. Where a number is clamped at the other end,
//! additions are cut short and even more are needed.
//!
//! Independent of: nodes and their order.

use super::interned_sets::InternedSets;
use super::prepared::PreparedRequest;
use crate::compiled::Change;
use crate::number::INF;
use crate::task::field_condition::FieldCondition;
use crate::task::{FieldEncoding, SetOp, Task};

#[derive(Debug, Default)]
pub(crate) struct AdditionBounds {
    /// By action of the task: whether its cost is reserved for this bound.
    reserved: Vec<bool>,
    /// The fields whose additions are counted. A field comes before those that its additions make demands on.
    counted: Vec<CountedField>,
    demands: Vec<FieldDemand>,
    /// By counted field: the total amount consumed, and the maximum level required at once.
    sums: Vec<(i64, i64)>,
}

/// A numeric field that actions add to in one direction and never set.
#[derive(Debug, Clone, Copy)]
struct CountedField {
    field: u32,
    up: bool,
    /// The end of the range from which additions lead away.
    floor: i64,
    /// The maximum amount of one addition.
    most: i64,
    /// Cost and amount of the action with the minimum cost per amount.
    best: (i64, i64),
    /// That cost per step, if it is a whole number.
    per_step: Option<i64>,
    /// Whether additions to it make demands on other counted fields.
    demands: bool,
}

/// What every addition to one counted field demands of another, at least.
#[derive(Debug, Clone, Copy)]
struct FieldDemand {
    from: u32,
    of: u32,
    /// The value that the other field must have reached.
    level: i64,
    /// How much of it each addition consumes.
    spends: i64,
}

impl CountedField {
    /// How far a value is ahead of another in the direction of the additions.
    fn ahead(&self, value: i64, of: i64) -> i64 {
        if self.up { value - of } else { of - value }
    }

    /// The value of a set that additions reach first.
    fn nearest(&self, set: &[(i64, i64)]) -> i64 {
        let end = if self.up { set.first().map(|&(low, _)| low) } else { set.last().map(|&(_, high)| high) };
        end.unwrap_or(self.floor)
    }

    /// What all additions to the field demand of another: the value it must have, and how much of it they consume.
    fn demand(&self, task: &Task, prepared: &PreparedRequest, of: &Self) -> Option<(i64, i64)> {
        let mut least: Option<(i64, i64)> = None;
        for &(index, change) in &task.changers[self.field as usize] {
            let adds = matches!(change, Change::Add(amount) if amount != 0 && (amount > 0) == self.up);
            if !adds || prepared.reachability.actions[index as usize] >= INF {
                continue;
            }
            let mut ops = task.ops[index as usize].iter();
            let (level, spends) = of.demand_by(prepared, ops.find(|op| op.field == of.field)?)?;
            least = Some(match least {
                None => (level, spends),
                Some((other, spent)) => (if of.ahead(level, other) < 0 { level } else { other }, spends.min(spent)),
            });
        }
        least
    }

    /// What an addition to another field demands of this one with an operation on it.
    fn demand_by(&self, prepared: &PreparedRequest, op: &SetOp) -> Option<(i64, i64)> {
        let level =
            if op.required_set == 0 { self.floor } else { self.nearest(prepared.sets.members(op.required_set)) };
        let spends = match op.change {
            Some(Change::Add(amount)) => self.ahead(0, amount).max(0),
            _ => 0,
        };
        // Consumption that the precondition does not cover may be clamped.
        let covered = self.ahead(level, self.floor) >= spends;
        (level != self.floor || spends > 0).then_some((level, if covered { spends } else { 0 }))
    }
}

impl AdditionBounds {
    pub fn clear(&mut self) {
        self.reserved.clear();
        self.counted.clear();
        self.demands.clear();
    }

    /// Chooses the numbers whose additions are counted, and reserves the costs of the actions that add to them.
    pub fn compute(&mut self, task: &Task, prepared: &PreparedRequest) {
        self.clear();
        if !task.set_fields.is_empty() {
            self.reserved.resize(task.actions.len(), false);
            // A number that is consumed by counted additions may be worth counting too, so repeat.
            while self.count_more(task, prepared) {}
            self.find_demands(task, prepared);
            self.sort();
        }
    }

    /// Selects one more field; `false` if none is left that improves the bound.
    fn count_more(&mut self, task: &Task, prepared: &PreparedRequest) -> bool {
        for &field in &task.set_fields {
            if self.counted.iter().any(|counted| counted.field == field) {
                continue;
            }
            for up in [true, false] {
                if let Some(counted) = self.count(task, prepared, field, up) {
                    for &(action, change) in &task.changers[field as usize] {
                        if matches!(change, Change::Add(amount) if (amount > 0) == up) {
                            self.reserved[action as usize] = true;
                        }
                    }
                    self.counted.push(counted);
                    return true;
                }
            }
        }
        false
    }

    fn count(&self, task: &Task, prepared: &PreparedRequest, field: u32, up: bool) -> Option<CountedField> {
        let (mut best, mut most): (Option<(i64, i64)>, i64) = (None, 0);
        let mut spent = false;
        for &(action, change) in &task.changers[field as usize] {
            if prepared.reachability.actions[action as usize] >= INF {
                continue;
            }
            let Change::Add(amount) = change else { return None };
            if amount == 0 {
                continue;
            }
            if (amount > 0) != up {
                spent |= self.reserved[action as usize];
                continue;
            }
            if self.reserved[action as usize] {
                return None;
            }
            let (cost, amount) = (prepared.ground.costs[action as usize], amount.abs());
            most = most.max(amount);
            let cheaper = |(other, size): (i64, i64)| {
                i128::from(cost) * i128::from(size) < i128::from(other) * i128::from(amount)
            };
            if best.is_none_or(cheaper) {
                best = Some((cost, amount));
            }
        }
        // Landmarks account for one addition as well, so only several are worth reserving the action's cost for.
        let now = prepared.ground.values[field as usize];
        let several = |&(other, wanted): &(u32, FieldCondition)| match wanted {
            FieldCondition::Set(number) if other == field => shortfall(prepared.sets.members(number), now, up) > most,
            _ => false,
        };
        let pays = spent || task.conditions.list.iter().any(several);
        let range = task.fields[field as usize].range;
        let floor = if up { range.0 } else { range.1 };
        best.filter(|_| pays).map(|best| {
            let per_step = (best.0 % best.1 == 0).then_some(best.0 / best.1);
            CountedField { field, up, floor, most, best, per_step, demands: false }
        })
    }

    fn find_demands(&mut self, task: &Task, prepared: &PreparedRequest) {
        for from in 0..self.counted.len() {
            for of in 0..self.counted.len() {
                if from != of
                    && let Some((level, spends)) = self.counted[from].demand(task, prepared, &self.counted[of])
                {
                    self.demands.push(FieldDemand { from: from as u32, of: of as u32, level, spends });
                }
            }
        }
    }

    pub fn reserves(&self, action: usize) -> bool {
        self.reserved.get(action).is_some_and(|&reserved| reserved)
    }

    /// The minimum cost of all additions that are still needed. `field` returns a field's current value and the required
    /// set, which is empty if any value will do.
    fn bound<'a>(&mut self, field: impl Fn(u32) -> (i64, &'a [(i64, i64)])) -> i64 {
        self.sums.clear();
        self.sums.resize(self.counted.len(), (0, 0));
        let mut cost = 0_i64;
        for (index, counted) in self.counted.iter().enumerate() {
            let (now, set) = field(counted.field);
            let (spent, asked) = self.sums[index];
            let wanted = counted.ahead(counted.nearest(set), now);
            let missing = wanted.saturating_add(spent).max(asked);
            if missing <= 0 {
                continue;
            }
            let price = match counted.per_step {
                Some(each) => missing.saturating_mul(each),
                None => price(missing, counted.best),
            };
            cost = cost.saturating_add(price);
            if !counted.demands {
                continue;
            }
            let times = div_ceil(missing.unsigned_abs(), counted.most.unsigned_abs()) as i64;
            for demand in self.demands.iter().filter(|demand| demand.from as usize == index) {
                let other = &self.counted[demand.of as usize];
                let before = demand.spends.saturating_mul(times - 1);
                let level = other.ahead(demand.level, field(other.field).0).saturating_add(before);
                let sum = &mut self.sums[demand.of as usize];
                sum.0 = sum.0.saturating_add(before.saturating_add(demand.spends));
                sum.1 = sum.1.max(level);
            }
        }
        cost.min(INF)
    }

    /// For a backward search: the minimum cost of the additions between the start and a packed state.
    pub fn backward_bound(&mut self, task: &Task, prepared: &PreparedRequest, state: &[u64]) -> i64 {
        let PreparedRequest { ground, sets, .. } = prepared;
        self.bound(|field| match task.fields[field as usize].encoding {
            FieldEncoding::Set(half) => (ground.values[field as usize], sets.members(half.get(state))),
            FieldEncoding::Bits { .. } => (0, &[]),
        })
    }

    /// For a forward search: the minimum cost of the additions between a packed state and the goal.
    pub fn forward_bound(&mut self, task: &Task, sets: &InternedSets, state: &[u64]) -> i64 {
        self.bound(|field| match task.fields[field as usize].encoding {
            FieldEncoding::Set(half) => (sets.single(half.get(state)).unwrap_or(0), sets.members(half.get(&task.goal))),
            FieldEncoding::Bits { .. } => (0, &[]),
        })
    }

    /// Orders fields before those that their additions make demands on, as far as demands are not circular.
    fn sort(&mut self) {
        let count = self.counted.len();
        for place in 0..count {
            let free = |&index: &usize| {
                !self.demands.iter().any(|demand| demand.of as usize == index && (demand.from as usize) >= place)
            };
            let next = (place..count).find(free).unwrap_or(place);
            self.counted.swap(place, next);
            for demand in &mut self.demands {
                for end in [&mut demand.from, &mut demand.of] {
                    if *end as usize == place {
                        *end = next as u32;
                    } else if *end as usize == next {
                        *end = place as u32;
                    }
                }
            }
        }
        // Within a cycle, demands on a field that comes earlier are ignored.
        self.demands.retain(|demand| demand.from < demand.of);
        for demand in &self.demands {
            self.counted[demand.from as usize].demands = true;
        }
    }
}

/// The distance in steps from a value up (or down) to a set; 0 if the set has a value on the other side.
pub(crate) fn shortfall(set: &[(i64, i64)], now: i64, up: bool) -> i64 {
    match (set.first(), set.last(), up) {
        (Some(&(low, _)), _, true) if low > now => low - now,
        (_, Some(&(_, high)), false) if high < now => now - high,
        _ => 0,
    }
}

/// The minimum number of additions that a condition takes; 0 if something else than additions can achieve it.
pub(crate) fn additions_needed(task: &Task, prepared: &PreparedRequest, condition: u32) -> i64 {
    let (field, FieldCondition::Set(number)) = task.conditions.list[condition as usize] else { return 0 };
    let (set, now) = (prepared.sets.members(number), prepared.ground.values[field as usize]);
    let mut most = 1;
    for &(_, change) in &task.changers[field as usize] {
        match change {
            Change::Add(amount) => most = most.max(amount.abs()),
            Change::Set(_) | Change::SetTarget => return 0,
        }
    }
    shortfall(set, now, true).max(shortfall(set, now, false)) / most
}

/// The minimum cost of `missing` steps at the best rate, rounded up.
fn price(missing: i64, (cost, amount): (i64, i64)) -> i64 {
    if let Some(product) = missing.unsigned_abs().checked_mul(cost.unsigned_abs()) {
        return i64::try_from(div_ceil(product, amount.unsigned_abs())).unwrap_or(INF);
    }
    let exact = (i128::from(missing) * i128::from(cost) + i128::from(amount) - 1) / i128::from(amount);
    i64::try_from(exact).unwrap_or(INF).min(INF)
}

/// Division rounding up. Most numbers are small, and 32-bit division is several times faster than 64-bit division.
fn div_ceil(a: u64, b: u64) -> u64 {
    match (u32::try_from(a), u32::try_from(b)) {
        (Ok(a), Ok(b)) => u64::from(a.div_ceil(b)),
        _ => a.div_ceil(b),
    }
}
