//! How often numbers must be added to: "at least 12" from 0 by twos takes six additions, whatever else happens.
//!
//! The cost of the actions that add to such a number is set aside for this bound, so that it may be added to that of the
//! landmarks, which then take these actions to be free.
//!
//! Must not know: nodes and their order.

use super::Scratch;
use super::blame::Wanted;
use super::sets::UNKNOWN;
use crate::goap::domain::Change;
use crate::goap::number::INF;
use crate::goap::task::{Packed, Task};

#[derive(Debug, Default)]
pub(in crate::goap) struct Numbers {
    /// By action of the task: whether its cost is set aside.
    reserved: Vec<bool>,
    /// Fields whose additions are counted.
    counted: Vec<Counted>,
    /// By numbered set: the bound, [`UNKNOWN`] at first.
    bounds: Vec<i64>,
}

/// A field that is added to, and never set, in one direction.
#[derive(Debug, Clone, Copy)]
struct Counted {
    field: u32,
    up: bool,
    /// The action with the least cost for its amount: cost and amount.
    best: (i64, i64),
}

impl Numbers {
    pub fn clear(&mut self) {
        self.reserved.clear();
        self.counted.clear();
        self.bounds.clear();
    }

    /// The least cost of the additions between values and a goal. `field` gives the value and the goal's set of a
    /// field, no set if the goal wants nothing of it.
    pub fn to_goal<'a>(&self, field: impl Fn(u32) -> (i64, &'a [(i64, i64)])) -> i64 {
        let mut sum = 0;
        for counted in &self.counted {
            let (now, set) = field(counted.field);
            sum += price(shortfall(set, now, counted.up), counted.best);
        }
        sum.min(INF)
    }

    pub fn reserves(&self, action: usize) -> bool {
        self.reserved.get(action).is_some_and(|&reserved| reserved)
    }
}

/// The least number of steps from a value up (or down) into a set; 0 if the set has a value on the other side.
pub(in crate::goap) fn shortfall(set: &[(i64, i64)], now: i64, up: bool) -> i64 {
    match (set.first(), set.last(), up) {
        (Some(&(low, _)), _, true) if low > now => low - now,
        (_, Some(&(_, high)), false) if high < now => now - high,
        _ => 0,
    }
}

impl Scratch {
    /// Decides which actions' costs are set aside for which numbers.
    pub fn find_numbers(&mut self, task: &Task) {
        let mut numbers = std::mem::take(&mut self.numbers);
        numbers.clear();
        if !task.set_fields.is_empty() {
            numbers.reserved.resize(task.actions.len(), false);
        }
        for &field in &task.set_fields {
            for up in [true, false] {
                if let Some(counted) = self.count(task, &numbers, field, up) {
                    for &(action, change) in &task.changers[field as usize] {
                        if matches!(change, Change::Add(amount) if (amount > 0) == up) {
                            numbers.reserved[action as usize] = true;
                        }
                    }
                    numbers.counted.push(counted);
                    break;
                }
            }
        }
        self.numbers = numbers;
    }

    /// How many additions a condition takes at least, if nothing but additions can make it hold.
    pub fn additions(&self, task: &Task, condition: u32) -> i64 {
        let (field, Wanted::Set(number)) = task.conditions.list[condition as usize] else { return 0 };
        let (set, now) = (self.sets.members(number), self.ground.values[field as usize]);
        let mut most = 1;
        for &(_, change) in &task.changers[field as usize] {
            match change {
                Change::Add(amount) => most = most.max(amount.abs()),
                Change::Set(_) | Change::SetOwn => return 0,
            }
        }
        shortfall(set, now, true).max(shortfall(set, now, false)) / most
    }

    fn count(&self, task: &Task, numbers: &Numbers, field: u32, up: bool) -> Option<Counted> {
        let (mut best, mut most): (Option<(i64, i64)>, i64) = (None, 0);
        for &(action, change) in &task.changers[field as usize] {
            if self.reach.actions[action as usize] >= INF {
                continue;
            }
            let Change::Add(amount) = change else { return None };
            if (amount > 0) != up || amount == 0 {
                continue;
            }
            if numbers.reserved[action as usize] {
                return None;
            }
            let (cost, amount) = (self.ground.costs[action as usize], amount.abs());
            most = most.max(amount);
            let cheaper = |(other, size): (i64, i64)| {
                i128::from(cost) * i128::from(size) < i128::from(other) * i128::from(amount)
            };
            if best.is_none_or(cheaper) {
                best = Some((cost, amount));
            }
        }
        // One addition is what landmarks see as well; only several are worth the action's cost.
        let now = self.ground.values[field as usize];
        let several = task.conditions.list.iter().any(|&(other, wanted)| match wanted {
            Wanted::Set(number) if other == field => shortfall(self.sets.members(number), now, up) > most,
            _ => false,
        });
        best.filter(|_| several).map(|best| Counted { field, up, best })
    }

    /// The least cost of the additions that a packed state's numbers still need.
    pub fn numbers_bound(&mut self, task: &Task, state: &[u64]) -> i64 {
        let mut sum = 0;
        for at in 0..self.numbers.counted.len() {
            let counted = self.numbers.counted[at];
            let Packed::Set(half) = task.fields[counted.field as usize].place else { continue };
            let number = half.get(state) as usize;
            if number == 0 {
                continue;
            }
            if self.numbers.bounds.len() <= number {
                self.numbers.bounds.resize(self.sets.len(), UNKNOWN);
            }
            if self.numbers.bounds[number] == UNKNOWN {
                let now = self.ground.values[counted.field as usize];
                let missing = shortfall(self.sets.members(number as u32), now, counted.up);
                self.numbers.bounds[number] = price(missing, counted.best);
            }
            sum += self.numbers.bounds[number];
        }
        sum.min(INF)
    }
}

/// The least cost of `missing` steps at the best price, rounded up to a whole one.
fn price(missing: i64, (cost, amount): (i64, i64)) -> i64 {
    let exact = i128::from(missing) * i128::from(cost);
    let rounded = (exact + i128::from(amount) - 1) / i128::from(amount.max(1));
    i64::try_from(rounded).unwrap_or(INF).min(INF)
}
